"""What the lines of nets mean, once on every sheet that has nets: samples of the lines with words. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.imposition.options import FoldWords, Measure
from pnp.imposition.page import Note, Segment
from pnp.imposition.strip import ASCENT, DESCENT, Strip

SIZES = (2.5, 2.3, 2.12)
"""The sizes of the words, from the one that is liked down to the floor, 6 pt."""
_SAMPLES = (11.0, 8.5, 6.5)
_AFTER_SAMPLE, _APART, _FROM_LABEL = 0.9, 3.0, 6.0
_CUT, _FOLD = 0.35, 0.25
_MOUNTAIN = (3.0, 0.9, 0.35, 0.9)
_VALLEY = (1.6, 1.1)
_MIDDLE = 0.36
"""How far the middle of small letters is above the baseline, as a share of their size."""


def fold_signs(
    strip: Strip, words: FoldWords, measure: Measure, taken: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]] | None:
    """The signs and their words at the end of ``strip``, of which ``taken`` mm at the beginning hold the label.

    None where they have no room even at their smallest.
    """
    free = strip.length - (taken + _FROM_LABEL if taken else 0.0)
    told = (words.cut, words.mountain, words.valley, words.glue)
    for size in SIZES:
        if size * (ASCENT + DESCENT) > strip.depth + 1e-6:
            continue
        for sample in _SAMPLES:
            widths = [sample + _AFTER_SAMPLE + measure(word, size) for word in told]
            if sum(widths) + _APART * (len(told) - 1) <= free:
                return _drawn(strip, told, widths, sample, size)
    return None


def _drawn(
    strip: Strip, told: tuple[str, ...], widths: list[float], sample: float, size: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    segments: list[Segment] = []
    notes: list[Note] = []
    base = DESCENT * size
    middle = base + _MIDDLE * size
    at = strip.length - sum(widths) - _APART * (len(told) - 1)
    for kind, (word, wide) in enumerate(zip(told, widths, strict=True)):
        segments += _sign(strip, kind, at, middle, sample, size)
        notes.append(strip.text(word, at + sample + _AFTER_SAMPLE, base, size))
        at += wide + _APART
    return tuple(segments), tuple(notes)


def _sign(strip: Strip, kind: int, at: float, middle: float, length: float, size: float) -> Iterator[Segment]:
    if kind == 0:
        yield strip.line((at, middle), (at + length, middle), _CUT)
    elif kind < 3:
        dashes = _MOUNTAIN if kind == 1 else _VALLEY
        period = sum(dashes)
        # Dashes are stretched a little, so that a sample begins and ends with a whole one.
        stretch = length / (max(1, round((length - dashes[0]) / period)) * period + dashes[0])
        along, place = 0.0, 0
        while along < length - 1e-6:
            dash = dashes[place % len(dashes)] * stretch
            if place % 2 == 0:
                yield strip.line((at + along, middle), (at + min(length, along + dash), middle), _FOLD)
            along, place = along + dash, place + 1
    else:
        half, slant = 0.42 * size, 0.5 * size
        corners = (
            (at, middle - half),
            (at + length, middle - half),
            (at + length - slant, middle + half),
            (at + slant, middle + half),
        )
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield strip.line(start, end, _CUT)
