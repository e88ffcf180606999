"""Pieces of resolved art: outlines with their paint, and layers of them. Frozen data in the units of the outermost
viewport."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, TypeAlias

from pnp.artsvg.inks import Ink
from pnp.artsvg.measures import inverse
from pnp.cardsvg.nodes import Blend, MaskKind, Spread
from pnp.cardsvg.paths import Box, Segment, Segments, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply
from pnp.records import dataclass

Rule: TypeAlias = Literal["nonzero", "evenodd"]


@dataclass(frozen=True, slots=True)
class ArtGradient:
    """A gradient: ``points`` x1, y1, x2, y2 or fx, fy, cx, cy, r in its own coordinates, ``transform`` into those of
    the piece that it paints. ``stops`` have an offset from 0 to 1 and an ink."""

    kind: Literal["linear", "radial"]
    points: tuple[float, ...]
    stops: tuple[tuple[float, Ink], ...]
    transform: Matrix
    spread: Spread


Paint: TypeAlias = Ink | ArtGradient | None


@dataclass(frozen=True, slots=True)
class StrokeStyle:
    """What a stroke is drawn with; lengths in the coordinates of its piece."""

    width: float
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class ArtShape:
    """An outline, filled and stroked. ``matrix`` takes it into place; it is the identity wherever it can be."""

    outline: Segments
    fill: Paint
    rule: Rule = "nonzero"
    stroke: Paint = None
    pen: StrokeStyle | None = None
    matrix: Matrix = IDENTITY


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture of pixels as a data URI, fitted into a box."""

    href: str
    box: Box
    fit: str
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class ClipPath:
    """An outline that a layer may not leave."""

    outline: Segments
    rule: Rule = "nonzero"


@dataclass(frozen=True, slots=True, eq=False)
class ArtMask:
    """A mask: what it lets through is as bright, or as opaque, as its nodes are inside ``box``."""

    kind: MaskKind
    box: Box
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ArtLayer:
    """Nodes that are clipped, masked, faded or blended together. The first clip and the first mask lie outermost."""

    children: tuple[Node, ...]
    opacity: float = 1.0
    clips: tuple[ClipPath, ...] = ()
    veils: tuple[ArtMask, ...] = ()
    blend: Blend = "normal"
    isolated: bool = False


@dataclass(frozen=True, slots=True)
class PatternTiles:
    """The same nodes again and again, each time in the coordinates of a matrix."""

    children: tuple[Node, ...]
    places: tuple[Matrix, ...]


Node: TypeAlias = ArtShape | Bitmap | ArtLayer | PatternTiles


def moved(outline: Segments, matrix: Matrix) -> Segments:
    """An outline with every point taken by ``matrix``."""
    if matrix == IDENTITY:
        return outline
    a, b, c, d, e, f = matrix
    out: list[Segment] = []
    for kind, args in outline:
        if len(args) == 2:
            x, y = args
            out.append((kind, (a * x + c * y + e, b * x + d * y + f)))
        elif args:
            x1, y1, x2, y2, x, y = args
            points = (
                a * x1 + c * y1 + e,
                b * x1 + d * y1 + f,
                a * x2 + c * y2 + e,
                b * x2 + d * y2 + f,
                a * x + c * y + e,
                b * x + d * y + f,
            )
            out.append((kind, points))
        else:
            out.append((kind, args))
    return tuple(out)


def box_outline(box: Box, matrix: Matrix = IDENTITY) -> Segments:
    """The outline of a box, each corner taken by ``matrix``."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a, b in ((x, y), (x + width, y), (x + width, y + height), (x, y + height))]
    return (("M", corners[0]), ("L", corners[1]), ("L", corners[2]), ("L", corners[3]), ("Z", ()))


def outlines(nodes: Iterable[Node]) -> Iterable[Segments]:
    """The outlines of all that is drawn, in place, without what strokes add to them."""
    for node in nodes:
        if isinstance(node, ArtShape):
            yield moved(node.outline, node.matrix)
        elif isinstance(node, Bitmap):
            yield box_outline(node.box, node.matrix)
        elif isinstance(node, ArtLayer):
            yield from outlines(node.children)
        else:
            inside = tuple(outlines(node.children))
            for place in node.places:
                yield from (moved(one, place) for one in inside)


def extent(nodes: Iterable[Node], back: Matrix = IDENTITY) -> Box | None:
    """The box around the outlines of ``nodes`` in the coordinates that ``back`` takes them to, None where there are
    none (the bounding box of SVG 1.1, 7.11)."""
    boxes = [box for box in (bounds(moved(one, back)) for one in outlines(nodes)) if box is not None]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def within(nodes: Iterable[Node], matrix: Matrix, box: Box) -> bool:
    """Whether all that is drawn lies inside ``box`` of the coordinates of ``matrix``, with its strokes."""
    back = inverse(matrix)
    if back is None:
        return True
    x, y, width, height = box
    slack = max(width, height) * 1e-4
    for node in nodes:
        found, pen = extent((node,), back), _widest((node,))
        if found is None:
            continue
        wide = pen * math.sqrt(abs(back[0] * back[3] - back[1] * back[2])) - slack
        if (
            found[0] - wide < x
            or found[1] - wide < y
            or found[0] + found[2] + wide > x + width
            or found[1] + found[3] + wide > y + height
        ):
            return False
    return True


def _widest(nodes: Iterable[Node]) -> float:
    """How far strokes may reach beyond outlines."""
    widest = 0.0
    for node in nodes:
        if isinstance(node, ArtShape):
            if node.pen is not None:
                reach = node.pen.miter if node.pen.join == "miter" else math.sqrt(2)
                scale = math.sqrt(abs(node.matrix[0] * node.matrix[3] - node.matrix[1] * node.matrix[2]))
                widest = max(widest, node.pen.width / 2 * max(reach, math.sqrt(2)) * scale)
        elif not isinstance(node, Bitmap):
            widest = max(widest, _widest(node.children))
    return widest


def blends(nodes: Iterable[Node]) -> bool:
    """Whether anything among ``nodes`` mixes with what lies beneath it."""
    return any(isinstance(node, ArtLayer) and (node.blend != "normal" or blends(node.children)) for node in nodes)
