"""Lengths with units, opacities, transforms and viewports, as SVG and CSS write them, in pixels of CSS."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from pnp.cardsvg.values import IDENTITY, NUMBER, Matrix, multiply
from pnp.records import dataclass

_LENGTH = re.compile(rf"({NUMBER})\s*(px|pt|pc|mm|cm|in|em|ex|rem|ch|q|%)?", re.IGNORECASE)
_PIXELS: Mapping[str, float] = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "q": 96 / 101.6,
}  # fmt: skip
_STEP = re.compile(
    r"\s*+(?:,\s*+)?(matrix|translateX|translateY|translate|scaleX|scaleY|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)\s*+"
)
_ARGUMENT = re.compile(rf"\s*+(?:,\s*+)?({NUMBER})(px|deg|rad|grad|turn)?")
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0, "px": 1.0}
FAR = 1e7
"""The largest number there may be, in user units of the file."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """What lengths are measured by: width and height of the viewport, and the font size."""

    width: float
    height: float
    em: float = 16.0

    def share(self, axis: str) -> float:
        """What 100 % is, across (``x``), down (``y``) or of any direction (SVG 1.1, 7.10)."""
        if axis == "x":
            return self.width
        return self.height if axis == "y" else math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str, room: Viewport, axis: str = "") -> float:
    """A length in user units. Raises ValueError.

    >>> length("1pt", Viewport(10, 20)), length("50%", Viewport(10, 20), "y")
    (1.3333333333333333, 10.0)
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text[:60]!r} is not a length")
    unit = (match[2] or "").lower()
    factor = _PIXELS.get(unit)
    if factor is None:
        factor = room.share(axis) / 100 if unit == "%" else room.em * (0.5 if unit in {"ex", "ch"} else 1)
    return _sane(float(match[1]) * factor)


def lengths(text: str, room: Viewport) -> tuple[float, ...]:
    """Lengths separated by commas or blanks. Raises ValueError."""
    return tuple(length(part, room) for part in text.replace(",", " ").split())


def share(text: str) -> float:
    """A number, or a percentage as a share of 1. Raises ValueError."""
    plain = text.strip()
    match = _LENGTH.fullmatch(plain)
    if match is None or (match[2] or "%") != "%":
        raise ValueError(f"{text[:60]!r} is neither a number nor a percentage")
    return _sane(float(match[1]) / (100 if match[2] else 1))


def opacity(text: str) -> float:
    """An opacity, brought between 0 and 1. Raises ValueError."""
    return min(1.0, max(0.0, share(text)))


def _sane(value: float) -> float:
    if not math.isfinite(value) or abs(value) > FAR:
        raise ValueError(f"{value:g} is out of range: numbers lie between -{FAR:g} and {FAR:g}")
    return value


@lru_cache(maxsize=1024)
def transform(text: str) -> Matrix:
    """The map that a list of transforms makes, of SVG or of CSS. Raises ValueError."""
    result = IDENTITY
    position, end = 0, len(text.rstrip())
    if text.strip().lower() == "none":
        return result
    while position < end:
        match = _STEP.match(text, position)
        if match is None:
            raise ValueError(f"{text[position : position + 60].strip()!r} is no transform")
        result = multiply(result, _step(match[1], _arguments(match[2])))
        position = match.end()
    for value in result:
        _sane(value)
    return result


def _arguments(text: str) -> list[float]:
    found: list[float] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _ARGUMENT.match(text, position)
        if match is None:
            raise ValueError(f"{text[:60]!r} are no numbers of a transform")
        found.append(float(match[1]) * _ANGLES[match[2] or ""])
        position = match.end()
    return found


def _step(name: str, args: list[float]) -> Matrix:
    one = args[0] if args else 0.0
    other = args[1] if len(args) > 1 else None
    result: Matrix | None = None
    if name == "matrix" and len(args) == 6:
        a, b, c, d, e, f = args
        result = (a, b, c, d, e, f)
    elif name == "rotate" and len(args) in {1, 3}:
        result = about(args[1:], _rotation(one))
    elif len(args) == 1 or (len(args) == 2 and name in {"translate", "scale"}):
        slope = math.tan(math.radians(one)) if name.startswith("skew") else 0.0
        result = {
            "translate": (1.0, 0.0, 0.0, 1.0, one, other or 0.0),
            "translateX": (1.0, 0.0, 0.0, 1.0, one, 0.0),
            "translateY": (1.0, 0.0, 0.0, 1.0, 0.0, one),
            "scale": (one, 0.0, 0.0, one if other is None else other, 0.0, 0.0),
            "scaleX": (one, 0.0, 0.0, 1.0, 0.0, 0.0),
            "scaleY": (1.0, 0.0, 0.0, one, 0.0, 0.0),
            "skewX": (1.0, 0.0, slope, 1.0, 0.0, 0.0),
            "skewY": (1.0, slope, 0.0, 1.0, 0.0, 0.0),
        }.get(name)
    if result is None:
        raise ValueError(f"{name} does not take {len(args)} numbers")
    return result


def about(centre: list[float], matrix: Matrix) -> Matrix:
    """``matrix`` about a point (x and y, or nothing for the origin)."""
    x, y = centre or (0.0, 0.0)
    return multiply(multiply((1.0, 0.0, 0.0, 1.0, x, y), matrix), (1.0, 0.0, 0.0, 1.0, -x, -y))


def _rotation(angle: float) -> Matrix:
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(angle % 360)
    cos, sin = quarter or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def inverse(matrix: Matrix) -> Matrix | None:
    """The map back, None where ``matrix`` leaves no area."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if abs(whole) < 1e-15:
        return None
    return (d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


def evenly(matrix: Matrix) -> float | None:
    """By how much a map enlarges, None where it does not do so evenly in all directions."""
    a, b, c, d = matrix[:4]
    one, other = math.hypot(a, b), math.hypot(c, d)
    if abs(one - other) > 1e-3 * max(one, other) or abs(a * c + b * d) > 1e-3 * one * other:
        return None
    return math.sqrt(one * other)


def widest(matrix: Matrix) -> float:
    """By how much a map enlarges at most, in the directions of its axes."""
    a, b, c, d = matrix[:4]
    return max(math.hypot(a, b), math.hypot(c, d))
