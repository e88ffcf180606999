"""Measure the type of a face: its size, and its contrast with the ground."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Chunk, TextRun
from pnp.cardsvg.placing import measured_runs
from pnp.cardsvg.values import apply
from pnp.fonts import FontBook
from pnp.looks.inks import mixed
from pnp.looks.outlines import Point
from pnp.looks.painted import PaintedFace, PaintedText
from pnp.records import dataclass
from pnp.rendering.graphics.colour import contrast, hex_of
from pnp.units import PT_PER_MM

SEEN = 2.0
"""Least contrast (WCAG 2.2) of words with their ground; with less, everyone overlooks them. Small words need 4.5 to be
read well."""
_SEEN_LARGE = 1.5
"""The same for large words, which may be an ornament."""
_LARGE = 18.0
"""Least size of large words in pt."""
_SAMPLE_SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
_UNSEEN_POINTS = 2
"""Number of unseen sample points from which words are told. A name without its beginning cannot be read."""
_WORD = 3
"""Fewest letters of words that are told if they are hidden in part. A sign over part of a letter may belong to it."""
_BESIDE = 0.17
"""Distance across a line, in em, at which words are hidden too if they are hidden at all."""
_X_HEIGHT = 0.3
"""Height of the middle of a letter over its baseline, in em."""


@dataclass(frozen=True, slots=True)
class SizedText:
    """Words with their size on the face, in pt, and their offset in its SVG."""

    text: str
    size: float
    at: int


@dataclass(frozen=True, slots=True)
class LowContrastText:
    """Words that can hardly be seen: their ink, that of the ground, and the contrast of the two. ``at`` is their offset
    in the SVG of the face."""

    text: str
    at: int
    ink: str
    ground: str
    contrast: float


def text_sizes(painted: PaintedFace) -> Iterator[SizedText]:
    """Yield all words of a face with their sizes, except ruby."""
    for painted_text, run in _runs(painted):
        if run.text.strip():
            _, _, c, d, *_ = painted_text.matrix
            size = (run.style.font_size or 0.0) * math.hypot(c, d) * PT_PER_MM
            yield SizedText(run.text.strip(), size, painted_text.at(run))


def _runs(painted: PaintedFace) -> Iterator[tuple[PaintedText, TextRun]]:
    for painted_text in painted.texts:
        if painted_text.text.ruby is None:
            for chunk in painted_text.text.chunks:
                yield from ((painted_text, run) for run in chunk.runs if run.fill is not None or run.stroke is not None)


def low_contrast_texts(painted: PaintedFace, fonts: FontBook) -> Iterator[LowContrastText]:
    """Yield the words whose ink hardly differs from the ground beneath a good part of them."""
    for painted_text in painted.texts:
        for chunk in painted_text.text.chunks:
            for run, points in sample_points(chunk, fonts, painted_text.text.vertical):
                if run.fill is not None and run.text.strip():
                    grounds = [
                        painted.colour_at(*apply(painted_text.matrix, *point), before=painted_text.before)
                        for point in points
                    ]
                    low_contrast_text = _low_contrast(painted_text, run, run.fill, grounds)
                    if low_contrast_text is not None:
                        yield low_contrast_text


def hidden_texts(painted: PaintedFace, fonts: FontBook) -> Iterator[tuple[str, int]]:
    """Yield the words that something painted after them hides in good part, with their offset in the SVG."""
    for painted_text in painted.texts:
        for chunk in painted_text.text.chunks:
            for run, points in sample_points(chunk, fonts, painted_text.text.vertical):
                words = run.text.strip()
                if (run.fill is None and run.stroke is None) or not words:
                    continue
                size = run.style.font_size or 0.0
                hidden = sum(_is_hidden(painted, painted_text, point, size * _BESIDE) for point in points)
                least = _UNSEEN_POINTS if len(words) >= _WORD else len(points)
                if hidden >= least:
                    yield words, painted_text.at(run)


def mirrored_texts(painted: PaintedFace) -> Iterator[tuple[str, int]]:
    """Yield the words in mirror writing, with their offset in the SVG. The reflection of words that stand elsewhere is
    meant."""
    words: dict[bool, list[tuple[str, int]]] = {True: [], False: []}
    for text in painted.texts:
        a, b, c, d, *_ = text.matrix
        runs = (run for chunk in text.text.chunks for run in chunk.runs)
        printed = ((run.text.strip(), text.at(run)) for run in runs if run.fill is not None or run.stroke is not None)
        words[a * d < b * c] += [entry for entry in printed if any(map(str.isalnum, entry[0]))]
    straight = {said for said, _ in words[False]}
    yield from (entry for entry in words[True] if entry[0] not in straight)


def _is_hidden(painted: PaintedFace, text: PaintedText, point: Point, step: float) -> bool:
    """Tell whether a point of a text, and one that is ``step`` mm away across its line, lie beneath something opaque. A
    line that strikes words through hides no letter."""
    across = (step, 0.0) if text.text.vertical else (0.0, step)
    hidden = [
        painted.hider(*apply(text.matrix, point[0] + sign * across[0], point[1] + sign * across[1]), text.before)
        for sign in (0, -1, 1)
    ]
    return hidden[0] is not None and (hidden[1] is not None or hidden[2] is not None)


def _low_contrast(text: PaintedText, run: TextRun, fill: Rgb, grounds: list[Rgb | None]) -> LowContrastText | None:
    """Return words that can hardly be seen at ``_UNSEEN_POINTS`` of their sample points."""
    low_contrasts: list[tuple[float, str, str]] = []
    _, _, c, d, *_ = text.matrix
    is_large = (run.style.font_size or 0.0) * math.hypot(c, d) * PT_PER_MM >= _LARGE
    least = _SEEN_LARGE if is_large else SEEN
    for ground in grounds:
        if ground is None:
            continue
        inks = [mixed(ground, fill, text.opacity * run.style.fill_opacity)]
        if run.stroke is not None:
            inks.append(mixed(ground, run.stroke, text.opacity * run.style.stroke_opacity))
        best_contrast, ink = max(_contrast(ink, ground) for ink in inks)
        if best_contrast < least:
            low_contrasts.append((best_contrast, ink, hex_of_rgb(ground)))
    if len(low_contrasts) < _UNSEEN_POINTS:
        return None
    best_contrast, _, ground_hex = min(low_contrasts)
    return LowContrastText(run.text.strip(), text.at(run), hex_of_rgb(fill), ground_hex, best_contrast)


@lru_cache(maxsize=1000)
def _contrast(ink: Rgb, ground: Rgb) -> tuple[float, str]:
    """Return the contrast of two colours, and the first of them in hexadecimal."""
    ink_hex = hex_of_rgb(ink)
    return contrast(ink_hex, hex_of_rgb(ground)), ink_hex


def hex_of_rgb(colour: Rgb) -> str:
    """Return a colour of shares from 0 to 1 in hexadecimal."""
    return hex_of(*(255 * part for part in colour))


def sample_points(chunk: Chunk, fonts: FontBook, vertical: bool) -> Iterator[tuple[TextRun, list[Point]]]:
    """Yield every run with some points in the middle of its letters, in the coordinates of its text."""
    for run, x, y, width in placed_runs(chunk, fonts, vertical):
        if vertical:
            yield run, [(x, y + share * width) for share in _SAMPLE_SHARES]
        else:
            middle = y - _X_HEIGHT * (run.style.font_size or 0.0)
            yield run, [(x + share * width, middle) for share in _SAMPLE_SHARES]


def placed_runs(chunk: Chunk, fonts: FontBook, vertical: bool) -> Iterator[tuple[TextRun, float, float, float]]:
    """Yield every run with the x and y of its beginning, and its length, in the coordinates of its text. In a vertical
    line every character is as high as it is wide."""
    if not vertical:
        yield from measured_runs(chunk, fonts)
        return
    heights = [len(run.text) * ((run.style.font_size or 0.0) + run.style.letter_spacing) for run in chunk.runs]
    x, y = chunk.x, chunk.y - sum(heights) * {"start": 0.0, "middle": 0.5, "end": 1.0}[chunk.anchor]
    for run, height in zip(chunk.runs, heights, strict=True):
        x, y = x + run.dx, y + run.dy
        yield run, x, y, height
        y += height
