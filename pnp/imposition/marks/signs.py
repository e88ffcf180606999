"""Small pictures beside the words about printing and cutting: over which edge paper is flipped, and where to cut.

They are as high as a line of the words. All lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Literal

from pnp.imposition.page import Segment
from pnp.imposition.strip import Strip

SignKind = Literal["flip-long", "flip-short", "single", "cut"]
Line = tuple[tuple[float, float], tuple[float, float]]
"""Start and end: along the sign and across it, as shares of its height."""

SIGN_GAP = 0.45
"""White between a sign and its words, as a share of the height of the sign."""
_LINE_WIDTH = 0.16
_PAGE = 2**-0.5
"""Width of a page as a share of its height."""
_DASHES = 4


def sign_width(kind: SignKind, height: float) -> float:
    """Return the width of a sign, with the white up to its words."""
    ends = [x for line in _SIGNS[kind]() for x, _ in line]
    return (max(ends) + SIGN_GAP) * height


def sign_lines(kind: SignKind, strip: Strip, along: float, across: float, height: float) -> tuple[Segment, ...]:
    """Return the lines of a sign, whose lower left corner is at a point of the strip."""

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return along + point[0] * height, across + point[1] * height

    return tuple(strip.line(place(start), place(end), _LINE_WIDTH) for start, end in _SIGNS[kind]())


def _path(*corners: tuple[float, float]) -> Iterator[Line]:
    yield from pairwise(corners)


def _page(left: float, bottom: float, height: float) -> Iterator[Line]:
    right, top = left + _PAGE * height, bottom + height
    yield from _path((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))


def _dashed(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Line]:
    """Yield a line in dashes, which begins and ends with one."""
    parts = 2 * _DASHES - 1

    def point(share: float) -> tuple[float, float]:
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    for part in range(0, parts, 2):
        yield point(part / parts), point((part + 1) / parts)


def _flip_long() -> Iterator[Line]:
    """Yield a page, where it comes to lie, and an arrow over the long edge between the two."""
    yield from _page(_PAGE, 0.0, 1.0)
    yield from _dashed((_PAGE, 0.0), (0.0, 0.0))
    yield from _dashed((0.0, 0.0), (0.0, 1.0))
    yield from _dashed((0.0, 1.0), (_PAGE, 1.0))
    yield (1.5 * _PAGE, 0.5), (0.5 * _PAGE, 0.5)
    yield from _path((0.5 * _PAGE + 0.2, 0.7), (0.5 * _PAGE, 0.5), (0.5 * _PAGE + 0.2, 0.3))


def _flip_short() -> Iterator[Line]:
    """Yield a page, where it comes to lie, and an arrow over the short edge between the two."""
    right = _PAGE / 2
    yield from _page(0.0, 0.0, 0.5)
    yield from _dashed((0.0, 0.5), (0.0, 1.0))
    yield from _dashed((0.0, 1.0), (right, 1.0))
    yield from _dashed((right, 1.0), (right, 0.5))
    yield (right / 2, 0.25), (right / 2, 0.8)
    yield from _path((right / 2 - 0.12, 0.68), (right / 2, 0.8), (right / 2 + 0.12, 0.68))


def _single() -> Iterator[Line]:
    """Yield a page with lines on it."""
    yield from _page(0.0, 0.0, 1.0)
    for y in (0.3, 0.5, 0.7):
        yield (0.18 * _PAGE, y), (0.82 * _PAGE, y)


def _cut() -> Iterator[Line]:
    """Yield scissors on their way along a dashed line to a mark."""
    for sign in (1, -1):
        yield (0.22, 0.5 + 0.24 * sign), (0.75, 0.5 - 0.14 * sign)
        x, y, r = 0.12, 0.5 + 0.3 * sign, 0.12
        yield from _path((x - r, y), (x, y + r), (x + r, y), (x, y - r), (x - r, y))
    yield from _dashed((0.85, 0.5), (1.75, 0.5))
    yield (1.85, 0.15), (1.85, 0.85)


_SIGNS: Mapping[SignKind, Callable[[], Iterator[Line]]] = {
    "flip-long": _flip_long,
    "flip-short": _flip_short,
    "single": _single,
    "cut": _cut,
}
