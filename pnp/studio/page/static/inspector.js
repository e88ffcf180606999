// One face enlarged: where its words come from, its row of data, its messages and its note.

import { get, set, viewQuery } from "./address.js";
import { endCompare } from "./compare.js";
import { face, nameOf, pictureAddress } from "./faces.js";
import { messageItem, messagesOf, placeLink } from "./messages.js";
import { showNote } from "./notes.js";
import { drawStage, onChooseText } from "./stage.js";
import { element, word } from "./words.js";

const panel = document.getElementById("inspector");
const title = document.getElementById("inspector-title");
const originList = document.getElementById("origins");
const LARGE = 120; // mm: a page, which needs a wide panel
let details = null;
let chosenText = -1;

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
  chosenText = -1;
  originList.replaceChildren();
  inspect();
}

export function forgetOrigins() {
  chosenText = -1;
  originList.replaceChildren();
}

function draw() {
  const data = face(get("face"));
  drawStage(data === null ? null : { data, title: title.textContent, details: details?.id === data.id ? details : null, chosenText });
}

async function showOrigins(index) {
  chosenText = index;
  draw();
  const data = face(get("face"));
  const answer = await fetch(`origins.json?${viewQuery({ face: data.id, text: index })}`);
  if (!answer.ok || get("face") !== data.id || chosenText !== index) return;
  const origins = await answer.json();
  const rows = origins.map((origin) =>
    element("li", {}, element("span", { class: "kind", text: word(origin.kind) }), " ", origin.name ? element("b", { text: origin.name }) : null, " ", placeLink(origin.place)),
  );
  originList.replaceChildren(
    element("p", { class: "quoted", text: details.texts[index].text }),
    element("ol", {}, ...rows),
  );
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

onChooseText(showOrigins);
