"""A printer that shifts, turns and scales, and an eye that reads its calibration sheet: in arithmetic alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from pnp.imposition.flip import flip_axis, flipped
from pnp.printers.readings import scales_of
from pnp.units import Size

Point = tuple[float, float]


@dataclass(frozen=True)
class Side:
    """What the printer makes of one side: scales and a turn about the middle of the page, then a shift. mm, degrees."""

    scale: Point = (1.0, 1.0)
    turn: float = 0.0
    shift: Point = (0.0, 0.0)

    def printed(self, point: Point, page: Size) -> Point:
        """Where a point of the file comes out on the paper."""
        x, y = (point[0] - page.width / 2) * self.scale[0], (point[1] - page.height / 2) * self.scale[1]
        turn = math.radians(self.turn)
        return (
            page.width / 2 + x * math.cos(turn) - y * math.sin(turn) + self.shift[0],
            page.height / 2 + x * math.sin(turn) + y * math.cos(turn) + self.shift[1],
        )


@dataclass(frozen=True)
class Simulated:
    """A printer with two sides and a way of turning sheets."""

    front: Side
    back: Side
    flip: str = "long"

    def behind(self, point: Point, page: Size) -> Point:
        """Where a point of the front comes out, seen from the back."""
        return flipped(self.front.printed(point, page), page, flip_axis(self.flip))  # type: ignore[arg-type]

    def seen(self, page: Size, printed_with: Point = (0.0, 0.0)) -> dict[str, float]:
        """The figure of every scale at which the lines of both sides meet best. Fails where none meets."""
        found = {}
        for letter, scale in scales_of(page).items():
            axis = 0 if scale.axis == "x" else 1
            off = {}
            for mark in scale.marks():
                x, y = scale.point(mark.back, mark.row)
                back = self.back.printed((x + printed_with[0], y + printed_with[1]), page)
                line = flipped(scale.point(mark.front, mark.row), page, flip_axis(self.flip))  # type: ignore[arg-type]
                off[mark.value] = abs(back[axis] - self.behind(line, page)[axis])
            found[letter] = min(off, key=lambda value: off[value])
            # Half a step, and what a turn puts between the two rows of a scale, which meet at zero.
            assert off[found[letter]] < 0.1, "this printer is off by more than the scales reach"
        return found


@pytest.fixture(scope="session")
def side() -> type[Side]:
    return Side


@pytest.fixture(scope="session")
def simulated() -> type[Simulated]:
    return Simulated
