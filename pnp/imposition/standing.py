"""A landscape page stood upright: printed sheets with something behind them stay portrait in the file.

Printer drivers disagree on which way a landscape page turns, and a back, with its offset, would follow the driver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from pnp.imposition.page import Box, Circle, Note, Page, Placement, Rotation, Segment

Turn = Callable[[float, float], tuple[float, float]]


def stood_upright(page: Page) -> Page:
    """``page`` turned counter-clockwise by a quarter."""

    def turn(x: float, y: float) -> tuple[float, float]:
        return page.paper.height - y, x

    return replace(
        page,
        paper=page.paper.turned,
        placements=tuple(_placement(one, turn) for one in page.placements),
        segments=tuple(_segment(one, turn) for one in page.segments),
        notes=tuple(_note(one, turn) for one in page.notes),
        outlines=tuple(_circle(one, turn) for one in page.outlines),
        plates=tuple(_box(one, turn) for one in page.plates),
    )


def _rotation(turned: Rotation) -> Rotation:
    return cast(Rotation, (turned + 90) % 360)


def _placement(place: Placement, turn: Turn) -> Placement:
    x, y = turn(place.x, place.y + place.height)
    left, bottom, right, top = place.bleed
    return replace(
        place,
        x=x,
        y=y,
        width=place.height,
        height=place.width,
        rotation=_rotation(place.rotation),
        bleed=(top, left, bottom, right),
    )


def _segment(line: Segment, turn: Turn) -> Segment:
    (x1, y1), (x2, y2) = turn(line.x1, line.y1), turn(line.x2, line.y2)
    return replace(line, x1=x1, y1=y1, x2=x2, y2=y2)


def _note(note: Note, turn: Turn) -> Note:
    x, y = turn(note.x, note.y)
    return replace(note, x=x, y=y, rotation=_rotation(note.rotation))


def _circle(circle: Circle, turn: Turn) -> Circle:
    x, y = turn(circle.x, circle.y)
    return replace(circle, x=x, y=y)


def _box(box: Box, turn: Turn) -> Box:
    (x1, y1), (x2, y2) = turn(box[0], box[1]), turn(box[2], box[3])
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
