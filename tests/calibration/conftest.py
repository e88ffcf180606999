"""Simulated printers and an eye that reads their calibration sheet, in arithmetic alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pnp.calibration.readings import scales_of
from pnp.imposition.grid import flip_axis, flipped
from pnp.units import Size

Point = tuple[float, float]


@dataclass(frozen=True)
class Side:
    """Effect of a printer on one side: scales and a turn about the middle of the page, then a shift. In mm and
    degrees."""

    scale: Point = (1.0, 1.0)
    turn: float = 0.0
    shift: Point = (0.0, 0.0)

    def printed(self, point: Point, page: Size) -> Point:
        """Return the place on the paper of a point of the file."""
        x, y = (point[0] - page.width / 2) * self.scale[0], (point[1] - page.height / 2) * self.scale[1]
        turn = math.radians(self.turn)
        return (
            page.width / 2 + x * math.cos(turn) - y * math.sin(turn) + self.shift[0],
            page.height / 2 + x * math.sin(turn) + y * math.cos(turn) + self.shift[1],
        )


@dataclass(frozen=True)
class Simulated:
    """Printer with two sides and a way of turning sheets."""

    front: Side
    back: Side
    flip: str = "long"

    def behind(self, point: Point, page: Size) -> Point:
        """Return the place of a point of the front, seen from the back."""
        return flipped(self.front.printed(point, page), page, flip_axis(self.flip))  # type: ignore[arg-type]

    def seen(
        self, page: Size, printed_with: Point = (0.0, 0.0), blur: Callable[[float], float] = lambda _most: 0.0
    ) -> dict[str, float]:
        """Return the figures of the cross, to half a millimetre, and of the best line of every scale.

        The best line of the back meets a line of the front most closely. ``blur`` returns the error of an eye, up to
        its argument.
        """
        middle = page.width / 2, page.height / 2
        back, front = self._back(middle, page, printed_with), self.behind(middle, page)
        figures = {
            letter: round(2 * (10 + front[axis] - back[axis] + blur(0.5))) / 2 for axis, letter in enumerate("XY")
        }
        return figures | {
            letter: self._figure(scale, page, printed_with, blur) for letter, scale in scales_of(page).items()
        }

    def _figure(self, scale: Any, page: Size, printed_with: Point, blur: Callable[[float], float]) -> float:
        axis = 0 if scale.axis == "x" else 1
        lines = [
            self.behind(flipped(scale.point(*line), page, flip_axis(self.flip)), page)[axis]  # type: ignore[arg-type]
            for line in scale.fronts()
        ]
        off = {}
        for mark in scale.marks():
            back = self._back(scale.point(mark.back, mark.row), page, printed_with)[axis] + blur(0.03)
            off[mark.figure] = min(off.get(mark.figure, 9.0), *(abs(back - line) for line in lines))
        return min(off, key=lambda figure: off[figure])

    def _back(self, point: Point, page: Size, printed_with: Point) -> Point:
        return self.back.printed((point[0] + printed_with[0], point[1] + printed_with[1]), page)


@pytest.fixture(scope="session")
def side() -> type[Side]:
    return Side


@pytest.fixture(scope="session")
def simulated() -> type[Simulated]:
    return Simulated
