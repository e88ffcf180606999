// Errors and warnings, each at its place in the user's files.

import { get } from "./address.js";
import { counted, element, word } from "./words.js";

const section = document.getElementById("problems");
const list = document.getElementById("problem-list");
const title = document.getElementById("problems-title");
let messages = { errors: [], warnings: [], changes: [] };

export function showMessages(next) {
  messages = next;
  if (!messages.errors.length && get("printed") === "1" && messages.changes.length) {
    section.hidden = false;
    section.classList.remove("errors");
    title.textContent = counted("pieces", messages.changes.length);
    list.replaceChildren(...messages.changes.map(changeItem));
    return;
  }
  const shown = messages.errors.length ? messages.errors : get("warnings") === "1" ? messages.warnings : [];
  section.hidden = shown.length === 0;
  section.classList.toggle("errors", messages.errors.length > 0);
  title.textContent = messages.errors.length ? counted("errors", shown.length) : counted("warnings", shown.length);
  list.replaceChildren(...shown.map(messageItem));
}

function changeItem(change) {
  const name = change.face ? element("a", { href: "#main", "data-go": change.face, text: change.piece }) : change.piece;
  const reasons = change.reasons.map((reason) => element("p", { class: "fix", text: reason }));
  return element("li", {}, element("p", {}, element("span", { class: "tag", text: word(`status-${change.status}`) }), " ", name), ...reasons);
}

export function currentMessages() {
  return messages;
}

export function messagesOf(face) {
  return [...messages.errors, ...messages.warnings].filter((message) => message.faces.includes(face));
}

export function messageItem(message) {
  const place = message.place;
  const parts = [
    element("p", { class: "message" }, element("span", { class: `tag ${message.severity}`, text: message.code }), ` ${message.message}`),
    place ? placeLink(place) : null,
    place?.source ? sourceLine(place) : null,
    message.hint ? element("p", { class: "fix", text: message.hint }) : null,
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
  code.append(element("mark", { text: place.source.slice(start, end) }), place.source.slice(end));
  return element("pre", {}, code);
}
