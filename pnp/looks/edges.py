"""Inspect the cut of a face: paint in its rim, and white bleed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from pnp.cardsvg.colours import Rgb
from pnp.looks.outlines import Point
from pnp.looks.painted import PaintedFace
from pnp.model.hexagon import corners
from pnp.records import dataclass
from pnp.rendering.face import Face
from pnp.units import Size

Side: TypeAlias = Literal["top", "right", "bottom", "left", "circle", "hex"]

ASTRAY = 1.0
"""How far a cut by hand goes astray, in mm: what ends nearer to the trim may be cut off, or left on a neighbour."""
GAP = 5.0
"""How much of a side of the bleed, in mm, may be white in one piece where the ground inside the trim is not: corners of
art may be round."""
_STEP = 1.0
_WHITE = 250 / 255
_EQUAL = 1.5 / 255


@dataclass(frozen=True, slots=True)
class _EdgePoints:
    """Points beside the trim, one a step, as deep inside it as asked for."""

    side: Side
    points: tuple[Point, ...]

    def plain(self, painted: PaintedFace) -> Rgb | None:
        """The colour of all of them, where it is seen at once."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return None if self.side in ("circle", "hex") else painted.plain(min(xs), min(ys), max(xs), max(ys))

    def colours(self, painted: PaintedFace) -> Iterator[Rgb | None]:
        """Their colours, None for those that cannot be told; one for all where it is seen at once."""
        plain = self.plain(painted)
        if plain is not None:
            yield plain
        else:
            yield from (painted.colour_at(*point) for point in self.points)


def white(colour: Rgb) -> bool:
    """Whether nothing is printed there."""
    return min(colour) >= _WHITE


@dataclass(frozen=True, slots=True)
class RimColours:
    """The colours that a face has next to its cut, inside the trim and in its bleed."""

    inside: frozenset[Rgb]
    outside: frozenset[Rgb]


def rim_of(face: Face, painted: PaintedFace) -> RimColours:
    """What lies at the cut of a face; colours that cannot be told are left out."""
    return RimColours(
        frozenset(_colours(face, painted, (0.2, 0.8 * ASTRAY))),
        frozenset(_colours(face, painted, (-0.4 * face.bleed, -0.8 * face.bleed) if face.bleed else ())),
    )


def not_to_share(rims: Mapping[str, RimColours]) -> list[str]:
    """Which of the faces that lie side by side on their sheets have something in the rim that a shared cut would leave
    on a neighbour. A rim of one plain colour all round, the same on all of them and over their edges, is safe to
    share."""
    found = [name for name, rim in rims.items() if not all(map(white, rim.inside))]
    if not found:
        return []
    first = next(iter(rims[found[0]].inside))
    every = (colour for rim in rims.values() for colour in (*rim.inside, *rim.outside))
    return [] if all(_equal(first, colour) for colour in every) else found


def _colours(face: Face, painted: PaintedFace, depths: Iterable[float]) -> Iterator[Rgb]:
    for depth in depths:
        for along in _round(face, depth):
            yield from (colour for colour in along.colours(painted) if colour is not None)


def bare_sides(face: Face, painted: PaintedFace) -> list[Side]:
    """The sides of a face on which its ground ends at the trim, or inside the bleed."""
    found: dict[Side, None] = {}
    for depth in (0.3, 0.85):
        for inner, outer in zip(_round(face, 0.5), _round(face, -depth * face.bleed), strict=True):
            within, beyond = inner.plain(painted), outer.plain(painted)
            if (within is not None and white(within)) or (beyond is not None and not white(beyond)):
                continue
            pairs = zip(inner.points, outer.points, strict=True)
            if _longest(_bare(painted, *pair) for pair in pairs) * _STEP > GAP:
                found[outer.side] = None
    return list(found)


def bleeds(face: Face, painted: PaintedFace) -> bool:
    """Whether anything at all is painted in the bleed of a face."""
    seen = (colour for along in _round(face, -0.5 * face.bleed) for colour in along.colours(painted))
    return any(colour is None or not white(colour) for colour in seen)


def _bare(painted: PaintedFace, within: Point, beyond: Point) -> bool:
    inner, outer = painted.colour_at(*within), painted.colour_at(*beyond)
    return inner is not None and outer is not None and not white(inner) and white(outer)


def _longest(flags: Iterable[bool]) -> int:
    return max((len(list(run)) for flag, run in itertools.groupby(flags) if flag), default=0)


def _equal(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= _EQUAL for a, b in zip(one, other, strict=True))


def _round(face: Face, depth: float) -> list[_EdgePoints]:
    """Points all round a face, ``depth`` mm inside its trim (outside, below zero), the same number at every depth."""
    width, height = face.trim.width, face.trim.height
    if face.cut == "circle":
        count = max(8, round(math.pi * width / _STEP))
        radius = width / 2 - depth
        turns = [math.tau * step / count for step in range(count)]
        return [
            _EdgePoints(
                "circle", tuple((width / 2 + radius * math.cos(a), height / 2 + radius * math.sin(a)) for a in turns)
            )
        ]
    if face.cut == "hex":
        return [_EdgePoints("hex", tuple(_round_a_hexagon(face.trim, depth)))]
    across, down = _steps(width), _steps(height)
    return [
        _EdgePoints("top", tuple((x, depth) for x in across)),
        _EdgePoints("right", tuple((width - depth, y) for y in down)),
        _EdgePoints("bottom", tuple((x, height - depth) for x in across)),
        _EdgePoints("left", tuple((depth, y) for y in down)),
    ]


def _round_a_hexagon(trim: Size, depth: float) -> Iterator[Point]:
    """Points on the sides of a hexagon that is ``depth`` mm smaller all round, the same number at every depth."""
    ring, count = corners(trim, -depth), max(2, round(max(trim.width, trim.height) / 2 / _STEP))
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        for step in range(count):
            part = (step + 0.5) / count
            yield trim.width / 2 + x1 + (x2 - x1) * part, trim.height / 2 + y1 + (y2 - y1) * part


def _steps(length: float) -> list[float]:
    """Points along a side, without its corners."""
    count = max(1, int((length - 2 * ASTRAY) / _STEP))
    return [ASTRAY + (length - 2 * ASTRAY) * (step + 0.5) / count for step in range(count)]
