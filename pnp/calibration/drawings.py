"""Drawings on the calibration sheet that show its steps. All lengths in mm, y upwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Literal, cast

from pnp.imposition.marks.signs import SignKind, sign_lines, sign_width
from pnp.imposition.page import Note, Segment
from pnp.imposition.strip import Strip

Mark = Segment | Note
Subject = Literal["measure", "margin", "turn", "light"] | SignKind
"""What a drawing shows: how to print, a line that is measured, the margin, the turn of the sheet, a sheet in light."""

HEIGHT = 15.0
"""Height of a drawing."""
WIDTH = 52.0
_PITCH_LEAST = 17.0
"""Least distance from the top of a drawing to that of the next."""
_PITCH_MOST = 26.0
_ASIDE = 8.0
"""From the number of a drawing to the drawing."""
COLUMN = _ASIDE + WIDTH
"""Width of a column of drawings, with their numbers."""
_NUMBER = 4.6
_FIGURE = 2.5
_LINE = 0.18
_HEAVY = 0.5


def draw_column(subjects: list[Subject], x: float, top: float, height: float, first: int) -> list[Mark]:
    """Return drawings one below the other, numbered from ``first``, in a column whose upper left corner is at (x, top).
    Those that have no room within ``height`` are left out."""
    pitch = min(_PITCH_MOST, max(_PITCH_LEAST, height / max(1, len(subjects))))
    marks: list[Mark] = []
    for index, subject in enumerate(subjects):
        bottom = top - index * pitch - HEIGHT
        if bottom < top - height - 1e-6:
            break
        marks.append(Note(f"{first + index}", x, bottom + HEIGHT / 2 - 0.36 * _NUMBER, _NUMBER))
        marks += draw(subject, x + _ASIDE, bottom)
    return marks


def draw(subject: Subject, x: float, y: float) -> Iterator[Mark]:
    """Yield the drawing of ``subject``, whose lower left corner is at (x, y)."""
    painter = _PAINTERS.get(subject)
    if painter is not None:
        yield from painter(x, y)
    else:
        sign = cast(SignKind, subject)
        yield from sign_lines(sign, Strip(x, y, WIDTH, HEIGHT, False), 0.0, 0.0, HEIGHT)
        left = x + sign_width(sign, HEIGHT)
        yield Note("100%", left, y + HEIGHT / 2 - 0.36 * _NUMBER, _NUMBER)


def _path(*points: tuple[float, float], width: float = _LINE) -> Iterator[Segment]:
    yield from (Segment(*start, *end, width) for start, end in pairwise(points))


def _box(x: float, y: float, width: float, height: float) -> Iterator[Segment]:
    yield from _path((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def _measured(x: float, y: float) -> Iterator[Mark]:
    """Yield a line from end to end, and a ruler below it."""
    length, middle = 44.0, y + 11.5
    yield from _path((x, middle), (x + length, middle), width=_HEAVY)
    for end in (x, x + length):
        yield from _path((end, middle - 2.0), (end, middle + 2.0), width=_HEAVY)
    yield from _box(x - 1.5, y, length + 6.0, 7.4)
    for tick in range(round(length) + 3):
        yield from _path((x + tick, y + 7.4), (x + tick, y + 7.4 - (3.2 if tick % 10 == 0 else 1.5)))
        if tick % 10 == 0:
            yield Note(f"{tick // 10}", x + tick, y + 1.2, _FIGURE, anchor="middle")


def _margin(x: float, y: float) -> Iterator[Mark]:
    """Yield steps at an edge of the paper, the first of them missing, and an arrow at the first that is there."""
    pitch, first = 5.0, 4
    yield from _path((x, y), (x, y + HEIGHT), width=_HEAVY)
    for step in range(1, 9):
        left = x + step * pitch
        bottom = y + 2.4 + (step - 1) * 1.2
        if step >= first:
            yield from _path((left, bottom), (left, bottom + 3.6), width=_HEAVY)
        else:
            for part in (0.0, 1.4, 2.8):
                yield from _path((left, bottom + part), (left, bottom + part + 0.7))
        yield Note(f"{step}", left, y - 0.9, 3.4 if step == first else _FIGURE, anchor="middle")
    tip, arrow = x + first * pitch, y + 10.2
    yield from _path((tip, y + HEIGHT), (tip, arrow))
    yield from _path((tip - 0.9, arrow + 1.5), (tip, arrow), (tip + 0.9, arrow + 1.5))


def _turned(x: float, y: float) -> Iterator[Mark]:
    """Yield a sheet, and an arrow that runs round it to its other side."""
    yield from _box(x + 4.0, y, 9.2, 13.0)
    middle, radius = x + 8.6, 7.4
    arc = [
        (middle + radius * math.cos(math.radians(turn)), y + 8.4 + 0.82 * radius * math.sin(math.radians(turn)))
        for turn in range(10, 171, 10)
    ]
    yield from _path(*arc, width=_HEAVY / 2)
    tip_x, tip_y = arc[-1]
    yield from _path((tip_x - 0.6, tip_y + 2.0), (tip_x, tip_y), (tip_x + 1.8, tip_y + 1.0), width=_HEAVY / 2)


def _light(x: float, y: float) -> Iterator[Mark]:
    """Yield a window, a sheet that is held against it, and an eye before it."""
    yield from _box(x, y, 13.0, HEIGHT)
    yield from _path((x + 6.5, y), (x + 6.5, y + HEIGHT))
    yield from _path((x, y + HEIGHT / 2), (x + 13.0, y + HEIGHT / 2))
    left, right = x + 16.0, x + 23.0
    yield from _path(
        (left, y + 1.0), (right, y + 2.6), (right, y + 14.2), (left, y + 12.6), (left, y + 1.0), width=_HEAVY
    )
    yield from _path((left + 3.5, y + 1.8), (left + 3.5, y + 13.4))
    yield from _path((left, y + 6.8), (right, y + 8.4))
    eye_x, eye_y = x + 31.0, y + HEIGHT / 2
    for sign in (1, -1):
        yield from _path(
            *((eye_x + 8.0 * part / 8, eye_y + sign * 2.4 * math.sin(math.pi * part / 8)) for part in range(9))
        )
    ring = [(eye_x + 4.0 + 1.3 * math.cos(turn), eye_y + 1.3 * math.sin(turn)) for turn in _TURNS]
    yield from _path(*ring, width=_HEAVY)
    yield from _path((eye_x - 1.2, eye_y), (right + 1.6, eye_y))
    yield from _path((right + 3.1, eye_y + 0.9), (right + 1.6, eye_y), (right + 3.1, eye_y - 0.9))


_TURNS = [math.tau * part / 12 for part in range(13)]
_PAINTERS: Mapping[str, Callable[[float, float], Iterator[Mark]]] = {
    "measure": _measured,
    "margin": _margin,
    "turn": _turned,
    "light": _light,
}
