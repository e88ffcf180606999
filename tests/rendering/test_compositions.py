"""Motifs in a disc: nothing overlaps, nothing leaves it, and all of them are there."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest

from pnp.rendering.graphics.arrangements import MotifPlace, attended, composed

COUNTS = range(1, 31)
LEANING = [(0.62, 0.0, 0.0), (0.66, 0.3, 45.0), (0.6, 0.36, 200.0), (0.5, 0.5, -90.0), (0.8, 0.15, 0.0)]


def check(places: tuple[MotifPlace, ...]) -> None:
    for place in places:
        assert math.hypot(place.x, place.y) + place.radius <= 1.00001
        assert place.radius > 0.015
    for first, second in combinations(places, 2):
        assert math.dist((first.x, first.y), (second.x, second.y)) >= first.radius + second.radius - 2e-5


@pytest.mark.parametrize("count", COUNTS)
def test_equal_motifs_neither_overlap_nor_leave_their_disc(count: int) -> None:
    places = composed(count)
    assert len(places) == count
    assert len({place.radius for place in places}) == 1
    check(places)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("large", "lean", "toward"), LEANING)
def test_small_motifs_stand_clear_of_the_large_one(count: int, large: float, lean: float, toward: float) -> None:
    first, *others = attended(count, large, lean, toward)
    assert len(others) == count - 1
    assert first.radius == large
    assert all(place.radius <= large / 2 for place in others)
    check((first, *others))


def test_few_motifs_are_as_large_as_they_can_be() -> None:
    """Compare with the radii of the densest packings of equal discs in a disc."""
    best = {1: 1, 2: 0.5, 3: 0.46410, 4: 0.41421, 5: 0.37019, 6: 1 / 3, 7: 1 / 3, 8: 0.30259, 9: 0.27676}
    assert {count: composed(count)[0].radius for count in best} == pytest.approx(best, abs=2e-5)


def test_more_motifs_are_never_larger() -> None:
    for find in (composed, attended):
        assert all(fewer[-1].radius >= more[-1].radius for fewer, more in pairwise(map(find, range(2, 31))))


def test_motifs_of_a_ring_look_outwards_and_one_in_the_middle_stands_upright() -> None:
    middle, *ring = composed(7)
    assert (middle.x, middle.y, middle.turn) == (0, 0, 0)
    for place in (*ring, *composed(3)):
        assert math.degrees(math.atan2(place.x, -place.y)) % 360 == pytest.approx(place.turn, abs=0.01)


@pytest.mark.parametrize("count", [2, 4, 7])
def test_a_composition_with_an_even_ring_is_the_same_after_half_a_turn(count: int) -> None:
    spots = {(round(place.x, 3) + 0.0, round(place.y, 3) + 0.0) for place in composed(count)}
    assert {(round(-x, 3) + 0.0, round(-y, 3) + 0.0) for x, y in spots} == spots


@pytest.mark.parametrize("call", [lambda: composed(0), lambda: composed(201), lambda: attended(0)])
def test_counts_that_cannot_be_drawn_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="cannot be composed"):
        call()


@pytest.mark.parametrize(("large", "lean"), [(1.0, 0.0), (0.7, 0.4), (0.0, 0.0), (0.5, -0.1)])
def test_a_large_motif_that_leaves_the_disc_is_refused(large: float, lean: float) -> None:
    with pytest.raises(ValueError, match="leaves its disc"):
        attended(5, large, lean)


def test_templates_place_motifs(render: Callable[..., list[Any]]) -> None:
    circle = '<circle cx="{{ 30 + 20 * place.x }}" cy="{{ 40 + 20 * place.y }}" r="1"/>'
    text = f"{{% for place in composed(3) + attended(4) %}}{circle}{{% endfor %}}{{{{ line(card.name, 5, 20, 5) }}}}"
    assert [face.svg.count("<circle") for face in render(text)] == [7, 7]
