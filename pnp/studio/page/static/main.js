// The page of the studio: it follows the events of one view, and shows the kit, its messages and one face enlarged.

import { get, readAddress, set, viewQuery } from "./address.js";
import { toggleCompare } from "./compare.js";
import { cellOf, expectOtherKit, expectsOtherKit, face, markChanged, markDiffering, fillJump, markMessages, nameFaces, onOpen, resizeAll, showChanges, showKit, shownFaces } from "./faces.js";
import { filterFaces, filterNew, focusField, onFound } from "./filter.js";
import { lastFace, leaveField } from "./focus.js";
import { close, endChoice, forgetOrigins, inspect, isOpen, showFaceMessages } from "./inspector.js";
import { currentMessages, severities, showMessages, unfold } from "./messages.js";
import { loadNotes, onNotes, onOpenNote, saveNotes, showNotes } from "./notes.js";
import { onOpenFace, showExamples } from "./examples.js";
import { forgetSheets, resizeSheets, showSheets } from "./sheets.js";
import { showOverlays, zoomStage } from "./stage.js";
import { forgetStates, showStates } from "./states.js";
import { counted, element, loadWords, word, wordPage } from "./words.js";
import { endReference } from "./written.js";

const status = document.getElementById("status");
const LONG_SILENCE = 3000;
const HINT = 4000; // milliseconds
let hintTimer = 0;
let stream = null;
let kit = null;
let changedFaces = [];
let isSettled = true; // the kit that was shown last was complete: further changes are those of another save
let news = { build: 0, complete: false, checked: false };
let isLoading = false;
let isOutdated = false;

// Events: the stream says that there is something new, and the page asks for it. A slow page skips what came between.

function connect() {
  stream?.close();
  stream = new EventSource(`events?${viewQuery()}`);
  stream.addEventListener("message", (event) => {
    news = JSON.parse(event.data);
    if (news.kit && news.since === kit?.revision && !isLoading && !expectsOtherKit()) {
      showNewKit(news.kit);
      if (!news.complete && !currentMessages().errors.length) return; // messages come with the complete kit
    }
    load();
  });
  stream.addEventListener("open", () => {
    document.body.classList.remove("offline");
    saveNotes();
  });
  stream.addEventListener("error", () => {
    setTimeout(() => {
      const lost = stream.readyState !== EventSource.OPEN;
      document.body.classList.toggle("offline", lost);
      if (lost) showStatus();
      if (stream.readyState === EventSource.CLOSED) reconnect();
    }, LONG_SILENCE);
  });
}

// An address may ask for what cannot be, such as a language that is none: then the page shows the kit as it is.
async function reconnect() {
  const answer = await fetch(`kit.json?${viewQuery()}`).catch(() => null);
  if (answer?.status === 422) for (const name of ["lang", "players", "ink", "grey"]) set(name, name === "ink" ? "full" : "");
  connect();
}

async function load() {
  if (isLoading) {
    isOutdated = true;
    return;
  }
  isLoading = true;
  try {
    const query = viewQuery();
    const needsKit = kit?.revision !== news.revision; // an event may have brought it already
    const known = kit === null || expectsOtherKit() ? {} : { revision: kit.revision, build: kit.build };
    const addresses = [`messages.json?${query}`, ...(needsKit ? [`kit.json?${viewQuery(known)}`] : [])];
    const answers = await Promise.all(addresses.map((address) => fetch(address)));
    if (answers.some((answer) => !answer.ok) || query !== viewQuery()) return;
    const [messages, next] = await Promise.all(answers.map((answer) => answer.json()));
    if (next) showNewKit(next);
    showMessages(messages);
    if (kit && !kit.complete) showSheets(kit); // its errors
    markMessages(severities());
    markDiffering(messages.differing, messages.against);
    if (!messages.errors.length) endReference();
    filterNew(kit, changedFaces);
    showStatus();
    showFaceMessages();
  } catch {
    showStatus(); // the server is gone: the stream notices, and connects again
  } finally {
    isLoading = false;
    if (isOutdated) {
      isOutdated = false;
      load();
    }
  }
}

function showNewKit(next) {
  const isSameBuild = kit !== null && kit.revision === next.revision;
  if (next.changes) next.components = kit.components;
  kit = next;
  document.body.dataset.build = kit.build;
  if (isSameBuild) return;
  document.body.dataset.game = kit.game;
  document.getElementById("title").textContent = kit.title ?? "pnp studio";
  document.title = kit.title ? `${kit.title} · pnp studio` : "pnp studio";
  fillChoices();
  const inspected = cellOf(get("face"));
  const changed = kit.changes ? showChanges(kit) : showKit(kit);
  if (!isSettled) changedFaces = [...new Set([...changedFaces, ...changed])];
  else if (changed.length) changedFaces = changed;
  isSettled = kit.complete;
  markChanged(changedFaces);
  if (!inspected || !cellOf(get("face"))) forgetOrigins();
  markSelection();
  inspect();
  if (kit.complete) showView();
  else showSheets(kit);
}

// Faces, states, sheets, examples or notes

const VIEWS = ["faces", "states", "sheets", "examples", "notes"];

function showView() {
  for (const name of VIEWS) {
    const isShown = get("show") === name;
    const tab = document.getElementById(`tab-${name}`);
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(name).hidden = !isShown;
  }
  document.body.dataset.show = get("show");
  showSheets(kit);
  showStates(kit);
  showExamples();
  showNotes();
}

for (const [index, name] of VIEWS.entries()) {
  listen(`tab-${name}`, () => {
    set("show", name);
    showView();
  }, "click");
  listen(`tab-${name}`, (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = document.getElementById(`tab-${VIEWS[(index + step + VIEWS.length) % VIEWS.length]}`);
    next.focus();
    next.click();
  }, "keydown");
}

function showStatus() {
  const parts = [];
  if (document.body.classList.contains("offline")) {
    parts.push(element("span", { class: "bad", text: word("disconnected") }));
  } else if (kit === null || kit.build === 0) {
    parts.push(element("span", { text: word("drawing") }));
  } else {
    const errors = currentMessages().errors.length;
    parts.push(errors ? errorsButton(errors) : element("span", { text: word("drawn", { s: kit.seconds.toFixed(2) }) }));
    if (changedFaces.length) parts.push(changedButton());
    if (!errors) parts.push(warningsButton());
    if (!errors) parts.push(...printedButtons());
  }
  for (const part of parts) part.title = part.textContent; // a narrow head cuts it
  status.replaceChildren(...parts);
}

function errorsButton(count) {
  const { frozen, stale } = currentMessages();
  const asBefore = frozen && kit.components.length ? word("last-good") : stale.length ? counted("stale", stale.length) : "";
  const text = [counted("errors", count), asBefore].filter(Boolean).join(" · ");
  return element("button", { id: "status-errors", type: "button", class: "link bad", text, onclick: goToErrors });
}

function goToErrors() {
  if (matchMedia("(max-width: 760px)").matches) close(); // the enlarged face would hide them
  unfold();
  document.getElementById("problems").focus({ preventScroll: true });
}

function changedButton() {
  return element("button", { id: "status-changed", type: "button", class: "link", text: counted("changed", changedFaces.length), onclick: goToChanged });
}

function warningsButton() {
  const count = currentMessages().warnings.length;
  if (!news.checked && !count) return element("span", { class: "quiet", text: word("checking") });
  if (!count) return element("span", { class: "quiet", text: word("no-warnings") });
  const text = `${counted("warnings", count)} · ${word(get("warnings") === "1" ? "hide-warnings" : "show-warnings")}`;
  return element("button", { id: "status-warnings", type: "button", class: "link warn", text, onclick: toggleWarnings });
}

// What differs from the file or the commit: the faces, and the list of pieces with reasons. Some pieces look as before.
function printedButtons() {
  const { changes, differing } = currentMessages();
  if (!changes.length) return [];
  const isShown = get("printed") === "1";
  const pieces = `${counted("pieces", changes.length, currentMessages())} · ${word(isShown ? "hide-changes" : "show-changes")}`;
  const text = differing.length ? word(isShown ? "hide-reasons" : "show-reasons") : pieces;
  const list = element("button", { id: "status-printed", type: "button", class: "link differing", text, onclick: togglePrinted });
  if (!differing.length) return [list];
  const faces = counted("differing", differing.length, currentMessages());
  return [element("button", { id: "status-differing", type: "button", class: "link differing", text: faces, onclick: goToDiffering }), list];
}

function togglePrinted() {
  set("printed", get("printed") === "1" ? "" : "1");
  unfold();
  showMessages(currentMessages());
  showStatus();
}

document.getElementById("problem-list").addEventListener("click", (event) => {
  const name = event.target.dataset?.go;
  if (!name) return;
  event.preventDefault();
  openFace(name);
});

function toggleWarnings() {
  set("warnings", get("warnings") === "1" ? "" : "1");
  unfold();
  showMessages(currentMessages());
  showStatus();
}

// Choices in the head of the page

function fillChoices() {
  fill("game", kit.games.map((name) => [name, name]), kit.game);
  fill("language", (kit.languages ?? []).map((tag) => [tag, tag]), kit.language);
  fill("players", [["", word("players-all")], ...(kit.players ?? []).map((n) => [String(n), String(n)])], get("players"));
}

function fillFixedChoices() {
  fill("ink", ["full", "saver", "outline", "grey"].map((name) => [name, word(`ink-${name}`)]), get("grey") === "1" ? "grey" : get("ink"));
  fill("sight", ["normal", "grey", "protan", "deutan", "tritan"].map((name) => [name, word(`sight-${name}`)]), get("sight"));
  document.getElementById("ui").value = document.documentElement.lang;
  document.getElementById("zoom").value = get("zoom");
  document.body.dataset.sight = get("sight");
}

function fill(id, options, chosen) {
  const select = document.getElementById(id);
  const wanted = options.map(([value, text]) => `${value}\t${text}`).join("\n");
  if (select.dataset.options !== wanted) {
    select.replaceChildren(...options.map(([value, text]) => element("option", { value, text })));
    select.dataset.options = wanted;
  }
  select.value = chosen;
  select.closest("label").hidden = options.length < 2;
}

function changeView(name, text) {
  set(name, text);
  kit = null;
  changedFaces = [];
  isSettled = true;
  expectOtherKit();
  markChanged([]);
  news = { build: 0, complete: false, checked: false };
  forgetSheets();
  forgetStates();
  connect();
}

function listen(id, handler, event = "change") {
  document.getElementById(id).addEventListener(event, handler);
}

listen("game", (event) => {
  set("lang", "");
  set("players", "");
  changeView("game", event.target.value);
});
listen("language", (event) => changeView("lang", event.target.value));
listen("players", (event) => changeView("players", event.target.value));
listen("ink", (event) => {
  set("grey", event.target.value === "grey" ? "1" : "");
  changeView("ink", event.target.value === "grey" ? "full" : event.target.value);
});
listen("sight", (event) => {
  set("sight", event.target.value);
  document.body.dataset.sight = event.target.value;
});
listen("zoom", (event) => {
  set("zoom", event.target.value);
  resizeAll();
  resizeSheets();
}, "input");
listen("ui", (event) => {
  set("ui", event.target.value);
  showWords();
});
// Selection

function openFace(id) {
  set("show", "faces");
  showView();
  goTo(id);
  select(id);
}

function select(id) {
  set("face", id);
  forgetOrigins();
  markSelection();
  inspect();
  cellOf(id)?.scrollIntoView({ block: "nearest" }); // the open inspector makes the lines of faces shorter
}

function markSelection() {
  for (const button of document.querySelectorAll(".face[aria-current]")) button.removeAttribute("aria-current");
  cellOf(get("face"))?.setAttribute("aria-current", "true");
}

function goTo(id) {
  const cell = cellOf(id);
  if (!cell) return;
  cell.scrollIntoView({ block: "nearest" });
  cell.focus({ preventScroll: true });
  if (get("face")) select(id);
}

function step(distance) {
  const faces = shownFaces().map((data) => data.id);
  const current = document.activeElement?.dataset?.face ?? get("face");
  const index = faces.indexOf(current);
  const next = faces[Math.min(faces.length - 1, Math.max(0, index + distance))];
  if (next) goTo(next);
}

// Go to the face that stands above or below. Gives false if there is no face to begin with: then the page scrolls.
function stepRow(direction) {
  const current = cellOf(document.activeElement?.dataset?.face ?? get("face"))?.getBoundingClientRect();
  if (get("show") !== "faces" || !current) return false;
  const middle = current.left + current.width / 2;
  const places = shownFaces().map((data) => ({ id: data.id, box: cellOf(data.id).getBoundingClientRect() }));
  const beyond = places.filter(({ box }) => (direction > 0 ? box.top >= current.bottom - 1 : box.bottom <= current.top + 1));
  const distance = ({ box }) => [direction > 0 ? box.top : -box.top, Math.abs(box.left + box.width / 2 - middle)];
  const [next] = beyond.sort((a, b) => (Math.abs(distance(a)[0] - distance(b)[0]) > 1 ? distance(a)[0] - distance(b)[0] : distance(a)[1] - distance(b)[1]));
  if (next) goTo(next.id);
  return true;
}

// Say for a moment why a key did nothing.
function say(key, values) {
  const hint = document.getElementById("hint");
  hint.textContent = word(key, values);
  hint.hidden = false;
  clearTimeout(hintTimer);
  hintTimer = setTimeout(() => { hint.hidden = true; }, HINT);
}

function goToChanged() {
  goToNext(changedFaces) || say(changedFaces.length ? "filtered-out" : "none-changed");
}

function goToDiffering() {
  const { differing, against } = currentMessages();
  if (goToNext(differing)) return;
  if (!against) say("not-compared");
  else if (differing.length) say("filtered-out");
  else say(news.checked ? "none-differing" : "checking", { against });
}

// Go to the next of some faces, after the last one to the first. Gives false if none of them is shown.
function goToNext(ids) {
  const wanted = new Set(ids);
  const faces = shownFaces().map((data) => data.id);
  const after = faces.indexOf(lastFace() || get("face")) + 1;
  const next = [...faces.slice(after), ...faces.slice(0, after)].find((id) => wanted.has(id));
  if (next === undefined) return false;
  if (get("show") !== "faces") {
    set("show", "faces");
    showView();
  }
  goTo(next);
  return true;
}

function nextLanguage() {
  const languages = kit?.languages ?? [];
  if (languages.length > 1) changeView("lang", languages[(languages.indexOf(kit.language) + 1) % languages.length]);
}

// Keys

const help = document.getElementById("help");
const KEYS = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  ArrowDown: () => stepRow(1),
  ArrowUp: () => stepRow(-1),
  Escape: () => endChoice() || close(),
  "+": () => zoomBy(1),
  "=": () => zoomBy(1),
  "-": () => zoomBy(-1),
  0: () => zoomBy(0),
  1: () => isOpen() && zoomStage("real"),
  "/": () => findFace(),
  c: goToChanged,
  d: goToDiffering,
  l: nextLanguage,
  b: () => toggleCompare(isOpen() ? face(get("face")) : null) || say(isOpen() ? "none-before" : "none-open"),
  "?": () => help.showModal(),
};

// The enlarged face if there is one, else all faces. No steps: the size that it has at first.
function zoomBy(steps) {
  if (isOpen()) {
    zoomStage(steps);
    return;
  }
  const zoom = steps === 0 ? 1 : Math.min(3, Math.max(0.5, Number(get("zoom")) + 0.1 * steps)).toFixed(2);
  set("zoom", String(Number(zoom)));
  document.getElementById("zoom").value = zoom;
  resizeAll();
  resizeSheets();
}

function findFace() {
  set("show", "faces");
  showView();
  focusField();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.key.startsWith("Arrow") && event.target.closest(".near")) return; // they move the enlarged face
  if (event.target.closest("input, textarea, select")) {
    if (event.key === "Escape") leaveField();
    return;
  }
  const action = KEYS[event.key];
  if (action && action() !== false) event.preventDefault();
});

function showHelp() {
  const rows = [["← →", "key-arrows"], ["↑ ↓", "key-rows"], ["Enter", "key-enter"], ["Esc", "key-escape"], ["/", "key-find"], ["+ − 0", "key-plus"], ["1", "key-real"], ["C", "key-changed"], ["D", "key-differing"], ["L", "key-language"], ["B", "key-before"], ["?", "key-help"]];
  document.getElementById("help-list").replaceChildren(
    ...rows.flatMap(([key, text]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text: word(text) })]),
  );
}

listen("settings", (event) => {
  const isOpen = document.body.classList.toggle("settings");
  event.currentTarget.setAttribute("aria-expanded", isOpen);
}, "click");
listen("help-button", () => help.showModal(), "click");
listen("help-close", () => help.close(), "click");
listen("inspector-close", close, "click");

function showWords() {
  wordPage();
  fillFixedChoices();
  resizeSheets();
  if (kit) fillChoices();
  showOverlays();
  showView();
  showHelp();
  showStatus();
  showMessages(currentMessages());
  nameFaces();
  fillJump();
  markMessages(severities());
  filterFaces();
  inspect();
}

addEventListener("popstate", () => {
  const before = viewQuery();
  readAddress();
  fillFixedChoices();
  resizeSheets();
  showOverlays();
  forgetOrigins();
  markSelection();
  showView();
  filterFaces();
  if (viewQuery() === before) inspect();
  else changeView("lang", get("lang"));
});

// A page that nobody sees holds no connection. When it is seen again, it catches up.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (stream === null) {
    connect();
  }
});

// What sticks to the upper edge hides no face that is scrolled to. On a phone that is the line with errors and changes.
const head = document.getElementById("head");
new ResizeObserver(() => {
  const gone = getComputedStyle(status).order === "2" ? status.offsetTop : 0;
  document.documentElement.style.setProperty("--gone", `${gone}px`);
  document.documentElement.style.setProperty("--head", `${head.offsetHeight - gone}px`);
}).observe(head);

// What lies over the lower edge hides no face either: the page can be scrolled on.
const problems = document.getElementById("problems");
new ResizeObserver(() => document.documentElement.style.setProperty("--problems", `${problems.offsetHeight}px`)).observe(problems);

readAddress();
onOpen(select);
onOpenFace(openFace);
onOpenNote(openFace);
onFound(goTo, openFace);
onNotes(filterFaces);
const notesCome = loadNotes();
await loadWords();
if (!document.hidden) connect();
showWords();
await notesCome;
filterFaces();
showNotes();
inspect();
