"""Motifs of a festoon hang under the middle and beside it: all of them, none over another, none over the middle."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from pnp.rendering.graphics.arrangements import festoon

ROOMS = [(55.0, 56.0, 20.0, 21.0), (55.0, 52.0, 36.0, 24.0), (55.0, 75.0, 22.0, 30.0), (30.0, 56.0, 22.0, 18.0)]


@pytest.mark.parametrize("count", [*range(1, 26), 66, 200])
@pytest.mark.parametrize(("width", "height", "gap", "low"), ROOMS)
def test_motifs_neither_overlap_nor_leave_their_room(
    count: int, width: float, height: float, gap: float, low: float
) -> None:
    spots = festoon(count, width, height, gap, low)
    assert len(spots) == count
    assert len({spot.radius for spot in spots}) == 1
    for x, y, radius, _ in spots:
        assert radius > 0.5
        assert abs(x) + radius <= width / 2 + 1e-3
        assert radius - 1e-3 <= -y <= height - radius + 1e-3
        assert math.hypot(max(0, abs(x) - gap / 2), max(0, y + low)) >= radius - 1e-3
    for first, second in combinations(spots, 2):
        assert math.dist(first[:2], second[:2]) >= 2 * first.radius


@pytest.mark.parametrize("count", range(1, 20))
def test_a_festoon_is_the_same_in_a_mirror_and_leans_outwards(count: int) -> None:
    spots = festoon(count, 55, 56, 20, 21)
    mirrored = sorted((round(-x, 2) + 0, round(y, 2), round(-turn, 1) + 0) for x, y, _, turn in spots)
    assert sorted((round(x, 2) + 0, round(y, 2), round(turn, 1) + 0) for x, y, _, turn in spots) == mirrored
    assert all(x * turn >= 0 for x, _, _, turn in spots)


def test_more_motifs_climb_beside_the_middle_and_few_stay_below_it() -> None:
    assert all(-y < 21 for _, y, _, _ in festoon(3, 55, 56, 20, 21))
    assert max(-y for _, y, _, _ in festoon(7, 55, 56, 20, 21)) > 40
    assert festoon(7, 55, 56, 20, 21)[0].radius > 6.5


@pytest.mark.parametrize("count", [0, 201])
def test_a_festoon_has_1_to_200_motifs(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 200"):
        festoon(count, 55, 56, 20, 21)


def test_without_room_there_is_no_festoon() -> None:
    with pytest.raises(ValueError, match="no room"):
        festoon(200, 3, 56, 20, 0.5)
