"""Thin strokes as thin shapes.

Readers of PDF draw no stroke thinner than a dot of the screen or the printer (PDF 32000-1, 8.4.3.2); the fine lines of
flags and coats of arms would clog. A shape is drawn as thin as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.cardsvg.paths import Segment, Segments

_STEPS = 8
_Points = list[tuple[float, float]]


def ribbon(outline: Segments, width: float, miter: float, smooth: float) -> Segments:
    """The stroke of an outline as an outline to be filled (nonzero). Curves become lines that leave them by about
    ``smooth`` at most; ``miter`` is how far corners may reach, in widths."""
    out: list[Segment] = []
    for points, closed in _lines(outline, smooth):
        left, right = _sides(points, closed, width / 2, miter)
        if not left:
            continue
        if closed:
            out += _loop(left) + _loop(right[::-1])
        else:
            out += _loop(left + right[::-1])
    return tuple(out)


def _loop(points: _Points) -> list[Segment]:
    return [("L" if index else "M", point) for index, point in enumerate(points)] + [("Z", ())]


def _lines(outline: Segments, smooth: float) -> Iterator[tuple[_Points, bool]]:
    """The parts of an outline as points without repetition, and whether they are closed."""
    points: _Points = []
    for kind, args in outline:
        if kind == "M":
            if len(points) > 1:
                yield points, False
            points = [(args[0], args[1])]
        elif kind == "Z":
            start = points[0]
            if len(points) > 2 and _near(points[-1], start):
                points.pop()
            if len(points) > 1:
                yield points, len(points) > 2
            points = [start]
        elif kind == "L":
            _add(points, (args[0], args[1]))
        else:
            for point in _curve(points[-1], args, smooth):
                _add(points, point)
    if len(points) > 1:
        yield points, False


def _add(points: _Points, point: tuple[float, float]) -> None:
    if not _near(points[-1], point):
        points.append(point)


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return math.dist(one, other) < 1e-9


def _curve(start: tuple[float, float], args: tuple[float, ...], smooth: float) -> Iterator[tuple[float, float]]:
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = args
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    steps = min(_STEPS, max(1, math.ceil(math.sqrt(0.75 * bend / smooth))))
    for index in range(1, steps + 1):
        t = index / steps
        u = 1 - t
        yield (
            u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x3,
            u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y3,
        )


def _sides(points: _Points, closed: bool, half: float, miter: float) -> tuple[_Points, _Points]:
    """The points to the left and to the right of a line."""
    count = len(points)
    pairs = count if closed else count - 1
    normals = []
    for index in range(pairs):
        (x0, y0), (x1, y1) = points[index], points[(index + 1) % count]
        size = math.hypot(x1 - x0, y1 - y0) or 1.0
        normals.append(((y1 - y0) / size * half, (x0 - x1) / size * half))
    left: _Points = []
    right: _Points = []
    for index, (x, y) in enumerate(points):
        before = normals[index - 1] if closed or index else normals[0]
        after = normals[index % pairs] if closed or index < pairs else normals[-1]
        nx, ny = before[0] + after[0], before[1] + after[1]
        square = nx * nx + ny * ny
        if square * miter * miter < 4 * half * half:
            # Too sharp a corner is cut.
            for dx, dy in (before, after):
                left.append((x + dx, y + dy))
                right.append((x - dx, y - dy))
            continue
        scale = 2 * half * half / square
        left.append((x + nx * scale, y + ny * scale))
        right.append((x - nx * scale, y - ny * scale))
    return left, right
