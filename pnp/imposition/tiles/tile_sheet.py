"""The sheet of one tile of a board: where the board lies, and all that is printed round the tile. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pnp.imposition.grid import has_notes
from pnp.imposition.options import Measure, SheetOptions, TileWords
from pnp.imposition.page import Box, Note, Piece, Placement, Segment, Tile
from pnp.imposition.strip import ASCENT, MARK_MIN, NOTES_GOOD, NOTES_MIN, ROOM_FOR_TILE_NOTES, TILE_RIM, Strip
from pnp.imposition.tiles.tiling import BoardTiling, TileSpan, margins
from pnp.records import dataclass

# The seams of a board in tiles: marks that say what meets what, and strips for glue.
#
# A seam has its own axes: ``along`` it from the board's upper-left, and ``across`` it, towards the tile that is cut
# there and laid over the strip of the one before it. A mark is a diamond on the seam with a number: one half lies on
# the strip, the other on what is cut away, so that the halves meet when the tiles are laid together. Lengths in mm.

SLIVER = 1.0
"""Art beyond a cut along a seam, for cuts that are a little off."""
CLEAR = 0.6
"""Nothing is printed on a strip so near to the seam, where it could show."""
_FAR = 100.0
"""Between two marks of a seam, at most."""
_HALF, _REACH = 1.7, 2.4
"""Half the height of a diamond, and how far it reaches off the seam."""
_APART = 0.2
"""Between the seam and the halves of a diamond, whose lines have a width."""
_NUMBER, _WORDS = 2.12, 2.3
_BESIDE, _WHITE = 0.8, 0.5
_HATCH, _LINE = 2.6, 0.12
_MIDDLE = 0.36
"""How far the middle of figures is above the baseline, as a share of their size."""


@dataclass(frozen=True, slots=True)
class Seam:
    """Where two tiles meet: ``before`` has the strip, ``after`` lies on it. ``upright`` seams part columns. ``span`` is
    their extent along the seam, ``marks`` the places of its diamonds there with their numbers."""

    before: Tile
    after: Tile
    upright: bool
    at: float
    span: TileSpan
    strip: float
    marks: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class SeamDrawing:
    """What is drawn of seams on a page."""

    segments: tuple[Segment, ...] = ()
    notes: tuple[Note, ...] = ()
    plates: tuple[Box, ...] = ()

    def __add__(self, other: SeamDrawing) -> SeamDrawing:
        return SeamDrawing(self.segments + other.segments, self.notes + other.notes, self.plates + other.plates)


def seams_of(board: BoardTiling) -> tuple[Seam, ...]:
    """All seams, numbered through: in every row those between its tiles, then those to the next row."""
    found: list[Seam] = []
    number = 0
    across, down = len(board.columns), len(board.rows)
    for tile in board.tiles:
        column, row = board.columns[tile.column], board.rows[tile.row]
        for upright, cut, span, step in ((True, column, row, (1, 0)), (False, row, column, (0, 1))):
            after = Tile(tile.column + step[0], tile.row + step[1], across, down)
            if after.column == across or after.row == down:
                continue
            places = _places(span)
            numbered = tuple((place, number + index) for index, place in enumerate(places, start=1))
            number += len(places)
            found.append(Seam(tile, after, upright, cut.end, span, cut.strip, numbered))
    return tuple(found)


def _places(span: TileSpan) -> list[float]:
    length = span.end - span.start
    count = max(2, math.ceil(length / _FAR)) if length > 24 else 1
    return [span.start + (index + 0.5) * length / count for index in range(count)]


@dataclass(frozen=True, slots=True)
class SeamPlace:
    """A seam on a page. ``point`` puts a point of it there, given along and across; ``side`` is 1 on the page that has
    the strip, and -1 on the one that is cut."""

    seam: Seam
    point: Callable[[float, float], tuple[float, float]]
    side: int
    measure: Measure

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, *, cased: bool) -> Segment:
        """A line between two points, across counted away from the seam on this page."""
        (x1, y1), (x2, y2) = self.on(*start), self.on(*end)
        return Segment(x1, y1, x2, y2, width, cased)

    def on(self, along: float, away: float) -> tuple[float, float]:
        """A point by its distance from the seam on this page."""
        return self.point(along, self.side * away)

    def box(self, along: tuple[float, float], away: tuple[float, float]) -> Box:
        """A rectangle beside the seam."""
        (x1, y1), (x2, y2) = self.on(along[0], away[0]), self.on(along[1], away[1])
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def text(self, text: str, along: float, away: float, size: float) -> Note:
        """A line of text along the seam with its middle there, upright or reading upwards."""
        x, y = self.on(along, away)
        if self.seam.upright:
            return Note(text, x + _MIDDLE * size, y, size, 90, "middle")
        return Note(text, x, y - _MIDDLE * size, size, 0, "middle")


def strip_of(place: SeamPlace, words: TileWords | None, reach: float) -> SeamDrawing:
    """The strip for glue on the page that has it: hatched up to ``reach`` along, with its marks and which tile goes
    there, on white."""
    seam = place.seam
    deep = min(seam.strip, 4.4)
    drawn, taken = _marks(place, deep)
    told = _told(place, words.glue if words else str, seam.after.name, deep)
    if told is not None:
        note, extent = told
        taken.append(extent)
        drawn += SeamDrawing((), (note,), (place.box(extent, (CLEAR, deep)),))
    lines: list[Segment] = []
    low = seam.span.start
    for start, end in [*sorted(taken), (reach, reach)]:
        lines += _hatched(place, low, start)
        low = end
    return drawn + SeamDrawing(tuple(lines))


def cut_of(place: SeamPlace, words: TileWords | None) -> SeamDrawing:
    """The marks on what is cut away on the page of the other tile, and which tile it goes on."""
    drawn, _ = _marks(place, 4.4)
    told = _told(place, words.cut if words else str, place.seam.before.name, 4.4)
    return drawn if told is None else drawn + SeamDrawing((), (told[0],))


def _marks(place: SeamPlace, deep: float) -> tuple[SeamDrawing, list[tuple[float, float]]]:
    """Half diamonds with their numbers, and what of the seam they take."""
    drawn, taken = SeamDrawing(), []
    reach = min(_REACH, deep - 0.3)
    for along, number in place.seam.marks:
        width = place.measure(str(number), _NUMBER)
        centre = along + _HALF + _BESIDE + width / 2
        extent = (along - _HALF - _WHITE, along + _HALF + _BESIDE + width + _WHITE)
        if place.side > 0:
            drawn += SeamDrawing((), (), (place.box(extent, (CLEAR, deep)),))
        halves = tuple(
            place.line((along + half * (1 - _APART / reach), _APART), (along, reach), 0.2, cased=True)
            for half in (-_HALF, _HALF)
        )
        drawn += SeamDrawing(halves, (place.text(str(number), centre, _off(place, _NUMBER), _NUMBER),))
        taken.append(extent)
    return drawn, taken


def _off(place: SeamPlace, size: float) -> float:
    """How far the middle of a line of text stands off the seam: inside the white plate, or clear of the art."""
    return (CLEAR + 0.5 if place.side > 0 else SLIVER + 0.8) + ASCENT * size / 2


def _told(
    place: SeamPlace, wording: Callable[[str], str], name: str, deep: float
) -> tuple[Note, tuple[float, float]] | None:
    """Words in the middle of the first free stretch of the seam, or the bare name there; None where that is too
    short."""
    marks = place.seam.marks
    if _off(place, _WORDS) + _WORDS / 2 > deep + 0.3:
        return None
    free = marks[1][0] - marks[0][0] if len(marks) > 1 else marks[0][0] - place.seam.span.start
    middle = (marks[0][0] + marks[1][0]) / 2 if len(marks) > 1 else place.seam.span.start + free / 2
    for text in (wording(name), name):
        half = place.measure(text, _WORDS) / 2 + _WHITE
        if 2 * half <= free - 2 * (_HALF + _BESIDE + place.measure("000", _NUMBER) + 2 * _WHITE):
            return place.text(text, middle, _off(place, _WORDS), _WORDS), (middle - half, middle + half)
    return None


def _hatched(place: SeamPlace, low: float, high: float) -> Iterator[Segment]:
    """Slanting lines over the strip, between two places along it."""
    deep = place.seam.strip - CLEAR
    first = math.floor((low - deep) / _HATCH)
    for step in range(first, math.ceil(high / _HATCH) + 1):
        begin = step * _HATCH
        start, end = max(begin, low), min(begin + deep, high)
        if end - start > 0.3:
            yield place.line((start, CLEAR + start - begin), (end, CLEAR + end - begin), _LINE, cased=True)


# The small map on the sheet of a tile: all tiles of its board, and which of them this is. Lengths in mm.

LARGEST = 15.0
"""How high a map is at most."""
_NAME = 2.12
_MAP_LINE = 0.15


def tile_map(
    board: BoardTiling, tile: Tile, corner: tuple[float, float], room: tuple[float, float], measure: Measure
) -> tuple[SeamDrawing, float]:
    """The map in the lower right ``corner`` of its ``room`` (width and height), and how wide it is.

    The tile of this sheet is black; where they have room the others have their names.
    """
    width, height = board.columns[-1].end, board.rows[-1].end
    scale = min((room[0] - _MAP_LINE) / width, (room[1] - _MAP_LINE) / height)
    left, bottom = corner[0] - width * scale - _MAP_LINE / 2, corner[1] + _MAP_LINE / 2
    xs = [left + scale * span.start for span in board.columns] + [left + scale * width]
    ys = [bottom + scale * (height - span.start) for span in board.rows] + [bottom]
    lines = [Segment(x, bottom, x, ys[0], _MAP_LINE) for x in xs]
    lines += [Segment(left - _MAP_LINE / 2, y, xs[-1] + _MAP_LINE / 2, y, _MAP_LINE) for y in ys]
    middle = (ys[tile.row] + ys[tile.row + 1]) / 2
    lines.append(Segment(xs[tile.column], middle, xs[tile.column + 1], middle, ys[tile.row] - ys[tile.row + 1]))
    notes = []
    for other in board.tiles:
        wide, high = xs[other.column + 1] - xs[other.column], ys[other.row] - ys[other.row + 1]
        if other != tile and measure(other.name, _NAME) + 0.6 <= wide and high >= _NAME + 0.4:
            x, y = xs[other.column] + wide / 2, ys[other.row] - high / 2 - 0.36 * _NAME
            notes.append(Note(other.name, x, y, _NAME, anchor="middle"))
    return SeamDrawing(tuple(lines), tuple(notes)), width * scale + _MAP_LINE


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
    seams: SeamDrawing
    label: Strip | None
    ruler: Strip | None
    options: SheetOptions


def tile_sheets(piece: Piece, board: BoardTiling, duplex: bool) -> Iterator[TileSheet]:
    """A sheet per tile, row by row."""
    seams = seams_of(board)
    for tile in board.tiles:
        yield _sheet(piece, board, tile, seams, duplex)


def _sheet(piece: Piece, board: BoardTiling, tile: Tile, seams: tuple[Seam, ...], duplex: bool) -> TileSheet:
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
    drawn = _seams(board, tile, seams, (left, bottom + row.length)) if options.marked else SeamDrawing()
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
    piece: Piece, tile: Tile, spans: tuple[TileSpan, TileSpan], corner: tuple[float, float], bleed: float
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


def _ends(box: Box, strips: tuple[float, float], start: float, ends: tuple[float, float]) -> SeamDrawing:
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
    return SeamDrawing(tuple(lines))


def _seams(board: BoardTiling, tile: Tile, seams: tuple[Seam, ...], corner: tuple[float, float]) -> SeamDrawing:
    """The marks of the seams of a tile; ``corner`` is its upper left on the page."""
    column, row = board.columns[tile.column], board.rows[tile.row]
    words, drawn = board.options.tiles, SeamDrawing()
    for seam in seams:
        if tile not in (seam.before, seam.after):
            continue

        def point(along: float, across: float, seam: Seam = seam) -> tuple[float, float]:
            u, v = (seam.at + across, along) if seam.upright else (along, seam.at + across)
            return corner[0] + u - column.start, corner[1] - (v - row.start)

        if tile == seam.before:
            place = SeamPlace(seam, point, 1, board.options.measure)
            # An upright strip goes on beside the one below it: all of the corner is glued.
            drawn += strip_of(place, words, seam.span.end + (seam.span.strip if seam.upright else 0.0))
        else:
            drawn += cut_of(SeamPlace(seam, point, -1, board.options.measure), words)
    return drawn
