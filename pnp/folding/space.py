"""Points and directions in space as triples."""

from __future__ import annotations

import math

Vector = tuple[float, float, float]


def plus(one: Vector, two: Vector, times: float = 1.0) -> Vector:
    """``one`` and ``times`` ``two``."""
    return one[0] + times * two[0], one[1] + times * two[1], one[2] + times * two[2]


def dot(one: Vector, two: Vector) -> float:
    """The scalar product."""
    return one[0] * two[0] + one[1] * two[1] + one[2] * two[2]


def cross(one: Vector, two: Vector) -> Vector:
    """The vector product."""
    return (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )


def turned(away: Vector, out: Vector, degrees: float) -> tuple[Vector, Vector]:
    """Two directions at right angles, turned in their plane: ``away`` towards ``out``, ``out`` away from ``away``."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    none = (0.0, 0.0, 0.0)
    return plus(plus(none, away, cos), out, sin), plus(plus(none, out, cos), away, -sin)


def apart(one: Vector, two: Vector) -> float:
    """The distance of two points."""
    return math.dist(one, two)
