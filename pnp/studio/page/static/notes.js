// Notes on faces: they are saved while they are written, and the fourth tab lists all of them.

import { get } from "./address.js";
import { allFaces, face, nameOf, pictureAddress, placePicture } from "./faces.js";
import { element, word } from "./words.js";

const place = document.getElementById("notes");
const area = document.getElementById("note");
const state = document.getElementById("note-state");
const PAUSE = 500;
const THUMB = 72; // pixels
const unsaved = new Map();
let notes = [];
let timer = 0;
let open = () => {};
let changed = () => {};

export function onOpenNote(handler) {
  open = handler;
}

export function onNotes(handler) {
  changed = handler;
}

export async function loadNotes() {
  try {
    const answer = await fetch("notes.json");
    const data = await answer.json();
    if (answer.ok) notes = data;
    tell(answer.ok ? "" : faults(data), !answer.ok);
  } catch {
    tell(word("not-saved"), true);
  }
}

function faults(data) {
  return data.errors.map((error) => `${error.place} ${error.message}`).join(" ");
}

function tell(text, isBad = false) {
  state.textContent = text;
  state.classList.toggle("bad", isBad);
}

// Notes are kept by the name that messages give to a face: it stays the same in every language.
function keyOf(data) {
  return `${document.body.dataset.game}/${data.id}`;
}

export function noteOf(data) {
  return textOf(keyOf(data));
}

function textOf(name) {
  return unsaved.get(name) ?? notes.find((note) => note.face === name)?.text ?? "";
}

export function showNote(data) {
  if (document.activeElement === area && area.dataset.face === keyOf(data)) return;
  area.dataset.face = keyOf(data);
  area.value = noteOf(data);
  tell("");
}

area.addEventListener("input", () => {
  unsaved.set(area.dataset.face, area.value);
  tell(word("saving"));
  clearTimeout(timer);
  timer = setTimeout(saveNotes, PAUSE);
});
area.addEventListener("change", saveNotes);
addEventListener("pagehide", saveNotes);

// A note is saved while it is written, and again when the server is back.
export async function saveNotes() {
  clearTimeout(timer);
  for (const [name, text] of [...unsaved]) {
    try {
      const answer = await fetch("notes.json", { method: "POST", body: JSON.stringify({ face: name, text }), keepalive: true });
      const data = await answer.json();
      if (!answer.ok) {
        tell(faults(data), true);
        return;
      }
      if (unsaved.get(name) === text) unsaved.delete(name);
      notes = data;
      tell(word("saved"));
      changed();
    } catch {
      tell(word("not-saved"), true);
      return;
    }
  }
}

// All notes: those of this game in the order of the faces, those whose face is gone, and those of other games.

export async function showNotes() {
  if (get("show") !== "notes") return;
  await loadNotes();
  const game = document.body.dataset.game;
  const own = notes.filter((note) => note.face.startsWith(`${game}/`));
  const order = new Map(allFaces().map((data) => [data.id, data.order]));
  const idOf = (note) => note.face.slice(game.length + 1);
  const there = own.filter((note) => order.has(idOf(note))).sort((a, b) => order.get(idOf(a)) - order.get(idOf(b)));
  const gone = own.filter((note) => !order.has(idOf(note)));
  const others = notes.filter((note) => !own.includes(note));
  place.replaceChildren(
    ...group("", there.map((note) => noteItem(note, face(idOf(note))))),
    ...group(word("notes-gone"), gone.map((note) => noteItem(note, null))),
    ...group(word("notes-others"), others.map((note) => noteItem(note, null))),
    ...(notes.length ? [] : [element("p", { class: "quiet", text: word("no-notes") })]),
  );
}

function group(heading, items) {
  if (!items.length) return [];
  return [...(heading ? [element("h2", { text: heading })] : []), element("ul", { class: "note-list" }, ...items)];
}

function noteItem(note, data) {
  const text = element("p", { class: "note-text", text: note.text });
  if (data === null) return element("li", { class: "note gone" }, element("div", {}, element("p", {}, element("code", { text: note.face })), text));
  const image = element("img", { alt: "", loading: "lazy", decoding: "async", src: pictureAddress(data.picture) });
  const frame = element("span", { class: "frame" }, image);
  placePicture(frame, image, data.trim, data.bounds, THUMB / Math.max(...data.trim));
  const link = element("a", { href: `?face=${encodeURIComponent(data.id)}`, text: `${data.componentTitle}: ${nameOf(data)}` });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(data.id);
  });
  return element("li", { class: "note" }, frame, element("div", {}, element("p", {}, link), text));
}
