"""Regular hexagons in the boxes that they fill. Lengths in mm.

A box that is higher than wide holds one with points above and below; any other has its points on the left and right.
"""

from __future__ import annotations

import math

from pnp.units import Size

TALL = 2 / math.sqrt(3)
"""From point to point, as a share of the distance between opposite sides."""


def regular(across: float) -> Size:
    """The box of a hexagon with points above and below; ``across`` is the distance between opposite sides."""
    return Size(across, across * TALL)


def off_regular(size: Size) -> float:
    """By how much the longer side of a box differs from that of the regular hexagon with its shorter side."""
    return abs(max(size.width, size.height) - min(size.width, size.height) * TALL)


def corners(size: Size, beyond: float = 0.0) -> tuple[tuple[float, float], ...]:
    """The six corners, from the middle of the box, one after another; ``beyond`` moves every side outwards."""
    upright = size.height > size.width
    across, long = (size.width, size.height) if upright else (size.height, size.width)
    grown = 1 + 2 * beyond / across
    flat, point = across / 2 * grown, long / 2 * grown
    ring = ((0.0, point), (flat, point / 2), (flat, -point / 2), (0.0, -point), (-flat, -point / 2), (-flat, point / 2))
    return ring if upright else tuple((y, x) for x, y in ring)


def inside(size: Size, x: float, y: float, beyond: float = 0.0) -> bool:
    """Whether a point, given from the middle of the box, lies in the hexagon whose sides are moved outwards."""
    if size.height <= size.width:
        size, x, y = size.turned, y, x
    grown = 1 + 2 * beyond / size.width
    flat, point = size.width / 2 * grown, size.height / 2 * grown
    return abs(x) <= flat and abs(y) <= point - abs(x) * point / (2 * flat)
