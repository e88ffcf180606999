"""The ruler on the first sheet: what it shows is true only if nothing scaled the page. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import Measure
from pnp.imposition.page import Note, Segment
from pnp.imposition.strip import ASCENT, NOTES_MIN, Strip
from pnp.records import dataclass
from pnp.units import MM_PER_INCH

FIGURE_SIZE = 2.12
"""Six points and a little: nothing on a sheet is smaller."""
FEWEST = 4
"""Centimetres of a ruler that has no inches beside it: on fewer of them a scaled page hardly shows."""
_FOOT = 0.1
"""Between the side of the strip and the line, half of which would else lie outside."""
_HANG = 2.6
"""How far a scale below its line reaches down, figures included."""
_GAP = 6.0
_LINE = 0.1
_CLEAR = 0.346
"""Between the line and the figures above it."""
_BELOW = 0.11
"""Between the line and the text below it, whose letters could be higher than figures."""
_FIGURES = 3.0
"""How far figures reach from their tick, at most."""


@dataclass(frozen=True, slots=True)
class RulerScale:
    """A unit of length: its name, its size in mm, its parts, and how many of it a ruler shows at most."""

    name: str
    step: float
    parts: int
    figure: int
    most: int

    @property
    def longest(self) -> float:
        """The length of the longest ruler."""
        return self.step * self.most


CENTIMETRES = RulerScale("mm", 10.0, 10, 10, 10)
INCHES = RulerScale("in", MM_PER_INCH, 8, 1, 4)

_Drawing = tuple[tuple[Segment, ...], tuple[Note, ...]]


def ruler(strip: Strip, measure: Measure) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Millimetres and inches: on one line where the strip is deep enough, else one after the other.

    100 mm and 4 in where they fit, else as many whole centimetres and inches as do. Raises DefinitionError where not
    even one of each fits.
    """
    tail = max(measure("100 mm", FIGURE_SIZE), measure("4 in", FIGURE_SIZE)) + 1.0
    if strip.depth >= NOTES_MIN + _HANG:
        counts = _counts(strip.length - tail, strip.length - tail)
        if counts:
            return _join(
                _scale(strip, CENTIMETRES, counts[0], 0.0, _HANG, up=True),
                _scale(strip, INCHES, counts[1], 0.0, _HANG, up=False),
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
        _scale(strip, CENTIMETRES, counts[0], 0.0, _FOOT, up=True),
        _scale(strip, INCHES, counts[1], start, _FOOT, up=True),
    )


def plain_ruler(strip: Strip, measure: Measure) -> _Drawing | None:
    """As many whole centimetres as fit, up to ten; None for fewer than ``FEWEST``."""
    count = min(CENTIMETRES.most, int((strip.length - measure("100 mm", FIGURE_SIZE) - 1.0) / CENTIMETRES.step))
    return _scale(strip, CENTIMETRES, count, 0.0, _FOOT, up=True) if count >= FEWEST else None


def _counts(millimetres: float, inches: float) -> tuple[int, int] | None:
    found = (min(CENTIMETRES.most, int(millimetres / CENTIMETRES.step)), min(INCHES.most, int(inches / INCHES.step)))
    return found if min(found) >= 1 else None


def _side_by_side(length: float) -> tuple[int, int] | None:
    for inches in range(INCHES.most, 0, -1):
        counts = _counts(length - inches * INCHES.step, inches * INCHES.step + 1e-9)
        if counts and counts[0] * CENTIMETRES.step >= (inches - 0.5) * INCHES.step:
            return counts
    return None


def _scale(
    strip: Strip, scale: RulerScale, count: int, start: float, across: float, *, up: bool
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    sign = 1.0 if up else -1.0
    # Figures end where long ticks end, on either side of the line, and the boxes of text stand clear of each other.
    foot = across + (_CLEAR if up else -_BELOW - ASCENT * FIGURE_SIZE)
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
            figure_above = part > scale.parts and along % scale.step < _FIGURES
            yield along, _CLEAR - 0.1 if figure_above else 0.6


def _figure(scale: RulerScale, number: int, count: int) -> str:
    return f"{number * scale.figure} {scale.name}" if number == count else f"{number * scale.figure}"


def _join(first: _Drawing, second: _Drawing) -> _Drawing:
    return first[0] + second[0], first[1] + second[1]
