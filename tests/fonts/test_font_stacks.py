"""Stacks: coverage, widths, fallback along the declared stack and nowhere else."""

from __future__ import annotations

import pytest

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, MissingGlyphError
from pnp.shipped import shipped


@pytest.fixture(scope="module")
def book():
    return FontBook([shipped("fonts")])


def test_the_first_face_that_covers_a_character_draws_it(book):
    stack = book.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 700)
    runs = [(face.family, text) for face, text in stack.runs("Red 赤い 7✓")]
    assert runs == [
        ("Barlow Semi Condensed", "Red "),
        ("BIZ UDPGothic", "赤い"),
        ("Barlow Semi Condensed", " 7"),
        ("BIZ UDPGothic", "✓"),
    ]


def test_the_runs_are_the_text(book):
    stack = book.stack(("Oswald", "Shippori Mincho", "BIZ UDPGothic"), 600)
    for text in ("", "a", "札", "1枚の札 → 2", "  x  "):
        assert "".join(run for _, run in stack.runs(text)) == text


def test_each_fallback_is_told_once(book):
    stack = book.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)
    told = [(fallback.char, fallback.wanted.family, fallback.used.family) for fallback in stack.fallbacks("赤い赤 Red")]
    assert told == [("赤", "Barlow Semi Condensed", "BIZ UDPGothic"), ("い", "Barlow Semi Condensed", "BIZ UDPGothic")]
    assert stack.fallbacks("Red") == ()


def test_a_character_outside_the_stack_is_an_error_that_names_it(book):
    stack = book.stack(("Barlow Semi Condensed",), 700)
    with pytest.raises(MissingGlyphError) as caught:
        stack.runs("Red 赤")
    message = str(caught.value)
    for part in (
        "'赤'",
        "U+8D64",
        "CJK UNIFIED IDEOGRAPH-8D64",
        "character 5",
        "Barlow Semi Condensed 700",
        "theme.toml",
    ):
        assert part in message


@pytest.mark.parametrize("text", ["a✗", "a\nb", "\u0000"])
def test_a_missing_glyph_or_a_control_character_has_no_width(book, text):
    with pytest.raises(MissingGlyphError):
        book.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 700).width(text, 3)


def test_the_width_is_the_sum_of_the_advances(book):
    stack = book.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 700)
    face = stack.faces[0]
    assert stack.width("Red", 10) == pytest.approx(10 * sum(face.advances[char] for char in "Red"))
    assert stack.width("R赤", 4) == pytest.approx(4 * (face.advances["R"] + stack.faces[1].advances["赤"]))
    assert stack.width("", 4, 1) == 0


def test_letter_spacing_stands_between_letters_only(book):
    stack = book.stack(("Oswald",), 600)
    assert stack.width("abc", 5, 0.5) == pytest.approx(stack.width("abc", 5) + 1.0)
    assert stack.width("a", 5, 0.5) == pytest.approx(stack.width("a", 5))


def test_a_face_tells_its_metrics_in_em(book):
    face = book.face("Barlow Semi Condensed", 700)
    assert face.postscript_name == "BarlowSemiCondensed-Bold"
    assert (face.ascent, face.descent, face.cap_height) == (1.0, -0.2, 0.7)
    assert face.covers("ā")
    assert not face.covers("→")


def test_an_unknown_family_is_an_error_with_the_nearest_name(book):
    with pytest.raises(TemplateError, match=r"did you mean 'Shippori Mincho'"):
        book.stack(("Shipori Mincho",), 700)


def test_an_empty_stack_is_an_error(book):
    with pytest.raises(TemplateError, match="at least one family"):
        book.stack((), 400)
