"""Pieces onto sheets: which pieces share a sheet, and where its fronts lie. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pnp.diagnostics import DefinitionError
from pnp.imposition.grid import FOLD_CLEAR, Grid, Stock, choose_grid, fold_grid, has_notes, rims_of
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement
from pnp.imposition.rim import Rim
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
    ``options`` are those of the sheet as it is laid; ``tile`` is what is printed round a tile; ``grid`` is how the
    pieces lie where they do not fill the page."""

    fronts: tuple[Placement, ...]
    rims: tuple[Rim, Rim] | None
    strips: Strips | None
    options: SheetOptions
    tile: TileSheet | None = None
    grid: Grid | None = None

    @property
    def backed(self) -> bool:
        """Whether something is printed behind the sheet, or glued behind it: not on it, beside the fronts."""
        behind = any(place.piece.back is not None for place in self.fronts)
        return behind and self.options.backs != "none" and not self.folded

    @property
    def folded(self) -> bool:
        """Whether backs lie beside their fronts, across a fold."""
        return self.grid is not None and self.grid.fold is not None

    @property
    def stands(self) -> bool:
        """Whether a landscape sheet stays portrait in the file, because something with a cut is printed behind it."""
        return self.options.landscape and self.backed and not self.full

    @property
    def full(self) -> bool:
        """Whether a single piece fills the page."""
        return self.rims is None and self.tile is None


def sheets_of(pieces: Sequence[Piece], options: SheetOptions) -> list[Sheet]:
    """Every piece on a sheet, exactly once.

    Pieces of one trim size, edge, cut and orientation share sheets, in the order given; the groups come in the order of
    their first pieces. With a gutterfold, pieces with a back and pieces without share none. A piece with a tiling that
    is larger than the page has a sheet for each of its tiles. A piece as large as the paper has a sheet of its own,
    without marks or ruler; its label stands at the foot, in the ``FOOT`` mm inside the margin that such a piece leaves
    free.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    duplex = options.turned and any(piece.back is not None for piece in pieces)
    return [sheet for group in _groups(pieces, options) for sheet in _sheets(group, options, duplex)]


def cards_per_sheet(trim: Size, edge: Edge, bleed: float, options: SheetOptions, cut: Cut = "card") -> Grid:
    """The grid that ``impose`` uses for sheets full of such pieces, printed on both sides if backs are on.

    Raises DefinitionError where not even one fits.
    """
    return choose_grid(Stock(trim, edge, bleed, "a card", cut), options, options.turned)


def _groups(pieces: Sequence[Piece], options: SheetOptions) -> list[list[Piece]]:
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        lies = piece.orientation or "portrait"
        apart = options.backs == "gutterfold" and piece.back is not None
        key = (
            ("page", lies)
            if _fills(piece, options.page)
            else (piece.trim, piece.edge, piece.cut, lies, piece.tiling, apart)
        )
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
    grid = _grid(group, stock, options, duplex)
    rims = rims_of(grid, stock, options)
    strips = _strips(grid, rims) if has_notes(options) else None
    full = grid.capacity
    for _, cells in groupby(_cells(group, grid.front_columns), lambda placed: placed[0] // full):
        here = [(cell % full, piece) for cell, piece in cells]
        yield Sheet(tuple(_lay(here, grid, rims, options)), rims, strips, options, grid=grid)


def _grid(group: Sequence[Piece], stock: Stock, options: SheetOptions, duplex: bool) -> Grid:
    """How a group is laid. What has no room for its back beside it, across a fold, is laid as without a fold."""
    folds = options.backs == "gutterfold" and group[0].back is not None
    found = fold_grid(stock, options, len(group)) if folds else None
    grid = found or choose_grid(stock, options, duplex, len(group))
    return grid.for_count(_cells(group, grid.front_columns)[-1][0] + 1)


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


def _full_page(piece: Piece, page: Size) -> Placement:
    upright = abs(piece.trim.width - page.width) < _SAME
    return Placement(
        piece, piece.front, "front", 0.0, 0.0, page.width, page.height, 0 if upright else 90, (0.0, 0.0, 0.0, 0.0)
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
    columns = grid.front_columns
    lowest, widest = max(cell for cell, _ in cells) // columns, max(cell % columns for cell, _ in cells)
    inside, at_fold = grid.gutter / 2, grid.fold_room - FOLD_CLEAR
    right = at_fold if grid.fold == "vertical" else rims[0].bleed
    bottom = at_fold if grid.fold == "horizontal" else rims[1].bleed
    for cell, piece in cells:
        row, column = divmod(cell, columns)
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
                min(art, bottom if row == lowest else inside),
                min(art, right if column == widest else inside),
                min(art, rims[1].bleed if row == 0 else inside),
            ),
        )
