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
"""Deviation of a cut by hand, in mm: paint nearer to the trim may be cut off, or left on a neighbour."""
GAP = 5.0
"""Longest white piece of a side of the bleed, in mm, beside a ground that is not white. Corners of art may be round."""
_RIMS = (0.6, 1.1, 1.6)
"""Depths in mm inside the trim at which a ground is looked for that leaves a white rim. A wider rim may be meant."""
_JUST = 0.3
"""Distance in mm at which a place is just beside the end of a ground."""
_GROUND = 0.8
"""Least depth in mm of a ground. A line is no ground."""
MOST_OF_SIDE = 0.7
"""Least share of a side along which a rim is white. Grounds may have round corners."""
_MOST_OF_CARD = 0.7
"""Least share of the sides of a face that a ground for a smaller one covers. What is smaller is a picture."""
ONE_IN = 3
"""Points of a side that are looked at first are one in three: where none of them is white, the rim is not."""
STEP = 1.0
_WHITE = 250 / 255
_EQUAL = 1.5 / 255


@dataclass(frozen=True, slots=True)
class EdgePoints:
    """Points beside the trim, a step apart, all at the same depth."""

    side: Side
    points: tuple[Point, ...]

    def plain(self, painted: PaintedFace) -> Rgb | None:
        """Return their common colour if a single look can tell it, else None."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return None if self.side in ("circle", "hex") else painted.plain(min(xs), min(ys), max(xs), max(ys))

    def colours(self, painted: PaintedFace) -> Iterator[Rgb | None]:
        """Yield their colours, None for unknown ones; a common colour is yielded once."""
        plain = self.plain(painted)
        if plain is not None:
            yield plain
        else:
            yield from (painted.colour_at(*point) for point in self.points)

    def is_white_at_any(self, painted: PaintedFace, every: int) -> bool:
        """Tell whether any of the points 0, ``every``, 2 × ``every`` … is white. White pieces that are as long have
        one."""
        return any(_is_white_at(painted, point) for point in self.points[::every])


def is_white(colour: Rgb) -> bool:
    """Tell if nothing is printed there."""
    return min(colour) >= _WHITE


@dataclass(frozen=True, slots=True)
class RimColours:
    """Colours that a face has next to its cut, inside the trim and in its bleed."""

    inside: frozenset[Rgb]
    outside: frozenset[Rgb]


def rim_colours(face: Face, painted: PaintedFace) -> RimColours:
    """Return the colours at the cut of a face; unknown colours are left out."""
    reach = min(face.bleed, ASTRAY)
    return RimColours(
        frozenset(_rim_colours(face, painted, (0.2, 0.8 * ASTRAY))),
        frozenset(_rim_colours(face, painted, (-0.4 * reach, -0.8 * reach) if reach else ())),
    )


def unshareable_faces(rims: Mapping[str, RimColours]) -> list[str]:
    """Return the faces, of those side by side on a sheet, whose rim a shared cut would leave on a neighbour. A rim of
    one plain colour all round, the same on all faces and over their edges, is safe to share."""
    inked_names = [name for name, rim in rims.items() if not all(map(is_white, rim.inside))]
    if not inked_names:
        return []
    first = next(iter(rims[inked_names[0]].inside))
    colours = (colour for rim in rims.values() for colour in (*rim.inside, *rim.outside))
    return [] if all(_colours_match(first, colour) for colour in colours) else inked_names


def _rim_colours(face: Face, painted: PaintedFace, depths: Iterable[float]) -> Iterator[Rgb]:
    for depth in depths:
        for points in points_round(face, depth):
            yield from (colour for colour in points.colours(painted) if colour is not None)


def bare_sides(face: Face, painted: PaintedFace) -> list[Side]:
    """Return the sides of a face whose ground ends at the trim, or inside the bleed."""
    sides: dict[Side, None] = {}
    for depth in (0.3, 0.85):
        for inner, outer in zip(points_round(face, 0.5), points_round(face, -depth * face.bleed), strict=True):
            inner_colour, outer_colour = inner.plain(painted), outer.plain(painted)
            if (inner_colour is not None and is_white(inner_colour)) or (
                outer_colour is not None and not is_white(outer_colour)
            ):
                continue
            if not outer.is_white_at_any(painted, round(GAP / STEP)):
                continue
            pairs = zip(inner.points, outer.points, strict=True)
            bare = (_is_white_at(painted, out) and _is_inked_at(painted, within) for within, out in pairs)
            if _longest_run(bare) * STEP > GAP:
                sides[outer.side] = None
    return list(sides)


def narrow_rims(face: Face, painted: PaintedFace) -> list[Side]:
    """Return the sides along which a white rim is left between the cut and the ground."""
    sides: dict[Side, None] = {}
    outer = [points_round(face, depth) for depth in (-0.5 * face.bleed, 0.2)]
    for number, beside in enumerate(zip(*outer, strict=True)):
        if any((plain := points.plain(painted)) is not None and not is_white(plain) for points in beside):
            continue
        if not all(points.is_white_at_any(painted, ONE_IN) for points in beside):
            continue
        pairs = zip(*(points.points for points in beside), strict=True)
        white = [all(_is_white_at(painted, point) for point in pair) for pair in pairs]
        least = MOST_OF_SIDE * len(white)
        depths = [*_RIMS] if sum(white) >= least else []
        if depths and _is_moved(face, painted, number):
            depths.append(face.bleed + _JUST)
        for depth in depths:
            ground = [points_round(face, depth + more)[number].points for more in (0.0, _GROUND)]
            rows = zip(white, *ground, strict=True)
            rim = (is_rim and all(_is_inked_at(painted, point) for point in points) for is_rim, *points in rows)
            if sum(rim) >= least:
                sides[beside[0].side] = None
    return list(sides) or _small_ground(face, painted)


def _small_ground(face: Face, painted: PaintedFace) -> list[Side]:
    """Return the right and the lower side of a face, if both are white up to a ground which runs over the other two, as
    one does that was written for a smaller card."""
    if face.cut in ("circle", "hex"):
        return []
    width, height, out = face.trim.width, face.trim.height, 0.5 * face.bleed
    grounds = [
        (x + across, y + down)
        for x, y, across, down in (piece.box for piece in painted.pieces)
        if x <= -out and y <= -out
        if _MOST_OF_CARD * width <= x + across < width and _MOST_OF_CARD * height <= y + down < height
    ]
    right, lower = max((x for x, _ in grounds), default=width), max((y for _, y in grounds), default=height)
    columns, rows = (_between(right, width), _side_steps(height)), (_side_steps(width), _between(lower, height))
    points = [point for part in (columns, rows) for point in itertools.product(*part)]
    return ["right", "bottom"] if grounds and all(_is_white_at(painted, point) for point in points) else []


def _between(start: float, end: float) -> list[float]:
    """Return two places just within the ends of a stretch."""
    return [start + _JUST, end - _JUST]


def _is_moved(face: Face, painted: PaintedFace, number: int) -> bool:
    """Tell whether a ground as wide as the trim was moved by the bleed: it runs over the opposite side, and beside this
    one it is white as far as the bleed."""
    if face.cut in ("circle", "hex"):
        return False
    opposite = points_round(face, -0.5 * face.bleed)[number - 2]
    inner = points_round(face, face.bleed - _JUST)[number]
    white = [_is_white_at(painted, point) for point in inner.points[::ONE_IN]]
    runs_over = all(_is_inked_at(painted, point) for point in opposite.points[::ONE_IN])
    return runs_over and sum(white) >= MOST_OF_SIDE * len(white)


def has_painted_bleed(face: Face, painted: PaintedFace) -> bool:
    """Tell if anything is painted in the bleed of a face."""
    colours = (colour for points in points_round(face, -0.5 * face.bleed) for colour in points.colours(painted))
    return any(colour is None or not is_white(colour) for colour in colours)


def _is_white_at(painted: PaintedFace, point: Point) -> bool:
    colour = painted.colour_at(*point)
    return colour is not None and is_white(colour)


def _is_inked_at(painted: PaintedFace, point: Point) -> bool:
    colour = painted.colour_at(*point)
    return colour is not None and not is_white(colour)


def _longest_run(flags: Iterable[bool]) -> int:
    return max((len(list(run)) for flag, run in itertools.groupby(flags) if flag), default=0)


def _colours_match(first: Sequence[float], second: Sequence[float]) -> bool:
    return all(abs(a - b) <= _EQUAL for a, b in zip(first, second, strict=True))


def points_round(face: Face, depth: float) -> list[EdgePoints]:
    """Return points all round a face, ``depth`` mm inside its trim (outside, if negative). Their number is the same at
    every depth."""
    width, height = face.trim.width, face.trim.height
    if face.cut == "circle":
        count = max(8, round(math.pi * width / STEP))
        radius = width / 2 - depth
        angles = [math.tau * step / count for step in range(count)]
        return [
            EdgePoints(
                "circle", tuple((width / 2 + radius * math.cos(a), height / 2 + radius * math.sin(a)) for a in angles)
            )
        ]
    if face.cut == "hex":
        return [EdgePoints("hex", tuple(_points_round_hexagon(face.trim, depth)))]
    xs, ys = _side_steps(width), _side_steps(height)
    return [
        EdgePoints("top", tuple((x, depth) for x in xs)),
        EdgePoints("right", tuple((width - depth, y) for y in ys)),
        EdgePoints("bottom", tuple((x, height - depth) for x in xs)),
        EdgePoints("left", tuple((depth, y) for y in ys)),
    ]


def _points_round_hexagon(trim: Size, depth: float) -> Iterator[Point]:
    """Yield points on the sides of a hexagon that is ``depth`` mm smaller all round. Their number is the same at every
    depth."""
    ring, count = corners(trim, -depth), max(2, round(max(trim.width, trim.height) / 2 / STEP))
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        for step in range(count):
            share = (step + 0.5) / count
            yield trim.width / 2 + x1 + (x2 - x1) * share, trim.height / 2 + y1 + (y2 - y1) * share


def _side_steps(length: float) -> list[float]:
    """Return points along a side, without its corners."""
    count = max(1, int((length - 2 * ASTRAY) / STEP))
    return [ASTRAY + (length - 2 * ASTRAY) * (step + 0.5) / count for step in range(count)]
