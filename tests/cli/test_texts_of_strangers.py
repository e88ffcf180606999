"""Texts and file names of strangers are shown to people and never obeyed by their terminal."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.cli.output import coloured, note, say, say_json, say_table
from pnp.diagnostics import Diagnostic, Location, visible

Run = Callable[..., Any]
EVIL = "\x1b]0;x\x07\x1b[31m\r\n✓ forged\x9b2J\x7f\u202e\u2028\u2066"
TITLE = "a\n✓ forged\u202e\u2028\u2066"
"""What may stand in a title."""
FACE = '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ffffff"/>'
GAMES = """
[mine]
engine = "deck"
title = "Mine"
decks = { cards = [{ id = "a", said = "one" }] }
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card" }
"""
SHOPS = """
[corner]
title = "Corner"
formats = ["png"]
dpi = 100
also-asks = ["yes"]
[corner.products.cards]
title = "cards"
size = "64mm x 89mm"
bleed = "2mm"
safe = "5mm"
"""


def toml(text: str) -> str:
    """A string of TOML."""
    return json.dumps(text).replace("\x7f", "\\u007f")


def jinja(text: str) -> str:
    return '"' + "".join(f"\\u{ord(char):04x}" for char in text) + '"'


def plain(text: str) -> bool:
    """Return True if a terminal obeys nothing of ``text``, and a stranger began no line of it."""
    bad = [char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    turned = [char for char in text if unicodedata.bidirectional(char) in ("RLO", "LRO", "RLE", "LRE", "PDF", "LRI")]
    return not bad and not turned and not any(line.lstrip().startswith("✓ forged") for line in text.split("\n"))


@pytest.fixture
def pack(tmp_path: Path) -> Callable[..., None]:
    """Write a small project, with what is replaced in its files."""

    def write(games: str = GAMES, face: str = FACE, shops: str | None = None, words: str | None = None) -> None:
        folder = tmp_path / "templates" / "deck"
        folder.mkdir(parents=True)
        (tmp_path / "games.toml").write_text(games, encoding="utf-8")
        (folder / "card.svg.j2").write_text(face, encoding="utf-8")
        for name, text in (("shops.toml", shops), ("templates/deck/words.toml", words)):
            if text is not None:
                (tmp_path / name).write_text(text, encoding="utf-8")

    return write


WAYS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "a failure": ({"face": f"{{{{ fail({jinja(EVIL)}) }}}}"}, ("build", "mine")),
    "a template": ({"face": f"{{% include {jinja(EVIL)} %}}"}, ("build", "mine")),
    "art": ({"face": f"{{{{ art({jinja(EVIL)}, 1, 1, 5) }}}}"}, ("build", "mine")),
    "a picture": ({"face": f"{{{{ image({jinja(TITLE)}, 1, 1, 5, 5) }}}}"}, ("build", "mine")),
    "a word": ({"face": f"{{{{ w[{jinja(EVIL)}] }}}}"}, ("build", "mine")),
    "a font": ({"face": f'{{{{ line("x", 5, 5, 5, font={jinja(EVIL)}) }}}}'}, ("build", "mine")),
    "a colour": ({"face": f"{{{{ tint({jinja(EVIL)}, 0.5) }}}}"}, ("build", "mine")),
    "a key": ({"games": GAMES.replace("title =", f"{toml(EVIL)} = 1\ntitle =", 1)}, ("check", "mine")),
    "a value": ({"games": GAMES.replace('"cards", of', f"{toml(EVIL)}, of")}, ("check", "mine")),
    "a title": ({"games": GAMES.replace('"Mine"', toml(TITLE))}, ("list",)),
    "a title of parts": ({"games": GAMES.replace('title = "cards"', f"title = {toml(TITLE)}")}, ("list",)),
    "a title that is built": ({"games": GAMES.replace('title = "cards"', f"title = {toml(TITLE)}")}, ("build", "mine")),
    "a file of cards": ({"games": GAMES.replace('[{ id = "a", said = "one" }]', toml(EVIL))}, ("check", "mine")),
    "a library": ({"games": GAMES + f"[other]\nextends = {toml(EVIL)}\n"}, ("check", "other")),
    "a sheet": ({"games": GAMES + f"[sheets.{toml(EVIL)}]\ntitle = 1\n"}, ("list", "--sheets")),
    "a shop": ({"shops": SHOPS.replace("corner", toml(EVIL))}, ("export", "mine", "--shop", "corner")),
    "a product": ({"shops": SHOPS.replace(".cards]", f".{toml(EVIL)}]")}, ("export", "mine", "--shop", "corner")),
    "the title of a shop": (
        {"shops": SHOPS.replace('"Corner"', toml(EVIL))},
        ("export", "mine", "--shop", "corner", "--to", "pdf"),
    ),
    "a wish of a shop": ({"shops": SHOPS.replace('"yes"', toml(EVIL))}, ("export", "mine", "--shop", "corner")),
    "the title of a product": (
        {"shops": SHOPS.replace('title = "cards"', f"title = {toml(EVIL)}")},
        ("export", "mine", "--shop", "corner"),
    ),
    "a name of a game": ({}, ("build", EVIL)),
    "an option": ({}, ("build", "mine", f"--{EVIL}")),
    "a value of an option": ({}, ("build", "mine", "--paper", EVIL)),
    "a component": ({}, ("build", "mine", "--only", EVIL)),
    "a file to verify": ({}, ("verify", EVIL)),
    "a file to look at": ({}, ("preflight", EVIL)),
    "another definition": ({}, ("build", "mine", "--games", EVIL)),
    "a folder": ({}, ("build", "mine", "--out", f"out{EVIL}")),
    "a key to explain": ({}, ("explain", EVIL)),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_stranger_wrote_is_shown_and_not_obeyed(pnp: Run, pack: Callable[..., None], way: str) -> None:
    files, command = WAYS[way]
    pack(**files)
    ran = pnp(*command)
    assert plain(ran.out + ran.err), ran.out + ran.err
    assert any(phrase in ran.out + ran.err for phrase in ("✓ forged", "\\u2713 forged", "control character"))


@pytest.mark.parametrize("folder", ["fonts", "templates/deck/art", "templates/deck"])
def test_the_name_of_a_file_is_shown_and_not_obeyed(
    pnp: Run, pack: Callable[..., None], tmp_path: Path, folder: str
) -> None:
    pack(face=FACE + '{{ art("b") }}')
    name = EVIL.replace("/", "")
    (tmp_path / folder).mkdir(exist_ok=True)
    for end in (".ttf", ".svg", ".svg.j2", ".toml"):
        (tmp_path / folder / f"{name}{end}").write_text("x", encoding="utf-8")
    for command in (("build", "mine"), ("check", "mine"), ("init", "--templates", "mine")):
        ran = pnp(*command)
        assert plain(ran.out + ran.err), ran.out + ran.err


def test_names_in_a_pdf_are_shown_and_not_obeyed(pnp: Run, tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        name = pikepdf.Name("/" + EVIL)
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=name)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary({"/" + EVIL: font}))
        page.Contents = pdf.make_stream(b"BT " + name.unparse() + b" 12 Tf (x) Tj ET")
        pdf.save(tmp_path / "evil.pdf")
    ran = pnp("preflight", "evil.pdf")
    assert plain(ran.out + ran.err), ran.out + ran.err
    assert "forged" in ran.err


def test_json_stays_json_and_is_not_obeyed(pnp: Run, pack: Callable[..., None]) -> None:
    pack(games=GAMES.replace('"Mine"', toml(TITLE)))
    ran = pnp("list", "--json")
    assert plain(ran.out)
    assert TITLE in ran.json[0].values()


def test_every_part_of_a_message_is_shown_and_none_begins_a_line() -> None:
    place = Location(f"a{EVIL}.toml", 1, 2, 3, f"\t{EVIL}")
    shown = Diagnostic("code", EVIL, place, EVIL, lines=(EVIL, "key = 1")).render()
    assert plain(shown)
    assert len(shown.split("\n")) == 6
    assert shown.split("\n")[-1] == "key = 1"


def test_a_caret_stands_below_what_is_shown() -> None:
    shown = Diagnostic("code", "message", Location("a.toml", 1, 4, 5, "\u202e\x1b\tX")).render()
    assert shown.split("\n")[1:] == ["    \ufffd␛ X", "       ^"]


def test_printed_lines_are_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    say(EVIL)
    say("a", EVIL)
    note(EVIL)
    say_table(("one", "two"), [(EVIL, "b"), ("c", EVIL)])
    say_json({EVIL: [EVIL, "\udcff"]})
    captured = capsys.readouterr()
    assert plain(captured.out + captured.err)
    assert (len(captured.out.split("\n")), len(captured.err.split("\n"))) == (2 + 4 + 6 + 1, 2)
    assert json.loads(captured.out[captured.out.index("{") :]) == {EVIL: [EVIL, "\udcff"]}


def test_only_our_own_colours_reach_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    say(coloured("a\x1b[2J", "strong", stream), "\x1b[31mb")
    assert stream.getvalue() == "\x1b[1ma␛[2J\x1b[0m␛[31mb\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("赤い　本", "赤い　本"),
        ("a\u00a0b \U0001f600\u200d", "a\u00a0b \U0001f600\u200d"),
        ("\0\t\n\r\x1b", "␀␉␊␍␛"),
        ("\x7f\x85\x9b", "␡␡␡"),
        ("\u202e\u2066\u200f\u061c\u2028", "\ufffd" * 5),
        ("\udcff", "\\udcff"),
    ],
)
def test_what_cannot_be_printed_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown
