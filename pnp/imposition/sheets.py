"""Distribution of pieces over sheets, and the order of the sheets. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.diagnostics import DefinitionError
from pnp.imposition.grid import Grid, PieceKind, choose_grid, has_notes
from pnp.imposition.laying import PieceGroup
from pnp.imposition.mixing import mix_groups
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement
from pnp.imposition.sheet import Sheet, SheetStrips
from pnp.imposition.strip import Strip
from pnp.model.component import Cut, Edge, Orientation, Stock
from pnp.units import Size

FOOT_CLEARANCE = 3.0
"""Room that a full-page piece leaves free inside the margin at its foot, for the page label."""
_TOLERANCE = 0.01
"""Sides that differ by less are equal."""


class _SheetRun(NamedTuple):
    """Properties that sheets laid alike have in common.

    ``unbacked`` says that nothing is behind them, and ``page`` that a piece fills each of them. ``component`` is empty
    unless components keep apart.
    """

    unbacked: bool
    stock: Stock
    orientation: Orientation
    page: bool
    component: str


def sheets_of(pieces: Sequence[Piece], options: SheetOptions) -> list[Sheet]:
    """Lay every piece on a sheet, exactly once.

    The pieces of a sheet are of one stock, and all of them have a back or none has. Sheets with backs come first.
    Within these, sheets are ordered by stock. Both orders follow the first pieces. Pieces of one trim size, edge and
    cut lie in one grid, in the order given. Several kinds share sheets if that takes fewer of them, unless
    ``options.pack`` keeps components apart. A piece with a tiling that is larger than the page has a sheet for each of
    its tiles. A piece as large as the paper has a sheet of its own, without marks or ruler; its label stands at the
    foot, in the ``FOOT_CLEARANCE`` mm inside the margin that such a piece leaves free.

    Raises DefinitionError if a piece does not fit on the paper.
    """
    runs: dict[_SheetRun, list[Piece]] = {}
    for piece in pieces:
        runs.setdefault(_run_of(piece, options), []).append(piece)
    stocks = list(dict.fromkeys(piece.stock for piece in pieces))
    ordered = sorted(runs, key=lambda run: (run.unbacked, stocks.index(run.stock)))
    return [sheet for run in ordered for sheet in _sheets(run, runs[run], options)]


def cards_per_sheet(trim: Size, edge: Edge, bleed: float, options: SheetOptions, cut: Cut = "card") -> Grid:
    """Return the grid that ``impose`` uses for sheets full of such pieces, printed on both sides if backs are on.

    Raises DefinitionError if not a single piece fits.
    """
    return choose_grid(PieceKind(trim, edge, bleed, "a card", cut), options, options.turned)


def _run_of(piece: Piece, options: SheetOptions) -> _SheetRun:
    return _SheetRun(
        piece.back is None or options.backs == "none",
        piece.stock,
        piece.orientation or "portrait",
        _fills(piece, options.page),
        piece.component if options.pack == "kind" else "",
    )


def _fills(piece: Piece, page: Size) -> bool:
    return piece.cut == "card" and any(
        abs(size.width - page.width) < _TOLERANCE and abs(size.height - page.height) < _TOLERANCE
        for size in (piece.trim, piece.trim.turned)
    )


def _sheets(run: _SheetRun, pieces: Sequence[Piece], portrait: SheetOptions) -> Iterator[Sheet]:
    options = portrait.on(run.orientation)
    if run.page:
        strips = _foot_strips(options) if has_notes(options) else None
        for piece in pieces:
            yield Sheet((_place_full_page(piece, options.page),), strips, options)
        return
    duplex = portrait.turned and not run.unbacked
    groups = []
    for similar in _group_alike(pieces):
        group = PieceGroup(tuple(similar), options, duplex)
        if similar[0].tiling is not None and not _fits_whole(group):
            yield from _sheets_of_tiles(similar, portrait, duplex)
        else:
            groups.append(group)
    yield from mix_groups(groups)


def _group_alike(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Group pieces by trim size, edge and cut; a piece may lie on its side.

    Pieces that are parted into tiles are also grouped by tiling, and nets by component.
    """
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        sides = piece.trim.width, piece.trim.height
        turnable = piece.cut in ("card", "square") and piece.tiling is None
        size = tuple(round(side, 3) for side in (sorted(sides) if turnable else sides))
        component = None if piece.cut != "net" else piece.component
        groups.setdefault((size, piece.edge, piece.cut, piece.tiling, component), []).append(piece)
    return list(groups.values())


def _fits_whole(group: PieceGroup) -> bool:
    """Return True if a board fits on one sheet, and no tiles are asked for."""
    tiling = group.pieces[0].tiling
    if tiling is not None and max(tiling.columns or 1, tiling.rows or 1) > 1:
        return False
    try:
        choose_grid(group.kind, group.options, group.duplex, lambda _columns: 1)
    except DefinitionError:
        return False
    return True


def _sheets_of_tiles(pieces: Sequence[Piece], options: SheetOptions, duplex: bool) -> Iterator[Sheet]:
    """Yield the sheets of boards that are larger than the page."""
    from pnp.imposition.tiles import tile_sheets  # noqa: PLC0415 - few kits have such boards

    for tile in tile_sheets(pieces, options, duplex):
        yield Sheet((tile.front,), SheetStrips(tile.label, tile.ruler), tile.options, tile=tile)


def _foot_strips(options: SheetOptions) -> SheetStrips:
    """Return the strip at the foot for the label of a full page."""
    margin, page = options.margin, options.page
    return SheetStrips(Strip(margin, margin, page.width - 2 * margin, FOOT_CLEARANCE, False), None)


def _place_full_page(piece: Piece, page: Size) -> Placement:
    upright = abs(piece.trim.width - page.width) < _TOLERANCE
    return Placement(
        piece, piece.front, "front", 0.0, 0.0, page.width, page.height, 0 if upright else 90, (0.0, 0.0, 0.0, 0.0)
    )
