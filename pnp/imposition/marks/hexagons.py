"""Cut lines along the sides of hexagons. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.imposition.page import Placement, Segment
from pnp.model.hexagon import corners
from pnp.units import Size

Point = tuple[float, float]


def hexagon(place: Placement, beyond: float = 0.0) -> tuple[Point, ...]:
    """Return the corners, on the page, of the hexagon in the trim of ``place``, with its sides moved outwards."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return tuple((x + across, y + up) for across, up in corners(Size(place.width, place.height), beyond))


def cut_hexagons(places: Sequence[Placement]) -> tuple[Segment, ...]:
    """Return the sides of the hexagons among ``places``, with white beside them. A shared side is drawn once."""
    sides: dict[frozenset[tuple[int, int]], Segment] = {}
    for start, end in _sides(places):
        # Rounded, since two hexagons compute a shared corner with different last bits.
        key = frozenset((round(x * 100), round(y * 100)) for x, y in (start, end))
        sides.setdefault(key, Segment(*start, *end, cased=True))
    return tuple(sides.values())


def _sides(places: Sequence[Placement]) -> Iterator[tuple[Point, Point]]:
    for place in (place for place in places if place.piece.cut == "hex"):
        ring = hexagon(place)
        yield from pairwise((*ring, ring[0]))
