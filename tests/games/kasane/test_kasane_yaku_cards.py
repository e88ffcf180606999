"""Formulas on the yaku cards are not hidden by what stands beside them."""

from __future__ import annotations

import pytest

from pnp.model.text import Language
from tests.looks.kits import PIXELS_PER_MM, Look, look

pytestmark = pytest.mark.kit

JU = '{{ id = "ju", name = {{ en = "Jū", ja = "拾" }}, ruby = "じゅう", frame = "plum", motif = "ten", {} }}'
SUMS = {
    "of the game": "",
    "of two cards": JU.format('rule = { is = "sum", of = 10 }, slots = [{ cards = 2, points = [2, 2] }]'),
    "of many cards": JU.format(
        'rule = { is = "sum", of = 27 }, slots = [{ cards = 3, points = [2] }, { cards = 5, points = [3] }]'
    ),
    "of many slots": JU.format(
        'rule = { is = "sum", of = 10 }, slots = [{ cards = 2, points = [2, 2, 1] }, { cards = 3, points = [3] }]'
    ),
}
CLEAR = 1.8
"""White to the right of a formula, in mm."""


def sum_of(cards: Look) -> str:
    return next(str(yaku.rule.of) for yaku in cards.project.game(cards.name).settings.yaku if yaku.id == "ju")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("lines", SUMS.values(), ids=SUMS)
def test_sums_on_a_yaku_card_stand_on_one_ground_before_the_name(lines: str, language: Language) -> None:
    cards = look("kasane", lines and f"yaku = [{lines}]\nopening-tokens = []", language)
    leaves = (leaf for component, leaves in cards.groups if component.id == "yaku" for leaf in leaves)
    leaf = next(leaf for leaf in leaves if leaf.card == "ju")
    glyphs = cards.glyphs[leaf.front.id]
    equals = next(glyph for glyph in glyphs if glyph.char == "=")
    figure = [glyph for glyph in glyphs if glyph.left > equals.left and glyph.top < equals.bottom < glyph.bottom + 1.5]
    digits = [glyph for glyph in figure if glyph.char.isdigit()]
    assert "".join(glyph.char for glyph in digits) == sum_of(cards)
    picture = cards.trimmed(leaf.front.id)
    edges = (min(glyph.top for glyph in digits) - 0.5, max(glyph.bottom for glyph in digits) + 0.5)
    left, right = equals.left - 0.3, max(glyph.right for glyph in digits) + CLEAR
    grounds = {
        picture.getpixel((round(x * PIXELS_PER_MM), round(y * PIXELS_PER_MM)))
        for y in edges
        for x in (left + (right - left) * step / 40 for step in range(41))
    }
    assert len(grounds) == 1
