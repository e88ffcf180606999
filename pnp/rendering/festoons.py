"""Where so many motifs hang in a festoon: under what stands in the middle of a face, and up both sides of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from pnp.rendering.wreaths import Spot

_MOST = 200
_SHRINK = 0.985
"""How much smaller the motifs are tried next."""
_AIR = 1.08
"""How far apart two motifs are at least, in their diameters."""
_SPREAD = 1.3
"""How far apart they are at most along the festoon."""
_LEAN = 20.0
"""By how many degrees the outermost motifs lean outwards."""


@lru_cache(maxsize=_MOST)
def festoon(count: int, width: float, height: float, gap: float, low: float) -> tuple[Spot, ...]:
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


def _spot(x: float, y: float, radius: float, side: float) -> Spot:
    return Spot(round(x, 4), round(y, 4), round(radius - 5e-5, 4), round(_LEAN * x / side, 3))


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
