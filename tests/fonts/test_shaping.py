"""Kerning, ligatures and other features of fonts: off unless asked for, then the same wherever they are measured."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, FontStack
from pnp.fonts.shaping import words
from pnp.shipped import shipped

FONTS = shipped("fonts")
GARAMOND = FONTS / "EBGaramond-Bold-latin.ttf"


def stack(*features: str, family: str = "EB Garamond", weight: int = 700) -> FontStack:
    return FontBook([FONTS]).stack((family, "Shippori Mincho"), weight, features=tuple(sorted(features)))


def texts(found: FontStack, text: str, spaced: bool = False) -> list[str]:
    return [one.text for _, glyphs in found.glyphs(text, spaced) for one in glyphs]


def with_features(tmp_path: Path, said: str) -> FontStack:
    """The shipped roman with other features than its own."""
    with TTFont(GARAMOND) as font:
        for tag in ("GSUB", "GPOS"):
            del font[tag]
        addOpenTypeFeaturesFromString(font, said)
        font.save(tmp_path / "mine.ttf")
    book = FontBook([tmp_path])
    return book.stack(book.families, 700, features=("kern", "liga"))


def test_pairs_move_by_what_the_font_says_of_them(tmp_path: Path) -> None:
    with TTFont(GARAMOND) as font:
        cmap, em = font.getBestCmap(), font["head"].unitsPerEm
    a, v = cmap[ord("A")], cmap[ord("V")]
    liga = f"feature liga {{ sub {a} {a} by {v}; }} liga;"
    shaped = with_features(tmp_path, f"feature kern {{ pos {a} {v} -90; pos {v} {a} 35; }} kern; {liga}")
    plain = FontStack(shaped.faces)
    moved = {"AV": -90, "VA": 35, "AVA": -55, "VV": 0, "A V": 0}
    for text, units in moved.items():
        assert shaped.advance(text) == pytest.approx(plain.advance(text) + units / em, abs=2e-6)


def test_nothing_is_on_that_was_not_asked_for() -> None:
    plain, other = stack(), stack("tnum")
    assert stack("kern").advance("AVATAR") < plain.advance("AVATAR") - 0.2
    assert other.advance("AVATAR office") == pytest.approx(plain.advance("AVATAR office"), abs=1e-5)
    assert texts(other, "office") == list("office")


def test_a_ligature_stands_for_its_characters_and_not_where_letters_are_spaced_out() -> None:
    shaped = stack("kern", "liga")
    assert texts(shaped, "office fi") == ["o", "ffi", "c", "e", " ", "fi"]
    assert texts(shaped, "office fi", spaced=True) == list("office fi")
    assert shaped.width("office", 10, 0.5) == pytest.approx(shaped.advance("office", True) * 10 + 2.5)
    assert shaped.advance("office", True) > shaped.advance("office") + 0.01


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "\u1112\u1161\u11ab\u1100\u1173\u11afab 한글",
            ["\u1112\u1161\u11ab", "\u1100\u1173\u11af", "ab", " ", "한", "글"],
        ),
        ("xか\u3099き。", ["x", "か\u3099", "き", "。"]),
        ("手\u0301札\U000e0100AV", ["手\u0301", "札\U000e0100", "AV"]),
        ("a\u3099b \u3099か", ["a\u3099b", " ", "\u3099", "か"]),
    ],
)
def test_a_wide_character_is_shaped_with_its_marks_and_the_rest_of_its_syllable(text: str, parts: list[str]) -> None:
    assert list(words(text)) == parts


def test_parts_of_a_character_are_drawn_as_the_character_that_the_font_has() -> None:
    shaped = stack("kern")
    ((_, (composed,)),) = shaped.glyphs("か\u3099")
    ((_, (whole,)),) = shaped.glyphs("が")
    assert (composed.glyph, composed.text, composed.advance) == (whole.glyph, "か\u3099", whole.advance)


def test_glyphs_that_change_places_are_found_in_the_order_of_their_letters(tmp_path: Path) -> None:
    with TTFont(GARAMOND) as font:
        names = font.getBestCmap()
        (table,) = [one for one in font["cmap"].tables if one.cmap and one.isUnicode()][:1]
        table.cmap |= {0x939: names[ord("h")], 0x93F: names[ord("i")]}
        font["cmap"].tables = [table]
        for tag in ("GSUB", "GPOS"):
            del font[tag]
        addOpenTypeFeaturesFromString(font, f"feature kern {{ pos {names[65]} {names[66]} 1; }} kern;")
        font.save(tmp_path / "mine.ttf")
    book = FontBook([tmp_path])
    ((face, glyphs),) = book.stack(book.families, 700, features=("kern",)).glyphs("हि")
    assert [one.glyph for one in glyphs] == [face.glyphs[ord("i")], face.glyphs[ord("h")]]
    assert [one.text for one in glyphs] == ["ह", "ि"]


@pytest.mark.parametrize(
    "text", ["か\u3099き\u3099AV", "AV To Ty. office", "Toto 東AV西To、Ty", "To\u3000VA\u00a0VA To"]
)
def test_a_width_is_the_sum_of_the_widths_between_which_lines_break(text: str) -> None:
    from pnp.rendering.text.linebreak import pieces  # noqa: PLC0415

    shaped = stack("kern", "liga")
    assert shaped.advance(text) == pytest.approx(sum(map(shaped.advance, pieces(text))), abs=1e-9)
    glyphs = [one for _, run in shaped.glyphs(text) for one in run]
    assert shaped.advance(text) == pytest.approx(sum(one.advance for one in glyphs), abs=1e-9)
    assert "".join(one.text for one in glyphs) == text


def test_marks_stand_over_their_letters_and_composed_ones_keep_both_characters() -> None:
    composed = stack("kern").glyphs("e\u0301")[0][1]
    assert [one.text for one in composed] == ["e\u0301"]
    over = stack("kern").glyphs("x\u0301")[0][1]
    assert [one.text for one in over] == ["x", "\u0301"]
    assert over[1].advance == 0


def test_a_feature_that_no_font_has_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TemplateError) as caught:
        stack("smcp").advance("a")
    (found,) = caught.value.diagnostics
    assert (found.code, "'smcp'" in found.message, "kern, liga" in str(found.hint)) == ("unknown-feature", True, True)


def test_glyphs_that_could_not_be_found_as_text_are_refused(tmp_path: Path) -> None:
    with TTFont(GARAMOND) as font:
        a, b = (font.getBestCmap()[ord(char)] for char in "ab")
    kern = f"feature kern {{ pos {a} {b} 1; }} kern;"
    shaped = with_features(tmp_path, f"feature liga {{ sub {a} by {b} {b}; }} liga; {kern}")
    assert texts(shaped, "bb") == ["b", "b"]
    with pytest.raises(TemplateError, match="could not be found as text"):
        shaped.advance("ba")


def test_features_of_large_japanese_fonts_close_up_their_punctuation(tmp_path: Path) -> None:
    with TTFont(FONTS / "ShipporiMincho-Bold.ttf") as font:
        cmap = font.getBestCmap()
        for tag in ("GSUB", "GPOS"):
            del font[tag]
        comma = cmap[ord("、")]
        addOpenTypeFeaturesFromString(font, f"feature palt {{ pos {comma} <-10 0 -500 0>; }} palt;")
        font.save(tmp_path / "mine.ttf")
    book = FontBook([tmp_path])
    plain, closed = (book.stack(book.families, 700, features=features) for features in ((), ("palt",)))
    widths = [closed.advance("手、札"[:end]) for end in range(4)]
    assert [round(after - before, 3) for before, after in pairwise(widths)] == [1, 0.5, 1]
    assert plain.advance("手、札") == 3
