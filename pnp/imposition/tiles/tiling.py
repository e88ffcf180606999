"""Into which tiles a board is parted that is larger than the page: arithmetic on lengths. All lengths in mm.

On the board x runs to the right and y downwards, from its upper-left corner. Every tile but the last of a row or column
reaches under the next one by a strip for glue, which the next one covers up to the seam.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import has_notes, in_mm
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Tile
from pnp.imposition.strip import ROOM_FOR_TILE_NOTES, TILE_RIM
from pnp.model.component import OVERLAP, Tiling
from pnp.records import dataclass
from pnp.units import Size

_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class TileSpan:
    """What a tile shows of the board along an axis: from ``start`` to the seam at ``end``, and the ``strip`` beyond."""

    start: float
    end: float
    strip: float

    @property
    def length(self) -> float:
        """The extent of the tile once it is cut out."""
        return self.end - self.start + self.strip


@dataclass(frozen=True, slots=True)
class BoardTiling:
    """A board in tiles: their columns from the left, their rows from the top, and how their sheets are laid."""

    columns: tuple[TileSpan, ...]
    rows: tuple[TileSpan, ...]
    options: SheetOptions

    @property
    def tiles(self) -> Iterator[Tile]:
        """The tiles row by row."""
        for row in range(len(self.rows)):
            for column in range(len(self.columns)):
                yield Tile(column, row, len(self.columns), len(self.rows))


def parting(piece: Piece, options: SheetOptions, duplex: bool) -> BoardTiling:
    """The tiles of ``piece`` that need the fewest sheets, on portrait paper where landscape needs no fewer.

    Raises DefinitionError where the tiles asked for do not fit on the paper, or strips are as large as tiles.
    """
    tiling = piece.tiling or Tiling()
    ways = [options.on(way) for way in ((piece.orientation,) if piece.orientation else ("portrait", "landscape"))]
    found = []
    for way in ways:
        room = room_for_a_tile(way, duplex)
        columns = spans(piece.trim.width, room.width, tiling.overlap, tiling.columns)
        rows = spans(piece.trim.height, room.height, tiling.overlap, tiling.rows)
        if columns is not None and rows is not None:
            found.append(BoardTiling(columns, rows, way))
    if not found:
        raise _does_not_fit(piece, tiling, ways, duplex)
    return min(found, key=lambda one: len(one.columns) * len(one.rows))


def spans(length: float, room: float, overlap: float, count: int | None = None) -> tuple[TileSpan, ...] | None:
    """``length`` parted into equal spans with strips between them, as few as ``room`` allows, or ``count`` of them.

    Only where equal ones have no room beside their strips, the last, which has none, is the larger one. None where
    they do not fit, or where a strip would reach over the whole next span.
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
    cuts = [*(number * equal for number in range(count)), length]
    return tuple(
        TileSpan(cuts[number], cuts[number + 1], overlap if number < count - 1 else 0.0) for number in range(count)
    )


def room_for_a_tile(options: SheetOptions, duplex: bool) -> Size:
    """How large a tile may be, cut out: inside the printer margin, marks on all sides, label and map at the foot."""
    page, (beside, above) = options.page, margins(options, duplex)
    foot = ROOM_FOR_TILE_NOTES if options.marked or has_notes(options) else 0.0
    return Size(max(0.0, page.width - 2 * (beside + TILE_RIM)), max(0.0, page.height - 2 * (above + TILE_RIM) - foot))


def margins(options: SheetOptions, duplex: bool) -> tuple[float, float]:
    """What stays clear at the sides and at the head and foot, so that a back with an offset stays printable too."""
    shift = options.back_offset if duplex else (0.0, 0.0)
    return options.margin + abs(shift[0]), options.margin + abs(shift[1])


def _does_not_fit(piece: Piece, tiling: Tiling, ways: list[SheetOptions], duplex: bool) -> DefinitionError:
    rooms = [room_for_a_tile(way, duplex) for way in ways]
    paper, left = in_mm(ways[0].paper), " or ".join(dict.fromkeys(map(in_mm, rooms)))
    axes = ((piece.trim.width, tiling.columns), (piece.trim.height, tiling.rows))
    if all(
        _mostly_strip(axes[0], room.width, tiling.overlap) or _mostly_strip(axes[1], room.height, tiling.overlap)
        for room in rooms
    ):
        message = f"an overlap of {tiling.overlap:g} mm is as large as the tiles of {piece.component} themselves"
        hint = f"lower the overlap: {OVERLAP:g}mm is enough to glue"
        return _wrong(piece, "overlap-too-large", f"{message}; paper of {paper} has room for {left}", hint)
    parts = [(length / (count or 1), tiling.overlap if (count or 1) > 1 else 0.0) for length, count in axes]
    tile = Size(*(length + strip for length, strip in parts))
    asked = [f"{name} = {number}" for name, number in (("columns", tiling.columns), ("rows", tiling.rows)) if number]
    return _wrong(
        piece,
        "tile-too-large",
        f"{piece.component} of {in_mm(piece.trim)} with {' and '.join(asked)} makes tiles of {in_mm(tile)}: "
        f"paper of {paper} has room for {left}, inside its margin and marks",
        f"raise or remove {' and '.join(name.partition(' ')[0] for name in asked)}, or choose a larger paper",
    )


def _mostly_strip(axis: tuple[float, int | None], room: float, overlap: float) -> bool:
    """Whether it is the overlap that leaves tiles too little."""
    length, count = axis
    count = count or (1 if length <= room + _EPSILON else 2)
    return count > 1 and min(length / count, room - overlap) < overlap - _EPSILON


def _wrong(piece: Piece, code: str, message: str, hint: str) -> DefinitionError:
    return DefinitionError(
        Diagnostic(code, message, hint=hint, subject=piece.component, key=f"components.{piece.component}.tile")
    )
