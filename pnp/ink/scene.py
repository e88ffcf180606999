"""What lies beneath each part of a face while it is redrawn: as it was drawn, and as it is now."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Frame, Image, Shape
from pnp.cardsvg.values import Matrix, apply
from pnp.ink.tones import KEPT, Tone, luminance
from pnp.looks.inks import inverse, mixed
from pnp.looks.outlines import Edge, Flat, Point
from pnp.looks.painted import PAPER, Around, Painted, Piece
from pnp.records import dataclass

_HEIGHTS = (0.27, 0.52, 0.76)
"""Where a shape is looked at: no even shares, at which symmetric shapes have corners."""

_SLICES = 12


@dataclass(frozen=True, slots=True)
class Ground:
    """The colour beneath something, as it was and as it is now, and the area in mm² of the shape that it is of; endless
    where that is no shape."""

    was: Rgb
    now: Rgb
    area: float = math.inf


@dataclass(frozen=True, slots=True)
class Line:
    """A line around a fill, or on either side of a stroke: its colour, its width in mm, and whether it goes round the
    whole face."""

    colour: Rgb
    width: float
    around_all: bool = False


@dataclass(frozen=True, slots=True)
class Extent:
    """How large a shape is on the face, in mm² and mm: how thick it is at its mean, as a strip of its area."""

    area: float
    thickness: float


class Scene(Painted):
    """A face whose pieces get new tones one by one, in the order in which they are painted."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self._tones: dict[tuple[int, bool], Tone] = {}
        self._areas: dict[int, float] = {}
        self._lines: dict[int, Line] = {}

    def piece(self, index: int) -> Piece:
        return self._pieces[index]

    def tone(
        self, index: int, fill: Tone, stroke: Tone = KEPT, area: float = math.inf, line: Line | None = None
    ) -> None:
        """Note the tones of a piece, the area of its fill in mm², and the line that it got around it."""
        self._tones[index, False], self._tones[index, True] = fill, stroke
        self._areas[index] = area
        if line is not None:
            self._lines[index] = line

    def beneath(self, points: Sequence[Point], before: int) -> Ground | None:
        """What lies beneath most of some points of the face, of the first ``before`` pieces; None where it cannot be
        told. What was alike may be no more: the two colours are each in the middle of theirs."""
        found = [ground for ground in (self._ground(*point, before) for point in points) if ground is not None]
        if not found:
            return None
        middle = len(found) // 2
        was = sorted(found, key=lambda ground: luminance(ground.was))[middle]
        return replace(was, now=sorted((ground.now for ground in found), key=luminance)[middle])

    def _ground(self, x: float, y: float, before: int) -> Ground | None:
        seen = self._seen(x, y, before)
        if seen is None:
            return None
        was = now = PAPER
        lines = dict(self._lines_at(x, y, before))
        for index, (ink, opacity), of_stroke in reversed(seen):
            was = mixed(was, ink, opacity)
            for lower in [one for one in lines if one < index]:
                now = lines.pop(lower)
            now = mixed(now, self._tones.get((index, of_stroke), KEPT).of(ink), opacity)
        for colour in lines.values():
            now = colour
        return Ground(was, now, self._areas.get(seen[0][0], math.inf) if seen else math.inf)

    def _lines_at(self, x: float, y: float, before: int) -> Iterator[tuple[int, Rgb]]:
        """The lines at a point that fills got around them, from the lowest up: of which piece, and their colour."""
        for index, line in self._lines.items():
            piece = self._pieces[index]
            left, top, width, height = piece.box
            half = line.width / 2
            if (
                index < before
                and left - half <= x <= left + width + half
                and top - half <= y <= top + height + half
                and isinstance(piece.node, Shape)
                and self._flattened(piece.node.outline).near(apply(piece.back, x, y), half / scale_of(piece))
                and all(self._inside(cover, x, y) for cover in piece.around.covers)
            ):
                yield index, line.colour

    def inside(self, piece: Piece) -> list[Point]:
        """Some points of the face that a shape covers, with its stroke where it has no fill."""
        if isinstance(piece.node, Image):
            return []
        forth = inverse(piece.back)
        assert forth is not None, "a piece that can be looked up can be put in place"
        flat = self._flattened(piece.node.outline)
        found = _within(flat, piece.node.style.fill_rule) if piece.node.fill is not None else _along(flat)
        left, top, width, height = piece.box
        on_face = [apply(forth, *point) for point in found]
        # What is clipped is looked at where it is seen.
        seen = [
            (x, y)
            for x, y in on_face
            if left <= x <= left + width
            and top <= y <= top + height
            and all(self._inside(cover, x, y) for cover in piece.around.covers)
        ]
        return seen or [(left + width / 2, top + height / 2)]

    def extent(self, piece: Piece) -> Extent:
        """How large the fill of a shape is."""
        assert isinstance(piece.node, Shape)
        scale, flat = scale_of(piece), self._flattened(piece.node.outline)
        area = _area(flat, piece.node.style.fill_rule) * scale * scale
        length = sum(math.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in _edges(flat.closed)) * scale
        seen = piece.box[2] * piece.box[3]
        return Extent(min(area, seen), 2 * area / length if length else 0.0)

    def _entered(self, outer: Around, frame: Frame | None) -> Around | None:
        # Behind a mask and where colours blend, what is beneath is taken as if there were neither: better than nothing.
        around = super()._entered(outer, frame)
        return None if around is None else _known(around)


def scale_of(piece: Piece) -> float:
    """How many mm of the face a unit of a shape is."""
    return 1 / math.sqrt(size_of(piece.back) or 1.0)


def size_of(matrix: Matrix) -> float:
    """How much larger areas get."""
    a, b, c, d, *_ = matrix
    return abs(a * d - b * c)


def _known(around: Around) -> Around:
    return Around(around.matrix, around.opacity, around.covers, around.window) if around.unknown else around


def _edges(rows: Sequence[Sequence[Edge]]) -> list[Edge]:
    """Every edge once: those that cross several rows stand in each."""
    return list(dict.fromkeys(edge for row in rows for edge in row))


def _area(flat: Flat, rule: str) -> float:
    """The area that is filled, from what is filled at some heights."""
    edges = _edges(flat.closed)
    if not edges:
        return 0.0
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    step = (max(ys) - min(ys)) / _SLICES
    slices = (_spans(edges, min(ys) + (index + 0.5) * step, rule) for index in range(_SLICES))
    return sum(right - left for spans in slices for left, right in spans) * step


def _within(flat: Flat, rule: str) -> list[Point]:
    """Points inside: at some heights, in the middle of the widest part."""
    edges = _edges(flat.closed)
    if not edges:
        return []
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    top, bottom = min(ys), max(ys)
    found = []
    for share in _HEIGHTS:
        y = top + share * (bottom - top)
        parts = list(_spans(edges, y, rule))
        if parts:
            left, right = max(parts, key=lambda part: part[1] - part[0])
            found.append(((left + right) / 2, y))
    return found


def _spans(edges: Sequence[Edge], y: float, rule: str) -> Iterator[tuple[float, float]]:
    """From where to where a shape is filled at a height."""
    crossings = sorted(
        (x0 + (y - y0) / (y1 - y0) * (x1 - x0), 1 if y1 > y0 else -1)
        for x0, y0, x1, y1 in edges
        if (y0 <= y) != (y1 <= y)
    )
    winding = 0
    for (x, turn), (following, _) in pairwise(crossings):
        winding += turn if rule == "nonzero" else 1
        if winding if rule == "nonzero" else winding % 2:
            yield x, following


def _along(flat: Flat) -> list[Point]:
    """Points on a line, spread over it."""
    edges = _edges(flat.drawn)
    chosen = [edges[int(share * len(edges))] for share in _HEIGHTS] if edges else []
    return [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in chosen]
