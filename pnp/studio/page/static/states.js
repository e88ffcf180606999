// A wall of states: one face in every language, ink and sight, and the faces with the longest and the shortest text.

import { get, viewQuery } from "./address.js";
import { allFaces, face, nameOf, pictureAddress, placePicture } from "./faces.js";
import { element, word } from "./words.js";

const place = document.getElementById("states");
const PIXELS_PER_MM = 2.6;
const SIGHTS = ["normal", "grey", "protan", "deutan", "tritan"];
const INKS = [["saver", ""], ["outline", ""], ["full", "1"]];
let shownFor = "";

export function forgetStates() {
  shownFor = "";
}

export async function showStates(kit) {
  if (get("show") !== "states" || kit === null) return;
  const data = face(get("face")) ?? allFaces()[0];
  const key = `${kit.revision} ${data?.id} ${viewQuery()}`;
  if (!data || key === shownFor) return;
  shownFor = key;
  const wall = element("div", { class: "grid wall" });
  place.replaceChildren(element("h2", { text: `${data.componentTitle}: ${nameOf(data)}` }), wall);
  for (const sight of SIGHTS) wall.append(stateItem(word(`sight-${sight}`), data, sight));
  await addLengths(wall, data, key);
  for (const { label, query } of otherViews(kit)) {
    const item = element("figure", { class: "state" }, element("figcaption", { text: label }), element("p", { class: "quiet", text: word("drawing") }));
    wall.append(item);
    const drawn = await drawElsewhere(query, data.id);
    if (key !== shownFor) return;
    item.replaceWith(drawn ? stateItem(label, drawn, "normal") : stateNote(label, word("not-there")));
  }
}

function otherViews(kit) {
  const languages = (kit.languages ?? []).filter((tag) => tag !== kit.language).map((tag) => ({ label: tag, query: viewQuery({ lang: tag }) }));
  const players = (kit.players ?? []).filter((n) => String(n) !== get("players")).map((n) => ({ label: `${word("players")}: ${n}`, query: viewQuery({ players: n }) }));
  const inks = INKS.filter(([ink, grey]) => ink !== get("ink") || grey !== get("grey")).map(([ink, grey]) => ({
    label: word(grey ? "ink-grey" : `ink-${ink}`),
    query: viewQuery({ ink, ...(grey ? { grey } : {}) }),
  }));
  return [...languages, ...inks, ...players];
}

async function addLengths(wall, data, key) {
  const answer = await fetch(`texts.json?${viewQuery()}`);
  if (!answer.ok || key !== shownFor) return;
  const texts = await answer.json();
  const length = (one) => texts[one.id]?.printed.join("").length ?? 0;
  const alike = allFaces().filter((one) => one.component === data.component && one.side === data.side && one.id !== data.id);
  const sorted = alike.sort((a, b) => length(a) - length(b));
  if (!sorted.length) return;
  wall.append(stateItem(`${word("shortest")}: ${sorted[0].card}`, sorted[0], "normal"));
  if (sorted.length > 1) wall.append(stateItem(`${word("longest")}: ${sorted.at(-1).card}`, sorted.at(-1), "normal"));
}

// Draw a face of another view: its events say when the view is complete. Gives null if it has no such face.
function drawElsewhere(query, id) {
  return new Promise((resolve) => {
    const stream = new EventSource(`events?${query}`);
    const end = (value) => {
      stream.close();
      resolve(value);
    };
    stream.addEventListener("error", () => end(null));
    stream.addEventListener("message", async (event) => {
      const news = JSON.parse(event.data);
      if (!news.complete && !news.failed) return;
      const answer = news.failed ? null : await fetch(`kit.json?${query}`);
      const kit = answer?.ok ? await answer.json() : { components: [] };
      end(kit.components.flatMap((component) => component.faces).find((one) => one.id === id) ?? null);
    });
  });
}

function stateItem(label, data, sight) {
  const image = element("img", { alt: label, decoding: "async", src: pictureAddress(data.picture) });
  const frame = element("span", { class: "frame" }, image);
  placePicture(frame, image, data.trim, data.bounds, PIXELS_PER_MM * Math.min(1, 130 / Math.max(...data.trim)));
  return element("figure", { class: `state seen-${sight}` }, element("figcaption", { text: label }), frame);
}

function stateNote(label, text) {
  return element("figure", { class: "state" }, element("figcaption", { text: label }), element("p", { class: "quiet", text }));
}
