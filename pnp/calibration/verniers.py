"""Eight scales near the rim of a calibration sheet, from which a printer's errors are read off. All lengths in mm.

Each scale is a vernier: lines on the front, every ``PITCH``, and lines on the back, every ``PITCH`` and a tenth of a
millimetre. If a line of the front runs straight into one of the back, the figure beside it says how far the back has to
move there, except for whole pitches: moved by a pitch, the back meets the next line of the front at the same figure.
The cross in the middle of the page, which is read to half a millimetre, tells how many pitches to add. Figures have no
signs that could be confused: values below zero are counted from ``PITCH`` downwards, and the cross from its left and
lower ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.records import dataclass
from pnp.units import Size

PITCH = 4.0
STEP = 0.1
CROSS = 20.0
"""The length of the scales X and Y, which cross in the middle of the page."""
MIDDLE = CROSS / 2
"""The figure of both at their crossing."""
REACHES = (2.0, 1.5, 1.0, 0.5)
"""Possible reaches of a scale on either side of zero. Papers get the first that fits."""
OUTER = 4.0
"""From the middle of a row to the end of its longer lines."""
_ACROSS = {"x": 6.8, "y": 8.4}
"""From the middle of a scale to the middle of each of its two rows."""
DEPTH = {axis: across + OUTER for axis, across in _ACROSS.items()}
"""From the middle of a scale to its side."""
_BEYOND = 2.0
"""The reach of figures beyond the lines at the ends of a row."""
LETTER = 6.0
"""Room for the letter of a scale at its end."""
CLEAR = 1.5
"""Room between the scales above and those at the sides."""
BETWEEN = 5.0
"""Room between a scale and the middle of the page, where the line to measure goes through."""
_END = 9.0
"""Room between the margin and the lines to measure."""
_LONGEST = 250.0

Axis = Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class ScaleMark:
    """Line of a scale.

    ``value`` is how far the back has to move, to the right or upwards, except for whole pitches. The front has its line
    at ``front`` and the back its lines at ``back``, both from the middle of the scale along it. ``row`` is the middle
    of the row, across it.
    """

    value: float
    front: float
    back: float
    row: float

    @property
    def figure(self) -> float:
        """Figure printed beside the line, from 0 to ``PITCH``."""
        return self.value if self.value >= 0 else round(PITCH + self.value, 1)


@dataclass(frozen=True, slots=True)
class Vernier:
    """Scale with its letter and its middle on the back page.

    It lies along ``axis``, measures to the right or upwards, and reaches from ``-reach`` to ``reach``. Both rows have
    their zero at the end ``zero``: -1 for that on the left or at the foot, 1 for the other. The letter stands at the
    ``outer`` end, which is nearer to a corner.
    """

    letter: str
    x: float
    y: float
    axis: Axis
    reach: float
    outer: Literal[-1, 1]
    zero: Literal[-1, 1]

    @property
    def half(self) -> float:
        """Length from the middle to either end, figures included."""
        return _half_length(self.reach)

    def marks(self) -> Iterator[ScaleMark]:
        """Yield its marks from zero: those below it in one row, those above it in another."""
        for sign in (-1, 1):
            for step in range(round(self.reach / STEP) + 1):
                yield self._mark(round(sign * step * STEP, 1), sign)

    def _mark(self, value: float, sign: int) -> ScaleMark:
        front = self.zero * (self.reach / 2 - abs(value)) / STEP * PITCH
        return ScaleMark(value, front, front + value, sign * _ACROSS[self.axis])

    def fronts(self) -> Iterator[tuple[float, float]]:
        """Yield the lines of the front, along the scale and across it.

        Both ends of a row have one line more than the row has figures, so that a back that is off by a pitch meets
        lines everywhere.
        """
        steps = round(self.reach / STEP)
        for row in (-_ACROSS[self.axis], _ACROSS[self.axis]):
            for step in range(-1, steps + 2):
                yield self.zero * (steps / 2 - step) * PITCH, row

    def point(self, along: float, across: float) -> tuple[float, float]:
        """Return a point of the scale on the back page. Rows of figures below zero lie on the left, or above."""
        return (self.x + along, self.y - across) if self.axis == "x" else (self.x + across, self.y + along)

    def value(self, figure: float) -> float:
        """Return how far the back has to move by a figure, except for whole pitches.

        Raises ValueError for a figure that the scale does not have.
        """
        offset = figure if figure <= PITCH / 2 else figure - PITCH
        if not (0 <= figure <= PITCH and abs(offset) <= self.reach + STEP / 2):
            rows = (
                f"0 to {self.reach:g} and {PITCH - self.reach:g} to {PITCH:g}"
                if self.reach < PITCH / 2
                else f"0 to {PITCH:g}"
            )
            raise ValueError(f"scale {self.letter} has the figures {rows}, and not {figure:g}")
        return offset

    def at(self, figure: float) -> tuple[float, float]:
        """Return the place on the back page of the lines of a figure, also of one between two printed figures.

        Raises ValueError as ``value`` does.
        """
        offset = self.value(figure)
        mark = self._mark(offset, 1 if offset > 0 else -1)
        # Both rows have a zero, and a half pitch: the figure does not tell in which of them the lines met.
        return self.point(mark.back, mark.row if 0 < abs(offset) < PITCH / 2 else 0.0)


def verniers(page: Size, margin: float) -> tuple[Vernier, ...]:
    """Return the scales of a sheet: A to D above and below, for left and right; E to H at the sides, for up and down.

    Turned over either edge, their middles lie on each other. Raises DefinitionError for a paper without room for them.
    """
    for reach in REACHES:
        half = _half_length(reach)
        x, y = margin + LETTER + half, page.height - margin - DEPTH["x"]
        left, top = margin + DEPTH["y"], y - DEPTH["x"] - CLEAR - LETTER - half
        if x + half + BETWEEN <= page.width / 2 and top - half - BETWEEN >= page.height / 2:
            return tuple(_eight_scales((x, page.width - x), (y, page.height - y), (left, top), page, reach))
    raise DefinitionError(
        Diagnostic(
            "paper-too-small",
            f"paper of {page.width:g} × {page.height:g} mm with margins of {margin:g} mm has no room for the scales",
            hint="calibrate on a larger paper",
        )
    )


def _eight_scales(
    across: tuple[float, float], up: tuple[float, float], side: tuple[float, float], page: Size, reach: float
) -> Iterator[Vernier]:
    # A and B have their zeros at the rims, C and D near the middle: one of the pairs is always read far apart, where a
    # scale error shows. The same goes for E and F, and for G and H.
    yield Vernier("A", across[0], up[0], "x", reach, -1, -1)
    yield Vernier("B", across[1], up[0], "x", reach, 1, 1)
    yield Vernier("C", across[0], up[1], "x", reach, -1, 1)
    yield Vernier("D", across[1], up[1], "x", reach, 1, -1)
    left, top = side
    yield Vernier("E", left, top, "y", reach, 1, 1)
    yield Vernier("F", left, page.height - top, "y", reach, -1, -1)
    yield Vernier("G", page.width - left, top, "y", reach, 1, -1)
    yield Vernier("H", page.width - left, page.height - top, "y", reach, -1, 1)


def rulers(page: Size, margin: float) -> tuple[float, float]:
    """Return the lengths of the lines to measure, across and down the page, in whole centimetres."""
    across, down = page.width - 2 * (margin + _END), page.height - 2 * (margin + _END)
    return min(_LONGEST, 10.0 * int(across / 10)), min(_LONGEST, 10.0 * int(down / 10))


def _half_length(reach: float) -> float:
    return reach / STEP * PITCH / 2 + reach + _BEYOND
