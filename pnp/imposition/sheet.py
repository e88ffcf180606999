"""Pieces onto sheets: which pieces share a sheet, and what stands on each page of it. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pnp.diagnostics import DefinitionError
from pnp.imposition.flip import FlipAxis, back_of, flip_axis, flipped
from pnp.imposition.grid import Grid, Stock, choose_grid, has_notes
from pnp.imposition.label import page_label
from pnp.imposition.legend import fold_signs
from pnp.imposition.marks import crop_marks, cut_circles
from pnp.imposition.options import SheetOptions, TileWords
from pnp.imposition.page import Circle, Note, Page, Piece, Placement, Segment, Side, Tile
from pnp.imposition.rim import LABEL_GOOD, NOTES_GOOD, Rim, share_out
from pnp.imposition.ruler import ruler
from pnp.imposition.standing import stood_upright
from pnp.imposition.strip import Strip
from pnp.imposition.tile_sheet import TileSheet, tile_sheets
from pnp.imposition.tiling import parting
from pnp.model.component import Cut, Edge, Tiling
from pnp.units import Size

FOOT = 3.0
"""What a full-page piece leaves free inside the margin at its foot, for the page label."""
_SAME = 0.01
"""A piece whose sides are within this of the paper's fills the page."""


@dataclass(frozen=True, slots=True)
class Strips:
    """The strips of a sheet for the label and the ruler."""

    label: Strip | None
    ruler: Strip | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The front of a sheet, before pages are numbered. Full-page pieces leave no rims, and no strip but the label's.
    ``options`` are those of the sheet as it is laid; ``tile`` is what is printed round a tile."""

    fronts: tuple[Placement, ...]
    rims: tuple[Rim, Rim] | None
    strips: Strips | None
    options: SheetOptions
    tile: TileSheet | None = None

    @property
    def stands(self) -> bool:
        """Whether a landscape sheet stays portrait in the file, because something with a cut is printed behind it."""
        behind = any(place.piece.back is not None for place in self.fronts)
        return self.options.landscape and self.options.backs != "none" and behind and not self.full

    @property
    def full(self) -> bool:
        """Whether a single piece fills the page."""
        return self.rims is None and self.tile is None


def impose(pieces: Sequence[Piece], options: SheetOptions) -> tuple[Page, ...]:
    """Lay every piece on a sheet exactly once and return the pages in printing order.

    Pieces of one trim size, edge, cut and orientation share sheets, in the order given; the groups come in the order of
    their first pieces. A piece with a tiling that is larger than the page has a sheet for each of its tiles. A piece as
    large as the paper has a page of its own, without marks or ruler; its label stands at the foot, in the ``FOOT`` mm
    inside the margin that such a piece leaves free. As soon as one piece has a back, every front is followed by its
    back page, an empty one where need be, so that the whole document can be printed on both sides. The first sheet of
    cards carries the ruler, and every sheet of nets what their lines mean.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    axis = flip_axis(options.backs) if any(piece.back is not None for piece in pieces) else None
    sheets = [sheet for group in _groups(pieces, options.page) for sheet in _sheets(group, options, axis is not None)]
    measured = next(_places_for_the_ruler(sheets), None) if options.ruler else None
    sides = 1 if axis is None else 2
    pages: list[Page] = []
    for index, sheet in enumerate(sheets):
        number = index * sides + 1
        side: Side = "single" if axis is None else "front"
        front = _page(sheet, sheet.fronts, (number, index + 1, len(sheets) * sides), side)
        if index == measured and sheet.strips and sheet.strips.ruler:
            front = _with_ruler(front, sheet.strips.ruler, options)
        made = [_with_signs(front, sheet, ruled=index == measured)]
        if axis is not None:
            made.append(_back_page(sheet, (number + 1, index + 1, len(sheets) * sides)))
        pages += (stood_upright(page) if sheet.stands else page for page in made)
    return tuple(pages)


def cards_per_sheet(trim: Size, edge: Edge, bleed: float, options: SheetOptions, cut: Cut = "card") -> Grid:
    """The grid that ``impose`` uses for sheets full of such pieces, printed on both sides if backs are on.

    Raises DefinitionError where not even one fits.
    """
    return choose_grid(Stock(trim, edge, bleed, "a card", cut), options, options.backs != "none")


def _groups(pieces: Sequence[Piece], page: Size) -> list[list[Piece]]:
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        lies = piece.orientation or "portrait"
        key = ("page", lies) if _fills(piece, page) else (piece.trim, piece.edge, piece.cut, lies, piece.tiling)
        groups.setdefault(key, []).append(piece)
    return list(groups.values())


def _fills(piece: Piece, page: Size) -> bool:
    return piece.cut == "card" and any(
        abs(size.width - page.width) < _SAME and abs(size.height - page.height) < _SAME
        for size in (piece.trim, piece.trim.turned)
    )


def _sheets(group: Sequence[Piece], options: SheetOptions, duplex: bool) -> Iterator[Sheet]:
    first, asked = group[0], options
    options = options.on(first.orientation)
    if _fills(first, options.page):
        for piece in group:
            strips = _foot(options) if has_notes(options) else None
            yield Sheet((_full_page(piece, options.page),), None, strips, options)
        return
    bleed = max(options.bleed_of(piece) for piece in group)
    stock = Stock(first.trim, first.edge, bleed, first.component, first.cut)
    if first.tiling is not None and not _fits_whole(first.tiling, stock, options, duplex):
        yield from _tiles(group, asked, duplex)
        return
    grid = choose_grid(stock, options, duplex, len(group))
    grid = grid.for_count(_cells(group, grid.columns)[-1][0] + 1)
    rims = _rims(grid, stock, options)
    strips = _strips(grid, rims) if has_notes(options) else None
    cells = _cells(group, grid.columns)
    for start in range(0, cells[-1][0] + 1, grid.capacity):
        here = [(cell - start, piece) for cell, piece in cells if 0 <= cell - start < grid.capacity]
        yield Sheet(tuple(_lay(here, grid, rims, options)), rims, strips, options)


def _cells(group: Sequence[Piece], columns: int) -> list[tuple[int, Piece]]:
    """Each piece with its cell, counted row by row through all sheets; those of another ``row`` begin a new one."""
    found: list[tuple[int, Piece]] = []
    cell, before = 0, group[0]
    for piece in group:
        if (piece.component, piece.row) != (before.component, before.row) and (piece.row or before.row):
            cell = -(-cell // columns) * columns
        found.append((cell, piece))
        cell, before = cell + 1, piece
    return found


def _fits_whole(tiling: Tiling, stock: Stock, options: SheetOptions, duplex: bool) -> bool:
    """Whether a board needs no tiles, and is not asked to have some."""
    if max(tiling.columns or 1, tiling.rows or 1) > 1:
        return False
    try:
        choose_grid(stock, options, duplex, 1)
    except DefinitionError:
        return False
    return True


def _tiles(group: Sequence[Piece], options: SheetOptions, duplex: bool) -> Iterator[Sheet]:
    """The sheets of boards that are larger than the page."""
    board = parting(group[0], options, duplex)
    for piece in group:
        for tile in tile_sheets(piece, board, duplex):
            yield Sheet((tile.front,), None, Strips(tile.label, tile.ruler), board.options, tile)


def _foot(options: SheetOptions) -> Strips:
    """Where the label of a full page stands."""
    margin, page = options.margin, options.page
    return Strips(Strip(margin, margin, page.width - 2 * margin, FOOT, False), None)


def _places_for_the_ruler(sheets: Sequence[Sheet]) -> Iterator[int]:
    return (index for index, sheet in enumerate(sheets) if sheet.strips and sheet.strips.ruler)


def _full_page(piece: Piece, page: Size) -> Placement:
    upright = abs(piece.trim.width - page.width) < _SAME
    return Placement(
        piece, piece.front, "front", 0.0, 0.0, page.width, page.height, 0 if upright else 90, (0.0, 0.0, 0.0, 0.0)
    )


def _rims(grid: Grid, stock: Stock, options: SheetOptions) -> tuple[Rim, Rim]:
    """The rims beside and above the block; the wider pair holds the notes."""
    wanted = (NOTES_GOOD if options.ruler else LABEL_GOOD) if has_notes(options) else 0.0
    beside, above = grid.room
    marks = stock.marks(options)
    wide = beside > above
    return (
        share_out(beside, stock.bleed, stock.edge, marks, wanted if wide else 0.0),
        share_out(above, stock.bleed, stock.edge, marks, 0.0 if wide else wanted),
    )


def _strips(grid: Grid, rims: tuple[Rim, Rim]) -> Strips:
    """The label's strip below or on the left, the ruler's above or on the right, at the edge of the printable area."""
    page, (side, end) = grid.page, grid.margins
    if rims[0].notes:
        depth, length = rims[0].notes, page.height - 2 * end
        # A turned strip counts across from right to left.
        return Strips(Strip(side + depth, end, length, depth, True), Strip(page.width - side, end, length, depth, True))
    depth, length = rims[1].notes, page.width - 2 * side
    return Strips(Strip(side, end, length, depth, False), Strip(side, page.height - end - depth, length, depth, False))


def _lay(
    cells: Sequence[tuple[int, Piece]], grid: Grid, rims: tuple[Rim, Rim], options: SheetOptions
) -> Iterator[Placement]:
    """The fronts of one sheet in their cells, which are counted row by row from the upper left."""
    last, widest = max(cell for cell, _ in cells) // grid.columns, max(cell % grid.columns for cell, _ in cells)
    inside = grid.gutter / 2
    for cell, piece in cells:
        row, column = divmod(cell, grid.columns)
        art = options.bleed_of(piece)
        yield Placement(
            piece=piece,
            face=piece.front,
            face_side="front",
            x=grid.column_x(column),
            y=grid.row_y(row),
            width=grid.cell.width,
            height=grid.cell.height,
            rotation=90 if grid.turned else 0,
            bleed=(
                min(art, rims[0].bleed if column == 0 else inside),
                min(art, rims[1].bleed if row == last else inside),
                min(art, rims[0].bleed if column == widest else inside),
                min(art, rims[1].bleed if row == 0 else inside),
            ),
        )


def _page(sheet: Sheet, placements: tuple[Placement, ...], numbers: tuple[int, int, int], side: Side) -> Page:
    """A page with its label and, unless it is empty, the marks as they lie on the front. Circles to cut along lie on
    the faces, so only the front has them: on the back a printer that is off would show it.

    ``numbers`` are page, sheet and count of pages.
    """
    number, index, pages = numbers
    options, tile = sheet.options, sheet.tile
    marks: tuple[Segment, ...] = ()
    outlines: tuple[Circle, ...] = ()
    if options.marks and sheet.rims and placements:
        cut = sheet.fronts[0].piece.cut
        marks = crop_marks(sheet.fronts, *sheet.rims) if cut in ("card", "square") else ()
        outlines = cut_circles(sheet.fronts) if cut == "circle" and side != "back" else ()
    elif tile is not None and placements:
        marks = tile.cuts
    label = _label(sheet, number, pages)
    page = Page(number, index, side, options.page, placements, marks, (label,) if label else (), outlines)
    if tile is None or side == "back":
        return page
    drawn = tile.seams
    return replace(
        page, segments=marks + drawn.segments, notes=page.notes + drawn.notes, plates=page.plates + drawn.plates
    )


def _label(sheet: Sheet, number: int, pages: int) -> Note | None:
    options = sheet.options
    if sheet.strips is None or sheet.strips.label is None or options.label is None:
        return None
    wording = partial(options.label, number, pages)
    if sheet.tile is not None and sheet.tile.front.tile is not None and options.tiles is not None:
        wording = partial(_tile_label, options.tiles, number, pages, sheet.tile.front.tile)
    components = tuple(dict.fromkeys(place.piece.component for place in sheet.fronts))
    return page_label(sheet.strips.label, wording, options.measure, components)


def _tile_label(words: TileWords, number: int, pages: int, tile: Tile, components: tuple[str, ...]) -> str:
    return words.label(number, pages, next(iter(components), None), tile)


def _with_ruler(page: Page, strip: Strip, options: SheetOptions) -> Page:
    segments, notes = ruler(strip, options.measure)
    return replace(page, segments=page.segments + segments, notes=page.notes + notes)


def _with_signs(page: Page, sheet: Sheet, *, ruled: bool) -> Page:
    """A sheet of nets says what their lines mean: beside its label, or where that has no room, across from it."""
    options = sheet.options
    if options.signs is None or sheet.strips is None or sheet.strips.label is None:
        return page
    if all(place.piece.cut != "net" for place in sheet.fronts):
        return page
    label = max((options.measure(note.text, note.size) for note in page.notes[:1]), default=0.0)
    found = fold_signs(sheet.strips.label, options.signs, options.measure, label)
    if found is None and sheet.strips.ruler is not None and not ruled:
        found = fold_signs(sheet.strips.ruler, options.signs, options.measure, 0.0)
    if found is None:
        return page
    return replace(page, segments=page.segments + found[0], notes=page.notes + found[1])


def _back_page(sheet: Sheet, numbers: tuple[int, int, int]) -> Page:
    """The back: its marks lie behind the marks of the front, its label where the front has one."""
    options = sheet.options
    axis, offset = flip_axis(options.backs, landscape=options.landscape) or "vertical", options.back_offset
    backs = [back_of(place, options.page, axis, offset) for place in sheet.fronts]
    if sheet.full and options.landscape:
        # To be read on a screen too; the sheet is turned up, not over.
        backs = [back and replace(back, rotation=sheet.fronts[0].rotation) for back in backs]
    page = _page(sheet, tuple(back for back in backs if back), numbers, "back")
    return replace(
        page,
        segments=tuple(_flipped(mark, options.page, axis, offset) for mark in page.segments),
        notes=tuple(replace(note, x=note.x + offset[0], y=note.y + offset[1]) for note in page.notes),
    )


def _flipped(mark: Segment, page: Size, axis: FlipAxis, offset: tuple[float, float]) -> Segment:
    x1, y1 = flipped((mark.x1, mark.y1), page, axis)
    x2, y2 = flipped((mark.x2, mark.y2), page, axis)
    return Segment(x1 + offset[0], y1 + offset[1], x2 + offset[0], y2 + offset[1], mark.line_width)
