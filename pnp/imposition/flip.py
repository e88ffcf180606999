"""Where the back of a card goes, so that it lies behind its front when the sheet is turned over."""

from __future__ import annotations

from typing import Literal, cast

from pnp.imposition.page import Placement, Rotation
from pnp.model.sheets import Flip
from pnp.units import Size

FlipAxis = Literal["vertical", "horizontal"]
"""The axis on the page about which the sheet turns. The axis is kept, not the edge: it means one thing on any page."""


def flip_axis(flip: Flip, *, landscape: bool = False) -> FlipAxis:
    """The axis for a way of turning a sheet. The edges are those of the paper, so on a landscape page the axis is the
    other one."""
    return "vertical" if (flip == "long") != landscape else "horizontal"


def flipped(point: tuple[float, float], page: Size, axis: FlipAxis) -> tuple[float, float]:
    """The point of the back page that lies behind a point of the front page, in mm on their pages."""
    x, y = point
    return (page.width - x, y) if axis == "vertical" else (x, page.height - y)


def back_of(front: Placement, page: Size, axis: FlipAxis, offset: tuple[float, float] = (0.0, 0.0)) -> Placement | None:
    """The placement of the back of ``front``'s piece on the other side of the sheet, or None if it has no back; or on
    the other side of a line to fold along, which is ``axis`` in the middle of the page.

    The back's top lies behind the front's top: a card turned over like the leaf of a book stays upright. Turning the
    sheet about the vertical axis sends the direction "up" of a card at angle r, (-sin r, cos r), to (sin r, cos r),
    which is angle -r; about the horizontal axis to (-sin r, -cos r), which is 180 - r. ``offset`` in mm is added last.
    """
    if front.piece.back is None:
        return None
    left, bottom, right, top = front.bleed
    if axis == "vertical":
        x, y = page.width - front.x - front.width, front.y
        rotation, bleed = -front.rotation % 360, (right, bottom, left, top)
    else:
        x, y = front.x, page.height - front.y - front.height
        rotation, bleed = (180 - front.rotation) % 360, (left, top, right, bottom)
    return Placement(
        piece=front.piece,
        face=front.piece.back,
        face_side="back",
        x=x + offset[0],
        y=y + offset[1],
        width=front.width,
        height=front.height,
        rotation=cast(Rotation, rotation),
        bleed=bleed,
        tile=front.tile,
    )
