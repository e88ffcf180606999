"""Patterns: their tile, drawn once, laid over a shape as often as it takes (SVG 1.1, 13.3)."""

from __future__ import annotations

import math

from pnp.artsvg.measures import Room, inverse, length, transform
from pnp.artsvg.pieces import Clip, Layer, Node, Rule, Tiles, box_outline, moved, within
from pnp.artsvg.reader import Element
from pnp.artsvg.styles import Style
from pnp.artsvg.walking import Place, Walker
from pnp.cardsvg.paths import Box, Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, multiply, numbers, viewport

MOST = 2_500
"""How many tiles a shape may take."""
_CHAIN = 32


def tiles(
    walker: Walker, element: Element, pattern: Element, shape: tuple[Segments, Rule], place: Place
) -> Layer | None:
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
    inside = Place(Style(style.taken, {}, style.em), multiply(matrix, inner), place.room, place.using | {pattern.at})
    nodes: list[Node] = walker.children(holder, inside)
    if not nodes:
        return None
    if not within(nodes, matrix, cell):
        nodes = [Layer(tuple(nodes), clips=(Clip(box_outline(cell, matrix)),))]
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
    children: tuple[Node, ...] = tuple(nodes) if places == [IDENTITY] else (Tiles(tuple(nodes), tuple(places)),)
    return Layer(children, clips=(Clip(moved(outline, place.matrix), rule),))


def _given(walker: Walker, pattern: Element) -> tuple[dict[str, str], Element | None]:
    given: dict[str, str] = {}
    holder: Element | None = None
    following: Element | None = pattern
    for _ in range(_CHAIN):
        if following is None or following.name != "pattern":
            break
        for name, value in following.attributes.items():
            given.setdefault(name, value)
        if holder is None and following.children:
            holder = following
        following = walker.ids.get((following.get("href") or "").lstrip("#"))
    return given, holder


def _turned(walker: Walker, pattern: Element, text: str | None) -> Matrix:
    try:
        return IDENTITY if text is None else transform(text)
    except ValueError as error:
        walker.problems.add(pattern.at, "bad-value", f"patternTransform of <pattern>: {error}")
        return IDENTITY


def _cell(walker: Walker, pattern: Element, given: dict[str, str], box: Box, room: Room) -> Box | None:
    of_box = given.get("patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    room = Room(1.0, 1.0) if of_box else room
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


def _content_matrix(walker: Walker, pattern: Element, given: dict[str, str], cell: Box, box: Box) -> Matrix:
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
