"""Vertical setting: what stands, what is turned, which glyph is taken."""

from __future__ import annotations

import pytest

from pnp.fonts import FontBook, MissingGlyphError, vertical_runs
from pnp.shipped import shipped

JAPANESE = ("Shippori Mincho", "Yuji Syuku", "BIZ UDPGothic")


@pytest.fixture(scope="module")
def book():
    return FontBook([shipped("fonts")])


@pytest.mark.parametrize("family", JAPANESE)
def test_japanese_stands_and_latin_is_turned(book, family):
    runs = vertical_runs(book.stack((family,), 700), "赤いRed 7枚")
    assert [(run.text, run.upright) for run in runs] == [("赤い", True), ("Red 7", False), ("枚", True)]


@pytest.mark.parametrize("family", JAPANESE)
@pytest.mark.parametrize("char", list("「」、。ーッャ（）…"))
def test_marks_take_the_vertical_form_of_the_font(book, family, char):
    stack = book.stack((family,), 700)
    (run,) = vertical_runs(stack, char)
    assert run.upright
    assert run.glyphs[0].glyph != run.face.glyphs[ord(char)]


@pytest.mark.parametrize("family", JAPANESE)
def test_kanji_keep_their_glyph(book, family):
    (run,) = vertical_runs(book.stack((family,), 700), "札")
    assert run.glyphs[0].glyph == run.face.glyphs[ord("札")]


def test_the_pen_moves_by_the_vertical_advance(book):
    (run,) = vertical_runs(book.stack(("Shippori Mincho",), 700), "十二単")
    assert run.advance == pytest.approx(3.0)
    assert {glyph.origin for glyph in run.glyphs} == {0.88}
    (narrow,) = vertical_runs(book.stack(("BIZ UDPGothic",), 700), "、")
    assert narrow.advance < 1.0


def test_turned_text_moves_the_pen_by_its_width(book):
    stack = book.stack(("Barlow Semi Condensed",), 700)
    (run,) = vertical_runs(stack, "Red")
    assert not run.upright
    assert run.advance == pytest.approx(stack.width("Red", 1))


def test_a_bracket_without_a_vertical_form_is_turned(book):
    (run,) = vertical_runs(book.stack(("Barlow Semi Condensed",), 700), "(")
    assert not run.upright


def test_a_missing_glyph_is_an_error(book):
    with pytest.raises(MissingGlyphError):
        vertical_runs(book.stack(("Barlow Semi Condensed",), 700), "赤")
