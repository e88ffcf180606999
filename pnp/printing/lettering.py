"""Text as PDF operators: horizontal and vertical lines, each run in the face that its stack gives it."""

from __future__ import annotations

from typing import Protocol

from pnp.cardsvg.nodes import Chunk, Run, Text
from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts import FontBook, FontFace, MissingGlyphError, Stack, VerticalRun, vertical_runs
from pnp.printing.content import Content
from pnp.printing.document import fine, number
from pnp.printing.resources import Resources


class Place(Protocol):
    """Where in the SVG an error is."""

    def error(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError: ...


class Letterer:
    """Sets the texts of one document."""

    def __init__(self, resources: Resources, fonts: FontBook) -> None:
        self._resources = resources
        self._fonts = fonts

    def text(self, content: Content, node: Text, opacity: float, place: Place) -> None:
        """Paints a text element with ``opacity``. Raises TemplateError for what its fonts cannot draw."""
        for chunk in node.chunks:
            try:
                if node.vertical:
                    self._vertical(content, chunk, opacity)
                else:
                    self._horizontal(content, chunk, opacity)
            except TemplateError as error:
                raise _located(error, place, chunk.runs[0].at) from error

    def line(self, content: Content, stack: Stack, text: str, size: float, start: float = 0.0) -> None:
        """Paints a plain line that begins at ``start`` on the baseline y = 0, in the colour at hand."""
        parts = [f"BT 1 0 0 -1 {number(start)} 0 Tm"]
        for face, run in stack.runs(text):
            font = self._resources.font(face)
            parts.append(f"{content.font(font.name, size)}<{font.encode(run)}> Tj")
        content.draw(" ".join([*parts, "ET"]))

    def _stack(self, run: Run) -> Stack:
        style = run.style
        return self._fonts.stack(style.font_family, style.font_weight, style.font_style, style.font_stretch)

    def _horizontal(self, content: Content, chunk: Chunk, opacity: float) -> None:
        widths = [self._stack(run).advance(run.text) * (run.style.font_size or 0.0) for run in chunk.runs]
        spaced = [run.style.letter_spacing * len(run.text) for run in chunk.runs]
        # The space after the last letter of a line is none: it would push centred text aside.
        spaced[-1] -= chunk.runs[-1].style.letter_spacing
        total = sum(widths) + sum(spaced) + sum(run.dx for run in chunk.runs)
        x, y = chunk.x - total * _BEFORE[chunk.anchor], chunk.y
        for run, width, extra in zip(chunk.runs, widths, spaced, strict=True):
            x, y = x + run.dx, y + run.dy
            if run.fill is not None or run.stroke is not None or run.icon:
                self._run(content, run, x, y, opacity)
            x += width + extra

    def _run(self, content: Content, run: Run, x: float, y: float, opacity: float) -> None:
        kept = self._begin(content, run, opacity)
        parts = [f"BT 1 0 0 -1 {number(x)} {number(y)} Tm"]
        for face, part in self._stack(run).runs(run.text):
            font = self._resources.font(face)
            parts.append(f"{content.font(font.name, run.style.font_size or 0.0)}<{font.encode(part)}> Tj")
        content.draw(" ".join([*parts, "ET"]))
        if kept:
            content.restore()

    def _vertical(self, content: Content, chunk: Chunk, opacity: float) -> None:
        lines = [vertical_runs(self._stack(run), run.text) for run in chunk.runs]
        total = -chunk.runs[-1].style.letter_spacing
        for run, pieces in zip(chunk.runs, lines, strict=True):
            total += run.dy + run.style.letter_spacing * len(run.text)
            total += sum(piece.advance for piece in pieces) * (run.style.font_size or 0.0)
        x, y = chunk.x, chunk.y - total * _BEFORE[chunk.anchor]
        for run, pieces in zip(chunk.runs, lines, strict=True):
            x, y = x + run.dx, y + run.dy
            shown = run.fill is not None or run.stroke is not None
            kept = self._begin(content, run, opacity) if shown else False
            for piece in pieces:
                if shown:
                    self._vertical_run(content, run, piece, x, y)
                y += piece.advance * (run.style.font_size or 0.0) + run.style.letter_spacing * len(piece.glyphs)
            if kept:
                content.restore()

    def _vertical_run(self, content: Content, run: Run, piece: VerticalRun, x: float, y: float) -> None:
        size = run.style.font_size or 0.0
        font = self._resources.font(piece.face)
        if piece.upright:
            codes = "".join(font.encode_upright(g.char, g.glyph, g.advance, g.origin) for g in piece.glyphs)
            name, turn = font.vertical_name, "1 0 0 -1"
        else:
            codes, name, turn = font.encode(piece.text), font.name, "0 1 1 0"
            x -= _middle(piece.face) * size
        content.draw(f"BT {turn} {number(x)} {number(y)} Tm {content.font(name, size)}<{codes}> Tj ET")

    def _begin(self, content: Content, run: Run, opacity: float) -> bool:
        """Colours and opacity for a run; returns whether the state was kept and must be restored."""
        style = run.style
        alpha = (
            style.fill_opacity * opacity if run.fill is not None else 1.0,
            style.stroke_opacity * opacity if run.stroke is not None else 1.0,
        )
        mode = 3 if run.icon else 0 if run.stroke is None else 1 if run.fill is None else 2
        dashed = mode and style.stroke_dasharray
        kept = bool(alpha != (1.0, 1.0) or mode or style.letter_spacing or dashed)
        if kept:
            content.save()
        if alpha != (1.0, 1.0):
            content.draw(f"/{self._resources.opacity(*alpha)} gs")
        if run.fill is not None:
            content.fill_colour(run.fill)
        if run.stroke is not None:
            content.stroke_colour(run.stroke)
            content.pen(style)
        if mode:
            content.draw(f"{mode} Tr")
        if style.letter_spacing:
            # Downwards, character spacing counts against the direction of writing (PDF 32000-1, 9.3.2).
            content.draw(f"{fine(-style.letter_spacing if style.vertical else style.letter_spacing)} Tc")
        return kept


_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


def _middle(face: FontFace) -> float:
    """Height in em of the line that turned letters are centred on."""
    return (face.ascent + face.descent) / 2


def _located(error: TemplateError, place: Place, at: int) -> TemplateError:
    first = error.diagnostics[0]
    located = place.error(at, first.code, first.message, first.hint).diagnostics[0]
    kind = MissingGlyphError if isinstance(error, MissingGlyphError) else TemplateError
    return kind(Diagnostic(located.code, located.message, located.location, located.hint))
