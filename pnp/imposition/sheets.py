"""Pieces onto sheets: which pieces share a sheet, and in which order the sheets come. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.diagnostics import DefinitionError
from pnp.imposition.grid import Grid, PieceKind, choose_grid, has_notes
from pnp.imposition.laying import PieceGroup
from pnp.imposition.mixing import mixed
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement
from pnp.imposition.sheet import Sheet, SheetStrips
from pnp.imposition.strip import Strip
from pnp.model.component import Cut, Edge, Orientation, Stock
from pnp.units import Size

FOOT = 3.0
"""What a full-page piece leaves free inside the margin at its foot, for the page label."""
_SAME = 0.01
"""Sides that differ by less are equal."""


class _SheetRun(NamedTuple):
    """What sheets that are laid alike have in common: whether there is something behind them, what they are printed on,
    how they lie, whether a piece fills each of them, and the component where components keep apart."""

    single: bool
    stock: Stock
    lies: Orientation
    page: bool
    component: str


def sheets_of(pieces: Sequence[Piece], options: SheetOptions) -> list[Sheet]:
    """Every piece on a sheet, exactly once.

    Sheets hold pieces of one stock, with something behind all of them or behind none. Those with backs come first, then
    those of one stock, both in the order of their first pieces. Pieces of one trim size, edge and cut lie in one grid,
    in the order given; several kinds share sheets where that takes fewer of them, unless ``options.pack`` keeps
    components apart. A piece with a tiling that is larger than the page has a sheet for each of its tiles. A piece as
    large as the paper has a sheet of its own, without marks or ruler; its label stands at the foot, in the ``FOOT`` mm
    inside the margin that such a piece leaves free.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    runs: dict[_SheetRun, list[Piece]] = {}
    for piece in pieces:
        runs.setdefault(_run(piece, options), []).append(piece)
    stocks = list(dict.fromkeys(piece.stock for piece in pieces))
    ordered = sorted(runs, key=lambda run: (run.single, stocks.index(run.stock)))
    return [sheet for run in ordered for sheet in _sheets(run, runs[run], options)]


def cards_per_sheet(trim: Size, edge: Edge, bleed: float, options: SheetOptions, cut: Cut = "card") -> Grid:
    """The grid that ``impose`` uses for sheets full of such pieces, printed on both sides if backs are on.

    Raises DefinitionError where not even one fits.
    """
    return choose_grid(PieceKind(trim, edge, bleed, "a card", cut), options, options.turned)


def _run(piece: Piece, options: SheetOptions) -> _SheetRun:
    return _SheetRun(
        piece.back is None or options.backs == "none",
        piece.stock,
        piece.orientation or "portrait",
        _fills(piece, options.page),
        piece.component if options.pack == "kind" else "",
    )


def _fills(piece: Piece, page: Size) -> bool:
    return piece.cut == "card" and any(
        abs(size.width - page.width) < _SAME and abs(size.height - page.height) < _SAME
        for size in (piece.trim, piece.trim.turned)
    )


def _sheets(run: _SheetRun, pieces: Sequence[Piece], asked: SheetOptions) -> Iterator[Sheet]:
    options = asked.on(run.lies)
    if run.page:
        strips = _foot(options) if has_notes(options) else None
        for piece in pieces:
            yield Sheet((_full_page(piece, options.page),), strips, options)
        return
    duplex = asked.turned and not run.single
    groups = []
    for alike in _alike(pieces):
        group = PieceGroup(tuple(alike), options, duplex)
        if alike[0].tiling is not None and not _fits_whole(group):
            yield from _tiles(alike, asked, duplex)
        else:
            groups.append(group)
    yield from mixed(groups)


def _alike(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces of one trim size, which may lie on its side, edge and cut; of those that are parted into tiles, and of
    nets, each kind by itself."""
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        sides = piece.trim.width, piece.trim.height
        turns = piece.cut in ("card", "square") and piece.tiling is None
        size = tuple(round(side, 3) for side in (sorted(sides) if turns else sides))
        own = None if piece.cut != "net" else piece.component
        groups.setdefault((size, piece.edge, piece.cut, piece.tiling, own), []).append(piece)
    return list(groups.values())


def _fits_whole(group: PieceGroup) -> bool:
    """Whether a board needs no tiles, and is not asked to have some."""
    tiling = group.pieces[0].tiling
    if tiling is not None and max(tiling.columns or 1, tiling.rows or 1) > 1:
        return False
    try:
        choose_grid(group.kind, group.options, group.duplex, lambda _columns: 1)
    except DefinitionError:
        return False
    return True


def _tiles(pieces: Sequence[Piece], options: SheetOptions, duplex: bool) -> Iterator[Sheet]:
    """The sheets of boards that are larger than the page."""
    from pnp.imposition.tiles.tile_sheet import tile_sheets  # noqa: PLC0415 - few kits have such boards
    from pnp.imposition.tiles.tiling import parting  # noqa: PLC0415 - as above

    board = parting(pieces[0], options, duplex)
    for piece in pieces:
        for tile in tile_sheets(piece, board, duplex):
            yield Sheet((tile.front,), SheetStrips(tile.label, tile.ruler), board.options, tile=tile)


def _foot(options: SheetOptions) -> SheetStrips:
    """Where the label of a full page stands."""
    margin, page = options.margin, options.page
    return SheetStrips(Strip(margin, margin, page.width - 2 * margin, FOOT, False), None)


def _full_page(piece: Piece, page: Size) -> Placement:
    upright = abs(piece.trim.width - page.width) < _SAME
    return Placement(
        piece, piece.front, "front", 0.0, 0.0, page.width, page.height, 0 if upright else 90, (0.0, 0.0, 0.0, 0.0)
    )
