"""Correct a printer that prints shifted, turned or scaled: a transform of pages. All lengths in mm.

The matrices are those of points measured from the middle of a portrait page. A back is first moved by ``back_offset``,
with everything on it, which imposition does; then scaled and turned about the middle of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from pnp.imposition.page import Page
from pnp.records import dataclass
from pnp.units import Size

MOST_SCALE = 2.0
"""In per cent: a printer that is off by more is set to scale, which no file can know."""
MOST_TURN = 2.0
"""In degrees: a sheet that lies so crooked was not taken in as it should be."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a printer's pages need. ``back_offset`` in mm, to the right and upwards on the back; ``front_scale`` and
    ``back_scale`` are factors across and down a portrait page; ``back_turn`` in degrees counter-clockwise.

    Raises ValueError beyond ``MOST_SCALE`` and ``MOST_TURN``.
    """

    back_offset: tuple[float, float] = (0.0, 0.0)
    front_scale: tuple[float, float] = (1.0, 1.0)
    back_scale: tuple[float, float] = (1.0, 1.0)
    back_turn: float = 0.0

    def __post_init__(self) -> None:
        for factor in (*self.front_scale, *self.back_scale):
            if not abs(factor - 1) <= MOST_SCALE / 100 + 1e-9:
                raise ValueError(
                    f"a scale of {100 * factor:.2f} % is more than {MOST_SCALE:g} % off: such a printer is set to scale"
                )
        if not abs(self.back_turn) <= MOST_TURN + 1e-9:
            raise ValueError(f"a turn of {self.back_turn:.2f}° is more than {MOST_TURN:g}°: the paper went in crooked")

    @classmethod
    def of_back(
        cls, matrix: tuple[float, float, float], back_offset: tuple[float, float], front_scale: tuple[float, float]
    ) -> Correction:
        """That whose backs are taken by the matrix ((a, -t), (t, b)), given as a, b, t. Raises ValueError as above."""
        a, b, t = matrix
        turn = math.atan2(2 * t, a + b)
        return cls(back_offset, front_scale, (a / math.cos(turn), b / math.cos(turn)), math.degrees(turn))

    @property
    def of_fronts(self) -> tuple[float, float, float]:
        """a, b, t of the matrix ((a, -t), (t, b)) for fronts."""
        return (*self.front_scale, 0.0)

    @property
    def of_backs(self) -> tuple[float, float, float]:
        """The same for backs."""
        (across, down), turn = self.back_scale, math.radians(self.back_turn)
        return across * math.cos(turn), down * math.cos(turn), (across + down) / 2 * math.sin(turn)

    def reach(self, paper: Size, *, turned: bool) -> float:
        """By how much scales and the turn move anything printed towards the edge of the paper, at most: so much wider
        margins keep pages inside what the printer reaches. The offset is not counted, which sheets know themselves;
        ``turned`` as in ``corrected``."""
        half = (min(paper.width, paper.height) / 2, max(paper.width, paper.height) / 2)
        moved = [
            length
            for a, b, t in (self.of_fronts, *([self.of_backs] if turned else []))
            for length in ((a - 1) * half[0] + abs(t) * half[1], (b - 1) * half[1] + abs(t) * half[0])
        ]
        return max(0.0, *moved)


NO_CORRECTION = Correction()


def corrected(pages: Iterable[Page], correction: Correction, *, turned: bool) -> tuple[Page, ...]:
    """The pages with the scales and the turn of ``correction``. ``turned`` says that backs lie on the other side of
    their sheets; else they are printed as fronts are."""
    return tuple(
        _moved(page, correction.of_backs if turned and page.side == "back" else correction.of_fronts) for page in pages
    )


def _moved(page: Page, matrix: tuple[float, float, float]) -> Page:
    a, b, t = matrix
    if matrix == (1.0, 1.0, 0.0):
        return page
    if page.paper.width > page.paper.height:
        # A landscape page lies in the printer as a portrait one: its sides swap their scales.
        a, b = b, a
    x, y = page.paper.width / 2, page.paper.height / 2
    return replace(page, matrix=(a, t, -t, b, x - a * x + t * y, y - t * x - b * y))
