// The enlarged face: what lies over it, how near it is looked at, and which part of it is seen.

import { get, set, setSoon } from "./address.js";
import { layOther, onCompare, showCompare } from "./compare.js";
import { pictureAddress, placePicture } from "./faces.js";
import { sizeLabels, sizeOf } from "./sizes.js";
import { element, word } from "./words.js";

const stage = document.getElementById("stage");
const OVERLAYS = ["trim", "bleed", "safe", "type"];
const SVG = "http://www.w3.org/2000/svg";
const NEAREST = 16;
const STEP = 1.25;
const REAL = 96 / 25.4; // pixels of a browser in a mm of paper
const LONGEST_TURN = 25; // of a wheel, in pixels: a mouse turns by 100, two fingers by 1 to 10
const LEAST_MOVE = 4; // pixels that make a drag of a click
const image = element("img", { alt: "", draggable: "false" });
const frame = element("div", { class: "frame" }, image);
const port = element("div", { class: "port", role: "group" }, frame);
stage.append(port);
let shown = null;
let choose = () => {};
let choosePoint = () => {};

export function onChooseText(handler) {
  choose = handler;
}

// A click beside all words, in mm on the face.
export function onChoosePoint(handler) {
  choosePoint = handler;
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

// Draw a face with its title, the words on it, if they are known, and the chosen ones.
export function drawStage(next = shown) {
  shown = next;
  if (shown === null) return;
  const { data, title, details, chosenText, chosenBox } = shown;
  const layers = overlays();
  const address = pictureAddress(data.picture);
  showCompare(data);
  if (!image.src.endsWith(address)) image.src = address;
  image.alt = title;
  port.setAttribute("aria-label", title);
  const box = placeFrame();
  frame.querySelector("svg")?.remove();
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("viewBox", box.join(" "));
  layer.addEventListener("click", (event) => {
    if (event.target.classList.contains("text")) return;
    const { left, top, width, height } = layer.getBoundingClientRect();
    choosePoint(box[0] + ((event.clientX - left) / width) * box[2], box[1] + ((event.clientY - top) / height) * box[3]);
  });
  if (chosenBox) addBox(layer, chosenBox);
  if (layers.has("trim")) addShape(layer, "trim", data, 0);
  if (layers.has("safe")) addShape(layer, "safe", data, details?.safe ?? 3);
  details?.texts.forEach((text, index) => addText(layer, text, index, index === chosenText));
  if (details && layers.has("type")) for (const label of sizeLabels(details.texts, box, fitOf(box))) addLabel(layer, label);
  frame.append(layer);
}

// Give the frame its size, and return the part of the face that it shows, in mm.
function placeFrame() {
  const { data } = shown;
  const box = shownBox();
  const [x, y, width, height] = box;
  const fit = fitOf(box);
  const level = zoom();
  const scale = fit * level;
  placePicture(frame, image, [width, height], [data.bounds[0] - x, data.bounds[1] - y, data.bounds[2], data.bounds[3]], scale);
  layOther(frame, data, box, scale);
  frame.style.setProperty("--mm", scale);
  port.style.height = `${height * fit + 4}px`;
  port.classList.toggle("near", level > 1);
  port.tabIndex = level > 1 ? 0 : -1;
  document.getElementById("zoom-now").textContent = `${Math.round((100 * scale) / REAL)} %`;
  document.getElementById("zoom-fit").setAttribute("aria-pressed", level === 1);
  document.getElementById("zoom-real").setAttribute("aria-pressed", Math.abs(scale / REAL - 1) < 0.005);
  document.getElementById("zoom-out").disabled = level <= least();
  document.getElementById("zoom-in").disabled = level >= NEAREST;
  return box;
}

// The part of the face that is shown, in mm: to the trim, or with the bleed.
function shownBox() {
  const { data } = shown;
  return overlays().has("bleed") ? data.bounds : [0, 0, ...data.trim];
}

// Pixels per mm that show all of a part of the face.
function fitOf([, , width, height]) {
  return Math.min(Math.max(180, stage.clientWidth - 4) / width, (0.62 * innerHeight) / height);
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

function addBox(layer, [x, y, width, height]) {
  for (const kind of ["art-ground", "art-chosen"]) {
    const shape = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x, y, width, height })) shape.setAttribute(name, value);
    shape.setAttribute("class", kind);
    layer.append(shape);
  }
}

function addText(layer, text, index, isChosen) {
  const [left, top, right, bottom] = text.box;
  const box = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) box.setAttribute(name, value);
  box.setAttribute("class", isChosen ? "text chosen" : "text");
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "button");
  box.setAttribute("aria-label", text.text);
  const size = document.createElementNS(SVG, "title");
  size.textContent = sizeOf(text);
  box.append(size);
  box.addEventListener("click", () => choose(index));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.stopPropagation();
      choose(index);
    }
  });
  layer.append(box);
}

function addLabel(layer, { words, x, y }) {
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("x", x);
  label.setAttribute("y", y);
  label.setAttribute("class", "points");
  label.textContent = words;
  layer.append(label);
}

// How near: 1 shows the whole face, "real" as large as it is printed. What lies under a point stays there.

function zoom() {
  const wanted = get("near") === "real" ? real() : Number(get("near")) || 1;
  return Math.min(NEAREST, Math.max(least(), wanted));
}

function real() {
  return REAL / fitOf(shownBox());
}

function least() {
  return Math.min(1, real());
}

function zoomTo(wanted, point = middle()) {
  if (shown === null) return;
  const before = frame.getBoundingClientRect();
  const [across, down] = [(point.x - before.left) / before.width, (point.y - before.top) / before.height];
  setSoon("near", wanted === "real" ? wanted : String(Number(Math.min(NEAREST, Math.max(least(), wanted)).toFixed(3))));
  placeFrame();
  const after = frame.getBoundingClientRect();
  port.scrollLeft += after.left + across * after.width - point.x;
  port.scrollTop += after.top + down * after.height - point.y;
}

function middle() {
  const { left, top, width, height } = port.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

export function zoomStage(steps) {
  if (steps === 0 || steps === "real") zoomTo(steps === 0 ? 1 : steps);
  else if (shown !== null) zoomTo(zoom() * STEP ** steps);
}

port.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const turn = event.deltaY * (event.deltaMode === 0 ? 1 : 16);
    zoomTo(zoom() * Math.exp(-0.01 * Math.min(LONGEST_TURN, Math.max(-LONGEST_TURN, turn))), event);
  },
  { passive: false },
);

// A drag moves the face. Fingers move it by themselves.
let grip = null;

port.addEventListener("pointerdown", (event) => {
  if (event.button === 0 && event.pointerType !== "touch" && zoom() > 1) grip = { x: event.clientX, y: event.clientY, left: port.scrollLeft, top: port.scrollTop, moves: false };
});
port.addEventListener("pointermove", (event) => {
  if (grip === null) return;
  const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
  if (!grip.moves && Math.hypot(x, y) < LEAST_MOVE) return;
  if (!grip.moves) port.setPointerCapture(event.pointerId);
  grip.moves = true;
  port.classList.add("moves");
  port.scrollLeft = grip.left - x;
  port.scrollTop = grip.top - y;
});
for (const name of ["pointerup", "pointercancel"]) {
  port.addEventListener(name, () => {
    grip = null;
    port.classList.remove("moves");
  });
}

for (const [name, steps] of [["zoom-out", -1], ["zoom-fit", 0], ["zoom-real", "real"], ["zoom-in", 1]]) {
  document.getElementById(name).addEventListener("click", () => zoomStage(steps));
}

addEventListener("resize", () => drawStage());
onCompare(() => drawStage());
