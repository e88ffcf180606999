"""Redrawing of a face in chosen tones. Its words are the same, at the same places."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import replace

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Frame, Group, Image, Node, Shape, Symbol, SymbolUse, Text, TextRun
from pnp.cardsvg.values import inverse
from pnp.fonts import FontBook
from pnp.ink.choice import FaceTones, RunTones, choose_tones
from pnp.ink.greys import PictureConverter
from pnp.ink.scene import FaceGeometry, InkOutlines, OutlineStroke, area_scale, scale_of
from pnp.ink.tones import Strength, apply_tone
from pnp.looks.painted import PaintedPiece, PaintedText, Plan

_OPEN_LINE = 0.35
"""Width in mm of the outlines of large type."""


def reduce_ink(drawing: Drawing, fonts: FontBook, strength: Strength, pictures: PictureConverter) -> Drawing:
    """Return ``drawing`` with less ink."""
    geometry = FaceGeometry(drawing, InkOutlines())
    return redraw(drawing, geometry, choose_tones(geometry, drawing.bounds, fonts, strength), strength, fonts, pictures)


def redraw(
    drawing: Drawing,
    geometry: FaceGeometry,
    tones: FaceTones,
    strength: Strength,
    fonts: FontBook,
    pictures: PictureConverter,
) -> Drawing:
    """Return ``drawing``, which has this geometry, in the tones that were chosen for ``strength``."""
    redrawing = _Redrawing(geometry, tones, strength, pictures)
    nodes = redrawing.nodes(drawing.nodes, geometry.plan)
    return replace(drawing, nodes=(*nodes, *redrawing.rims), changes=(*drawing.changes, strength, fonts))


class _Redrawing:
    """Redrawing of one drawing."""

    def __init__(
        self, geometry: FaceGeometry, tones: FaceTones, strength: Strength, pictures: PictureConverter
    ) -> None:
        self.rims: list[Shape] = []
        self._geometry = geometry
        self._shapes = tones.shapes
        self._runs: Iterator[RunTones] = iter(tones.runs)
        self._strength = strength
        self._pictures = pictures

    def nodes(self, nodes: tuple[Node, ...], plan: Plan) -> tuple[Node, ...]:
        """Return nodes in their tones."""
        return tuple(self._node(node, planned) for node, planned in zip(nodes, plan, strict=True))

    def _node(self, node: Node, planned: int | PaintedText | Plan | None) -> Node:
        if isinstance(node, Text) and isinstance(planned, PaintedText):
            return replace(node, chunks=tuple(self._chunk(chunk, planned) for chunk in node.chunks))
        if isinstance(node, Image) and isinstance(planned, int):
            return replace(node, picture=self._pictures.paler(node.picture, self._strength))
        if isinstance(node, Shape) and isinstance(planned, int):
            return self._shape(node, planned)
        if isinstance(node, Group) and isinstance(planned, list):
            return replace(node, children=self.nodes(node.children, planned))
        if isinstance(node, SymbolUse) and isinstance(planned, list):
            return replace(node, symbol=self._symbol(node.symbol, planned))
        return node

    def _symbol(self, symbol: Symbol, plan: Plan) -> Symbol:
        children = self.nodes(symbol.children, plan)
        inks = "\n".join(_inks_of(children))
        key = hashlib.sha256(f"{symbol.key}\n{inks}".encode()).hexdigest()
        return Symbol(key, symbol.at, children, symbol.weight)

    def _shape(self, node: Shape, index: int) -> Node:
        piece, tones = self._geometry.piece(index), self._shapes[index]
        assert tones is not None, "a shape has tones"
        fill, stroke = apply_tone(node.fill, tones.fill), apply_tone(node.stroke, tones.stroke)
        changed = Shape(node.at, node.frame, node.outline, node.style, fill, stroke)
        if tones.edge is not None:
            return self._with_edge(changed, piece, tones.edge)
        return changed if tones.casing is None else self._with_casing(changed, piece, tones.casing)

    def _with_edge(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Shape:
        """Return a fill with a line around it. The line around the whole face is drawn last, over its content."""
        style = replace(
            node.style,
            stroke_width=line.width / scale_of(piece),
            stroke_opacity=node.style.fill_opacity,
            stroke_linejoin="round",
            stroke_dasharray=(),
        )
        to_face = inverse(piece.back)
        if line.around_face and to_face is not None:
            self.rims.append(Shape(node.at, Frame(to_face), node.outline, style, None, line.colour))
            return node
        return replace(node, stroke=line.colour, style=style)

    def _with_casing(self, node: Shape, piece: PaintedPiece, line: OutlineStroke) -> Group:
        """Return a thick stroke with lines on either side."""
        assert node.stroke is not None
        bare, inner = replace(node, frame=None), 2 * line.width / scale_of(piece)
        under = replace(bare, stroke=line.colour)
        over = replace(bare, fill=None, style=replace(node.style, stroke_width=node.style.stroke_width - inner))
        return Group(node.at, node.frame, (under, over))

    def _chunk(self, chunk: Chunk, lettered: PaintedText) -> Chunk:
        return replace(chunk, runs=tuple(_toned(run, next(self._runs), lettered) for run in chunk.runs))


def _toned(run: TextRun, tones: RunTones, lettered: PaintedText) -> TextRun:
    """Return a run in its tones."""
    if not tones.opened:
        return replace(run, fill=tones.fill, stroke=tones.stroke)
    width = _OPEN_LINE / math.sqrt(area_scale(lettered.matrix))
    style = replace(run.style, stroke_width=width, stroke_linejoin="round")
    return replace(run, fill=tones.fill, stroke=tones.stroke, style=style)


def _inks_of(nodes: tuple[Node, ...]) -> list[str]:
    """Return the inks of a symbol's content as text. Symbols with the same inks are painted once."""
    inks: list[str] = []
    for node in nodes:
        if isinstance(node, Shape):
            inks.append(f"{node.fill!r} {node.stroke!r} {node.style.stroke_width!r}")
        elif isinstance(node, Text):
            inks += (f"{run.fill!r} {run.stroke!r}" for chunk in node.chunks for run in chunk.runs)
        elif isinstance(node, Group):
            inks += _inks_of(node.children)
        elif isinstance(node, SymbolUse):
            inks.append(node.symbol.key)
        else:
            inks.append(node.picture.digest)
    return inks
