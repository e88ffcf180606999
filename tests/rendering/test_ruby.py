"""Readings stand over their terms, at the first place on a face, and move nothing without need."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pnp
from pnp.fonts import FontBook
from pnp.model.text import Language
from pnp.rendering.text.line import OVERHANG, RUBY_RISE, RUBY_ROOM
from pnp.rendering.text.ruby import keep_first_readings
from pnp.rendering.text.theme import load_theme
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import TermRules
from pnp.units import MM_PER_PT

ROOT = Path(pnp.__file__).resolve().parent.parent
THEME = "templates/shared/theme.toml"
BOOK = FontBook([ROOT / "fonts"])
TERMS = {
    "橙": "だいだい",
    "藍": "あい",
    "脱落": "だつらく",
    "手番": "てばん",
    "花鳥風月": "かちょうふうげつ",
    "花鳥": "かちょう",
    "襲ね": "かさね",
    "承": "うけたまわる",
}
TEXT = "手番の終わりに勝っていなければ脱落する。橙と藍なら橙が強い。脱落した人は、手札を戻す。花鳥風月は襲ねと数える。"


def typesetter(language: Language = "ja") -> Typesetter:
    theme = load_theme({THEME: (ROOT / THEME).read_text(encoding="utf-8")}, language)
    return Typesetter(BOOK, theme, TermRules(ruby=TERMS))


def nodes(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<g>{svg}</g>"))


def readings(svg: str) -> list[tuple[str, str]]:
    """Return term and reading, in order."""
    return [(str(node.get("data-ruby")), "".join(node.itertext())) for node in nodes(svg) if node.get("data-ruby")]


def said(svg: str) -> str:
    return "".join("".join(node.itertext()) for node in nodes(svg) if not node.get("data-ruby"))


def test_each_term_has_its_reading_at_its_first_place_and_the_longest_term_wins() -> None:
    block = typesetter().block(TEXT, 0, 0, 60, 3)
    assert said(block.svg) == TEXT
    assert readings(block.svg) == [
        (term, TERMS[term]) for term in ("手番", "脱落", "橙", "藍", "花鳥風月", "襲ね")
    ]  # fmt: skip


def test_what_another_text_of_the_face_has_is_not_said_again_until_the_next_face() -> None:
    setter = typesetter()
    assert readings(setter.block("脱落と手番", 0, 0, 60, 3).svg)
    assert readings(setter.block("手番と橙", 0, 9, 60, 3).svg) == [("橙", "だいだい")]
    setter.begin_face()
    assert readings(setter.block("手番と橙", 0, 9, 60, 3).svg) == [("手番", "てばん"), ("橙", "だいだい")]


def test_a_text_that_is_measured_first_and_drawn_then_has_its_readings_when_it_is_drawn() -> None:
    setter = typesetter()
    measured = setter.block(TEXT, 0, 0, 60, 3)
    setter.block("藍と橙", 0, 0, 60, 3)
    drawn = setter.block(TEXT, 10, 10, 60, 3)
    assert drawn.height == measured.height
    assert readings(drawn.svg) == readings(measured.svg)


def test_of_a_text_that_is_drawn_twice_the_first_alone_keeps_its_readings() -> None:
    setter = typesetter()
    svg = setter.line("橙", 0, 5, 4, ruby=True).svg + setter.line("橙", 20, 5, 4, ruby=True).svg
    assert len(readings(svg)) == 2
    assert readings(keep_first_readings(svg)) == [("橙", "だいだい")]
    assert said(keep_first_readings(svg)) == "橙橙"


def test_a_character_within_another_word_has_no_reading() -> None:
    setter = typesetter()
    assert readings(setter.block("橙色と群藍と承知", 0, 0, 60, 3).svg) == []
    assert readings(setter.block("脱落者と橙2", 0, 0, 60, 3).svg) == [("脱落", "だつらく"), ("橙", "だいだい")]


@pytest.mark.parametrize(
    ("size", "options", "expected"),
    [
        (8 * MM_PER_PT, {}, 1),
        (7.9 * MM_PER_PT, {}, 0),
        (3.0, {"ruby": False}, 0),
        (3.0, {"leading": 1.5}, 0),
        (3.0, {"leading": 1.6}, 1),
    ],
)
def test_a_block_has_readings_where_there_is_room_for_them(size: float, options: dict[str, Any], expected: int) -> None:
    assert len(readings(typesetter().block("脱落した人", 0, 0, 60, size, **options).svg)) == expected


def test_lines_stand_further_apart_where_there_are_readings_and_no_leading_is_given() -> None:
    text = "脱落した人は手札を戻す。" * 3
    by_itself, roomy = (typesetter().block(text, 0, 10, 60, 3, **given) for given in ({}, {"leading": 1.58}))
    assert by_itself.svg == roomy.svg
    assert typesetter().block(text, 0, 10, 60, 3, ruby=False).height < by_itself.height - RUBY_ROOM * 3


def test_a_line_has_readings_where_it_is_asked_to_and_large_enough() -> None:
    setter = typesetter()
    assert readings(setter.line("脱落", 0, 5, 3).svg) == []
    assert readings(setter.line("脱落", 0, 5, 3, ruby=True).svg) == [("脱落", "だつらく")]
    setter.begin_face()
    assert readings(setter.line("脱落", 0, 5, 2.7, ruby=True).svg) == []
    # Shrunk under the size that readings need, the line is set without.
    assert readings(setter.line("脱落した人は戻す", 0, 5, 4, ruby=True, width=20, minimum=2.2).svg) == []


def test_english_has_no_readings() -> None:
    setter = Typesetter(BOOK, typesetter("en")._theme, TermRules())
    assert readings(setter.block("脱落 means out", 0, 0, 60, 3).svg) == []


def test_readings_are_half_as_large_and_never_under_five_points() -> None:
    for size in (2.83, 3.2, 5.0, 20.0):
        setter = typesetter()
        svg = setter.line("脱落", 0, 30, size, ruby=True).svg + setter.block("手番である", 0, 40, 180, size).svg
        sizes = [float(str(node.get("font-size"))) for node in nodes(svg) if node.get("data-ruby")]
        assert sizes == pytest.approx([max(size / 2, 5 * MM_PER_PT)] * 2, abs=0.01)
        assert min(sizes) >= 5 * MM_PER_PT - 0.002


def test_a_block_tells_the_room_that_readings_take_over_its_first_line() -> None:
    with_ruby = typesetter().block("脱落した人は手札を戻す。" * 3, 0, 10, 60, 3, leading=1.58)
    without = typesetter().block("脱落した人は手札を戻す。" * 3, 0, 10, 60, 3, ruby=False, leading=1.58)
    assert with_ruby.lines == without.lines
    assert with_ruby.height == pytest.approx(without.height + RUBY_ROOM * 3)
    tops = [float(str(node.get("y"))) - float(str(node.get("font-size"))) * 0.88 for node in nodes(with_ruby.svg)]
    assert min(tops) >= 10 - 0.01
    later = typesetter().block("これを決める人は全員であるから、その順に決める。脱落した人は戻す。", 0, 10, 60, 3)
    assert readings(later.svg)
    assert later.height == pytest.approx(3 * (1 + 1.58 * (later.lines - 1)))


def test_a_block_that_has_no_room_over_its_first_line_is_set_without_rather_than_smaller() -> None:
    block = typesetter().block("脱落した人は戻す", 0, 0, 60, 3, height=3.1)
    assert (block.size, readings(block.svg)) == (3, [])


class Placed:
    """Positions of the terms of a text and their readings: by term left and right of each, in mm."""

    def __init__(self, setter: Typesetter, svg: str) -> None:
        self.bases: dict[str, tuple[float, float]] = {}
        self.rubies: dict[str, tuple[float, float]] = {}
        stack = setter.stack("text")
        for node in nodes(svg):
            size = float(str(node.get("font-size")))
            term = node.get("data-ruby")
            if term:
                half = stack.advance("".join(node.itertext())) * size / 2
                middle = float(str(node.get("x")))
                self.rubies[term] = (middle - half, middle + half)
                continue
            x = float(str(node.get("x")))
            spread = float(node.get("letter-spacing", 0))
            for part, text, spacing, shift in pieces_of(node, spread):
                x += shift
                if part is not None and text in TERMS:
                    self.bases[text] = (x, x + stack.advance(text) * size + spacing * (len(text) - 1))
                x += stack.advance(text) * size + spacing * len(text)


def pieces_of(node: ElementTree.Element, spread: float) -> list[tuple[Any, str, float, float]]:
    pieces: list[tuple[Any, str, float, float]] = [(None, node.text or "", spread, 0.0)]
    for part in node:
        pieces.append((part, part.text or "", float(part.get("letter-spacing", spread)), float(part.get("dx", 0))))
        pieces.append((None, part.tail or "", spread, 0.0))
    return pieces


@pytest.mark.parametrize("text", [TEXT, "ここで橙が勝つ", "橙藍脱落", "手番橙", "これは承ると読む", "橙と藍"])
def test_readings_stand_in_the_middle_of_their_terms_and_apart_from_one_another(text: str) -> None:
    setter = typesetter()
    for width in (40, 55, 80, 120):
        setter.begin_face()
        block = setter.block(text, 0, 0, width, 3)
        placed = Placed(setter, block.svg)
        assert placed.rubies
        for term, (left, right) in placed.rubies.items():
            if term in placed.bases:
                base = placed.bases[term]
                assert (left + right) / 2 == pytest.approx(sum(base) / 2, abs=0.03)
        edges = sorted(placed.rubies.values())
        rows = {
            term: next(str(n.get("y")) for n in nodes(block.svg) if n.get("data-ruby") == term)
            for term in placed.rubies
        }
        for (term, span), (next_term, next_span) in zip(
            list(placed.rubies.items())[:-1], list(placed.rubies.items())[1:], strict=True
        ):
            if rows[term] == rows[next_term]:
                assert span[1] <= next_span[0] + 0.05, (text, width, edges)


def test_a_reading_stands_out_over_its_neighbours_by_half_of_its_characters_at_most() -> None:
    setter = typesetter()
    size = 4.0
    for text in ("ここで橙が勝つ", "それを承りました"):
        placed = Placed(setter, setter.block(text, 0, 0, 120, size).svg)
        for term, (left, right) in placed.rubies.items():
            wide = setter.width(term, size)
            taken = setter.width(text, size)
            assert right - left > wide
            # Overhang on either side, less the spread of the term.
            block = setter.block(text, 0, 0, 120, size)
            spread = block.width - taken
            assert (right - left - wide - spread) / 2 <= size * OVERHANG + 0.01


def test_a_term_with_its_reading_is_never_parted() -> None:
    setter = typesetter()
    for width in range(14, 60):
        setter.begin_face()
        svg = setter.block(TEXT, 0, 0, width, 2.9, minimum=2.9).svg
        lines = ["".join(node.itertext()) for node in nodes(svg) if not node.get("data-ruby")]
        for term, _ in readings(svg):
            assert any(term in line for line in lines), (width, term)


@given(st.integers(14, 120), st.sampled_from([1.58, 1.62, 1.7]), st.floats(2.83, 8))
def test_readings_touch_neither_the_line_above_nor_the_edge(width: int, leading: float, size: float) -> None:
    setter = typesetter()
    block = setter.block(TEXT, 0, 0, width, size, leading=leading)
    lines = sorted({float(str(node.get("y"))) for node in nodes(block.svg) if not node.get("data-ruby")})
    for node in nodes(block.svg):
        if node.get("data-ruby"):
            base = float(str(node.get("y"))) + RUBY_RISE * block.size
            place = min(range(len(lines)), key=lambda index: abs(lines[index] - base))
            assert lines[place] == pytest.approx(base, abs=0.02)
            top = float(str(node.get("y"))) - 0.84 * float(str(node.get("font-size")))
            if place:
                assert top >= lines[place - 1] + 0.05 * block.size
            else:
                assert top >= -0.01


def test_the_definition_and_the_wording_say_how_terms_are_read(render: Callable[..., list[Any]], folder: Path) -> None:
    definition = folder / "games.toml"
    text = definition.read_text(encoding="utf-8")
    named = text.replace('name = "One"', 'name = { en = "plum", ja = "梅", ruby = "うめ" }')
    named = named.replace('title = "Mine"', 'title = { en = "Mine", ja = "鉱山", ruby = "こうざん" }', 1)
    definition.write_text(named, encoding="utf-8")
    template = (
        "{{ line(t(game.title), 3, 12, 5, ruby=true) }}{{ line(card.name, 3, 25, 4, ruby=true) }}"
        '{{ block(w("how"), 3, 40, 50, 3) }}'
    )
    words = {"words.toml": '[en]\nhow = "x"\n[ja]\nhow = "梅を捨てたら脱落する。"\n[ruby]\n"脱落" = "だつらく"\n'}
    first, second = render(template, files=words, language="ja")
    assert re.findall(r'data-ruby="(\w+)"', first.svg) == ["鉱山", "梅", "脱落"]
    assert re.findall(r'data-ruby="(\w+)"', second.svg) == ["鉱山", "梅", "脱落"]
    (english, _) = render(template, files=words, language="en")
    assert "data-ruby" not in english.svg


def test_a_reading_beside_a_name_is_that_of_the_name(render: Callable[..., list[Any]], folder: Path) -> None:
    definition = folder / "games.toml"
    text = definition.read_text(encoding="utf-8")
    text = text.replace('name = "One"', 'name = { en = "plum", ja = "梅" }, ruby = "うめ"')
    definition.write_text(text, encoding="utf-8")
    (first, _) = render("{{ line(card.name, 3, 25, 4, ruby=true) }}", language="ja")
    assert 'data-ruby="梅"' in first.svg


def test_readings_over_the_first_line_may_stand_in_white_that_is_there_anyway() -> None:
    def block(headroom: float) -> Any:
        return typesetter().block("脱落した人は戻す", 0, 10, 60, 3, headroom=headroom)

    tight, some, enough = block(0), block(0.5), block(3)
    assert tight.height - some.height == pytest.approx(0.5)
    assert enough.height == pytest.approx(3)
    assert all(readings(text_block.svg) for text_block in (tight, some, enough))
