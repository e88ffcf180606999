// Examples of a game with rules: what they say, which misreadings they rule out, what the last change did to them.

import { get, viewQuery } from "./address.js";
import { face, nameOf } from "./faces.js";
import { ask, refereePart, showReferee } from "./referee.js";
import { tableauParts } from "./tableau.js";
import { element, word } from "./words.js";

const place = document.getElementById("examples");
let open = () => {};

export function onOpenFace(handler) {
  open = handler;
}

export async function showExamples() {
  if (get("show") !== "examples") return;
  const query = viewQuery();
  const answer = await fetch(`examples.json?${query}`);
  if (!answer.ok || query !== viewQuery()) return;
  const data = await answer.json();
  showReferee(data);
  const parts = [refereePart];
  if (data.unkilled.length) {
    const rows = data.unkilled.map((one) => element("li", { class: one.is_lost ? "bad" : "" }, element("code", { text: one.id }), ` ${one.text}${one.is_lost ? ` · ${word("lost")}` : ""}`));
    parts.push(element("section", { class: "unkilled" }, element("h2", { text: word("unkilled") }), element("ul", {}, ...rows)));
  }
  parts.push(...data.examples.map(exampleItem));
  if (!data.examples.length) parts.push(element("p", { class: "quiet", text: word("no-examples") }));
  if (place.firstChild !== refereePart) place.replaceChildren(refereePart); // what is being written stays in its place
  while (place.lastChild !== refereePart) place.lastChild.remove();
  place.append(...parts.slice(1));
}

function exampleItem(example) {
  const kills = example.kills.map((one) => element("li", {}, element("code", { text: one.id }), ` ${one.text}`));
  const faces = example.faces.map((name) => element("button", { type: "button", class: "link", text: titleOf(name), onclick: () => open(name) }));
  return element(
    "article",
    { class: example.is_new ? "example new" : "example" },
    element("h2", {}, example.heading, example.is_new ? element("span", { class: "tag", text: word("new") }) : null),
    ...tableauParts(example),
    kills.length ? element("details", {}, element("summary", { text: word("rules-out", { n: kills.length }) }), element("ul", {}, ...kills)) : null,
    element("button", { type: "button", class: "link", text: word("ask-change"), onclick: () => askAbout(example) }),
    element("p", { class: "quiet" }, element("code", { text: example.id }), " ", ...(faces.length ? faces : [word("not-printed")])),
  );
}

function titleOf(name) {
  const data = face(name);
  return data === null ? name : `${data.componentTitle}: ${nameOf(data)}`;
}

function askAbout(example) {
  ask(example);
  refereePart.scrollIntoView({ block: "start" });
  refereePart.querySelector("select").focus({ preventScroll: true });
}
