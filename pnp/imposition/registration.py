"""Room and marks for a cutting machine, which finds the sheet by what is printed at its corners. All lengths in mm.

The geometry of the marks is that of Silhouette Studio: an inset from the edges of the paper to the middle of the lines,
their length and thickness, and a filled square in place of the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from pnp.imposition.page import Box, Page, Segment
from pnp.records import dataclass
from pnp.units import Size

Pattern = Literal["three", "four", "none"]
"""A square in the upper left with angles in the upper right and the lower left; angles in all four corners; or nothing,
where the program of the machine prints its own."""

SQUARE = 5.0
"""The side of the square, whose outer corner is at the inset."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What a cutting machine asks of a sheet.

    ``margins`` are ways to keep pieces and their art clear of the marks: each says how far they stay from the edges of
    the paper beside them and above and below them. Nothing but marks is printed in the ``corner`` squares, which are so
    large. The lines of marks are ``length`` long and ``thickness`` wide, their middle ``inset`` from the edges.
    """

    margins: tuple[tuple[float, float], ...]
    pattern: Pattern = "none"
    corner: float = 0.0
    inset: float = 0.0
    length: float = 0.0
    thickness: float = 0.0

    @property
    def turned(self) -> Registration:
        """The same for a page on its side."""
        return replace(self, margins=tuple((above, beside) for beside, above in self.margins))

    def marks(self, paper: Size) -> tuple[Segment, ...]:
        """The marks on the page, in black: a filled square is a line as wide as it is long."""
        if self.pattern == "none":
            return ()
        left, bottom = self.inset, self.inset
        right, top = paper.width - self.inset, paper.height - self.inset
        found = [*self._angle(right, top, -1, -1), *self._angle(left, bottom, 1, 1)]
        if self.pattern == "four":
            return (*self._angle(left, top, 1, -1), *found, *self._angle(right, bottom, -1, 1))
        middle = top - SQUARE / 2
        return (Segment(left, middle, left + SQUARE, middle, SQUARE), *found)

    def covers(self, paper: Size, box: Box) -> bool:
        """Whether a box on the page reaches into a corner square in which a mark is printed."""
        near = box[0] < self.corner, box[1] < self.corner
        far = box[2] > paper.width - self.corner, box[3] > paper.height - self.corner
        corners = [near[0] and near[1], near[0] and far[1], far[0] and far[1]]
        return any(corners) or (self.pattern == "four" and far[0] and near[1])

    def _angle(self, x: float, y: float, across: int, along: int) -> Iterator[Segment]:
        """Two lines that meet at a corner, from which they run ``across`` and ``along``."""
        half = self.thickness / 2
        yield Segment(x - across * half, y, x + across * self.length, y, self.thickness)
        yield Segment(x, y - along * half, x, y + along * self.length, self.thickness)


def with_marks(page: Page, registration: Registration) -> Page:
    """The page with its marks, the square in the upper left of the page as it is in the file."""
    return replace(page, segments=registration.marks(page.paper) + page.segments)
