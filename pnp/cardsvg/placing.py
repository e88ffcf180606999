"""Place the runs of a line of text: one computation for everything that paints text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.cardsvg.nodes import Chunk, Text, TextRun
from pnp.cardsvg.values import Matrix
from pnp.fonts import FontBook, FontFace, FontStack, PlacedGlyph, VerticalRun, vertical_runs
from pnp.records import dataclass

_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class UprightRun:
    """A run that begins at x, y on its baseline, in mm."""

    run: TextRun
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class DownwardRun:
    """A run from top to bottom: its pieces, each with the point in mm where the pen stands before it. Upright pieces
    are centred on x; those that are turned have their baseline there."""

    run: TextRun
    pieces: tuple[tuple[VerticalRun, float, float], ...]


def seen(run: TextRun) -> bool:
    """Return whether a run has ink."""
    return run.fill is not None or run.stroke is not None


def stack_of(run: TextRun, fonts: FontBook) -> FontStack:
    """Return the fonts of a run."""
    style = run.style
    return fonts.stack(style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features)


def measured_runs(chunk: Chunk, fonts: FontBook) -> list[tuple[TextRun, float, float, float]]:
    """Return the runs of a horizontal line with the x of their beginning, their baseline and their width, in mm.

    The width has the space after the last letter, and letters are not shaped: it is a measure, not a place to paint.
    """
    widths = [
        stack_of(run, fonts).width(run.text, run.style.font_size or 0.0, run.style.letter_spacing) for run in chunk.runs
    ]
    across = sum(run.dx + width for run, width in zip(chunk.runs, widths, strict=True))
    x, y = chunk.x - _BEFORE[chunk.anchor] * across, chunk.y
    placed = []
    for run, width in zip(chunk.runs, widths, strict=True):
        x, y = x + run.dx, y + run.dy
        placed.append((run, x, y, width))
        x += width
    return placed


def set_apart(glyphs: Sequence[PlacedGlyph], spacing: float) -> tuple[PlacedGlyph, ...]:
    """Glyphs of letters that are spaced out by ``spacing`` em: marks stay with theirs, though space comes after all."""
    if not spacing or not any(unicodedata.combining(glyph.text[0]) for glyph in glyphs):
        return tuple(glyphs)
    placed: list[PlacedGlyph] = []
    marks = 0
    for glyph in glyphs:
        marks = marks + 1 if unicodedata.combining(glyph.text[0]) else 0
        placed.append(replace(glyph, x=glyph.x - marks * spacing))
    return tuple(placed)


class TextPlacer:
    """Places lines of text in the fonts of a book. Raises TemplateError for what these cannot draw."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts

    def stack(self, run: TextRun) -> FontStack:
        """Return the fonts of a run."""
        return stack_of(run, self._fonts)

    def across(self, chunk: Chunk) -> Iterator[UprightRun]:
        """Yield the runs of a line from left to right."""
        widths = [
            self.stack(run).advance(run.text, run.style.letter_spacing != 0) * (run.style.font_size or 0.0)
            for run in chunk.runs
        ]
        spaced = [run.style.letter_spacing * len(run.text) for run in chunk.runs]
        # The space after the last letter of a line is none: it would push centred text aside.
        spaced[-1] -= chunk.runs[-1].style.letter_spacing
        total = sum(widths) + sum(spaced) + sum(run.dx for run in chunk.runs)
        x, y = chunk.x - total * _BEFORE[chunk.anchor], chunk.y
        for run, width, extra in zip(chunk.runs, widths, spaced, strict=True):
            x, y = x + run.dx, y + run.dy
            yield UprightRun(run, x, y)
            x += width + extra

    def down(self, chunk: Chunk) -> Iterator[DownwardRun]:
        """Yield the runs of a line from top to bottom."""
        lines = [vertical_runs(self.stack(run), run.text) for run in chunk.runs]
        total = -chunk.runs[-1].style.letter_spacing
        for run, pieces in zip(chunk.runs, lines, strict=True):
            total += run.dy + run.style.letter_spacing * len(run.text)
            total += sum(piece.advance for piece in pieces) * (run.style.font_size or 0.0)
        x, y = chunk.x, chunk.y - total * _BEFORE[chunk.anchor]
        for run, pieces in zip(chunk.runs, lines, strict=True):
            size = run.style.font_size or 0.0
            x, y = x + run.dx, y + run.dy
            placed = []
            for piece in pieces:
                placed.append((piece, x if piece.upright else x - _middle(piece.face) * size, y))
                y += piece.advance * size + run.style.letter_spacing * len(piece.glyphs)
            yield DownwardRun(run, tuple(placed))

    def glyphs(self, node: Text, chunk: Chunk) -> Iterator[tuple[TextRun, list[tuple[FontFace, int, Matrix]]]]:
        """Yield the runs of a line that have ink, with their glyphs: each with the map that takes its outline (in em, y
        upwards) to its place."""
        if node.vertical:
            for downward in self.down(chunk):
                if seen(downward.run):
                    yield downward.run, list(_downward_glyphs(downward))
        else:
            for placed in self.across(chunk):
                if seen(placed.run):
                    yield placed.run, list(self._upright_glyphs(placed))

    def _upright_glyphs(self, placed: UprightRun) -> Iterator[tuple[FontFace, int, Matrix]]:
        run, x = placed.run, placed.x
        size = run.style.font_size or 0.0
        stack, spacing = self.stack(run), run.style.letter_spacing
        for face, glyphs in stack.glyphs(run.text, spacing != 0):
            for glyph in set_apart(glyphs, spacing / size) if stack.features else glyphs:
                yield face, glyph.glyph, (size, 0.0, 0.0, -size, x + glyph.x * size, placed.y - glyph.y * size)
                x += glyph.advance * size + spacing * len(glyph.text)


def _downward_glyphs(placed: DownwardRun) -> Iterator[tuple[FontFace, int, Matrix]]:
    size, apart = placed.run.style.font_size or 0.0, placed.run.style.letter_spacing
    for piece, x, start in placed.pieces:
        y = start
        for glyph in piece.glyphs:
            if piece.upright:
                left = x - piece.face.advance(glyph.glyph) / 2 * size
                yield piece.face, glyph.glyph, (size, 0.0, 0.0, -size, left, y + glyph.origin * size)
            else:
                yield piece.face, glyph.glyph, (0.0, size, size, 0.0, x, y)
            y += glyph.advance * size + apart


def _middle(face: FontFace) -> float:
    """Height in em of the line that turned letters are centred on."""
    return (face.ascent + face.descent) / 2
