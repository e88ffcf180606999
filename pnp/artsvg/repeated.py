"""Markers and patterns: one drawing laid at many places (SVG 1.1, 11.6 and 13.3)."""

from __future__ import annotations

import math

from pnp.artsvg.measures import Viewport, inverse, length, transform
from pnp.artsvg.pieces import ArtLayer, ClipPath, Node, PatternTiles, Rule, box_outline, moved, within
from pnp.artsvg.reader import SvgElement
from pnp.artsvg.styles import ComputedStyle
from pnp.artsvg.walking import ArtWalker, DrawingState
from pnp.cardsvg.paths import Box, Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, multiply, numbers, viewport
from pnp.records import dataclass

MARKED = frozenset({"path", "line", "polyline", "polygon"})
"""Elements that may carry markers."""
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Corner:
    """A point of a line, with the directions in which the line arrives and leaves, None where it does not."""

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
    walker: ArtWalker, linked: dict[str, SvgElement], outline: Segments, width: float, place: DrawingState
) -> list[Node]:
    """What the markers of a shape draw. ``linked`` has the marker elements by ``start``, ``mid`` and ``end``; ``width``
    is that of the stroke."""
    corners = _corners(outline)
    nodes: list[Node] = []
    for index, corner in enumerate(corners):
        # One point may carry the first and the last marker at once.
        kinds = ["mid"] if 0 < index < len(corners) - 1 else []
        kinds += ["start"] if index == 0 else []
        kinds += ["end"] if index == len(corners) - 1 else []
        for kind in kinds:
            if kind in linked:
                nodes += _marker(walker, linked[kind], kind, corner, width, place)
    return nodes


def _marker(
    walker: ArtWalker, marker: SvgElement, kind: str, corner: _Corner, width: float, place: DrawingState
) -> list[Node]:
    if marker.at in place.using:
        return []
    measure = walker.outlines.measure
    room = place.room
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
    view = walker.view_box(marker)
    inner: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    if view is not None:
        inner = walker.fitted(marker, (0.0, 0.0, wide, high), view)
    seen = Viewport(*(view[2:] if view is not None else (wide, high)), room.em)
    x, y = measure(marker, "refX", seen), measure(marker, "refY", seen)
    inner = multiply((1.0, 0.0, 0.0, 1.0, -x * inner[0], -y * inner[3]), (inner[0], 0.0, 0.0, inner[3], 0.0, 0.0))
    placed = multiply(matrix, inner)
    style = walker.styles.around(marker)
    inside = DrawingState(ComputedStyle(style.taken, {}, style.em), placed, seen, place.using | {marker.at})
    nodes = walker.children(marker, inside)
    corner_box = (view[0], view[1]) if view is not None else (0.0, 0.0)
    box = (*corner_box, wide / inner[0], high / inner[3])
    if style.get("overflow", "hidden") in {"visible", "auto"} or within(nodes, placed, box):
        return nodes
    return [ArtLayer(tuple(nodes), clips=(ClipPath(box_outline(box, placed)),))]


def _degrees(text: str) -> float:
    try:
        return float(text.removesuffix("deg"))
    except ValueError:
        return 0.0


def _corners(outline: Segments) -> list[_Corner]:
    """The points of an outline, in order."""
    found: list[_Corner] = []
    start = at = (0.0, 0.0)
    for kind, args in outline:
        if kind == "M":
            start = at = (args[0], args[1])
            found.append(_Corner(at, None, None))
            continue
        end = start if kind == "Z" else (args[-2], args[-1])
        leaves, arrives = _ways(at, end, args if kind == "C" else ())
        last = found[-1]
        found[-1] = _Corner(last.at, last.arrives, last.leaves or leaves)
        found.append(_Corner(end, arrives, None))
        at = end
    return found


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
"""How many tiles a shape may take."""
_CHAIN = 32


def tiles(
    walker: ArtWalker, element: SvgElement, pattern: SvgElement, shape: tuple[Segments, Rule], place: DrawingState
) -> ArtLayer | None:
    """The tiles of ``pattern`` over ``shape``: the outline of ``element`` in its own coordinates, with its rule. None
    where nothing is drawn."""
    outline, rule = shape
    if pattern.at in place.using:
        walker.problems.add(element.at, "loop", "a pattern holds itself", "take it out of itself", "fill")
        return None
    given, holder = _given(walker, pattern)
    box = bounds(outline)
    if box is None or holder is None:
        return None
    matrix = multiply(place.matrix, _turned(walker, pattern, given.get("patternTransform")))
    cell = _cell(walker, pattern, given, box, place.room)
    back = inverse(matrix)
    if cell is None or back is None:
        return None
    inner = _content_matrix(walker, pattern, given, cell, box)
    style = walker.styles.around(holder)
    inside = DrawingState(
        ComputedStyle(style.taken, {}, style.em), multiply(matrix, inner), place.room, place.using | {pattern.at}
    )
    nodes: list[Node] = walker.children(holder, inside)
    if not nodes:
        return None
    if not within(nodes, matrix, cell):
        nodes = [ArtLayer(tuple(nodes), clips=(ClipPath(box_outline(cell, matrix)),))]
    covered = bounds(moved(moved(outline, place.matrix), back))
    places = _places(covered or box, cell, matrix)
    if len(places) > MOST:
        walker.problems.add(
            element.at,
            "too-large",
            f"the pattern takes {len(places)} tiles of at most {MOST}",
            "make its tile larger, or put it in as an image",
            "fill",
        )
        return None
    children: tuple[Node, ...] = tuple(nodes) if places == [IDENTITY] else (PatternTiles(tuple(nodes), tuple(places)),)
    return ArtLayer(children, clips=(ClipPath(moved(outline, place.matrix), rule),))


def _given(walker: ArtWalker, pattern: SvgElement) -> tuple[dict[str, str], SvgElement | None]:
    given: dict[str, str] = {}
    holder: SvgElement | None = None
    following: SvgElement | None = pattern
    for _ in range(_CHAIN):
        if following is None or following.name != "pattern":
            break
        for name, value in following.attributes.items():
            given.setdefault(name, value)
        if holder is None and following.children:
            holder = following
        following = walker.ids.get((following.get("href") or "").lstrip("#"))
    return given, holder


def _turned(walker: ArtWalker, pattern: SvgElement, text: str | None) -> Matrix:
    try:
        return IDENTITY if text is None else transform(text)
    except ValueError as error:
        walker.problems.add(pattern.at, "bad-value", f"patternTransform of <pattern>: {error}")
        return IDENTITY


def _cell(walker: ArtWalker, pattern: SvgElement, given: dict[str, str], box: Box, room: Viewport) -> Box | None:
    of_box = given.get("patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    room = Viewport(1.0, 1.0) if of_box else room
    found: list[float] = []
    for name, axis in (("x", "x"), ("y", "y"), ("width", "x"), ("height", "y")):
        try:
            found.append(length(given.get(name, "0"), room, axis))
        except ValueError as error:
            walker.problems.add(pattern.at, "bad-value", f"{name} of <pattern>: {error}", None, name)
            return None
    x, y, width, height = found
    if of_box:
        x, y = box[0] + x * box[2], box[1] + y * box[3]
        width, height = width * box[2], height * box[3]
    return (x, y, width, height) if width > 0 and height > 0 else None


def _content_matrix(walker: ArtWalker, pattern: SvgElement, given: dict[str, str], cell: Box, box: Box) -> Matrix:
    if "viewBox" in given:
        try:
            x, y, width, height = numbers(given["viewBox"])
            return viewport(cell, (x, y, width, height), given.get("preserveAspectRatio", "xMidYMid"))
        except (ValueError, ZeroDivisionError) as error:
            walker.problems.add(pattern.at, "bad-value", f"viewBox of <pattern>: {error}", None, "viewBox")
    if given.get("patternContentUnits") == "objectBoundingBox":
        return (box[2], 0.0, 0.0, box[3], cell[0], cell[1])
    return (1.0, 0.0, 0.0, 1.0, cell[0], cell[1])


def _places(covered: Box, cell: Box, matrix: Matrix) -> list[Matrix]:
    """Where tiles go, as steps from the first one."""
    x, y, width, height = covered
    slack = 1e-6
    across = range(math.floor((x - cell[0]) / cell[2] + slack), math.ceil((x + width - cell[0]) / cell[2] - slack))
    down = range(math.floor((y - cell[1]) / cell[3] + slack), math.ceil((y + height - cell[1]) / cell[3] - slack))
    if len(across) * len(down) > MOST:
        return [IDENTITY] * min(len(across) * len(down), 10 * MOST)
    a, b, c, d = matrix[:4]
    return [
        (1.0, 0.0, 0.0, 1.0, i * cell[2] * a + j * cell[3] * c, i * cell[2] * b + j * cell[3] * d)
        for j in down
        for i in across
    ]
