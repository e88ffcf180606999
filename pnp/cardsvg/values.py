"""Numbers, lengths, transforms and viewports. Card SVG has plain numbers in mm; art has all that SVG and CSS write, in
pixels of CSS."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from pnp.records import dataclass

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""An affine map a b c d e f: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LIMIT = 1e5
"""The largest number there may be on a face, in user units: a hundred metres."""
FAR = 1e7
"""The largest number there may be in art, in its user units."""
# Every part takes all that it can and gives nothing back: a wrong number is told at once, however long it is.
NUMBER = r"[-+]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
"""A number as SVG writes it, as a regular expression."""
_ONE = re.compile(NUMBER)
_LIST = re.compile(rf"\s*+{NUMBER}(?:\s*+,\s*+{NUMBER}|\s++{NUMBER}|(?=[-+.]){NUMBER})*+\s*+")
_LENGTH = re.compile(rf"({NUMBER})\s*(px|pt|pc|mm|cm|in|em|ex|rem|ch|q|%)?", re.IGNORECASE)
_PIXELS: Mapping[str, float] = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "q": 96 / 101.6,
}  # fmt: skip
_STEP = re.compile(
    r"\s*+(?:,\s*+)?(matrix|translateX|translateY|translate|scaleX|scaleY|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)\s*+"
)
_CSS_STEPS = frozenset({"translateX", "translateY", "scaleX", "scaleY"})
_ANGLE = re.compile(rf"\s*+(?:,\s*+)?({NUMBER})(px|deg|rad|grad|turn)?")
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0, "px": 1.0}
_DECIMAL_COMMA = re.compile(r"[-+]?[0-9]{1,9},[0-9]{1,9}")
_FAR = 1e9
"""The largest number of a map made of several steps."""


@lru_cache(maxsize=8192)
def number(text: str) -> float:
    """Return the number that ``text`` is. Raises ValueError: lengths carry no unit, since user units are mm."""
    match = _ONE.fullmatch(text.strip())
    if match is None:
        hint = "" if not text.strip()[:1].isdigit() else ": write it without a unit, user units are mm"
        if _DECIMAL_COMMA.fullmatch(text.strip()):
            hint = f": write {text.strip().replace(',', '.')}, with a point"
        raise ValueError(f"{_short(text)} is not a number{hint}")
    return _sane(float(match[0]))


@lru_cache(maxsize=4096)
def numbers(text: str, limit: float = LIMIT) -> tuple[float, ...]:
    """Return the numbers of a list separated by commas or blanks, none beyond ``limit``. Raises ValueError."""
    if not text.strip():
        return ()
    if _LIST.fullmatch(text) is None:
        raise ValueError(f"{_short(text)} is not a list of numbers")
    return tuple(_sane(float(part), limit) for part in _ONE.findall(text))


def _short(text: str) -> str:
    """``text`` in quotes, of a long one the beginning."""
    return repr(text) if len(text) <= 60 else f"{text[:60]!r}…"


def _sane(value: float, limit: float = LIMIT) -> float:
    if not math.isfinite(value) or abs(value) > limit:
        raise ValueError(f"{value:g} is out of range: numbers lie between -{limit:g} and {limit:g}")
    return value


@dataclass(frozen=True, slots=True)
class Viewport:
    """Width and height of a viewport, and the font size: what lengths of art are measured by."""

    width: float
    height: float
    em: float = 16.0

    def share(self, axis: str) -> float:
        """Return the length of 100 % across (``x``), down (``y``) or in any direction (SVG 1.1, 7.10)."""
        if axis == "x":
            return self.width
        return self.height if axis == "y" else math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str, room: Viewport, axis: str = "") -> float:
    """Return a length of art in user units. Raises ValueError.

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
    return _sane(float(match[1]) * factor, FAR)


def lengths(text: str, room: Viewport) -> tuple[float, ...]:
    """Lengths of art separated by commas or blanks. Raises ValueError."""
    return tuple(length(part, room) for part in text.replace(",", " ").split())


def share(text: str) -> float:
    """Return a number of art, or a percentage as a share of 1. Raises ValueError."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or (match[2] or "%") != "%":
        raise ValueError(f"{text[:60]!r} is neither a number nor a percentage")
    return _sane(float(match[1]) / (100 if match[2] else 1), FAR)


def between(value: float) -> float:
    """Return the nearest number from 0 to 1."""
    return min(1.0, max(0.0, value))


def opacity(text: str) -> float:
    """Return an opacity of art, brought between 0 and 1. Raises ValueError."""
    return between(share(text))


@lru_cache(maxsize=4096)
def transform(text: str, css: bool = False) -> Matrix:
    """Return the map that a list of transforms makes. ``css`` takes what CSS adds: ``none``, units of angles, steps
    along one axis. Raises ValueError."""
    if css and text.strip().lower() == "none":
        return IDENTITY
    matrix = IDENTITY
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _STEP.match(text, position)
        if match is None or (match[1] in _CSS_STEPS and not css):
            if css:
                raise ValueError(f"{text[position : position + 60].strip()!r} is no transform")
            raise ValueError(
                f"{_short(text[position:].strip())} is no transform: there are matrix, translate, scale, rotate, "
                "skewX and skewY"
            )
        matrix = multiply(matrix, _step(match[1], _angles(match[2]) if css else numbers(match[2])))
        position = match.end()
    if css:
        a, b, c, d, e, f = (_sane(number, FAR) for number in matrix)
        return a, b, c, d, e, f
    if not all(abs(number) <= _FAR for number in matrix):
        raise ValueError("the transforms together are out of range")
    return matrix


def css_transform(text: str) -> Matrix:
    """Return the map that a list of transforms of art makes. Raises ValueError."""
    return transform(text, css=True)


def _angles(text: str) -> tuple[float, ...]:
    """Return the numbers of a transform of CSS, angles in degrees."""
    values: list[float] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _ANGLE.match(text, position)
        if match is None:
            raise ValueError(f"{text[:60]!r} are no numbers of a transform")
        values.append(float(match[1]) * _ANGLES[match[2] or ""])
        position = match.end()
    return tuple(values)


def _step(name: str, args: tuple[float, ...]) -> Matrix:
    step = _STEPS.get((name, len(args)))
    if step is None:
        raise ValueError(f"{name} does not take {len(args)} numbers")
    return step(*args)


def _rotation(angle: float) -> Matrix:
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(angle % 360)
    cos, sin = quarter or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def shift(x: float, y: float) -> Matrix:
    """Return the map that moves by x and y."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def about(x: float, y: float, matrix: Matrix) -> Matrix:
    """``matrix`` about the point x, y."""
    return multiply(multiply(shift(x, y), matrix), shift(-x, -y))


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the map that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point to which ``matrix`` takes x, y."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


_STEPS: Mapping[tuple[str, int], Callable[..., Matrix]] = {
    ("matrix", 6): lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    ("translate", 1): lambda x: shift(x, 0.0),
    ("translate", 2): shift,
    ("translateX", 1): lambda x: shift(x, 0.0),
    ("translateY", 1): lambda y: shift(0.0, y),
    ("scale", 1): lambda x: (x, 0.0, 0.0, x, 0.0, 0.0),
    ("scale", 2): lambda x, y: (x, 0.0, 0.0, y, 0.0, 0.0),
    ("scaleX", 1): lambda x: (x, 0.0, 0.0, 1.0, 0.0, 0.0),
    ("scaleY", 1): lambda y: (1.0, 0.0, 0.0, y, 0.0, 0.0),
    ("rotate", 1): _rotation,
    ("rotate", 3): lambda angle, x, y: about(x, y, _rotation(angle)),
    ("skewX", 1): lambda angle: (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0),
    ("skewY", 1): lambda angle: (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0),
}
"""The maps of transforms by name and count of numbers."""


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the map back, None if ``matrix`` leaves no area."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if abs(whole) < 1e-15:
        return None
    return (d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)


def evenly(matrix: Matrix) -> float | None:
    """By how much a map enlarges, None if it does not do so evenly in all directions."""
    a, b, c, d = matrix[:4]
    across, down = math.hypot(a, b), math.hypot(c, d)
    if abs(across - down) > 1e-3 * max(across, down) or abs(a * c + b * d) > 1e-3 * across * down:
        return None
    return math.sqrt(across * down)


def widest(matrix: Matrix) -> float:
    """By how much a map enlarges at most, in the directions of its axes."""
    a, b, c, d = matrix[:4]
    return max(math.hypot(a, b), math.hypot(c, d))


def viewport(box: tuple[float, float, float, float], view: tuple[float, float, float, float], fit: str) -> Matrix:
    """Return the map that fits ``view`` (a viewBox: x, y, width, height) into ``box``, by preserveAspectRatio ``fit``.

    Raises ValueError for a ``fit`` that there is not.
    """
    align, slicing = _alignment(fit)
    x, y, width, height = box
    vx, vy, vw, vh = view
    sx, sy = width / vw, height / vh
    if align != "none":
        sx = sy = max(sx, sy) if slicing else min(sx, sy)
    room = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    dx = 0.0 if align == "none" else (width - vw * sx) * room[align[1:4]]
    dy = 0.0 if align == "none" else (height - vh * sy) * room[align[5:8]]
    return (sx, 0.0, 0.0, sy, x + dx - vx * sx, y + dy - vy * sy)


def is_slice(fit: str) -> bool:
    """Return whether preserveAspectRatio ``fit`` cuts off what stands over. Raises ValueError for an unknown one."""
    return _alignment(fit)[1]


@lru_cache(maxsize=64)
def _alignment(fit: str) -> tuple[str, bool]:
    match = re.fullmatch(r"\s*(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*", fit)
    if match is None:
        raise ValueError(f"{fit!r} is no preserveAspectRatio: write none, or such as 'xMidYMid meet'")
    return match[1], match[2] == "slice"
