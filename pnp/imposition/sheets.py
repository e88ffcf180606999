"""Distribute pieces over sheets, also over sheet templates: stock that is cut already, or a custom arrangement.

All lengths in mm. A sheet template is measured from its upper left corner, a page from its lower left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import Grid, PieceKind, choose_grid, format_size, has_notes, notes_take_room
from pnp.imposition.laying import PieceGroup
from pnp.imposition.mixing import mix_groups
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.strip import (
    LABEL_GOOD,
    MARK_CLEARANCE,
    NOTES_GOOD,
    NOTES_MIN,
    RimDepths,
    Strip,
    divide_rim,
    strips_between,
)
from pnp.model.component import Cut, Edge, Orientation, Stock
from pnp.model.sheet_template import FITS, PlaceShape, SheetPlaces, SheetTemplate
from pnp.records import dataclass
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


_CUT_SHAPES: Mapping[Cut, PlaceShape] = {"circle": "circle", "hex": "hex"}
_SHORTEST_RULER = 80.0
_EPSILON = 1e-6
_SHAPE_NAMES: Mapping[PlaceShape, str] = {"card": "places", "circle": "round places", "hex": "six-sided places"}
_SHAPE_KEYS: Mapping[PlaceShape, str] = {"card": "square", "circle": "round", "hex": "hex"}


@dataclass(frozen=True, slots=True)
class _SheetPlace:
    """Place on the page: its lower left corner and its size."""

    x: float
    y: float
    size: Size


def all_sheets(pieces: Sequence[Piece], options: SheetOptions) -> list[Sheet]:
    """Lay every piece on a sheet, exactly once: on the sheet that it names, else as ``sheets_of`` does.

    Pieces that name the same sheet share it, in the order given, if they are cut out in the same way and all of them
    have a back or none has. The groups come in the order of their first pieces. A piece lies in the middle of its
    place, upright or on its side as it fits. Label and ruler stand beside the places if the paper has room for them.

    Raises DefinitionError if a piece has another shape than its place, or is more than ``FITS`` mm larger. Backs across
    a fold are refused too.
    """
    if all(piece.sheet is None for piece in pieces):
        return sheets_of(pieces, options)
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        stock = piece.sheet
        key = stock if stock is None or stock.places is None else (stock, piece.cut, piece.back is None)
        groups.setdefault(key, []).append(piece)
    return [sheet for group in groups.values() for sheet in _sheets_of_group(group, options)]


def for_sheet(options: SheetOptions, sheet: SheetTemplate) -> SheetOptions:
    """Return the options with those that a sheet defines: its paper, its marks, and the gutter between pieces."""
    return replace(
        options,
        paper=sheet.paper,
        landscape=False,
        gutter=options.gutter if sheet.gutter is None else sheet.gutter,
        marks=sheet.marks or options.marks,
    )


def _sheets_of_group(group: Sequence[Piece], options: SheetOptions) -> Iterable[Sheet]:
    sheet = group[0].sheet
    if sheet is None:
        return sheets_of(group, options)
    if sheet.places is None:
        return sheets_of(group, for_sheet(options, sheet))
    return _sheets_with_places(group, sheet, sheet.places, for_sheet(options, sheet))


def _sheets_with_places(
    group: Sequence[Piece], sheet: SheetTemplate, places: SheetPlaces, options: SheetOptions
) -> Iterator[Sheet]:
    if options.backs == "gutterfold" and group[0].back is not None:
        raise _cannot_be_folded_error(group[0].component, sheet)
    turned = {piece.trim: _lies_turned(piece, sheet, places) for piece in group}
    rims = _rims(group, places, options)
    strips = _strips(places, rims, options)
    all_places = _all_places(places, options.page)
    for cells in _fill_places(group, places):
        fronts = tuple(
            _lay_in_place(piece, all_places[cell], turned[piece.trim], places, rims, options) for cell, piece in cells
        )
        yield Sheet(fronts, strips, options, (PieceBlock(fronts, rims, None),), margins=_margins(options))


def _margins(options: SheetOptions) -> tuple[float, float]:
    """Return the room that stays clear beside the places, and above and below them: margin or machine marks."""
    registration = options.registration
    if registration is None or registration.pattern == "none":
        return options.margin, options.margin
    return options.margin, max(options.margin, registration.corner + MARK_CLEARANCE)


def _cannot_be_folded_error(component: str, sheet: SheetTemplate) -> DefinitionError:
    message = f"{sheet.name} cannot be folded to bring the backs of {component} behind their fronts"
    hint = 'write backs = "duplex" or "separate", or sheet = "none"'
    key = f"components.{component}.sheet"
    return DefinitionError(Diagnostic("not-to-be-folded", message, hint=hint, key=key, subject=component))


def _fill_places(group: Sequence[Piece], places: SheetPlaces) -> Iterator[list[tuple[int, Piece]]]:
    """Yield the pieces of each sheet with their places, counted row by row. Another ``row`` begins a new one."""
    row_starts = [sum(places.in_row(earlier) for earlier in range(row)) for row in range(places.rows)]
    placed: list[tuple[int, Piece]] = []
    cell, previous = 0, group[0]
    for piece in group:
        if (piece.component, piece.row) != (previous.component, previous.row) and (piece.row or previous.row):
            cell = next((start for start in row_starts if start >= cell), places.count)
        if cell == places.count:
            yield placed
            placed, cell = [], 0
        placed.append((cell, piece))
        cell, previous = cell + 1, piece
    yield placed


def _all_places(places: SheetPlaces, page: Size) -> list[_SheetPlace]:
    """Return all places, row by row from the upper left."""
    corners = (places.corner(row, column) for row in range(places.rows) for column in range(places.in_row(row)))
    return [_SheetPlace(left, page.height - top - places.size.height, places.size) for left, top in corners]


def _lies_turned(piece: Piece, sheet: SheetTemplate, places: SheetPlaces) -> bool:
    """Return True if a piece lies on its side in its place. Raises DefinitionError if it fits in neither way."""
    shape = _CUT_SHAPES.get(piece.cut, "card")
    if places.shape not in ("card", shape):
        message = f"{sheet.name} has {_SHAPE_NAMES[places.shape]}, and {piece.component} is cut otherwise"
        hint = f'tokens with shape = "{_SHAPE_KEYS[places.shape]}" go there; else choose another sheet'
        key = f"components.{piece.component}.sheet"
        raise DefinitionError(Diagnostic("other-shape", message, hint=hint, key=key, subject=piece.component))
    for turned in (False, True):
        trim = piece.trim.turned if turned else piece.trim
        if trim.width <= places.size.width + FITS + _EPSILON and trim.height <= places.size.height + FITS + _EPSILON:
            return turned
    same_posture = (piece.trim.width < piece.trim.height) == (places.size.width < places.size.height)
    best = places.size if same_posture else places.size.turned
    width, height = f"{round(best.width, 2):g}mm", f"{round(best.height, 2):g}mm"
    message = (
        f"{piece.component} is {format_size(piece.trim)}, and the places of {sheet.name} "
        f"are {format_size(places.size)}: it does not fit in one"
    )
    size_value = f'"{width}"' if places.shape != "card" else f'"{width} x {height}"'
    hint = f'write size = {size_value} at the component, or sheet = "none", or choose another sheet'
    raise DefinitionError(Diagnostic("larger-than-place", message, hint=hint, subject=piece.component))


def _outer_room(places: SheetPlaces, page: Size) -> tuple[float, float]:
    """Return the room beside and above the places: the lesser of both sides, because a back swaps them."""
    extent = places.extent
    right, bottom = page.width - places.left - extent.width, page.height - places.top - extent.height
    return min(places.left, right), min(places.top, bottom)


def _rims(group: Sequence[Piece], places: SheetPlaces, options: SheetOptions) -> tuple[RimDepths, RimDepths]:
    """Divide the room beside and above the places, inside the margin. The wider sides have the notes, if these fit."""
    beside, above = (max(0.0, room - options.margin) for room in _outer_room(places, options.page))
    bleed, first = max(options.bleed_of(piece) for piece in group), group[0]
    marks = options.marked and places.shape == "card" and first.cut in ("card", "square")
    wanted = (NOTES_GOOD if options.ruler else LABEL_GOOD) if notes_take_room(options) else 0.0
    wide = beside > above
    notes = wanted if max(beside, above) >= NOTES_MIN else 0.0
    return (
        divide_rim(beside, bleed, first.edge, marks, notes if wide else 0.0),
        divide_rim(above, bleed, first.edge, marks, 0.0 if wide else notes),
    )


def _strips(places: SheetPlaces, rims: tuple[RimDepths, RimDepths], options: SheetOptions) -> SheetStrips | None:
    """Return label and ruler strips at the edge of the printable area, or between the marks for a cutting machine."""
    page, margin = options.page, options.margin
    beside, above = rims
    if options.registration is not None and has_notes(options):
        outer = _outer_room(places, page)
        free = outer[0] - beside.bleed, outer[1] - above.bleed
        return SheetStrips(*strips_between(options.registration, page, free, margin))
    if not (beside.notes or above.notes):
        return None
    if beside.notes:
        depth, length = beside.notes, page.height - 2 * margin
        label = Strip(margin + depth, margin, length, depth, True)
        ruler = Strip(page.width - margin, margin, length, depth, True)
    else:
        depth, length = above.notes, page.width - 2 * margin
        label = Strip(margin, margin, length, depth, False)
        ruler = Strip(margin, page.height - margin - depth, length, depth, False)
    return SheetStrips(label, ruler if length >= _SHORTEST_RULER else None)


def _lay_in_place(
    piece: Piece,
    place: _SheetPlace,
    turned: bool,
    places: SheetPlaces,
    rims: tuple[RimDepths, RimDepths],
    options: SheetOptions,
) -> Placement:
    """Place the front of a piece in the middle of its place.

    Its art ends half way to the next place, at the edge of the printable area, or at the cut if the piece is a little
    larger than its place.
    """
    trim = piece.trim.turned if turned else piece.trim
    free_x, free_y = (place.size.width - trim.width) / 2, (place.size.height - trim.height) / 2
    art = options.bleed_of(piece)
    gap_x, gap_y = _half_gaps(places)
    left, top = place.x, options.page.height - place.y - place.size.height
    outer = (
        left - places.left < _EPSILON,
        places.top + places.extent.height - top - place.size.height < _EPSILON,
        places.left + places.extent.width - left - place.size.width < _EPSILON,
        top - places.top < _EPSILON,
    )
    reach = (
        (rims[0].bleed if outer[0] else gap_x) + free_x,
        (rims[1].bleed if outer[1] else gap_y) + free_y,
        (rims[0].bleed if outer[2] else gap_x) + free_x,
        (rims[1].bleed if outer[3] else gap_y) + free_y,
    )
    return Placement(
        piece=piece,
        face=piece.front,
        face_side="front",
        x=place.x + free_x,
        y=place.y + free_y,
        width=trim.width,
        height=trim.height,
        rotation=90 if turned else 0,
        bleed=(min(art, reach[0]), min(art, reach[1]), min(art, reach[2]), min(art, reach[3])),
    )


def _half_gaps(places: SheetPlaces) -> tuple[float, float]:
    """Return half of the gap between a place and its neighbours. Hexagons have the same on all sides."""
    across, down = places.gap
    if not places.honeycomb:
        return across / 2, down / 2
    return places.nearest / 2, places.nearest / 2
