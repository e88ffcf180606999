// Filter of the faces: by words of their id, component, text or row of data; and those with warnings, changes or notes.

import { get, set, setSoon, viewQuery } from "./address.js";
import { allFaces, showOnly, shownFaces } from "./faces.js";
import { leaveField } from "./focus.js";
import { comparedWith, currentMessages, messagesOf, severities } from "./messages.js";
import { noteOf } from "./notes.js";
import { element, word } from "./words.js";

const field = document.getElementById("find");
const chips = document.getElementById("find-only");
const count = document.getElementById("find-count");
const clear = document.getElementById("find-clear");
const nothing = document.getElementById("find-nothing");
let changed = new Set();
let differing = new Set();
let worst = new Map(); // severities by face
let revision = 0;
let texts = new Map(); // what is looked through, by face
let textsOf = "";
let goTo = () => {};
let open = () => {};

const KINDS = {
  errors: (data) => worst.get(data.id) === "error",
  warnings: (data) => messagesOf(data.id).some((message) => message.severity === "warning"),
  changed: (data) => changed.has(data.id),
  differing: (data) => differing.has(data.id),
  notes: (data) => noteOf(data) !== "",
};

export function onFound(seek, handler) {
  goTo = seek;
  open = handler;
}

// Filter the faces of a kit, of which some have changed. Called whenever faces, messages or notes are new.
export function filterNew(kit, changedFaces) {
  revision = kit?.revision ?? 0;
  changed = new Set(changedFaces);
  filterFaces();
}

export function filterFaces() {
  const terms = folded(get("find")).split(/\s+/).filter(Boolean);
  const kinds = chosen();
  worst = severities();
  differing = new Set(currentMessages().differing);
  if (document.activeElement !== field) field.value = get("find");
  if (terms.length && textsOf !== textsNow()) loadTexts();
  if (terms.length && !texts.size) return; // they come at once, and the faces stay as they are until then
  const isActive = terms.length > 0 || kinds.length > 0;
  const faces = allFaces();
  showOnly(isActive ? (data) => kinds.every((kind) => KINDS[kind](data)) && hasAll(data, terms) : null);
  showChips(kinds, faces);
  const found = isActive ? shownFaces().length : faces.length;
  count.textContent = isActive ? word("found", { n: found, all: faces.length }) : "";
  clear.hidden = !isActive;
  nothing.hidden = found > 0 || faces.length === 0;
}

// Wide, half-width and capital letters make no difference.
function folded(text) {
  return text.normalize("NFKC").toLowerCase();
}

function hasAll(data, terms) {
  const text = `${folded(`${data.id} ${data.componentTitle}`)} ${texts.get(data.id) ?? ""}`;
  return terms.every((term) => text.includes(term));
}

function textsNow() {
  return `${revision} ${viewQuery()}`;
}

async function loadTexts() {
  const wanted = (textsOf = textsNow());
  const answer = await fetch(`texts.json?${viewQuery()}`).catch(() => null);
  if (!answer?.ok) {
    textsOf = ""; // asked for again with the next kit
    return;
  }
  const data = await answer.json();
  if (wanted !== textsOf) return;
  texts = new Map(Object.entries(data).map(([id, { printed, row }]) => [id, folded([...printed, ...row].join(" "))]));
  filterFaces();
}

function chosen() {
  return get("only").split(",").filter((kind) => kind in KINDS);
}

function showChips(kinds, faces) {
  chips.replaceChildren(
    ...Object.entries(KINDS).map(([kind, test]) => {
      const number = faces.filter(test).length;
      const isOn = kinds.includes(kind);
      const chip = element("button", { type: "button", class: "chip", "aria-pressed": String(isOn), disabled: number === 0 && !isOn }, word(`only-${kind}`), " ", element("span", { class: "count", text: String(number) }));
      chip.id = `only-${kind}`;
      chip.hidden = kind === "differing" && !isOn && !comparedWith();
      chip.addEventListener("click", () => toggle(kind));
      return chip;
    }),
  );
}

function toggle(kind) {
  const kinds = chosen();
  set("only", (kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]).join(","));
  filterFaces();
  document.getElementById(`only-${kind}`).focus();
}

export function focusField() {
  field.focus();
  field.select();
}

function clearAll() {
  field.value = "";
  set("find", "");
  set("only", "");
  filterFaces();
}

function takeField() {
  setSoon("find", field.value);
  filterFaces();
  scrollTo({ top: 0 });
}

field.addEventListener("input", (event) => {
  if (!event.isComposing) takeField();
});
field.addEventListener("compositionend", takeField);
field.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape" && (get("find") || get("only"))) {
    event.preventDefault();
    event.stopPropagation();
    clearAll();
    leaveField();
  }
  if (event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    const first = shownFaces()[0];
    if (first) (event.key === "Enter" ? open : goTo)(first.id);
  }
});
clear.addEventListener("click", () => {
  clearAll();
  field.focus();
});
