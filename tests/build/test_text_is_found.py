"""Printed text is found by readers: names with macrons, readings over words, sentences on justified lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

GAMES = """\
[mine]
engine = "deck"
title = { en = "Jōgen", ja = "色映に生へど", ruby = "いろはにはえど" }
language = "ja"

[mine.decks]
all = [{ id = "one", name = { en = "orange", ja = "橙", ruby = "だいだい" } }]

[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", size = "150mm x 120mm" }
"""
CARD = """\
{{ line(t(game.title), 75, 18, 9, "title", ruby=true, anchor="middle") }}
{{ line(card.name, 10, 30, 4, ruby=true) }}
{{ block(w("how"), 10, 40, 66, 3) }}
{% for font in ("title", "text", "strong", "numeral", "roman") %}
{{ line("Jōgen Kachōfūgetsu Setsugetsufūka Jū Ōyūan " ~ loop.index, 10, 90 + 6 * loop.index0, 4, font, width=130) }}
{% endfor %}
"""
WORDS = (
    '[ja]\nhow = "手番の終わりに**勝っていなければ**脱落する。同じ12枚なら、Tokyoの人が一番強い。'
    '脱落した人は、手札を伏せて戻し、残りの人だけで続ける。"\n[ruby]\n"脱落" = "だつらく"\n'
)
THEME = '[fonts.ja]\nroman = { families = ["EB Garamond", "BIZ UDPGothic"], weight = 700 }\n'
NAMES = ("Jōgen", "Kachōfūgetsu", "Setsugetsufūka", "Jū", "Ōyūan")


@pytest.fixture
def kit(pnp: Callable[..., Any], tmp_path: Path) -> Path:
    (tmp_path / "games.toml").write_text(GAMES, encoding="utf-8")
    templates = tmp_path / "templates" / "deck"
    templates.mkdir(parents=True)
    for name, text in {"card.svg.j2": CARD, "words.toml": WORDS, "theme.toml": THEME}.items():
        (templates / name).write_text(text, encoding="utf-8")
    ran = pnp("build", "mine", "--out", tmp_path / "out")
    assert ran.status == 0, ran.err
    (file,) = (tmp_path / "out").glob("*.pdf")
    return file


@pytest.fixture
def text(kit: Path) -> Iterator[Any]:
    document = pdfium.PdfDocument(kit)
    page = document[0]
    text_page = page.get_textpage()
    yield text_page
    text_page.close()
    page.close()
    document.close()


def times(text: Any, wanted: str) -> int:
    """Count the matches that a reader program finds."""
    search = text.search(wanted, match_case=True)
    count = 0
    while search.get_next() is not None:
        count += 1
    return count


@pytest.mark.parametrize("name", NAMES)
def test_names_with_macrons_are_found_in_every_font(name: str, text: Any) -> None:
    assert times(text, name) == 5


@pytest.mark.parametrize("wanted", ["いろはにはえど", "色映に生へど", "だいだい", "橙", "だつらく"])
def test_readings_and_what_they_stand_over_are_found_in_one_piece(wanted: str, text: Any) -> None:
    assert times(text, wanted) >= 1


@pytest.mark.parametrize(
    "wanted", ["手番の終わりに勝っていなければ脱落する", "同じ12枚なら", "Tokyoの人", "残りの人だけで続ける"]
)
def test_sentences_of_lines_that_are_spread_are_found(wanted: str, text: Any) -> None:
    assert times(text, wanted) == 1


def test_nothing_is_set_apart_that_a_reader_takes_for_a_blank(text: Any) -> None:
    whole = text.get_text_range()
    words = whole[whole.index("手番") : whole.index("続ける。") + 4]
    assert " " not in words.replace("\r\n", "")


def test_letters_with_macrons_are_one_character_in_the_file(kit: Path) -> None:
    with pikepdf.open(kit) as document:
        fonts = [font for font in document.objects if isinstance(font, pikepdf.Dictionary) and "/ToUnicode" in font]
        maps = [cmap.ToUnicode.read_bytes() for cmap in fonts]
    characters = {
        bytes.fromhex(code.decode()).decode("utf-16-be") for cmap in maps for code in re.findall(rb"> <(\w+)>", cmap)
    }
    assert set("ōūŌ") <= characters
    assert all(len(char) == 1 for char in characters)
    assert "\u0304" not in characters


def test_another_reader_finds_them_too(kit: Path) -> None:
    extracted = PdfReader(kit).pages[0].extract_text()
    for wanted in (*NAMES, "いろはにはえど", "だつらく", "だいだい"):
        assert wanted in extracted
