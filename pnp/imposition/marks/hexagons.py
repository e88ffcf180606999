"""Cut lines along the sides of hexagons. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.imposition.page import Placement, Segment
from pnp.model.hexagon import corners
from pnp.units import Size

Point = tuple[float, float]


def hexagon(place: Placement, beyond: float = 0.0) -> tuple[Point, ...]:
    """The corners, on the page, of the hexagon in the trim of ``place``, with its sides moved outwards."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return tuple((x + across, y + up) for across, up in corners(Size(place.width, place.height), beyond))


def cut_hexagons(places: Sequence[Placement]) -> tuple[Segment, ...]:
    """The sides of the hexagons among ``places``, those that two of them share drawn once, with white beside them."""
    seen: dict[frozenset[tuple[int, int]], Segment] = {}
    for start, end in _sides(places):
        # To a hundredth: what two hexagons reckon of a corner that they share differs in the last bits.
        key = frozenset((round(x * 100), round(y * 100)) for x, y in (start, end))
        seen.setdefault(key, Segment(*start, *end, cased=True))
    return tuple(seen.values())


def _sides(places: Sequence[Placement]) -> Iterator[tuple[Point, Point]]:
    for place in (place for place in places if place.piece.cut == "hex"):
        ring = hexagon(place)
        yield from pairwise((*ring, ring[0]))
