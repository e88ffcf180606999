"""Motifs of a wreath stand round the middle of a card: all of them, none over another, none outside."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from pnp.rendering.graphics.arrangements import MotifDisc, wreath

BOXES = [(55.0, 80.0), (55.0, 55.0), (55.0, 98.0), (114.0, 70.0)]
COUNTS = (*range(1, 25), 66, 99)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("width", "height"), BOXES)
def test_motifs_neither_overlap_nor_leave_their_box(count: int, width: float, height: float) -> None:
    spots = wreath(count, width, height, 18)
    assert len(spots) == count
    assert len({spot.radius for spot in spots}) == 1
    for spot in spots:
        assert 0.5 < spot.radius <= 18
        assert abs(spot.x) + spot.radius <= width / 2 + 1e-3
        assert abs(spot.y) + spot.radius <= height / 2 + 1e-3
    for first, second in combinations(spots, 2):
        assert math.dist(first[:2], second[:2]) >= 2 * first.radius - 1e-3


def turned(spot: MotifDisc) -> tuple[float, ...]:
    return round(-spot.x, 2) + 0.0, round(-spot.y, 2) + 0.0, round((spot.turn + 180) % 360, 1) % 360


def mirrored(spot: MotifDisc) -> tuple[float, ...]:
    return round(-spot.x, 2) + 0.0, round(spot.y, 2) + 0.0, round((360 - spot.turn) % 360, 1) % 360


def as_it_is(spot: MotifDisc) -> tuple[float, ...]:
    return round(spot.x, 2) + 0.0, round(spot.y, 2) + 0.0, round(spot.turn, 1) % 360


@pytest.mark.parametrize("count", [2, 4, 6, 8, 10, 12, 14])
def test_an_even_count_is_the_same_after_half_a_turn(count: int) -> None:
    spots = wreath(count, 55, 80)
    assert sorted(map(as_it_is, spots)) == sorted(map(turned, spots))


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11, 15])
def test_an_odd_count_is_the_same_in_a_mirror_and_fills_the_box(count: int) -> None:
    spots = wreath(count, 55, 80, 12)
    for point, mirror_point in zip(sorted(map(as_it_is, spots)), sorted(map(mirrored, spots)), strict=True):
        assert point == pytest.approx(mirror_point, abs=0.06)
    assert max(spot.y + spot.radius for spot in spots) == pytest.approx(40, abs=0.01)
    assert min(spot.y - spot.radius for spot in spots) == pytest.approx(-40, abs=0.01)


def test_heads_look_away_from_the_middle_and_one_alone_stands_upright_in_it() -> None:
    for spot in wreath(7, 55, 80):
        assert math.degrees(math.atan2(spot.x, -spot.y)) % 360 == pytest.approx(spot.turn, abs=0.01)
    assert wreath(1, 55, 80) == ((0, 0, 27.5, 0),)


@pytest.mark.parametrize("count", [0, 201])
def test_counts_that_cannot_be_drawn_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        wreath(count, 55, 80)


def test_templates_place_motifs_in_a_wreath(render: Callable[..., list[Any]]) -> None:
    circle = '<circle cx="{{ 30 + x }}" cy="{{ 40 + y }}" r="{{ r }}"/>'
    text = f"{{% for x, y, r, turn in wreath(5, 50, 60) %}}{circle}{{% endfor %}}{{{{ line(card.name, 5, 20, 5) }}}}"
    assert [face.svg.count("<circle") for face in render(text)] == [5, 5]
