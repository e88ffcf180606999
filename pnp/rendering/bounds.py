"""Whether every printed text lies on the card: what runs over the trim would be cut off without a word."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Group, Node, SymbolUse, Text
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import FontBook
from pnp.model.component import Component, Cut
from pnp.model.hexagon import inside
from pnp.units import Size

_PIECE = {"cards": "card", "summary": "card", "page": "page", "tokens": "token", "folded": "net's face"}
_TOLERANCE = 0.05
"""Side bearings of a letter may stand this far, in mm, over the edge of its line."""


def check_text(drawing: Drawing, component: Component, card: str, template: str, trim: Size, fonts: FontBook) -> None:
    """Raises TemplateError, at the template, where a text of a drawn side runs over its trim."""
    lost = _text_off_card(drawing, trim, fonts, component.cut)
    if lost is not None:
        why = f"the text {lost!r} runs over the edge of the {_PIECE[component.kind]} ({component.id}/{card})"
        mend = "give it a width, so that it shrinks to fit, or move it"
        place = Location(f"{template}.svg.j2")
        raise TemplateError(Diagnostic("text-off-card", why, place, mend, subject=lost))


def _text_off_card(drawing: Drawing, trim: Size, fonts: FontBook, cut: Cut = "card") -> str | None:
    """The first text of ``drawing`` that runs over the trim (mm, origin at its upper-left corner), or None. Of a round
    trim that is the circle inside it, of a hexagon that is it.

    Vertical text is not looked at: it is set in columns that templates measure by their height.
    """
    for chunk, matrix in _chunks(drawing.nodes, IDENTITY):
        left, right, size = _extent(chunk, fonts)
        for x in (left, right):
            for y in (chunk.y - 0.5 * size, chunk.y):
                if not _on(trim, apply(matrix, x, y), cut):
                    return chunk.text
    return None


def _on(trim: Size, point: tuple[float, float], cut: Cut) -> bool:
    x, y = point
    if cut == "hex":
        return inside(trim, x - trim.width / 2, y - trim.height / 2, _TOLERANCE)
    if cut == "circle":
        return math.hypot(x - trim.width / 2, y - trim.height / 2) <= trim.width / 2 + _TOLERANCE
    return -_TOLERANCE <= x <= trim.width + _TOLERANCE and -_TOLERANCE <= y <= trim.height + _TOLERANCE


def _chunks(nodes: tuple[Node, ...], outer: Matrix) -> Iterator[tuple[Chunk, Matrix]]:
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Text) and not node.vertical:
            yield from ((chunk, matrix) for chunk in node.chunks if chunk.text)
        elif isinstance(node, Group):
            yield from _chunks(node.children, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from _chunks(node.symbol.children, multiply(matrix, node.inner))


def _extent(chunk: Chunk, fonts: FontBook) -> tuple[float, float, float]:
    """Where a line starts and ends, in the units of its element, and its largest font size."""
    width = 0.0
    size = 0.0
    for run in chunk.runs:
        style = run.style
        stack = fonts.stack(style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features)
        run_size = style.font_size or 0.0
        width += run.dx + stack.width(run.text, run_size, style.letter_spacing)
        size = max(size, run_size)
    left = chunk.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[chunk.anchor] * width
    return left, left + width, size
