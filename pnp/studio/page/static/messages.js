// Errors and warnings, each at its place in the user's files.

import { get } from "./address.js";
import { face, nameOf } from "./faces.js";
import { counted, element, word } from "./words.js";

const section = document.getElementById("problems");
const list = document.getElementById("problem-list");
const title = document.getElementById("problems-title");
const fold = document.getElementById("problems-fold");
const MOST_FACES = 12; // that a message lists
let messages = { frozen: false, stale: [], errors: [], warnings: [], changes: [], differing: [], against: "" };

export function unfold() {
  setFolded(false);
}

function setFolded(isFolded) {
  section.classList.toggle("folded", isFolded);
  fold.textContent = word(isFolded ? "unfold" : "fold");
  fold.setAttribute("aria-expanded", !isFolded);
}

fold.addEventListener("click", () => setFolded(!section.classList.contains("folded")));

export function showMessages(next) {
  messages = next;
  setFolded(section.classList.contains("folded"));
  if (!messages.errors.length && get("printed") === "1" && messages.changes.length) {
    section.hidden = false;
    section.classList.remove("errors");
    title.textContent = counted("pieces", messages.changes.length, messages);
    list.replaceChildren(...groupedChanges().map(changeItem));
    return;
  }
  const shown = messages.errors.length ? messages.errors : get("warnings") === "1" ? messages.warnings : [];
  section.hidden = shown.length === 0;
  section.classList.toggle("errors", messages.errors.length > 0);
  title.textContent = messages.errors.length ? counted("errors", shown.length) : counted("warnings", shown.length);
  list.replaceChildren(...shown.map((message) => messageItem(message, facesLine(message))));
}

// Pieces that changed in the same way for the same reasons stand together.
function groupedChanges() {
  const groups = new Map();
  for (const change of messages.changes) {
    const key = JSON.stringify([change.status, change.reasons]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

function changeItem(pieces) {
  const change = pieces[0];
  const names = pieces.flatMap((one, index) => [
    index ? ", " : "",
    one.face ? element("a", { href: "#main", "data-go": one.face, text: one.piece }) : one.piece,
  ]);
  const reasons = change.reasons.map((reason) => element("p", { class: "fix", lang: "en", text: reason }));
  return element("li", {}, element("p", {}, element("span", { class: "tag", text: word(`status-${change.status}`) }), " ", ...names), ...reasons);
}

// The change of a piece since the printed kit, if the studio compares with one.
export function changeOf(data) {
  return messages.changes.find((change) => change.piece === `${data.component}/${data.card}`) ?? null;
}

// The file or the commit that the kit is compared with.
export function comparedWith() {
  return messages.against;
}

export function currentMessages() {
  return messages;
}

export function messagesOf(face) {
  return [...messages.errors, ...messages.warnings].filter((message) => message.faces.includes(face));
}

// The worst that there is to say of each face. One that could not be drawn has an error, even if no message names it.
export function severities() {
  const faces = ({ faces }) => faces;
  return new Map([
    ...messages.warnings.flatMap(faces).map((id) => [id, "warning"]),
    ...[...messages.stale, ...messages.errors.flatMap(faces)].map((id) => [id, "error"]),
  ]);
}

// The faces that a message is about, each a link.
function facesLine(message) {
  const faces = message.faces.map(face).filter(Boolean);
  if (!faces.length) return null;
  const links = faces.slice(0, MOST_FACES).flatMap((data) => [element("a", { href: "#main", "data-go": data.id, text: nameOf(data) }), " "]);
  const others = faces.length - MOST_FACES;
  return element("p", { class: "faces" }, ...links, ...(others > 0 ? [word("and-more", { n: others })] : []));
}

export function messageItem(message, faces = null) {
  const place = message.place;
  const parts = [
    element("p", { class: "message", lang: "en" }, element("span", { class: `tag ${message.severity}`, text: message.code }), ` ${message.message}`),
    place ? element("p", { class: "places" }, placeLink(place), ...message.lines.map((line) => placeLink(line))) : null,
    place?.source ? sourceLine(place) : null,
    message.hint ? element("p", { class: "fix", lang: "en", text: message.hint }) : null,
    faces,
  ];
  return element("li", { class: message.severity }, ...parts);
}

export function placeLink(place, label = place.label) {
  if (!place.open) return element("span", { class: "place", text: label });
  return element("a", { class: "place", href: place.open, title: word("open-editor"), text: label });
}

function sourceLine(place) {
  const start = (place.column ?? 1) - 1;
  const end = place.column ? Math.max(start + 1, (place.end ?? place.column + 1) - 1) : start;
  const code = element("code", {}, place.source.slice(0, start));
  const mark = element("mark", { text: place.source.slice(start, end) });
  code.append(mark, place.source.slice(end));
  const line = element("pre", {}, code);
  requestAnimationFrame(() => {
    line.scrollLeft = Math.max(0, mark.offsetLeft - line.offsetLeft - line.clientWidth / 3);
  });
  return line;
}
