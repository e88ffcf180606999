"""Paths of a knife: lines, arcs and circles, in mm on the page, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from pnp.records import dataclass

Layer = Literal["score", "kiss", "cut"]
LAYERS: tuple[Layer, ...] = ("score", "kiss", "cut")
"""The layers in the order in which a machine cuts them. Folds are scored before anything comes loose, and stickers are
cut down to their backing before their sheet is cut."""
Point = tuple[float, float]

_SAME = 0.001
"""Points that are closer, in mm, coincide."""
_ONE_CUT = 0.01
"""Lines that lie closer, in mm, are cut once, as they are printed once: no knife parts them."""
_QUARTER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Straight line, or an arc if ``bulge`` is not 0.

    ``bulge`` is the tangent of a quarter of the arc's angle, above zero if the arc turns to the left (the bulge of a
    DXF polyline).
    """

    start: Point
    end: Point
    bulge: float = 0.0

    @property
    def radius(self) -> float:
        """Radius of an arc, in mm."""
        half = math.dist(self.start, self.end) / 2
        return half * (1 + self.bulge**2) / (2 * abs(self.bulge))


@dataclass(frozen=True, slots=True)
class Path:
    """Edges that follow one another. A closed path ends where it begins."""

    layer: Layer
    edges: tuple[Edge, ...]

    @property
    def closed(self) -> bool:
        """True if the path ends where it begins."""
        return len(self.edges) > 1 and _coincide(self.edges[0].start, self.edges[-1].end)


@dataclass(frozen=True, slots=True)
class CutCircle:
    """Circle to cut."""

    layer: Layer
    x: float
    y: float
    radius: float


Shape = Path | CutCircle


def rectangle(left: float, bottom: float, width: float, height: float, corner: float = 0.0) -> tuple[Edge, ...]:
    """Return a rectangle counter-clockwise from its lower left, with corners of the radius ``corner``."""
    right, top, radius = left + width, bottom + height, corner
    if radius <= 0:
        return polygon(((left, bottom), (right, bottom), (right, top), (left, top)))
    points = (
        (left + radius, bottom),
        (right - radius, bottom),
        (right, bottom + radius),
        (right, top - radius),
        (right - radius, top),
        (left + radius, top),
        (left, top - radius),
        (left, bottom + radius),
        (left + radius, bottom),
    )
    edges = (Edge(start, end, _QUARTER if index % 2 else 0.0) for index, (start, end) in enumerate(pairwise(points)))
    return tuple(edge for edge in edges if math.dist(edge.start, edge.end) > _SAME)


def polygon(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """Return the straight sides of an area, given by its corners one after another."""
    return tuple(Edge(start, end) for start, end in pairwise((*corners, corners[0])))


def join_runs(edges: Iterable[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Join straight edges in any order into runs, each as long as possible, without going over an edge twice."""
    remaining = list(edges)
    while remaining:
        run = [remaining.pop(0)]
        while True:
            for index, edge in enumerate(remaining):
                if _coincide(edge.start, run[-1].end):
                    run.append(remaining.pop(index))
                elif _coincide(edge.end, run[-1].end):
                    run.append(_reversed(remaining.pop(index)))
                elif _coincide(edge.end, run[0].start):
                    run.insert(0, remaining.pop(index))
                elif _coincide(edge.start, run[0].start):
                    run.insert(0, _reversed(remaining.pop(index)))
                else:
                    continue
                break
            else:
                break
        yield tuple(run)


def _reversed(edge: Edge) -> Edge:
    return Edge(edge.end, edge.start, -edge.bulge)


def _coincide(first: Point, second: Point) -> bool:
    return math.dist(first, second) < _SAME


@dataclass(frozen=True, slots=True)
class _CutLine:
    """Straight line through ``origin``, in the direction ``along`` of length 1.

    ``cut_spans`` holds the parts that are cut, as distances from the origin.
    """

    origin: Point
    along: Point
    cut_spans: list[tuple[float, float]]

    def coordinates(self, point: Point) -> tuple[float, float]:
        """Return how far along the line a point lies, and how far off it."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        return x * self.along[0] + y * self.along[1], abs(x * self.along[1] - y * self.along[0])


class CutOnce:
    """Filter that leaves out of outlines what an earlier outline has cut: pieces edge to edge share their cut.

    Only straight edges are compared, since pieces that touch have no others.
    """

    def __init__(self) -> None:
        self._lines: list[_CutLine] = []

    def outline(self, layer: Layer, edges: Sequence[Edge]) -> Iterator[Path]:
        """Yield what is still to be cut of a closed outline: all of it, or the runs that are left."""
        runs: list[list[Edge]] = [[]]
        for edge in edges:
            parts = self._uncut_parts(edge)
            for part in parts:
                if runs[-1] and not _coincide(runs[-1][-1].end, part.start):
                    runs.append([])
                runs[-1].append(part)
            if not parts and runs[-1]:
                runs.append([])
        runs = [run for run in runs if run]
        if len(runs) > 1 and _coincide(runs[-1][-1].end, runs[0][0].start):
            runs[0] = runs.pop() + runs[0]
        for run in runs:
            yield Path(layer, tuple(run))

    def _uncut_parts(self, edge: Edge) -> list[Edge]:
        """Return the parts of an edge that are not cut yet, in its direction, and mark them as cut."""
        if edge.bulge:
            return [edge]
        line = self._line_of(edge)
        start, end = line.coordinates(edge.start)[0], line.coordinates(edge.end)[0]
        low, high = min(start, end), max(start, end)
        free = list(_gaps(low, high, line.cut_spans))
        line.cut_spans.append((low, high))
        if len(free) == 1 and free[0] == (low, high):
            return [edge]
        parts = [(first, last) if start < end else (last, first) for first, last in free]
        return [
            Edge(
                _interpolate(edge, (first - start) / (end - start)), _interpolate(edge, (last - start) / (end - start))
            )
            for first, last in (parts if start < end else reversed(parts))
        ]

    def _line_of(self, edge: Edge) -> _CutLine:
        """Return the line that an edge lies on, recorded if it is new."""
        for line in self._lines:
            if line.coordinates(edge.start)[1] < _ONE_CUT and line.coordinates(edge.end)[1] < _ONE_CUT:
                return line
        length = math.dist(edge.start, edge.end)
        along = (edge.end[0] - edge.start[0]) / length, (edge.end[1] - edge.start[1]) / length
        self._lines.append(_CutLine(edge.start, along, []))
        return self._lines[-1]


def _interpolate(edge: Edge, share: float) -> Point:
    """Return the point on a straight edge at ``share`` of its length from its start."""
    (x1, y1), (x2, y2) = edge.start, edge.end
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _gaps(low: float, high: float, taken: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the parts between ``low`` and ``high`` that no taken span covers."""
    for start, end in sorted(taken):
        if min(start, high) > low + _ONE_CUT:
            yield low, min(start, high)
        low = max(low, end)
    if high > low + _ONE_CUT:
        yield low, high
