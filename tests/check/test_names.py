"""Misspelt names of a theme, of words and of icons are told; names that are like no other are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Check = Callable[..., list[str]]
TOLD = ("unread-name", "did you mean", "same-art", "same-title")
FAMILY = '{ families = ["Oswald"], weight = 700 }'


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Check:
    """Check the starter deck with lines below a header of its theme, and return the messages about names."""
    pnp("init", "--deck", "mine")
    theme = tmp_path / "templates/deck/theme.toml"

    def check(header: str, lines: str, *options: str) -> list[str]:
        text = theme.read_text("utf-8")
        added = f"{header}\n{lines}\n"
        text = text.replace(f"{header}\n", added) if f"{header}\n" in text else f"{text}\n{added}"
        theme.write_text(text, encoding="utf-8")
        result = pnp("check", *options)
        assert result.status == 0, result.err
        return [line.strip() for line in result.err.splitlines() if "unread-name" in line or "did you mean" in line]

    return check


@pytest.mark.parametrize(
    ("header", "line", "name", "meant"),
    [
        ("[fonts.en]", f"titel = {FAMILY}", "titel", "title"),
        ("[type.en]", "wrds = 3.0", "wrds", "words"),
        ("[look]", 'drk = "#000000"', "drk", "dark"),
    ],
)
def test_a_misspelt_name_is_told_at_its_line(told: Check, header: str, line: str, name: str, meant: str) -> None:
    message, hint = told(header, line)
    assert message.startswith("templates/deck/theme.toml:")
    assert message.endswith(f"warning[unread-name]: no face reads {name!r} of the theme")
    assert hint == f"hint: did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("header", "line", "options"),
    [
        ("[fonts.en]", f"motto = {FAMILY}", ()),
        ("[type.ja]", "wrds = 3.0", ("--lang", "en")),
        ("[type.en]", "wrds = 3.0", ("--only", "rules")),
        ("[look]", "ground = 3", ()),
    ],
)
def test_other_names_are_not_told(told: Check, header: str, line: str, options: tuple[str, ...]) -> None:
    assert told(header, line, *options) == []


@pytest.fixture
def told_of(tmp_path: Path, pnp: Callable[..., Any]) -> Check:
    """Change a file of the starter deck, check it, and return the messages about names."""
    pnp("init", "--deck", "mine")

    def check(file: str, old: str, new: str, *options: str) -> list[str]:
        path = tmp_path / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        result = pnp("check", *options)
        assert result.status == 0, result.err
        return [line.strip() for line in result.err.splitlines() if any(part in line for part in TOLD)]

    return check


@pytest.mark.parametrize(
    ("header", "line", "meant"),
    [
        ("[en]", 'content-heading = "In the box"', "contents-heading"),
        ("[en]", 'end-headings = "Last round"', "end-heading"),
        ("[ja]", 'content-heading = "箱の中"', "contents-heading"),
    ],
)
def test_a_misspelt_override_of_a_shared_word_is_told(told_of: Check, header: str, line: str, meant: str) -> None:
    message, hint = told_of("templates/deck/words.toml", f"{header}\n", f"{header}\n{line}\n")
    assert message.startswith("templates/deck/words.toml:")
    assert message.endswith(f"warning[unread-name]: no face reads {line.partition(' ')[0]!r} of the words")
    assert hint == f"hint: did you mean {meant!r}?"


@pytest.mark.parametrize(
    "lines",
    [
        'contents-heading = "In the box"',
        'motto = "Fly."',
        'contents-heading = "In the box"\ncontent-heading = "old"',
    ],
)
def test_other_words_are_not_told(told_of: Check, lines: str) -> None:
    assert told_of("templates/deck/words.toml", "[en]\n", f"[en]\n{lines}\n", "--lang", "en") == []


LONGER = '\n[longer]\nextends = "mine"\ntitle = { en = "Longer", ja = "長い庭" }\n[longer.values]\n'


@pytest.mark.parametrize(
    ("lines", "name", "hint"),
    [
        ("gaol = 9", "gaol", "did you mean 'goal'?"),
        ("hand = 9\ngoal = 5", "hand", "what it extends has goal and hand-limit"),
    ],
)
def test_a_value_that_a_longer_game_misspells_is_told(told_of: Check, lines: str, name: str, hint: str) -> None:
    messages = told_of("games.toml", "\n[mine.text-icons]", f"{LONGER}{lines}\n\n[mine.text-icons]", "longer")
    assert [line.partition(": ")[2] for line in messages if "warning" in line] == [
        f"warning[unread-name]: no template reads the value {name!r}"
    ]


@pytest.mark.parametrize("lines", ["goal = 9", "hand_limit = 5"])
def test_values_that_a_longer_game_changes_are_not_told(told_of: Check, lines: str) -> None:
    assert told_of("games.toml", "\n[mine.text-icons]", f"{LONGER}{lines}\n\n[mine.text-icons]", "longer") == []


def test_a_value_that_nothing_reads_beside_others_is_told(told_of: Check) -> None:
    message, hint = told_of("templates/deck/rules.svg.j2", "limit=values.hand_limit", "limit=values.goal")
    assert message.startswith("games.toml:19:14: warning[unread-name]: no template reads the value 'hand-limit'")
    assert hint == "hint: did you mean it where another one is read? Else leave 'hand-limit' out"


def test_a_misspelt_icon_is_told(told_of: Check) -> None:
    message, hint = told_of("games.toml", "\nrose = {", "\nroses = {")
    assert message.startswith("games.toml:")
    assert message.endswith("warning[unread-name]: no text writes the icon 'roses'")
    assert hint == "hint: did you mean 'rose'?"


@pytest.mark.parametrize("icons", ["roses = { art = 'rose' }", "leaf = { art = 'rose' }"])
def test_other_icons_are_not_told(told_of: Check, icons: str) -> None:
    assert told_of("games.toml", "\nrose = {", f"\n{icons}\nrose = {{") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('moon = { art = "moon"', 'moon = { art = "dew"', "the icon 'moon' draws the art 'dew', as 'dew' does"),
        ('moon = { art = "moon"', 'full-moon = { art = "dew"', ""),
        ('moon = { art = "moon"', 'moon = { art = "dew", color = "text"', ""),
        (
            '{ en = "flowers", ja = "花のカード" }',
            '{ en = "moths", ja = "蛾のカード" }',
            "'flowers' has the title of 'moths'",
        ),
        ('{ en = "score pad", ja = "得点表" }', '{ en = "rules", ja = "遊び方" }', "'pad' has the title of 'rules'"),
        ('{ en = "score pad", ja = "得点表" }', '{ en = "box", ja = "箱" }', "'pad' has the title of 'box'"),
    ],
)
def test_what_is_called_as_another_is_told(told_of: Check, old: str, new: str, message: str) -> None:
    assert [message in line for line in told_of("games.toml", old, new)] == [True] * bool(message)


def test_components_of_one_title_that_suits_neither_or_both_are_not_told(told_of: Check) -> None:
    old, new = '{ en = "score pad", ja = "得点表" }', '{ en = "sheets", ja = "紙" }'
    assert told_of("games.toml", old, new) == []
    assert told_of("games.toml", '{ en = "rules", ja = "遊び方" }', new) == []


@pytest.mark.parametrize(
    ("style", "name", "is_told"),
    [
        (".body{fill:#2f6f9f}", "bodi", True),
        (".body{fill:#2f6f9f}", "body", False),
        (".body{fill:#2f6f9f}", "layer", False),
        (".body{fill:#2f6f9f} .bodi{fill:#111111}", "bodi", False),
        ("circle{fill:#2f6f9f}", "body", False),
    ],
)
def test_a_class_of_a_drawing_that_its_style_spells_otherwise_is_told(
    tmp_path: Path, pnp: Callable[..., Any], style: str, name: str, is_told: bool
) -> None:
    pnp("init", "--deck", "mine")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<style>{style}</style>\n'
    svg += f'<circle class="{name}" cx="4.5" cy="4.5" r="4"/></svg>'
    (tmp_path / "templates/deck/art/dot.svg").write_text(svg, encoding="utf-8")
    lines = [line for line in pnp("check").err.splitlines() if "unread-name" in line]
    message = "templates/deck/art/dot.svg:3: warning[unread-name]: the style of this drawing has no rule for the class"
    assert lines == [f"{message} {name!r}"] * is_told


def test_a_drawing_that_is_a_copy_of_another_one_is_told(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    pnp("init", "--deck", "mine")
    folder = tmp_path / "templates/deck/art"
    drawing = next(iter(sorted(folder.glob("*.svg"))))
    (folder / "zebra.svg").write_bytes(drawing.read_bytes())
    told = [line for line in pnp("check").err.splitlines() if "same-art" in line]
    assert told == [f"templates/deck/art/zebra.svg: warning[same-art]: this drawing is the same as {drawing.name}"]


COPIED = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = [{ id = "newt", name = "Newt" }, { id = "crow", name = "Crow" }]
rest = [{ id = "moth", name = "Moth" }]
[mine.components]
cards = { kind = "cards", title = "cards", of = "all", template = "card", back = "back" }
other = { kind = "cards", title = "TITLE", of = "DECK", template = "card", back = "BACK"MORE }
"""


@pytest.mark.parametrize(
    ("title", "deck", "back", "more", "is_told"),
    [
        ("cards", "all", "back", "", True),
        ("other", "all", "back", "", True),
        ("cards", "all", "other", "", True),
        ("other", "all", "other", "", False),
        ("other", "rest", "back", "", False),
        ("other", "all", "back", ', stock = "sticker"', False),
        ("other", "all", "back", ', size = "44mm x 67mm"', False),
        ("other", "all", "back", ', instead-of = "cards"', False),
    ],
)
def test_a_component_that_was_copied_and_not_changed_is_told(
    tmp_path: Path, pnp: Callable[..., Any], title: str, deck: str, back: str, more: str, is_told: bool
) -> None:
    folder = tmp_path / "templates/deck"
    folder.mkdir(parents=True)
    text = COPIED.replace("TITLE", title).replace("DECK", deck).replace("BACK", back).replace("MORE", more)
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    (folder / "card.svg.j2").write_text("{{ line(card.name, 8, 20, 5) }}", encoding="utf-8")
    (folder / "back.svg.j2").write_text("{{ line('Mine', 8, 20, 5) }}", encoding="utf-8")
    (folder / "other.svg.j2").write_text("{{ line('Other', 8, 20, 5) }}", encoding="utf-8")
    lines = [line for line in pnp("check").err.splitlines() if "[same-pieces]" in line]
    place = "games.toml:9:9: warning[same-pieces]:"
    assert lines == [f"{place} 'other' prints the pieces of 'cards' once more"] * is_told
