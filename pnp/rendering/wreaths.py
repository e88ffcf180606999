"""Where so many motifs stand in a wreath: round what is in the middle of a card, in an oval as high as the card is."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

_MOST = 200
_STEPS = 18
"""Halvings in the search for the largest radius: far finer than print."""
_SAMPLES = 240
"""Chords that an oval is measured by: their sum is short of it by less than a ten-thousandth."""
_CIRCLE = [(math.sin(angle), math.cos(angle)) for angle in (2 * math.pi * at / _SAMPLES for at in range(_SAMPLES + 1))]


class Spot(NamedTuple):
    """The disc of one motif: its middle, its radius, and its turn in degrees, clockwise; heads look outwards."""

    x: float
    y: float
    radius: float
    turn: float


@lru_cache(maxsize=_MOST)
def wreath(count: int, width: float, height: float, most: float = math.inf) -> tuple[Spot, ...]:
    """Spots for ``count`` equal motifs, evenly round an oval and as large as it lets them be, clockwise from the top.

    The whole fills a box of ``width`` by ``height`` about (0, 0); y runs downwards. No two of the discs overlap, none
    leaves the box, and none has a radius above ``most``. One motif is in the middle, upright. An even count is the
    same after half a turn, an odd one in a mirror. Raises ValueError for a count that is not 1 to 200.
    """
    if not 1 <= count <= _MOST:
        raise ValueError(f"a wreath of {count} motifs cannot be drawn; it can have 1 to {_MOST}")
    high = min(most, width / 2, height / 2)
    if count == 1:
        return (Spot(0.0, 0.0, round(high, 4), 0.0),)
    low = 0.0
    for _ in range(_STEPS):
        radius = (low + high) / 2
        spots = _round_an_oval(count, width / 2 - radius, height / 2 - radius)
        # Neighbours of neighbours too: an oval may be so narrow that they come near each other across it.
        near = min(
            math.dist(spots[at][:2], spots[at - back][:2]) for at in range(count) for back in (1, 2) if back < count
        )
        low, high = (radius, high) if near >= 2 * radius else (low, radius)
    return tuple(
        Spot(round(x, 4), round(y, 4), round(low - 5e-5, 4), round(turn, 3))
        for x, y, turn in _round_an_oval(count, width / 2 - low, height / 2 - low)
    )


def _round_an_oval(count: int, across: float, down: float) -> list[tuple[float, float, float]]:
    """``count`` points round an oval with these half axes, as far from each other along it, stretched until they reach
    its sides, top and bottom; and the turn of each, away from the middle. Two are in opposite corners."""
    if count == 2:
        points = [(across, -down), (-across, down)]
    else:
        points = _evenly(count, across, down)
        widest, lowest = max(x for x, _ in points), max(y for _, y in points)
        points = [(x * across / widest, (y + down) * 2 * down / (lowest + down) - down) for x, y in points]
    return [(x, y, math.degrees(math.atan2(x, -y)) % 360) for x, y in points]


def _evenly(count: int, across: float, down: float) -> list[tuple[float, float]]:
    """``count`` points on an oval, clockwise from the top."""
    chords = (math.hypot(across * (x - u), down * (y - v)) for (x, y), (u, v) in pairwise(_CIRCLE))
    along = [*accumulate(chords, initial=0.0)]
    found: list[tuple[float, float]] = []
    step = 0
    for number in range(count):
        if count % 2 == 0 and number >= count // 2:
            x, y = found[number - count // 2]
            found.append((-x, -y))
            continue
        goal = along[-1] * number / count
        while along[step + 1] <= goal:
            step += 1
        share = (goal - along[step]) / (along[step + 1] - along[step])
        found.append(_on(2 * math.pi * (step + share) / _SAMPLES, across, down))
    return found


def _on(angle: float, across: float, down: float) -> tuple[float, float]:
    return across * math.sin(angle), -down * math.cos(angle)
