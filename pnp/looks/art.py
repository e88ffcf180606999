"""Find art and shapes of a face that cannot be seen, or not whole."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Group, Image, Node, Shape, SymbolUse
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import apply, inverse
from pnp.looks.edges import ASTRAY
from pnp.looks.inks import ONE_COLOUR, blank_picture
from pnp.looks.lettering import hex_of_rgb
from pnp.looks.outlines import Point
from pnp.looks.painted import PAPER, PaintedFace, PaintedText, Plan, box_on_face, indices_of, intersection
from pnp.records import dataclass
from pnp.rendering.graphics.colour import contrast
from pnp.units import Size

_SMALL_ART = 15.0
"""Longest side in mm of art that may be an icon. Larger art is a picture or an ornament."""
_TINY = 0.5
"""Longest side in mm of art that is too small to see."""
_SAMPLES = tuple(
    sorted(
        itertools.product([(index + 0.5) / 7 for index in range(7)], repeat=2),
        key=lambda place: math.dist(place, (0.5, 0.5)),
    )
)
"""Places on a piece of art at which its colour is compared with that of its ground, from the middle on."""
_EQUAL = 0.01
"""Difference of a channel, from 0 to 1, up to which two colours are one."""
_WITH_GROUND = 2
"""Most shapes of the paint of a shape that has the colour of its ground: itself and the ground."""
_MOST_SHAPES_OF_FACE = 400
"""Most shapes of a face that are looked at one by one."""
_MOST_LINES = 400
"""Most segments of a line that is looked at."""
_MOST_SHAPES, _MOST_ENDS = 40, 16
"""Shapes of a piece of art whose outlines are looked at, and ends of segments of each."""
_UNSEEN = 1.1
"""Contrast under which art has the colour of its ground."""
_WHOLE = 0.5
"""Least share of art on the face. Ornaments may run over the edge."""
_IN_VIEW = 0.1
"""Least share of a drawing in the viewBox of its file. Patterns and flags may run over it."""
_BESIDE = 0.01
"""Share of a viewBox that tells a margin from a rounding error."""
_SHIFTED = 0.3
"""Least share of a viewBox that is free at one end, while the drawing runs over the other one."""
_OFF = 0.35
"""Least share of art beyond the trim that a cut spoils, if the whole of it would have room on the face."""
_CORNER = 0.4
"""Most share of a viewBox, across and down, that a drawing in its corner fills."""
_ORNAMENT = 0.5
"""Least size of an ornament that is seen, as a share of an equal one that is covered."""
_GROUND = 0.25
"""Share of a face from which on a shape is a ground, which later ones may hide."""
LIKE_ITS_GROUND = "has the colour of its ground on the face"
_COVERED = "is covered by what is drawn after it on the face"
_NAME = re.compile(rb'<use href="#art-([\w-]+)')

Fate: TypeAlias = "int | PaintedText | Plan | None"
"""What became of a node of a face."""


def unseen_art(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each picture and drawing of a face that cannot be seen, or only in part, with its offset in
    the SVG."""
    pieces = list(find_art(drawing.nodes, painted.plan))
    # A drawing may be composed of several; a picture over all of one hides it.
    own = frozenset(index for node, fate in pieces if isinstance(node, SymbolUse) for index in indices_of(fate))
    faults = [
        (_art_name(node, drawing), max(_size(painted.box_of(fate))), node.at, _fault(painted, drawing, node, fate, own))
        for node, fate in pieces
    ]
    for name, size, at, fault in faults:
        # A label may lie over one of several ornaments. An icon in a text does not stand for a picture.
        seen = (other for same, other, _, unseen in faults if same == name and unseen is None)
        if fault is not None and not (fault == _COVERED and max(seen, default=0.0) >= _ORNAMENT * size):
            yield f"{name} {fault}", at


def _fault(
    painted: PaintedFace, drawing: Drawing, node: Image | SymbolUse, fate: Fate, own: frozenset[int]
) -> str | None:
    """Return why art cannot be seen. ``own`` has the pieces of all art: art may be composed of several drawings."""
    box = painted.box_of(fate)
    on_face = None if box is None else intersection(box, drawing.bounds)
    if box is None and isinstance(node, SymbolUse) and node.base is None and _is_blank(node, drawing):
        return "has nothing that is seen on the face"
    if box is None or on_face is None:
        return "shows nothing on the face" if box is None else "lies outside of the face"
    fault = None
    if isinstance(node, Image) or node.base is None:
        in_view, misplaced = (1.0, None) if isinstance(node, Image) else _view(node, painted, drawing)
        blank = blank_picture(node.picture) if isinstance(node, Image) else None
        if blank is not None and blank != ONE_COLOUR:
            fault = blank
        elif max(box[2:]) < _TINY:
            fault = f"is {max(box[2:]):.1g} mm wide on the face"
        elif _area(on_face) < _WHOLE * _area(box):
            fault = f"is {1 - _area(on_face) / _area(box):.0%} outside of the face"
        elif in_view < _IN_VIEW:
            fault = f"is {1 - in_view:.0%} outside of the viewBox of its file on the face"
        elif misplaced is not None:
            fault = misplaced
        elif _is_covered(painted, fate, box, own):
            fault = _COVERED
        elif _is_like_its_ground(painted, fate, box):
            fault = LIKE_ITS_GROUND
        else:
            fault = blank
    return fault


def _is_blank(use: SymbolUse, drawing: Drawing) -> bool:
    """Tell whether a drawing has nothing that is seen, wherever it is used."""
    alone = PaintedFace(Drawing(drawing.bounds, use.symbol.children, drawing.source))
    return not alone.pieces and not alone.texts


def _area(box: Box) -> float:
    return box[2] * box[3]


def _view(use: SymbolUse, painted: PaintedFace, drawing: Drawing) -> tuple[float, str | None]:
    """Return the share of the box of a drawing that its viewBox shows; and what is wrong with the viewBox, if anything.

    One that begins before the drawing at the upper left and ends within it at the lower right is too small; one whose
    drawing fills a corner at the upper left alone is too large, unless other art has its place.
    """
    if use.window is None:
        return 1.0, None
    alone = PaintedFace(Drawing(drawing.bounds, use.symbol.children, drawing.source))
    box = alone.box_of(alone.plan)
    whole = None if box is None else box_on_face(box, 0.0, use.inner)
    seen = None if whole is None else intersection(whole, use.window)
    if whole is None or seen is None or not _area(whole):
        return 1.0, None
    share = _area(seen) / _area(whole)
    left, top, width, height = use.window
    before = min((whole[0] - left) / width, (whole[1] - top) / height)
    after = [(whole[0] + whole[2] - left) / width, (whole[1] + whole[3] - top) / height]
    beside = max(_shift(whole[axis] - use.window[axis], whole[axis + 2], use.window[axis + 2]) for axis in (0, 1))
    is_shifted = beside >= _SHIFTED and share <= 1 - _SHIFTED
    if is_shifted or (before > _BESIDE and min(after) > 1 + _BESIDE and share < _WHOLE):
        return share, f"is cut off by the viewBox of its file for {1 - share:.0%} on the face"
    others = (art for art, _ in find_art(drawing.nodes, painted.plan) if isinstance(art, SymbolUse) and art is not use)
    if before > -_BESIDE and max(after) < _CORNER and all(other.window != use.window for other in others):
        return share, "fills only the upper left corner of its viewBox, or its file has none, on the face"
    return share, None


def _shift(start: float, length: float, room: float) -> float:
    """Return how far a drawing runs over one end of its room while that much is free at the other end, as a share of
    the room; 0 for one that does not, or that is larger than the room."""
    over, free = max(-start, start + length - room), max(start, room - start - length)
    return min(over, free) / room if length <= room else 0.0


def _points_on(painted: PaintedFace, fate: Fate, box: Box) -> Iterator[Point]:
    """Yield points that a piece of art paints: all over its box, then on the outlines of its shapes, which may be thin
    rings."""
    left, top, width, height = box
    points = [(left + across * width, top + down * height) for across, down in _SAMPLES]
    for index in islice(indices_of(fate), _MOST_SHAPES):
        piece = painted.pieces[index]
        to_face = inverse(piece.back)
        if isinstance(piece.node, Shape) and to_face is not None:
            ends = (args[-2:] for _, args in piece.node.outline[:_MOST_ENDS] if args)
            points += [apply(to_face, *end) for end in ends]
    yield from (point for point in points if painted.paints(fate, *point))


def _is_covered(painted: PaintedFace, fate: Fate, box: Box, own: frozenset[int]) -> bool:
    """Tell whether shapes that are painted later lie over all of a piece of art."""
    _, after = painted.span_of(fate)
    if not painted.is_overlapped(box, after):
        return False
    hiders = (painted.hider(*point, after) for point in _points_on(painted, fate, box))
    first = next(hiders, None)
    return first is not None and first not in own and all(index is not None and index not in own for index in hiders)


def ground_of(painted: PaintedFace, drawing: Drawing, at: int) -> str:
    """Return the colour, as ``#rrggbb``, beneath the art at an offset of the SVG; an empty text if it is unknown."""
    for node, fate in find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        if node.at == at and box is not None:
            first, _ = painted.span_of(fate)
            point = next(_points_on(painted, fate, box), None)
            colour = None if point is None else painted.colour_at(*point, before=first)
            return "" if colour is None else hex_of_rgb(colour)
    return ""


def _is_like_its_ground(painted: PaintedFace, fate: Fate, box: Box, most: float = 1.0) -> bool:
    """Tell whether art hardly changes the colour of any point of it that is looked at, each channel by ``most``."""
    first, after = painted.span_of(fate)
    seen = False
    for point in _points_on(painted, fate, box):
        ground, colour = painted.colour_at(*point, before=first), painted.colour_at(*point, before=after)
        if ground is None or colour is None or contrast(hex_of_rgb(ground), hex_of_rgb(colour)) >= _UNSEEN:
            return False
        if max(abs(one - other) for one, other in zip(ground, colour, strict=True)) > most:
            return False
        seen = True
    return seen


def unseen_shapes(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each shape of a face, outside of its art, that draws nothing, with its offset in the SVG."""
    yield from _unseen_shapes(painted, drawing.nodes, painted.plan, drawing.bounds)
    yield from _hidden_shapes(painted, drawing)
    yield from _unseen_frames(painted, drawing)


def _unseen_frames(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each line or frame in the colour of its ground, if all lines of this ink are so."""
    frames: dict[object, list[tuple[int, Shape]]] = {}
    for index, piece in enumerate(painted.pieces):
        if isinstance(piece.node, Shape) and piece.node.fill is None and piece.around.use is None:
            frames.setdefault(piece.node.stroke, []).append((index, piece.node))
    for lines in frames.values():
        if len(lines) <= _MOST_SHAPES_OF_FACE and all(_is_unseen_line(painted, *line) for line in lines):
            yield from (("has the colour of its ground", shape.at) for _, shape in lines)


def _is_unseen_line(painted: PaintedFace, index: int, shape: Shape) -> bool:
    """Tell whether a line changes no colour at its ends and halfway between them, and lies under no other: one that
    does is the casing of that."""
    to_face = inverse(painted.pieces[index].back)
    if to_face is None or len(shape.outline) > _MOST_LINES:
        return False
    ends = [args[-2:] for _, args in shape.outline if args]
    halves = [((x + other_x) / 2, (y + other_y) / 2) for (x, y), (other_x, other_y) in itertools.pairwise(ends)]
    points = [apply(to_face, *point) for point in (*ends, *halves)]
    seen = [point for point in points if painted.paints(index, *point)]
    colours = ([painted.colour_at(*point, before=before) for before in (index, index + 1, None)] for point in seen)
    return bool(seen) and all(row[0] is not None and row.count(row[0]) == len(row) for row in colours)


def _hidden_shapes(painted: PaintedFace, drawing: Drawing) -> Iterator[tuple[str, int]]:
    """Yield a sentence for each shape that later ones cover, or that has the colour of its ground. It stands by itself:
    in no group, as no ground, and without an equal in paint or size. One of several stars or stripes, or a part of a
    drawing, is meant for those that are seen."""
    shapes = [
        (node, fate)
        for node, fate in zip(drawing.nodes, painted.plan, strict=True)
        if isinstance(node, Shape) and isinstance(fate, int)
    ]
    paints = Counter((shape.fill, shape.stroke) for shape, _ in shapes)
    sizes = Counter(_size(painted.pieces[index].box) for _, index in shapes)
    # A line over the middle of a wider one leaves its casing.
    lines = frozenset(index for shape, index in shapes if shape.fill is None)
    for shape, index in shapes if len(shapes) <= _MOST_SHAPES_OF_FACE else ():
        box, paint = painted.pieces[index].box, (shape.fill, shape.stroke)
        if sizes[_size(box)] > 1 or _area(box) >= _GROUND * _area(drawing.bounds):
            continue
        if paints[paint] == 1 and _is_covered(painted, index, box, lines if index in lines else frozenset()):
            yield "is covered by what is drawn after it", shape.at
        elif (
            paints[paint] <= _WITH_GROUND
            and shape.fill != PAPER
            and shape.stroke is None
            and _is_patch(painted, index, box)
            and _is_like_its_ground(painted, index, box, _EQUAL)
        ):
            yield "has the colour of its ground", shape.at


def _size(box: Box | None) -> tuple[float, float]:
    return (0.0, 0.0) if box is None else (round(box[2], 1), round(box[3], 1))


def _is_patch(painted: PaintedFace, index: int, box: Box) -> bool:
    """Tell whether a shape lies on a coloured ground alone: one that hides a part of something has its use."""
    below = [piece.box for piece in painted.pieces[:index] if intersection(piece.box, box) is not None]
    return bool(below) and all(intersection(other, box) == box for other in below)


def _unseen_shapes(painted: PaintedFace, nodes: tuple[Node, ...], plan: Plan, bounds: Box) -> Iterator[tuple[str, int]]:
    for node, fate in zip(nodes, plan, strict=True):
        if isinstance(node, Group) and isinstance(fate, list):
            yield from _unseen_shapes(painted, node.children, fate, bounds)
        if not isinstance(node, Shape):
            continue
        box = painted.box_of(fate)
        if node.fill is None and node.stroke is None:
            yield "has neither fill nor stroke", node.at
        elif node.frame is not None and node.frame.opacity == 0:
            yield "has an opacity of 0", node.at
        elif box is not None and intersection(box, bounds) is None:
            yield "lies outside of the face", node.at


def art_over_cut(painted: PaintedFace, drawing: Drawing, trim: Size) -> Iterator[tuple[float, str, int]]:
    """Yield the share beyond the trim of art that one side of a face cuts off, with its name and its offset in the SVG.

    It would have room on the face. What runs over a corner is an ornament, and what is largely beyond is told anyway.
    """
    face = (0.0, 0.0, trim.width, trim.height)
    for node, fate in find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        inside = None if box is None else intersection(box, face)
        if box is None or inside is None or (isinstance(node, SymbolUse) and node.base is not None):
            continue
        over = [outer - inner > ASTRAY for outer, inner in zip(box[2:], inside[2:], strict=True)]
        fits = box[2] <= trim.width and box[3] <= trim.height
        share = 1 - _area(inside) / _area(box)
        if fits and sum(over) == 1 and share >= _OFF and max(box[2:]) > _TINY:
            name = Path(node.picture.name).stem if isinstance(node, Image) else _id_of_use(drawing, node.at)
            yield share, name, node.at


def art_near_cut(painted: PaintedFace, drawing: Drawing, trim: Size) -> Iterator[tuple[float, str, int]]:
    """Yield the distance of art that is small enough to be an icon to an upright cut in mm, below 0 beyond it, with its
    name and its offset in the SVG. What goes far beyond the cut is meant to."""
    for node, fate in find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        if box is None or max(box[2:]) > _SMALL_ART or (isinstance(node, SymbolUse) and node.base is not None):
            continue
        x, y, width, height = box
        distance = min(x, y, trim.width - x - width, trim.height - y - height)
        if distance > -ASTRAY:
            yield distance, _art_name(node, drawing), node.at


def _art_name(node: Image | SymbolUse, drawing: Drawing) -> str:
    if isinstance(node, Image):
        return f"the picture {node.picture.name}"
    name = _id_of_use(drawing, node.at)
    return f"the art {name!r}" if name else "a drawing"


def _id_of_use(drawing: Drawing, at: int) -> str:
    """Return the name of the art that the SVG uses at an offset; nothing if it uses none there."""
    name = _NAME.match(drawing.source.data, at)
    return name[1].decode() if name else ""


@dataclass(frozen=True, slots=True)
class SeenArt:
    """What is seen at a point of a face: the name of its art or picture, nothing for a shape of the template; its
    offset in the SVG, and its box."""

    name: str
    at: int
    box: Box


def seen_at(painted: PaintedFace, drawing: Drawing, x: float, y: float) -> SeenArt | None:
    """Return what is seen at a point of a face; None for bare paper. An icon is met anywhere in its box."""
    seen = None
    for node, fate in find_art(drawing.nodes, painted.plan):
        box = painted.box_of(fate)
        if box is not None and max(box[2:]) <= _SMALL_ART and _holds(box, x, y):
            name = Path(node.picture.name).stem if isinstance(node, Image) else _id_of_use(drawing, node.at)
            seen = SeenArt(name, node.at, box)
    index = painted.hider(x, y, 0) if seen is None else None
    if index is None:
        return seen
    piece = painted.pieces[index]
    if isinstance(piece.node, Image):
        return SeenArt(Path(piece.node.picture.name).stem, piece.at, piece.box)
    uses = (painted.box_of(fate) for node, fate in find_art(drawing.nodes, painted.plan) if node.at == piece.at)
    return SeenArt(_id_of_use(drawing, piece.at), piece.at, next(filter(None, uses), piece.box))


def _holds(box: Box, x: float, y: float) -> bool:
    left, top, width, height = box
    return left <= x <= left + width and top <= y <= top + height


def find_art(nodes: tuple[Node, ...], plan: Plan) -> Iterator[tuple[Image | SymbolUse, Fate]]:
    """Yield each picture and drawing of a face, with what became of it."""
    for node, fate in zip(nodes, plan, strict=True):
        if isinstance(node, Image | SymbolUse):
            yield node, fate
        elif isinstance(node, Group) and isinstance(fate, list):
            yield from find_art(node.children, fate)
