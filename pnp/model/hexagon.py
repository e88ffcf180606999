"""Regular hexagons in their bounding boxes. Lengths in mm.

A box that is higher than wide holds a hexagon with points above and below; any other has its points on the left and
right.
"""

from __future__ import annotations

import math

from pnp.units import Size

TALL = 2 / math.sqrt(3)
"""Distance between opposite points, as a share of the distance between opposite sides."""


def regular(across: float) -> Size:
    """Return the box of a hexagon with points above and below; ``across`` is the distance between opposite sides."""
    return Size(across, across * TALL)


def irregularity(size: Size) -> float:
    """Return the difference in mm between the longer side of a box and that of the regular hexagon.

    The hexagon has the box's shorter side.
    """
    return abs(max(size.width, size.height) - min(size.width, size.height) * TALL)


def corners(size: Size, beyond: float = 0.0) -> tuple[tuple[float, float], ...]:
    """Return the six corners in order, from the middle of the box; ``beyond`` moves every side outwards."""
    upright = size.height > size.width
    across, long = (size.width, size.height) if upright else (size.height, size.width)
    scale = 1 + 2 * beyond / across
    flat, point = across / 2 * scale, long / 2 * scale
    ring = ((0.0, point), (flat, point / 2), (flat, -point / 2), (0.0, -point), (-flat, -point / 2), (-flat, point / 2))
    return ring if upright else tuple((y, x) for x, y in ring)


def inside(size: Size, x: float, y: float, beyond: float = 0.0) -> bool:
    """Return True if a point, from the middle of the box, lies in the hexagon; ``beyond`` moves every side outwards."""
    if size.height <= size.width:
        size, x, y = size.turned, y, x
    scale = 1 + 2 * beyond / size.width
    flat, point = size.width / 2 * scale, size.height / 2 * scale
    return abs(x) <= flat and abs(y) <= point - abs(x) * point / (2 * flat)
