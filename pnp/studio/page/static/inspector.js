// One face enlarged: where its words come from, its row of data, its messages and its note.

import { get, set, viewQuery } from "./address.js";
import { endCompare } from "./compare.js";
import { face, nameOf, pictureAddress } from "./faces.js";
import { messageItem, messagesOf, placeLink } from "./messages.js";
import { showNote } from "./notes.js";
import { drawStage, onChoosePoint, onChooseText } from "./stage.js";
import { element, word } from "./words.js";

const panel = document.getElementById("inspector");
const title = document.getElementById("inspector-title");
const originList = document.getElementById("origins");
const LARGE = 120; // mm: a page, which needs a wide panel
let details = null;
let chosen = null; // words by their index, or a point with what is drawn there, in mm

// Show the selected face as it is now; after each build again, since its words or its row may have changed.
export async function inspect() {
  const data = face(get("face"));
  panel.hidden = data === null;
  document.body.classList.toggle("inspecting", data !== null);
  if (data === null) return;
  title.textContent = `${data.componentTitle}: ${nameOf(data)}`;
  document.body.classList.toggle("large-face", data.trim[0] > LARGE);
  document.getElementById("open-picture").href = pictureAddress(data.picture);
  if (details?.id !== data.id) {
    panel.scrollTop = 0;
    document.getElementById("fields").replaceChildren();
  }
  showNote(data);
  showFaceMessages();
  draw();
  const answer = await fetch(`face.json?${viewQuery({ face: data.id })}`);
  if (!answer.ok || get("face") !== data.id) return;
  details = { id: data.id, ...(await answer.json()) };
  draw();
  showFields();
  if (chosen !== null) askAgain();
}

export function showFaceMessages() {
  const own = messagesOf(get("face"));
  document.getElementById("face-messages").replaceChildren(
    ...(own.length ? [element("ol", {}, ...own.map((message) => messageItem(message)))] : []),
  );
  drawStage(); // changes since a printed kit come with the messages
}

export function close() {
  set("face", "");
  endCompare();
  forgetOrigins();
  inspect();
}

export function forgetOrigins() {
  chosen = null;
  originList.replaceChildren();
}

// Take a choice away. Gives false if there is none.
export function endChoice() {
  if (chosen === null) return false;
  forgetOrigins();
  draw();
  return true;
}

function draw() {
  const data = face(get("face"));
  drawStage(data === null ? null : { data, title: title.textContent, details: details?.id === data.id ? details : null, chosenText: chosen?.index ?? -1, chosenBox: chosen?.box ?? null });
}

function chooseText(index) {
  if (chosen?.index === index) endChoice();
  else showOrigins({ index });
}

// The same words or the same point of a face that was saved anew.
function askAgain() {
  if (chosen.index === undefined) showDrawn(chosen);
  else if (chosen.index < details.texts.length) showOrigins(chosen);
  else endChoice();
}

async function showOrigins(wanted) {
  chosen = wanted;
  draw();
  const origins = await ask("origins", { text: wanted.index }, wanted);
  if (origins) listOrigins(details.texts[wanted.index].text, origins);
}

async function choosePoint(x, y) {
  const before = chosen?.box;
  await showDrawn({ x, y });
  if (before && chosen?.box?.join() === before.join()) endChoice();
}

async function showDrawn(wanted) {
  chosen = wanted;
  const drawn = await ask("drawn", { x: wanted.x.toFixed(3), y: wanted.y.toFixed(3) }, wanted);
  if (drawn === undefined) return;
  wanted.box = drawn?.box;
  draw();
  if (drawn === null) originList.replaceChildren(element("p", { class: "quoted", text: word("bare") }));
  else listOrigins(drawn.name ? word("art-named", drawn) : word("shape"), drawn.origins);
}

// The answer about what is wanted of the face; undefined if there is none, or something else is wanted by then.
async function ask(what, query, wanted) {
  const id = get("face");
  const answer = await fetch(`${what}.json?${viewQuery({ face: id, ...query })}`);
  const data = answer.ok ? await answer.json() : undefined;
  return get("face") === id && chosen === wanted ? data : undefined;
}

function listOrigins(quoted, origins) {
  const rows = origins.map((origin) =>
    element("li", {}, element("span", { class: "kind", text: word(origin.kind) }), " ", origin.name ? element("b", { text: origin.name }) : null, " ", placeLink(origin.place)),
  );
  originList.replaceChildren(element("p", { class: "quoted", text: quoted }), element("ol", {}, ...rows));
}

function showFields() {
  const rows = details.fields.map((field) =>
    element("tr", {}, element("th", { scope: "row" }, field.place ? placeLink(field.place, field.name) : field.name), element("td", { text: field.text })),
  );
  document.getElementById("fields").replaceChildren(
    ...(rows.length ? [element("h3", { text: word("fields") }), element("table", {}, element("tbody", {}, ...rows))] : []),
  );
}

export function isOpen() {
  return !panel.hidden && get("show") === "faces";
}

onChooseText(chooseText);
onChoosePoint(choosePoint);
