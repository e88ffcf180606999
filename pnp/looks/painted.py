"""List what is painted at a point of a face: its shapes and pictures, the uppermost first, down to the paper.

Outlines are examined, not pixels, so nothing is drawn. Text is left out; it is measured by itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Node, Shape, SymbolUse, Text, TextRun
from pnp.cardsvg.paths import Box, Segments, bounds, rectangle
from pnp.cardsvg.values import IDENTITY, Matrix, apply, inverse, multiply
from pnp.looks.inks import Ink, ink_at, mixed, picture_ink
from pnp.looks.outlines import FlatOutline, flatten
from pnp.records import dataclass

PAPER: Rgb = (1.0, 1.0, 1.0)
_CELL_SIZE = 4.0
"""Side, in mm, of the squares that index the pieces."""
_MAX_CELLS = 400
"""Most squares of an indexed piece; a piece that covers more is examined for every point."""
_OPAQUE = 0.999

_Cover: TypeAlias = tuple[Segments, str, Matrix]
"""Outline that hides everything outside, its fill rule, and the map from the face to its coordinates."""
_EVERYWHERE: Box = (-1e9, -1e9, 2e9, 2e9)


@dataclass(frozen=True, slots=True)
class PaintState:
    """State inherited by all that a node holds: position, opacity, clips, and their box on the face. With ``unknown``,
    the colours cannot be told, as behind a mask."""

    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    covers: tuple[_Cover, ...] = ()
    window: Box = _EVERYWHERE
    unknown: bool = False
    use: int | None = None
    """Offset in the SVG of the use of a symbol that the node is in."""


@dataclass(frozen=True, slots=True)
class PaintedPiece:
    """Shape or picture. ``box`` is its smallest upright box on the face; ``back`` maps from the face to it."""

    node: Shape | Image
    box: Box
    local: Box
    back: Matrix
    around: PaintState

    @property
    def at(self) -> int:
        """Return the offset in the SVG of the face of what draws it."""
        return self.node.at if self.around.use is None else self.around.use


@dataclass(frozen=True, slots=True)
class PaintedText:
    """Text in its place; ``before`` is the number of pieces painted beneath it."""

    text: Text
    matrix: Matrix
    opacity: float
    before: int
    use: int | None = None
    """Offset in the SVG of the use of a symbol that the text is in."""

    def at(self, run: TextRun) -> int:
        """Return the offset in the SVG of the face of what draws some words."""
        return run.at if self.use is None else self.use


Plan: TypeAlias = "list[int | PaintedText | Plan | None]"
"""Fate of nodes, in their order: the index of a piece, a text, the plan of a container, or None if unseen."""


class OutlineCache:
    """Outlines as straight edges, and their boxes.

    They are known by identity: symbols share their outlines, and comparing long ones takes longer than flattening them.
    """

    def __init__(self) -> None:
        self._flat: dict[int, tuple[Segments, FlatOutline]] = {}
        self._boxes: dict[int, tuple[Segments, Box | None]] = {}

    def flat(self, outline: Segments) -> FlatOutline:
        """Return an outline as straight edges."""
        cached = self._flat.get(id(outline))
        if cached is None:
            cached = self._flat[id(outline)] = (outline, flatten(outline))
        return cached[1]

    def box(self, outline: Segments) -> Box | None:
        """Return the smallest upright box of an outline; None for an empty one."""
        cached = self._boxes.get(id(outline))
        if cached is None:
            cached = self._boxes[id(outline)] = (outline, bounds(outline))
        return cached[1]


class PaintedFace:
    """Face that tells what is painted where. Points are mm on the face, from the trim's upper-left corner."""

    def __init__(self, drawing: Drawing, outlines: OutlineCache | None = None) -> None:
        self._pieces: list[PaintedPiece] = []
        self.texts: list[PaintedText] = []
        outlines = outlines or OutlineCache()
        self._flatten, self._outline_box = outlines.flat, outlines.box
        self.plan = self._walk(drawing.nodes, PaintState())
        self._unindexed: list[int] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._layers: dict[tuple[int, int], list[int]] = {}
        for index, piece in enumerate(self._pieces):
            columns, rows = _cells_of(piece.box, drawing.bounds)
            if len(columns) * len(rows) > _MAX_CELLS:
                self._unindexed.append(index)
                continue
            for cell in itertools.product(columns, rows):
                self._cells.setdefault(cell, []).append(index)

    @property
    def pieces(self) -> Sequence[PaintedPiece]:
        """Shapes and pictures of the face, the lowest first."""
        return self._pieces

    def colour_at(self, x: float, y: float, before: int | None = None) -> Rgb | None:
        """Return the colour at a point, of the first ``before`` pieces only; None if it is unknown."""
        inks = self._inks_at(x, y, before)
        if inks is None:
            return None
        colour = PAPER
        for _, (ink, opacity), _ in reversed(inks):
            colour = mixed(colour, ink, opacity)
        return colour

    def hider(self, x: float, y: float, after: int) -> int | None:
        """Return the index of the piece that covers a point with opaque ink, if it is painted after the first
        ``after``."""
        inks = self._inks_at(x, y, None)
        return next((index for index, (_, opacity), _ in inks or () if index >= after and opacity >= _OPAQUE), None)

    def is_overlapped(self, box: Box, after: int) -> bool:
        """Tell whether the box of a piece that is painted after the first ``after`` meets a box."""
        return any(intersection(piece.box, box) is not None for piece in self._pieces[after:])

    def _inks_at(self, x: float, y: float, before: int | None) -> list[tuple[int, Ink, bool]] | None:
        """Return what is seen at a point, the uppermost first; None if it is unknown. Each entry is the index of a
        piece, its ink, and whether that is of its stroke."""
        visible: list[tuple[int, Ink, bool]] = []
        for index in self._layers_at(math.floor(x / _CELL_SIZE), math.floor(y / _CELL_SIZE)):
            if before is not None and index >= before:
                continue
            piece = self._pieces[index]
            left, top, width, height = piece.box
            if not (left <= x <= left + width and top <= y <= top + height):
                continue
            if not all(self._is_inside(cover, x, y) for cover in piece.around.covers):
                continue
            inks = self._piece_inks(piece, x, y)
            if inks is None or (inks and piece.around.unknown):
                return None
            visible += ((index, ink, of_stroke) for ink, of_stroke in inks)
            if any(opacity >= _OPAQUE for (_, opacity), _ in inks):
                break
        return visible

    def _layers_at(self, column: int, row: int) -> list[int]:
        """Return the indices of the pieces that may cover a point of a square, the uppermost first."""
        layers = self._layers.get((column, row))
        if layers is None:
            indexed = self._cells.get((column, row), ())
            layers = self._layers[column, row] = sorted((*indexed, *self._unindexed), reverse=True)
        return layers

    def plain(self, left: float, top: float, right: float, bottom: float) -> Rgb | None:
        """Return the colour of a box that one upright rectangle or nothing covers; None if there is more in it."""
        for piece in reversed(self._pieces):
            x, y, width, height = piece.box
            if x > right or y > bottom or x + width < left or y + height < top:
                continue
            covers_all = x <= left and y <= top and x + width >= right and y + height >= bottom
            return _plain_colour(piece) if covers_all else None
        return PAPER

    def box_of(self, fate: int | PaintedText | Plan | None) -> Box | None:
        """Return the smallest upright box around the pieces of a node; None if there are none."""
        boxes = [self._pieces[index].box for index in indices_of(fate)]
        if not boxes:
            return None
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        return left, top, right - left, bottom - top

    def span_of(self, fate: int | PaintedText | Plan | None) -> tuple[int, int]:
        """Return the numbers of pieces painted before a node, and with it. The node must paint something."""
        indices = list(indices_of(fate))
        return min(indices), max(indices) + 1

    def paints(self, fate: int | PaintedText | Plan | None, x: float, y: float) -> bool:
        """Tell whether the pieces of a node paint a point, as far as they are not hidden."""
        for index in indices_of(fate):
            piece = self._pieces[index]
            left, top, width, height = piece.box
            within = left <= x <= left + width and top <= y <= top + height
            if within and all(self._is_inside(cover, x, y) for cover in piece.around.covers):
                inks = self._piece_inks(piece, x, y)
                if inks is None or any(opacity for (_, opacity), _ in inks):
                    return True
        return False

    def _piece_inks(self, piece: PaintedPiece, x: float, y: float) -> list[tuple[Ink, bool]] | None:
        """Return the inks of a piece at a point, the upper one first; None if they are unknown. Each has a flag for the
        stroke."""
        point, node, opacity = apply(piece.back, x, y), piece.node, piece.around.opacity
        if isinstance(node, Image):
            ink_and_opacity = picture_ink(node, point)
            return None if ink_and_opacity is None else [((ink_and_opacity[0], ink_and_opacity[1] * opacity), False)]
        style, flat = node.style, self._flatten(node.outline)
        inks: list[tuple[Ink | None, float, bool]] = []
        if node.stroke is not None and style.stroke_width and flat.near(point, style.stroke_width / 2):
            inks.append((ink_at(node.stroke, point, piece.local), style.stroke_opacity, True))
        if node.fill is not None and flat.holds(point, style.fill_rule):
            inks.append((ink_at(node.fill, point, piece.local), style.fill_opacity, False))
        if any(ink is None for ink, _, _ in inks):
            return None
        return [
            ((ink[0], ink[1] * ink_opacity * opacity), stroked) for ink, ink_opacity, stroked in inks if ink is not None
        ]

    def _is_inside(self, cover: _Cover, x: float, y: float) -> bool:
        outline, rule, back = cover
        return self._flatten(outline).holds(apply(back, x, y), "evenodd" if rule == "evenodd" else "nonzero")

    def _walk(self, nodes: tuple[Node, ...], outer: PaintState) -> Plan:
        return [self._visit(node, self._enter_frame(outer, node.frame)) for node in nodes]

    def _visit(self, node: Node, around: PaintState | None) -> int | PaintedText | Plan | None:
        if around is None:
            return None
        if isinstance(node, Text):
            self.texts.append(PaintedText(node, around.matrix, around.opacity, len(self._pieces), around.use))
            return self.texts[-1]
        if isinstance(node, Shape | Image):
            return self._add(node, around)
        inner = self._enter_group(node, around)
        children = node.children if isinstance(node, Group) else node.symbol.children
        return None if inner is None else self._walk(children, inner)

    def _enter_frame(self, outer: PaintState, frame: Frame | None) -> PaintState | None:
        """Return the state inside a frame; None if nothing of it is seen."""
        if frame is None:
            return outer
        if frame.opacity == 0:
            return None
        matrix = multiply(outer.matrix, frame.transform)
        unknown = outer.unknown or frame.mask is not None or frame.blend != "normal"
        around = PaintState(matrix, outer.opacity * frame.opacity, outer.covers, outer.window, unknown, outer.use)
        clip: Clip | None = frame.clip
        while clip is not None:
            clipped = self._clip(around, clip.outline, clip.rule, multiply(matrix, clip.transform))
            if clipped is None:
                return None
            around, clip = clipped, clip.inner
        return around

    def _clip(self, around: PaintState, outline: Segments, rule: str, matrix: Matrix) -> PaintState | None:
        """Return the state with one more clip; None if it leaves nothing."""
        back, box = inverse(matrix), self._outline_box(outline)
        if back is None or box is None:
            return None
        window = intersection(around.window, box_on_face(box, 0.0, matrix))
        covers = (*around.covers, (outline, rule, back))
        if window is None:
            return None
        return PaintState(around.matrix, around.opacity, covers, window, around.unknown, around.use)

    def _enter_group(self, node: Group | SymbolUse, around: PaintState) -> PaintState | None:
        """Return the state inside a group, which may show through a window alone."""
        inner: PaintState | None = around
        if node.window is not None:
            inner = self._clip(around, rectangle(node.window, 0.0, 0.0), "nonzero", around.matrix)
        if inner is None:
            return None
        use = node.at if around.use is None and isinstance(node, SymbolUse) else around.use
        matrix = multiply(around.matrix, node.inner)
        return PaintState(matrix, inner.opacity, inner.covers, inner.window, inner.unknown, use)

    def _add(self, node: Shape | Image, around: PaintState) -> int | None:
        back = inverse(around.matrix)
        local = node.box if isinstance(node, Image) else self._outline_box(node.outline)
        if back is None or local is None:
            return None
        reach = 0.0
        if isinstance(node, Shape):
            if node.fill is None and node.stroke is None:
                return None
            reach = node.style.stroke_width / 2 if node.stroke is not None else 0.0
        box = intersection(around.window, box_on_face(local, reach, around.matrix))
        if box is None:
            return None
        self._pieces.append(PaintedPiece(node, box, local, back, around))
        return len(self._pieces) - 1


def indices_of(fate: int | PaintedText | Plan | None) -> Iterator[int]:
    """Yield the indices of the pieces of a node."""
    if isinstance(fate, int):
        yield fate
    elif isinstance(fate, list):
        for part in fate:
            yield from indices_of(part)


def _plain_colour(piece: PaintedPiece) -> Rgb | None:
    """Return the colour of a piece that is nothing but an upright rectangle filled with it."""
    node, around = piece.node, piece.around
    if isinstance(node, Image) or isinstance(node.fill, Gradient) or node.stroke is not None:
        return None
    is_opaque = around.opacity * node.style.fill_opacity >= _OPAQUE and not around.covers and not around.unknown
    is_upright = piece.back[1] == piece.back[2] == 0
    return node.fill if is_opaque and is_upright and _is_rectangle(node.outline) else None


def _is_rectangle(outline: Segments) -> bool:
    if [kind for kind, _ in outline] != ["M", "L", "L", "L", "Z"]:
        return False
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (args for _, args in outline[:4])
    return (y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0) or (x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0)


def box_on_face(box: Box, reach: float, matrix: Matrix) -> Box:
    """Return the smallest upright box around a box that ``matrix`` moves, ``reach`` mm larger all round before."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a in (x - reach, x + width + reach) for b in (y - reach, y + height + reach)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def intersection(first: Box, second: Box) -> Box | None:
    """Return the intersection of two boxes; None if they do not meet."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[0] + first[2], second[0] + second[2]), min(first[1] + first[3], second[1] + second[3])
    return (left, top, right - left, bottom - top) if left <= right and top <= bottom else None


def _cells_of(box: Box, face_box: Box) -> tuple[range, range]:
    """Return the columns and the rows of squares that a box touches inside the whole face."""
    left, top = max(box[0], face_box[0]), max(box[1], face_box[1])
    right, bottom = min(box[0] + box[2], face_box[0] + face_box[2]), min(box[1] + box[3], face_box[1] + face_box[3])
    return (
        range(math.floor(left / _CELL_SIZE), math.floor(right / _CELL_SIZE) + 1),
        range(math.floor(top / _CELL_SIZE), math.floor(bottom / _CELL_SIZE) + 1),
    )
