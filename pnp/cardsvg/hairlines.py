"""Thin strokes as thin shapes.

Readers of PDF draw no stroke thinner than a dot of the screen or the printer (PDF 32000-1, 8.4.3.2), and printers ask
for lines that are wider still; the fine lines of flags, coats of arms and small pictures would clog. A shape is drawn
as thin as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise

from pnp.cardsvg.paths import Segment, Segments
from pnp.records import dataclass

_STEPS = 64
"""Lines that a curve becomes at most where it is dashed."""
_MOST_DASHES = 4096
"""The most dashes of one outline. More would fill the memory before they could be told apart on a card."""
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Vertex:
    """A point of an outline, or one that draws a curve towards itself: those come in twos before the curve's end."""

    x: float
    y: float
    control: bool = False


def ribbon(outline: Segments, width: float, miter: float, beyond: float = 0.0) -> Segments:
    """Return the stroke of an outline as an outline to be filled (nonzero). ``miter`` is how far corners may reach,
    in widths; ends lie ``beyond`` those of the outline, where a point without length becomes a square.

    Curves stay curves: their control polygons are set off to both sides (Tiller and Hanson, Offsets of two-dimensional
    profiles, 1984). A quarter of a circle becomes 4 % thinner on average, half of one as a single curve 11 %.
    """
    out: list[Segment] = []
    for line, closed in _lines(outline):
        vertices = line if closed or not beyond else _reaching(line, beyond)
        if len(vertices) < 2:
            continue
        left, right = _sides(vertices, closed, width / 2, miter)
        if closed:
            out += _loop(left) + _loop([right[0], *right[:0:-1]])
        else:
            out += _loop(left + right[::-1])
    return tuple(out)


def dashes(outline: Segments, lengths: Sequence[float], offset: float, smooth: float) -> Segments | None:
    """Return the dashes of an outline, as open lines (SVG 1.1, 11.4), or None if they are more than a few thousand.
    Curves become lines that leave them by about ``smooth`` at most."""
    pattern = list(lengths) * (1 + len(lengths) % 2)
    period = sum(pattern)
    if not period > 0:
        return outline
    lines = [list(_flattened([*line, line[0]] if closed else line, smooth)) for line, closed in _lines(outline)]
    length = sum(math.dist(start, end) for points in lines for start, end in pairwise(points))
    if not length * len(pattern) / 2 <= _MOST_DASHES * period:
        return None
    return tuple(segment for points in lines for segment in _dashes(points, pattern, offset % period))


def _dashes(points: Sequence[_Point], pattern: Sequence[float], offset: float) -> Iterator[Segment]:
    turns = cycle((length, not index % 2) for index, length in enumerate(pattern))
    left, drawn = next(turns)
    while offset >= left:
        offset -= left
        left, drawn = next(turns)
    left -= offset
    if drawn:
        yield "M", points[0]
    for start, end in pairwise(points):
        length, along = math.dist(start, end), 0.0
        while length - along > left:
            along += left
            at = (start[0] + (end[0] - start[0]) * along / length, start[1] + (end[1] - start[1]) * along / length)
            yield "L" if drawn else "M", at
            left, drawn = next(turns)
        left -= length - along
        if drawn:
            yield "L", end


def _flattened(vertices: Sequence[_Vertex], smooth: float) -> Iterator[_Point]:
    """Yield the points of a line whose curves are lines."""
    bend: list[_Vertex] = []
    start = vertices[0]
    yield start.x, start.y
    for vertex in vertices[1:]:
        if vertex.control:
            bend.append(vertex)
            continue
        if bend:
            yield from _curve((start, *bend, vertex), smooth)
            bend = []
        yield vertex.x, vertex.y
        start = vertex


def _curve(curve: Sequence[_Vertex], smooth: float) -> Iterator[_Point]:
    """Points between the ends of a curve."""
    p, q, r, s = curve
    bend = max(
        math.hypot(first.x - 2 * second.x + third.x, first.y - 2 * second.y + third.y)
        for first, second, third in ((p, q, r), (q, r, s))
    )
    steps = min(_STEPS, max(1, math.ceil(math.sqrt(0.75 * bend / smooth))))
    for index in range(1, steps):
        t = index / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y


def _loop(vertices: Sequence[_Vertex]) -> list[Segment]:
    """Return a closed outline through vertices. The first is not a control."""
    out: list[Segment] = [("M", (vertices[0].x, vertices[0].y))]
    bend: list[float] = []
    for vertex in (*vertices[1:], vertices[0]):
        if vertex.control:
            bend += vertex.x, vertex.y
        elif bend:
            out.append(("C", (*bend, vertex.x, vertex.y)))
            bend = []
        elif vertex is not vertices[0]:
            out.append(("L", (vertex.x, vertex.y)))
    return [*out, ("Z", ())]


def _lines(outline: Segments) -> Iterator[tuple[list[_Vertex], bool]]:
    """Yield the parts of an outline without repetition, and whether they are closed; also those of one point that
    something is drawn to."""
    line: list[_Vertex] = []
    drawn = False
    for kind, args in outline:
        if kind == "M":
            if drawn:
                yield line, False
            line, drawn = [_Vertex(args[0], args[1])], False
            continue
        start = line[0]
        if kind == "Z":
            if len(line) > 2 and _near(line[-1], start):
                line.pop()
            closed = len(line) > 2
            yield line, closed
            line, drawn = [start], False
            continue
        drawn = True
        end = _Vertex(args[-2], args[-1])
        if kind == "C":
            controls = [_Vertex(args[0], args[1], control=True), _Vertex(args[2], args[3], control=True)]
            if not all(_near(line[-1], point) for point in (*controls, end)):
                line += [*controls, end]
        elif not _near(line[-1], end):
            line.append(end)
    if drawn:
        yield line, False


def _near(a: _Vertex, b: _Vertex) -> bool:
    return abs(a.x - b.x) + abs(a.y - b.y) < 1e-9


def _reaching(line: list[_Vertex], beyond: float) -> list[_Vertex]:
    """Return a line that is made longer at both ends."""
    if len(line) == 1:
        (point,) = line
        return [_Vertex(point.x - beyond, point.y), _Vertex(point.x + beyond, point.y)]
    return [_longer(line, beyond), *line, _longer(line[::-1], beyond)]


def _longer(line: Sequence[_Vertex], by: float) -> _Vertex:
    """Return a point before the first of a line."""
    end = line[0]
    after = next(vertex for vertex in line[1:] if not _near(vertex, end))
    length = math.hypot(end.x - after.x, end.y - after.y)
    return _Vertex(end.x + (end.x - after.x) / length * by, end.y + (end.y - after.y) / length * by)


def _sides(line: Sequence[_Vertex], closed: bool, half: float, miter: float) -> tuple[list[_Vertex], list[_Vertex]]:
    """Return the vertices to the left and to the right of a line."""
    normals = _normals(line, closed, half)
    left: list[_Vertex] = []
    right: list[_Vertex] = []
    for index, vertex in enumerate(line):
        before = normals[index - 1] if closed or index else normals[0]
        after = normals[index] if index < len(normals) else normals[-1]
        nx, ny = before[0] + after[0], before[1] + after[1]
        square = nx * nx + ny * ny
        reaches = square * miter * miter >= 4 * half * half
        # Too sharp a corner is cut. A control stays one vertex at any angle.
        offs = [(nx * 2 * half * half / square, ny * 2 * half * half / square)] if reaches else [before, after]
        for dx, dy in offs if not vertex.control or reaches else [(nx / 2, ny / 2)]:
            left.append(_Vertex(vertex.x + dx, vertex.y + dy, vertex.control))
            right.append(_Vertex(vertex.x - dx, vertex.y - dy, vertex.control))
    return left, right


def _normals(line: Sequence[_Vertex], closed: bool, half: float) -> list[_Point]:
    """For each vertex how far aside the way to the next one is set off; that of a way without length is its
    neighbour's."""
    offsets: list[_Point | None] = []
    for start, end in pairwise([*line, line[0]] if closed else line):
        dx, dy = end.x - start.x, end.y - start.y
        length = math.hypot(dx, dy)
        offsets.append((dy / length * half, -dx / length * half) if length > 1e-9 else None)
    known = next(start for start in offsets if start is not None)
    normals: list[_Point] = []
    for normal in offsets:
        known = known if normal is None else normal
        normals.append(known)
    return normals
