"""Pieces of several kinds on sheets that they share, where that takes fewer of them. All lengths in mm."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pnp.imposition.grid import APART, Grid, PieceKind
from pnp.imposition.laying import PieceGroup, block_of, note_rooms, room_within, strips_around
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Segment
from pnp.imposition.sheet import Sheet
from pnp.imposition.strip import MARK_MIN, RimDepths, share_out
from pnp.records import dataclass
from pnp.units import Size

_CLEAR = 0.3
"""Between the marks of a block and the cut that parts it from the next one."""
_MARKS = 3.0
"""Room for the marks of plain borders."""
_AFTER_BLEED = 0.5 + MARK_MIN
"""Room for marks beyond art that runs over the edge."""
_PARTING = 0.1


class _MixedPlan(NamedTuple):
    """The groups whose pieces share sheets, their sheets, and what notes take of these."""

    groups: Sequence[PieceGroup]
    sheets: tuple[PackedSheet, ...]
    notes: tuple[float, float]


def mixed(groups: Sequence[PieceGroup]) -> list[Sheet]:
    """The sheets of ``groups``, which are laid alike: kinds keep to themselves, but what is left of several kinds
    shares sheets where that saves some; and all of their pieces do, where that saves more.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    able = [group for group in groups if group.mixes]
    fewest, best, keeps = sum(group.count for group in able), None, True
    if len(able) > 1 and fewest > _fewest(able):
        rests = [rest for group in able if (rest := group.rest) is not None]
        kept = sum(full.count for group in able if (full := group.full) is not None)
        for parted, number in ((rests, kept), (able, 0)):
            plan = _shared(parted) if len(parted) > 1 and (number or parted is able) else None
            if plan is not None and number + len(plan.sheets) < fewest:
                fewest, best, keeps = number + len(plan.sheets), plan, number > 0
    alone = [group if best is None or not group.mixes else group.full if keeps else None for group in groups]
    sheets = [sheet for group in alone if group is not None for sheet in group.sheets()]
    return [*sheets, *(_laid(best) if best else ())]


def _fewest(groups: Sequence[PieceGroup]) -> int:
    """No fewer sheets than this hold the pieces, however they lie."""
    room = max((room_within(groups[0], strip) for strip in note_rooms(groups[0].options)), key=lambda size: size.area)
    return math.ceil(sum(len(group.pieces) * group.kind.trim.area for group in groups) / max(room.area, 1.0))


def _shared(groups: Sequence[PieceGroup]) -> _MixedPlan | None:
    """The sheets that pieces of all kinds share; None where one has no room among others."""

    batches = [
        PieceBatch(group.kind.trim, group.kind.gutter(group.options), _rim(group), len(group.pieces))
        for group in groups
    ]
    plans = []
    rooms = note_rooms(groups[0].options)
    for notes in rooms if len(groups) <= CLOSELY else rooms[:1]:
        packed = pack(batches, room_within(groups[0], notes))
        if packed is not None:
            plans.append(_MixedPlan(groups, packed, notes))
    return min(plans, key=lambda plan: len(plan.sheets), default=None)


def _laid(plan: _MixedPlan) -> Iterator[Sheet]:
    waiting = [iter(group.pieces) for group in plan.groups]
    for sheet in plan.sheets:
        yield _sheet(plan.groups, sheet, plan.notes, waiting)


def _rim(group: PieceGroup) -> float:
    """The room round a block for its bleed and marks: half of what its pieces keep between them, at least."""
    kind, half = group.kind, group.kind.gutter(group.options) / 2
    bleed = kind.bleed if kind.edge == "bleed" else 0.0
    if kind.marks(group.options):
        return max(half, (bleed + _AFTER_BLEED if bleed else _MARKS) + _CLEAR)
    return max(half, bleed, APART["net"] / 2)


def _sheet(
    groups: Sequence[PieceGroup], packed: PackedSheet, notes: tuple[float, float], waiting: list[Iterator[Piece]]
) -> Sheet:
    """A packed sheet in the middle of its page. What one kind has alone lies as it always does."""
    taken = [[next(waiting[laid.batch]) for _ in range(laid.pieces)] for laid in packed.blocks]
    first = groups[packed.blocks[0].batch]
    if len(packed.blocks) == 1:
        alone = replace(first, pieces=tuple(taken[0])).sheets()
        if len(alone) == 1:
            return alone[0]
    options, page, size = first.options, first.options.page, packed.size
    left, top = (page.width - size.width) / 2, (page.height + size.height) / 2
    blocks = []
    for laid, pieces in zip(packed.blocks, taken, strict=True):
        group, rim = groups[laid.batch], _rim(groups[laid.batch])
        kind = group.kind
        corner = left + laid.x + rim, top - laid.y - rim
        cell = kind.trim.turned if laid.turned else kind.trim
        gutter = kind.gutter(options)
        grid = Grid(laid.columns, laid.rows, cell, laid.turned, gutter, page, groups[0].margins, corner=corner)
        blocks.append(block_of(pieces, grid, _rims(kind, rim, options), options))
    cuts = tuple(Segment(left + cut.x1, top - cut.y1, left + cut.x2, top - cut.y2, _PARTING) for cut in packed.cuts)
    return Sheet(
        tuple(place for block in blocks for place in block.fronts),
        strips_around(groups[0], size, notes),
        options,
        tuple(blocks),
        margins=groups[0].margins,
        cuts=cuts if options.marked else (),
    )


def _rims(kind: PieceKind, rim: float, options: SheetOptions) -> tuple[RimDepths, RimDepths]:
    marks = kind.marks(options)
    found = share_out(rim - (_CLEAR if marks else 0.0), kind.bleed, kind.edge, marks, 0.0)
    return found, found


# Blocks of pieces of several kinds on one sheet, parted by straight cuts from edge to edge. All lengths in mm.
#
# A block is a grid of equal cells with a rim for bleed and marks. The first block stands in a corner of the room;
# what is left is parted by one straight cut into two rooms, and each is filled likewise: so every sheet can be cut
# with a guillotine.

_EPSILON = 1e-6
CLOSELY = 12
"""Up to so many kinds, several ways to begin a sheet are tried out; with more of them the largest block is laid."""


@dataclass(frozen=True)
class PieceBatch:
    """Pieces of one kind that are to be laid: how many, their cell, the room between two of them, and the ``rim`` round
    their block."""

    cell: Size
    gutter: float
    rim: float
    count: int

    @cached_property
    def area(self) -> float:
        """The area of a piece."""
        return self.cell.area

    @cached_property
    def _sides(self) -> tuple[float, float]:
        return self.cell.width + 2 * self.rim, self.cell.height + 2 * self.rim

    def fits(self, width: float, height: float) -> bool:
        """Whether one piece has room, on its side or not."""
        one, other = self._sides
        return (one <= width and other <= height) or (other <= width and one <= height)

    def extent(self, columns: int, rows: int, turned: bool) -> Size:
        """The extent of a block, its rim included."""
        cell = self.cell.turned if turned else self.cell
        return Size(
            columns * (cell.width + self.gutter) - self.gutter + 2 * self.rim,
            rows * (cell.height + self.gutter) - self.gutter + 2 * self.rim,
        )

    def fitting(self, room: Size, turned: bool) -> tuple[int, int]:
        """How many columns and rows have room."""
        cell = self.cell.turned if turned else self.cell
        return (
            int((room.width - 2 * self.rim + self.gutter + _EPSILON) // (cell.width + self.gutter)),
            int((room.height - 2 * self.rim + self.gutter + _EPSILON) // (cell.height + self.gutter)),
        )


class PlacedBlock(NamedTuple):
    """A block on a sheet: of which batch, how many columns and rows, how many pieces, whether they are turned, and the
    upper-left corner of its rim, x to the right and y downwards."""

    batch: int
    columns: int
    rows: int
    pieces: int
    turned: bool
    x: float
    y: float
    extent: Size


class BlockCut(NamedTuple):
    """A straight cut that parts two blocks, from end to end of what is left to be parted."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """The blocks of a sheet, in the order in which they were laid, and the cuts between them."""

    blocks: tuple[PlacedBlock, ...]
    cuts: tuple[BlockCut, ...]

    @property
    def size(self) -> Size:
        """The extent of all blocks with their rims."""
        return Size(
            max(block.x + block.extent.width for block in self.blocks),
            max(block.y + block.extent.height for block in self.blocks),
        )


class _FreeSpace(NamedTuple):
    x: float
    y: float
    size: Size


def pack(batches: Sequence[PieceBatch], room: Size) -> tuple[PackedSheet, ...] | None:
    """All pieces of ``batches`` on as few sheets with so much ``room`` as are found; None where a piece has none.

    Each sheet begins with the largest piece that is left. Of two ways that take as many sheets, the one with fewer
    blocks is taken. Time grows with the square of the number of batches at most.
    """
    ways = (False, True) if len(batches) <= CLOSELY else (False,)
    found = [way for way in (_packed(batches, room, whole) for whole in ways) if way is not None]
    return min(found, key=lambda way: (len(way), sum(len(sheet.blocks) for sheet in way))) if found else None


def _packed(batches: Sequence[PieceBatch], room: Size, whole: bool) -> tuple[PackedSheet, ...] | None:
    """The sheets, on which ``whole`` lets only blocks go beside the first that hold all that is left of their batch."""
    left = [batch.count for batch in batches]
    order = sorted(range(len(batches)), key=lambda one: (-batches[one].area, one))
    order = [one for one in order if left[one]]
    sheets = []
    while any(left):
        sheet = _packed_sheet(batches, order, left, room, whole)
        if sheet is None:
            return None
        for block in sheet.blocks:
            left[block.batch] -= block.pieces
        order = [one for one in order if left[one]]
        sheets.append(sheet)
    return tuple(sheets)


def _packed_sheet(
    batches: Sequence[PieceBatch], order: Sequence[int], left: Sequence[int], room: Size, whole: bool
) -> PackedSheet | None:
    """The sheet that covers most, of those that begin with the largest piece left."""
    first, page = order[0], _FreeSpace(0.0, 0.0, room)
    starts = sorted(_blocks(batches, first, left[first], page), key=lambda block: -block.pieces)
    ways: tuple[bool, ...] = (False, True)
    if len(order) > CLOSELY:
        starts, ways = starts[:1], (room.width < room.height,)
    best: tuple[float, list[PlacedBlock], list[BlockCut]] | None = None
    for start in starts:
        for across in ways:
            still = list(left)
            still[first] -= start.pieces
            blocks: list[PlacedBlock] = [start]
            cuts: list[BlockCut] = []
            rooms = _split(page, start, across, cuts)
            while rooms:
                _fill(batches, order, still, rooms, blocks, cuts, whole)
            covered = sum(block.pieces * batches[block.batch].area for block in blocks)
            if best is None or covered > best[0] + _EPSILON:
                best = covered, blocks, cuts
    if best is None:
        return None
    found = PackedSheet(tuple(best[1]), ())
    return PackedSheet(found.blocks, tuple(_needed(best[2], found)))


def _fill(
    batches: Sequence[PieceBatch],
    order: Sequence[int],
    left: list[int],
    rooms: list[_FreeSpace],
    blocks: list[PlacedBlock],
    cuts: list[BlockCut],
    whole: bool,
) -> None:
    """Lay the block that covers most into the last of ``rooms``, and part what is left of it; or give the room up."""
    room = rooms.pop()
    best: PlacedBlock | None = None
    covered = 0.0
    wide, high = room.size.width + _EPSILON, room.size.height + _EPSILON
    smaller = bisect_left(order, -wide * high, key=lambda one: -batches[one].area)
    for one in islice(order, smaller, None):
        batch, area = batches[one], batches[one].area
        if left[one] * area <= covered or not batch.fits(wide, high):
            continue
        for block in _blocks(batches, one, left[one], room):
            if block.pieces * area > covered + _EPSILON and not (whole and block.pieces < left[one]):
                best, covered = block, block.pieces * area
        if len(order) > CLOSELY and best is not None:
            break
    if best is None:
        return
    left[best.batch] -= best.pieces
    blocks.append(best)
    beside = room.size.width - best.extent.width
    below = room.size.height - best.extent.height
    rooms += _split(room, best, beside * room.size.height < below * room.size.width, cuts)


def _blocks(batches: Sequence[PieceBatch], one: int, count: int, room: _FreeSpace) -> Iterator[PlacedBlock]:
    """The blocks of a batch that have room: each number of columns, with as many rows as its pieces fill."""
    batch = batches[one]
    ways = (False,) if abs(batch.cell.width - batch.cell.height) < _EPSILON else (False, True)
    for turned in ways:
        columns, rows = batch.fitting(room.size, turned)
        if columns < 1 or rows < 1:
            continue
        seen = set()
        for across in range(min(columns, count), 0, -1):
            down = min(rows, -(-count // across))
            shape = min(across, -(-count // down)), down
            if shape in seen:
                continue
            seen.add(shape)
            extent = batch.extent(*shape, turned)
            laid = min(count, shape[0] * shape[1])
            yield PlacedBlock(one, *shape, laid, turned, room.x, room.y, extent)


def _split(room: _FreeSpace, block: PlacedBlock, across: bool, cuts: list[BlockCut]) -> list[_FreeSpace]:
    """The rooms beside and below a block in the corner of ``room``, parted by a cut that goes right across it or down
    it."""
    x, y = block.x + block.extent.width, block.y + block.extent.height
    right, bottom = room.x + room.size.width, room.y + room.size.height
    level = BlockCut(room.x, y, right if across else x, y)
    upright = BlockCut(x, room.y, x, y if across else bottom)
    cuts += [level, upright] if across else [upright, level]
    beside = _FreeSpace(x, room.y, Size(right - x, (y if across else bottom) - room.y))
    below = _FreeSpace(room.x, y, Size((right if across else x) - room.x, bottom - y))
    return [beside, below]


def _needed(cuts: Sequence[BlockCut], sheet: PackedSheet) -> Iterator[BlockCut]:
    """The cuts with blocks on both of their sides, no longer than the blocks reach."""
    size = sheet.size
    for cut in cuts:
        upright = cut.x1 == cut.x2
        low, high = (cut.y1, min(cut.y2, size.height)) if upright else (cut.x1, min(cut.x2, size.width))
        at = cut.x1 if upright else cut.y1
        sides = [_side(block, upright, at, low, high) for block in sheet.blocks]
        if -1 in sides and 1 in sides:
            yield BlockCut(at, low, at, high) if upright else BlockCut(low, at, high, at)


def _side(block: PlacedBlock, upright: bool, at: float, low: float, high: float) -> int:
    """On which side of a cut a block lies that is beside it; 0 for one that is not."""
    near, length = (block.y, block.extent.height) if upright else (block.x, block.extent.width)
    if near >= high - _EPSILON or near + length <= low + _EPSILON:
        return 0
    start = block.x if upright else block.y
    return 1 if start >= at - _EPSILON else -1
