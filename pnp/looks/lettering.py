"""The type of a face: how large it is, and whether it can be seen on what lies beneath it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Chunk, TextRun
from pnp.cardsvg.values import apply
from pnp.fonts import FontBook
from pnp.looks.inks import mixed
from pnp.looks.outlines import Point
from pnp.looks.painted import PaintedFace, PaintedText
from pnp.records import dataclass
from pnp.rendering.graphics.colour import contrast, hex_of
from pnp.units import PT_PER_MM

SEEN = 1.5
"""The least contrast (WCAG 2.2) of words with their ground: with less they are overlooked, by any eyes. Small ones need
4.5 to be read well."""
_PLACES = (0.1, 0.3, 0.5, 0.7, 0.9)
_X_HEIGHT = 0.3
"""How high over its base line the middle of a letter lies, in em."""


@dataclass(frozen=True, slots=True)
class SizedText:
    """Words, and how large they are set on the face, in pt."""

    text: str
    size: float


@dataclass(frozen=True, slots=True)
class LowContrastText:
    """Words that can hardly be seen: their ink, that of the ground, and the contrast of the two."""

    text: str
    ink: str
    ground: str
    contrast: float


def sizes_of_type(painted: PaintedFace) -> Iterator[SizedText]:
    """All words of a face with their sizes, but for readings over words."""
    for lettered, run in _runs(painted):
        if run.text.strip():
            _, _, c, d, *_ = lettered.matrix
            yield SizedText(run.text.strip(), (run.style.font_size or 0.0) * math.hypot(c, d) * PT_PER_MM)


def _runs(painted: PaintedFace) -> Iterator[tuple[PaintedText, TextRun]]:
    for lettered in painted.texts:
        if lettered.text.ruby is None:
            for chunk in lettered.text.chunks:
                yield from ((lettered, run) for run in chunk.runs if run.fill is not None or run.stroke is not None)


def unseen(painted: PaintedFace, fonts: FontBook) -> Iterator[LowContrastText]:
    """The words whose ink is hardly another than that of most of the ground beneath them."""
    for lettered in painted.texts:
        for chunk in lettered.text.chunks:
            for run, points in places(chunk, fonts, lettered.text.vertical):
                if run.fill is not None and run.text.strip():
                    grounds = [
                        painted.colour_at(*apply(lettered.matrix, *point), before=lettered.before) for point in points
                    ]
                    found = _lost(run, run.fill, lettered.opacity, grounds)
                    if found is not None:
                        yield found


def _lost(run: TextRun, fill: Rgb, opacity: float, grounds: list[Rgb | None]) -> LowContrastText | None:
    """Words that can hardly be seen on most of the places looked at."""
    low: list[tuple[float, str, str]] = []
    for ground in grounds:
        if ground is None:
            continue
        inks = [mixed(ground, fill, opacity * run.style.fill_opacity)]
        if run.stroke is not None:
            inks.append(mixed(ground, run.stroke, opacity * run.style.stroke_opacity))
        beneath = _hex(ground)
        best, ink = max((contrast(_hex(ink), beneath), _hex(ink)) for ink in inks)
        if best < SEEN:
            low.append((best, ink, beneath))
    if 2 * len(low) <= len(grounds):
        return None
    best, _, beneath = min(low)
    return LowContrastText(run.text.strip(), _hex(fill), beneath, best)


def _hex(colour: Rgb) -> str:
    return hex_of(*(255 * part for part in colour))


def places(chunk: Chunk, fonts: FontBook, vertical: bool) -> Iterator[tuple[TextRun, list[Point]]]:
    """Some points in the middle of the letters of every run, in the coordinates of its text."""
    widths = [_width(run, fonts, vertical) for run in chunk.runs]
    start = -sum(widths) * {"start": 0.0, "middle": 0.5, "end": 1.0}[chunk.anchor]
    x, y = (chunk.x, chunk.y + start) if vertical else (chunk.x + start, chunk.y)
    for run, width in zip(chunk.runs, widths, strict=True):
        size = run.style.font_size or 0.0
        x, y = x + run.dx, y + run.dy
        if vertical:
            yield run, [(x, y + share * width) for share in _PLACES]
            y += width
        else:
            yield run, [(x + share * width, y - _X_HEIGHT * size) for share in _PLACES]
            x += width


def _width(run: TextRun, fonts: FontBook, vertical: bool) -> float:
    """How long a run is; down a column every character is as high as it is wide."""
    style, size = run.style, run.style.font_size or 0.0
    if vertical:
        return len(run.text) * (size + style.letter_spacing)
    stack = fonts.stack(style.font_family, style.font_weight, style.font_style, style.font_stretch, style.features)
    return stack.width(run.text, size, style.letter_spacing)
