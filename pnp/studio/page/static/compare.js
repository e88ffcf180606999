// The enlarged face beside an earlier one: before its last change, or as it was printed.

import { get, set, setSoon, viewQuery } from "./address.js";
import { pictureAddress } from "./faces.js";
import { changeOf, comparedWith } from "./messages.js";
import { element, word } from "./words.js";

const WAYS = ["lay", "blink", "slide"];
const other = element("img", { alt: "", class: "other", draggable: "false", hidden: true });
const seam = element("span", { class: "seam", hidden: true });
const labels = element("div", { class: "sides", hidden: true });
const stage = document.getElementById("stage");
stage.append(labels);
const choice = document.getElementById("compare-with");
const ways = document.getElementById("compare-how");
const slider = document.getElementById("compare-at");
const reasons = document.getElementById("compare-why");
const bar = document.getElementById("compare");
let redraw = () => {};

export function onCompare(handler) {
  redraw = handler;
}

// Earlier faces of a face that there are: of this session, or of the printed kit.
function sources(data) {
  return [...(data.earlier ? ["earlier"] : []), ...(changeOf(data)?.status === "changed" ? ["printed"] : [])];
}

function chosen(data) {
  return sources(data).includes(get("with")) ? get("with") : "";
}

export function endCompare() {
  set("with", "");
}

// B: compare with the first earlier face, or end it. Gives false if there is no earlier face.
export function toggleCompare(data) {
  if (data === null || !sources(data).length) return false;
  set("with", chosen(data) ? "" : sources(data)[0]);
  redraw();
  return true;
}

export function showCompare(data) {
  const offered = sources(data);
  bar.hidden = offered.length === 0;
  choice.replaceChildren(...["", ...offered].map((name) => element("option", { value: name, text: name === "printed" ? comparedWith() : word(`with-${name || "nothing"}`) })));
  choice.value = chosen(data);
  const isOn = chosen(data) !== "";
  ways.hidden = !isOn;
  ways.replaceChildren(...WAYS.map((way) => element("button", { type: "button", class: "chip", "aria-pressed": String(way === get("how")), text: word(`how-${way}`), onclick: () => choose("how", way) })));
  slider.hidden = !isOn || get("how") === "blink";
  slider.value = get("at");
  slider.setAttribute("aria-label", word(get("how") === "slide" ? "seam" : "opacity"));
  labels.hidden = !isOn;
  const name = chosen(data) === "printed" ? comparedWith() : word("side-earlier");
  labels.replaceChildren(
    element("span", { class: "side earlier", text: get("how") === "lay" ? word("side-laid", { name, n: Math.round(Number(get("at"))) }) : name }),
    element("span", { class: "side now", text: word("side-now") }),
  );
  const why = chosen(data) === "printed" ? changeOf(data).reasons : [];
  reasons.replaceChildren(...why.map((text) => element("li", { lang: "en", text })));
}

// Lay the earlier face over the frame of the stage, which shows a part of the face in mm at a scale.
export function layOther(frame, data, [x, y], scale) {
  const name = chosen(data);
  stage.classList.toggle("blinks", name !== "" && get("how") === "blink");
  other.hidden = name === "";
  seam.hidden = name === "" || get("how") !== "slide";
  if (name === "") return;
  const isPrinted = name === "printed";
  const address = isPrinted
    ? `printed/${[data.component, data.card, data.side].map(encodeURIComponent).join("/")}.png?${viewQuery()}`
    : pictureAddress(data.earlier);
  if (other.getAttribute("src") !== address) other.src = address;
  const [left, top, width, height] = isPrinted ? [0, 0, ...data.trim] : data.bounds;
  for (const [key, length] of Object.entries({ left: left - x, top: top - y, width, height })) other.style[key] = `${length * scale}px`;
  const at = Number(get("at"));
  const cutOff = (left - x + width) * scale - (frame.clientWidth * at) / 100;
  other.style.opacity = get("how") === "lay" ? at / 100 : "";
  other.style.clipPath = seam.hidden ? "" : `inset(0 ${Math.max(0, cutOff)}px 0 0)`;
  seam.style.left = `${at}%`;
  if (other.parentNode !== frame) frame.append(other, seam);
}

function choose(key, value) {
  set(key, value);
  redraw();
}

choice.addEventListener("change", () => choose("with", choice.value));
slider.addEventListener("input", () => {
  setSoon("at", slider.value);
  redraw();
});
other.addEventListener("error", () => {
  other.hidden = seam.hidden = labels.hidden = true;
  reasons.replaceChildren(element("li", { class: "bad", text: word("not-whole") }));
});
