"""Where so many motifs stand in a disc: alike round its middle, or small ones beside a large one.

The disc has radius 1 and its middle at (0, 0), y runs downwards. Each motif has a disc of its own; no two of these
overlap, and none leaves the whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pnp.records import dataclass

_MOST = 200
_STEPS = 40
"""Halvings in the search for the largest radius: far finer than print."""
_SMALLEST = 0.01
_LOOSE = 1.5
"""By how much motifs on an open arc may stand further apart than they must."""


@dataclass(frozen=True, slots=True)
class Place:
    """The disc of one motif: its middle, its radius, and the motif's turn in degrees, clockwise."""

    x: float
    y: float
    radius: float
    turn: float


class _Arc(NamedTuple):
    """Places on a circle round the middle: how many it holds, over how many radians round which direction."""

    radius: float
    holds: int
    span: float
    middle: float


@lru_cache(maxsize=_MOST)
def composed(count: int) -> tuple[Place, ...]:
    """Places for ``count`` equal motifs, as large as rings let them be: one alone, two to five in a ring, from six on
    with one or more inside it. Their heads look outwards; the one in the middle stands upright.

    From the middle outwards, each ring clockwise from the top. Raises ValueError for a count that is not 1 to 200.
    """
    _check(count)
    radius = _largest(lambda size: sum(arc.holds for arc in _rings(size)) >= count, 1.0)
    arcs = _rings(radius)
    # Inner rings are full: a gap shows least in the outer one.
    held: list[int] = []
    for arc in reversed(arcs):
        held.append(min(arc.holds, count - sum(held)))
    found: list[Place] = []
    for nth, (arc, number) in enumerate(zip(reversed(arcs), held, strict=True)):
        start = math.pi / number if nth % 2 and held[0] > 1 else 0.0
        found += [_at(arc.radius, start + 2 * math.pi * at / number, radius) for at in range(number)]
    return tuple(found)


@lru_cache(maxsize=_MOST)
def attended(count: int, large: float = 0.62, lean: float = 0.0, toward: float = 0.0) -> tuple[Place, ...]:
    """Places for one large motif and ``count`` - 1 small ones beside it; the large one is the first.

    The large one has the radius ``large``, and its middle is ``lean`` off that of the whole, ``toward`` degrees
    clockwise from twelve o'clock. The small ones stand on arcs in what is left, at most half as large. Raises
    ValueError where the large one leaves the whole, and for a count that is not 1 to 200.
    """
    _check(count)
    if not (0 < large < 1 and 0 <= lean <= 1 - large):
        raise ValueError(f"a motif of radius {large:g} that leans by {lean:g} leaves its disc")
    angle = math.radians(toward)
    hero = Place(round(lean * math.sin(angle), 5), round(-lean * math.cos(angle), 5), large, 0.0)
    if count == 1:
        return (hero,)

    def arcs(size: float) -> list[_Arc]:
        return _open_arcs(size, large, lean, angle + math.pi)

    radius = _largest(lambda size: sum(arc.holds for arc in arcs(size)) >= count - 1, large / 2)
    found, left = [hero], count - 1
    room = arcs(radius)
    for nth, arc in enumerate(room):
        # What is left is shared by the arcs as they have room; the last one takes the rest.
        after = sum(other.holds for other in room[nth + 1 :])
        number = max(left - after, min(left, round(left * arc.holds / (arc.holds + after))))
        left -= number
        found += _along(arc, number, radius)
    return tuple(found)


def _check(count: int) -> None:
    if not 1 <= count <= _MOST:
        raise ValueError(f"{count} motifs cannot be composed; it can be 1 to {_MOST}")


def _largest(fits: Callable[[float], bool], high: float) -> float:
    """The largest size up to ``high`` that ``fits``, which smaller ones do."""
    if fits(high):
        return high
    low = 0.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _step(size: float, radius: float) -> float:
    """The angle between two neighbours of radius ``size`` that touch, on a circle round the middle."""
    return 2 * math.asin(min(1.0, size / radius))


def _rings(size: float) -> list[_Arc]:
    """Rings of discs of radius ``size``, from the rim inwards, and one disc in the middle where that is free."""
    found = []
    radius = 1.0 - size
    while size > _SMALLEST / 2 and radius >= size - 1e-9:
        found.append(_Arc(radius, int(2 * math.pi / _step(size, radius) + 1e-9), 2 * math.pi, 0.0))
        radius -= 2 * size
    if radius > -1e-9:
        found.append(_Arc(0.0, 1, 2 * math.pi, 0.0))
    return found


def _open_arcs(size: float, large: float, lean: float, away: float) -> list[_Arc]:
    """Arcs for discs of radius ``size`` beside a large one that leans to the side opposite ``away``."""
    found = []
    radius = 1.0 - size
    while size > 0 and radius >= size:
        clear = large + size
        if lean == 0:
            half = math.pi if radius >= clear else -1.0
        else:
            # Where the circle is as far from the middle of the large one as they have to be.
            cosine = (clear**2 - radius**2 - lean**2) / (2 * radius * lean)
            half = math.pi if cosine <= -1 else -1.0 if cosine > 1 else math.acos(cosine)
        if half == math.pi:
            found.append(_Arc(radius, int(2 * math.pi / _step(size, radius) + 1e-9), 2 * math.pi, away))
        elif half >= 0:
            found.append(_Arc(radius, int(2 * half / _step(size, radius) + 1e-9) + 1, 2 * half, away))
        radius -= 2 * size
    return found


def _along(arc: _Arc, number: int, size: float) -> list[Place]:
    """``number`` places on an arc, about its middle: all round on a whole circle, else not too far apart."""
    if number == 0:
        return []
    if arc.span >= 2 * math.pi:
        step = 2 * math.pi / number
        start = arc.middle - step * (number - 1) / 2
    else:
        step = min(arc.span / max(1, number - 1), _step(size, arc.radius) * _LOOSE)
        start = arc.middle - step * (number - 1) / 2
    return [_at(arc.radius, start + step * at, size) for at in range(number)]


def _at(radius: float, angle: float, size: float) -> Place:
    turn = math.degrees(angle) % 360 if radius > 1e-9 else 0.0
    return Place(
        round(radius * math.sin(angle), 5), round(-radius * math.cos(angle), 5), round(size - 5e-6, 5), round(turn, 3)
    )
