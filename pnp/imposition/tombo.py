"""Japanese marks (トンボ): double marks at the corners, for the trim and for the bleed, and crosses at the middles.

All lengths in mm. At a corner two angles stand back to back: one runs along the trim from outside to the edge of the
bleed and turns outwards there, the other does so along the other side. Cuts between the cards have plain marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.imposition.page import Box, Segment
from pnp.imposition.rim import Rim

_BAR = 2.5
"""Half of the bar of a cross."""
_SHORT_BAR = 0.8
_ONE = 0.01
"""Two positions closer than this are one."""


def tombo(xs: Sequence[float], ys: Sequence[float], beside: Rim, above: Rim) -> tuple[Segment, ...]:
    """The marks around a block with upright cuts at ``xs`` and level ones at ``ys``, which end where crop
    marks would."""
    block = (xs[0], ys[0], xs[-1], ys[-1])
    return (*_corners(block, beside, above), *_sides(xs, block, above, upright=True), *_sides(ys, block, beside))


def _corners(block: Box, beside: Rim, above: Rim) -> Iterator[Segment]:
    left, bottom, right, top = block
    for x, outwards in ((left, -1), (right, 1)):
        bleed, end = x + outwards * _from(beside), x + outwards * beside.mark_end
        for y, upwards in ((bottom, -1), (top, 1)):
            high, tip = y + upwards * _from(above), y + upwards * above.mark_end
            yield Segment(bleed, y, end, y)
            yield Segment(bleed, y, bleed, tip)
            yield Segment(x, high, x, tip)
            yield Segment(x, high, end, high)


def _from(rim: Rim) -> float:
    """Where the marks of the trim begin: at the edge of the bleed, or where crop marks do if there is none."""
    return rim.bleed if rim.bleed > _ONE else rim.mark_start


def _sides(cuts: Sequence[float], block: Box, rim: Rim, *, upright: bool = False) -> Iterator[Segment]:
    """The marks on two sides that face each other, across ``cuts``: a mark at each cut but the outermost, whose marks
    are those of the corners, and a cross at the middle."""
    middle = (cuts[0] + cuts[-1]) / 2
    inner = cuts[1:-1]
    near = min((abs(cut - middle) for cut in inner if abs(cut - middle) > _ONE), default=_BAR + 1)
    half = min(_BAR, near - 0.5, (cuts[-1] - cuts[0]) / 2 - 0.5)
    at = (rim.mark_start + rim.mark_end) / 2
    for edge, outwards in ((block[1], -1), (block[3], 1)) if upright else ((block[0], -1), (block[2], 1)):
        for cut in sorted({*inner, *(() if any(abs(cut - middle) <= _ONE for cut in inner) else (middle,))}):
            yield _line((cut, cut), (edge + outwards * rim.mark_start, edge + outwards * rim.mark_end), upright)
        if half >= _SHORT_BAR:
            bar = edge + outwards * at
            yield _line((middle - half, middle + half), (bar, bar), upright)


def _line(across: tuple[float, float], outwards: tuple[float, float], upright: bool) -> Segment:
    """A line whose ends stand so far along the side, and so far out."""
    if upright:
        return Segment(across[0], outwards[0], across[1], outwards[1])
    return Segment(outwards[0], across[0], outwards[1], across[1])
