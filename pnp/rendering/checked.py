"""Check the output of a template: it is card SVG, and all of its text lies on the piece."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from pnp import cardsvg
from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Chunk, Group, Node, SymbolUse, Text
from pnp.cardsvg.paths import Box
from pnp.cardsvg.placing import DownwardRun, TextPlacer, measured_runs, seen, stack_of
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts import FontBook
from pnp.model.component import Component, Cut
from pnp.model.hexagon import inside
from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.face import Face, PrintedExample
from pnp.rendering.templates.run import FACE_END
from pnp.rendering.text.overflow import overflow_frame
from pnp.rendering.text.resized import ResizedText
from pnp.units import Size

# Text over the trim would be cut off silently, so every printed text is checked.

_MIDDLE = 2.0
"""Most mm from the middle of a piece to the start of a line that may be meant to be centred."""
_PIECE = {"cards": "card", "summary": "card", "page": "page", "tokens": "token", "folded": "net's face"}
_HALF = 0.4
"""Half the width of a full letter in a vertical line, as a share of its size."""
_VERTICAL_HINT = (
    "a line from top to bottom neither shrinks nor breaks: make it smaller, part it into columns, or move it"
)
_ICON = re.compile(r"\{[a-z][a-z0-9_-]*\}")
_DESCENT = 0.4
"""Most em of ink below a baseline, in any font. Above it ink reaches one em; lines further inside are not measured."""
_TOLERANCE = 0.05
"""Distance in mm that the side bearings of a letter may stand over the edge of their line."""


def check_text(drawing: Drawing, component: Component, card: str, trim: Size, fonts: FontBook) -> None:
    """Raise TemplateError if a text of a drawn side runs over its trim, or has a character that the fonts cannot draw.
    The error is located where the text is drawn."""
    outside = next(_texts_off_card(drawing, trim, fonts, component.cut), None)
    if outside is not None:
        node, chunk, box, position = outside
        text = " ".join(chunk.text.split())  # icons have blanks around them that do not break
        message = f"the text {text!r} runs over the edge of the {_PIECE[component.kind]} ({component.id}/{card})"
        location = drawing.source.location(position)
        raise TemplateError(
            Diagnostic("text-off-card", message, location, _hint(node, chunk, box, trim), subject=chunk.text)
        )


def _hint(text: Text, chunk: Chunk, box: Box, trim: Size) -> str:
    """Return what to do with a line that stands in a box on a piece."""
    if text.vertical:
        return _VERTICAL_HINT
    left, top, right, bottom = box
    piece = f"{trim.width:g} × {trim.height:g} mm"
    if _ICON.search(chunk.text):
        return "icons need markup: write markup=true in the call that sets this text"
    if right < 0 or bottom < 0 or left > trim.width or top > trim.height:
        return f"it stands at x = {(left + right) / 2:.4g}, y = {bottom:.4g} on {piece}: move it"
    has_room = chunk.anchor == "start" and right - left <= trim.width
    over = f"reaches from y = {top:.4g} to {bottom:.4g} on {piece}" if top < 0 or bottom > trim.height else ""
    if has_room and left < 0:
        over = over or f"begins at x = {left:.4g}, and x = 0 is the left edge"
    if over:
        return f"it {over}: move it"
    if has_room:
        anchor = "middle" if abs(left - trim.width / 2) < _MIDDLE else "end"
        return f'give it a width, so that it shrinks to fit, or anchor="{anchor}", or move it'
    return "give it a width, so that it shrinks to fit, or move it"


def _texts_off_card(drawing: Drawing, trim: Size, fonts: FontBook, cut: Cut) -> Iterator[tuple[Text, Chunk, Box, int]]:
    """Yield the texts of ``drawing`` that run over the trim, each with its element, box and position in the SVG.

    The trim is in mm, with its origin at the upper-left corner. A round trim is the circle inside it, a hexagonal one
    the hexagon. Raises TemplateError for text that cannot be set.
    """
    for node, chunk, matrix, position in _iterate_chunks(drawing.nodes, IDENTITY):
        try:
            if not node.vertical and _box_on(trim, _tall_box(chunk, fonts), matrix, cut):
                continue
            boxes = _vertical_boxes(chunk, fonts) if node.vertical else _horizontal_boxes(chunk, fonts)
            off = next((box for box in boxes if not _box_on(trim, box, matrix, cut)), None)
            if off is not None:
                yield node, chunk, _turned(off, matrix), position
        except TemplateError as error:
            location = drawing.source.location(position)
            raise type(error)([replace(diagnostic, location=location) for diagnostic in error.diagnostics]) from error


def _box_on(trim: Size, box: Box, matrix: Matrix, cut: Cut) -> bool:
    """Tell whether the corners of a box, in the units of an element, lie on the piece."""
    left, top, right, bottom = box
    if not (_on(trim, apply(matrix, left, top), cut) and _on(trim, apply(matrix, right, bottom), cut)):
        return False
    is_upright = cut not in ("hex", "circle") and matrix[1] == 0 == matrix[2]
    return is_upright or (_on(trim, apply(matrix, left, bottom), cut) and _on(trim, apply(matrix, right, top), cut))


def _turned(box: Box, matrix: Matrix) -> Box:
    """Return the box on the piece around a box in the units of an element."""
    xs, ys = zip(*(apply(matrix, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _on(trim: Size, point: tuple[float, float], cut: Cut) -> bool:
    x, y = point
    if cut == "hex":
        return inside(trim, x - trim.width / 2, y - trim.height / 2, _TOLERANCE)
    if cut == "circle":
        return math.hypot(x - trim.width / 2, y - trim.height / 2) <= trim.width / 2 + _TOLERANCE
    return -_TOLERANCE <= x <= trim.width + _TOLERANCE and -_TOLERANCE <= y <= trim.height + _TOLERANCE


def _iterate_chunks(
    nodes: tuple[Node, ...], outer: Matrix, use: int | None = None
) -> Iterator[tuple[Text, Chunk, Matrix, int]]:
    """Yield each printed line with its element, its matrix and its position in the SVG text. A line in a symbol has the
    position of the symbol's use."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Text):
            for chunk in node.chunks:
                if chunk.text:
                    yield node, chunk, matrix, chunk.runs[0].at if use is None else use
        elif isinstance(node, Group):
            yield from _iterate_chunks(node.children, multiply(matrix, node.inner), use)
        elif isinstance(node, SymbolUse):
            yield from _iterate_chunks(
                node.symbol.children, multiply(matrix, node.inner), node.at if use is None else use
            )


def _vertical_boxes(chunk: Chunk, fonts: FontBook) -> Iterator[Box]:
    """Yield the boxes of the visible runs of a vertical line, in the units of its element."""
    for placed in TextPlacer(fonts).down(chunk):
        if seen(placed.run):
            yield from _vertical_run_boxes(placed)


def _vertical_run_boxes(placed: DownwardRun) -> Iterator[Box]:
    size, spacing = placed.run.style.font_size or 0.0, placed.run.style.letter_spacing
    for piece, x, top in placed.pieces:
        bottom = top + piece.advance * size + spacing * (len(piece.glyphs) - 1)
        if piece.upright:
            half_width = min(_HALF, max(piece.face.advance(glyph.glyph) for glyph in piece.glyphs) / 2) * size
            yield x - half_width, top, x + half_width, bottom
        else:
            yield x, top, x + 0.5 * size, bottom


def _tall_box(chunk: Chunk, fonts: FontBook) -> Box:
    """Return one box around a horizontal line, as high as the ink of any letter. Most lines need no other measure."""
    placed = measured_runs(chunk, fonts)
    if len(placed) == 1:
        ((run, x, y, width),) = placed
        size = run.style.font_size or 0.0
        return x, y - size, x + width, y + _DESCENT * size
    size = max(run.style.font_size or 0.0 for run, _, _, _ in placed)
    lefts, baselines, rights = zip(*((x, y, x + width) for _, x, y, width in placed), strict=True)
    return min(lefts), min(baselines) - size, max(rights), max(baselines) + _DESCENT * size


def _horizontal_boxes(chunk: Chunk, fonts: FontBook) -> Iterator[Box]:
    """Yield the boxes of a horizontal line, in the units of its element. Words on one baseline have one box, else each
    run has its own. A box reaches half a size above its baseline, and as high and low as the ink of its letters."""
    runs = [(x, y, x + width, run.style.font_size or 0.0) for run, x, y, width in measured_runs(chunk, fonts)]
    if not any(run.dy for run in chunk.runs):
        runs = [(runs[0][0], chunk.y, runs[-1][2], max(size for *_, size in runs))]
    for left, baseline, right, size in runs:
        yield left, baseline - 0.5 * size, right, baseline
    yield from _ink_boxes(chunk, fonts)


def _ink_boxes(chunk: Chunk, fonts: FontBook) -> Iterator[Box]:
    """Yield the boxes of the visible runs of a horizontal line, as high as the ink of their letters."""
    for run, x, baseline, width in measured_runs(chunk, fonts):
        if seen(run) and run.text.strip():
            up, down = stack_of(run, fonts).reach(run.text)
            size = run.style.font_size or 0.0
            yield x, baseline - up * size, x + width, baseline + down * size


RENDERED = " as rendered for "
"""Part of the name that messages give to the SVG of a card."""


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """Side of a card that a template drew; sizes in mm. The face is named after ``owner``."""

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
    """Printable drawing of a side, and the examples on it."""

    drawing: cardsvg.Drawing
    examples: tuple[PrintedExample, ...]
    resized: tuple[ResizedText, ...] = ()

    @property
    def svg(self) -> str:
        """Return the card SVG that was parsed."""
        return self.drawing.source.data.decode("utf-8")

    def as_face(self, drawn: DrawnSide) -> Face:
        """Return this side as a face of a kit."""
        drawing, name = self.drawing, drawn_name(drawn.template, drawn.component, drawn.card)
        if drawing.source.name != name:
            # A cached drawing names the card it was first drawn for; messages must name this one.
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
            resized=self.resized,
        )


def check_side(
    svg: str,
    component: Component,
    card: str,
    template: str,
    trim: Size,
    fonts: FontBook,
    *,
    images: cardsvg.ImageResolver | None,
    art: Mapping[str, cardsvg.Art],
    resized: tuple[ResizedText, ...],
    shows_overflow: bool = False,
) -> CheckedSide:
    """Parse and check a side. Raises TemplateError, located in the template, if ``svg`` is no card SVG, or if a text
    runs over the trim; with ``shows_overflow`` such a text is framed."""
    drawing = cardsvg.parse(svg, drawn_name(template, component, card), images, art)
    if not shows_overflow:
        check_text(drawing, component, card, trim, fonts)
    elif boxes := [box for _, _, box, _ in _texts_off_card(drawing, trim, fonts, component.cut)]:
        frames = "".join(overflow_frame((left, top, right - left, bottom - top)) for left, top, right, bottom in boxes)
        drawing = cardsvg.parse(f"{svg.removesuffix(FACE_END)}{frames}{FACE_END}", drawing.source.name, images, art)
    examples = cardsvg.annotations(drawing, "example")
    printed = tuple(PrintedExample(example.id, example.box, example.strings, example.ruby) for example in examples)
    return CheckedSide(drawing, printed, resized)


def drawn_name(template: str, component: Component, card: str) -> str:
    """Return the name that messages give to what a template drew for a card."""
    return f"{template}.svg.j2{RENDERED}{component.id}/{card}"
