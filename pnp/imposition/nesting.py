"""Nets that lie into one another: columns of them, every other one shifted along. All lengths in mm, y downwards.

Boxes round nets of one shape waste the corners. Here the outlines keep apart instead: in a column one net follows the
other, and the next column is shifted until it lies closest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from pnp.imposition.page import Polygon
from pnp.records import dataclass
from pnp.units import Size

APART = 1.5
"""Between the outlines of two nets: more than art runs over each of them, so that none is printed on its neighbour."""
_STEP = 1.0
"""How finely shifts are tried, and outlines are looked at."""
_EPSILON = 1e-6


class Place(NamedTuple):
    """Where a net lies: the upper left corner of the box round its outline."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Nest:
    """How nets lie on a sheet: ``box`` is the extent of one of them as it lies, ``size`` that of all, and ``places``
    come column by column."""

    turned: bool
    box: Size
    size: Size
    places: tuple[Place, ...]


def nest(outline: Sequence[Polygon], room: Size) -> Nest | None:
    """The arrangement of as many nets as are found to have ``room``, or None where columns of boxes hold as many.

    ``outline`` is the net in convex parts. The work grows with the square of its height in steps of a millimetre.
    """
    ways = [_nested(outline, room, turned) for turned in (False, True)]
    found = [way for way in ways if way is not None]
    return max(found, key=lambda way: len(way.places)) if found else None


def _nested(outline: Sequence[Polygon], room: Size, turned: bool) -> Nest | None:
    parts = [tuple((y, -x) if turned else (x, y) for x, y in part) for part in outline]
    left, top = min(x for part in parts for x, _ in part), min(y for part in parts for _, y in part)
    parts = [tuple((x - left, y - top) for x, y in part) for part in parts]
    box = Size(max(x for part in parts for x, _ in part), max(y for part in parts for _, y in part))
    steps = math.ceil((box.height + APART) / _STEP - _EPSILON)
    even = _fitting(room.height, box.height, steps)
    if box.width > room.width + _EPSILON or even < 1:
        return None
    profile = _profile(parts, box)
    best: tuple[int, float, int, int] | None = None
    for shift in range(steps):
        beside = max(_beside(profile, shift, steps), (box.width + APART) / 2)
        columns = 1 + int((room.width - box.width + _EPSILON) // beside)
        odd = _fitting(room.height - shift * _STEP, box.height, steps)
        count = -(-columns // 2) * even + columns // 2 * odd
        if best is None or count > best[0]:
            best = count, beside, columns, shift
    if best is None:
        return None
    _, beside, columns, shift = best
    places = tuple(
        Place(column * beside, (row * steps + (shift if column % 2 else 0)) * _STEP)
        for column in range(columns)
        for row in range(_fitting(room.height - (shift * _STEP if column % 2 else 0.0), box.height, steps))
    )
    size = Size(max(place.x for place in places) + box.width, max(place.y for place in places) + box.height)
    return Nest(turned, box, size, places)


def _fitting(length: float, net: float, steps: int) -> int:
    """How many nets stand one after the other, so many steps from one to the next."""
    return max(0, math.floor((length - net + _EPSILON) / (steps * _STEP)) + 1)


def _profile(parts: Sequence[Polygon], box: Size) -> list[tuple[float, float]]:
    """How far left and right the outline reaches in every strip of ``_STEP`` mm, from the top."""
    strips = []
    for number in range(math.ceil(box.height / _STEP - _EPSILON)):
        low, high = number * _STEP, (number + 1) * _STEP
        xs = [x for part in parts for x in _within(part, low, high)]
        strips.append((min(xs, default=math.inf), max(xs, default=-math.inf)))
    return strips


def _within(part: Polygon, low: float, high: float) -> list[float]:
    """Where a convex part has corners between two heights, and where its sides cross them."""
    xs = []
    for (x1, y1), (x2, y2) in zip(part, (*part[1:], part[0]), strict=True):
        if low - _EPSILON <= y1 <= high + _EPSILON:
            xs.append(x1)
        crossed = (at for at in (low, high) if min(y1, y2) < at < max(y1, y2))
        xs += [x1 + (x2 - x1) * (at - y1) / (y2 - y1) for at in crossed]
    return xs


def _beside(profile: Sequence[tuple[float, float]], shift: int, steps: int) -> float:
    """How far a column that is shifted down by so many steps stands from those on either side of it."""
    around = math.ceil(APART / _STEP)
    best = 0.0
    for row, (left, right) in enumerate(profile):
        for distance in range(-around, around + 1):
            other = (row + shift + distance) % steps
            if other < len(profile):
                best = max(best, profile[other][1] - left, right - profile[other][0])
    return best + APART
