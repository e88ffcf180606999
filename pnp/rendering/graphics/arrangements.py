"""Arrange motifs: in a disc, in a wreath, in a festoon.

The disc has radius 1 and its middle at (0, 0), y runs downwards. Each motif has a disc of its own; no two of these
overlap, and none leaves the whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from pnp.records import dataclass

_MOST = 200
_STEPS = 40
"""Halvings in the search for the largest radius: far finer than print."""
_SMALLEST = 0.01
_LOOSE = 1.5
"""By how much motifs on an open arc may stand further apart than they must."""


@dataclass(frozen=True, slots=True)
class MotifPlace:
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
def composed(count: int) -> tuple[MotifPlace, ...]:
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
    found: list[MotifPlace] = []
    for nth, (arc, number) in enumerate(zip(reversed(arcs), held, strict=True)):
        start = math.pi / number if nth % 2 and held[0] > 1 else 0.0
        found += [_at(arc.radius, start + 2 * math.pi * at / number, radius) for at in range(number)]
    return tuple(found)


@lru_cache(maxsize=_MOST)
def attended(count: int, large: float = 0.62, lean: float = 0.0, toward: float = 0.0) -> tuple[MotifPlace, ...]:
    """Places for one large motif and ``count`` - 1 small ones beside it; the large one is the first.

    The large one has the radius ``large``, and its middle is ``lean`` off that of the whole, ``toward`` degrees
    clockwise from twelve o'clock. The small ones stand on arcs in what is left, at most half as large. Raises
    ValueError where the large one leaves the whole, and for a count that is not 1 to 200.
    """
    _check(count)
    if not (0 < large < 1 and 0 <= lean <= 1 - large):
        raise ValueError(f"a motif of radius {large:g} that leans by {lean:g} leaves its disc")
    angle = math.radians(toward)
    hero = MotifPlace(round(lean * math.sin(angle), 5), round(-lean * math.cos(angle), 5), large, 0.0)
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


def _along(arc: _Arc, number: int, size: float) -> list[MotifPlace]:
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


def _at(radius: float, angle: float, size: float) -> MotifPlace:
    turn = math.degrees(angle) % 360 if radius > 1e-9 else 0.0
    return MotifPlace(
        round(radius * math.sin(angle), 5), round(-radius * math.cos(angle), 5), round(size - 5e-6, 5), round(turn, 3)
    )


# Where so many motifs stand in a wreath: round what is in the middle of a card, in an oval as high as the card is.

_WREATH_STEPS = 18
"""Halvings in the search for the largest radius: far finer than print."""
_SAMPLES = 240
"""Chords that an oval is measured by: their sum is short of it by less than a ten-thousandth."""
_CIRCLE = [(math.sin(angle), math.cos(angle)) for angle in (2 * math.pi * at / _SAMPLES for at in range(_SAMPLES + 1))]


class MotifDisc(NamedTuple):
    """The disc of one motif: its middle, its radius, and its turn in degrees, clockwise; heads look outwards."""

    x: float
    y: float
    radius: float
    turn: float


@lru_cache(maxsize=_MOST)
def wreath(count: int, width: float, height: float, most: float = math.inf) -> tuple[MotifDisc, ...]:
    """Spots for ``count`` equal motifs, evenly round an oval and as large as it lets them be, clockwise from the top.

    The whole fills a box of ``width`` by ``height`` about (0, 0); y runs downwards. No two of the discs overlap, none
    leaves the box, and none has a radius above ``most``. One motif is in the middle, upright. An even count is the
    same after half a turn, an odd one in a mirror. Raises ValueError for a count that is not 1 to 200.
    """
    if not 1 <= count <= _MOST:
        raise ValueError(f"a wreath of {count} motifs cannot be drawn; it can have 1 to {_MOST}")
    high = min(most, width / 2, height / 2)
    if count == 1:
        return (MotifDisc(0.0, 0.0, round(high, 4), 0.0),)
    low = 0.0
    for _ in range(_WREATH_STEPS):
        radius = (low + high) / 2
        spots = _round_an_oval(count, width / 2 - radius, height / 2 - radius)
        # Neighbours of neighbours too: an oval may be so narrow that they come near each other across it.
        near = min(
            math.dist(spots[at][:2], spots[at - back][:2]) for at in range(count) for back in (1, 2) if back < count
        )
        low, high = (radius, high) if near >= 2 * radius else (low, radius)
    return tuple(
        MotifDisc(round(x, 4), round(y, 4), round(low - 5e-5, 4), round(turn, 3))
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


# Where so many motifs hang in a festoon: under what stands in the middle of a face, and up both sides of it.

_SHRINK = 0.985
"""How much smaller the motifs are tried next."""
_AIR = 1.08
"""How far apart two motifs are at least, in their diameters."""
_SPREAD = 1.3
"""How far apart they are at most along the festoon."""
_LEAN = 20.0
"""By how many degrees the outermost motifs lean outwards."""


@lru_cache(maxsize=_MOST)
def festoon(count: int, width: float, height: float, gap: float, low: float) -> tuple[MotifDisc, ...]:
    """Spots for ``count`` equal motifs that leave what is in the middle alone, as large as that lets them be, from left
    to right.

    They fill a box of ``width`` by ``height`` over (0, 0), the middle of its lower side; y runs downwards. A room of
    the width ``gap`` from the top down to ``low`` over that side stays free. No two of the discs overlap and none
    leaves the box; the whole is the same in a mirror, and the motifs lean a little outwards. Few hang in a row below
    the room, more in a bow that climbs beside it; very many stand in rows. Raises ValueError for a count that is not
    1 to 200, and where no room is left.
    """
    if not 1 <= count <= _MOST:
        raise ValueError(f"a festoon of {count} motifs cannot be drawn; it can have 1 to {_MOST}")
    radius = min(low, height, width) / 2
    while radius > 0.1:
        for points in (
            _bow(count, radius, width / 2 - radius, 0.0),
            _bow(count, radius, width / 2 - radius, height - 2 * radius),
            _rows(count, radius, width, low),
        ):
            if points and _clear(points, radius, gap / 2, low):
                return tuple(_spot(x, y, radius, width / 2) for x, y in sorted(points))
        radius *= _SHRINK
    raise ValueError(f"a festoon of {count} motifs has no room in {width:g} by {low:g} mm")


def _spot(x: float, y: float, radius: float, side: float) -> MotifDisc:
    return MotifDisc(round(x, 4), round(y, 4), round(radius - 5e-5, 4), round(_LEAN * x / side, 3))


def _bow(count: int, radius: float, side: float, climb: float) -> list[tuple[float, float]]:
    """``count`` points on a line from (0, -radius) to both sides, and with ``climb`` round a corner and up; none where
    they are too near each other along it."""
    if side < 0 or climb < 0:
        return []
    bend = min(side, climb, 2.2 * radius)
    flat, arc, rise = side - bend, math.pi / 2 * bend, climb - bend
    step = 0.0 if count == 1 else min(2 * (flat + arc + rise) / (count - 1), 2 * _SPREAD * radius)
    if count > 1 and step < 2 * radius:
        return []
    found = []
    for number in range(count):
        along = (number - (count - 1) / 2) * step
        far, sign = abs(along), math.copysign(1.0, along)
        if far <= flat:
            x, y = far, 0.0
        elif far <= flat + arc:
            angle = (far - flat) / bend
            x, y = flat + bend * math.sin(angle), bend * (1 - math.cos(angle))
        else:
            x, y = side, bend + far - flat - arc
        found.append((sign * x, -radius - y))
    return found


def _rows(count: int, radius: float, width: float, low: float) -> list[tuple[float, float]]:
    """``count`` points in rows as even as they can be; none where they have no room."""
    across, rows = int(width / (2 * _AIR * radius)), int(low / (2 * _AIR * radius))
    if across * rows < count:
        return []
    rows = math.ceil(count / across)
    return [*_in_rows(count, rows, 2 * _AIR * radius, low / rows)]


def _in_rows(count: int, rows: int, pitch: float, tall: float) -> Iterator[tuple[float, float]]:
    for row in range(rows):
        held = count // rows + (row < count % rows)
        for place in range(held):
            yield (place - (held - 1) / 2) * pitch, -tall * (row + 0.5)


def _clear(points: list[tuple[float, float]], radius: float, half: float, low: float) -> bool:
    for at, (x, y) in enumerate(points):
        if math.hypot(max(0.0, abs(x) - half), max(0.0, y + low)) < radius - 1e-9:
            return False
        if any(math.dist((x, y), other) < 2 * _AIR * radius - 1e-9 for other in points[at + 1 :]):
            return False
    return True
