"""Grounds of a face: the colours beneath each of its parts, as they were and with less ink.

The geometry of a face says what lies beneath a point and how large a shape is. It does not depend on the ink. So it is
computed once and shared by all scenes of that face.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from typing import TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Frame, Image, Shape, TextRun
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.values import Matrix, apply, inverse
from pnp.fonts import FontBook
from pnp.ink.tones import UNCHANGED, Tone, luminance
from pnp.looks.inks import Ink, mixed
from pnp.looks.lettering import sample_points
from pnp.looks.outlines import Edge, FlatOutline, Point
from pnp.looks.painted import PAPER, OutlineCache, PaintedFace, PaintedPiece, PaintedText, PaintState
from pnp.records import dataclass

_SAMPLE_HEIGHTS = (0.27, 0.52, 0.76)
"""Relative heights at which a shape is sampled: no even shares, at which symmetric shapes have corners."""
_SLICES = 12
_MOST_REACH = 0.25
"""Distance in mm up to which distances are kept: half the width of the boldest line, and more."""
_CELL_SIZE = 4.0
"""Side, in mm, of the squares that index lines around fills."""
_MAX_CELLS = 400
"""Most squares of an indexed line."""


@dataclass(frozen=True, slots=True)
class GroundColour:
    """Colour beneath a mark, ``original`` and ``adapted`` to less ink.

    ``area`` is that in mm² of the shape that has the colour, infinite for the paper.
    """

    original: Rgb
    adapted: Rgb
    area: float = math.inf


@dataclass(frozen=True, slots=True)
class OutlineStroke:
    """Line around a fill, or on either side of a stroke: its colour and its width in mm.

    ``around_face`` says that it goes round the whole face.
    """

    colour: Rgb
    width: float
    around_face: bool = False


@dataclass(frozen=True, slots=True)
class ShapeExtent:
    """Extent of a shape on the face, in mm² and mm. ``thickness`` is the mean, as of a strip of its area."""

    area: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Sample:
    """Point of a face in mm, and what is painted there beneath a part: the colour, and its inks from the lowest up, as
    pieces by number, and whether the ink is that of a stroke."""

    x: float
    y: float
    colour: Rgb
    layers: tuple[tuple[int, Ink, bool], ...]


@dataclass(frozen=True, slots=True)
class OutlineMeasures:
    """Measures of an outline, in its own units: its filled area, its length, points inside and points on its line."""

    area: float
    length: float
    inner: tuple[Point, ...]
    on_line: tuple[Point, ...]


RunSamples: TypeAlias = "tuple[tuple[TextRun, tuple[Sample, ...]], ...]"


class InkOutlines(OutlineCache):
    """Outlines of all faces of a kit. Faces share symbols, so most outlines are those of an earlier face."""

    def __init__(self) -> None:
        super().__init__()
        self._measures: dict[tuple[int, str], tuple[Segments, OutlineMeasures]] = {}

    def measures(self, outline: Segments, rule: str) -> OutlineMeasures:
        """Return the measures of an outline that is filled by ``rule``."""
        cached = self._measures.get((id(outline), rule))
        if cached is None:
            cached = self._measures[id(outline), rule] = (outline, _measures_of(self.flat(outline), rule))
        return cached[1]


class FaceGeometry(PaintedFace):
    """Geometry of a face: samples and extents of its pieces and of its texts."""

    def __init__(self, drawing: Drawing, outlines: InkOutlines) -> None:
        super().__init__(drawing, outlines)
        self._measured = outlines
        self._samples: dict[int, tuple[Sample, ...]] = {}
        self._extents: dict[int, ShapeExtent] = {}
        self._lettered: dict[int, tuple[RunSamples, ...]] = {}
        self._distances: dict[tuple[int, float, float], float] = {}

    def piece(self, index: int) -> PaintedPiece:
        """Return a piece by its number."""
        return self._pieces[index]

    def samples(self, index: int) -> tuple[Sample, ...]:
        """Return points that a piece covers, with what is beneath it."""
        if index not in self._samples:
            self._samples[index] = self._at(self._points(self._pieces[index]), index)
        return self._samples[index]

    def extent(self, index: int) -> ShapeExtent:
        """Return the extent of the fill of a shape."""
        if index not in self._extents:
            piece = self._pieces[index]
            assert isinstance(piece.node, Shape)
            scale = scale_of(piece)
            measures = self._measured.measures(piece.node.outline, piece.node.style.fill_rule)
            area, length = measures.area * scale * scale, measures.length * scale
            visible_area = piece.box[2] * piece.box[3]
            self._extents[index] = ShapeExtent(min(area, visible_area), 2 * area / length if length else 0.0)
        return self._extents[index]

    def run_samples(self, lettered: PaintedText, fonts: FontBook) -> tuple[RunSamples, ...]:
        """Return the runs of each chunk of a text, with points of their letters and what is beneath them."""
        if id(lettered) not in self._lettered:
            self._lettered[id(lettered)] = tuple(
                tuple(
                    (run, self._at([apply(lettered.matrix, *point) for point in points], lettered.before))
                    for run, points in sample_points(chunk, fonts, lettered.text.vertical)
                )
                for chunk in lettered.text.chunks
            )
        return self._lettered[id(lettered)]

    def passes(self, index: int, x: float, y: float, half: float) -> bool:
        """Tell whether a line around a piece, ``half`` mm wide to either side, passes a point."""
        left, top, width, height = self._pieces[index].box
        if not (left - half <= x <= left + width + half and top - half <= y <= top + height + half):
            return False
        distance = self._distances.get((index, x, y))
        if distance is None:
            distance = self._distances[index, x, y] = self._distance(index, x, y, max(half, _MOST_REACH))
        return distance <= half

    def _distance(self, index: int, x: float, y: float, reach: float) -> float:
        """Return the distance in mm of a point from the line of a shape, infinity if that is hidden or far away."""
        piece = self._pieces[index]
        assert isinstance(piece.node, Shape)
        scale = scale_of(piece)
        distance = self._flatten(piece.node.outline).distance(apply(piece.back, x, y), reach / scale) * scale
        is_seen = distance <= reach and all(self._is_inside(cover, x, y) for cover in piece.around.covers)
        return distance if is_seen else math.inf

    def _at(self, points: Sequence[Point], before: int) -> tuple[Sample, ...]:
        """Return the points with what is painted there by the first ``before`` pieces. Where that is unknown, a point
        is left out."""
        samples = []
        for x, y in points:
            layers = self._inks_at(x, y, before)
            if layers is None:
                continue
            layers.reverse()
            colour = PAPER
            for _, (ink, opacity), _ in layers:
                colour = mixed(colour, ink, opacity)
            samples.append(Sample(x, y, colour, tuple(layers)))
        return tuple(samples)

    def _points(self, piece: PaintedPiece) -> list[Point]:
        """Return points of the face that a shape covers. Without a fill, they lie on its stroke."""
        if isinstance(piece.node, Image):
            return []
        to_face = inverse(piece.back)
        assert to_face is not None, "a piece that can be looked up can be put in place"
        measures = self._measured.measures(piece.node.outline, piece.node.style.fill_rule)
        left, top, width, height = piece.box
        on_face = [
            apply(to_face, *point) for point in (measures.on_line if piece.node.fill is None else measures.inner)
        ]
        # A clipped shape is sampled in its visible part.
        visible = [
            (x, y)
            for x, y in on_face
            if left <= x <= left + width
            and top <= y <= top + height
            and all(self._is_inside(cover, x, y) for cover in piece.around.covers)
        ]
        return visible or [(left + width / 2, top + height / 2)]

    def _enter_frame(self, outer: PaintState, frame: Frame | None) -> PaintState | None:
        # Masks and blend modes are ignored, since an approximate ground is better than none.
        around = super()._enter_frame(outer, frame)
        return None if around is None else _ignore_unknown(around)


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines around fills by the number of their piece, and by the squares that they may touch."""

    by_piece: dict[int, OutlineStroke] = field(default_factory=dict)
    cells: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    everywhere: list[int] = field(default_factory=list)

    def add(self, index: int, line: OutlineStroke, box: Box) -> None:
        half = line.width / 2
        left, top, width, height = box
        columns, rows = (
            range(math.floor((start - half) / _CELL_SIZE), math.floor((start + size + half) / _CELL_SIZE) + 1)
            for start, size in ((left, width), (top, height))
        )
        self.by_piece[index] = line
        if len(columns) * len(rows) > _MAX_CELLS:
            self.everywhere.append(index)
            return
        for column in columns:
            for row in rows:
                self.cells.setdefault((column, row), []).append(index)

    def near(self, x: float, y: float) -> list[int]:
        """Return the pieces whose lines may pass a point, from the lowest up."""
        indexed = self.cells.get((math.floor(x / _CELL_SIZE), math.floor(y / _CELL_SIZE)), [])
        return sorted([*indexed, *self.everywhere]) if self.everywhere else indexed


class Scene:
    """Face whose pieces get new tones one by one, in the order in which they are painted."""

    def __init__(self, geometry: FaceGeometry) -> None:
        self.geometry = geometry
        self._tones: dict[tuple[int, bool], Tone] = {}
        self._areas: dict[int, float] = {}
        self._lines = _Lines()

    def set_tone(
        self,
        index: int,
        fill: Tone,
        stroke: Tone = UNCHANGED,
        area: float = math.inf,
        line: OutlineStroke | None = None,
    ) -> None:
        """Set the tones of a piece, the area of its fill in mm², and the line that it got around it."""
        self._tones[index, False], self._tones[index, True] = fill, stroke
        self._areas[index] = area
        if line is not None:
            self._lines.add(index, line, self.geometry.piece(index).box)

    def ground_of(self, samples: Sequence[Sample], before: int) -> GroundColour | None:
        """Return the ground beneath most of ``samples``, of the first ``before`` pieces; None if there are none.

        Equal original colours may have different adapted ones, so each of the two is the median of its own order.
        """
        if not samples:
            return None
        middle = len(samples) // 2
        adapted = [self._adapted_colour(sample, before) for sample in samples]
        original = sorted(samples, key=lambda sample: luminance(sample.colour))[middle]
        area = self._areas.get(original.layers[-1][0], math.inf) if original.layers else math.inf
        return GroundColour(original.colour, sorted(adapted, key=luminance)[middle], area)

    def _adapted_colour(self, sample: Sample, before: int) -> Rgb:
        adapted = PAPER
        lines = dict(self._lines_at(sample.x, sample.y, before))
        for index, (ink, opacity), of_stroke in sample.layers:
            for lower in [piece_index for piece_index in lines if piece_index < index] if lines else ():
                adapted = lines.pop(lower)
            adapted = mixed(adapted, self._tones.get((index, of_stroke), UNCHANGED).apply(ink), opacity)
        for colour in lines.values():
            adapted = colour
        return adapted

    def _lines_at(self, x: float, y: float, before: int) -> Iterator[tuple[int, Rgb]]:
        """Yield the lines around fills at a point, from the lowest up: the index of the piece, and the colour."""
        for index in self._lines.near(x, y):
            line = self._lines.by_piece[index]
            if index < before and self.geometry.passes(index, x, y, line.width / 2):
                yield index, line.colour


def scale_of(piece: PaintedPiece) -> float:
    """Return the size in mm on the face of a unit of a shape."""
    return 1 / math.sqrt(area_scale(piece.back) or 1.0)


def area_scale(matrix: Matrix) -> float:
    """Return the factor by which a matrix scales areas."""
    a, b, c, d, *_ = matrix
    return abs(a * d - b * c)


def _ignore_unknown(around: PaintState) -> PaintState:
    return PaintState(around.matrix, around.opacity, around.covers, around.window) if around.unknown else around


def _edges(rows: Sequence[Sequence[Edge]]) -> list[Edge]:
    """Return every edge once: an edge that crosses several rows stands in each."""
    return list(dict.fromkeys(edge for row in rows for edge in row))


def _measures_of(flat: FlatOutline, rule: str) -> OutlineMeasures:
    edges = _edges(flat.closed)
    length = sum(math.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in edges)
    return OutlineMeasures(_filled_area(edges, rule), length, _inner_points(edges, rule), _line_points(flat))


def _filled_area(edges: Sequence[Edge], rule: str) -> float:
    """Estimate the filled area from slices at some heights."""
    if not edges:
        return 0.0
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    step = (max(ys) - min(ys)) / _SLICES
    slices = (_spans(edges, min(ys) + (index + 0.5) * step, rule) for index in range(_SLICES))
    return sum(right - left for spans in slices for left, right in spans) * step


def _inner_points(edges: Sequence[Edge], rule: str) -> tuple[Point, ...]:
    """Return points inside: at some heights, in the middle of the widest part."""
    if not edges:
        return ()
    ys = [y for edge in edges for y in (edge[1], edge[3])]
    top, bottom = min(ys), max(ys)
    points = []
    for share in _SAMPLE_HEIGHTS:
        y = top + share * (bottom - top)
        parts = list(_spans(edges, y, rule))
        if parts:
            left, right = max(parts, key=lambda part: part[1] - part[0])
            points.append(((left + right) / 2, y))
    return tuple(points)


def _spans(edges: Sequence[Edge], y: float, rule: str) -> Iterator[tuple[float, float]]:
    """Yield the spans in which a shape is filled at a height."""
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


def _line_points(flat: FlatOutline) -> tuple[Point, ...]:
    """Return points on a line, spread over it."""
    edges = _edges(flat.drawn)
    chosen = [edges[int(share * len(edges))] for share in _SAMPLE_HEIGHTS] if edges else []
    return tuple(((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in chosen)
