// The focus stays where it is: parts of the page are made anew at every save, and what had the focus goes with them. Then
// the element that took its place gets it, else its neighbour, else the card that had it last.

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]";
const TYPED = "input[type=search], input[type=text], input[type=number], textarea"; // keys are letters there
const main = document.getElementById("main");
let last = null; // the element that has the focus, or had it until it was lost
let places = []; // where it stands: in each element with an id around it, from within
let lastCard = null;
let isLent = false; // the focus waits elsewhere for a part that is being made

document.addEventListener("focusin", ({ target }) => {
  last = target;
  places = [];
  for (let around = target.parentElement?.closest("[id]"); around; around = around.parentElement?.closest("[id]")) {
    places.push({ id: around.id, name: nameOf(target), index: inside(around, target).indexOf(target) });
  }
  if (target.closest(".face")) lastCard = target;
});
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { isLent = false; }, true);
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest(FOCUSABLE)) last = null; // a click on nothing takes the focus away
});

new MutationObserver(() => {
  if (last === null || (isUsable(last) && document.activeElement === last)) return;
  const isLost = !isUsable(last) || document.activeElement === document.body;
  if (isLost || isLent) restore();
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled"] });

function restore() {
  const next = isUsable(last) ? last : successor(places);
  if (next === null && isLent && document.activeElement !== document.body) return;
  const kept = [last, places];
  isLent = next === null && places.some(({ id }) => isFilledLater(document.getElementById(id)));
  (next ?? refuge()).focus({ preventScroll: true });
  if (isLent) [last, places] = kept;
}

function successor(steps) {
  for (const { id, name, index } of steps) {
    const around = document.getElementById(id);
    if (around === null || around.closest("[hidden]")) continue;
    const items = inside(around, last);
    const alike = items.filter((item) => nameOf(item) === name).sort((a, b) => Math.abs(items.indexOf(a) - index) - Math.abs(items.indexOf(b) - index));
    const next = alike[0] ?? items[Math.min(index, items.length - 1)];
    if (next) return next;
    if (isFilledLater(around)) return null;
  }
  return null;
}

// A tab is filled when its data come.
function isFilledLater(around) {
  return around !== null && !around.closest("[hidden]") && around.closest("[role=tabpanel]") !== null;
}

// What can have the focus in a part of the page. A field to write in takes the place of no button.
function inside(around, other) {
  const items = [...around.querySelectorAll(FOCUSABLE)].filter((item) => item.tabIndex >= 0 && isUsable(item));
  return other.matches(TYPED) ? items : items.filter((item) => !item.matches(TYPED));
}

function isUsable(item) {
  return item.isConnected && !item.disabled && !item.closest("[hidden]");
}

function nameOf(item) {
  return item.id || item.dataset.face || item.dataset.go || item.getAttribute("aria-label") || item.textContent;
}

function refuge() {
  return lastCard !== null && isUsable(lastCard) ? lastCard : main;
}

// The face that has the focus, or had it last; empty for none.
export function lastFace() {
  return lastCard?.dataset.face ?? "";
}

// Leave a field to write in, for the card that had the focus last.
export function leaveField() {
  refuge().focus({ preventScroll: true });
}
