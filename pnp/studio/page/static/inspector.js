// One face enlarged: what lies over it, where its words come from, its row of data, its messages and its note.

import { get, set, viewQuery } from "./address.js";
import { face, pictureAddress, placePicture } from "./faces.js";
import { messageItem, messagesOf, placeLink } from "./messages.js";
import { element, word } from "./words.js";

const panel = document.getElementById("inspector");
const stage = document.getElementById("stage");
const title = document.getElementById("inspector-title");
const originList = document.getElementById("origins");
const noteArea = document.getElementById("note");
const noteState = document.getElementById("note-state");
const OVERLAYS = ["trim", "bleed", "safe", "type", "earlier"];
const LARGE = 120; // mm: a page, which needs a wide panel
const SVG = "http://www.w3.org/2000/svg";
let details = null;
let notes = [];
let chosenText = -1;

export async function loadNotes() {
  try {
    const answer = await fetch("notes.json");
    const data = await answer.json();
    if (answer.ok) notes = data;
    tellNote(answer.ok ? "" : faults(data), !answer.ok);
  } catch {
    tellNote(word("not-saved"), true);
  }
}

function faults(data) {
  return data.errors.map((error) => `${error.place} ${error.message}`).join(" ");
}

function tellNote(text, isBad = false) {
  noteState.textContent = text;
  noteState.classList.toggle("bad", isBad);
}

export function showOverlays() {
  document.getElementById("overlays").replaceChildren(
    ...OVERLAYS.map((name) => {
      const box = element("input", { type: "checkbox", id: `over-${name}` });
      box.checked = overlays().has(name);
      box.addEventListener("change", () => toggleOverlay(name));
      return element("label", {}, box, ` ${word(name)}`);
    }),
  );
}

function overlays() {
  return new Set(get("over").split(",").filter(Boolean));
}

export function toggleOverlay(name) {
  const chosen = overlays();
  if (!chosen.delete(name)) chosen.add(name);
  set("over", [...chosen].join(","));
  showOverlays();
  drawStage();
}

// Show the selected face as it is now; after each build again, since its words or its row may have changed.
export async function inspect() {
  const data = face(get("face"));
  panel.hidden = data === null;
  document.body.classList.toggle("inspecting", data !== null);
  if (data === null) return;
  const side = data.side === "back" ? ` · ${word("back")}` : "";
  title.textContent = `${data.componentTitle}: ${data.card}${side}`;
  document.body.classList.toggle("large-face", data.trim[0] > LARGE);
  document.getElementById("open-picture").href = pictureAddress(data.picture);
  if (details?.id !== data.id) {
    panel.scrollTop = 0;
    document.getElementById("fields").replaceChildren();
  }
  showNote(data);
  showFaceMessages();
  drawStage();
  const answer = await fetch(`face.json?${viewQuery({ face: data.id })}`);
  if (!answer.ok || get("face") !== data.id) return;
  details = { id: data.id, ...(await answer.json()) };
  drawStage();
  showFields();
}

export function showFaceMessages() {
  const own = messagesOf(get("face"));
  document.getElementById("face-messages").replaceChildren(
    ...(own.length ? [element("ol", {}, ...own.map(messageItem))] : []),
  );
}

export function close() {
  set("face", "");
  chosenText = -1;
  originList.replaceChildren();
  inspect();
}

export function forgetOrigins() {
  chosenText = -1;
  originList.replaceChildren();
}

function drawStage() {
  const data = face(get("face"));
  if (data === null) return;
  const shown = overlays();
  const width = Math.max(180, stage.clientWidth - 2);
  const showsBleed = shown.has("bleed");
  const [x, y, fullWidth, fullHeight] = showsBleed ? data.bounds : [0, 0, ...data.trim];
  const scale = Math.min(width / fullWidth, (0.62 * innerHeight) / fullHeight);
  let frame = stage.querySelector(".frame");
  if (!frame) {
    frame = element("div", { class: "frame" }, element("img", { alt: "", draggable: "false" }));
    stage.append(frame);
  }
  const image = frame.querySelector("img");
  const before = shown.has("earlier") && data.earlier;
  const address = pictureAddress(before ? data.earlier : data.picture);
  if (!image.src.endsWith(address)) image.src = address;
  image.alt = title.textContent;
  placePicture(frame, image, [fullWidth, fullHeight], [data.bounds[0] - x, data.bounds[1] - y, data.bounds[2], data.bounds[3]], scale);
  frame.querySelector("svg")?.remove();
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("viewBox", `${x} ${y} ${fullWidth} ${fullHeight}`);
  if (shown.has("trim")) addShape(layer, "trim", data, 0);
  if (shown.has("safe")) addShape(layer, "safe", data, details?.safe ?? 3);
  if (details?.id === data.id) details.texts.forEach((text, index) => addText(layer, text, index, shown.has("type")));
  frame.append(layer);
}

function addShape(layer, kind, data, inset) {
  const [width, height] = data.trim;
  const round = data.cut === "circle";
  const shape = document.createElementNS(SVG, round ? "ellipse" : "rect");
  const values = round
    ? { cx: width / 2, cy: height / 2, rx: width / 2 - inset, ry: height / 2 - inset }
    : { x: inset, y: inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) };
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, value);
  shape.setAttribute("class", `line ${kind}`);
  layer.append(shape);
}

function addText(layer, text, index, showsSize) {
  const [left, top, right, bottom] = text.box;
  const box = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) box.setAttribute(name, value);
  box.setAttribute("class", index === chosenText ? "text chosen" : "text");
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "button");
  box.setAttribute("aria-label", text.text);
  box.addEventListener("click", () => showOrigins(index));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.stopPropagation();
      showOrigins(index);
    }
  });
  layer.append(box);
  if (!showsSize) return;
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("x", right);
  label.setAttribute("y", top);
  label.setAttribute("class", "points");
  label.textContent = `${text.points} pt`;
  layer.append(label);
}

async function showOrigins(index) {
  chosenText = index;
  drawStage();
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

// Notes are kept by the name that messages give to a face: it stays the same in every language.

function noteName(data) {
  return `${document.body.dataset.game}/${data.id}`;
}

function showNote(data) {
  if (document.activeElement === noteArea && noteArea.dataset.face === noteName(data)) return;
  noteArea.dataset.face = noteName(data);
  noteArea.value = unsaved.get(noteName(data)) ?? notes.find((note) => note.face === noteName(data))?.text ?? "";
  tellNote("");
}

// A note is saved while it is written, and again when the server is back.
const PAUSE = 500;
const unsaved = new Map();
let timer = 0;

noteArea.addEventListener("input", () => {
  unsaved.set(noteArea.dataset.face, noteArea.value);
  tellNote(word("saving"));
  clearTimeout(timer);
  timer = setTimeout(saveNotes, PAUSE);
});
noteArea.addEventListener("change", saveNotes);
addEventListener("pagehide", saveNotes);

export async function saveNotes() {
  clearTimeout(timer);
  for (const [name, text] of [...unsaved]) {
    try {
      const answer = await fetch("notes.json", { method: "POST", body: JSON.stringify({ face: name, text }), keepalive: true });
      const data = await answer.json();
      if (!answer.ok) {
        tellNote(faults(data), true);
        return;
      }
      if (unsaved.get(name) === text) unsaved.delete(name);
      notes = data;
      tellNote(word("saved"));
    } catch {
      tellNote(word("not-saved"), true);
      return;
    }
  }
}

addEventListener("resize", drawStage);
