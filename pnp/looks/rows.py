"""Find rows of frames, as a loop draws them, that run over an edge of their face."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from pnp.cardsvg.nodes import Shape
from pnp.looks.painted import PaintedFace
from pnp.records import dataclass
from pnp.units import Size

_FEWEST = 3
"""Fewest frames of a row."""
_INSIDE = 2.0
"""Least distance in mm to the other edge. A pattern without end begins at the edge, or beyond it."""
_OVER = 1.0
"""Least distance in mm beyond the bleed."""
_EVEN = 0.1
"""Most difference in mm of two steps of a row."""


@dataclass(frozen=True, slots=True)
class OverrunningRow:
    """Row of equal frames whose last one the edge cuts: their number, the distance beyond the trim in mm, the side, and
    the offset of the last one in the SVG."""

    count: int
    distance: float
    side: Literal["right", "bottom"]
    at: int


def overrunning_rows(painted: PaintedFace, trim: Size, bleed: float) -> Iterator[OverrunningRow]:
    """Yield each row and each column of frames, with even steps, that begins well inside a face and runs over its right
    or lower edge. Art and shapes without a stroke are left out: they may be an ornament."""
    sides: tuple[tuple[Literal["right", "bottom"], int, float], ...] = (
        ("right", 0, trim.width),
        ("bottom", 1, trim.height),
    )
    for side, along, length in sides:
        rows: dict[tuple[float, ...], list[tuple[float, float, int]]] = {}
        for piece in painted.pieces:
            if isinstance(piece.node, Shape) and piece.node.stroke is not None and piece.around.use is None:
                start, size = piece.box[along], piece.box[2 + along]
                key = (round(piece.box[1 - along], 1), round(size, 1), round(piece.box[3 - along], 1))
                rows.setdefault(key, []).append((start, start + size, piece.at))
        for row in rows.values():
            frames = sorted(row)
            steps = [later[0] - earlier[0] for earlier, later in pairwise(frames)]
            first, last, end, at = frames[0][0], *frames[-1]
            is_cut = last < length and end > length + bleed + _OVER
            if len(frames) >= _FEWEST and max(steps) - min(steps) < _EVEN < min(steps) and first >= _INSIDE and is_cut:
                yield OverrunningRow(len(frames), end - length, side, at)
