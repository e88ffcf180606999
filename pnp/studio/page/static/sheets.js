// Sheets as they will be printed: front and back beside each other, or the back laid over its front.

import { get, set, viewQuery } from "./address.js";
import { element, word } from "./words.js";

const place = document.getElementById("sheets");
let shownName = "";

export async function showSheets() {
  if (get("show") !== "sheets") return;
  const query = viewQuery();
  if (!shownName) place.replaceChildren(element("p", { class: "quiet", text: word("drawing") }));
  const answer = await fetch(`sheets.json?${query}`);
  if (query !== viewQuery() || get("show") !== "sheets") return;
  const data = await answer.json();
  if (!answer.ok) {
    place.replaceChildren(...data.errors.map((error) => element("p", { class: "bad", text: `${error.place} ${error.message}` })));
    shownName = "";
    return;
  }
  if (data.name === shownName && place.dataset.over === get("laid")) return;
  shownName = data.name;
  place.dataset.over = get("laid");
  place.replaceChildren(overToggle(), ...sheetsOf(data).map((sheet) => drawSheet(sheet, data)));
}

export function forgetSheets() {
  shownName = "";
}

function sheetsOf(data) {
  const sheets = new Map();
  for (const page of data.pages) sheets.set(page.sheet, [...(sheets.get(page.sheet) ?? []), page]);
  return [...sheets.values()];
}

function overToggle() {
  const box = element("input", { type: "checkbox" });
  box.checked = get("laid") === "1";
  box.addEventListener("change", () => {
    set("laid", box.checked ? "1" : "");
    showSheets();
  });
  return element("label", { class: "toggle" }, box, ` ${word("laid-over")}`);
}

function drawSheet(pages, data) {
  const over = get("laid") === "1" && pages.length === 2;
  const pictures = pages.map((page, index) => {
    const image = element("img", {
      src: `sheet/${data.name}/${page.number}.png`,
      alt: `${word("page")} ${page.number}, ${word(page.side === "back" ? "back" : "front")}`,
      loading: "lazy",
      decoding: "async",
      width: Math.round(page.size[0] * 2),
      height: Math.round(page.size[1] * 2),
    });
    if (over && index === 1) image.className = `laid ${data.flip === "short" ? "flip-short" : "flip-long"}`;
    return image;
  });
  const numbers = pages.map((page) => page.number).join(", ");
  return element("figure", { class: over ? "sheet over" : "sheet" }, element("figcaption", { text: `${word("sheet")} ${pages[0].sheet} · ${word(pages.length > 1 ? "pages" : "page")} ${numbers}` }), element("div", {}, ...pictures));
}
