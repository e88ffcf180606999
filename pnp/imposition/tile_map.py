"""The small map on the sheet of a tile: all tiles of its board, and which of them this is. Lengths in mm."""

from __future__ import annotations

from pnp.imposition.options import Measure
from pnp.imposition.page import Note, Segment, Tile
from pnp.imposition.seams import Drawn
from pnp.imposition.tiling import Parting

LARGEST = 15.0
"""How high a map is at most."""
_NAME = 2.12
_LINE = 0.15


def tile_map(
    board: Parting, tile: Tile, corner: tuple[float, float], room: tuple[float, float], measure: Measure
) -> tuple[Drawn, float]:
    """The map in the lower right ``corner`` of its ``room`` (width and height), and how wide it is.

    The tile of this sheet is black; where they have room the others have their names.
    """
    width, height = board.columns[-1].end, board.rows[-1].end
    scale = min((room[0] - _LINE) / width, (room[1] - _LINE) / height)
    left, bottom = corner[0] - width * scale - _LINE / 2, corner[1] + _LINE / 2
    xs = [left + scale * span.start for span in board.columns] + [left + scale * width]
    ys = [bottom + scale * (height - span.start) for span in board.rows] + [bottom]
    lines = [Segment(x, bottom, x, ys[0], _LINE) for x in xs]
    lines += [Segment(left - _LINE / 2, y, xs[-1] + _LINE / 2, y, _LINE) for y in ys]
    middle = (ys[tile.row] + ys[tile.row + 1]) / 2
    lines.append(Segment(xs[tile.column], middle, xs[tile.column + 1], middle, ys[tile.row] - ys[tile.row + 1]))
    notes = []
    for other in board.tiles:
        wide, high = xs[other.column + 1] - xs[other.column], ys[other.row] - ys[other.row + 1]
        if other != tile and measure(other.name, _NAME) + 0.6 <= wide and high >= _NAME + 0.4:
            x, y = xs[other.column] + wide / 2, ys[other.row] - high / 2 - 0.36 * _NAME
            notes.append(Note(other.name, x, y, _NAME, anchor="middle"))
    return Drawn(tuple(lines), tuple(notes)), width * scale + _LINE
