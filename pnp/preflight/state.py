"""The graphics state of a page, as far as rules ask for it (ISO 32000-1, 8.4)."""

from __future__ import annotations

import math
from dataclasses import field, replace

from pnp.preflight.colours import GREY, Space
from pnp.records import dataclass

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """The map that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def smallest(matrix: Matrix) -> float:
    """By how much a map shortens what it shortens most: the lesser singular value of its linear part."""
    a, b, c, d, _, _ = matrix
    whole = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    far = math.sqrt(max(0.0, whole * whole - 4 * area * area))
    return math.sqrt(max(0.0, (whole - far) / 2))


@dataclass(frozen=True, slots=True)
class Paint:
    """The colour that is filled or stroked with: its space and its numbers; None for a pattern."""

    space: Space = GREY
    values: tuple[float, ...] | None = (0.0,)


@dataclass(slots=True)
class State:
    """What holds while operators are read."""

    matrix: Matrix = IDENTITY
    fill: Paint = field(default_factory=Paint)
    stroke: Paint = field(default_factory=Paint)
    width: float = 1.0
    font: object = None
    size: float = 0.0
    mode: int = 0
    text: Matrix = IDENTITY
    at: tuple[float, float] = (0.0, 0.0)
    """Where the path at hand began, in the coordinates at hand."""

    def kept(self) -> State:
        """A copy to come back to."""
        return replace(self)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point in the coordinates of the page, in points."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f
