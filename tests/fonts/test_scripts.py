"""Scripts that are not set one glyph beside the other, from left to right, are refused even where a font has them."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from pnp.fonts import FontBook, FontStack, MissingGlyphError, vertical_runs
from pnp.fonts.stack import is_moved_or_joined, is_right_to_left, word_at
from pnp.shipped import shipped

FAMILY = "Barlow Semi Condensed Medium"
BACKWARDS = {
    "Hebrew": "שלום",
    "Arabic": "مرحبا",
    "Arabic digits": "٣",
    "Syriac": "ܫܠܡܐ",
    "Thaana": "ދިވެހި",
    "N'Ko": "ߒߞߏ",
    "Adlam": "𞤀𞤣𞤤𞤢𞤥",
    "presentation forms": "ﻣﺮﺣﺒﺎ",
    "Garay": "\U00010d50",
    "a letter of Unicode 16": "\u0628\U00010ec2",
}
TURNED = {
    "\u202ered\u202c": "delete these invisible characters (U+202E, U+202C)",
    "\u2067red\u2069": "delete these invisible characters (U+2067, U+2069)",
    "\u200fred": "delete this invisible character (U+200F)",
    "re\u061cd": "delete this invisible character (U+061C)",
}
COMPOSED = {"\u1112\u1161\u11ab": "한", "か\u3099": "が"}
JOINED = {
    "Devanagari, moved": "कि",
    "Devanagari, joined": "क्ष",
    "Bengali": "কো",
    "Tamil, moved": "கை",
    "Malayalam": "ക്ക",
    "Khmer": "ខ្មែរ",
    "Myanmar": "မြန်မာ",
    "Tibetan": "རྒྱ",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "Hangul in parts": "\u1103\u1161\u11a8",
}
SET = {
    "Latin": "Café ﬁ",
    "Greek": "Αθήνα",
    "Cyrillic": "Привет",
    "Japanese": "赤い札、を",
    "Korean": "한글",
    "Thai": "เกมไทยนำ",
    "Lao": "ເກມ",
    "Tamil, as it is written": "மரம்",
    "Persian digits": "۳",
    "Georgian": "თამაში",
    "Armenian": "Խաղ",
    "Ethiopic": "ጨዋታ",
    "signs": "→ ← ★ 😀 €",
    "a word joiner": "a\u2060b\u00ad",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> FontBook:
    """A font that has a glyph for every character of these tests."""
    folder = tmp_path_factory.mktemp("fonts")
    wanted = {ord(char) for texts in (BACKWARDS, JOINED, SET) for text in texts.values() for char in text}
    wanted |= {ord(char) for text in ("".join(TURNED), "\u1112\u1161\u11ab한がか") for char in text}
    with TTFont(shipped("fonts") / "BarlowSemiCondensed-Medium-latin.ttf") as font:
        kept = font.getBestCmap()
        full = CmapSubtable.newSubtable(12)
        full.platformID, full.platEncID, full.language = 3, 10, 0
        full.cmap = dict.fromkeys(wanted, kept[ord("n")]) | kept
        font["cmap"].tables = [full]
        font.save(folder / "everything.ttf")
    return FontBook([folder])


@pytest.fixture
def stack(book: FontBook) -> FontStack:
    return book.stack((FAMILY,), 500)


def refused(stack: FontStack, text: str) -> tuple[str, str]:
    """The code and the hint of what a text is refused for."""
    with pytest.raises(MissingGlyphError) as caught:
        stack.width(text, 3)
    (found,) = caught.value.diagnostics
    assert found.subject is not None and found.subject in text
    for ask in (stack.runs, stack.glyphs, lambda text: vertical_runs(stack, text)):
        with pytest.raises(MissingGlyphError):
            ask(text)
    return found.code, found.hint or ""


@pytest.mark.parametrize("name", BACKWARDS)
def test_text_from_right_to_left_is_refused(stack: FontStack, name: str) -> None:
    for text in (BACKWARDS[name], f"ab {BACKWARDS[name]} (3).", f"\u200f{BACKWARDS[name]}"):
        code, hint = refused(stack, text)
        assert code == "right-to-left" and "outlined text" in hint


@pytest.mark.parametrize("text", TURNED)
def test_invisible_characters_that_turn_the_direction_are_to_be_deleted(stack: FontStack, text: str) -> None:
    assert refused(stack, text) == ("right-to-left", TURNED[text])


@pytest.mark.parametrize("text", COMPOSED)
def test_parts_of_a_character_that_fonts_have_are_to_be_written_as_one(stack: FontStack, text: str) -> None:
    assert COMPOSED[text] in refused(stack, f"ab {text}")[1]


@pytest.mark.parametrize("name", JOINED)
def test_letters_that_are_joined_or_moved_are_refused(stack: FontStack, name: str) -> None:
    code, hint = refused(stack, f"ab {JOINED[name]} (3).")
    assert code == "joined-script" and "outlined text" in hint


@pytest.mark.parametrize("name", SET)
def test_scripts_that_are_set_letter_by_letter_are_set(stack: FontStack, name: str) -> None:
    assert stack.width(SET[name], 3) > 0


def test_a_message_names_the_letter_and_its_word(stack: FontStack) -> None:
    with pytest.raises(MissingGlyphError) as caught:
        stack.runs("Now: התור שלך")
    (found,) = caught.value.diagnostics
    assert found.subject == "התור"
    assert "'ה' (U+05D4, HEBREW LETTER HE), character 6 of 'Now: התור שלך'" in found.message


def test_features_of_fonts_leave_joining_to_harfbuzz_and_not_the_direction(book: FontBook) -> None:
    shaped = book.stack((FAMILY,), 500, features=("kern",))
    assert shaped.face_for("क") is not None and shaped.face_for("\u094d") is not None
    assert shaped.face_for("ש") is None


def test_common_characters_are_of_no_such_script() -> None:
    for char in map(chr, (*range(0x20, 0x590), *range(0x2010, 0x2028), *range(0x3000, 0x3100), *range(0x4E00, 0x9FFF))):
        assert not is_right_to_left(char) and not is_moved_or_joined(char)


@pytest.mark.parametrize(("text", "index", "word"), [("a שָׁל b", 2, "שָׁל"), ("(ש)", 1, "ש"), ("\u202ea", 0, "\u202ea")])
def test_the_word_at_a_place(text: str, index: int, word: str) -> None:
    assert word_at(text, index) == word
