"""Correction of a printer, computed from the figures read off a calibration sheet. All lengths in mm.

At a point q of the back page, from its middle, let the printer put the back beside the front by D(q) = d + Eq. A line
of the front, which is printed s times as far from the middle as it should be, meets that line of the back whose figure
u tells D(q) = -s u, on either axis. A scale tells u except for whole pitches. The cross tells u in the middle of the
page to half a millimetre, and so how many pitches to add. All figures together give d and E by least squares; E shows a
turn and a scale in either direction. The matrix (S + E)⁻¹, with the offset -d before it, then puts a back behind a
front whose scale is corrected.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Literal

from pnp.calibration.verniers import CROSS, MIDDLE, PITCH, Vernier, rulers, verniers
from pnp.diagnostics import Diagnostic, PnpError
from pnp.imposition.correction import Correction
from pnp.records import dataclass
from pnp.units import Size

SHEET_MARGIN = 5.0
"""The margin of the calibration sheet. It is fixed: its scales must not depend on what is still to be measured."""
FITS = 0.03
"""Figures are read to a tenth. A model whose residual is no larger than this needs no further unknowns. A model that
merely stays within half a tenth may hide a scale, which grows towards the edges of the paper."""
CONTRADICTION = 0.3
"""A larger residual of the best shift, turn and scale means that the figures are misread, or not all of one sheet."""
CROSS_CONTRADICTION = 1.0
"""The cross is read to half a millimetre. If scales put the middle farther away than this, they are misread, or the
cross is."""
NEIGHBOUR = 1.7
"""The farthest that a scale may be from the cross, by a turn, a scale and a misread cross. Beyond that, two
neighbouring pitches are equally likely."""
MOST_OWN_SCALE = 1.0
"""In per cent. Backs differ from fronts by the shrinking of paper between them, which is less."""
_FAR = 100.0
"""The unit of distances, so that all unknowns are lengths near a corner of the page."""
_SINGULAR = 1e-3
_READING = re.compile(r"([A-Za-z])\s*+[=:]?+\s*+([+\-−–]?)\s*+([0-9]+(?:[.,][0-9]+)?)\s*+(?:mm)?+\s*+[,;]?+\s*+")
_SHAPE = 'write the cross and the scales, each letter with its figure: --read "X10.5 Y9.5 A0.3 B0.2 C3.9 …"'

Model = Literal["offset", "offset and turn", "offset, turn and scale"]
_MODELS: tuple[tuple[Model, tuple[int, ...]], ...] = (
    ("offset", (0, 1)),
    ("offset and turn", (0, 1, 2)),
    ("offset, turn and scale", (0, 1, 2, 3, 4)),
)
"""The unknowns of each model. In order: d to the right, d upwards, turn, scale to the right, scale upwards."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Correction of a printer, the model that explains the figures, and its residual."""

    correction: Correction
    model: Model
    residual: float
    """The difference of the worst figure from the model, in mm."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """Names of an axis for messages.

    ``letter`` is the coordinate of the cross, ``line`` the line of the front that is read on it, ``scales`` its scales,
    and ``way`` the way in which they tell backs to go.
    """

    letter: str
    line: str
    scales: str
    way: str


_AXES = (
    _Axis("X", "the line of the front from top to bottom", "A to D", "to the right"),
    _Axis("Y", "the line of the front from left to right", "E to H", "up"),
)


@dataclass(frozen=True, slots=True)
class _Equation:
    """Linear equation of one figure.

    ``axis`` is 0 or 1, ``factors`` are those of the five unknowns, ``value`` is their sum except for whole pitches, and
    ``pitch`` is the length of a pitch in this unit.
    """

    letter: str
    axis: int
    factors: tuple[float, ...]
    value: float
    pitch: float

    def with_pitches_near(self, value: float) -> _Equation:
        """Return the equation with the number of pitches added that brings it next to a value."""
        return replace(self, value=self.value + self.pitch * round((value - self.value) / self.pitch))


def parse_readings(text: str) -> dict[str, float]:
    """Parse the figures by letter.

    >>> parse_readings("X12.5 y 9; A0.3 B0,2 c = 3.9mm")
    {'X': 12.5, 'Y': 9.0, 'A': 0.3, 'B': 0.2, 'C': 3.9}

    Raises PnpError for anything else, for a letter that comes twice, and for a figure with a sign.
    """
    readings: dict[str, float] = {}
    position = 0
    text = text.strip()
    while position < len(text):
        match = _READING.match(text, position)
        if match is None:
            raise _bad_readings(f"{text[position : position + 20]!r} is no letter with its figure")
        letter = match[1].upper()
        if letter in readings:
            raise _bad_readings(f"there are two figures for {letter}")
        if match[2]:
            message = f"{match[0].strip(' ,;')!r} has a sign, and no figure of the sheet has one"
            raise _bad_readings(
                message, "write figures as they stand on the sheet; if it has rows of − and +, print a new one"
            )
        readings[letter] = float(match[3].replace(",", "."))
        position = match.end()
    if not readings:
        raise _bad_readings("there are no figures")
    return readings


def scales_of(paper: Size) -> dict[str, Vernier]:
    """Return the scales of the calibration sheet by letter. Raises DefinitionError if a paper has no room for them."""
    return {scale.letter: scale for scale in verniers(paper, SHEET_MARGIN)}


def front_scale(paper: Size, across: float | None, down: float | None) -> tuple[float, float]:
    """Return the factors that make the two lines of the sheet as long as they are meant.

    ``across`` and ``down`` are their lengths by the user's own ruler.
    """
    nominal_lengths = rulers(paper, SHEET_MARGIN)
    horizontal, vertical = (
        1.0 if measured_length is None or measured_length <= 0 else nominal / measured_length
        for measured_length, nominal in zip((across, down), nominal_lengths, strict=True)
    )
    return horizontal, vertical


def solve_readings(
    readings: Mapping[str, float],
    paper: Size,
    scale: tuple[float, float] = (1.0, 1.0),
    printed_with: tuple[float, float] = (0.0, 0.0),
) -> CalibrationResult:
    """Return the correction of the printer, from the figures by letter.

    ``scale`` is as ``front_scale`` gives it. ``printed_with`` is the offset with which the sheet was printed.

    The simplest model is taken that fits all figures. Raises PnpError if the cross is missing, for figures that scales
    do not have, for too few figures, for figures that contradict each other or the cross, and for a turn or a scale
    that cannot be corrected.
    """
    scales = scales_of(paper)
    known = [axis.letter for axis in _AXES] + list(scales)
    for letter in readings:
        if letter not in known:
            raise _bad_readings(f"there is no scale {letter}: they are called {', '.join(known)}")
    middle = _cross_offset(readings, scale, printed_with)
    equations = [
        equation.with_pitches_near(middle[equation.axis])
        for equation in _equations(readings, scales, paper, scale, printed_with)
    ]
    for axis in (0, 1):
        _check_neighbours(axis, readings, [equation for equation in equations if equation.axis == axis], middle[axis])
    model, unknowns, residual = _best_model(equations)
    if residual > CONTRADICTION:
        raise _misread_cross(readings, equations, middle) or _contradiction(equations)
    for axis in (0, 1):
        if abs(unknowns[axis] - middle[axis]) > CROSS_CONTRADICTION:
            raise _cross_contradiction(axis, readings, equations, middle[axis])
    return CalibrationResult(_correction(unknowns, scale), model, residual)


_PRINT_AGAIN = "print the sheet at 100 % (actual size), see that the paper lies straight in its tray, and read it again"


def _correction(unknowns: Sequence[float], scale: tuple[float, float]) -> Correction:
    """Return the correction that undoes the errors. Raises PnpError for a turn or a scale that cannot be corrected."""
    right, up, turn, wider, higher = unknowns
    a, b, t = 1 / scale[0] + wider / _FAR, 1 / scale[1] + higher / _FAR, turn / _FAR
    area = a * b + t * t
    try:
        correction = Correction.from_back_matrix((b / area, a / area, -t / area), (0.0 - right, 0.0 - up), scale)
    except ValueError as error:
        raise PnpError(Diagnostic("out-of-range", f"--read: {error}", hint=_PRINT_AGAIN)) from error
    for back, front in zip(correction.back_scale, scale, strict=True):
        if abs(back / front - 1) > MOST_OWN_SCALE / 100:
            message = f"backs are printed at {100 * front / back:.1f} % of fronts, more than {MOST_OWN_SCALE:g} % off"
            hint = "print both sides in one job at 100 % (actual size), on dry paper, and read the sheet again"
            raise PnpError(Diagnostic("out-of-range", f"--read: {message}", hint=hint))
    return correction


def _cross_offset(
    readings: Mapping[str, float], scale: tuple[float, float], printed_with: tuple[float, float]
) -> tuple[float, float]:
    """Return the offset of the back in the middle of the page, as the cross shows it.

    Raises PnpError if a coordinate is missing, or lies beyond the ends of its scale.
    """
    missing = [axis.letter for axis in _AXES if axis.letter not in readings]
    if missing:
        names = " and ".join(missing)
        message = f"{names} of the cross in the middle of the sheet {'is' if len(missing) == 1 else 'are'} missing"
        raise _bad_readings(f"{message}: scales alone read the same for a back that is {PITCH:g} mm farther off")
    for axis in _AXES:
        figure = readings[axis.letter]
        if not 0 <= figure <= CROSS:
            hint = f"where {axis.line} lies beyond the scale, lay the paper straight and print the sheet again"
            raise _bad_readings(f"scale {axis.letter} goes from 0 to {CROSS:g}, and not to {figure:g}", hint)
    right, up = (
        (MIDDLE - readings[axis.letter] - printed_with[index]) / scale[index] for index, axis in enumerate(_AXES)
    )
    return right, up


def _equations(
    readings: Mapping[str, float],
    scales: Mapping[str, Vernier],
    paper: Size,
    scale: tuple[float, float],
    printed_with: tuple[float, float],
) -> list[_Equation]:
    equations = []
    for letter, figure in sorted(readings.items()):
        if letter not in scales:
            continue
        vernier = scales[letter]
        try:
            (x, y), offset = vernier.at(figure), vernier.value(figure)
        except ValueError as error:
            raise _bad_readings(str(error)) from error
        x, y = x - paper.width / 2 + printed_with[0], y - paper.height / 2 + printed_with[1]
        axis = 0 if vernier.axis == "x" else 1
        factors = (1.0, 0.0, -y / _FAR, x / _FAR, 0.0) if axis == 0 else (0.0, 1.0, x / _FAR, 0.0, y / _FAR)
        displacement = (offset + printed_with[axis]) / scale[axis]
        equations.append(_Equation(letter, axis, factors, -displacement, PITCH / scale[axis]))
    for index, names in enumerate(_AXES):
        if not any(equation.axis == index for equation in equations):
            raise _bad_readings(
                f"none of the figures is one of {names.scales}, which tell how far backs go {names.way}"
            )
    return equations


def _check_neighbours(axis: int, readings: Mapping[str, float], equations: Sequence[_Equation], middle: float) -> None:
    """Raise PnpError for scales so far from the cross that the next pitch might be meant."""
    distances = {equation.letter: abs(equation.value - middle) for equation in equations}
    worst = max(distances, key=lambda letter: distances[letter])
    if distances[worst] <= NEIGHBOUR:
        return
    if median(distances.values()) > CROSS_CONTRADICTION:
        raise _cross_contradiction(axis, readings, equations, middle)
    message = f"{worst}, {readings[worst]:g}, contradicts the cross and the other scales"
    raise PnpError(Diagnostic("contradiction", f"--read: {message}", hint=f"read {worst} again, or leave it out"))


def _best_model(equations: Sequence[_Equation]) -> tuple[Model, tuple[float, ...], float]:
    """Return the model that explains the equations, the five unknowns, and the residual of the worst equation.

    The model is the first that fits, else the last that the equations determine. A turn or a scale that shows on one
    side of the middle alone would move the middle, so it explains nothing.
    """
    best: tuple[Model, tuple[float, ...], float] = ("offset", (0.0,) * 5, float("inf"))
    for model, free in _MODELS:
        unknowns = _least_squares(equations, free) if _show_on_both_sides(equations, free[2:]) else None
        if unknowns is None:
            continue
        residual = max(abs(_evaluate(equation, unknowns) - equation.value) for equation in equations)
        best = (model, unknowns, residual)
        if residual <= FITS:
            break
    return best


def _show_on_both_sides(equations: Sequence[_Equation], unknowns: Sequence[int]) -> bool:
    """Check that each of these unknowns, a turn or scales, shows on both sides of the middle on one of the axes."""
    return all(
        any(
            {equation.factors[index] > 0 for equation in equations if equation.axis == axis} == {True, False}
            for axis in (0, 1)
        )
        for index in unknowns
    )


def _evaluate(equation: _Equation, unknowns: Sequence[float]) -> float:
    return sum(factor * unknown for factor, unknown in zip(equation.factors, unknowns, strict=True))


def _least_squares(equations: Sequence[_Equation], free: Sequence[int]) -> tuple[float, ...] | None:
    """Return all five unknowns, with zero for those that are not ``free``; None if the equations do not determine them.

    Normal equations are solved by elimination with the largest pivot: there are five unknowns at most, of one
    magnitude.
    """
    rows = [
        [sum(equation.factors[i] * equation.factors[j] for equation in equations) for j in free]
        + [sum(equation.factors[i] * equation.value for equation in equations)]
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
                rows[row] = [
                    entry - factor * pivot_value for entry, pivot_value in zip(rows[row], rows[column], strict=True)
                ]
    unknowns = [0.0] * 5
    for row, index in enumerate(free):
        unknowns[index] = rows[row][count] / rows[row][row]
    return tuple(unknowns)


def _misread_cross(
    readings: Mapping[str, float], equations: Sequence[_Equation], middle: tuple[float, float]
) -> PnpError | None:
    """Return the error of a coordinate of the cross that is off by about half a pitch, None if neither is.

    Some scales were then read near it, others a pitch away, and all agree once they are read near another middle.
    """
    for axis, half_pitch in itertools.product((0, 1), (-PITCH / 2, PITCH / 2)):
        shifted = [
            equation.with_pitches_near(middle[axis] + half_pitch) if equation.axis == axis else equation
            for equation in equations
        ]
        if shifted != equations and _best_model(shifted)[2] <= CONTRADICTION:
            return _cross_contradiction(axis, readings, shifted, middle[axis])
    return None


def _contradiction(equations: Sequence[_Equation]) -> PnpError:
    """Return the error that names the figure without which the others agree best, and what they make of it."""
    without = {left: _best_model([other for other in equations if other is not left]) for left in equations}
    suspect = min(equations, key=lambda equation: without[equation][2])
    _, unknowns, residual = without[suspect]
    message = "the figures contradict each other: no shift, turn and scale explains them all"
    hint = "read them again"
    if residual <= CONTRADICTION / 2:
        difference = suspect.value - _evaluate(suspect, unknowns)
        message += f"; the others agree without {suspect.letter}, which is off by {abs(difference):.1f} mm"
        hint = f"read {suspect.letter} again, or leave it out"
    return PnpError(Diagnostic("contradiction", f"--read: {message}", hint=hint))


def _cross_contradiction(
    index: int, readings: Mapping[str, float], equations: Sequence[_Equation], middle: float
) -> PnpError:
    """Return the error of a coordinate of the cross against the scales of its axis, with what they make of it."""
    axis, own = _AXES[index], [equation for equation in equations if equation.axis == index]
    figure, letters = readings[axis.letter], [equation.letter for equation in own]
    scales = letters[0] if len(letters) == 1 else f"{', '.join(letters[:-1])} and {letters[-1]}"
    # The mean is taken on a circle, a pitch long, from the cross: scales may lie on either side of half a pitch.
    angles = [2 * math.pi * (middle - equation.value) / equation.pitch for equation in own]
    mean = math.atan2(sum(map(math.sin, angles)), sum(map(math.cos, angles))) / (2 * math.pi) * PITCH
    likely = sorted({figure + mean, figure + mean - math.copysign(PITCH, mean)})
    expected = " or ".join(f"{coordinate:.1f}" for coordinate in likely if 0 <= coordinate <= CROSS)
    message = f"{axis.letter} contradicts {scales}: by them it is near {expected}, and not {figure:g}"
    hint = f"read {axis.letter} again, where {axis.line} crosses that scale; then {scales}"
    return PnpError(Diagnostic("contradiction", f"--read: {message}", hint=hint))


def _bad_readings(message: str, hint: str = _SHAPE) -> PnpError:
    return PnpError(Diagnostic("bad-readings", f"--read: {message}", hint=hint))
