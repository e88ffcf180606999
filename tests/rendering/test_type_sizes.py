"""Sizes of type in a theme: what is set in one of them shrinks to the next, and errors name what is wrong."""

from __future__ import annotations

import pytest

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.rendering.text.theme import load_theme
from pnp.rendering.text.typeset import Typesetter
from pnp.shipped import shipped

BOOK = FontBook([shipped("fonts")])
FONTS = """
[fonts.en]
text = { families = ["Barlow Semi Condensed"], weight = 500 }
strong = { families = ["Barlow Semi Condensed"], weight = 700 }
"""
SIZES = "[type.en]\nnote = 2.5\nwords = 3\nhead = 4\n"
TEXT = "The player to the left begins."


def typesetter(sizes: str = SIZES) -> Typesetter:
    return Typesetter(BOOK, load_theme({"theme.toml": FONTS + sizes}, "en"))


@pytest.mark.parametrize(
    ("width", "size"), [(100.0, 4.0), (35.0, 3.0), (29.0, 2.5), (24.0, pytest.approx(2.26, abs=0.1))]
)
def test_a_line_takes_the_largest_size_that_fits(width: float, size: float) -> None:
    setter = typesetter()
    line = setter.line(TEXT, 0, 0, 4, width=width)
    assert line.size == size
    assert line.width <= width + 1e-6
    larger = [step for step in (2.5, 3.0, 4.0) if step > line.size]
    assert all(setter.width(TEXT, step, tracking=-0.02) > width for step in larger)


def test_a_block_takes_the_largest_size_that_fits() -> None:
    setter = typesetter()
    heights = {size: setter.block(TEXT, 0, 0, 20, size).height for size in (4, 3, 2.5)}
    assert [setter.block(TEXT, 0, 0, 20, 4, height=height).size for height in heights.values()] == [4, 3, 2.5]
    assert setter.block(TEXT, 0, 0, 20, 4, height=heights[3] - 0.01).size < 3
    assert 2.1 < setter.block(TEXT, 0, 0, 20, 4, height=heights[2.5] - 0.2).size < 2.5


def test_no_size_is_below_the_minimum_that_is_asked_for() -> None:
    setter = typesetter()
    with pytest.raises(TemplateError, match="does not fit"):
        setter.line(TEXT, 0, 0, 4, width=30, minimum=3)
    with pytest.raises(TemplateError, match="does not fit"):
        setter.block(TEXT, 0, 0, 20, 4, height=5, minimum=3)


def test_another_size_shrinks_little_by_little() -> None:
    setter = typesetter()
    line = setter.line(TEXT, 0, 0, 4.1, width=40)
    assert line.size not in (2.5, 3.0, 4.0)
    assert line.width == pytest.approx(40)


@pytest.mark.parametrize(("size", "found"), [(5, 4), (4, 4), (3.9, 3), (2.5, 2.5), (2.4, 2.4)])
def test_the_largest_size_at_most_as_large_is_found(size: float, found: float) -> None:
    assert typesetter().type_at_most(size) == found


def test_a_later_file_overrides_sizes_one_by_one_and_a_look_has_them() -> None:
    theme = load_theme({"shared.toml": FONTS + SIZES, "theme.toml": "[type.en]\nnote = 3\n"}, "en")
    assert theme.type_sizes == (4, 3)
    assert (theme.look.type_note, theme.look.type_head) == (3, 4)
    theme.access_log.begin_face()
    assert theme.look.type_words == 3
    assert ("look", "type_words") in theme.access_log.parts


def test_another_language_has_the_sizes_of_the_one_whose_layout_it_has() -> None:
    assert load_theme({"theme.toml": FONTS + SIZES + "[type.fr]\nnote = 2.4\n"}, "fr").type_sizes == (4, 3, 2.4)


@pytest.mark.parametrize("entry", ["note = 0", "note = -1", 'note = "3"', "note = true", "note = inf", "Note = 3"])
def test_what_is_no_size_is_refused(entry: str) -> None:
    with pytest.raises(TemplateError, match="is no size of type") as caught:
        load_theme({"theme.toml": f"{FONTS}[type.en]\n{entry}\n"}, "en")
    assert "words = 3.0" in str(caught.value)


@pytest.mark.parametrize("entry", ["[type.words]\nsize = 3", "[type]\nwords = 3", "type = 3"])
def test_sizes_stand_below_a_language(entry: str) -> None:
    with pytest.raises(TemplateError, match="there is no key"):
        load_theme({"theme.toml": f"{entry}\n{FONTS}" if entry.startswith("type") else f"{FONTS}{entry}\n"}, "en")
