"""Find what is drawn along the cut of a face that has bleed, where a cut that is off shows it: an end, or a frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Image
from pnp.looks.edges import GAP, MOST_OF_SIDE, ONE_IN, STEP, EdgePoints, Side, is_white, points_round
from pnp.looks.outlines import Point
from pnp.looks.painted import PaintedFace
from pnp.rendering.face import Face

_BESIDE = 0.15
"""Distance in mm from the trim at which a colour is looked at that begins or ends there."""
_UNLIKE = 0.1
"""Least difference, of 1, between colours that look different side by side."""
_FRAME = (0.0, 0.35, 0.7, 1.05)
"""Depths in mm at which a frame is looked for that a cut which wanders makes uneven."""
_BEYOND, _WITHIN = 1.4, 2.2
"""Distances in mm from the trim of the ground beyond it, as far as there is bleed, and within it."""
_LEAST_BLEED = 0.5
_FRAMED_SIDES = 3
"""Fewest sides of a card along which lines make a frame. One or two may be bands, or stripes of a pattern."""


def parted_sides(face: Face, painted: PaintedFace) -> Iterator[tuple[Side, int]]:
    """Yield the sides along which a picture or a colour ends at the trim and another colour begins, each with the
    offset in the SVG of what ends there. A white bleed is told otherwise."""
    for inner, outer in zip(points_round(face, _BESIDE), points_round(face, -_BESIDE), strict=True):
        plain = inner.plain(painted), outer.plain(painted)
        if None not in plain and not _differ(*plain):
            continue
        pairs = zip(inner.points, outer.points, strict=True)
        ends = [_end_between(painted, *pair) if _is_parted(painted, *pair) else None for pair in pairs]
        for at, run in groupby(ends):
            if at is not None and len(list(run)) * STEP > GAP:
                yield inner.side, at
                break


def _is_parted(painted: PaintedFace, within: Point, out: Point) -> bool:
    """Tell whether two points beside the trim have different colours, and do not lie in one picture."""
    if _picture_at(painted, within) is not None and _picture_at(painted, within) == _picture_at(painted, out):
        return False
    inner, outer = painted.colour_at(*within), painted.colour_at(*out)
    if inner is None or outer is None:
        return (inner is None) != (outer is None)
    return not is_white(outer) and _differ(inner, outer)


def _end_between(painted: PaintedFace, within: Point, out: Point) -> int | None:
    """Return the offset of the uppermost piece that has an end between two points, by its box; None without one.

    Pieces of art are left out: it has ends everywhere, and runs over the trim as a whole.
    """
    for piece in reversed(painted.pieces):
        if piece.around.use is None and _holds(piece.box, within) != _holds(piece.box, out):
            return piece.at
    return None


def frame_at_cut(face: Face, painted: PaintedFace) -> int | None:
    """Return the offset in the SVG of a frame or ring that lies along the cut of a face, or nearer to it than a cut
    wanders; None without one."""
    if face.bleed < _LEAST_BLEED:
        return None
    beyond, within = points_round(face, -min(_BEYOND, 0.9 * face.bleed)), points_round(face, _WITHIN)
    rows = [points_round(face, depth) for depth in _FRAME]
    framed: list[Point] = []
    for number, (outer, inner) in enumerate(zip(beyond, within, strict=True)):
        point = _line_between(painted, outer, [row[number] for row in rows], inner)
        framed += [] if point is None else [point]
    if len(framed) < min(_FRAMED_SIDES, len(beyond)):
        return None
    pieces = (piece for piece in reversed(painted.pieces) if _holds(piece.box, framed[0]))
    return next((piece.at for piece in pieces), 0)


def _line_between(
    painted: PaintedFace, outer: EdgePoints, rows: Sequence[EdgePoints], inner: EdgePoints
) -> Point | None:
    """Return a point of a line that runs along most of a side, with one ground on either side of it."""
    for row in rows:
        triples = list(zip(outer.points, row.points, inner.points, strict=True))[::ONE_IN]
        lines = [middle for out, middle, within in triples if _is_line(painted, out, middle, within)]
        if len(lines) >= MOST_OF_SIDE * len(triples):
            return lines[0]
    return None


def _picture_at(painted: PaintedFace, point: Point) -> int | None:
    """Return the index of the opaque picture that is seen at a point."""
    index = painted.hider(*point, after=0)
    return index if index is not None and isinstance(painted.pieces[index].node, Image) else None


def _is_line(painted: PaintedFace, out: Point, middle: Point, within: Point) -> bool:
    if _picture_at(painted, middle) is not None:
        return False
    line = painted.colour_at(*middle)
    grounds = painted.colour_at(*out), painted.colour_at(*within)
    return line is not None and all(ground is not None and _differ(ground, line) for ground in grounds)


def _holds(box: tuple[float, float, float, float], point: Point) -> bool:
    left, top, width, height = box
    return left <= point[0] <= left + width and top <= point[1] <= top + height


def _differ(first: Rgb | None, second: Rgb | None) -> bool:
    if first is None or second is None:
        return False
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) > _UNLIKE
