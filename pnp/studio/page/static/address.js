// State of the page in its address: what is shown, what is selected, what lies over it. It survives every update.

const DEFAULTS = { game: "", lang: "", players: "", ink: "full", grey: "", sight: "normal", zoom: "1", face: "", over: "trim", warnings: "", printed: "", show: "faces", laid: "", ask: "", with: "", how: "lay", at: "50", find: "", only: "", near: "1", ui: "" };
const STEPS = ["show", "face"]; // what the Back button of the browser goes through
const OF_THE_VIEW = ["game", "lang", "players", "ink", "grey"];

const state = { ...DEFAULTS };

export function readAddress() {
  const query = new URLSearchParams(location.search);
  for (const name of Object.keys(DEFAULTS)) state[name] = query.get(name) ?? DEFAULTS[name];
  return state;
}

export function get(name) {
  return state[name];
}

export function set(name, text) {
  const isStep = STEPS.includes(name) && state[name] !== text;
  state[name] = text;
  write(isStep);
}

// What changes with every letter or turn of the wheel: browsers refuse an address that changes that often.
const PAUSE = 200;
let timer = 0;

export function setSoon(name, text) {
  state[name] = text;
  clearTimeout(timer);
  timer = setTimeout(write, PAUSE, false);
}

function write(isStep) {
  clearTimeout(timer);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) if (value !== DEFAULTS[key]) query.set(key, value);
  const search = query.toString();
  const address = search ? `?${search}` : location.pathname;
  if (isStep) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

// The part of the state that the server has to know: which kit, and how it is printed.
export function viewQuery(more = {}) {
  const query = new URLSearchParams();
  for (const name of OF_THE_VIEW) if (state[name] && state[name] !== DEFAULTS[name]) query.set(name, state[name]);
  for (const [name, text] of Object.entries(more)) query.set(name, text);
  return query.toString();
}
