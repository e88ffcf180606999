// Sheets as they will be printed: front and back beside each other, or the back laid over its front.

import { get, set, viewQuery } from "./address.js";
import { currentMessages } from "./messages.js";
import { element, word } from "./words.js";

const place = document.getElementById("sheets");
const PIXELS_PER_MM = 2;
const FEW = 3; // sheets that need no number to go to
let shownFor = ""; // the sheets that stand there: all of them but their pictures
let wanted = 0; // number of the last question for sheets
let shownData = null;
let jump = null;
const near = new Set(); // pages near the view

// Show the sheets of a kit. Until its first one is complete, its faces are counted.
export async function showSheets(kit) {
  if (get("show") !== "sheets") return;
  const count = (kit?.components ?? []).reduce((sum, component) => sum + component.faces.length, 0);
  const progress = kit?.complete ? word("laying") : count ? word("drawn-so-far", { n: count }) : word("drawing");
  if (!shownFor) place.replaceChildren(element("p", { class: "quiet", role: "status", text: progress }));
  if (kit === null || (!kit.complete && !currentMessages().errors.length)) return;
  const question = (wanted += 1);
  const answer = await fetch(`sheets.json?${viewQuery()}`).catch(() => null);
  if (!answer) return; // the server is gone: the next kit asks again
  const data = await answer.json();
  if (question !== wanted || get("show") !== "sheets") return;
  if (!answer.ok) {
    place.replaceChildren(...data.errors.map((error) => element("p", { class: "bad", lang: "en", text: `${error.place} ${error.message}` })));
    shownFor = "";
  } else if (data.pages.length) {
    showPages(data);
  }
}

// Show the sheets in another size. The one that is seen stays in view.
export function resizeSheets() {
  const figure = place.querySelectorAll(".sheet")[seenSheet()];
  const part = figure ? figure.getBoundingClientRect() : null;
  place.style.setProperty("--zoom", get("zoom"));
  if (!part || get("show") !== "sheets") return;
  const top = place.querySelector(".sheet-bar").getBoundingClientRect().bottom;
  const { top: start, height } = figure.getBoundingClientRect();
  const hidden = top - part.top; // pixels of the sheet above the view, or below its edge
  scrollBy(0, start - top + (hidden > 0 ? (hidden / part.height) * height : hidden));
}

export function forgetSheets() {
  shownFor = "";
}

// Pages that stand there already only get their new pictures, so that the view stays where it is.
function showPages(data) {
  shownData = data;
  const key = JSON.stringify([get("laid"), document.documentElement.lang, data.flip, data.stale, data.pages.map((page) => ({ ...page, picture: "" }))]);
  if (key === shownFor) {
    const pages = new Map(data.pages.map((page) => [String(page.number), page]));
    for (const part of place.querySelectorAll(".page")) setPicture(part, pages.get(part.dataset.number));
    return;
  }
  shownFor = key;
  const sheets = sheetsOf(data);
  jump = null;
  nearness.disconnect();
  near.clear();
  const note = data.stale ? element("p", { class: "bad", role: "status", text: word("stale-sheets") }) : "";
  place.replaceChildren(bar(sheets), note, ...sheets.map((sheet) => drawSheet(sheet, data)));
}

// A page in view keeps its picture until the next one is there. A far one waits until it comes near.
function setPicture(part, page) {
  const image = part.querySelector("img");
  const address = `sheet/${page.picture}.png`;
  if (image.dataset.address === address) return;
  image.dataset.address = address;
  if (near.has(part)) {
    image.src = address;
  } else {
    image.removeAttribute("src");
    part.classList.add("waits");
  }
}

function sheetsOf(data) {
  const sheets = new Map();
  for (const page of data.pages) sheets.set(page.sheet, [...(sheets.get(page.sheet) ?? []), page]);
  return [...sheets.values()];
}

function bar(sheets) {
  const box = element("input", { type: "checkbox" });
  box.checked = get("laid") === "1";
  box.addEventListener("change", () => {
    set("laid", box.checked ? "1" : "");
    showPages(shownData);
  });
  const toggle = element("label", { class: "toggle" }, box, ` ${word("laid-over")}`);
  return element("div", { class: "sheet-bar" }, sheets.length > FEW ? jumpPart(sheets) : null, toggle);
}

// The number of the sheet that is seen; another one leads there.
function jumpPart(sheets) {
  jump = element("input", { type: "number", min: 1, max: sheets.length, value: 1, "aria-label": word("sheet") });
  jump.addEventListener("change", () => {
    const wanted = Math.min(sheets.length, Math.max(1, Math.round(Number(jump.value)) || 1));
    jump.value = wanted;
    place.querySelectorAll(".sheet")[wanted - 1].scrollIntoView({ block: "start" });
  });
  return element("label", { class: "field" }, word("sheet"), jump, word("of-sheets", { n: sheets.length }));
}

addEventListener("scroll", () => {
  if (jump === null || get("show") !== "sheets" || document.activeElement === jump) return;
  jump.value = seenSheet() + 1;
}, { passive: true });

// The place of the first sheet below the bar; -1 without sheets.
function seenSheet() {
  const figures = [...place.querySelectorAll(".sheet")];
  if (!figures.length) return -1;
  const top = place.querySelector(".sheet-bar").getBoundingClientRect().bottom;
  const seen = figures.findIndex((figure) => figure.getBoundingClientRect().bottom > top);
  return seen < 0 ? figures.length - 1 : seen;
}

function drawSheet(pages, data) {
  const over = get("laid") === "1" && pages.length === 2;
  const parts = pages.map((page, index) => {
    const part = pagePart(page);
    if (over && index === 1) part.classList.add("laid", data.flip === "short" ? "flip-short" : "flip-long");
    return part;
  });
  const numbers = pages.map((page) => page.number).join(", ");
  const caption = `${word("sheet")} ${pages[0].sheet} · ${word(pages.length > 1 ? "pages" : "page")} ${numbers}`;
  return element("figure", { class: over ? "sheet over" : "sheet" }, element("figcaption", { text: caption }), element("div", {}, ...parts));
}

// A page is drawn when it comes near, and asked for no longer when it has gone by: so that a far one comes at once.
function pagePart(page) {
  const image = element("img", { alt: `${word("page")} ${page.number}, ${word(page.side === "back" ? "back" : "front")}`, decoding: "async" });
  const part = element("span", { class: "page" }, element("span", { class: "quiet", "aria-hidden": "true", text: word("drawing") }), image);
  part.dataset.number = page.number;
  setPicture(part, page);
  part.style.setProperty("--width", `${Math.round(page.size[0] * PIXELS_PER_MM)}px`);
  part.style.setProperty("--shape", `${page.size[0]} / ${page.size[1]}`);
  image.addEventListener("load", () => part.classList.remove("waits"));
  nearness.observe(part);
  return part;
}

const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const image = target.querySelector("img");
      if (isIntersecting) near.add(target);
      else near.delete(target);
      if (isIntersecting) image.src = image.dataset.address;
      else if (target.classList.contains("waits")) image.removeAttribute("src");
    }
  },
  { rootMargin: "500px 0px" },
);
