"""Correction of a printer that prints shifted, turned or scaled. All lengths in mm.

A matrix takes points measured from the middle of a portrait page. Imposition first moves a back by ``back_offset``,
with everything on it. The matrix then scales and turns it about the middle of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from pnp.imposition.page import Page
from pnp.records import dataclass
from pnp.units import Size

MAX_SCALE_ERROR = 2.0
"""Greatest scale error in per cent. A printer that is off by more is set to scale, which a file cannot know."""
MAX_TURN = 2.0
"""Greatest turn in degrees. A sheet that lies more crooked was fed in wrongly."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Correction of one printer's pages.

    ``back_offset`` is in mm, to the right and upwards on the back. ``front_scale`` and ``back_scale`` are factors
    across and down a portrait page. ``back_turn`` is in degrees counter-clockwise.

    Raises ValueError beyond ``MAX_SCALE_ERROR`` and ``MAX_TURN``.
    """

    back_offset: tuple[float, float] = (0.0, 0.0)
    front_scale: tuple[float, float] = (1.0, 1.0)
    back_scale: tuple[float, float] = (1.0, 1.0)
    back_turn: float = 0.0

    def __post_init__(self) -> None:
        for factor in (*self.front_scale, *self.back_scale):
            if not abs(factor - 1) <= MAX_SCALE_ERROR / 100 + 1e-9:
                raise ValueError(
                    f"a scale of {100 * factor:.2f} % is more than {MAX_SCALE_ERROR:g} % off: "
                    "such a printer is set to scale"
                )
        if not abs(self.back_turn) <= MAX_TURN + 1e-9:
            raise ValueError(f"a turn of {self.back_turn:.2f}° is more than {MAX_TURN:g}°: the paper went in crooked")

    @classmethod
    def from_back_matrix(
        cls, matrix: tuple[float, float, float], back_offset: tuple[float, float], front_scale: tuple[float, float]
    ) -> Correction:
        """Return the correction with the back matrix ((a, -t), (t, b)), given as a, b, t. Raises ValueError."""
        a, b, t = matrix
        turn = math.atan2(2 * t, a + b)
        return cls(back_offset, front_scale, (a / math.cos(turn), b / math.cos(turn)), math.degrees(turn))

    @property
    def front_matrix(self) -> tuple[float, float, float]:
        """Matrix ((a, -t), (t, b)) of fronts, as a, b, t."""
        return (*self.front_scale, 0.0)

    @property
    def back_matrix(self) -> tuple[float, float, float]:
        """Matrix ((a, -t), (t, b)) of backs, as a, b, t."""
        (across, down), turn = self.back_scale, math.radians(self.back_turn)
        return across * math.cos(turn), down * math.cos(turn), (across + down) / 2 * math.sin(turn)

    def reach(self, paper: Size, *, turned: bool) -> float:
        """Return the farthest move in mm of a printed point towards the edge of the paper.

        Margins wider by this much keep pages inside the printable area. The offset is not counted: sheets already allow
        for it. ``turned`` is as in ``correct_pages``.
        """
        half_sides = (min(paper.width, paper.height) / 2, max(paper.width, paper.height) / 2)
        moves = [
            move
            for a, b, t in (self.front_matrix, *([self.back_matrix] if turned else []))
            for move in (
                (a - 1) * half_sides[0] + abs(t) * half_sides[1],
                (b - 1) * half_sides[1] + abs(t) * half_sides[0],
            )
        ]
        return max(0.0, *moves)


NO_CORRECTION = Correction()


def correct_pages(pages: Iterable[Page], correction: Correction, *, turned: bool) -> tuple[Page, ...]:
    """Return the pages with the scales and the turn of ``correction``.

    ``turned`` says that backs lie on the other side of their sheets. Otherwise they are printed as fronts are.
    """
    return tuple(
        _with_matrix(page, correction.back_matrix if turned and page.side == "back" else correction.front_matrix)
        for page in pages
    )


def _with_matrix(page: Page, matrix: tuple[float, float, float]) -> Page:
    a, b, t = matrix
    if matrix == (1.0, 1.0, 0.0):
        return page
    if page.paper.width > page.paper.height:
        # A landscape page goes through the printer as a portrait one, so its sides swap their scales.
        a, b = b, a
    x, y = page.paper.width / 2, page.paper.height / 2
    return replace(page, matrix=(a, t, -t, b, x - a * x + t * y, y - t * x - b * y))
