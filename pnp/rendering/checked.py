"""Check the output of a template: it is card SVG, and all of its text lies on the piece."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from pnp import cardsvg
from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Group, Node, SymbolUse, Text
from pnp.cardsvg.paths import Box
from pnp.cardsvg.placing import DownwardRun, TextPlacer, seen
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import FontBook
from pnp.model.component import Component, Cut
from pnp.model.hexagon import inside
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedExample
from pnp.units import Size

# Whether every printed text lies on the card: what runs over the trim would be cut off without a word.

_PIECE = {"cards": "card", "summary": "card", "page": "page", "tokens": "token", "folded": "net's face"}
_HALF = 0.4
"""How far a full letter reaches to either side of the middle of a line downwards, as a share of its size."""
_MEND = {
    False: "give it a width, so that it shrinks to fit, or move it",
    True: "a line from top to bottom neither shrinks nor breaks: make it smaller, part it into columns, or move it",
}
_TOLERANCE = 0.05
"""Side bearings of a letter may stand this far, in mm, over the edge of its line."""


def check_text(drawing: Drawing, component: Component, card: str, template: str, trim: Size, fonts: FontBook) -> None:
    """Raises TemplateError, at the template, where a text of a drawn side runs over its trim; where it is drawn, for a
    character that its fonts cannot draw."""
    lost = _text_off_card(drawing, trim, fonts, component.cut)
    if lost is not None:
        chunk, vertical = lost
        why = f"the text {chunk.text!r} runs over the edge of the {_PIECE[component.kind]} ({component.id}/{card})"
        place = Location(f"{template}.svg.j2")
        raise TemplateError(Diagnostic("text-off-card", why, place, _MEND[vertical], subject=chunk.text))


def _text_off_card(drawing: Drawing, trim: Size, fonts: FontBook, cut: Cut) -> tuple[Chunk, bool] | None:
    """The first text of ``drawing`` that runs over the trim (mm, origin at its upper-left corner), and whether it runs
    downwards; None without one. A round trim is the circle inside it, that of a hexagon is the hexagon.

    Raises TemplateError for what cannot be set.
    """
    for node, chunk, matrix, at in _chunks(drawing.nodes, IDENTITY):
        try:
            boxes = list((_columns if node.vertical else _rows)(chunk, fonts))
        except TemplateError as error:
            place = drawing.source.location(at)
            raise type(error)([replace(found, location=place) for found in error.diagnostics]) from error
        for left, top, right, bottom in boxes:
            for x in (left, right):
                for y in (top, bottom):
                    if not _on(trim, apply(matrix, x, y), cut):
                        return chunk, node.vertical
    return None


def _on(trim: Size, point: tuple[float, float], cut: Cut) -> bool:
    x, y = point
    if cut == "hex":
        return inside(trim, x - trim.width / 2, y - trim.height / 2, _TOLERANCE)
    if cut == "circle":
        return math.hypot(x - trim.width / 2, y - trim.height / 2) <= trim.width / 2 + _TOLERANCE
    return -_TOLERANCE <= x <= trim.width + _TOLERANCE and -_TOLERANCE <= y <= trim.height + _TOLERANCE


def _chunks(
    nodes: tuple[Node, ...], outer: Matrix, use: int | None = None
) -> Iterator[tuple[Text, Chunk, Matrix, int]]:
    """Printed lines with their elements, and where they stand in the text of the drawing: of a symbol its use."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Text):
            for chunk in node.chunks:
                if chunk.text:
                    yield node, chunk, matrix, chunk.runs[0].at if use is None else use
        elif isinstance(node, Group):
            yield from _chunks(node.children, multiply(matrix, node.inner), use)
        elif isinstance(node, SymbolUse):
            yield from _chunks(node.symbol.children, multiply(matrix, node.inner), node.at if use is None else use)


def _columns(chunk: Chunk, fonts: FontBook) -> Iterator[Box]:
    """The boxes of what is seen of a line from top to bottom, in the units of its element."""
    for placed in TextPlacer(fonts).down(chunk):
        if seen(placed.run):
            yield from _column(placed)


def _column(placed: DownwardRun) -> Iterator[Box]:
    size, apart = placed.run.style.font_size or 0.0, placed.run.style.letter_spacing
    for piece, x, top in placed.pieces:
        bottom = top + piece.advance * size + apart * (len(piece.glyphs) - 1)
        if piece.upright:
            half = min(_HALF, max(piece.face.advance(one.glyph) for one in piece.glyphs) / 2) * size
            yield x - half, top, x + half, bottom
        else:
            yield x, top, x + 0.5 * size, bottom


def _rows(chunk: Chunk, fonts: FontBook) -> Iterator[Box]:
    """The boxes of a line from left to right, in the units of its element: of all its words where they stand on one
    baseline, else of each run. A box reaches half a size above its baseline."""
    runs: list[tuple[float, float, float, float]] = []
    across = down = 0.0
    for run in chunk.runs:
        style = run.style
        stack = fonts.stack(style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features)
        size = style.font_size or 0.0
        across, down = across + run.dx, down + run.dy
        runs.append((across, across + stack.width(run.text, size, style.letter_spacing), down, size))
        across = runs[-1][1]
    left = chunk.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[chunk.anchor] * across
    if not any(run.dy for run in chunk.runs):
        runs = [(0.0, across, 0.0, max(size for *_, size in runs))]
    for start, end, low, size in runs:
        yield left + start, chunk.y + low - 0.5 * size, left + end, chunk.y + low


RENDERED = " as rendered for "
"""Part of what messages call the SVG that a template drew for a card."""


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A drawn side: of which card of a component, by which template, in a language. Sizes in mm; ``owner`` is what the
    face is called after."""

    owner: str
    template: str
    component: Component
    card: str
    side: Literal["front", "back"]
    language: Language
    trim: Size
    bleed: float


@dataclass(frozen=True, slots=True)
class CheckedSide:
    """A drawing that can be printed, and the examples on it."""

    drawing: cardsvg.Drawing
    examples: tuple[PrintedExample, ...]

    @property
    def svg(self) -> str:
        """The card SVG that it was."""
        return self.drawing.source.data.decode("utf-8")

    def as_face(self, drawn: DrawnSide) -> Face:
        """It as a face of a kit."""
        drawing, name = self.drawing, _label(drawn.template, drawn.component, drawn.card)
        if drawing.source.name != name:
            # It was drawn for another card before, and messages are to name this one.
            drawing = replace(drawing, source=replace(drawing.source, name=name))
        return Face(
            id=f"{drawn.owner}-{drawn.language}",
            component=drawn.component.id,
            card=drawn.card,
            side=drawn.side,
            language=drawn.language,
            drawing=drawing,
            trim=drawn.trim,
            bleed=drawn.bleed,
            edge=drawn.component.edge,
            examples=self.examples,
            cut=drawn.component.cut,
        )


def checked_side(
    svg: str,
    component: Component,
    card: str,
    template: str,
    trim: Size,
    fonts: FontBook,
    images: cardsvg.ImageResolver | None,
) -> CheckedSide:
    """Raises TemplateError, at the template, for what is no card SVG and for a text that runs over the trim."""
    drawing = cardsvg.parse(svg, _label(template, component, card), images)
    check_text(drawing, component, card, template, trim, fonts)
    examples = cardsvg.annotations(drawing, "example")
    return CheckedSide(
        drawing, tuple(PrintedExample(found.id, found.box, found.strings, found.ruby) for found in examples)
    )


def _label(template: str, component: Component, card: str) -> str:
    return f"{template}.svg.j2{RENDERED}{component.id}/{card}"
