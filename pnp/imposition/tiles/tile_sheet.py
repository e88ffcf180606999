"""The sheet of one tile of a board: where the board lies, and all that is printed round the tile. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.imposition.grid import has_notes
from pnp.imposition.options import Measure, SheetOptions
from pnp.imposition.page import Box, Note, Piece, Placement, Segment, Tile
from pnp.imposition.strip import MARK_MIN, NOTES_GOOD, NOTES_MIN, ROOM_FOR_TILE_NOTES, TILE_RIM, Strip
from pnp.imposition.tiles.seams import SLIVER, Drawn, Place, Seam, cut_of, seams_of, strip_of
from pnp.imposition.tiles.tiling import Parting, Span, margins
from pnp.records import dataclass

# The small map on the sheet of a tile: all tiles of its board, and which of them this is. Lengths in mm.

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


_STAND_OFF = 0.5
_MAP_GAP = 4.0
_LONGER = 2.5
"""How much longer than they must be marks are, where there is room."""
_DASHES = ((0.0, 0.38), (0.62, 1.0))


@dataclass(frozen=True, slots=True)
class TileSheet:
    """The front of a tile's sheet. ``cuts`` are printed on its back too; what is in ``seams`` on the front alone.
    ``label`` is free for the page label, ``ruler`` for a ruler where there is room."""

    front: Placement
    cuts: tuple[Segment, ...]
    seams: Drawn
    label: Strip | None
    ruler: Strip | None
    options: SheetOptions


def tile_sheets(piece: Piece, board: Parting, duplex: bool) -> Iterator[TileSheet]:
    """A sheet per tile, row by row."""
    seams = seams_of(board)
    for tile in board.tiles:
        yield _sheet(piece, board, tile, seams, duplex)


def _sheet(piece: Piece, board: Parting, tile: Tile, seams: tuple[Seam, ...], duplex: bool) -> TileSheet:
    options = board.options
    page, (side, end) = options.page, margins(options, duplex)
    column, row = board.columns[tile.column], board.rows[tile.row]
    noted = options.marked or has_notes(options)
    foot = ROOM_FOR_TILE_NOTES if noted else 0.0
    spare = max(0.0, page.height - 2 * end - foot - 2 * TILE_RIM - row.length)
    foot += min(spare, LARGEST - foot) if noted else 0.0
    spare = max(0.0, page.height - 2 * end - foot - 2 * TILE_RIM - row.length) / 2
    left = (page.width - column.length) / 2
    bottom = end + foot + TILE_RIM + spare
    bleed = min(options.bleed_of(piece), TILE_RIM - MARK_MIN - _STAND_OFF)
    front = _placement(piece, tile, (column, row), (left, bottom), bleed)
    width = page.width - 2 * side
    drawn = _seams(board, tile, seams, (left, bottom + row.length)) if options.marked else Drawn()
    taken = 0.0
    if options.marked:
        map_, taken = tile_map(board, tile, (page.width - side, end), (width / 3, foot - 0.4), options.measure)
        drawn += map_
    depth = min(foot, NOTES_GOOD)
    above = min(spare, NOTES_GOOD)
    beside = (page.width - 2 * (side + TILE_RIM) - column.length) / 2
    ends = (TILE_RIM + min(_LONGER, max(0.0, beside)), TILE_RIM + min(_LONGER, max(0.0, spare - NOTES_GOOD)))
    box = (left, bottom, left + column.length, bottom + row.length)
    return TileSheet(
        front,
        _cuts(box, _start(bleed), ends) if options.marked else (),
        drawn + _ends(box, (column.strip, row.strip), _start(bleed), ends) if options.marked else drawn,
        Strip(side, end, width - (taken + _MAP_GAP if taken else 0.0), depth, False) if has_notes(options) else None,
        Strip(side, page.height - end - above, width, above, False) if above >= NOTES_MIN else None,
        options,
    )


def _placement(
    piece: Piece, tile: Tile, spans: tuple[Span, Span], corner: tuple[float, float], bleed: float
) -> Placement:
    """The whole board, of which the tile shows what its sheet has: ``corner`` is the lower left of the tile there."""
    (column, row), (left, bottom) = spans, corner
    over = (
        SLIVER if tile.column else bleed,
        0.0 if row.strip else bleed,
        0.0 if column.strip else bleed,
        SLIVER if tile.row else bleed,
    )
    before = (column.start, piece.trim.height - row.start - row.length, piece.trim.width - column.start - column.length)
    return Placement(
        piece=piece,
        face=piece.front,
        face_side="front",
        x=left - column.start,
        y=bottom - before[1],
        width=piece.trim.width,
        height=piece.trim.height,
        rotation=0,
        bleed=(over[0] - before[0], over[1] - before[1], over[2] - before[2], over[3] - row.start),
        tile=tile,
    )


def _start(bleed: float) -> float:
    """Where marks begin outside the tile."""
    return max(bleed, SLIVER) + _STAND_OFF


def _cuts(box: Box, start: float, ends: tuple[float, float]) -> tuple[Segment, ...]:
    """Crop marks at the corners of a tile; ``ends`` says how far off it they end, beside it and above it."""
    left, bottom, right, top = box
    beside, above = ends
    marks = []
    for x in (left, right):
        marks += [Segment(x, top + start, x, top + above), Segment(x, bottom - start, x, bottom - above)]
    for y in (bottom, top):
        marks += [Segment(right + start, y, right + beside, y), Segment(left - start, y, left - beside, y)]
    return tuple(marks)


def _ends(box: Box, strips: tuple[float, float], start: float, ends: tuple[float, float]) -> Drawn:
    """Dashed marks where the seams of a tile's strips end: the crop marks of the next tile come to lie there."""
    left, bottom, right, top = box
    lines = []
    for first, last in _DASHES:
        low, high = (start + share * (ends[1] - start) for share in (first, last))
        if strips[0]:
            x = right - strips[0]
            lines += [Segment(x, top + low, x, top + high), Segment(x, bottom - low, x, bottom - high)]
        low, high = (start + share * (ends[0] - start) for share in (first, last))
        if strips[1]:
            y = bottom + strips[1]
            lines += [Segment(right + low, y, right + high, y), Segment(left - low, y, left - high, y)]
    return Drawn(tuple(lines))


def _seams(board: Parting, tile: Tile, seams: tuple[Seam, ...], corner: tuple[float, float]) -> Drawn:
    """The marks of the seams of a tile; ``corner`` is its upper left on the page."""
    column, row = board.columns[tile.column], board.rows[tile.row]
    words, drawn = board.options.tiles, Drawn()
    for seam in seams:
        if tile not in (seam.before, seam.after):
            continue

        def point(along: float, across: float, seam: Seam = seam) -> tuple[float, float]:
            u, v = (seam.at + across, along) if seam.upright else (along, seam.at + across)
            return corner[0] + u - column.start, corner[1] - (v - row.start)

        if tile == seam.before:
            place = Place(seam, point, 1, board.options.measure)
            # An upright strip goes on beside the one below it: all of the corner is glued.
            drawn += strip_of(place, words, seam.span.end + (seam.span.strip if seam.upright else 0.0))
        else:
            drawn += cut_of(Place(seam, point, -1, board.options.measure), words)
    return drawn
