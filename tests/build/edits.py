"""A project of files, and edits of it as people make them: of a cell, a row, a template, words, the look, art, a
picture, a rule. Some make what cannot be built."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

Files = dict[str, "str | bytes"]

_GAMES = """\
[project]
card = "{card}"
bleed = "{bleed}"
language = "{language}"

[deck]
engine = "deck"
title = {{ en = "{title}", ja = "山札" }}

[deck.values]
hp = {hp}

[deck.decks]
cards = "cards.csv"

[deck.components]
cards = {{ kind = "cards", title = "cards", of = "cards", template = "card", back = "back" }}
tokens = {{ kind = "tokens", title = "tokens", template = "token", size = "18mm", copies = {tokens} }}
sheet = {{ kind = "page", title = "sheet", template = "sheet" }}

[rules]
extends = "shipped:red"
title = {{ en = "{title}", ja = "規則" }}
hand = {hand}
numbers = {numbers}
"""
_CARD = """\
{% import "parts.svg.j2" as parts with context %}
{% from "signs.svg.j2" import sign %}
<rect x="-3" y="-3" width="80" height="110" fill="{{ look.paper }}"/>
{{ line(card.name, 4, 12, SIZE, "strong") }}
{{ parts.worth(card.worth) }}
{% if card.kind == "fire" %}{{ sign(card.kind) }}{{ line(card.flavour, 4, 40, 3, "text") }}{% endif %}
{% if has_art(card.kind) %}{{ art(card.kind, 10, 44, 20) }}{% endif %}
{% if card.picture %}{{ image(card.picture, 5, 60, 10, 10) }}{% endif %}
{% include card.kind ~ ".svg.j2" ignore missing %}
{% if "bonus" in card %}{{ line("+" ~ card.bonus, 30, 50, 4, "text") }}{% endif %}
"""
_PARTS = """\
{% macro worth(number) %}
{{ line(w("card-worth", number=number), 4, 20, 3.2, "text") }}
{{ line(values.hp, 40, 20, 3, "text") }}
{% endmacro %}
"""
_SIGNS = """\
{% set called = w("sign") %}
{% macro sign(kind) %}{{ line(called ~ " " ~ kind, 4, 30, 3, "text") }}{% endmacro %}
"""
_BACK = """\
<rect x="-3" y="-3" width="80" height="110" fill="{{ look.dark }}"/>
{{ line(t(game.title), 5, 40, 4, "strong", fill="#ffffff") }}
"""
_SHEET = """\
{{ line("Sheet of " ~ t(game.title), 20, 30, 5, "strong") }}
{% for part in contents_of_kit() %}
{{ line(part.count ~ " " ~ part.id, 20, 35 + 5 * loop.index, 4, "text") }}
{% endfor %}
{% for card in game.decks.cards %}{{ line(card.fields.name, 100, 35 + 5 * loop.index, 3, "text") }}{% endfor %}
"""
_WORDS = """\
[en]
card-worth = "worth {number}"
sign = "sign of"

[ja]
card-worth = "値{number}"
sign = "しるし"
"""
_THEME = """\
[look]
paper = "#f4ead0"
dark = "#20304a"
"""
_ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v{depth}h-8z" fill="{ink}"/></svg>\n'
_NAMES = ("Ember", "Brook", "Gale", "Stone", "Lynx", "Åsa", "火の鳥", "Quartz", "Żubr", "1.0", "1")
_KINDS = ("fire", "water", "wind")


def picture(ink: str) -> bytes:
    """A small picture in one colour."""
    written = io.BytesIO()
    Image.new("RGB", (40, 40), ink).save(written, "PNG")
    return written.getvalue()


class Draft:
    """A project as it is edited: figures of the definition, rows of the cards, other files."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.said: dict[str, object] = {
            "card": "63mm x 88mm",
            "bleed": "0mm",
            "language": "en",
            "title": "Deck",
            "hp": "3",
            "tokens": 2,
            "hand": 7,
            "numbers": [1, 2, 3, 4, 5, 6, 7],
        }
        self.columns = ["name", "kind", "worth", "flavour", "picture", "unread"]
        self.rows = [self._row() for _ in range(chance.randrange(1, 12))]
        self.size = "5"
        self.files: Files = {
            "templates/deck/parts.svg.j2": _PARTS,
            "templates/deck/signs.svg.j2": _SIGNS,
            "templates/deck/back.svg.j2": _BACK,
            "templates/deck/token.svg.j2": '<circle cx="10" cy="10" r="6" fill="{{ look.dark }}"/>\n',
            "templates/deck/sheet.svg.j2": _SHEET,
            "templates/deck/words.toml": _WORDS,
            "templates/deck/theme.toml": _THEME,
            "templates/deck/art/fire.svg": _ART.format(depth=8, ink="#c03010"),
            "red.png": picture("#c02020"),
            "blue.png": picture("#2030c0"),
        }

    def _row(self) -> list[str]:
        of = self.chance.choice
        pictures = ("", "", "red.png", "blue.png")
        return [of(_NAMES), of(_KINDS), str(self.chance.randrange(10)), "It burns.", of(pictures), of(("", "x"))]

    def all_files(self) -> Mapping[str, str | bytes]:
        """Every file with its content."""
        table = "\n".join(",".join(row) for row in (self.columns, *self.rows))
        card = _CARD.replace("SIZE", self.size)
        return {
            **self.files,
            "games.toml": _GAMES.format(**self.said),
            "cards.csv": f"{table}\n",
            "templates/deck/card.svg.j2": card,
        }

    def edit(self) -> str:
        """Make one edit; returns what it was."""
        name, do = self.chance.choice(_EDITS)
        do(self)
        return name

    def cell(self) -> None:
        """Another text in one cell."""
        index = self.chance.randrange(len(self.columns))
        self.chance.choice(self.rows)[index] = self._row()[index % 6]

    def row(self) -> None:
        """A row more, or less, or elsewhere."""
        match self.chance.randrange(3):
            case 0:
                new = [*self._row(), *(["1"] * (len(self.columns) - 6))]
                self.rows.insert(self.chance.randrange(len(self.rows) + 1), new)
            case 1 if len(self.rows) > 1:
                self.rows.pop(self.chance.randrange(len(self.rows)))
            case _:
                self.chance.shuffle(self.rows)

    def column(self) -> None:
        """A column that a template asks for if it is there comes or goes."""
        if "bonus" in self.columns:
            self.columns.pop()
            for row in self.rows:
                row.pop()
        else:
            self.columns.append("bonus")
            for row in self.rows:
                row.append("1")

    def figure(self) -> None:
        """Another figure of the definition."""
        name, choices = self.chance.choice(list(_FIGURES.items()))
        self.said[name] = self.chance.choice(choices)

    def template(self) -> None:
        """Another size of type, too large for some names; another text in what is imported."""
        of = self.chance.choice
        match self.chance.randrange(4):
            case 0:
                self.size = self.chance.choice(["5", "6", "5.5", "40"])
            case 1:
                self.files["templates/deck/parts.svg.j2"] = _PARTS.replace("20, 3.2", f"20, {of([3, 4])}")
            case 2:
                self.files["templates/deck/signs.svg.j2"] = _SIGNS.replace("30, 3,", f"{of([30, 33])}, 3,")
            case _:
                broken = self.chance.choice(["", "{% if %}", "{{ nothing }}"])
                self.files["templates/deck/back.svg.j2"] = _BACK + broken

    def optional(self) -> None:
        """A template that is included where it is there comes or goes."""
        name = "templates/deck/water.svg.j2"
        if self.files.pop(name, None) is None:
            self.files[name] = '{{ line("wet" ~ card.worth, 4, 70, 3, "text") }}\n'

    def words(self) -> None:
        """Other words, or one that is missing."""
        wording = self.chance.choice(["worth {number}", "counts {number}", "{number}"])
        lacking = self.chance.random() < 0.2
        changed = _WORDS.replace("worth {number}", wording)
        self.files["templates/deck/words.toml"] = changed.replace('sign = "sign of"\n', "") if lacking else changed

    def look(self) -> None:
        """Another colour of the look."""
        self.files["templates/deck/theme.toml"] = _THEME.replace("#f4ead0", self.chance.choice(["#ffffff", "#e0f0ff"]))

    def art(self) -> None:
        """Change, add or remove art."""
        name = f"templates/deck/art/{self.chance.choice(_KINDS)}.svg"
        if self.chance.random() < 0.4:
            self.files.pop(name, None)
        else:
            ink = self.chance.choice(["#c03010", "#1030c0"])
            self.files[name] = _ART.format(depth=self.chance.choice([4, 8]), ink=ink)

    def photograph(self) -> None:
        """Change or remove a picture."""
        if self.chance.random() < 0.2:
            self.files.pop("blue.png", None)
        else:
            self.files["blue.png"] = picture(self.chance.choice(["#2030c0", "#20c040", "#101010"]))


_FIGURES: Mapping[str, tuple[object, ...]] = {
    "card": ("63mm x 88mm", "57mm x 87mm"),
    "bleed": ("0mm", "2mm"),
    "language": ("en", "ja"),
    "title": ("Deck", "Another Deck", "Pack"),
    "hp": ("3", "3.0", '"3"', "true", "4"),
    "tokens": (1, 2, 30),
    "hand": (7, 6),
    "numbers": ([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6]),
}
_EDITS: tuple[tuple[str, Callable[[Draft], None]], ...] = tuple(
    (do.__name__, do)
    for do in (
        Draft.cell,
        Draft.cell,
        Draft.row,
        Draft.column,
        Draft.figure,
        Draft.template,
        Draft.optional,
        Draft.words,
        Draft.look,
        Draft.art,
        Draft.photograph,
    )
)


def write(folder: Path, draft: Draft, before: Mapping[str, str | bytes]) -> Mapping[str, str | bytes]:
    """Write what changed since ``before`` into ``folder``; returns all files with their content."""
    files = draft.all_files()
    for name in before.keys() - files.keys():
        (folder / name).unlink()
    for name, content in files.items():
        if before.get(name) != content:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return files
