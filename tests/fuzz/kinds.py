"""Kinds of files to fuzz: for each a command and the files that it reads, of which one is changed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

from fontTools.ttLib import TTFont
from PIL import Image

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.project.project import open_project, open_shipped
from pnp.records import dataclass
from pnp.shipped import shipped
from tests.fuzz.mutations import (
    as_json,
    mutate_bytes,
    mutate_font,
    mutate_json,
    mutate_pdf,
    mutate_text,
    mutate_xml,
)
from tests.workbooks import ods, ods_row, sheet, xlsx, zipped


@dataclass(frozen=True, slots=True)
class Case:
    """Command line, with the files of its folder and what it reads from standard input."""

    arguments: tuple[str, ...]
    files: Mapping[str, bytes]
    standard_input: bytes = b""


DEFINITION = """\
[project]
paper = "a4"
margin = "5mm"
bleed = "3mm"
[sheets.mine]
paper = "a4"
columns = 2
rows = 2
size = "63mm x 88mm"
[mine]
engine = "deck"
title = { en = "Mine", ja = "私の" }
players = [2, 4]
values = { version = "1", cards = 3 }
text-icons = { coin = { art = "coin", size = 1.2 } }
[mine.decks]
all = { from = "cards.csv", where = "cost > 0", sort = ["cost", "title"] }
tokens = [{ id = "a", title = "A", copies = 2 }, { id = "b", title = "B" }]
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", back = "back", edge = "bleed" }
chips = { kind = "tokens", title = "tokens", template = "chip", of = "tokens", size = "20mm", shape = "hex" }
board = { kind = "cards", title = "board", template = "back", size = "250mm x 200mm", tile = true }
box = { kind = "folded", title = "box", template = "box", net = { is = "cube", edge = "20mm", tab = "5mm" } }
rules = { kind = "page", title = "rules", template = "rules" }
"""
CARD = """\
{% set deep = look.night %}
<rect x="-3" y="-3" width="{{ face.width + 6 }}" height="94" fill="{{ deep }}"/>
{{ line(card.title, 31.5, 14, 6, "title", anchor="middle", width=53, fill=on(deep)) }}
{% for n in range(3) %}<circle cx="{{ 9 + n * 9 }}" cy="30" r="3" fill="{{ tint(card.colour, 0.3) }}"/>{% endfor %}
{{ art("coin", 19, 22, 25, color="#aa3300") }}{{ image("a.png", 5, 30, 10, 10) }}
{{ block(card.text, 5, 56, 53, 4, height=27, markup=true, fill=on(deep)) }}
<rect x="3" y="68" width="13" height="13" fill="#fff"/>{{ qr("x", 5, 70, 9) }}
{% if card.cost > 2 %}{{ line(w("dear", cost=card.cost) | upper, 5, 50, 4, fill=on(deep)) }}{% endif %}
"""
BACK = '<rect x="-3" y="-3" width="{{ face.width + 6 }}" height="{{ face.height + 6 }}" fill="#ccddee"/>'
RULES = """\
{{ story.section(w("heading")) }}{{ story.text(w("text")) }}
{{ story.steps([w("dear", cost=3), "Two"]) }}{{ story.rows([(1, "One"), (2, "Two")]) }}
{{ story.next_side() }}{{ story.box("Box") }}{{ story }}
"""
CARDS = """\
title.en,text,cost,colour,copies,title.ja
Newt,"Take **one** {coin}, then stop.",1,#aa3355,2,いもり
Toad,Give *two*.,2,#33aa55,1,ひきがえる
Frog,"Line
two",3,#3355aa,1,かえる
"""
WORDS = """\
[en]
heading = "Rules"
text = "Take a card, then give it."
dear = { by = "cost", one = "one coin", other = "{cost} coins" }
list-separator = ", "
[ja]
heading = "ルール"
text = "カードを取る。"
dear = "コイン{cost}枚"
[together]
ja = ["日の出"]
"""
THEME = """\
[look]
night = "#1d2146"
rim = 2.5
[fonts.en]
title = { families = ["EB Garamond", "BIZ UDPGothic"], weight = 700, features = ["kern"] }
[type.en]
words = 3.0
note = 2.5
"""
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40" width="40">
<style>.a{fill:#c33;stroke:#000} g .b{opacity:.5}</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#036"/></linearGradient>
<clipPath id="c"><circle cx="20" cy="20" r="15"/></clipPath>
<mask id="m"><rect width="40" height="40" fill="#888"/></mask>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0h2v2z"/></pattern>
<symbol id="s" viewBox="0 0 4 4"><path d="M0 0C1 2 3 2 4 4A2 2 0 0 1 0 4Z"/></symbol>
<filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs>
<g class="a" transform="translate(2 3) rotate(20 5 5)" clip-path="url(#c)">
<rect class="b" width="20" height="9" rx="2"/>
<path d="M1 1 L20 5 q3 3 6 0 t4 4 s2 2 4 0 z" fill="url(#g)" fill-rule="evenodd"/>
<ellipse cx="9" cy="20" rx="4" ry="2"/></g>
<polygon points="1,2 8,3 4,9" stroke="#111" stroke-width=".4" stroke-dasharray="1 2"/>
<use xlink:href="#s" x="20" y="20" width="9" height="9"/>
<rect x="3" y="30" width="9" height="5" fill="url(#p)" mask="url(#m)"/>
</svg>
"""
QUESTIONS = (
    {"id": 1, "kind": "stronger", "in": {"a": ["violet", 7], "b": ["red", 6]}},
    {"id": "x", "kind": "winner", "in": {"palettes": [[["green", 6]], [["violet", 6]]], "rule": "red"}},
    {"kind": "best", "in": {"palette": [["orange", 5], ["yellow", 5], ["yellow", 3]], "rule": "red"}},
    {
        "id": 3,
        "kind": "surviving_moves",
        "in": {
            "palettes": [[["yellow", 3], ["red", 3]], [["blue", 3]]],
            "me": 0,
            "hand": [["yellow", 6]],
            "rule": "blue",
        },
    },
    {"id": 4, "kind": "opening", "in": {"palettes": [[["blue", 6]], [["red", 6]], [["indigo", 6]]]}},
)


@cache
def _picture(kind: str) -> bytes:
    written = io.BytesIO()
    Image.radial_gradient("L").resize((120, 120)).convert("RGB").save(written, kind)
    return written.getvalue()


@cache
def pack() -> Mapping[str, bytes]:
    """Return the files of a small project that is in order."""
    texts = {
        "games.toml": DEFINITION,
        "cards.csv": CARDS,
        "templates/deck/card.svg.j2": CARD,
        "templates/deck/back.svg.j2": BACK,
        "templates/deck/box.svg.j2": f"{BACK}{{{{ fold_lines(net) }}}}",
        "templates/deck/chip.svg.j2": "{{ line(card.title, 10, 12, 5, anchor='middle') }}",
        "templates/deck/rules.svg.j2": RULES,
        "templates/deck/words.toml": WORDS,
        "templates/deck/theme.toml": THEME,
        "templates/deck/art/coin.svg": ART,
    }
    return {**{name: text.encode() for name, text in texts.items()}, "a.png": _picture("PNG")}


def _changed(name: str, change: Callable[[Random, str], str]) -> Callable[[Random], Case]:
    def case(random: Random) -> Case:
        text = change(random, pack()[name].decode()).encode("utf-8", "surrogatepass")
        return Case((random.choice(("check", "check", "build")), "mine"), {**pack(), name: text})

    return case


def _template(random: Random) -> Case:
    name = random.choice(("card", "card", "rules"))
    return _changed(f"templates/deck/{name}.svg.j2", mutate_text)(random)


def _svg(random: Random) -> Case:
    name = "templates/deck/art/coin.svg"
    return _changed(name, mutate_xml if random.random() < 0.75 else mutate_text)(random)


def _csv(random: Random) -> Case:
    case = _changed("cards.csv", mutate_text)(random)
    if random.random() < 0.2:
        encoding = random.choice(("utf-16", "utf-8-sig", "shift_jis", "latin-1"))
        data = case.files["cards.csv"].decode("utf-8", "replace").encode(encoding, "replace")
        return Case(case.arguments, {**case.files, "cards.csv": data})
    return case


def _picture_case(random: Random) -> Case:
    data = mutate_bytes(random, _picture(random.choice(("PNG", "JPEG"))))
    return Case((random.choice(("check", "build")), "mine"), {**pack(), "a.png": data})


@cache
def _fonts() -> tuple[tuple[str, bytes], ...]:
    """Return fonts of every format: TrueType, and the same packed."""
    plain = (shipped("fonts") / "EBGaramond-Bold-latin.ttf").read_bytes()
    packed = []
    for flavor in ("woff", "woff2"):
        font, written = TTFont(io.BytesIO(plain)), io.BytesIO()
        font.flavor = flavor
        font.save(written)
        packed.append((flavor, written.getvalue()))
    return (("ttf", plain), *packed)


def _font(random: Random) -> Case:
    suffix, data = random.choice(_fonts())
    changed = mutate_font(random, data) if suffix == "ttf" else mutate_bytes(random, data)
    index = f'[[font]]\nfile = "a.{suffix}"\nfamily = "Mine"\nweight = 700\n'
    theme = THEME.replace("EB Garamond", "Mine")
    files = {**pack(), f"fonts/a.{suffix}": changed, "templates/deck/theme.toml": theme.encode()}
    if random.random() < 0.7:
        files["fonts/fonts.toml"] = index.encode()
    return Case((random.choice(("check", "build")), "mine"), files)


@cache
def _workbooks() -> tuple[tuple[str, bytes], ...]:
    rows = [["title", "text", "cost", "colour"], ["Newt", "One {coin}", 1, "#aa3355"], ["Toad", "Two", 2.5, "#33aa55"]]
    return ("xlsx", xlsx({"Cards": sheet(rows), "More": sheet(rows)})), (
        "ods",
        ods({"Cards": "".join(ods_row(*row) for row in rows)}),
    )


def _workbook(random: Random) -> Case:
    suffix, data = random.choice(_workbooks())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    if random.random() < 0.25:
        data = mutate_bytes(random, data)
    else:
        name = random.choice([name for name in parts if name.endswith(".xml")])
        change = mutate_xml if random.random() < 0.7 else mutate_text
        parts[name] = change(random, parts[name].decode()).encode("utf-8", "replace")
        data = zipped(parts)
    definition = DEFINITION.replace("cards.csv", f"cards.{suffix}")
    files = {**pack(), "games.toml": definition.encode(), f"cards.{suffix}": data}
    return Case((random.choice(("check", "build")), "mine"), files)


@cache
def _kits() -> tuple[bytes, ...]:
    """Return PDFs of the program: of a game with examples, and of the small project."""
    import tempfile  # noqa: PLC0415 - once

    project = open_shipped()
    red = build_kit(project, project.game("red"), BuildOptions(only=("summary",))).pdf
    with tempfile.TemporaryDirectory() as folder:
        for name, data in pack().items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        own = open_project(Path(folder) / "games.toml")
        mine = build_kit(own, own.game("mine"), BuildOptions(only=("cards",))).pdf
    return red, mine


def _pdf(random: Random) -> Case:
    red, mine = _kits()
    match random.randrange(4):
        case 0:
            return Case(
                ("build", "mine", "--changed-since", "old.pdf"), {**pack(), "old.pdf": mutate_pdf(random, mine)}
            )
        case 1:
            return Case(("preflight", "a.pdf"), {"a.pdf": mutate_pdf(random, random.choice((red, mine)))})
        case _:
            return Case(("verify", "a.pdf"), {"a.pdf": mutate_pdf(random, red)})


def _referee(random: Random) -> Case:
    lines = [as_json(question) for question in QUESTIONS]
    for _ in range(random.choice((1, 3))):
        place = random.randrange(len(lines))
        if random.random() < 0.7:
            lines[place] = as_json(mutate_json(random, QUESTIONS[place]))
        else:
            lines[place] = mutate_text(random, lines[place])
    return Case(("referee", "red"), {}, "\n".join(lines).encode("utf-8", "surrogatepass"))


def _game(random: Random) -> Case:
    """Change a tweak of a game with rules."""
    text = (shipped("games.toml")).read_text(encoding="utf-8")
    table = text[text.index("\n[red]") : text.index("\n[red7]")]
    return Case(("check", "red"), {"games.toml": mutate_text(random, table).encode("utf-8", "surrogatepass")})


KINDS: Mapping[str, Callable[[Random], Case]] = {
    "definition": _changed("games.toml", mutate_text),
    "game": _game,
    "template": _template,
    "svg": _svg,
    "font": _font,
    "csv": _csv,
    "workbook": _workbook,
    "picture": _picture_case,
    "pdf": _pdf,
    "referee": _referee,
    "words": _changed("templates/deck/words.toml", mutate_text),
    "theme": _changed("templates/deck/theme.toml", mutate_text),
}
"""Generator of cases by kind."""
