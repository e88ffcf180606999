// A question to the referee: a position that is clicked together, or written as JSON, and its answer.

import { get, set, viewQuery } from "./address.js";
import { tableauParts } from "./tableau.js";
import { element, language, word } from "./words.js";

const PAUSE = 250;
let kinds = [];
let cards = [];
let forms = {}; // what is known of the fields of positions
let starts = []; // examples, to begin with
let asked = null;
let target = null; // list that a clicked card goes to
let timer = 0;
let number = 0;

const kindList = element("select", { id: "ask-kind", onchange: () => ask(starts.find((one) => one.kind === kindList.value) ?? { kind: kindList.value, position: {} }) });
const form = element("div", { class: "position" });
const palette = element("div", { class: "palette", role: "group" });
const raw = element("textarea", { id: "ask-raw", rows: "6", spellcheck: "false", oninput: readRaw });
const rawState = element("p", { class: "bad", role: "status" });
const result = element("div", { class: "answer", "aria-live": "polite" });
const kindLabel = element("label", { for: "ask-kind" });
const rawTitle = element("summary");
const title = element("h2");
export const refereePart = element(
  "section", { class: "referee" },
  title,
  element("p", {}, kindLabel, " ", kindList),
  form, palette,
  element("details", {}, rawTitle, raw),
  rawState,
  result,
);
raw.setAttribute("aria-labelledby", "ask-raw-title");
rawTitle.id = "ask-raw-title";

// Show the question of the address, or that of the first example. Answered again after each save: a rule may have changed.
export function showReferee(data) {
  kinds = data.kinds;
  cards = data.cards;
  forms = data.forms;
  starts = data.examples.map(({ kind, position }) => ({ kind, position }));
  refereePart.hidden = kinds.length === 0;
  if (refereePart.hidden) return;
  title.textContent = word("referee");
  kindLabel.textContent = word("question");
  rawTitle.textContent = word("as-json");
  palette.setAttribute("aria-label", word("palette"));
  const written = readAddressed();
  // Without an example there is no position to begin with.
  const begun = kinds.filter((kind) => kind === written?.kind || starts.some((one) => one.kind === kind));
  kindList.replaceChildren(...(begun.length ? begun : kinds).map((kind) => element("option", { value: kind, text: kind })));
  if (asked === null || (written && JSON.stringify(written) !== JSON.stringify(asked))) asked = structuredClone(written ?? starts[0] ?? { kind: kinds[0], position: {} });
  show();
}

export function ask(question) {
  asked = structuredClone({ kind: question.kind, position: question.position });
  target = null;
  set("ask", JSON.stringify(asked));
  show();
}

function readAddressed() {
  try {
    const question = JSON.parse(get("ask") || "null");
    return question && kinds.includes(question.kind) && typeof question.position === "object" ? question : null;
  } catch {
    return null;
  }
}

function show() {
  kindList.value = asked.kind;
  form.replaceChildren(...Object.entries(asked.position).map(([name, value]) => field(name, value, (next) => { asked.position[name] = next; }, forms[asked.kind]?.[name])));
  palette.hidden = target === null;
  palette.replaceChildren(...(target === null ? [] : cards.map((card) => element("button", { type: "button", class: "chip", text: label(card), onclick: () => addCard(card) }))));
  const lines = Object.entries(asked.position).map(([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  raw.value = `{\n${lines.join(",\n")}\n}`;
  rawState.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(answer, PAUSE);
}

function changed() {
  set("ask", JSON.stringify(asked));
  show();
}

function readRaw() {
  try {
    const position = JSON.parse(raw.value);
    if (position === null || typeof position !== "object" || Array.isArray(position)) throw new TypeError(word("no-object"));
    rawState.textContent = "";
    const caret = raw.selectionStart;
    const text = raw.value;
    asked.position = position;
    target = null;
    changed();
    raw.value = text;
    raw.setSelectionRange(caret, caret);
  } catch (error) {
    rawState.textContent = faultOf(error);
  }
}

// The browser's words for wrong JSON are in its own language: of them the page takes the place alone.
function faultOf(error) {
  if (!(error instanceof SyntaxError)) return error.message;
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
  return line ? word("no-json-at", { line, column }) : word("no-json");
}

// Fields of a position by the kind of their value

function field(name, value, write, known) {
  return element("div", { class: "position-field" }, element("span", { class: "kind", text: name }), " ", editor(name, value, write, known));
}

// On paper the first player is number 1, in a position number 0.
function editor(name, value, write, known = {}) {
  if (known.words && typeof value !== "object") return choice(name, known.words.map((one) => [one, String(one)]), value, write);
  if (known.seats && Number.isInteger(value)) {
    const seats = Math.max(value + 1, seatsOf(asked) || known.seats);
    return choice(name, Array.from({ length: seats }, (_, seat) => [seat, player(seat)]), value, write);
  }
  if (isCard(value)) return cardButton(value, () => replaceCard(value, write));
  if (Array.isArray(value) && value.every(isCard) && cards.length) return cardList(name, value);
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== "object")) return shortList(name, value, write);
  if (Array.isArray(value)) {
    return element("div", { class: "position-list" }, ...value.map((item, index) => field(known.is_by_seat ? player(index) : (known.parts?.[index] ?? `${index}`), item, (next) => { value[index] = next; })));
  }
  if (value !== null && typeof value === "object") {
    return element("div", { class: "position-list" }, ...Object.entries(value).map(([key, item]) => field(key, item, (next) => { value[key] = next; })));
  }
  if (typeof value === "boolean") {
    const box = element("input", { type: "checkbox", "aria-label": name });
    box.checked = value;
    box.addEventListener("change", () => { write(box.checked); changed(); });
    return box;
  }
  const isNumber = typeof value === "number";
  const input = element("input", { type: isNumber ? "number" : "text", "aria-label": name, value: isNumber ? value : typeof value === "string" ? value : "null" });
  input.addEventListener("change", () => { write(isNumber ? Number(input.value) : value === null && input.value === "null" ? null : input.value); changed(); });
  return input;
}

function player(seat) {
  return word("player", { n: seat + 1 });
}

// Seats of a position: of its players, or of its lists with an item for each.
function seatsOf({ kind, position }) {
  const lists = Object.entries(position).filter(([name]) => forms[kind]?.[name]?.is_by_seat);
  return Number.isInteger(position.players) ? position.players : Math.max(0, ...lists.map(([, list]) => list.length));
}

function choice(name, options, value, write) {
  const select = element("select", { "aria-label": name }, ...options.map(([one, text], index) => element("option", { value: index, text, selected: one === value })));
  select.addEventListener("change", () => { write(options[select.value][0]); changed(); });
  return select;
}

function shortList(name, value, write) {
  const input = element("input", { type: "text", class: "short", "aria-label": name, value: JSON.stringify(value).slice(1, -1).replaceAll(",", ", ") });
  input.addEventListener("change", () => {
    try {
      write(JSON.parse(`[${input.value}]`));
      changed();
    } catch (error) {
      rawState.textContent = `${name}: ${faultOf(error)}`;
    }
  });
  return input;
}

function cardList(name, value) {
  const isTarget = target?.list === value;
  const chips = value.map((card, index) => cardButton(card, () => { value.splice(index, 1); changed(); }));
  const add = element("button", { type: "button", class: "chip", "aria-pressed": String(isTarget), "aria-label": word("add-to", { name }), text: "+" });
  add.addEventListener("click", () => { target = isTarget ? null : { list: value }; show(); });
  return element("div", { class: "position-cards" }, ...chips, add);
}

function replaceCard(card, write) {
  target = { write, replaces: card };
  show();
}

function addCard(card) {
  if (target.replaces === undefined) target.list.push(structuredClone(card));
  else {
    target.write(structuredClone(card));
    target = null;
  }
  changed();
}

function cardButton(card, onclick) {
  return element("button", { type: "button", class: "chip card", text: label(card), title: word("remove"), onclick });
}

function isCard(value) {
  const text = canonical(value);
  return cards.some((card) => canonical(card) === text);
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value !== null && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${key}:${canonical(value[key])}`)}}`;
  return JSON.stringify(value);
}

function label(value) {
  if (Array.isArray(value)) return value.map(label).filter(Boolean).join(" ");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value).map(([key, item]) => (item === true ? key : item === false ? "" : label(item))).filter(Boolean).join(" ");
}

// The answer

async function answer() {
  const own = ++number;
  result.classList.add("waits");
  let data;
  try {
    const got = await fetch(`referee?${viewQuery()}`, { method: "POST", body: JSON.stringify({ ...asked, language: language() }) });
    data = got.ok ? await got.json() : { error: (await got.json()).errors.map((one) => one.message).join(" "), lang: "en" };
  } catch {
    data = { error: word("disconnected") };
  }
  if (own !== number) return; // a newer question was asked meanwhile
  result.classList.remove("waits");
  if (data.error) {
    result.replaceChildren(element("p", { class: "bad", lang: data.lang ?? null, text: data.error }));
    return;
  }
  const others = data.others.map((other) => element("li", { text: other.text }));
  const json = [["", data.answer], ...data.others.map((other) => [`${other.id} `, other.answer])];
  result.replaceChildren(
    ...(data.words ? tableauParts(data.words) : [valueTable(JSON.parse(data.answer))]),
    ...(data.unreachable ? [element("p", { class: "warn", text: `${word("unreachable")} ${data.unreachable}` })] : []),
    element("p", { text: word(others.length ? "others-answer" : "none-answers", { n: others.length }) }),
    element("ul", { class: "others" }, ...others),
    element("details", {}, element("summary", { text: word("answer-json") }), ...json.map(([name, text]) => element("p", {}, element("b", { text: name }), element("code", { text })))),
  );
}

// The answer to a question that no kit prints, so that there are no words for it.
function valueTable(answer) {
  const rows = Object.entries(answer).map(([name, value]) => element("tr", {}, element("th", { scope: "row", text: name }), element("td", {}, ...valueParts(value))));
  return element("table", { class: "tableau" }, element("tbody", {}, ...rows));
}

function valueParts(value) {
  if (value === null) return ["–"];
  if (typeof value === "boolean") return [word(value ? "yes" : "no")];
  if (isCard(value)) return [element("span", { class: "mini", text: label(value) })];
  if (Array.isArray(value)) return value.flatMap((item, index) => [...(index ? [Array.isArray(item) && !isCard(item) ? element("br") : " "] : []), ...valueParts(item)]);
  if (typeof value === "object") return Object.entries(value).flatMap(([key, item]) => [element("span", { class: "kind", text: `${key}: ` }), ...valueParts(item), " "]);
  return [String(value)];
}
