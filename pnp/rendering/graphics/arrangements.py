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

_MAX_COUNT = 200
_STEPS = 40
"""Halvings in the search for the largest radius: far finer than print."""
_SMALLEST_SIZE = 0.01
_MAX_LOOSENESS = 1.5
"""Largest distance of motifs on an open arc, relative to touching ones."""


@dataclass(frozen=True, slots=True)
class MotifPlace:
    """Disc of one motif: its middle, its radius, and the motif's turn in degrees, clockwise."""

    x: float
    y: float
    radius: float
    turn: float


class _Arc(NamedTuple):
    """Arc of a circle round the middle, with room for ``capacity`` discs. It spans ``span`` radians around the
    direction ``middle``."""

    radius: float
    capacity: int
    span: float
    middle: float


@lru_cache(maxsize=_MAX_COUNT)
def composed(count: int) -> tuple[MotifPlace, ...]:
    """Return places for ``count`` equal motifs, as large as rings allow.

    A single motif fills the disc; two to five form a ring; from six on, one or more stand inside it. Their heads look
    outwards; the one in the middle stands upright. Places go from the middle outwards, each ring clockwise from the
    top. Raises ValueError for a count that is not 1 to 200.
    """
    _check(count)
    radius = _find_largest(lambda size: sum(arc.capacity for arc in _find_rings(size)) >= count, 1.0)
    arcs = _find_rings(radius)
    # Inner rings are full: a gap shows least in the outer one.
    counts: list[int] = []
    for arc in reversed(arcs):
        counts.append(min(arc.capacity, count - sum(counts)))
    places: list[MotifPlace] = []
    for index, (arc, number) in enumerate(zip(reversed(arcs), counts, strict=True)):
        start = math.pi / number if index % 2 and counts[0] > 1 else 0.0
        places += [
            _place_on_circle(arc.radius, start + 2 * math.pi * position / number, radius) for position in range(number)
        ]
    return tuple(places)


@lru_cache(maxsize=_MAX_COUNT)
def attended(count: int, large: float = 0.62, lean: float = 0.0, toward: float = 0.0) -> tuple[MotifPlace, ...]:
    """Return places for one large motif and ``count`` - 1 small ones beside it; the large one is the first.

    The large one has the radius ``large``, and its middle is ``lean`` off that of the whole, ``toward`` degrees
    clockwise from twelve o'clock. The small ones stand on arcs in what is left, at most half as large. Raises
    ValueError if the large one leaves the whole, and for a count that is not 1 to 200.
    """
    _check(count)
    if not (0 < large < 1 and 0 <= lean <= 1 - large):
        raise ValueError(f"a motif of radius {large:g} that leans by {lean:g} leaves its disc")
    angle = math.radians(toward)
    hero = MotifPlace(round(lean * math.sin(angle), 5), round(-lean * math.cos(angle), 5), large, 0.0)
    if count == 1:
        return (hero,)

    def arcs(size: float) -> list[_Arc]:
        return _find_open_arcs(size, large, lean, angle + math.pi)

    radius = _find_largest(lambda size: sum(arc.capacity for arc in arcs(size)) >= count - 1, large / 2)
    places, remaining = [hero], count - 1
    free_arcs = arcs(radius)
    for index, arc in enumerate(free_arcs):
        # Arcs share the remaining motifs by their capacity; the last one takes the rest.
        later_capacity = sum(other.capacity for other in free_arcs[index + 1 :])
        number = max(
            remaining - later_capacity,
            min(remaining, round(remaining * arc.capacity / (arc.capacity + later_capacity))),
        )
        remaining -= number
        places += _spread_on_arc(arc, number, radius)
    return tuple(places)


def _check(count: int) -> None:
    if not 1 <= count <= _MAX_COUNT:
        raise ValueError(f"{count} motifs cannot be composed; it can be 1 to {_MAX_COUNT}")


def _find_largest(fits: Callable[[float], bool], high: float) -> float:
    """Return the largest size up to ``high`` that ``fits``; all smaller sizes must fit as well."""
    if fits(high):
        return high
    low = 0.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _step(size: float, radius: float) -> float:
    """Return the angle between two touching neighbours of radius ``size`` on a circle round the middle."""
    return 2 * math.asin(min(1.0, size / radius))


def _find_rings(size: float) -> list[_Arc]:
    """Return rings of discs of radius ``size``, from the rim inwards, and one disc in the middle if it is free."""
    rings = []
    radius = 1.0 - size
    while size > _SMALLEST_SIZE / 2 and radius >= size - 1e-9:
        rings.append(_Arc(radius, int(2 * math.pi / _step(size, radius) + 1e-9), 2 * math.pi, 0.0))
        radius -= 2 * size
    if radius > -1e-9:
        rings.append(_Arc(0.0, 1, 2 * math.pi, 0.0))
    return rings


def _find_open_arcs(size: float, large: float, lean: float, away: float) -> list[_Arc]:
    """Return arcs for discs of radius ``size`` beside a large one that leans to the side opposite ``away``."""
    arcs = []
    radius = 1.0 - size
    while size > 0 and radius >= size:
        distance = large + size
        if lean == 0:
            half = math.pi if radius >= distance else -1.0
        else:
            # The direction in which the circle is ``distance`` from the middle of the large one.
            cosine = (distance**2 - radius**2 - lean**2) / (2 * radius * lean)
            half = math.pi if cosine <= -1 else -1.0 if cosine > 1 else math.acos(cosine)
        if half == math.pi:
            arcs.append(_Arc(radius, int(2 * math.pi / _step(size, radius) + 1e-9), 2 * math.pi, away))
        elif half >= 0:
            arcs.append(_Arc(radius, int(2 * half / _step(size, radius) + 1e-9) + 1, 2 * half, away))
        radius -= 2 * size
    return arcs


def _spread_on_arc(arc: _Arc, number: int, size: float) -> list[MotifPlace]:
    """Return ``number`` places on an arc, about its middle. They go all round on a whole circle; else they are not too
    far apart."""
    if number == 0:
        return []
    if arc.span >= 2 * math.pi:
        step = 2 * math.pi / number
        start = arc.middle - step * (number - 1) / 2
    else:
        step = min(arc.span / max(1, number - 1), _step(size, arc.radius) * _MAX_LOOSENESS)
        start = arc.middle - step * (number - 1) / 2
    return [_place_on_circle(arc.radius, start + step * index, size) for index in range(number)]


def _place_on_circle(radius: float, angle: float, size: float) -> MotifPlace:
    turn = math.degrees(angle) % 360 if radius > 1e-9 else 0.0
    return MotifPlace(
        round(radius * math.sin(angle), 5), round(-radius * math.cos(angle), 5), round(size - 5e-6, 5), round(turn, 3)
    )


# Wreath: motifs round the middle of a card, in an oval as high as the card

_WREATH_STEPS = 18
"""Halvings in the search for the largest radius: far finer than print."""
_SAMPLES = 240
"""Number of chords that measure an oval: their sum is short of it by less than a ten-thousandth."""
_CIRCLE = [(math.sin(angle), math.cos(angle)) for angle in (2 * math.pi * at / _SAMPLES for at in range(_SAMPLES + 1))]


class MotifDisc(NamedTuple):
    """Disc of one motif: its middle, its radius, and its turn in degrees, clockwise; heads look outwards."""

    x: float
    y: float
    radius: float
    turn: float


@lru_cache(maxsize=_MAX_COUNT)
def wreath(count: int, width: float, height: float, most: float = math.inf) -> tuple[MotifDisc, ...]:
    """Return discs for ``count`` equal motifs, evenly round an oval and as large as possible, clockwise from the top.

    The whole fills a box of ``width`` by ``height`` about (0, 0); y runs downwards. No two of the discs overlap, none
    leaves the box, and none has a radius above ``most``. A single motif is in the middle, upright. An even count is
    symmetrical by half a turn, an odd one in a mirror. Raises ValueError for a count that is not 1 to 200.
    """
    if not 1 <= count <= _MAX_COUNT:
        raise ValueError(f"a wreath of {count} motifs cannot be drawn; it can have 1 to {_MAX_COUNT}")
    high = min(most, width / 2, height / 2)
    if count == 1:
        return (MotifDisc(0.0, 0.0, round(high, 4), 0.0),)
    low = 0.0
    for _ in range(_WREATH_STEPS):
        radius = (low + high) / 2
        points = _place_on_oval(count, width / 2 - radius, height / 2 - radius)
        # Second neighbours count too: across a narrow oval they come near each other.
        nearest = min(
            math.dist(points[index][:2], points[index - neighbour][:2])
            for index in range(count)
            for neighbour in (1, 2)
            if neighbour < count
        )
        low, high = (radius, high) if nearest >= 2 * radius else (low, radius)
    return tuple(
        MotifDisc(round(x, 4), round(y, 4), round(low - 5e-5, 4), round(turn, 3))
        for x, y, turn in _place_on_oval(count, width / 2 - low, height / 2 - low)
    )


def _place_on_oval(count: int, across: float, down: float) -> list[tuple[float, float, float]]:
    """Return ``count`` points evenly round an oval with these half axes, and the outward turn of each. They are
    stretched until they reach its sides, top and bottom. Two points are in opposite corners."""
    if count == 2:
        points = [(across, -down), (-across, down)]
    else:
        points = _space_evenly(count, across, down)
        widest, lowest = max(x for x, _ in points), max(y for _, y in points)
        points = [(x * across / widest, (y + down) * 2 * down / (lowest + down) - down) for x, y in points]
    return [(x, y, math.degrees(math.atan2(x, -y)) % 360) for x, y in points]


def _space_evenly(count: int, across: float, down: float) -> list[tuple[float, float]]:
    """Return ``count`` evenly spaced points on an oval, clockwise from the top."""
    chords = (math.hypot(across * (x - u), down * (y - v)) for (x, y), (u, v) in pairwise(_CIRCLE))
    lengths = [*accumulate(chords, initial=0.0)]
    points: list[tuple[float, float]] = []
    step = 0
    for number in range(count):
        if count % 2 == 0 and number >= count // 2:
            x, y = points[number - count // 2]
            points.append((-x, -y))
            continue
        length = lengths[-1] * number / count
        while lengths[step + 1] <= length:
            step += 1
        share = (length - lengths[step]) / (lengths[step + 1] - lengths[step])
        points.append(_point_on_oval(2 * math.pi * (step + share) / _SAMPLES, across, down))
    return points


def _point_on_oval(angle: float, across: float, down: float) -> tuple[float, float]:
    return across * math.sin(angle), -down * math.cos(angle)


# Festoon: motifs under the middle of a face, and up both sides of it

_SHRINK = 0.985
"""Factor of the next smaller size that is tried."""
_MIN_SPREAD = 1.08
"""Least distance of two motifs, in their diameters."""
_MAX_SPREAD = 1.3
"""Largest distance of two motifs along the festoon, in their diameters."""
_MAX_LEAN = 20.0
"""Degrees by which the outermost motifs lean outwards."""


@lru_cache(maxsize=_MAX_COUNT)
def festoon(count: int, width: float, height: float, gap: float, low: float) -> tuple[MotifDisc, ...]:
    """Return discs for ``count`` equal motifs that leave the middle free, as large as possible, from left to right.

    They fill a box of ``width`` by ``height`` over (0, 0), the middle of its lower side; y runs downwards. A room of
    the width ``gap`` from the top down to ``low`` over that side stays free. No two of the discs overlap and none
    leaves the box; the whole is symmetrical in a mirror, and the motifs lean a little outwards. Few hang in a row below
    the room, more in a bow that climbs beside it; very many stand in rows. Raises ValueError for a count that is not 1
    to 200, and if no room is left.
    """
    if not 1 <= count <= _MAX_COUNT:
        raise ValueError(f"a festoon of {count} motifs cannot be drawn; it can have 1 to {_MAX_COUNT}")
    radius = min(low, height, width) / 2
    while radius > 0.1:
        for points in (
            _place_bow(count, radius, width / 2 - radius, 0.0),
            _place_bow(count, radius, width / 2 - radius, height - 2 * radius),
            _place_rows(count, radius, width, low),
        ):
            if points and _is_clear(points, radius, gap / 2, low):
                return tuple(_leaning_disc(x, y, radius, width / 2) for x, y in sorted(points))
        radius *= _SHRINK
    raise ValueError(f"a festoon of {count} motifs has no room in {width:g} by {low:g} mm")


def _leaning_disc(x: float, y: float, radius: float, side: float) -> MotifDisc:
    return MotifDisc(round(x, 4), round(y, 4), round(radius - 5e-5, 4), round(_MAX_LEAN * x / side, 3))


def _place_bow(count: int, radius: float, side: float, climb: float) -> list[tuple[float, float]]:
    """Return ``count`` points on a line from (0, -radius) to both sides, then, with ``climb``, round a corner and up.
    Returns none if they would be too close to each other."""
    if side < 0 or climb < 0:
        return []
    bend = min(side, climb, 2.2 * radius)
    flat, arc, rise = side - bend, math.pi / 2 * bend, climb - bend
    step = 0.0 if count == 1 else min(2 * (flat + arc + rise) / (count - 1), 2 * _MAX_SPREAD * radius)
    if count > 1 and step < 2 * radius:
        return []
    points = []
    for number in range(count):
        position = (number - (count - 1) / 2) * step
        distance, sign = abs(position), math.copysign(1.0, position)
        if distance <= flat:
            x, y = distance, 0.0
        elif distance <= flat + arc:
            angle = (distance - flat) / bend
            x, y = flat + bend * math.sin(angle), bend * (1 - math.cos(angle))
        else:
            x, y = side, bend + distance - flat - arc
        points.append((sign * x, -radius - y))
    return points


def _place_rows(count: int, radius: float, width: float, low: float) -> list[tuple[float, float]]:
    """Return ``count`` points in rows as even as possible; none if they have no room."""
    across, rows = int(width / (2 * _MIN_SPREAD * radius)), int(low / (2 * _MIN_SPREAD * radius))
    if across * rows < count:
        return []
    rows = math.ceil(count / across)
    return [*_row_points(count, rows, 2 * _MIN_SPREAD * radius, low / rows)]


def _row_points(count: int, rows: int, pitch: float, height: float) -> Iterator[tuple[float, float]]:
    for row in range(rows):
        row_count = count // rows + (row < count % rows)
        for index in range(row_count):
            yield (index - (row_count - 1) / 2) * pitch, -height * (row + 0.5)


def _is_clear(points: list[tuple[float, float]], radius: float, half_gap: float, low: float) -> bool:
    for index, (x, y) in enumerate(points):
        if math.hypot(max(0.0, abs(x) - half_gap), max(0.0, y + low)) < radius - 1e-9:
            return False
        if any(math.dist((x, y), other) < 2 * _MIN_SPREAD * radius - 1e-9 for other in points[index + 1 :]):
            return False
    return True
