"""Division into tiles of a board that is larger than the page. All lengths in mm.

On the board x runs to the right and y downwards, from its upper-left corner. Every tile except the last of a row or
column reaches under the next tile by a strip for glue, which the next tile covers up to the seam.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import clear_margins, format_size, has_notes
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Tile
from pnp.imposition.strip import ROOM_FOR_TILE_NOTES, TILE_RIM
from pnp.model.component import OVERLAP, Orientation, Tiling
from pnp.records import dataclass
from pnp.units import Size

_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class TileSpan:
    """Part of the board along an axis: from ``start`` to the seam at ``end``, and the ``strip`` beyond."""

    start: float
    end: float
    strip: float

    @property
    def length(self) -> float:
        """Extent of the tile once it is cut out."""
        return self.end - self.start + self.strip


@dataclass(frozen=True, slots=True)
class BoardTiling:
    """Board in tiles: their columns from the left, their rows from the top, and the options of their sheets."""

    columns: tuple[TileSpan, ...]
    rows: tuple[TileSpan, ...]
    options: SheetOptions

    @property
    def tiles(self) -> Iterator[Tile]:
        """Tiles row by row."""
        for row in range(len(self.rows)):
            for column in range(len(self.columns)):
                yield Tile(column, row, len(self.columns), len(self.rows))


def tile_board(piece: Piece, options: SheetOptions, duplex: bool) -> BoardTiling:
    """Return the tiling of ``piece`` that needs the fewest sheets, on portrait paper unless landscape needs fewer.

    Raises DefinitionError if the tiles asked for do not fit on the paper, or if strips are as large as tiles.
    """
    tiling = piece.tiling or Tiling()
    orientations: tuple[Orientation, ...] = (piece.orientation,) if piece.orientation else ("portrait", "landscape")
    layouts = [options.on(orientation) for orientation in orientations]
    tilings = []
    for layout in layouts:
        room = max_tile_size(layout, duplex)
        columns = divide_length(piece.trim.width, room.width, tiling.overlap, tiling.columns)
        rows = divide_length(piece.trim.height, room.height, tiling.overlap, tiling.rows)
        if columns is not None and rows is not None:
            tilings.append(BoardTiling(columns, rows, layout))
    if not tilings:
        raise _does_not_fit_error(piece, tiling, layouts, duplex)
    return min(tilings, key=lambda board: len(board.columns) * len(board.rows))


def divide_length(length: float, room: float, overlap: float, count: int | None = None) -> tuple[TileSpan, ...] | None:
    """Divide ``length`` into equal spans with strips between them: as few as fit in ``room``, or ``count`` of them.

    If equal spans have no room beside their strips, the last, which has no strip, is the larger one. Return None if the
    spans do not fit, or if a strip would reach over the whole next span.
    """
    if count is None:
        count = 1
        if length > room + _EPSILON:
            if room <= overlap + _EPSILON:
                return None
            count = math.ceil((length - overlap) / (room - overlap) - _EPSILON)
    if count == 1:
        return (TileSpan(0.0, length, 0.0),) if length <= room + _EPSILON else None
    equal = min(length / count, room - overlap)
    if equal < max(overlap, _EPSILON) - _EPSILON or length - (count - 1) * equal > room + _EPSILON:
        return None
    cuts = [*(index * equal for index in range(count)), length]
    return tuple(
        TileSpan(cuts[index], cuts[index + 1], overlap if index < count - 1 else 0.0) for index in range(count)
    )


def max_tile_size(options: SheetOptions, duplex: bool) -> Size:
    """Return the largest size of a cut-out tile: within the printer margin, marks, and label and map at the foot."""
    page, (beside, above) = options.page, clear_margins(options, duplex)
    foot = ROOM_FOR_TILE_NOTES if options.marked or has_notes(options) else 0.0
    return Size(max(0.0, page.width - 2 * (beside + TILE_RIM)), max(0.0, page.height - 2 * (above + TILE_RIM) - foot))


def _does_not_fit_error(piece: Piece, tiling: Tiling, layouts: list[SheetOptions], duplex: bool) -> DefinitionError:
    rooms = [max_tile_size(layout, duplex) for layout in layouts]
    paper, available = format_size(layouts[0].paper), " or ".join(dict.fromkeys(map(format_size, rooms)))
    axes = ((piece.trim.width, tiling.columns), (piece.trim.height, tiling.rows))
    if all(
        _overlap_too_large(axes[0], room.width, tiling.overlap)
        or _overlap_too_large(axes[1], room.height, tiling.overlap)
        for room in rooms
    ):
        message = f"an overlap of {tiling.overlap:g} mm is as large as the tiles of {piece.component} themselves"
        hint = f"lower the overlap: {OVERLAP:g}mm is enough to glue"
        return _tile_error(piece, "overlap-too-large", f"{message}; paper of {paper} has room for {available}", hint)
    parts = [(length / (count or 1), tiling.overlap if (count or 1) > 1 else 0.0) for length, count in axes]
    tile = Size(*(length + strip for length, strip in parts))
    wanted = [f"{name} = {number}" for name, number in (("columns", tiling.columns), ("rows", tiling.rows)) if number]
    return _tile_error(
        piece,
        "tile-too-large",
        f"{piece.component} of {format_size(piece.trim)} with {' and '.join(wanted)} "
        f"makes tiles of {format_size(tile)}: paper of {paper} has room for {available}, inside its margin and marks",
        f"raise or remove {' and '.join(name.partition(' ')[0] for name in wanted)}, or choose a larger paper",
    )


def _overlap_too_large(axis: tuple[float, int | None], room: float, overlap: float) -> bool:
    """Return True if it is the overlap that leaves too little of a tile."""
    length, count = axis
    count = count or (1 if length <= room + _EPSILON else 2)
    return count > 1 and min(length / count, room - overlap) < overlap - _EPSILON


def _tile_error(piece: Piece, code: str, message: str, hint: str) -> DefinitionError:
    return DefinitionError(
        Diagnostic(code, message, hint=hint, subject=piece.component, key=f"components.{piece.component}.tile")
    )
