// Faces by component. A face that stays keeps its place and its element, so that the view never moves by itself.

import { get } from "./address.js";
import { counted, element, word } from "./words.js";

const PIXELS_PER_MM = 2.6;
const ON_A_PHONE = 2.2; // two cards beside each other
const NAME_HEIGHT = 40;
const LEAST_WIDTH = 84; // of a face with its name, as in studio.css
const main = document.getElementById("faces");
const nav = document.getElementById("component-list");
const jump = document.getElementById("jump");
const sections = new Map();
const cells = new Map();
let wasComplete = false; // the faces of the first kit are not changed, though they come one after the other
let settledBuild = 0; // number of the last build that was shown to its end
let isOther = false; // a kit of another view comes: until it is complete, faces of the one before stay
let open = () => {};

export function onOpen(handler) {
  open = handler;
}

export function allFaces() {
  return [...cells.values()].map((cell) => cell.data).sort((a, b) => a.order - b.order);
}

export function shownFaces() {
  return allFaces().filter((data) => !cells.get(data.id).item.hidden);
}

// Show the faces that a test finds, or all of them, and count them by component.
export function showOnly(test) {
  const counts = new Map();
  for (const { data, item } of cells.values()) {
    item.hidden = test !== null && !test(data);
    if (!item.hidden) counts.set(data.component, (counts.get(data.component) ?? 0) + 1);
  }
  for (const [id, section] of sections) {
    const count = counts.get(id) ?? 0;
    section.element.hidden = section.entry.hidden = count === 0;
    section.count.textContent = count === section.total ? countOf(section) : `${count} / ${section.total}`;
  }
}

function countOf({ total, backs }) {
  return backs ? counted("with-backs", backs, { fronts: total - backs }) : total;
}

// The name of a face among those of its component. A back of several cards belongs to none of them.
export function nameOf(data) {
  if (data.side !== "back") return data.card;
  return data.isShared ? word("back") : `${data.card} · ${word("back")}`;
}

export function face(id) {
  return cells.get(id)?.data ?? null;
}

export function cellOf(id) {
  return cells.get(id)?.element ?? null;
}

export function pictureAddress(name) {
  return `picture/${name}.svg`;
}

// The next kit is that of another view: its faces are not changes of those that are shown.
export function expectOtherKit() {
  isOther = cells.size > 0;
}

export function expectsOtherKit() {
  return isOther;
}

// Mark the changed faces, and no others.
export function markChanged(ids) {
  mark("changed", ids, () => word("is-changed"));
}

// Mark the faces that differ from those of a file or a commit.
export function markDiffering(ids, against) {
  mark("differs", ids, () => word("differs", { against }));
}

// Mark faces with a class, and with words in their names.
function mark(name, ids, text) {
  const marked = new Set(ids);
  for (const [id, cell] of cells) {
    const isMarked = marked.has(id);
    if (cell.marks.has(name) === isMarked) continue;
    cell.element.classList.toggle(name, isMarked);
    if (isMarked) cell.marks.set(name, text);
    else cell.marks.delete(name);
    nameFace(cell);
  }
}

// Mark the faces that messages are about, with the worst of them, and count these faces in the list of components.
export function markMessages(severities) {
  const counts = new Map();
  for (const [id, cell] of cells) {
    const severity = severities.get(id) ?? "";
    if (cell.severity !== severity) {
      cell.severity = severity;
      for (const name of ["error", "warning"]) cell.element.classList.toggle(name, name === severity);
      nameFace(cell);
    }
    const key = `${cell.data.component} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [id, { marks }] of sections) {
    const found = ["error", "warning"].filter((severity) => counts.has(`${id} ${severity}`));
    marks.replaceChildren(...found.map((severity) => {
      const count = counts.get(`${id} ${severity}`);
      const text = counted(`faces-${severity}`, count);
      return element("span", { class: `mark ${severity}`, title: text }, element("span", { "aria-hidden": "true", text: String(count) }), element("span", { class: "hidden", text }));
    }));
  }
}

// Show the components of a kit. Returns the faces whose picture is new since the last build.
export function showKit(kit) {
  if (isOther && !kit.complete) {
    showKnown(kit);
    return [];
  }
  const seen = new Set();
  const changed = [];
  let order = 0;
  const shown = kit.components.filter((component) => component.faces.length > 0);
  for (const component of shown) {
    const section = sections.get(component.id) ?? makeSection(component);
    section.title.textContent = component.title;
    section.link.textContent = component.title;
    section.total = component.faces.length;
    section.backs = component.faces.filter((data) => data.side === "back").length;
    const copies = new Map(component.faces.filter((data) => data.side === "front").map((data) => [data.card, data.copies]));
    const list = [];
    for (const data of component.faces) {
      data.order = order++;
      data.component = component.id;
      data.componentTitle = component.title;
      data.isShared = data.side === "back" && data.copies !== copies.get(data.card);
      seen.add(data.id);
      const isNew = data.changed > settledBuild && (data.earlier !== "" || !cells.has(data.id));
      if (isNew && wasComplete && !isOther) changed.push(data.id);
      list.push(showFace(data));
    }
    arrange(section.list, list);
  }
  for (const id of [...cells.keys()]) if (!seen.has(id)) removeFace(id);
  for (const [id, section] of [...sections]) {
    if (!shown.some((component) => component.id === id)) {
      section.element.remove();
      section.entry.remove();
      sections.delete(id);
    }
  }
  arrange(main, shown.map((component) => sections.get(component.id).element));
  arrange(nav, shown.map((component) => sections.get(component.id).entry));
  fillJump();
  wasComplete ||= kit.complete;
  isOther &&= !kit.complete;
  if (kit.complete) settledBuild = kit.build;
  return changed;
}

// Show the faces of a part of a kit in the places that they have already.
function showKnown(kit) {
  for (const component of kit.components) {
    for (const data of component.faces) {
      const cell = cells.get(data.id);
      if (cell) showFace({ ...cell.data, ...data });
    }
  }
}

// Show the new pictures of a kit that is otherwise as it was. Returns the faces whose picture is new.
export function showChanges(kit) {
  const changes = new Map(kit.changes.map((data) => [data.id, data]));
  const changed = [];
  for (const [id, cell] of cells) {
    const data = changes.get(id);
    if (data === undefined) continue;
    if (data.changed > settledBuild && data.earlier !== "") changed.push(id);
    showFace({ ...cell.data, ...data });
  }
  if (kit.complete) settledBuild = kit.build;
  return changed;
}

function jumpTo(title) {
  title.scrollIntoView({ block: "start" });
  title.focus({ preventScroll: true });
}

// Where the window is too narrow for the list of components, a choice leads to them.
export function fillJump() {
  const options = [...main.children].map((part) => part.querySelector("h2")).map((title) => element("option", { value: title.id, text: title.textContent }));
  jump.replaceChildren(element("option", { value: "", text: word("jump") }), ...options);
}

jump.addEventListener("change", () => {
  jumpTo(document.getElementById(jump.value));
  jump.value = "";
});

function makeSection(component) {
  const title = element("h2", { id: `component-${component.id}`, tabindex: "-1" });
  const list = element("ul", { class: "grid" });
  const made = element("section", { class: "component", "aria-labelledby": title.id }, title, list);
  const link = element("a", { href: `#component-${component.id}` });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    jumpTo(title);
  });
  const marks = element("span", { class: "marks" });
  const count = element("span", { class: "count" });
  const entry = element("li", {}, link, marks, count);
  const section = { element: made, title, list, link, marks, count, entry, total: 0, backs: 0 };
  sections.set(component.id, section);
  return section;
}

function showFace(data) {
  let cell = cells.get(data.id);
  if (!cell) {
    const image = element("img", { alt: "", decoding: "async", draggable: "false" });
    const frame = element("span", { class: "frame" }, image);
    const name = element("span", { class: "name" });
    const mark = element("span", { class: "mark", "aria-hidden": "true", text: "!" });
    const difference = element("span", { class: "difference", "aria-hidden": "true", text: "≠" });
    const button = element("button", { type: "button", class: "face" }, frame, difference, mark, name);
    button.dataset.face = data.id;
    button.addEventListener("click", () => open(data.id));
    const item = element("li", {}, button);
    cell = { element: button, item, image, frame, name, data: null, isNear: false, severity: "", marks: new Map() };
    cells.set(data.id, cell);
    nearness.observe(item);
  }
  const before = cell.data;
  cell.data = data;
  if (before === null || before.trim.join() !== data.trim.join() || before.bounds.join() !== data.bounds.join()) {
    sizeFrame(cell);
  }
  wantPicture(cell);
  nameFace(cell);
  cell.element.classList.toggle("round", data.cut === "circle");
  return cell.item;
}

function nameFace({ data, element: button, name, severity, marks }) {
  const copies = data.copies > 1 ? ` × ${data.copies}` : "";
  const states = [...(severity ? [word(`has-${severity}`)] : []), ...[...marks.values()].map((text) => text())];
  name.textContent = `${nameOf(data)}${copies}`;
  button.title = [name.textContent, ...states].join(" · ");
  button.setAttribute("aria-label", `${data.componentTitle}: ${button.title}`);
}

export function nameFaces() {
  for (const cell of cells.values()) nameFace(cell);
}

// The frame shows the trim: what lies beyond it is cut off.
export function sizeFrame(cell) {
  const { trim, bounds } = cell.data;
  const pixels = innerWidth < 760 ? ON_A_PHONE : PIXELS_PER_MM;
  const scale = pixels * Math.min(1, 130 / Math.max(...trim)) * Number(get("zoom"));
  placePicture(cell.frame, cell.image, trim, bounds, scale);
  // The size of a face that is not painted: a guess would move the view.
  cell.item.style.containIntrinsicSize = `${Math.max(LEAST_WIDTH, trim[0] * scale + 14)}px ${trim[1] * scale + NAME_HEIGHT}px`;
}

export function placePicture(frame, image, trim, bounds, scale) {
  frame.style.width = `${trim[0] * scale}px`;
  frame.style.height = `${trim[1] * scale}px`;
  image.style.width = `${bounds[2] * scale}px`;
  image.style.height = `${bounds[3] * scale}px`;
  image.style.left = `${bounds[0] * scale}px`;
  image.style.top = `${bounds[1] * scale}px`;
}

// Pictures of faces near the view: to read one takes some milliseconds. The others are shown when they come near. A
// picture takes the place of another only when it is there, so that nothing flickers. Those that are there by then are
// shown together: for each frame the browser paints all pictures of a region anew, also those that stay.

const NEAR = "600px 0px";
const TOGETHER = 8; // pictures that are loaded at a time
const BETWEEN_FRAMES = 100; // milliseconds
const waiting = new Set();
const loading = new Set();
const loaded = new Map(); // addresses by cell
let isLoading = false;

const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const cell = cells.get(target.firstElementChild.dataset.face);
      if (!cell) continue;
      cell.isNear = isIntersecting;
      if (isIntersecting) wantPicture(cell);
      else waiting.delete(cell);
    }
  },
  { rootMargin: NEAR },
);

function wantPicture(cell) {
  if (!cell.isNear || cell.image.getAttribute("src") === pictureAddress(cell.data.picture)) return;
  waiting.add(cell);
  loadWaiting();
}

async function loadWaiting() {
  if (isLoading) return;
  isLoading = true;
  let shownAt = performance.now();
  while (waiting.size || loading.size || loaded.size) {
    for (const cell of nearestFirst().slice(0, TOGETHER - loading.size)) {
      waiting.delete(cell);
      const load = loadPicture(cell, pictureAddress(cell.data.picture)).then(() => loading.delete(load));
      loading.add(load);
    }
    if (loading.size) await Promise.race(loading);
    if ((waiting.size || loading.size) && performance.now() - shownAt < BETWEEN_FRAMES) continue;
    showLoaded();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    shownAt = performance.now();
  }
  isLoading = false;
}

function showLoaded() {
  for (const [cell, address] of loaded) if (pictureAddress(cell.data.picture) === address) cell.image.src = address;
  loaded.clear();
}

function nearestFirst() {
  const middle = innerHeight / 2;
  const distances = new Map([...waiting].map((cell) => [cell, Math.abs(cell.item.getBoundingClientRect().top - middle)]));
  return [...waiting].sort((a, b) => distances.get(a) - distances.get(b));
}

// A picture that cannot be loaded, of an earlier kit or without a server, is asked for again with the next kit.
function loadPicture(cell, address) {
  const isFirst = !cell.image.hasAttribute("src");
  const image = isFirst ? cell.image : new Image();
  return new Promise((resolve) => {
    image.onload = image.onerror = resolve;
    image.src = address;
  }).then((event) => {
    if (isFirst && event.type === "error") image.removeAttribute("src");
    const isWanted = pictureAddress(cell.data.picture) === address; // else a newer one may be there before this one
    if (!isFirst && event.type === "load" && isWanted) loaded.set(cell, address);
  });
}

addEventListener("resize", resizeAll);

export function resizeAll() {
  for (const cell of cells.values()) sizeFrame(cell);
}

function removeFace(id) {
  const cell = cells.get(id);
  nearness.unobserve(cell.item);
  waiting.delete(cell);
  cell.item.remove();
  cells.delete(id);
}

// Put children in order with as few moves as possible: most stand there already.
function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
