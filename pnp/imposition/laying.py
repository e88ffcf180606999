"""Pieces of one kind in their grids: sheet after sheet of them, or a block among others. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pnp.imposition.grid import FOLD_CLEAR, Grid, PieceKind, choose_grid, fold_grid, has_notes, notes_beside, rims_of
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement, Polygon
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.strip import NOTES_GOOD, NOTES_MIN, RimDepths, Strip, strips_between
from pnp.records import dataclass
from pnp.units import Size

_NONE = RimDepths(0.0, 0.0, 0.0, 0.0)
_SAME = 0.01
"""Sides that differ by less are equal."""


@dataclass(frozen=True)
class PieceGroup:
    """Pieces of one kind, in their order, and how they are laid: printed on both sides or on one, on sheets with
    ``options``."""

    pieces: tuple[Piece, ...]
    options: SheetOptions
    duplex: bool

    @cached_property
    def kind(self) -> PieceKind:
        """What they have in common; of the bleed the largest."""
        first, bleed = self.pieces[0], max(self.options.bleed_of(piece) for piece in self.pieces)
        return PieceKind(first.trim, first.edge, bleed, first.component, first.cut)

    @property
    def rowed(self) -> bool:
        """Whether some of them begin rows of their own."""
        return any(piece.row for piece in self.pieces)

    @cached_property
    def grid(self) -> Grid:
        """The grid of their sheets. What has no room for its back beside it, across a fold, is laid as without a fold.
        Raises DefinitionError where not one fits on the paper."""
        folds = self.options.backs == "gutterfold" and self.pieces[0].back is not None
        found = fold_grid(self.kind, self.options, self.cells) if folds else None
        return found or choose_grid(self.kind, self.options, self.duplex, self.cells)

    @property
    def margins(self) -> tuple[float, float]:
        """What stays clear at the sides and at the head and foot, so that a back with an offset stays printable."""
        if self.options.registration is not None:
            return self.grid.margins
        from pnp.imposition.tiles.tiling import margins  # noqa: PLC0415 - as above

        return margins(self.options, self.duplex)

    @property
    def mixes(self) -> bool:
        """Whether its pieces may lie among others: not those in rows of their own, nor across a fold."""
        return not self.rowed and self.grid.fold is None

    @property
    def full(self) -> PieceGroup | None:
        """The pieces on sheets that they fill."""
        number = len(self.pieces) - len(self.pieces) % self.capacity
        return replace(self, pieces=self.pieces[:number]) if number else None

    @property
    def rest(self) -> PieceGroup | None:
        """The pieces on a last sheet that is not full."""
        number = len(self.pieces) % self.capacity
        return replace(self, pieces=self.pieces[-number:]) if number else None

    @property
    def count(self) -> int:
        """How many sheets the pieces take by themselves."""
        return -(-len(self.pieces) // self.capacity) if self.nest else self.grid.sheets(self.cells)

    def cells(self, columns: int) -> int:
        """How many cells they take in rows of so many columns."""
        return _cells(self.pieces, columns)[-1][0] + 1 if self.rowed else len(self.pieces)

    @cached_property
    def nest(self) -> tuple[NestedNets, tuple[float, float]] | None:
        """How nets lie into one another, and what notes take, where a sheet holds more of them so."""
        outline = self.pieces[0].outline
        if not outline or len(self.pieces) <= self.grid.capacity:
            return None

        rooms = ((notes, room_within(self, notes)) for notes in note_rooms(self.options))
        around = 2 * _around(self.pieces[0])
        tried = [(nest(outline, Size(room.width - around, room.height - around)), notes) for notes, room in rooms]
        found = [(nested, notes) for nested, notes in tried if nested and len(nested.places) > self.grid.capacity]
        return max(found, key=lambda one: len(one[0].places)) if found else None

    @property
    def capacity(self) -> int:
        """How many pieces a full sheet holds."""
        return len(self.nest[0].places) if self.nest else self.grid.capacity

    def sheets(self) -> list[Sheet]:
        """The sheets that hold these pieces and no others."""
        if self.nest is not None:
            return list(_nested(self, *self.nest))
        columns, full = self.grid.front_columns, self.grid.capacity
        grid = self.grid.for_cells(self.cells)
        # Columns that no row reaches are taken away: what is left counts as before.
        cells = _cells(self._with_spare(full), columns)
        if len(cells) > len(self.pieces):
            grid = self.grid
        rims = rims_of(grid, self.kind, self.options)
        strips = strips_of(self.options, grid.margins, rims) if has_notes(self.options) else None
        sheets = []
        for _, placed in groupby(cells, lambda cell: cell[0] // full):
            here = [(cell % full, piece) for cell, piece in placed]
            block = PieceBlock(tuple(_lay(here, grid, rims, self.options)), rims, grid)
            sheets.append(Sheet(block.fronts, strips, self.options, (block,), margins=grid.margins))
        return sheets

    def _with_spare(self, full: int) -> tuple[Piece, ...]:
        """The pieces, and as many more of those that fill spare places as have room on the last sheet."""
        more = [piece for piece in self.pieces if piece.component in self.options.fill]
        spare = -len(self.pieces) % full
        if not more or self.rowed:
            return self.pieces
        return (*self.pieces, *(more[number % len(more)] for number in range(spare)))


def note_rooms(options: SheetOptions) -> tuple[tuple[float, float], ...]:
    """What the strips for notes take at least, at the sides or at the head and foot."""
    return ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if notes_beside(options) else ((0.0, 0.0),)


def room_within(group: PieceGroup, notes: tuple[float, float]) -> Size:
    """What the printer margin and ``notes`` leave of the page."""
    page, (side, end) = group.options.page, group.margins
    return Size(max(0.0, page.width - 2 * (side + notes[0])), max(0.0, page.height - 2 * (end + notes[1])))


def strips_around(group: PieceGroup, size: Size, notes: tuple[float, float]) -> SheetStrips | None:
    """The strips for notes round pieces of an extent in the middle of the page: ``notes`` deep, and deeper, up to what
    is good, where there is room."""
    if not has_notes(group.options):
        return None
    room = room_within(group, notes)
    spare = (room.width - size.width) / 2, (room.height - size.height) / 2
    deep = [min(NOTES_GOOD, least + more) if least else 0.0 for least, more in zip(notes, spare, strict=True)]
    return strips_of(group.options, group.margins, (replace(_NONE, notes=deep[0]), replace(_NONE, notes=deep[1])))


def block_of(
    pieces: Sequence[Piece], grid: Grid, rims: tuple[RimDepths, RimDepths], options: SheetOptions
) -> PieceBlock:
    """``pieces`` row by row in a grid that has room for all of them."""
    return PieceBlock(tuple(_lay(list(enumerate(pieces)), grid, rims, options)), rims, grid)


def strips_of(options: SheetOptions, margins: tuple[float, float], rims: tuple[RimDepths, RimDepths]) -> SheetStrips:
    """The label's strip below or on the left, the ruler's above or on the right, at the edge of the printable area; of
    a sheet for a machine between its marks."""
    page, (side, end) = options.page, margins
    if options.registration is not None:
        return SheetStrips(*strips_between(options.registration, page, margins, options.margin))
    if rims[0].notes:
        depth, length = rims[0].notes, page.height - 2 * end
        # A turned strip counts across from right to left.
        return SheetStrips(
            Strip(side + depth, end, length, depth, True), Strip(page.width - side, end, length, depth, True)
        )
    depth, length = rims[1].notes, page.width - 2 * side
    return SheetStrips(
        Strip(side, end, length, depth, False), Strip(side, page.height - end - depth, length, depth, False)
    )


def _around(piece: Piece) -> float:
    """The room between the outline of a net and its trim."""
    return min(x for part in piece.outline for x, _ in part)


def _nested(group: PieceGroup, found: NestedNets, notes: tuple[float, float]) -> Iterator[Sheet]:
    """The sheets of nets that lie into one another, in the middle of the page."""
    page, around = group.options.page, _around(group.pieces[0])
    size = Size(found.size.width + 2 * around, found.size.height + 2 * around)
    left, top = (page.width - size.width) / 2, (page.height + size.height) / 2
    strips = strips_around(group, size, notes)
    wide, high = found.box.width + 2 * around, found.box.height + 2 * around
    for start in range(0, len(group.pieces), len(found.places)):
        fronts = tuple(
            Placement(
                piece=piece,
                face=piece.front,
                face_side="front",
                x=left + place.x,
                y=top - place.y - high,
                width=wide,
                height=high,
                rotation=90 if found.turned else 0,
                bleed=(0.0, 0.0, 0.0, 0.0),
            )
            for piece, place in zip(group.pieces[start:], found.places, strict=False)
        )
        block = PieceBlock(fronts, (_NONE, _NONE), None)
        yield Sheet(fronts, strips, group.options, (block,), margins=group.margins)


def _cells(pieces: Sequence[Piece], columns: int) -> list[tuple[int, Piece]]:
    """Each piece with its cell, counted row by row through all sheets; those of another ``row`` begin a new one."""
    found: list[tuple[int, Piece]] = []
    cell, before = 0, pieces[0]
    for piece in pieces:
        if (piece.component, piece.row) != (before.component, before.row) and (piece.row or before.row):
            cell = -(-cell // columns) * columns
        found.append((cell, piece))
        cell, before = cell + 1, piece
    return found


def _lay(
    cells: Sequence[tuple[int, Piece]], grid: Grid, rims: tuple[RimDepths, RimDepths], options: SheetOptions
) -> Iterator[Placement]:
    """The fronts of one sheet in their cells, which are counted row by row from the upper left. A piece whose cell is
    its own size on its side lies on its side."""
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
            rotation=0 if abs(piece.trim.width - grid.cell.width) < _SAME else 90,
            bleed=(
                min(art, rims[0].bleed if column == 0 else inside),
                min(art, bottom if row == lowest else inside),
                min(art, right if column == widest else inside),
                min(art, rims[1].bleed if row == 0 else inside),
            ),
        )


# Nets that lie into one another: columns of them, every other one shifted along. All lengths in mm, y downwards.
#
# Boxes round nets of one shape waste the corners. Here the outlines keep apart instead: in a column one net follows
# the other, and the next column is shifted until it lies closest.

APART = 1.5
"""Between the outlines of two nets: more than art runs over each of them, so that none is printed on its neighbour."""
_STEP = 1.0
"""How finely shifts are tried, and outlines are looked at."""
_EPSILON = 1e-6


class NetPlace(NamedTuple):
    """Where a net lies: the upper left corner of the box round its outline."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NestedNets:
    """How nets lie on a sheet: ``box`` is the extent of one of them as it lies, ``size`` that of all, and ``places``
    come column by column."""

    turned: bool
    box: Size
    size: Size
    places: tuple[NetPlace, ...]


def nest(outline: Sequence[Polygon], room: Size) -> NestedNets | None:
    """The arrangement of as many nets as are found to have ``room``, or None where columns of boxes hold as many.

    ``outline`` is the net in convex parts. The work grows with the square of its height in steps of a millimetre.
    """
    ways = [_best_columns(outline, room, turned) for turned in (False, True)]
    found = [way for way in ways if way is not None]
    return max(found, key=lambda way: len(way.places)) if found else None


def _best_columns(outline: Sequence[Polygon], room: Size, turned: bool) -> NestedNets | None:
    parts = [tuple((y, -x) if turned else (x, y) for x, y in part) for part in outline]
    left, top = min(x for part in parts for x, _ in part), min(y for part in parts for _, y in part)
    parts = [tuple((x - left, y - top) for x, y in part) for part in parts]
    box = Size(max(x for part in parts for x, _ in part), max(y for part in parts for _, y in part))
    steps = math.ceil((box.height + APART) / _STEP - _EPSILON)
    even = _fitting(room.height, box.height, steps)
    if box.width > room.width + _EPSILON or even < 1:
        return None
    profile = _profile(parts, box)
    best: tuple[int, float, int, int] | None = None
    for shift in range(steps):
        beside = max(_beside(profile, shift, steps), (box.width + APART) / 2)
        columns = 1 + int((room.width - box.width + _EPSILON) // beside)
        odd = _fitting(room.height - shift * _STEP, box.height, steps)
        count = -(-columns // 2) * even + columns // 2 * odd
        if best is None or count > best[0]:
            best = count, beside, columns, shift
    if best is None:
        return None
    _, beside, columns, shift = best
    places = tuple(
        NetPlace(column * beside, (row * steps + (shift if column % 2 else 0)) * _STEP)
        for column in range(columns)
        for row in range(_fitting(room.height - (shift * _STEP if column % 2 else 0.0), box.height, steps))
    )
    size = Size(max(place.x for place in places) + box.width, max(place.y for place in places) + box.height)
    return NestedNets(turned, box, size, places)


def _fitting(length: float, net: float, steps: int) -> int:
    """How many nets stand one after the other, so many steps from one to the next."""
    return max(0, math.floor((length - net + _EPSILON) / (steps * _STEP)) + 1)


def _profile(parts: Sequence[Polygon], box: Size) -> list[tuple[float, float]]:
    """How far left and right the outline reaches in every strip of ``_STEP`` mm, from the top."""
    strips = []
    for number in range(math.ceil(box.height / _STEP - _EPSILON)):
        low, high = number * _STEP, (number + 1) * _STEP
        xs = [x for part in parts for x in _within(part, low, high)]
        strips.append((min(xs, default=math.inf), max(xs, default=-math.inf)))
    return strips


def _within(part: Polygon, low: float, high: float) -> list[float]:
    """Where a convex part has corners between two heights, and where its sides cross them."""
    xs = []
    for (x1, y1), (x2, y2) in zip(part, (*part[1:], part[0]), strict=True):
        if low - _EPSILON <= y1 <= high + _EPSILON:
            xs.append(x1)
        crossed = (at for at in (low, high) if min(y1, y2) < at < max(y1, y2))
        xs += [x1 + (x2 - x1) * (at - y1) / (y2 - y1) for at in crossed]
    return xs


def _beside(profile: Sequence[tuple[float, float]], shift: int, steps: int) -> float:
    """How far a column that is shifted down by so many steps stands from those on either side of it."""
    around = math.ceil(APART / _STEP)
    best = 0.0
    for row, (left, right) in enumerate(profile):
        for distance in range(-around, around + 1):
            other = (row + shift + distance) % steps
            if other < len(profile):
                best = max(best, profile[other][1] - left, right - profile[other][0])
    return best + APART
