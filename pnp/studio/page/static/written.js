// The files that the buttons of the head write: where they lie, or why there are none. A message of its own, so that
// the head goes on telling changes and warnings.

import { viewQuery } from "./address.js";
import { currentMessages, unfold } from "./messages.js";
import { counted, element, word } from "./words.js";

const box = document.getElementById("written");
const buttons = [...document.querySelectorAll("[data-write]")];
const COPIED = 1500;

function show(...parts) {
  const end = element("button", { type: "button", class: "close", "aria-label": word("close"), title: word("close"), text: "×", onclick: () => { box.hidden = true; } });
  box.replaceChildren(element("div", {}, ...parts), end);
  box.hidden = false;
}

// Errors of the kit stand in their panel already.
function referToErrors(count) {
  unfold();
  document.getElementById("problems").focus({ preventScroll: true });
  show(element("p", { class: "bad refers", text: counted("not-written", count) }));
}

// Called when the errors are mended.
export function endReference() {
  if (box.querySelector(".refers")) box.hidden = true;
}

async function write(what) {
  if (buttons[0].hasAttribute("aria-disabled")) return;
  const errors = currentMessages().errors.length;
  if (errors) {
    referToErrors(errors);
    return;
  }
  for (const button of buttons) button.setAttribute("aria-disabled", "true"); // it keeps the focus
  show(element("p", { text: word("writing") }));
  try {
    const answer = await fetch(`write?${viewQuery()}`, { method: "POST", body: JSON.stringify({ what }) });
    const data = await answer.json();
    if (answer.ok) showFiles(data);
    else show(...data.errors.map(faultItem));
  } catch {
    show(element("p", { class: "bad", text: word("disconnected") }));
  } finally {
    for (const button of buttons) button.removeAttribute("aria-disabled");
  }
}

function faultItem(fault) {
  return element("div", {}, element("p", { class: "bad", lang: "en", text: fault.message }), element("p", { class: "fix", lang: "en", text: [fault.place, fault.hint].filter(Boolean).join(" · ") }));
}

function showFiles({ folder, files }) {
  const copy = element("button", { type: "button", text: word("copy-path") });
  const path = files.length === 1 ? files[0].path : folder;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(path);
    copy.textContent = word("copied");
    setTimeout(() => { copy.textContent = word("copy-path"); }, COPIED);
  });
  const links = files.map((file) => element("li", {}, element("a", { href: file.address, target: "_blank", rel: "noopener", text: file.name })));
  show(
    element("p", { class: "quiet", text: word("written") }),
    element("ul", {}, ...links),
    element("p", { class: "path" }, element("code", { text: path }), copy),
  );
}

for (const button of buttons) button.addEventListener("click", () => write(button.dataset.write));
