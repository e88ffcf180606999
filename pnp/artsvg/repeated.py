"""Markers and patterns: one drawing laid at many places (SVG 1.1, 11.6 and 13.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Literal

from pnp.artsvg.drawing import ArtReader, DrawingState
from pnp.artsvg.layers import clipped, layer, within
from pnp.cardsvg.nodes import Clip, Frame, Node, Symbol, SymbolUse, weight
from pnp.cardsvg.paths import Box, Segments, bounds, box_outline, moved
from pnp.cardsvg.source import Element
from pnp.cardsvg.values import (
    IDENTITY,
    Matrix,
    Viewport,
    css_transform,
    inverse,
    length,
    multiply,
    numbers,
    shift,
    viewport,
)
from pnp.records import dataclass

MARKED = frozenset({"path", "line", "polyline", "polygon"})
"""Elements that may carry markers."""
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Corner:
    """A point of a line, with the directions in which the line arrives and leaves, None if it does not."""

    at: _Point
    arrives: _Point | None
    leaves: _Point | None

    @property
    def angle(self) -> float:
        """The direction halfway between the two, in degrees."""
        ways = [
            (x / math.hypot(x, y), y / math.hypot(x, y))
            for x, y in (way for way in (self.arrives, self.leaves) if way is not None)
            if x or y
        ]
        return math.degrees(math.atan2(sum(y for _, y in ways), sum(x for x, _ in ways))) if ways else 0.0


def markers(
    reader: ArtReader, linked: Mapping[str, Element], outline: Segments, width: float, place: DrawingState
) -> list[Node]:
    """Return the nodes that the markers of a shape draw. ``linked`` has the marker elements by ``start``, ``mid`` and
    ``end``; ``width`` is that of the stroke."""
    corners = _corners(outline)
    nodes: list[Node] = []
    for index, corner in enumerate(corners):
        # One point may carry the first and the last marker at once.
        kinds = ["mid"] if 0 < index < len(corners) - 1 else []
        kinds += ["start"] if index == 0 else []
        kinds += ["end"] if index == len(corners) - 1 else []
        for kind in kinds:
            if kind in linked:
                nodes += _marker(reader, linked[kind], kind, corner, width, place)
    return nodes


def _marker(
    reader: ArtReader, marker: Element, kind: str, corner: _Corner, width: float, place: DrawingState
) -> list[Node]:
    if marker.at in place.using:
        return []
    measure, room = reader.measure, place.room
    wide, high = measure(marker, "markerWidth", room, 3.0), measure(marker, "markerHeight", room, 3.0)
    scale = 1.0 if marker.get("markerUnits") == "userSpaceOnUse" else width
    if wide <= 0 or high <= 0 or scale <= 0:
        return []
    orient = (marker.get("orient") or "0").strip()
    angle = corner.angle if orient.startswith("auto") else _degrees(orient)
    if orient == "auto-start-reverse" and kind == "start":
        angle += 180
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    matrix = multiply(place.matrix, (cos * scale, sin * scale, -sin * scale, cos * scale, *corner.at))
    view = reader.view_box(marker)
    inner = IDENTITY if view is None else reader.fitted(marker, (0.0, 0.0, wide, high), view)
    seen = Viewport(*(view[2:] if view is not None else (wide, high)), room.em)
    x, y = measure(marker, "refX", seen), measure(marker, "refY", seen)
    placed = multiply(matrix, (inner[0], 0.0, 0.0, inner[3], -x * inner[0], -y * inner[3]))
    style = reader.styles.around(marker)
    nodes = reader.children(marker, place.used(marker, style, placed, seen))
    box = (*(view[:2] if view is not None else (0.0, 0.0)), wide / inner[0], high / inner[3])
    if style.get("overflow", "hidden") in {"visible", "auto"} or within(nodes, placed, box, reader.spend):
        return nodes
    return [clipped(nodes, box_outline(box, placed))]


def _degrees(text: str) -> float:
    try:
        return float(text.removesuffix("deg"))
    except ValueError:
        return 0.0


def _corners(outline: Segments) -> list[_Corner]:
    """Return the points of an outline, in order."""
    corners: list[_Corner] = []
    start = at = (0.0, 0.0)
    for kind, args in outline:
        if kind == "M":
            start = at = (args[0], args[1])
            corners.append(_Corner(at, None, None))
            continue
        end = start if kind == "Z" else (args[-2], args[-1])
        leaves, arrives = _ways(at, end, args if kind == "C" else ())
        last = corners[-1]
        corners[-1] = _Corner(last.at, last.arrives, last.leaves or leaves)
        corners.append(_Corner(end, arrives, None))
        at = end
    return corners


def _ways(at: _Point, end: _Point, args: tuple[float, ...]) -> tuple[_Point, _Point]:
    """In which directions a segment leaves its start and arrives at its end."""
    straight = (end[0] - at[0], end[1] - at[1])
    if not args:
        return straight, straight
    first = (args[0] - at[0], args[1] - at[1])
    second = (args[2] - at[0], args[3] - at[1])
    last = (end[0] - args[2], end[1] - args[3])
    before = (end[0] - args[0], end[1] - args[1])
    leaves = next((way for way in (first, second, straight) if any(way)), straight)
    arrives = next((way for way in (last, before, straight) if any(way)), straight)
    return leaves, arrives


# Patterns: their tile, drawn once, laid over a shape as often as it takes (SVG 1.1, 13.3).

MOST = 2_500
"""The most tiles that a shape may take."""


def tiles(
    reader: ArtReader,
    element: Element,
    pattern: Element,
    shape: tuple[Segments, Literal["nonzero", "evenodd"]],
    place: DrawingState,
    opacity: float,
) -> list[Node]:
    """Return the tiles of ``pattern`` over ``shape``: the outline of ``element`` in its own coordinates, with its
    rule."""
    outline, rule = shape
    if pattern.at in place.using:
        reader.problems.add(element.at, "loop", "a pattern holds itself", "take it out of itself", "fill")
        return []
    chain, holder = reader.given(pattern, frozenset({"pattern"}), lambda _: True)
    given = {name: text for name, (text, _) in chain.items()}
    box = bounds(outline)
    if box is None or holder is None:
        return []
    turned = reader.problems.value(pattern, "patternTransform", given.get("patternTransform"), css_transform, IDENTITY)
    matrix = multiply(place.matrix, turned)
    cell = _cell(reader, pattern, given, box, place.room)
    back = inverse(matrix)
    if cell is None or back is None:
        return []
    inner = multiply(matrix, _content_matrix(reader, pattern, given, cell, box))
    nodes = reader.children(holder, place.used(pattern, reader.styles.around(holder), inner))
    if not nodes:
        return []
    if not within(nodes, matrix, cell, reader.spend):
        nodes = [clipped(nodes, box_outline(cell, matrix))]
    placed = moved(outline, place.matrix)
    places = _places(bounds(moved(placed, back)) or box, cell, matrix)
    if len(places) > MOST:
        message = f"the pattern takes {len(places)} tiles of at most {MOST}"
        reader.problems.add(element.at, "too-large", message, "make its tile larger, or put it in as an image", "fill")
        return []
    if places != [IDENTITY]:
        symbol = Symbol(reader.next_key(), 0, tuple(nodes), weight(tuple(nodes)))
        nodes = [SymbolUse(0, Frame(at), symbol, None, IDENTITY) for at in places]
    return [layer(nodes, [Clip(placed, rule, IDENTITY)], opacity=opacity)]


def _cell(reader: ArtReader, pattern: Element, given: Mapping[str, str], box: Box, room: Viewport) -> Box | None:
    of_box = given.get("patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    room = Viewport(1.0, 1.0) if of_box else room
    nothing = 0.0
    x, y, width, height = (
        reader.problems.value(pattern, name, given.get(name), partial(length, room=room, axis=axis), nothing)
        for name, axis in (("x", "x"), ("y", "y"), ("width", "x"), ("height", "y"))
    )
    if of_box:
        x, y = box[0] + x * box[2], box[1] + y * box[3]
        width, height = width * box[2], height * box[3]
    return (x, y, width, height) if width > 0 and height > 0 else None


def _content_matrix(reader: ArtReader, pattern: Element, given: Mapping[str, str], cell: Box, box: Box) -> Matrix:
    if "viewBox" in given:
        try:
            x, y, width, height = numbers(given["viewBox"])
            return viewport(cell, (x, y, width, height), given.get("preserveAspectRatio", "xMidYMid"))
        except (ValueError, ZeroDivisionError) as error:
            reader.problems.add(pattern.at, "bad-value", f"viewBox of <pattern>: {error}", None, "viewBox")
    if given.get("patternContentUnits") == "objectBoundingBox":
        return (box[2], 0.0, 0.0, box[3], cell[0], cell[1])
    return shift(cell[0], cell[1])


def _places(covered: Box, cell: Box, matrix: Matrix) -> list[Matrix]:
    """Return the places of tiles, as steps from the first."""
    x, y, width, height = covered
    slack = 1e-6
    across = range(math.floor((x - cell[0]) / cell[2] + slack), math.ceil((x + width - cell[0]) / cell[2] - slack))
    down = range(math.floor((y - cell[1]) / cell[3] + slack), math.ceil((y + height - cell[1]) / cell[3] - slack))
    if len(across) * len(down) > MOST:
        return [IDENTITY] * min(len(across) * len(down), 10 * MOST)
    a, b, c, d = matrix[:4]
    return [shift(i * cell[2] * a + j * cell[3] * c, i * cell[2] * b + j * cell[3] * d) for j in down for i in across]
