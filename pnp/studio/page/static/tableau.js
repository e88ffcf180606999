// An example in words: its rows of cards as a table, and its verdict.

import { element, word } from "./words.js";

const MARKS = { allowed: "✓ ", "not-allowed": "✗ ", out: "! " };

export function tableauParts({ rows, verdict, mark }) {
  const isLabelled = rows.some((row) => row.label);
  const lines = rows.map((row) =>
    element(
      "tr", { class: row.wins ? "wins" : "" },
      isLabelled ? element("th", { scope: "row", text: row.label }) : null,
      element("td", {}, ...row.cards.flatMap((card) => [cardPart(card), " "])),
      element("td", {}, row.note, row.wins ? element("span", { class: "tag good", text: word("wins") }) : ""),
    ),
  );
  return [
    ...(lines.length ? [element("table", { class: "tableau" }, element("tbody", {}, ...lines))] : []),
    element("p", { class: "verdict", text: `${MARKS[mark] ?? ""}${verdict}` }),
  ];
}

function cardPart({ text, counts }) {
  if (counts) return element("span", { class: "mini", text });
  return element("span", { class: "mini idle", title: word("not-counted") }, text, element("span", { class: "hidden", text: ` (${word("not-counted")})` }));
}
