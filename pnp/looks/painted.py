"""List what is painted at a point of a face: its shapes and pictures, the uppermost first, down to the paper.

Outlines are looked at, not pixels: nothing is drawn for it. Text is left out; it is measured by itself.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TypeAlias

from pnp.cardsvg import Drawing
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Clip, Frame, Gradient, Group, Image, Node, Shape, SymbolUse, Text
from pnp.cardsvg.paths import Box, Segments, bounds, rectangle
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.looks.inks import Ink, ink_at, inverse, mixed, picture_ink
from pnp.looks.outlines import FlatOutline, flattened
from pnp.records import dataclass

PAPER: Rgb = (1.0, 1.0, 1.0)
_CELL = 4.0
"""Sides, in mm, of the squares by which what lies there is looked up."""
_WIDE = 400
"""What covers more squares than this is looked at wherever a point lies."""
_OPAQUE = 0.999

_Cover: TypeAlias = tuple[Segments, str, Matrix]
"""An outline that nothing is seen outside of, its rule, and the map from the face to its coordinates."""
_EVERYWHERE: Box = (-1e9, -1e9, 2e9, 2e9)


@dataclass(frozen=True, slots=True)
class PaintState:
    """What holds for all that a node holds: where it is put, how opaque it is, what it is clipped by and inside which
    box of the face, and whether its colours cannot be told, as behind a mask."""

    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    covers: tuple[_Cover, ...] = ()
    window: Box = _EVERYWHERE
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class PaintedPiece:
    """A shape or a picture. ``box`` is its smallest upright box on the face; ``back`` leads from the face to it."""

    node: Shape | Image
    box: Box
    local: Box
    back: Matrix
    around: PaintState


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A text in its place: ``before`` so many pieces are painted beneath it."""

    text: Text
    matrix: Matrix
    opacity: float
    before: int


Plan: TypeAlias = "list[int | PaintedText | Plan | None]"
"""What became of nodes, in their order: which piece or text each is, of what holds others the plan of these, None where
nothing of it is seen."""


class PaintedFace:
    """A face that can be asked what is painted where. Points are mm on the face, from the trim's upper-left corner."""

    def __init__(self, drawing: Drawing) -> None:
        self._pieces: list[PaintedPiece] = []
        self.texts: list[PaintedText] = []
        self._flat: dict[int, tuple[Segments, FlatOutline]] = {}
        self._boxes: dict[int, tuple[Segments, Box | None]] = {}
        self.plan = self._walk(drawing.nodes, PaintState())
        self._wide: list[int] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, piece in enumerate(self._pieces):
            columns, rows = _cells(piece.box, drawing.bounds)
            if len(columns) * len(rows) > _WIDE:
                self._wide.append(index)
                continue
            for cell in itertools.product(columns, rows):
                self._cells.setdefault(cell, []).append(index)

    def colour_at(self, x: float, y: float, before: int | None = None) -> Rgb | None:
        """The colour that is seen at a point, of the first ``before`` pieces only; None where it cannot be told."""
        seen = self._seen(x, y, before)
        if seen is None:
            return None
        colour = PAPER
        for _, (ink, opacity), _ in reversed(seen):
            colour = mixed(colour, ink, opacity)
        return colour

    def _seen(self, x: float, y: float, before: int | None) -> list[tuple[int, Ink, bool]] | None:
        """What is seen at a point, the uppermost first: of which piece, its ink, and whether that is of its stroke.
        None where it cannot be told."""
        found: list[tuple[int, Ink, bool]] = []
        here = self._cells.get((math.floor(x / _CELL), math.floor(y / _CELL)), ())
        for index in sorted({*here, *self._wide}, reverse=True):
            if before is not None and index >= before:
                continue
            piece = self._pieces[index]
            left, top, width, height = piece.box
            if not (left <= x <= left + width and top <= y <= top + height):
                continue
            if not all(self._inside(cover, x, y) for cover in piece.around.covers):
                continue
            inks = self._inks_of(piece, x, y)
            if inks is None or (inks and piece.around.unknown):
                return None
            found += ((index, ink, of_stroke) for ink, of_stroke in inks)
            if any(opacity >= _OPAQUE for (_, opacity), _ in inks):
                break
        return found

    def plain(self, left: float, top: float, right: float, bottom: float) -> Rgb | None:
        """The colour of all of a box that one upright rectangle covers, or nothing; None where there is more to it."""
        for piece in reversed(self._pieces):
            x, y, width, height = piece.box
            if x > right or y > bottom or x + width < left or y + height < top:
                continue
            whole = x <= left and y <= top and x + width >= right and y + height >= bottom
            return _ground(piece) if whole else None
        return PAPER

    def _inks_of(self, piece: PaintedPiece, x: float, y: float) -> list[tuple[Ink, bool]] | None:
        """The inks of a piece at a point, the upper one first, each with whether it is of the stroke; None where they
        cannot be told."""
        point, node, opacity = apply(piece.back, x, y), piece.node, piece.around.opacity
        if isinstance(node, Image):
            seen = picture_ink(node, point)
            return None if seen is None else [((seen[0], seen[1] * opacity), False)]
        style, flat = node.style, self._flattened(node.outline)
        found: list[tuple[Ink | None, float, bool]] = []
        if node.stroke is not None and style.stroke_width and flat.near(point, style.stroke_width / 2):
            found.append((ink_at(node.stroke, point, piece.local), style.stroke_opacity, True))
        if node.fill is not None and flat.holds(point, style.fill_rule):
            found.append((ink_at(node.fill, point, piece.local), style.fill_opacity, False))
        if any(ink is None for ink, _, _ in found):
            return None
        return [((ink[0], ink[1] * own * opacity), stroked) for ink, own, stroked in found if ink is not None]

    def _inside(self, cover: _Cover, x: float, y: float) -> bool:
        outline, rule, back = cover
        return self._flattened(outline).holds(apply(back, x, y), "evenodd" if rule == "evenodd" else "nonzero")

    def _flattened(self, outline: Segments) -> FlatOutline:
        # By identity: symbols share their outlines, and to compare long ones takes longer than to flatten them.
        known = self._flat.get(id(outline))
        if known is None:
            known = self._flat[id(outline)] = (outline, flattened(outline))
        return known[1]

    def _walk(self, nodes: tuple[Node, ...], outer: PaintState) -> Plan:
        return [self._planned(node, self._entered(outer, node.frame)) for node in nodes]

    def _planned(self, node: Node, around: PaintState | None) -> int | PaintedText | Plan | None:
        if around is None:
            return None
        if isinstance(node, Text):
            self.texts.append(PaintedText(node, around.matrix, around.opacity, len(self._pieces)))
            return self.texts[-1]
        if isinstance(node, Shape | Image):
            return self._add(node, around)
        inside = self._windowed(node, around)
        children = node.children if isinstance(node, Group) else node.symbol.children
        return None if inside is None else self._walk(children, inside)

    def _entered(self, outer: PaintState, frame: Frame | None) -> PaintState | None:
        """What holds inside a frame; None where nothing of it is seen."""
        if frame is None:
            return outer
        if frame.opacity == 0:
            return None
        matrix = multiply(outer.matrix, frame.transform)
        unknown = outer.unknown or frame.mask is not None or frame.blend != "normal"
        around = replace(outer, matrix=matrix, opacity=outer.opacity * frame.opacity, unknown=unknown)
        clip: Clip | None = frame.clip
        while clip is not None:
            covered = self._covered(around, clip.outline, clip.rule, multiply(matrix, clip.transform))
            if covered is None:
                return None
            around, clip = covered, clip.inner
        return around

    def _covered(self, around: PaintState, outline: Segments, rule: str, matrix: Matrix) -> PaintState | None:
        """``around`` with one more outline to stay inside of; None where it leaves nothing."""
        back, box = inverse(matrix), self._box_of(outline)
        if back is None or box is None:
            return None
        window = _common(around.window, _on_face(box, 0.0, matrix))
        covers = (*around.covers, (outline, rule, back))
        return None if window is None else replace(around, covers=covers, window=window)

    def _windowed(self, node: Group | SymbolUse, around: PaintState) -> PaintState | None:
        """What holds inside a group, which may show through a window alone."""
        inside: PaintState | None = around
        if node.window is not None:
            inside = self._covered(around, rectangle(node.window, 0.0, 0.0), "nonzero", around.matrix)
        return None if inside is None else replace(inside, matrix=multiply(around.matrix, node.inner))

    def _add(self, node: Shape | Image, around: PaintState) -> int | None:
        back = inverse(around.matrix)
        local = node.box if isinstance(node, Image) else self._box_of(node.outline)
        if back is None or local is None:
            return None
        reach = 0.0
        if isinstance(node, Shape):
            if node.fill is None and node.stroke is None:
                return None
            reach = node.style.stroke_width / 2 if node.stroke is not None else 0.0
        box = _common(around.window, _on_face(local, reach, around.matrix))
        if box is None:
            return None
        self._pieces.append(PaintedPiece(node, box, local, back, around))
        return len(self._pieces) - 1

    def _box_of(self, outline: Segments) -> Box | None:
        known = self._boxes.get(id(outline))
        if known is None:
            known = self._boxes[id(outline)] = (outline, bounds(outline))
        return known[1]


def _ground(piece: PaintedPiece) -> Rgb | None:
    """The colour of a piece that is nothing but an upright rectangle filled with it."""
    node, around = piece.node, piece.around
    if isinstance(node, Image) or isinstance(node.fill, Gradient) or node.stroke is not None:
        return None
    hides = around.opacity * node.style.fill_opacity >= _OPAQUE and not around.covers and not around.unknown
    upright = piece.back[1] == piece.back[2] == 0
    return node.fill if hides and upright and _is_rectangle(node.outline) else None


def _is_rectangle(outline: Segments) -> bool:
    if [kind for kind, _ in outline] != ["M", "L", "L", "L", "Z"]:
        return False
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (args for _, args in outline[:4])
    return (y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0) or (x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0)


def _on_face(box: Box, reach: float, matrix: Matrix) -> Box:
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a in (x - reach, x + width + reach) for b in (y - reach, y + height + reach)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _common(one: Box, other: Box) -> Box | None:
    """What two boxes share; None where they do not meet."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return (left, top, right - left, bottom - top) if left <= right and top <= bottom else None


def _cells(box: Box, whole: Box) -> tuple[range, range]:
    """The columns and the rows of squares that a box touches inside the whole face."""
    left, top = max(box[0], whole[0]), max(box[1], whole[1])
    right, bottom = min(box[0] + box[2], whole[0] + whole[2]), min(box[1] + box[3], whole[1] + whole[3])
    return (
        range(math.floor(left / _CELL), math.floor(right / _CELL) + 1),
        range(math.floor(top / _CELL), math.floor(bottom / _CELL) + 1),
    )
