"""Ruler on the first sheet, true only if the page was printed unscaled. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import Measure
from pnp.imposition.page import Note, Segment
from pnp.imposition.strip import ASCENT, NOTES_MIN, Strip
from pnp.records import dataclass
from pnp.units import MM_PER_INCH

FIGURE_SIZE = 2.12
"""Font size of the figures, a little over 6 pt: the smallest type on a sheet."""
MIN_CENTIMETRES = 4
"""Least length of a ruler without inches, in centimetres: a shorter one hardly shows that a page was scaled."""
_LINE_OFFSET = 0.1
"""Distance from the side of the strip to the line: half of the line would otherwise lie outside."""
_LOWER_SCALE_DEPTH = 2.6
"""Depth of a scale below its line, figures included."""
_GAP = 6.0
_LINE = 0.1
_FIGURE_CLEARANCE = 0.346
"""Gap between the line and the figures above it."""
_FIGURE_GAP_BELOW = 0.11
"""Gap between the line and the text below it, whose letters could be higher than figures."""
_FIGURE_WIDTH = 3.0
"""Greatest reach of figures from their tick."""


@dataclass(frozen=True, slots=True)
class RulerScale:
    """Unit of length: its name, its size in mm, its parts, the figure per unit, and its greatest count on a ruler."""

    name: str
    step: float
    parts: int
    figure: int
    max_count: int

    @property
    def longest(self) -> float:
        """Length of the longest ruler."""
        return self.step * self.max_count


CENTIMETRES = RulerScale("mm", 10.0, 10, 10, 10)
INCHES = RulerScale("in", MM_PER_INCH, 8, 1, 4)

_Drawing = tuple[tuple[Segment, ...], tuple[Note, ...]]


def ruler(strip: Strip, measure: Measure) -> _Drawing:
    """Return millimetres and inches: on one line if the strip is deep enough, else one after the other.

    The scales are 100 mm and 4 in long if they fit, else as many whole centimetres and inches as fit. Raises
    DefinitionError if not even one of each fits.
    """
    tail = max(measure("100 mm", FIGURE_SIZE), measure("4 in", FIGURE_SIZE)) + 1.0
    if strip.depth >= NOTES_MIN + _LOWER_SCALE_DEPTH:
        counts = _unit_counts(strip.length - tail, strip.length - tail)
        if counts:
            return _join(
                _scale(strip, CENTIMETRES, counts[0], 0.0, _LOWER_SCALE_DEPTH, up=True),
                _scale(strip, INCHES, counts[1], 0.0, _LOWER_SCALE_DEPTH, up=False),
            )
    counts = _side_by_side(strip.length - 2 * tail - _GAP)
    if not counts:
        raise DefinitionError(
            Diagnostic(
                "no-ruler",
                f"a margin of {strip.length:g} mm is too short for a ruler",
                hint="choose a larger paper or leave out the ruler",
            )
        )
    start = counts[0] * CENTIMETRES.step + tail + _GAP
    return _join(
        _scale(strip, CENTIMETRES, counts[0], 0.0, _LINE_OFFSET, up=True),
        _scale(strip, INCHES, counts[1], start, _LINE_OFFSET, up=True),
    )


def plain_ruler(strip: Strip, measure: Measure) -> _Drawing | None:
    """Return a scale of as many whole centimetres as fit, up to ten; None for fewer than ``MIN_CENTIMETRES``."""
    count = min(CENTIMETRES.max_count, int((strip.length - measure("100 mm", FIGURE_SIZE) - 1.0) / CENTIMETRES.step))
    return _scale(strip, CENTIMETRES, count, 0.0, _LINE_OFFSET, up=True) if count >= MIN_CENTIMETRES else None


def _unit_counts(millimetres: float, inches: float) -> tuple[int, int] | None:
    counts = (
        min(CENTIMETRES.max_count, int(millimetres / CENTIMETRES.step)),
        min(INCHES.max_count, int(inches / INCHES.step)),
    )
    return counts if min(counts) >= 1 else None


def _side_by_side(length: float) -> tuple[int, int] | None:
    for inches in range(INCHES.max_count, 0, -1):
        counts = _unit_counts(length - inches * INCHES.step, inches * INCHES.step + 1e-9)
        if counts and counts[0] * CENTIMETRES.step >= (inches - 0.5) * INCHES.step:
            return counts
    return None


def _scale(strip: Strip, scale: RulerScale, count: int, start: float, across: float, *, up: bool) -> _Drawing:
    sign = 1.0 if up else -1.0
    # Figures end level with long ticks, on either side of the line, and the boxes of text stand clear of each other.
    foot = across + (_FIGURE_CLEARANCE if up else -_FIGURE_GAP_BELOW - ASCENT * FIGURE_SIZE)
    segments = [strip.line((start, across), (start + count * scale.step, across), _LINE)]
    for along, height in _ticks(scale, count):
        segments.append(strip.line((start + along, across), (start + along, across + sign * height), _LINE))
    notes = [
        strip.text(_figure(scale, number, count), start + number * scale.step + 0.35, foot, FIGURE_SIZE)
        for number in range(1, count + 1)
    ]
    return tuple(segments), tuple(notes)


def _ticks(scale: RulerScale, count: int) -> Iterator[tuple[float, float]]:
    for part in range(count * scale.parts + 1):
        along = part * scale.step / scale.parts
        if part % scale.parts == 0:
            yield along, 2.0
        elif 2 * part % scale.parts == 0:
            yield along, 0.95
        else:
            figure_above = part > scale.parts and along % scale.step < _FIGURE_WIDTH
            yield along, _FIGURE_CLEARANCE - 0.1 if figure_above else 0.6


def _figure(scale: RulerScale, number: int, count: int) -> str:
    return f"{number * scale.figure} {scale.name}" if number == count else f"{number * scale.figure}"


def _join(first: _Drawing, second: _Drawing) -> _Drawing:
    return first[0] + second[0], first[1] + second[1]
