"""Sheets as data: paper that is cut already, or is to be cut so. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from pnp.model.hexagon import inside
from pnp.model.text import Text
from pnp.records import dataclass
from pnp.units import Size

# What says where to cut.

Marks = Literal["corner", "lines", "cross", "japanese", "none"]
"""What says where to cut: marks at the rim of the sheet, lines from rim to rim, crosses where cuts meet, double marks
at the corners with crosses at the middles (トンボ), or nothing."""
MarkInk = Literal["hairline", "registration"]
"""Black alone, or black of all inks, so that every plate of a press has the marks."""


PlaceShape = Literal["card", "circle", "hex"]
"""Of the places of a sheet: straight sides, round, or a regular hexagon."""

FITS = 0.5
"""A piece may be larger than its place by so much, and is cut off there: no eye sees it, and sizes in inches and
millimetres come that near."""
MOST_PLACES = 500
_TOUCH = 0.001
"""What overlaps by less only touches: sizes in inches have more decimals than anybody writes."""


@dataclass(frozen=True, slots=True)
class SheetPlaces:
    """Where pieces lie on a sheet: ``columns`` × ``rows`` places of ``size``, of which the first begins ``left`` mm
    from the left and ``top`` mm from the upper edge of the paper. ``pitch`` leads from a place to the next, across and
    down. In a ``honeycomb`` every second row is moved to the right by half a pitch and has one place less."""

    columns: int
    rows: int
    size: Size
    left: float
    top: float
    pitch: Size
    shape: PlaceShape = "card"
    honeycomb: bool = False

    @property
    def count(self) -> int:
        """How many places there are."""
        return sum(self.in_row(row) for row in range(self.rows))

    def in_row(self, row: int) -> int:
        """How many places a row has, counted from 0."""
        return self.columns - (1 if self.honeycomb and row % 2 else 0)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """The upper left corner of a place, from the left and from the upper edge of the paper."""
        moved = self.pitch.width / 2 if self.honeycomb and row % 2 else 0.0
        return self.left + column * self.pitch.width + moved, self.top + row * self.pitch.height

    @property
    def extent(self) -> Size:
        """From the first place to the end of the last, across and down."""
        return Size(
            (self.columns - 1) * self.pitch.width + self.size.width,
            (self.rows - 1) * self.pitch.height + self.size.height,
        )

    @property
    def gap(self) -> tuple[float, float]:
        """The room between two places side by side, and between one row and the next; below zero in a honeycomb, whose
        rows reach between each other."""
        return self.pitch.width - self.size.width, self.pitch.height - self.size.height

    @property
    def nearest(self) -> float:
        """The least room between a place and another one, of circles and hexagons: from edge to edge."""
        apart = min((math.hypot(*step) for step in self._steps(2.0)), default=math.inf)
        return max(0.0, apart - min(self.size.width, self.size.height))

    def overlapping(self) -> tuple[float, float] | None:
        """How far the second of two places that overlap lies from the first, across and down; None where none do."""
        return next((step for step in self._steps() if self._meets(*step)), None)

    def _steps(self, reach: float = 1.0) -> Iterator[tuple[float, float]]:
        """From any place to the others in the rows that are no further down than ``reach`` times its height."""
        for row in range(self.rows):
            if row * self.pitch.height >= self.size.height * reach:
                return
            moved = self.pitch.width / 2 if self.honeycomb and row % 2 else 0.0
            # Every second row of a honeycomb has one place less.
            for column in range(-self.columns + 1 if row else 1, self.columns - (1 if moved else 0)):
                yield column * self.pitch.width + moved, row * self.pitch.height

    def _meets(self, across: float, down: float) -> bool:
        """Whether two places that lie so far from each other have more in common than their edges."""
        width, height = self.size.width - _TOUCH, self.size.height - _TOUCH
        if self.shape == "circle":
            return math.hypot(across, down) < width
        if self.shape == "hex":
            # Two that are turned alike meet where the middle of one lies in the other, made twice as large.
            return inside(Size(2 * width, 2 * height), across, down)
        return abs(across) < width and abs(down) < height


@dataclass(frozen=True, slots=True)
class SheetTemplate:
    """A sheet that pieces are laid on: stock that is cut already, or an arrangement of one's own.

    ``paper`` is portrait and ``paper_name`` what it is called. Without ``places`` pieces are laid as on any sheet, but
    on this paper and with this ``gutter``, None for that of the kit. ``marks`` says what is printed to cut along; None
    leaves that to the kit. ``source`` says where the figures come from and ``checked`` on which day, as 2026-11-23.
    """

    name: str
    title: Text
    paper: Size
    paper_name: str
    places: SheetPlaces | None = None
    gutter: float | None = None
    marks: Marks | None = None
    source: str | None = None
    checked: str | None = None
