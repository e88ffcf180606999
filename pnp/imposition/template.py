"""Pieces onto sheets that are given as data: stock that is cut already, or an arrangement of one's own.

All lengths in mm. Figures of such a sheet are measured from its upper left corner, pages from their lower left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import has_notes, in_mm, notes_beside
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.sheets import sheets_of
from pnp.imposition.strip import (
    BESIDE_MARKS,
    LABEL_GOOD,
    NOTES_GOOD,
    NOTES_MIN,
    RimDepths,
    Strip,
    share_out,
    strips_between,
)
from pnp.model.component import Cut
from pnp.model.sheet_template import FITS, PlaceShape, SheetPlaces, SheetTemplate
from pnp.records import dataclass
from pnp.units import Size

_SHAPE_OF: Mapping[Cut, PlaceShape] = {"circle": "circle", "hex": "hex"}
_SHORTEST_RULER = 80.0
_TINY = 1e-6
_WHAT: Mapping[PlaceShape, str] = {"card": "places", "circle": "round places", "hex": "six-sided places"}
_SHAPE_KEY: Mapping[PlaceShape, str] = {"card": "square", "circle": "round", "hex": "hex"}


@dataclass(frozen=True, slots=True)
class _SheetPlace:
    """A place on the page: its lower left corner and its size, and whether it is the first or last on each side."""

    x: float
    y: float
    size: Size


def all_sheets(pieces: Sequence[Piece], options: SheetOptions) -> list[Sheet]:
    """Every piece on a sheet, exactly once: on the one that it names, else as ``sheets_of`` says.

    Pieces that name one sheet share it, in the order given, if they are cut out in one way and all of them have a back
    or none has; the groups come in the order of their first pieces. A piece lies in the middle of its place, the way
    in which it fits. Label and ruler stand beside the places where the paper has room for them, else nowhere.

    Raises DefinitionError where a piece is larger than its place by more than ``FITS`` mm, or of another shape, and
    where backs are asked for beside their fronts, across a fold.
    """
    if all(piece.sheet is None for piece in pieces):
        return sheets_of(pieces, options)
    groups: dict[object, list[Piece]] = {}
    for piece in pieces:
        stock = piece.sheet
        key = stock if stock is None or stock.places is None else (stock, piece.cut, piece.back is None)
        groups.setdefault(key, []).append(piece)
    return [sheet for group in groups.values() for sheet in _group(group, options)]


def on_sheet(options: SheetOptions, sheet: SheetTemplate) -> SheetOptions:
    """The options with what a sheet says of itself: its paper, its marks, and the room between pieces."""
    return replace(
        options,
        paper=sheet.paper,
        landscape=False,
        gutter=options.gutter if sheet.gutter is None else sheet.gutter,
        marks=sheet.marks or options.marks,
    )


def _group(group: Sequence[Piece], options: SheetOptions) -> Iterable[Sheet]:
    sheet = group[0].sheet
    if sheet is None:
        return sheets_of(group, options)
    if sheet.places is None:
        return sheets_of(group, on_sheet(options, sheet))
    return _on_places(group, sheet, sheet.places, on_sheet(options, sheet))


def _on_places(
    group: Sequence[Piece], sheet: SheetTemplate, places: SheetPlaces, options: SheetOptions
) -> Iterator[Sheet]:
    if options.backs == "gutterfold" and group[0].back is not None:
        raise _not_to_be_folded(group[0].component, sheet)
    turned = {piece.trim: _lies_turned(piece, sheet, places) for piece in group}
    rims = _rims(group, places, options)
    strips = _strips(places, rims, options)
    spots = _spots(places, options.page)
    for cells in _sheets_of_cells(group, places):
        fronts = tuple(_laid(piece, spots[cell], turned[piece.trim], places, rims, options) for cell, piece in cells)
        yield Sheet(fronts, strips, options, (PieceBlock(fronts, rims, None),), margins=_margins(options))


def _margins(options: SheetOptions) -> tuple[float, float]:
    """What stays clear of notes beside the sheet, and above and below it: on one for a machine its marks too."""
    registration = options.registration
    if registration is None or registration.pattern == "none":
        return options.margin, options.margin

    return options.margin, max(options.margin, registration.corner + BESIDE_MARKS)


def _not_to_be_folded(component: str, sheet: SheetTemplate) -> DefinitionError:
    message = f"{sheet.name} cannot be folded to bring the backs of {component} behind their fronts"
    hint = 'write backs = "duplex" or "separate", or sheet = "none"'
    key = f"components.{component}.sheet"
    return DefinitionError(Diagnostic("not-to-be-folded", message, hint=hint, key=key, subject=component))


def _sheets_of_cells(group: Sequence[Piece], places: SheetPlaces) -> Iterator[list[tuple[int, Piece]]]:
    """The pieces of each sheet with their places, counted row by row; those of another ``row`` begin a new one."""
    begins = [sum(places.in_row(above) for above in range(row)) for row in range(places.rows)]
    here: list[tuple[int, Piece]] = []
    cell, before = 0, group[0]
    for piece in group:
        if (piece.component, piece.row) != (before.component, before.row) and (piece.row or before.row):
            cell = next((start for start in begins if start >= cell), places.count)
        if cell == places.count:
            yield here
            here, cell = [], 0
        here.append((cell, piece))
        cell, before = cell + 1, piece
    yield here


def _spots(places: SheetPlaces, page: Size) -> list[_SheetPlace]:
    """All places, row by row from the upper left."""
    corners = (places.corner(row, column) for row in range(places.rows) for column in range(places.in_row(row)))
    return [_SheetPlace(left, page.height - top - places.size.height, places.size) for left, top in corners]


def _lies_turned(piece: Piece, sheet: SheetTemplate, places: SheetPlaces) -> bool:
    """Whether a piece lies on its side in its place. Raises DefinitionError where it fits in no way."""
    shape = _SHAPE_OF.get(piece.cut, "card")
    if places.shape not in ("card", shape):
        message = f"{sheet.name} has {_WHAT[places.shape]}, and {piece.component} is cut otherwise"
        hint = f'tokens with shape = "{_SHAPE_KEY[places.shape]}" go there; else choose another sheet'
        key = f"components.{piece.component}.sheet"
        raise DefinitionError(Diagnostic("other-shape", message, hint=hint, key=key, subject=piece.component))
    for turned in (False, True):
        trim = piece.trim.turned if turned else piece.trim
        if trim.width <= places.size.width + FITS + _TINY and trim.height <= places.size.height + FITS + _TINY:
            return turned
    upright = (piece.trim.width < piece.trim.height) == (places.size.width < places.size.height)
    best = places.size if upright else places.size.turned
    width, height = f"{round(best.width, 2):g}mm", f"{round(best.height, 2):g}mm"
    message = (
        f"{piece.component} is {in_mm(piece.trim)}, and the places of {sheet.name} are {in_mm(places.size)}: "
        "it does not fit in one"
    )
    mend = f'"{width}"' if places.shape != "card" else f'"{width} x {height}"'
    hint = f'write size = {mend} at the component, or sheet = "none", or choose another sheet'
    raise DefinitionError(Diagnostic("larger-than-place", message, hint=hint, subject=piece.component))


def _waste(places: SheetPlaces, page: Size) -> tuple[float, float]:
    """Beside the places and above or below them, the lesser of both sides: a back has it on the other one."""
    extent = places.extent
    right, bottom = page.width - places.left - extent.width, page.height - places.top - extent.height
    return min(places.left, right), min(places.top, bottom)


def _rims(group: Sequence[Piece], places: SheetPlaces, options: SheetOptions) -> tuple[RimDepths, RimDepths]:
    """What is beside and above the places, inside the margin, shared out; the wider pair of sides has the notes, if it
    has room for them."""
    beside, above = (max(0.0, waste - options.margin) for waste in _waste(places, options.page))
    bleed, first = max(options.bleed_of(piece) for piece in group), group[0]
    marks = options.marked and places.shape == "card" and first.cut in ("card", "square")
    wanted = (NOTES_GOOD if options.ruler else LABEL_GOOD) if notes_beside(options) else 0.0
    wide = beside > above
    noted = wanted if max(beside, above) >= NOTES_MIN else 0.0
    return (
        share_out(beside, bleed, first.edge, marks, noted if wide else 0.0),
        share_out(above, bleed, first.edge, marks, 0.0 if wide else noted),
    )


def _strips(places: SheetPlaces, rims: tuple[RimDepths, RimDepths], options: SheetOptions) -> SheetStrips | None:
    """Label and ruler at the edge of the printable area, on the sides that have room for them; on a sheet for a machine
    between its marks."""
    page, margin = options.page, options.margin
    beside, above = rims
    if options.registration is not None and has_notes(options):
        waste = _waste(places, page)
        free = waste[0] - beside.bleed, waste[1] - above.bleed
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


def _laid(
    piece: Piece,
    spot: _SheetPlace,
    turned: bool,
    places: SheetPlaces,
    rims: tuple[RimDepths, RimDepths],
    options: SheetOptions,
) -> Placement:
    """The front of a piece in the middle of its place. Its art ends half way to the next place, at the edge of the
    paper that can be printed, or where a piece that is a little larger than its place is cut."""
    trim = piece.trim.turned if turned else piece.trim
    free_x, free_y = (spot.size.width - trim.width) / 2, (spot.size.height - trim.height) / 2
    art = options.bleed_of(piece)
    across, down = _between(places)
    left, top = spot.x, options.page.height - spot.y - spot.size.height
    outer = (
        left - places.left < _TINY,
        places.top + places.extent.height - top - spot.size.height < _TINY,
        places.left + places.extent.width - left - spot.size.width < _TINY,
        top - places.top < _TINY,
    )
    reach = (
        (rims[0].bleed if outer[0] else across) + free_x,
        (rims[1].bleed if outer[1] else down) + free_y,
        (rims[0].bleed if outer[2] else across) + free_x,
        (rims[1].bleed if outer[3] else down) + free_y,
    )
    return Placement(
        piece=piece,
        face=piece.front,
        face_side="front",
        x=spot.x + free_x,
        y=spot.y + free_y,
        width=trim.width,
        height=trim.height,
        rotation=90 if turned else 0,
        bleed=(min(art, reach[0]), min(art, reach[1]), min(art, reach[2]), min(art, reach[3])),
    )


def _between(places: SheetPlaces) -> tuple[float, float]:
    """Half of the room between a place and its neighbours: of hexagons the same on all sides."""
    across, down = places.gap
    if not places.honeycomb:
        return across / 2, down / 2
    return places.nearest / 2, places.nearest / 2
