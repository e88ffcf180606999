"""Backs tell nothing of their cards, not even which way up they are."""

from __future__ import annotations

import pytest

from pnp.model.component import Edge
from tests.looks.eyes import seen, tiles, worst
from tests.looks.kits import FULL, WITH_CARDS, look

pytestmark = pytest.mark.kit

THE_SAME = 5
"""How much a tile may differ where pictures are the same: the renderer rounds to pixels, which half a turn mirrors.
Small figures in strong colours differ most."""
SIZES = ["", *(f'card = "{size}"' for size in ("44mm x 67mm", "70mm x 120mm"))]


@pytest.mark.parametrize("edge", [None, "bleed"])
@pytest.mark.parametrize("lines", [pytest.param(lines, marks=FULL if lines else ()) for lines in SIZES])
@pytest.mark.parametrize("game", WITH_CARDS)
def test_a_back_is_the_same_after_half_a_turn(game: str, lines: str, edge: Edge | None) -> None:
    drawn = look(game, lines, edge=edge)
    assert drawn.shuffled_backs
    for back in drawn.shuffled_backs:
        for picture in (drawn.pictures[back.id], drawn.trimmed(back.id)):
            upright, turned = (seen(tiles(picture.rotate(turn)), "colour") for turn in (0, 180))
            assert worst(upright, turned) <= THE_SAME, back.id
