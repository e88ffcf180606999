"""Errors and warnings about a kit, located at the line of the user's file that causes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

ENOUGH = {"kasane": ("--only", "yaku")}
"""Options that build a part of a large kit."""
LONG = "an extraordinarily long name that nobody can print anywhere on a card"


def refused(lines: str, game: str, *options: str, pnp: Callable[..., Any], folder: Path) -> list[str]:
    """The first lines of the errors of a build: place and code."""
    (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "mine", *options)
    assert ran.status == 2, ran.err
    assert list(folder.rglob("*.pdf")) == []
    return [line.split("]: ")[0] + "]" for line in ran.err.splitlines() if ": error[" in line]


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.kit)])
@pytest.mark.parametrize(
    ("lines", "game", "place"),
    [
        (f'[mine.colours]\nred = {{ name = "{LONG}" }}', "red", "games.toml:4:16: error[text-overflow]"),
        (f'[mine.colours]\nred = {{ name = "{LONG}" }}', "collectmate", "games.toml:4:16: error[text-overflow]"),
        (f'[mine.yaku]\nju = {{ name = "{LONG}" }}', "kasane", "games.toml:4:15: error[text-overflow]"),
        (f'title = "{LONG}, {LONG}"', "red", "games.toml:3:9: error[text-overflow]"),
        ('[mine.colours]\nblue = { name = "blue 😀" }', "red", "games.toml:4:17: error[missing-glyph]"),
        ('[mine.colours]\nblue = { name = "أحمر" }', "red", "games.toml:4:17: error[right-to-left]"),
        ('[mine.suits]\nbird = { name = "पक्षी" }', "iroha", "games.toml:4:17: error[joined-script]"),
        ('title = "Red שלום"', "red", "games.toml:3:9: error[right-to-left]"),
        ('[mine.components]\ncards = { use = "\u202ecards" }', "red", "games.toml:4:17: error[right-to-left]"),
        ('[mine.suits]\nbird = { name = "새" }', "iroha", "games.toml:4:17: error[missing-glyph]"),
        ('title = "Red 🎴"', "red", "games.toml:3:9: error[missing-glyph]"),
        ('facts = "5분"', "red", "games.toml:3:9: error[missing-glyph]"),
        ('[mine.credits]\ndesigners = ["A", "홍"]', "red", "games.toml:4:19: error[missing-glyph]"),
        ('[mine.components]\ncards = { use = "카드" }', "red", "games.toml:4:17: error[missing-glyph]"),
    ],
)
def test_a_text_that_cannot_be_set_is_told_at_its_key(
    lines: str, game: str, place: str, language: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    options = ("--lang", language, *ENOUGH.get(game, ()))
    assert refused(lines, game, *options, pnp=pnp, folder=tmp_path)[0] == place


def test_a_title_that_labels_cannot_be_written_with_is_told_at_its_key(pnp: Callable[..., Any], tmp_path: Path) -> None:
    messages = refused('title = "Red 🎴"', "red", "--only", "cards", pnp=pnp, folder=tmp_path)
    assert messages == ["games.toml:3:9: error[missing-glyph]"]


def test_a_card_larger_than_the_paper_is_told_at_the_size_of_cards(pnp: Callable[..., Any], tmp_path: Path) -> None:
    messages = refused('card = "tarot"\npaper = "80mm x 110mm"', "iroha", pnp=pnp, folder=tmp_path)
    assert set(messages) == {"games.toml:3:8: error[card-too-large]", "games.toml:4:9: error[no-room]"}


def test_a_size_that_the_project_says_for_all_is_told_there(pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = '[project]\npaper = "80mm x 110mm"\ncard = "tarot"\n[mine]\nextends = "shipped:iroha"\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    ran = pnp("build", "mine")
    assert (ran.status, ran.err.partition(": error")[0]) == (2, "games.toml:3:8")


def test_a_paper_that_is_too_small_for_cards_as_shipped_is_told_at_the_paper(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    messages = refused('paper = "60mm x 80mm"', "iroha", pnp=pnp, folder=tmp_path)
    assert set(messages) == {"games.toml:3:9: error[card-too-large]", "games.toml:3:9: error[no-room]"}


def test_a_name_that_a_smaller_piece_has_no_room_for_is_told_at_the_size_of_the_piece(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "templates" / "iroha").mkdir(parents=True)
    face = '{{ line("bird", 20, 8, 3) }}'
    (tmp_path / "templates" / "iroha" / "marker.svg.j2").write_text(face, encoding="utf-8")
    lines = '[mine.components]\nmarker = { size = "22mm x 30mm" }'
    messages = refused(lines, "iroha", "--only", "marker", pnp=pnp, folder=tmp_path)
    assert messages == ["games.toml:4:19: error[text-off-card]"]


def test_a_line_break_in_a_title_is_a_blank_where_there_is_one_line(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:red"\ntitle = "Red\\nor not"\n', encoding="utf-8")
    assert pnp("build", "mine", "--only", "order", "--only", "rules").status == 0
    with pdfium.PdfDocument(next(tmp_path.rglob("*.pdf"))) as pdf:
        text_lines = "\n".join(page.get_textpage().get_text_range() for page in pdf).splitlines()
    assert any("Red or not by" in line for line in text_lines)


def test_inks_that_cannot_be_told_apart_or_seen_are_doubtful(pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = """\
[mine]
extends = "shipped:red"
[mine.colours]
red = { ink = "#FFFFFF" }
orange = { ink = "#ffffff" }
green = { ink = "#1590FA" }
"""
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    for command in (("check", "mine"), ("build", "mine", "--only", "order")):
        ran = pnp(*command)
        assert ran.status == 0
        messages = [line.split(" can hardly")[0] for line in ran.err.splitlines() if "warning[" in line]
        assert messages == [
            "games.toml:4:15: warning[pale-ink]: the ink #FFFFFF of 'red' in colours",
            "games.toml:5:18: warning[pale-ink]: the ink #ffffff of 'orange' in colours",
            "games.toml:5:18: warning[same-ink]: 'orange' in colours has the ink #ffffff of 'red' in colours",
            "games.toml:6:17: warning[same-ink]: 'green' in colours has the ink #1590FA of 'blue' in colours",
        ]


@pytest.mark.parametrize(
    "game", ["red", *(pytest.param(game, marks=pytest.mark.kit) for game in ("iroha", "collectmate", "kasane", "koka"))]
)
def test_nothing_is_doubtful_about_a_shipped_game(game: str, pnp: Callable[..., Any]) -> None:
    assert "warning" not in pnp("check", game).err
