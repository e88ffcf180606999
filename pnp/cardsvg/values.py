"""Attribute values: numbers, transforms, boxes."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TypeAlias

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""An affine map a b c d e f: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LIMIT = 1e5
"""The largest number there may be, in user units: a hundred metres."""
# Every part takes all that it can and gives nothing back: a wrong number is told at once, however long it is.
NUMBER = r"[-+]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
"""A number as SVG writes it, as a regular expression."""
_ONE = re.compile(NUMBER)
_LIST = re.compile(rf"\s*+{NUMBER}(?:\s*+,\s*+{NUMBER}|\s++{NUMBER}|(?=[-+.]){NUMBER})*+\s*+")
_STEP = re.compile(r"\s*+(?:,\s*+)?(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)\s*+")
_FAR = 1e9
"""The largest number of a map made of several steps."""


@lru_cache(maxsize=8192)
def number(text: str) -> float:
    """The number that ``text`` is. Raises ValueError: lengths carry no unit, since user units are mm."""
    match = _ONE.fullmatch(text.strip())
    if match is None:
        hint = "" if not text.strip()[:1].isdigit() else ": write it without a unit, user units are mm"
        raise ValueError(f"{_short(text)} is not a number{hint}")
    return _sane(float(match[0]))


@lru_cache(maxsize=4096)
def numbers(text: str, limit: float = LIMIT) -> tuple[float, ...]:
    """The numbers of a list separated by commas or blanks, none beyond ``limit``. Raises ValueError."""
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


@lru_cache(maxsize=4096)
def transform(text: str) -> Matrix:
    """The map that a list of transforms makes. Raises ValueError."""
    result = IDENTITY
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _STEP.match(text, position)
        if match is None:
            raise ValueError(
                f"{_short(text[position:].strip())} is no transform: there are matrix, translate, scale, rotate, "
                "skewX and skewY"
            )
        result = multiply(result, _step(match[1], numbers(match[2])))
        position = match.end()
    if not all(abs(value) <= _FAR for value in result):
        raise ValueError("the transforms together are out of range")
    return result


def _step(name: str, args: tuple[float, ...]) -> Matrix:
    result: Matrix
    match name, args:
        case "matrix", (a, b, c, d, e, f):
            result = (a, b, c, d, e, f)
        case "translate", (x, *rest) if len(rest) <= 1:
            result = (1.0, 0.0, 0.0, 1.0, x, rest[0] if rest else 0.0)
        case "scale", (x, *rest) if len(rest) <= 1:
            result = (x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0)
        case "rotate", (angle,):
            result = _rotation(angle)
        case "rotate", (angle, x, y):
            result = multiply(multiply((1.0, 0.0, 0.0, 1.0, x, y), _rotation(angle)), (1.0, 0.0, 0.0, 1.0, -x, -y))
        case "skewX", (angle,):
            result = (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0)
        case "skewY", (angle,):
            result = (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0)
        case _:
            raise ValueError(f"{name} does not take {len(args)} numbers")
    return result


def _rotation(angle: float) -> Matrix:
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(angle % 360)
    cos, sin = quarter or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The map that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where ``matrix`` takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def viewport(box: tuple[float, float, float, float], view: tuple[float, float, float, float], fit: str) -> Matrix:
    """The map that fits ``view`` (a viewBox: x, y, width, height) into ``box``, by preserveAspectRatio ``fit``.

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
    """Whether preserveAspectRatio ``fit`` cuts off what stands over. Raises ValueError for an unknown one."""
    return _alignment(fit)[1]


@lru_cache(maxsize=64)
def _alignment(fit: str) -> tuple[str, bool]:
    match = re.fullmatch(r"\s*(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*", fit)
    if match is None:
        raise ValueError(f"{fit!r} is no preserveAspectRatio: write none, or such as 'xMidYMid meet'")
    return match[1], match[2] == "slice"
