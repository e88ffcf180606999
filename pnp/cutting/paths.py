"""Paths of a knife: lines, arcs and circles, in mm on the page, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from pnp.records import dataclass

Layer = Literal["score", "kiss", "cut"]
LAYERS: tuple[Layer, ...] = ("score", "kiss", "cut")
"""In the order in which a machine does them: folds are scored before anything comes loose, and stickers are cut down to
their backing before their sheet is cut."""
Point = tuple[float, float]

_SAME = 0.001
"""Places that are closer, in mm, are one."""
_ONE_CUT = 0.01
"""Lines that lie closer, in mm, are cut once, as they are printed once: no knife parts them."""
_QUARTER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight line, or an arc where ``bulge`` is not 0: the tangent of a quarter of its angle, above zero where it
    turns to the left (the bulge of a DXF polyline)."""

    start: Point
    end: Point
    bulge: float = 0.0

    @property
    def radius(self) -> float:
        """Of an arc."""
        half = math.dist(self.start, self.end) / 2
        return half * (1 + self.bulge**2) / (2 * abs(self.bulge))


@dataclass(frozen=True, slots=True)
class Path:
    """Edges that follow one another; a closed one ends where it begins."""

    layer: Layer
    edges: tuple[Edge, ...]

    @property
    def closed(self) -> bool:
        """Whether it ends where it begins."""
        return len(self.edges) > 1 and _meet(self.edges[0].start, self.edges[-1].end)


@dataclass(frozen=True, slots=True)
class CutCircle:
    """A circle."""

    layer: Layer
    x: float
    y: float
    radius: float


Shape = Path | CutCircle


def rectangle(left: float, bottom: float, width: float, height: float, corner: float = 0.0) -> tuple[Edge, ...]:
    """A rectangle counter-clockwise from its lower left, with corners of a radius."""
    right, top, r = left + width, bottom + height, corner
    if r <= 0:
        return polygon(((left, bottom), (right, bottom), (right, top), (left, top)))
    points = (
        (left + r, bottom),
        (right - r, bottom),
        (right, bottom + r),
        (right, top - r),
        (right - r, top),
        (left + r, top),
        (left, top - r),
        (left, bottom + r),
        (left + r, bottom),
    )
    edges = (Edge(one, two, _QUARTER if index % 2 else 0.0) for index, (one, two) in enumerate(pairwise(points)))
    return tuple(edge for edge in edges if math.dist(edge.start, edge.end) > _SAME)


def polygon(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """The straight sides of an area, given by its corners one after another."""
    return tuple(Edge(one, two) for one, two in pairwise((*corners, corners[0])))


def joined(edges: Iterable[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Straight edges in any order as runs that are as long as they get without going over one twice."""
    left = list(edges)
    while left:
        run = [left.pop(0)]
        while True:
            for index, edge in enumerate(left):
                if _meet(edge.start, run[-1].end):
                    run.append(left.pop(index))
                elif _meet(edge.end, run[-1].end):
                    run.append(_turned(left.pop(index)))
                elif _meet(edge.end, run[0].start):
                    run.insert(0, left.pop(index))
                elif _meet(edge.start, run[0].start):
                    run.insert(0, _turned(left.pop(index)))
                else:
                    continue
                break
            else:
                break
        yield tuple(run)


def _turned(edge: Edge) -> Edge:
    return Edge(edge.end, edge.start, -edge.bulge)


def _meet(one: Point, two: Point) -> bool:
    """Whether two points are one."""
    return math.dist(one, two) < _SAME


@dataclass(frozen=True, slots=True)
class _CutLine:
    """A straight line through ``origin``, in the direction ``along`` of length 1. ``taken`` are the parts that are cut,
    as distances from the origin."""

    origin: Point
    along: Point
    taken: list[tuple[float, float]]

    def place(self, point: Point) -> tuple[float, float]:
        """How far along the line a point is, and how far off it."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        return x * self.along[0] + y * self.along[1], abs(x * self.along[1] - y * self.along[0])


class CutOnce:
    """Leaves out of outlines what an earlier one has cut: pieces that lie edge to edge share their cut.

    Only straight edges are compared, as pieces that touch have no others.
    """

    def __init__(self) -> None:
        self._lines: list[_CutLine] = []

    def outline(self, layer: Layer, edges: Sequence[Edge]) -> Iterator[Path]:
        """What is still to be cut of a closed outline: all of it, or the runs that are left."""
        runs: list[list[Edge]] = [[]]
        for edge in edges:
            parts = self._left(edge)
            for part in parts:
                if runs[-1] and not _meet(runs[-1][-1].end, part.start):
                    runs.append([])
                runs[-1].append(part)
            if not parts and runs[-1]:
                runs.append([])
        runs = [run for run in runs if run]
        if len(runs) > 1 and _meet(runs[-1][-1].end, runs[0][0].start):
            runs[0] = runs.pop() + runs[0]
        for run in runs:
            yield Path(layer, tuple(run))

    def _left(self, edge: Edge) -> list[Edge]:
        """The parts of an edge that are not cut yet, in its direction; from now on they are."""
        if edge.bulge:
            return [edge]
        line = self._line(edge)
        begin, end = line.place(edge.start)[0], line.place(edge.end)[0]
        low, high = min(begin, end), max(begin, end)
        free = list(_without(low, high, line.taken))
        line.taken.append((low, high))
        if len(free) == 1 and free[0] == (low, high):
            return [edge]
        parts = [(one, two) if begin < end else (two, one) for one, two in free]
        return [
            Edge(_between(edge, (one - begin) / (end - begin)), _between(edge, (two - begin) / (end - begin)))
            for one, two in (parts if begin < end else reversed(parts))
        ]

    def _line(self, edge: Edge) -> _CutLine:
        """The line that an edge lies on."""
        for line in self._lines:
            if line.place(edge.start)[1] < _ONE_CUT and line.place(edge.end)[1] < _ONE_CUT:
                return line
        length = math.dist(edge.start, edge.end)
        along = (edge.end[0] - edge.start[0]) / length, (edge.end[1] - edge.start[1]) / length
        self._lines.append(_CutLine(edge.start, along, []))
        return self._lines[-1]


def _between(edge: Edge, share: float) -> Point:
    """A point on a straight edge, so far of its length from its start."""
    (x1, y1), (x2, y2) = edge.start, edge.end
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _without(low: float, high: float, taken: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for start, end in sorted(taken):
        if min(start, high) > low + _ONE_CUT:
            yield low, min(start, high)
        low = max(low, end)
    if high > low + _ONE_CUT:
        yield low, high
