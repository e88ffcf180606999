"""Hit-test outlines: tell if a point lies inside one, or under its stroke. Coordinates are the outline's own."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from pnp.cardsvg.paths import Segments
from pnp.records import dataclass

Point: TypeAlias = tuple[float, float]
Edge: TypeAlias = tuple[float, float, float, float]
"""Straight edge: x and y of both ends."""

_STEPS, _STEPS_OF_LONG, _LONG = 10, 20, 60.0
"""Straight pieces for a curve, and for one that is longer than 60 units: on a quarter circle with a radius of 20 mm and
of 80 mm they are less than 0.1 mm off."""
_MAX_ROWS = 64


@dataclass(frozen=True, slots=True)
class FlatOutline:
    """Outline of straight edges, in rows of equal height from ``top`` down, so that a test examines few of them.
    ``drawn`` are the edges that a stroke follows; ``closed`` has also those that close the outline for a fill."""

    top: float
    height: float
    closed: tuple[tuple[Edge, ...], ...]
    drawn: tuple[tuple[Edge, ...], ...]

    def holds(self, point: Point, rule: Literal["nonzero", "evenodd"]) -> bool:
        """Tell if a fill by ``rule`` covers a point."""
        x, y = point
        row = self._row(y)
        if not 0 <= row < len(self.closed):
            return False
        winding = crossings = 0
        for x0, y0, x1, y1 in self.closed[row]:
            if (y0 <= y) != (y1 <= y) and x0 + (y - y0) / (y1 - y0) * (x1 - x0) > x:
                winding += 1 if y1 > y0 else -1
                crossings += 1
        return bool(winding) if rule == "nonzero" else crossings % 2 == 1

    def near(self, point: Point, reach: float) -> bool:
        """Tell if the line passes a point no further away than ``reach``."""
        return self.distance(point, reach) <= reach

    def distance(self, point: Point, reach: float) -> float:
        """Return the distance of a point from the line; infinity if it is more than ``reach``."""
        x, y = point
        first, last = max(0, self._row(y - reach)), min(len(self.drawn) - 1, self._row(y + reach))
        least, left, right_end = math.inf, x - reach, x + reach
        for row in range(first, last + 1):
            for x0, y0, x1, y1 in self.drawn[row]:
                if (x0 < left and x1 < left) or (x0 > right_end and x1 > right_end):
                    continue
                dx, dy = x1 - x0, y1 - y0
                right, down = x - x0, y - y0
                length = dx * dx + dy * dy
                along = right * dx + down * dy
                if along > 0.0:  # beyond the first end of the edge
                    share = along / length if along < length else 1.0
                    right -= share * dx
                    down -= share * dy
                square = right * right + down * down
                if square < least:  # noqa: PLR1730 - faster than min
                    least = square
        return math.sqrt(least) if least <= reach * reach else math.inf

    def _row(self, y: float) -> int:
        return math.floor((y - self.top) / self.height)


def flatten(outline: Segments) -> FlatOutline:
    """Return an outline as straight edges."""
    drawn: list[Edge] = []
    closing: list[Edge] = []
    x = y = start_x = start_y = 0.0
    for kind, args in outline:
        if kind == "M":
            closing.append((x, y, start_x, start_y))
            x, y = start_x, start_y = args
        elif kind == "L":
            drawn.append((x, y, *args))  # type: ignore[arg-type]  # two numbers
            x, y = args
        elif kind == "C":
            for point in _curve_points((x, y), args):
                drawn.append((x, y, *point))
                x, y = point
        else:
            drawn.append((x, y, start_x, start_y))
            x, y = start_x, start_y
    closing.append((x, y, start_x, start_y))
    all_edges = [*drawn, *(edge for edge in closing if edge[:2] != edge[2:])]
    ys = [coordinate for edge in all_edges for coordinate in edge[1::2]] or [0.0]
    top, count = min(ys), max(1, min(_MAX_ROWS, len(all_edges) // 4))
    height = (max(ys) - top) / count or 1.0
    return FlatOutline(
        top, height, _edges_by_row(all_edges, top, height, count), _edges_by_row(drawn, top, height, count)
    )


def _edges_by_row(edges: list[Edge], top: float, height: float, count: int) -> tuple[tuple[Edge, ...], ...]:
    rows: list[list[Edge]] = [[] for _ in range(count + 1)]
    for edge in edges:
        low, high = sorted((edge[1], edge[3]))
        for row in range(math.floor((low - top) / height), min(count, math.floor((high - top) / height)) + 1):
            rows[row].append(edge)
    return tuple(map(tuple, rows))


def _curve_points(start: Point, args: tuple[float, ...]) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, args
    points = []
    steps = _STEPS if math.hypot(x3 - x0, y3 - y0) <= _LONG else _STEPS_OF_LONG
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points
