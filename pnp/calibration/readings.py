"""Compute the correction of a printer from the figures read off a calibration sheet. All lengths in mm.

At a point q of the back page, from its middle, let the printer put the back beside the front by D(q) = d + Eq. A line
of the front, which is printed s times as far from the middle as it should be, meets that line of the back whose figure
u tells D(q) = -s u, on either axis. A scale tells u but for whole pitches; the cross tells u in the middle of the page
to half a millimetre, and so how many pitches to add. All figures together tell d and E, in which a turn and a scale in
either direction show, by least squares. The matrix (S + E)⁻¹, with the offset -d before it, then puts a back behind a
front whose scale is mended.
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
"""Of the calibration sheet: where its scales stand must not depend on what is still to be measured."""
FITS = 0.03
"""Figures are read to a tenth. An explanation that differs from none by more than so little needs nothing added; one
that merely stays within half a tenth may hide a scale, which grows towards the edges of the paper."""
CONTRADICTION = 0.3
"""Figures that no shift, turn and scale fits any better than that are not all of one sheet, or misread."""
CROSS_CONTRADICTION = 1.0
"""The cross is read to half a millimetre. Scales that tell another middle than that are misread, or it is."""
NEIGHBOUR = 1.7
"""How far a scale may be from the cross, by a turn, a scale and what the cross is misread by: beyond that, two
neighbouring pitches are alike likely."""
MOST_OWN_SCALE = 1.0
"""In per cent: backs differ from fronts by what paper shrinks between them, which is less."""
_FAR = 100.0
"""Distances are counted in this, so that all unknowns are lengths near a corner of the page."""
_SINGULAR = 1e-3
_READING = re.compile(r"([A-Za-z])\s*[=:]?\s*([+\-−–]?)\s*([0-9]+(?:[.,][0-9]+)?)\s*(?:mm)?\s*[,;]?\s*")
_SHAPE = 'write the cross and the scales, each letter with its figure: --read "X10.5 Y9.5 A0.3 B0.2 C3.9 …"'

Told = Literal["offset", "offset and turn", "offset, turn and scale"]
_MODELS: tuple[tuple[Told, tuple[int, ...]], ...] = (
    ("offset", (0, 1)),
    ("offset and turn", (0, 1, 2)),
    ("offset, turn and scale", (0, 1, 2, 3, 4)),
)
"""Which unknowns there are: d to the right, d upwards, turn, scale to the right, scale upwards."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """What was found: the correction, what the figures told, and by how much the worst of them differs from it."""

    correction: Correction
    told: Told
    off: float


@dataclass(frozen=True, slots=True)
class _Axis:
    """What a coordinate of the cross is called, the line of the front that is read on it, its scales, and the way in
    which they tell backs to go."""

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
    """One figure: its axis, 0 or 1, its factors of the five unknowns, what they come to, but for whole pitches, and
    what a pitch is in this unit."""

    letter: str
    axis: int
    factors: tuple[float, ...]
    value: float
    pitch: float

    def near(self, value: float) -> _Equation:
        """The same with as many pitches added as bring it next to a value."""
        return replace(self, value=self.value + self.pitch * round((value - self.value) / self.pitch))


def parse_readings(text: str) -> dict[str, float]:
    """The figures by letter.

    >>> parse_readings("X12.5 y 9; A0.3 B0,2 c = 3.9mm")
    {'X': 12.5, 'Y': 9.0, 'A': 0.3, 'B': 0.2, 'C': 3.9}

    Raises PnpError for anything else, for a letter that comes twice, and for a figure with a sign.
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
        if match[2]:
            message = f"{match[0].strip(' ,;')!r} has a sign, and no figure of the sheet has one"
            raise _wrong(
                message, "write figures as they stand on the sheet; if it has rows of − and +, print a new one"
            )
        found[letter] = float(match[3].replace(",", "."))
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
) -> CalibrationResult:
    """What mends the printer, from the figures by letter; ``scale`` as ``front_scale`` gives it, ``printed_with`` the
    offset with which the sheet was printed.

    The simplest explanation is taken that fits all figures. Raises PnpError where the cross is missing, for figures
    that scales do not have, too few of them, figures that contradict each other or the cross, and a turn or a scale
    beyond what can be mended.
    """
    scales = scales_of(paper)
    known = [axis.letter for axis in _AXES] + list(scales)
    for letter in readings:
        if letter not in known:
            raise _wrong(f"there is no scale {letter}: they are called {', '.join(known)}")
    middle = _cross(readings, scale, printed_with)
    equations = [one.near(middle[one.axis]) for one in _equations(readings, scales, paper, scale, printed_with)]
    for axis in (0, 1):
        _check_neighbours(axis, readings, [one for one in equations if one.axis == axis], middle[axis])
    told, unknowns, off = _explained(equations)
    if off > CONTRADICTION:
        raise _misread_cross(readings, equations, middle) or _contradiction(equations)
    for axis in (0, 1):
        if abs(unknowns[axis] - middle[axis]) > CROSS_CONTRADICTION:
            raise _cross_contradiction(axis, readings, equations, middle[axis])
    return CalibrationResult(_correction(unknowns, scale), told, off)


_AGAIN = "print the sheet at 100 % (actual size), see that the paper lies straight in its tray, and read it again"


def _correction(unknowns: Sequence[float], scale: tuple[float, float]) -> Correction:
    """The correction that undoes what was found. Raises PnpError for a turn or a scale that cannot be mended."""
    right, up, turn, wider, higher = unknowns
    a, b, t = 1 / scale[0] + wider / _FAR, 1 / scale[1] + higher / _FAR, turn / _FAR
    area = a * b + t * t
    try:
        correction = Correction.of_back((b / area, a / area, -t / area), (0.0 - right, 0.0 - up), scale)
    except ValueError as error:
        raise PnpError(Diagnostic("out-of-range", f"--read: {error}", hint=_AGAIN)) from error
    for back, front in zip(correction.back_scale, scale, strict=True):
        if abs(back / front - 1) > MOST_OWN_SCALE / 100:
            message = f"backs are printed at {100 * front / back:.1f} % of fronts, more than {MOST_OWN_SCALE:g} % off"
            hint = "print both sides in one job at 100 % (actual size), on dry paper, and read the sheet again"
            raise PnpError(Diagnostic("out-of-range", f"--read: {message}", hint=hint))
    return correction


def _cross(
    readings: Mapping[str, float], scale: tuple[float, float], printed_with: tuple[float, float]
) -> tuple[float, float]:
    """By how much the cross says that the back is off in the middle of the page. Raises PnpError without a coordinate,
    and for one beyond the ends of its scale."""
    missing = [axis.letter for axis in _AXES if axis.letter not in readings]
    if missing:
        names = " and ".join(missing)
        message = f"{names} of the cross in the middle of the sheet {'is' if len(missing) == 1 else 'are'} missing"
        raise _wrong(f"{message}: scales alone read the same for a back that is {PITCH:g} mm farther off")
    for axis in _AXES:
        figure = readings[axis.letter]
        if not 0 <= figure <= CROSS:
            hint = f"where {axis.line} lies beyond the scale, lay the paper straight and print the sheet again"
            raise _wrong(f"scale {axis.letter} goes from 0 to {CROSS:g}, and not to {figure:g}", hint)
    right, up = (
        (MIDDLE - readings[axis.letter] - printed_with[place]) / scale[place] for place, axis in enumerate(_AXES)
    )
    return right, up


def _equations(
    readings: Mapping[str, float],
    scales: Mapping[str, Vernier],
    paper: Size,
    scale: tuple[float, float],
    printed_with: tuple[float, float],
) -> list[_Equation]:
    found = []
    for letter, figure in sorted(readings.items()):
        if letter not in scales:
            continue
        vernier = scales[letter]
        try:
            (x, y), value = vernier.at(figure), vernier.value(figure)
        except ValueError as error:
            raise _wrong(str(error)) from error
        x, y = x - paper.width / 2 + printed_with[0], y - paper.height / 2 + printed_with[1]
        axis = 0 if vernier.axis == "x" else 1
        factors = (1.0, 0.0, -y / _FAR, x / _FAR, 0.0) if axis == 0 else (0.0, 1.0, x / _FAR, 0.0, y / _FAR)
        moved = (value + printed_with[axis]) / scale[axis]
        found.append(_Equation(letter, axis, factors, -moved, PITCH / scale[axis]))
    for place, name in enumerate(_AXES):
        if not any(one.axis == place for one in found):
            raise _wrong(f"none of the figures is one of {name.scales}, which tell how far backs go {name.way}")
    return found


def _check_neighbours(axis: int, readings: Mapping[str, float], equations: Sequence[_Equation], middle: float) -> None:
    """Raises PnpError for scales so far from the cross that the next pitch might be meant."""
    away = {one.letter: abs(one.value - middle) for one in equations}
    worst = max(away, key=lambda letter: away[letter])
    if away[worst] <= NEIGHBOUR:
        return
    if median(away.values()) > CROSS_CONTRADICTION:
        raise _cross_contradiction(axis, readings, equations, middle)
    message = f"{worst}, {readings[worst]:g}, contradicts the cross and the other scales"
    raise PnpError(Diagnostic("contradiction", f"--read: {message}", hint=f"read {worst} again, or leave it out"))


def _explained(equations: Sequence[_Equation]) -> tuple[Told, tuple[float, ...], float]:
    """What the equations tell, the five unknowns, and how far off the worst equation is: of the first explanation that
    fits, else of the last that they determine. A turn or a scale that lies on one side of the middle alone would move
    the middle, so it explains nothing."""
    best: tuple[Told, tuple[float, ...], float] = ("offset", (0.0,) * 5, float("inf"))
    for told, free in _MODELS:
        solved = _least_squares(equations, free) if _on_both_sides(equations, free[2:]) else None
        if solved is None:
            continue
        off = max(abs(_said(one, solved) - one.value) for one in equations)
        best = (told, solved, off)
        if off <= FITS:
            break
    return best


def _on_both_sides(equations: Sequence[_Equation], unknowns: Sequence[int]) -> bool:
    """Whether each of these unknowns, a turn or scales, shows on both sides of the middle on one of the axes."""
    return all(
        any({one.factors[index] > 0 for one in equations if one.axis == axis} == {True, False} for axis in (0, 1))
        for index in unknowns
    )


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


def _misread_cross(
    readings: Mapping[str, float], equations: Sequence[_Equation], middle: tuple[float, float]
) -> PnpError | None:
    """The contradiction with a coordinate of the cross that is off by about half a pitch: some scales were read near
    it, others a pitch away, and all agree once they are read near another middle. None where that is not so."""
    for axis, half in itertools.product((0, 1), (-PITCH / 2, PITCH / 2)):
        moved = [one.near(middle[axis] + half) if one.axis == axis else one for one in equations]
        if moved != equations and _explained(moved)[2] <= CONTRADICTION:
            return _cross_contradiction(axis, readings, moved, middle[axis])
    return None


def _contradiction(equations: Sequence[_Equation]) -> PnpError:
    """The figure is named without which the others agree best, and what they make of it."""
    left_out = {one: _explained([other for other in equations if other is not one]) for one in equations}
    suspect = min(equations, key=lambda one: left_out[one][2])
    _, unknowns, off = left_out[suspect]
    message = "the figures contradict each other: no shift, turn and scale explains them all"
    hint = "read them again"
    if off <= CONTRADICTION / 2:
        difference = suspect.value - _said(suspect, unknowns)
        message += f"; the others agree without {suspect.letter}, which is off by {abs(difference):.1f} mm"
        hint = f"read {suspect.letter} again, or leave it out"
    return PnpError(Diagnostic("contradiction", f"--read: {message}", hint=hint))


def _cross_contradiction(
    place: int, readings: Mapping[str, float], equations: Sequence[_Equation], middle: float
) -> PnpError:
    """A coordinate of the cross against the scales of its axis: what they make of it, and which figure was given."""
    axis, own = _AXES[place], [one for one in equations if one.axis == place]
    figure, letters = readings[axis.letter], [one.letter for one in own]
    scales = letters[0] if len(letters) == 1 else f"{', '.join(letters[:-1])} and {letters[-1]}"
    # Their mean on a circle, a pitch long, from the cross: they may lie on either side of half a pitch.
    turns = [2 * math.pi * (middle - one.value) / one.pitch for one in own]
    mean = math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))) / (2 * math.pi) * PITCH
    likely = sorted({figure + mean, figure + mean - math.copysign(PITCH, mean)})
    by_them = " or ".join(f"{one:.1f}" for one in likely if 0 <= one <= CROSS)
    message = f"{axis.letter} contradicts {scales}: by them it is near {by_them}, and not {figure:g}"
    hint = f"read {axis.letter} again, where {axis.line} crosses that scale; then {scales}"
    return PnpError(Diagnostic("contradiction", f"--read: {message}", hint=hint))


def _wrong(message: str, hint: str = _SHAPE) -> PnpError:
    return PnpError(Diagnostic("bad-readings", f"--read: {message}", hint=hint))
