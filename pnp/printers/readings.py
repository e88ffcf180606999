"""From what is read off a calibration sheet to what mends the printer. All lengths in mm.

At a point q of the back page, from its middle, let the printer put the back beside the front by D(q) = d + Eq. A line
of the front, which is printed s times as far from the middle as it should be, meets that line of the back whose figure
u tells D(q) = -s u, on either axis. All figures together tell d and E, in which a turn and a scale in either direction
show, by least squares. The matrix (S + E)⁻¹, with the offset -d before it, then puts a back behind a front whose scale
is mended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pnp.diagnostics import Diagnostic, PnpError
from pnp.imposition.correction import Correction
from pnp.imposition.verniers import Vernier, rulers, verniers
from pnp.records import dataclass
from pnp.units import Size

SHEET_MARGIN = 5.0
"""Of the calibration sheet: where its scales stand must not depend on what is still to be measured."""
FITS = 0.03
"""Figures are read to a tenth. An explanation that differs from none by more than so little needs nothing added; one
that merely stays within half a tenth may hide a scale, which grows towards the edges of the paper."""
CONTRADICTION = 0.3
"""Figures that no shift, turn and scale fits any better than that are not all of one sheet, or misread."""
_FAR = 100.0
"""Distances are counted in this, so that all unknowns are lengths near a corner of the page."""
_SINGULAR = 1e-3
_READING = re.compile(r"([A-Za-z])\s*[=:]?\s*([+\-−–]?\s*[0-9]+(?:[.,][0-9]+)?)\s*(?:mm)?\s*[,;]?\s*")
_SHAPE = 'write the letters of the scales, each with its figure: --read "A+0.3 B+0.2 C-0.1 …"'

Told = Literal["offset", "offset and turn", "offset, turn and scale"]
_MODELS: tuple[tuple[Told, tuple[int, ...]], ...] = (
    ("offset", (0, 1)),
    ("offset and turn", (0, 1, 2)),
    ("offset, turn and scale", (0, 1, 2, 3, 4)),
)
"""Which unknowns there are: d to the right, d upwards, turn, scale to the right, scale upwards."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found: the correction, what the figures told, and by how much the worst of them differs from it."""

    correction: Correction
    told: Told
    off: float


@dataclass(frozen=True, slots=True)
class _Equation:
    """One figure: its factors of the five unknowns, and what they come to."""

    letter: str
    factors: tuple[float, ...]
    value: float


def parse_readings(text: str) -> dict[str, float]:
    """The figures by letter.

    >>> parse_readings("A+0.3 B0,2 c = -0.1")
    {'A': 0.3, 'B': 0.2, 'C': -0.1}

    Raises PnpError for anything else, and for a letter that comes twice.
    """
    found: dict[str, float] = {}
    at = 0
    text = text.strip()
    while at < len(text):
        match = _READING.match(text, at)
        if match is None:
            raise _wrong(f"{text[at : at + 20]!r} is no letter with its figure")
        letter = match[1].upper()
        if letter in found:
            raise _wrong(f"there are two figures for {letter}")
        number = re.sub(r"\s", "", match[2]).replace(",", ".").replace("−", "-").replace("–", "-")
        found[letter] = float(number)
        at = match.end()
    if not found:
        raise _wrong("there are no figures")
    return found


def scales_of(paper: Size) -> dict[str, Vernier]:
    """The scales of the calibration sheet by letter. Raises DefinitionError for a paper without room for them."""
    return {scale.letter: scale for scale in verniers(paper, SHEET_MARGIN)}


def front_scale(paper: Size, across: float | None, down: float | None) -> tuple[float, float]:
    """The factors that make the two lines of the sheet as long as they are meant, from what an own ruler says."""
    meant = rulers(paper, SHEET_MARGIN)
    first, second = (
        1.0 if own is None or own <= 0 else length / own for own, length in zip((across, down), meant, strict=True)
    )
    return first, second


def measured(
    readings: Mapping[str, float],
    paper: Size,
    scale: tuple[float, float] = (1.0, 1.0),
    printed_with: tuple[float, float] = (0.0, 0.0),
) -> Measured:
    """What mends the printer, from the figures by letter; ``scale`` as ``front_scale`` gives it, ``printed_with`` the
    offset with which the sheet was printed.

    The simplest explanation is taken that fits all figures. Raises PnpError for figures that scales do not have, too
    few of them, figures that contradict each other, and a turn or a scale beyond what can be mended.
    """
    equations = _equations(readings, paper, scale, printed_with)
    told, unknowns, off = _explained(equations)
    if off > CONTRADICTION:
        raise _contradiction(equations)
    right, up, turn, wider, higher = unknowns
    a, b, t = 1 / scale[0] + wider / _FAR, 1 / scale[1] + higher / _FAR, turn / _FAR
    area = a * b + t * t
    try:
        correction = Correction.of_back((b / area, a / area, -t / area), (0.0 - right, 0.0 - up), scale)
    except ValueError as error:
        raise PnpError(Diagnostic("out-of-range", f"--read: {error}", hint=_AGAIN)) from error
    return Measured(correction, told, off)


_AGAIN = "print the sheet at 100 % (actual size), see that the paper lies straight in its tray, and read it again"


def _equations(
    readings: Mapping[str, float], paper: Size, scale: tuple[float, float], printed_with: tuple[float, float]
) -> list[_Equation]:
    scales = scales_of(paper)
    found = []
    for letter, value in sorted(readings.items()):
        if letter not in scales:
            raise _wrong(f"there is no scale {letter}: they are called {', '.join(scales)}")
        vernier = scales[letter]
        try:
            x, y = vernier.at(value)
        except ValueError as error:
            raise _wrong(str(error)) from error
        x, y = x - paper.width / 2 + printed_with[0], y - paper.height / 2 + printed_with[1]
        if vernier.axis == "x":
            factors, moved = (1.0, 0.0, -y / _FAR, x / _FAR, 0.0), (value + printed_with[0]) / scale[0]
        else:
            factors, moved = (0.0, 1.0, x / _FAR, 0.0, y / _FAR), (value + printed_with[1]) / scale[1]
        found.append(_Equation(letter, factors, -moved))
    for axis, letters in (("right", "A to D"), ("up", "E to H")):
        if not any(one.factors[axis == "up"] for one in found):
            raise _wrong(f"none of the figures is one of {letters}, which tell how far backs go to the {axis}")
    return found


def _explained(equations: Sequence[_Equation]) -> tuple[Told, tuple[float, ...], float]:
    """What the equations tell, the five unknowns, and how far off the worst equation is: of the first explanation that
    fits, else of the last that they determine."""
    best: tuple[Told, tuple[float, ...], float] = ("offset", (0.0,) * 5, float("inf"))
    for told, free in _MODELS:
        solved = _least_squares(equations, free)
        if solved is None:
            continue
        off = max(abs(_said(one, solved) - one.value) for one in equations)
        best = (told, solved, off)
        if off <= FITS:
            break
    return best


def _said(equation: _Equation, unknowns: Sequence[float]) -> float:
    return sum(factor * unknown for factor, unknown in zip(equation.factors, unknowns, strict=True))


def _least_squares(equations: Sequence[_Equation], free: Sequence[int]) -> tuple[float, ...] | None:
    """All five unknowns, those that are not ``free`` being zero; None where the equations do not determine them.

    Normal equations by elimination with the largest pivot: there are five unknowns at most, of one magnitude.
    """
    rows = [
        [sum(one.factors[i] * one.factors[j] for one in equations) for j in free]
        + [sum(one.factors[i] * one.value for one in equations)]
        for i in free
    ]
    count = len(free)
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < _SINGULAR:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(count):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [value - factor * above for value, above in zip(rows[row], rows[column], strict=True)]
    unknowns = [0.0] * 5
    for place, index in enumerate(free):
        unknowns[index] = rows[place][count] / rows[place][place]
    return tuple(unknowns)


def _contradiction(equations: Sequence[_Equation]) -> PnpError:
    """The figure is named without which the others agree best, and what they make of it."""
    left_out = {one: _explained([other for other in equations if other is not one]) for one in equations}
    suspect = min(equations, key=lambda one: left_out[one][2])
    _, unknowns, off = left_out[suspect]
    message = "the figures contradict each other: no shift, turn and scale explains them all"
    hint = "read them again, with their signs"
    if off <= CONTRADICTION / 2:
        difference = suspect.value - _said(suspect, unknowns)
        message += f"; the others agree without {suspect.letter}, which is off by {abs(difference):.1f} mm"
        hint = f"read {suspect.letter} again, with its sign, or leave it out"
    return PnpError(Diagnostic("contradiction", f"--read: {message}", hint=hint))


def _wrong(message: str) -> PnpError:
    return PnpError(Diagnostic("bad-readings", f"--read: {message}", hint=_SHAPE))
