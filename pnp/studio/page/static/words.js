// Words of the page in the language of the reader.

import { get } from "./address.js";

let tables = { en: {}, ja: {} };

export async function loadWords() {
  tables = await (await fetch("words.json")).json();
}

export function language() {
  return get("ui") || (navigator.language.startsWith("ja") ? "ja" : "en");
}

export function word(key, values = {}) {
  const text = tables[language()][key] ?? tables.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function counted(key, n, values = {}) {
  return word(n === 1 ? `${key}-one` : `${key}-many`, { n, ...values });
}

export function wordPage() {
  document.documentElement.lang = language();
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-word-title]")) element.title = word(element.dataset.wordTitle);
  for (const element of document.querySelectorAll("[data-word-placeholder]")) element.placeholder = word(element.dataset.wordPlaceholder);
  for (const element of document.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", word(element.dataset.wordLabel));
    element.title = word(element.dataset.wordLabel);
  }
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}
