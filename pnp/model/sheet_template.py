"""Sheet templates: paper that is cut already, or is to be cut so. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from pnp.model.hexagon import inside
from pnp.model.text import Text
from pnp.records import dataclass
from pnp.units import Size

Marks = Literal["corner", "lines", "cross", "japanese", "none"]
"""Cut marks: at the rim of the sheet, lines from rim to rim, crosses where cuts meet, double marks at the corners with
crosses at the middles (トンボ), or none."""
MarkInk = Literal["hairline", "registration"]
"""Ink of cut marks: black alone, or black of all inks, so that every plate of a press has the marks."""


PlaceShape = Literal["card", "circle", "hex"]
"""Shape of a sheet's places: straight sides, round, or a regular hexagon."""

FITS = 0.5
"""Most mm by which a piece may exceed its place.

The excess is cut off: no eye sees it, and sizes in inches and millimetres differ by that much.
"""
MOST_PLACES = 500
_TOUCH = 0.001
"""Overlap in mm up to which places only touch: sizes in inches have more decimals than people write."""


@dataclass(frozen=True, slots=True)
class SheetPlaces:
    """Places for pieces on a sheet: ``columns`` × ``rows`` places of ``size``.

    The first place begins ``left`` mm from the left and ``top`` mm from the upper edge of the paper. ``pitch`` leads
    from a place to the next, across and down. In a ``honeycomb`` every second row is moved to the right by half a pitch
    and has one place less.
    """

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
        """Number of places."""
        return sum(self.in_row(row) for row in range(self.rows))

    def in_row(self, row: int) -> int:
        """Return the number of places in a row, counted from 0."""
        return self.columns - (1 if self.honeycomb and row % 2 else 0)

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of a place, from the upper left corner of the paper."""
        shift = self.pitch.width / 2 if self.honeycomb and row % 2 else 0.0
        return self.left + column * self.pitch.width + shift, self.top + row * self.pitch.height

    @property
    def extent(self) -> Size:
        """Width and height from the first place to the end of the last."""
        return Size(
            (self.columns - 1) * self.pitch.width + self.size.width,
            (self.rows - 1) * self.pitch.height + self.size.height,
        )

    @property
    def gap(self) -> tuple[float, float]:
        """Space between two places side by side, and between two rows.

        It is below zero in a honeycomb, whose rows reach between each other.
        """
        return self.pitch.width - self.size.width, self.pitch.height - self.size.height

    @property
    def nearest(self) -> float:
        """Least distance between the edges of two places, for circles and hexagons."""
        distance = min((math.hypot(*step) for step in self._offsets(2.0)), default=math.inf)
        return max(0.0, distance - min(self.size.width, self.size.height))

    def overlapping(self) -> tuple[float, float] | None:
        """Return the offset, across and down, between two places that overlap. Return None if none do."""
        return next((step for step in self._offsets() if self._overlaps(*step)), None)

    def _offsets(self, reach: float = 1.0) -> Iterator[tuple[float, float]]:
        """Yield the offsets from a place to others, in rows no further down than ``reach`` times its height."""
        for row in range(self.rows):
            if row * self.pitch.height >= self.size.height * reach:
                return
            shift = self.pitch.width / 2 if self.honeycomb and row % 2 else 0.0
            # Every second row of a honeycomb has one place less.
            for column in range(-self.columns + 1 if row else 1, self.columns - (1 if shift else 0)):
                yield column * self.pitch.width + shift, row * self.pitch.height

    def _overlaps(self, across: float, down: float) -> bool:
        """Return True if two places at this offset have more in common than their edges."""
        width, height = self.size.width - _TOUCH, self.size.height - _TOUCH
        if self.shape == "circle":
            return math.hypot(across, down) < width
        if self.shape == "hex":
            # Hexagons of the same orientation meet if the middle of one lies in the other, doubled in size.
            return inside(Size(2 * width, 2 * height), across, down)
        return abs(across) < width and abs(down) < height


@dataclass(frozen=True, slots=True)
class SheetTemplate:
    """Sheet that pieces are laid on: stock that is cut already, or an arrangement of one's own.

    ``paper`` is portrait, and ``paper_name`` its name. Without ``places`` pieces are laid as on any sheet, but on this
    paper and with this ``gutter``, None for that of the kit. ``marks`` are the cut marks; None leaves them to the kit.
    ``source`` names the source of the figures and ``checked`` the day of their check, as 2026-11-23.
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
