"""Boards that are larger than the page, divided into tiles, and the sheet of each tile. All lengths in mm.

On the board x runs to the right and y downwards, from its upper-left corner. Every tile except the last of a row or
column reaches under the next tile by a strip for glue, which the next tile covers up to the seam.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import clear_margins, format_size, has_notes
from pnp.imposition.options import Measure, SheetOptions, TileWords
from pnp.imposition.page import Box, Note, Piece, Placement, Segment, Tile
from pnp.imposition.strip import ASCENT, MARK_MIN, NOTES_GOOD, NOTES_MIN, ROOM_FOR_TILE_NOTES, TILE_RIM, Strip
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


# Seams between tiles: numbered marks and strips for glue
#
# A seam has its own axes: ``along`` it from the board's upper-left, and ``across`` it, towards the tile that is cut
# there and laid over the strip of the tile before it. A mark is a diamond on the seam with a number. One half lies on
# the strip, the other on the part that is cut away, so the halves meet when the tiles are laid together.

SEAM_BLEED = 1.0
"""Art beyond a cut along a seam, for cuts that are a little off."""
SEAM_CLEARANCE = 0.6
"""Width of the strip next to the seam that stays unprinted, because it could show."""
_MAX_MARK_DISTANCE = 100.0
"""Greatest distance between two marks of a seam."""
_DIAMOND_HALF, _DIAMOND_REACH = 1.7, 2.4
"""Half the height of a diamond, and its reach off the seam."""
_HALVES_GAP = 0.2
"""Gap between the seam and the halves of a diamond, whose lines have a width."""
_NUMBER_SIZE, _WORDS_SIZE = 2.12, 2.3
_NUMBER_GAP, _WHITE_MARGIN = 0.8, 0.5
_HATCH, _LINE = 2.6, 0.12
_TEXT_DEPTH = 4.4
"""Greatest depth beside a seam for its marks and words."""
_FIGURE_MIDDLE = 0.36
"""Height of the middle of figures above the baseline, as a share of their size."""


@dataclass(frozen=True, slots=True)
class Seam:
    """Seam between two tiles: ``before`` has the strip, ``after`` lies on it.

    ``upright`` seams part columns. ``span`` is their extent along the seam, and ``marks`` are the positions of its
    diamonds there with their numbers.
    """

    before: Tile
    after: Tile
    upright: bool
    position: float
    span: TileSpan
    strip: float
    marks: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class SeamDrawing:
    """Drawing of seams on a page."""

    segments: tuple[Segment, ...] = ()
    notes: tuple[Note, ...] = ()
    white_boxes: tuple[Box, ...] = ()

    def __add__(self, other: SeamDrawing) -> SeamDrawing:
        return SeamDrawing(
            self.segments + other.segments, self.notes + other.notes, self.white_boxes + other.white_boxes
        )


def seams_of(board: BoardTiling) -> tuple[Seam, ...]:
    """Return all seams, numbered in sequence: in every row those between its tiles, then those to the next row."""
    seams: list[Seam] = []
    mark_count = 0
    column_count, row_count = len(board.columns), len(board.rows)
    for tile in board.tiles:
        column, row = board.columns[tile.column], board.rows[tile.row]
        for upright, cut, span, step in ((True, column, row, (1, 0)), (False, row, column, (0, 1))):
            after = Tile(tile.column + step[0], tile.row + step[1], column_count, row_count)
            if after.column == column_count or after.row == row_count:
                continue
            positions = _mark_positions(span)
            numbered = tuple((position, mark_count + index) for index, position in enumerate(positions, start=1))
            mark_count += len(positions)
            seams.append(Seam(tile, after, upright, cut.end, span, cut.strip, numbered))
    return tuple(seams)


def _mark_positions(span: TileSpan) -> list[float]:
    length = span.end - span.start
    count = max(2, math.ceil(length / _MAX_MARK_DISTANCE)) if length > 24 else 1
    return [span.start + (index + 0.5) * length / count for index in range(count)]


@dataclass(frozen=True, slots=True)
class SeamPlace:
    """Seam on a page.

    ``point`` turns a position along and across the seam into a point of the page. ``side`` is 1 on the page that has
    the strip, and -1 on the page that is cut.
    """

    seam: Seam
    point: Callable[[float, float], tuple[float, float]]
    side: int
    measure: Measure

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, *, cased: bool) -> Segment:
        """Return a line between two points, their second coordinate counted away from the seam on this page."""
        (x1, y1), (x2, y2) = self.on(*start), self.on(*end)
        return Segment(x1, y1, x2, y2, width, cased)

    def on(self, along: float, away: float) -> tuple[float, float]:
        """Return a point by its distance from the seam on this page."""
        return self.point(along, self.side * away)

    def box(self, along: tuple[float, float], away: tuple[float, float]) -> Box:
        """Return a rectangle beside the seam."""
        (x1, y1), (x2, y2) = self.on(along[0], away[0]), self.on(along[1], away[1])
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def text(self, text: str, along: float, away: float, size: float) -> Note:
        """Return a line of text along the seam with its middle at a point, upright or reading upwards."""
        x, y = self.on(along, away)
        if self.seam.upright:
            return Note(text, x + _FIGURE_MIDDLE * size, y, size, 90, "middle")
        return Note(text, x, y - _FIGURE_MIDDLE * size, size, 0, "middle")


def draw_strip(place: SeamPlace, words: TileWords | None, reach: float) -> SeamDrawing:
    """Draw the strip for glue on the page that has it.

    It is hatched up to ``reach`` along the seam. Its marks and the name of the tile that goes there stand on white.
    """
    seam = place.seam
    depth = min(seam.strip, _TEXT_DEPTH)
    drawing, taken = _draw_marks(place, depth)
    tile_note = _seam_words(place, words.glue if words else str, seam.after.name, depth)
    if tile_note is not None:
        note, extent = tile_note
        taken.append(extent)
        drawing += SeamDrawing((), (note,), (place.box(extent, (SEAM_CLEARANCE, depth)),))
    lines: list[Segment] = []
    low = seam.span.start
    for start, end in [*sorted(taken), (reach, reach)]:
        lines += _hatch(place, low, start)
        low = end
    return drawing + SeamDrawing(tuple(lines))


def draw_cut(place: SeamPlace, words: TileWords | None) -> SeamDrawing:
    """Draw the marks on the part that is cut away from the page of the other tile, and the name of the tile below."""
    drawing, _ = _draw_marks(place, _TEXT_DEPTH)
    tile_note = _seam_words(place, words.cut if words else str, place.seam.before.name, _TEXT_DEPTH)
    return drawing if tile_note is None else drawing + SeamDrawing((), (tile_note[0],))


def _draw_marks(place: SeamPlace, depth: float) -> tuple[SeamDrawing, list[tuple[float, float]]]:
    """Draw half diamonds with their numbers. Return them with the spans of the seam that they take."""
    drawing, taken = SeamDrawing(), []
    reach = min(_DIAMOND_REACH, depth - 0.3)
    for along, number in place.seam.marks:
        width = place.measure(str(number), _NUMBER_SIZE)
        centre = along + _DIAMOND_HALF + _NUMBER_GAP + width / 2
        extent = (along - _DIAMOND_HALF - _WHITE_MARGIN, along + _DIAMOND_HALF + _NUMBER_GAP + width + _WHITE_MARGIN)
        if place.side > 0:
            drawing += SeamDrawing((), (), (place.box(extent, (SEAM_CLEARANCE, depth)),))
        halves = tuple(
            place.line((along + offset * (1 - _HALVES_GAP / reach), _HALVES_GAP), (along, reach), 0.2, cased=True)
            for offset in (-_DIAMOND_HALF, _DIAMOND_HALF)
        )
        drawing += SeamDrawing(
            halves, (place.text(str(number), centre, _text_offset(place, _NUMBER_SIZE), _NUMBER_SIZE),)
        )
        taken.append(extent)
    return drawing, taken


def _text_offset(place: SeamPlace, size: float) -> float:
    """Return the distance from the seam to the middle of a line of text: inside the plate, or clear of the art."""
    return (SEAM_CLEARANCE + 0.5 if place.side > 0 else SEAM_BLEED + 0.8) + ASCENT * size / 2


def _seam_words(
    place: SeamPlace, wording: Callable[[str], str], name: str, depth: float
) -> tuple[Note, tuple[float, float]] | None:
    """Place words in the middle of the first free span of the seam, else the bare name; None if that is too short."""
    marks = place.seam.marks
    if _text_offset(place, _WORDS_SIZE) + _WORDS_SIZE / 2 > depth + 0.3:
        return None
    free = marks[1][0] - marks[0][0] if len(marks) > 1 else marks[0][0] - place.seam.span.start
    middle = (marks[0][0] + marks[1][0]) / 2 if len(marks) > 1 else place.seam.span.start + free / 2
    for text in (wording(name), name):
        half = place.measure(text, _WORDS_SIZE) / 2 + _WHITE_MARGIN
        if 2 * half <= free - 2 * (
            _DIAMOND_HALF + _NUMBER_GAP + place.measure("000", _NUMBER_SIZE) + 2 * _WHITE_MARGIN
        ):
            return place.text(text, middle, _text_offset(place, _WORDS_SIZE), _WORDS_SIZE), (
                middle - half,
                middle + half,
            )
    return None


def _hatch(place: SeamPlace, low: float, high: float) -> Iterator[Segment]:
    """Yield slanting lines over the strip, between two positions along it."""
    depth = place.seam.strip - SEAM_CLEARANCE
    first = math.floor((low - depth) / _HATCH)
    for step in range(first, math.ceil(high / _HATCH) + 1):
        begin = step * _HATCH
        start, end = max(begin, low), min(begin + depth, high)
        if end - start > 0.3:
            yield place.line(
                (start, SEAM_CLEARANCE + start - begin), (end, SEAM_CLEARANCE + end - begin), _LINE, cased=True
            )


# Map of the board on the sheet of a tile

MAX_MAP_HEIGHT = 15.0
"""Greatest height of a map."""
_NAME_SIZE = 2.12
_MAP_LINE = 0.15


def tile_map(
    board: BoardTiling, tile: Tile, corner: tuple[float, float], room: tuple[float, float], measure: Measure
) -> tuple[SeamDrawing, float]:
    """Draw the map in the lower right ``corner`` of its ``room`` (width and height). Return it with its width.

    The tile of this sheet is black. The other tiles have their names if there is room.
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
        cell_width, cell_height = xs[other.column + 1] - xs[other.column], ys[other.row] - ys[other.row + 1]
        if other != tile and measure(other.name, _NAME_SIZE) + 0.6 <= cell_width and cell_height >= _NAME_SIZE + 0.4:
            x, y = xs[other.column] + cell_width / 2, ys[other.row] - cell_height / 2 - 0.36 * _NAME_SIZE
            notes.append(Note(other.name, x, y, _NAME_SIZE, anchor="middle"))
    return SeamDrawing(tuple(lines), tuple(notes)), width * scale + _MAP_LINE


_STAND_OFF = 0.5
_MAP_GAP = 4.0
_MARK_EXTRA = 2.5
"""Extra length of marks beyond the least one, if there is room."""
_DASHES = ((0.0, 0.38), (0.62, 1.0))


@dataclass(frozen=True, slots=True)
class TileSheet:
    """Front of a tile's sheet.

    ``cuts`` are printed on its back too, ``seams`` on the front alone. ``label`` is free for the page label, and
    ``ruler`` for a ruler if there is room.
    """

    front: Placement
    cuts: tuple[Segment, ...]
    seams: SeamDrawing
    label: Strip | None
    ruler: Strip | None
    options: SheetOptions


def tile_sheets(pieces: Sequence[Piece], options: SheetOptions, duplex: bool) -> Iterator[TileSheet]:
    """Yield a sheet per tile of each of the boards, which are laid alike, row by row."""
    board = tile_board(pieces[0], options, duplex)
    seams = seams_of(board)
    for piece in pieces:
        for tile in board.tiles:
            yield _tile_sheet(piece, board, tile, seams, duplex)


def _tile_sheet(piece: Piece, board: BoardTiling, tile: Tile, seams: tuple[Seam, ...], duplex: bool) -> TileSheet:
    options = board.options
    page, (side_margin, end_margin) = options.page, clear_margins(options, duplex)
    column, row = board.columns[tile.column], board.rows[tile.row]
    has_foot = options.marked or has_notes(options)
    foot = ROOM_FOR_TILE_NOTES if has_foot else 0.0
    spare = max(0.0, page.height - 2 * end_margin - foot - 2 * TILE_RIM - row.length)
    foot += min(spare, MAX_MAP_HEIGHT - foot) if has_foot else 0.0
    spare = max(0.0, page.height - 2 * end_margin - foot - 2 * TILE_RIM - row.length) / 2
    left = (page.width - column.length) / 2
    bottom = end_margin + foot + TILE_RIM + spare
    bleed = min(options.bleed_of(piece), TILE_RIM - MARK_MIN - _STAND_OFF)
    front = _place_board(piece, tile, (column, row), (left, bottom), bleed)
    width = page.width - 2 * side_margin
    drawing = _draw_seams(board, tile, seams, (left, bottom + row.length)) if options.marked else SeamDrawing()
    map_width = 0.0
    if options.marked:
        map_drawing, map_width = tile_map(
            board, tile, (page.width - side_margin, end_margin), (width / 3, foot - 0.4), options.measure
        )
        drawing += map_drawing
    depth = min(foot, NOTES_GOOD)
    above = min(spare, NOTES_GOOD)
    beside = (page.width - 2 * (side_margin + TILE_RIM) - column.length) / 2
    ends = (TILE_RIM + min(_MARK_EXTRA, max(0.0, beside)), TILE_RIM + min(_MARK_EXTRA, max(0.0, spare - NOTES_GOOD)))
    box = (left, bottom, left + column.length, bottom + row.length)
    return TileSheet(
        front,
        _corner_marks(box, _mark_start(bleed), ends) if options.marked else (),
        drawing + _seam_end_marks(box, (column.strip, row.strip), _mark_start(bleed), ends)
        if options.marked
        else drawing,
        Strip(side_margin, end_margin, width - (map_width + _MAP_GAP if map_width else 0.0), depth, False)
        if has_notes(options)
        else None,
        Strip(side_margin, page.height - end_margin - above, width, above, False) if above >= NOTES_MIN else None,
        options,
    )


def _place_board(
    piece: Piece, tile: Tile, spans: tuple[TileSpan, TileSpan], corner: tuple[float, float], bleed: float
) -> Placement:
    """Place the whole board so that the tile shows its part of it, its lower left at ``corner``."""
    (column, row), (left, bottom) = spans, corner
    reach = (
        SEAM_BLEED if tile.column else bleed,
        0.0 if row.strip else bleed,
        0.0 if column.strip else bleed,
        SEAM_BLEED if tile.row else bleed,
    )
    cut_off = (
        column.start,
        piece.trim.height - row.start - row.length,
        piece.trim.width - column.start - column.length,
    )
    return Placement(
        piece=piece,
        face=piece.front,
        face_side="front",
        x=left - column.start,
        y=bottom - cut_off[1],
        width=piece.trim.width,
        height=piece.trim.height,
        rotation=0,
        bleed=(reach[0] - cut_off[0], reach[1] - cut_off[1], reach[2] - cut_off[2], reach[3] - row.start),
        tile=tile,
    )


def _mark_start(bleed: float) -> float:
    """Return the distance from the tile at which marks begin."""
    return max(bleed, SEAM_BLEED) + _STAND_OFF


def _corner_marks(box: Box, start: float, ends: tuple[float, float]) -> tuple[Segment, ...]:
    """Return crop marks at the corners of a tile, which end at ``ends``, beside it and above it."""
    left, bottom, right, top = box
    beside, above = ends
    marks = []
    for x in (left, right):
        marks += [Segment(x, top + start, x, top + above), Segment(x, bottom - start, x, bottom - above)]
    for y in (bottom, top):
        marks += [Segment(right + start, y, right + beside, y), Segment(left - start, y, left - beside, y)]
    return tuple(marks)


def _seam_end_marks(box: Box, strips: tuple[float, float], start: float, ends: tuple[float, float]) -> SeamDrawing:
    """Draw dashed marks at the ends of a tile's strips, where the crop marks of the next tile come to lie."""
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


def _draw_seams(board: BoardTiling, tile: Tile, seams: tuple[Seam, ...], corner: tuple[float, float]) -> SeamDrawing:
    """Draw the marks of the seams of a tile; ``corner`` is its upper left on the page."""
    column, row = board.columns[tile.column], board.rows[tile.row]
    words, drawing = board.options.tiles, SeamDrawing()
    for seam in seams:
        if tile not in (seam.before, seam.after):
            continue

        def point(along: float, across: float, seam: Seam = seam) -> tuple[float, float]:
            u, v = (seam.position + across, along) if seam.upright else (along, seam.position + across)
            return corner[0] + u - column.start, corner[1] - (v - row.start)

        if tile == seam.before:
            place = SeamPlace(seam, point, 1, board.options.measure)
            # An upright strip goes on beside the strip below it, so all of the corner is glued.
            drawing += draw_strip(place, words, seam.span.end + (seam.span.strip if seam.upright else 0.0))
        else:
            drawing += draw_cut(SeamPlace(seam, point, -1, board.options.measure), words)
    return drawing
