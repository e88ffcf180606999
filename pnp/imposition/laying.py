"""Laying pieces of one kind in grids: whole sheets of them, or a block among others. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pnp.imposition.grid import (
    FOLD_CLEAR,
    Grid,
    PieceKind,
    choose_grid,
    clear_margins,
    fold_grid,
    has_notes,
    notes_take_room,
    rims_of,
)
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement, Polygon
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.strip import NOTES_GOOD, NOTES_MIN, RimDepths, Strip, strips_between
from pnp.records import dataclass
from pnp.units import Size

_NO_RIM = RimDepths(0.0, 0.0, 0.0, 0.0)
_TOLERANCE = 0.01
"""Sides that differ by less are equal."""


@dataclass(frozen=True)
class PieceGroup:
    """Pieces of one kind, in order, for sheets with ``options``; ``duplex`` ones are printed on both sides."""

    pieces: tuple[Piece, ...]
    options: SheetOptions
    duplex: bool

    @cached_property
    def kind(self) -> PieceKind:
        """Properties that the pieces have in common, with their largest bleed."""
        first, bleed = self.pieces[0], max(self.options.bleed_of(piece) for piece in self.pieces)
        return PieceKind(first.trim, first.edge, bleed, first.component, first.cut)

    @property
    def has_rows(self) -> bool:
        """True if some pieces begin rows of their own."""
        return any(piece.row for piece in self.pieces)

    @cached_property
    def grid(self) -> Grid:
        """Grid of their sheets.

        Pieces whose backs have no room beside them, across a fold, are laid as without a fold. Raises DefinitionError
        if not a single piece fits on the paper.
        """
        folds = self.options.backs == "gutterfold" and self.pieces[0].back is not None
        folded_grid = fold_grid(self.kind, self.options, self.cells) if folds else None
        return folded_grid or choose_grid(self.kind, self.options, self.duplex, self.cells)

    @property
    def margins(self) -> tuple[float, float]:
        """Room that stays clear at the sides and at head and foot, so that a shifted back stays printable."""
        if self.options.registration is not None:
            return self.grid.margins
        return clear_margins(self.options, self.duplex)

    @property
    def mixable(self) -> bool:
        """True if the pieces may lie among others: not those in rows of their own, nor across a fold."""
        return not self.has_rows and self.grid.fold is None

    @property
    def full(self) -> PieceGroup | None:
        """Pieces that fill whole sheets."""
        count = len(self.pieces) - len(self.pieces) % self.capacity
        return replace(self, pieces=self.pieces[:count]) if count else None

    @property
    def rest(self) -> PieceGroup | None:
        """Pieces on a last sheet that is not full."""
        count = len(self.pieces) % self.capacity
        return replace(self, pieces=self.pieces[-count:]) if count else None

    @property
    def before_last(self) -> tuple[PieceGroup | None, PieceGroup | None]:
        """Pieces before the last sheet, and those on it. Nets that lie into one another leave no room on a full one."""
        if self.rest is not None or self.nest:
            return self.full, self.rest
        before = self.pieces[: -self.capacity]
        return replace(self, pieces=before) if before else None, replace(self, pieces=self.pieces[-self.capacity :])

    @property
    def sheet_count(self) -> int:
        """Number of sheets that the pieces take by themselves."""
        return -(-len(self.pieces) // self.capacity) if self.nest else self.grid.sheets(self.cells)

    def cells(self, columns: int) -> int:
        """Return the number of cells that the pieces take in rows of ``columns``."""
        return _cells(self.pieces, columns)[-1][0] + 1 if self.has_rows else len(self.pieces)

    @cached_property
    def nest(self) -> tuple[NestedNets, tuple[float, float]] | None:
        """Arrangement of nets that lie into one another, and the room for notes; None if no more fit so."""
        outline = self.pieces[0].outline
        if not outline or len(self.pieces) <= self.grid.capacity:
            return None
        rooms = ((notes, room_within(self, notes)) for notes in note_rooms(self.options))
        inset = 2 * _outline_inset(self.pieces[0])
        nests = [(nest(outline, Size(room.width - inset, room.height - inset)), notes) for notes, room in rooms]
        denser = [(nested, notes) for nested, notes in nests if nested and len(nested.places) > self.grid.capacity]
        return max(denser, key=lambda choice: len(choice[0].places)) if denser else None

    @property
    def capacity(self) -> int:
        """Number of pieces on a full sheet."""
        return len(self.nest[0].places) if self.nest else self.grid.capacity

    def sheets(self) -> list[Sheet]:
        """Return the sheets that hold these pieces and no others."""
        if self.nest is not None:
            return list(_nested_sheets(self, *self.nest))
        columns, full = self.grid.front_columns, self.grid.capacity
        grid = self.grid.for_cells(self.cells)
        # The trimmed grid drops only columns that no row reaches, so the count of cells stays valid.
        cells = _cells(self._with_copies(full), columns)
        if len(cells) > len(self.pieces):
            grid = self.grid
        rims = rims_of(grid, self.kind, self.options)
        strips = strips_of(self.options, grid.margins, rims) if has_notes(self.options) else None
        sheets = []
        for _, sheet_cells in groupby(cells, lambda cell: cell[0] // full):
            on_sheet = [(cell % full, piece) for cell, piece in sheet_cells]
            block = PieceBlock(tuple(_lay_fronts(on_sheet, grid, rims, self.options)), rims, grid)
            sheets.append(Sheet(block.fronts, strips, self.options, (block,), margins=grid.margins))
        return sheets

    def _with_copies(self, full: int) -> tuple[Piece, ...]:
        """Return the pieces with as many copies of those in ``fill`` as have room on the last sheet."""
        fillers = [piece for piece in self.pieces if piece.component in self.options.fill]
        spare = -len(self.pieces) % full
        if not fillers or self.has_rows:
            return self.pieces
        return (*self.pieces, *(fillers[index % len(fillers)] for index in range(spare)))


def note_rooms(options: SheetOptions) -> tuple[tuple[float, float], ...]:
    """Return the least depths of the strips for notes, at the sides or at the head and foot."""
    return ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if notes_take_room(options) else ((0.0, 0.0),)


def room_within(group: PieceGroup, notes: tuple[float, float]) -> Size:
    """Return the room that the printer margin and ``notes`` leave of the page."""
    page, (side_margin, end_margin) = group.options.page, group.margins
    return Size(
        max(0.0, page.width - 2 * (side_margin + notes[0])), max(0.0, page.height - 2 * (end_margin + notes[1]))
    )


def strips_around(group: PieceGroup, size: Size, notes: tuple[float, float]) -> SheetStrips | None:
    """Return the strips for notes round pieces of extent ``size`` in the middle of the page.

    They are ``notes`` deep, and deeper, up to a good depth, if there is room.
    """
    if not has_notes(group.options):
        return None
    room = room_within(group, notes)
    spare = (room.width - size.width) / 2, (room.height - size.height) / 2
    depths = [min(NOTES_GOOD, least + extra) if least else 0.0 for least, extra in zip(notes, spare, strict=True)]
    return strips_of(
        group.options, group.margins, (replace(_NO_RIM, notes=depths[0]), replace(_NO_RIM, notes=depths[1]))
    )


def block_of(
    pieces: Sequence[Piece], grid: Grid, rims: tuple[RimDepths, RimDepths], options: SheetOptions
) -> PieceBlock:
    """Lay ``pieces`` row by row in a grid that has room for all of them."""
    return PieceBlock(tuple(_lay_fronts(list(enumerate(pieces)), grid, rims, options)), rims, grid)


def strips_of(options: SheetOptions, margins: tuple[float, float], rims: tuple[RimDepths, RimDepths]) -> SheetStrips:
    """Return the label's strip below or on the left, and the ruler's above or on the right.

    Both lie at the edge of the printable area. On a sheet for a cutting machine they lie between its marks.
    """
    page, (side_margin, end_margin) = options.page, margins
    if options.registration is not None:
        return SheetStrips(*strips_between(options.registration, page, margins, options.margin))
    if rims[0].notes:
        depth, length = rims[0].notes, page.height - 2 * end_margin
        # The origin of a turned strip is on its right: ``across`` runs from right to left.
        return SheetStrips(
            Strip(side_margin + depth, end_margin, length, depth, True),
            Strip(page.width - side_margin, end_margin, length, depth, True),
        )
    depth, length = rims[1].notes, page.width - 2 * side_margin
    return SheetStrips(
        Strip(side_margin, end_margin, length, depth, False),
        Strip(side_margin, page.height - end_margin - depth, length, depth, False),
    )


def _outline_inset(piece: Piece) -> float:
    """Return the room between the outline of a net and its trim."""
    return min(x for part in piece.outline for x, _ in part)


def _nested_sheets(group: PieceGroup, nested: NestedNets, notes: tuple[float, float]) -> Iterator[Sheet]:
    """Yield the sheets of nets that lie into one another, in the middle of the page."""
    page, inset = group.options.page, _outline_inset(group.pieces[0])
    size = Size(nested.size.width + 2 * inset, nested.size.height + 2 * inset)
    left, top = (page.width - size.width) / 2, (page.height + size.height) / 2
    strips = strips_around(group, size, notes)
    width, height = nested.box.width + 2 * inset, nested.box.height + 2 * inset
    for start in range(0, len(group.pieces), len(nested.places)):
        fronts = tuple(
            Placement(
                piece=piece,
                face=piece.front,
                face_side="front",
                x=left + place.x,
                y=top - place.y - height,
                width=width,
                height=height,
                rotation=90 if nested.turned else 0,
                bleed=(0.0, 0.0, 0.0, 0.0),
            )
            for piece, place in zip(group.pieces[start:], nested.places, strict=False)
        )
        block = PieceBlock(fronts, (_NO_RIM, _NO_RIM), None)
        yield Sheet(fronts, strips, group.options, (block,), margins=group.margins)


def _cells(pieces: Sequence[Piece], columns: int) -> list[tuple[int, Piece]]:
    """Pair each piece with its cell, counted row by row through all sheets. Another ``row`` begins a new one."""
    cells: list[tuple[int, Piece]] = []
    cell, previous = 0, pieces[0]
    for piece in pieces:
        if (piece.component, piece.row) != (previous.component, previous.row) and (piece.row or previous.row):
            cell = -(-cell // columns) * columns
        cells.append((cell, piece))
        cell, previous = cell + 1, piece
    return cells


def _lay_fronts(
    cells: Sequence[tuple[int, Piece]], grid: Grid, rims: tuple[RimDepths, RimDepths], options: SheetOptions
) -> Iterator[Placement]:
    """Place the fronts of one sheet in their cells, which are counted row by row from the upper left.

    A piece lies on its side if its cell is as wide as the piece is high.
    """
    columns = grid.front_columns
    last_row, last_column = max(cell for cell, _ in cells) // columns, max(cell % columns for cell, _ in cells)
    half_gutter, to_fold = grid.gutter / 2, grid.fold_room - FOLD_CLEAR
    right = to_fold if grid.fold == "vertical" else rims[0].bleed
    bottom = to_fold if grid.fold == "horizontal" else rims[1].bleed
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
            rotation=0 if abs(piece.trim.width - grid.cell.width) < _TOLERANCE else 90,
            bleed=(
                min(art, rims[0].bleed if column == 0 else half_gutter),
                min(art, bottom if row == last_row else half_gutter),
                min(art, right if column == last_column else half_gutter),
                min(art, rims[1].bleed if row == 0 else half_gutter),
            ),
        )


# Nesting nets: columns of them, every second column shifted along. y downwards.
#
# Boxes round nets of one shape waste the corners. Here the outlines keep apart instead. In a column one net follows
# the other, and the next column is shifted until it lies closest.

NET_CLEARANCE = 1.5
"""Room between the outlines of two nets: more than art runs over them, so that neighbours stay clean."""
_STEP = 1.0
"""Step in which shifts are tried and outlines are sampled."""
_EPSILON = 1e-6


class NetPlace(NamedTuple):
    """Place of a net: the upper left corner of the box round its outline."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NestedNets:
    """Arrangement of nets on a sheet.

    ``box`` is the extent of one net as it lies, ``size`` that of all. ``places`` come column by column.
    """

    turned: bool
    box: Size
    size: Size
    places: tuple[NetPlace, ...]


def nest(outline: Sequence[Polygon], room: Size) -> NestedNets | None:
    """Return the arrangement of most nets that the search finds in ``room``, or None if not a single net fits.

    ``outline`` is the net in convex parts. The work grows with the square of its height in mm.
    """
    arrangements = [_best_columns(outline, room, turned) for turned in (False, True)]
    possible = [nested for nested in arrangements if nested is not None]
    return max(possible, key=lambda nested: len(nested.places)) if possible else None


def _best_columns(outline: Sequence[Polygon], room: Size, turned: bool) -> NestedNets | None:
    parts = [tuple((y, -x) if turned else (x, y) for x, y in part) for part in outline]
    left, top = min(x for part in parts for x, _ in part), min(y for part in parts for _, y in part)
    parts = [tuple((x - left, y - top) for x, y in part) for part in parts]
    box = Size(max(x for part in parts for x, _ in part), max(y for part in parts for _, y in part))
    steps = math.ceil((box.height + NET_CLEARANCE) / _STEP - _EPSILON)
    even_count = _count_fitting(room.height, box.height, steps)
    if box.width > room.width + _EPSILON or even_count < 1:
        return None
    profile = _profile(parts, box)
    best: tuple[int, float, int, int] | None = None
    for shift in range(steps):
        distance = max(_column_distance(profile, shift, steps), (box.width + NET_CLEARANCE) / 2)
        columns = 1 + int((room.width - box.width + _EPSILON) // distance)
        odd_count = _count_fitting(room.height - shift * _STEP, box.height, steps)
        sheet_count = -(-columns // 2) * even_count + columns // 2 * odd_count
        if best is None or sheet_count > best[0]:
            best = sheet_count, distance, columns, shift
    if best is None:
        return None
    _, distance, columns, shift = best
    places = tuple(
        NetPlace(column * distance, (row * steps + (shift if column % 2 else 0)) * _STEP)
        for column in range(columns)
        for row in range(_count_fitting(room.height - (shift * _STEP if column % 2 else 0.0), box.height, steps))
    )
    size = Size(max(place.x for place in places) + box.width, max(place.y for place in places) + box.height)
    return NestedNets(turned, box, size, places)


def _count_fitting(length: float, net: float, steps: int) -> int:
    """Count the nets that fit one after the other, ``steps`` from one to the next."""
    return max(0, math.floor((length - net + _EPSILON) / (steps * _STEP)) + 1)


def _profile(parts: Sequence[Polygon], box: Size) -> list[tuple[float, float]]:
    """Return how far left and right the outline reaches in every strip of ``_STEP`` mm, from the top."""
    strips = []
    for index in range(math.ceil(box.height / _STEP - _EPSILON)):
        low, high = index * _STEP, (index + 1) * _STEP
        xs = [x for part in parts for x in _crossings(part, low, high)]
        strips.append((min(xs, default=math.inf), max(xs, default=-math.inf)))
    return strips


def _crossings(part: Polygon, low: float, high: float) -> list[float]:
    """Return the x of a convex part's corners between two heights, and of the crossings of its sides with them."""
    xs = []
    for (x1, y1), (x2, y2) in zip(part, (*part[1:], part[0]), strict=True):
        if low - _EPSILON <= y1 <= high + _EPSILON:
            xs.append(x1)
        crossed = (y for y in (low, high) if min(y1, y2) < y < max(y1, y2))
        xs += [x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in crossed]
    return xs


def _column_distance(profile: Sequence[tuple[float, float]], shift: int, steps: int) -> float:
    """Return the distance of a column that is shifted down by ``shift`` steps from those on either side of it."""
    clearance = math.ceil(NET_CLEARANCE / _STEP)
    overlap = 0.0
    for row, (left, right) in enumerate(profile):
        for distance in range(-clearance, clearance + 1):
            other = (row + shift + distance) % steps
            if other < len(profile):
                overlap = max(overlap, profile[other][1] - left, right - profile[other][0])
    return overlap + NET_CLEARANCE
