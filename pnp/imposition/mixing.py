"""Sharing of sheets by pieces of several kinds, if that takes fewer sheets. All lengths in mm."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pnp.imposition.grid import LEAST_GUTTERS, Grid, PieceKind
from pnp.imposition.laying import PieceGroup, block_of, note_rooms, room_within, strips_around
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Segment
from pnp.imposition.sheet import Sheet
from pnp.imposition.strip import MARK_MIN, RimDepths, divide_rim
from pnp.records import dataclass
from pnp.units import Size

_CUT_CLEARANCE = 0.3
"""Room between the marks of a block and the cut that parts it from the next block."""
_MARK_ROOM = 3.0
"""Room for the marks of plain borders."""
_MARK_ROOM_PAST_BLEED = 0.5 + MARK_MIN
"""Room for marks beyond art that runs over the edge."""
_CUT_WIDTH = 0.1


class _MixedPlan(NamedTuple):
    """Plan of groups whose pieces share sheets: the groups, the sheets, and the room for notes on them."""

    groups: Sequence[PieceGroup]
    sheets: tuple[PackedSheet, ...]
    notes: tuple[float, float]


def mix_groups(groups: Sequence[PieceGroup]) -> list[Sheet]:
    """Return the sheets of ``groups``, which are laid alike.

    Kinds keep to themselves. The last, partly filled sheets of several kinds are shared if that saves sheets, with the
    last ones that are full but leave room where that saves more. All pieces share sheets if that saves still more.

    Raises DefinitionError if a piece does not fit on the paper.
    """
    mixable = [group for group in groups if group.mixable]
    fewest, best, kept = sum(group.sheet_count for group in mixable), None, list(groups)
    if len(mixable) > 1 and fewest > _least_sheets(mixable):
        for parts in _ways_to_share(groups):
            sharing = [shared for _, shared in parts if shared is not None]
            alone = [own for own, _ in parts if own is not None]
            unshared = sum(own.sheet_count for own in alone if own.mixable)
            plan = _plan_shared(sharing) if len(sharing) > 1 else None
            if plan is not None and unshared + len(plan.sheets) < fewest:
                fewest, best, kept = unshared + len(plan.sheets), plan, alone
    sheets = [sheet for group in kept for sheet in group.sheets()]
    return [*sheets, *(_build_sheets(best) if best else ())]


def _ways_to_share(groups: Sequence[PieceGroup]) -> Iterator[list[tuple[PieceGroup | None, PieceGroup | None]]]:
    """Yield ways to part each group into what keeps to itself and what shares sheets with others."""
    yield [(group.full, group.rest) if group.mixable else (group, None) for group in groups]
    if any(group.mixable and group.rest is None for group in groups):
        yield [group.before_last if group.mixable else (group, None) for group in groups]
    yield [(None, group) if group.mixable else (group, None) for group in groups]


def _least_sheets(groups: Sequence[PieceGroup]) -> int:
    """Return a lower bound of the number of sheets, from the areas of the pieces."""
    room = max((room_within(groups[0], strip) for strip in note_rooms(groups[0].options)), key=lambda size: size.area)
    return math.ceil(sum(len(group.pieces) * group.kind.trim.area for group in groups) / max(room.area, 1.0))


def _plan_shared(groups: Sequence[PieceGroup]) -> _MixedPlan | None:
    """Plan sheets that pieces of all kinds share; return None if a kind has no room among others."""
    batches = [
        PieceBatch(group.kind.trim, group.kind.gutter(group.options), _rim(group), len(group.pieces))
        for group in groups
    ]
    plans = []
    rooms = note_rooms(groups[0].options)
    for notes in rooms if len(groups) <= MAX_KINDS_TRIED else rooms[:1]:
        sheets = pack(batches, room_within(groups[0], notes))
        if sheets is not None:
            plans.append(_MixedPlan(groups, sheets, notes))
    return min(plans, key=lambda plan: len(plan.sheets), default=None)


def _build_sheets(plan: _MixedPlan) -> Iterator[Sheet]:
    waiting = [iter(group.pieces) for group in plan.groups]
    for sheet in plan.sheets:
        yield _build_sheet(plan.groups, sheet, plan.notes, waiting)


def _rim(group: PieceGroup) -> float:
    """Return the room round a block for its bleed and marks: at least half of the gutter between its pieces."""
    kind, half_gutter = group.kind, group.kind.gutter(group.options) / 2
    bleed = kind.bleed if kind.edge == "bleed" else 0.0
    if kind.marks(group.options):
        return max(half_gutter, (bleed + _MARK_ROOM_PAST_BLEED if bleed else _MARK_ROOM) + _CUT_CLEARANCE)
    return max(half_gutter, bleed, LEAST_GUTTERS["net"] / 2)


def _build_sheet(
    groups: Sequence[PieceGroup], packed: PackedSheet, notes: tuple[float, float], waiting: list[Iterator[Piece]]
) -> Sheet:
    """Lay a packed sheet in the middle of its page. A sheet of a single kind is laid as that kind's own sheets are."""
    block_pieces = [[next(waiting[placed.batch]) for _ in range(placed.pieces)] for placed in packed.blocks]
    first = groups[packed.blocks[0].batch]
    if len(packed.blocks) == 1:
        alone = replace(first, pieces=tuple(block_pieces[0])).sheets()
        if len(alone) == 1:
            return alone[0]
    options, page, size = first.options, first.options.page, packed.size
    left, top = (page.width - size.width) / 2, (page.height + size.height) / 2
    blocks = []
    for placed, pieces in zip(packed.blocks, block_pieces, strict=True):
        group, rim = groups[placed.batch], _rim(groups[placed.batch])
        kind = group.kind
        corner = left + placed.x + rim, top - placed.y - rim
        cell = kind.trim.turned if placed.turned else kind.trim
        gutter = kind.gutter(options)
        grid = Grid(placed.columns, placed.rows, cell, placed.turned, gutter, page, groups[0].margins, corner=corner)
        blocks.append(block_of(pieces, grid, _rims(kind, rim, options), options))
    cuts = tuple(Segment(left + cut.x1, top - cut.y1, left + cut.x2, top - cut.y2, _CUT_WIDTH) for cut in packed.cuts)
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
    depths = divide_rim(rim - (_CUT_CLEARANCE if marks else 0.0), kind.bleed, kind.edge, marks, 0.0)
    return depths, depths


# Packing blocks of several kinds on one sheet, parted by straight cuts from edge to edge
#
# A block is a grid of equal cells with a rim for bleed and marks. The first block stands in a corner of the room. One
# straight cut parts the remaining space into two rooms, and each is filled likewise. So every sheet can be cut with a
# guillotine.

_EPSILON = 1e-6
MAX_KINDS_TRIED = 12
"""Number of kinds up to which several ways to begin a sheet are tried. With more kinds the largest block is laid."""


@dataclass(frozen=True)
class PieceBatch:
    """Pieces of one kind that are to be laid: their number, their cell, and the gutter between two of them.

    ``rim`` is the room round their block.
    """

    cell: Size
    gutter: float
    rim: float
    count: int

    @cached_property
    def area(self) -> float:
        """Area of a piece."""
        return self.cell.area

    @cached_property
    def _sides(self) -> tuple[float, float]:
        return self.cell.width + 2 * self.rim, self.cell.height + 2 * self.rim

    def has_room_in(self, width: float, height: float) -> bool:
        """Return True if one piece has room, upright or on its side."""
        across, along = self._sides
        return (across <= width and along <= height) or (along <= width and across <= height)

    def extent(self, columns: int, rows: int, turned: bool) -> Size:
        """Return the extent of a block, its rim included."""
        cell = self.cell.turned if turned else self.cell
        return Size(
            columns * (cell.width + self.gutter) - self.gutter + 2 * self.rim,
            rows * (cell.height + self.gutter) - self.gutter + 2 * self.rim,
        )

    def fitting(self, room: Size, turned: bool) -> tuple[int, int]:
        """Return the numbers of columns and rows that have room."""
        cell = self.cell.turned if turned else self.cell
        return (
            int((room.width - 2 * self.rim + self.gutter + _EPSILON) // (cell.width + self.gutter)),
            int((room.height - 2 * self.rim + self.gutter + _EPSILON) // (cell.height + self.gutter)),
        )


class PlacedBlock(NamedTuple):
    """Block on a sheet: the index of its batch, its columns and rows, and the number of its pieces.

    ``turned`` says that the pieces lie on their side. ``x`` and ``y`` are the upper-left corner of its rim, x to the
    right and y downwards.
    """

    batch: int
    columns: int
    rows: int
    pieces: int
    turned: bool
    x: float
    y: float
    extent: Size


class BlockCut(NamedTuple):
    """Straight cut that parts two blocks, from end to end of the space that it parts."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """Blocks of a sheet, in the order in which they were laid, and the cuts between them."""

    blocks: tuple[PlacedBlock, ...]
    cuts: tuple[BlockCut, ...]

    @property
    def size(self) -> Size:
        """Extent of all blocks with their rims."""
        return Size(
            max(block.x + block.extent.width for block in self.blocks),
            max(block.y + block.extent.height for block in self.blocks),
        )


class _FreeSpace(NamedTuple):
    x: float
    y: float
    size: Size


def pack(batches: Sequence[PieceBatch], room: Size) -> tuple[PackedSheet, ...] | None:
    """Pack all pieces of ``batches`` on few sheets that have ``room`` each; return None if a piece does not fit.

    Each sheet begins with the largest piece that is left. Of two packings with as many sheets, the one with fewer
    blocks is taken. Time grows with the square of the number of batches at most.
    """
    modes = (False, True) if len(batches) <= MAX_KINDS_TRIED else (False,)
    packings = [sheets for sheets in (_pack_sheets(batches, room, whole) for whole in modes) if sheets is not None]
    return min(packings, key=lambda sheets: (len(sheets), sum(len(sheet.blocks) for sheet in sheets)), default=None)


def _pack_sheets(batches: Sequence[PieceBatch], room: Size, whole: bool) -> tuple[PackedSheet, ...] | None:
    """Pack the sheets. With ``whole``, only blocks that hold all the rest of their batch go beside a first block."""
    left = [batch.count for batch in batches]
    order = sorted(range(len(batches)), key=lambda index: (-batches[index].area, index))
    order = [index for index in order if left[index]]
    sheets = []
    while any(left):
        sheet = _pack_sheet(batches, order, left, room, whole)
        if sheet is None:
            return None
        for block in sheet.blocks:
            left[block.batch] -= block.pieces
        order = [index for index in order if left[index]]
        sheets.append(sheet)
    return tuple(sheets)


def _pack_sheet(
    batches: Sequence[PieceBatch], order: Sequence[int], left: Sequence[int], room: Size, whole: bool
) -> PackedSheet | None:
    """Return the sheet that covers most, among those that begin with the largest piece left."""
    first, page = order[0], _FreeSpace(0.0, 0.0, room)
    starts = sorted(_blocks(batches, first, left[first], page), key=lambda block: -block.pieces)
    directions: tuple[bool, ...] = (False, True)
    if len(order) > MAX_KINDS_TRIED:
        starts, directions = starts[:1], (room.width < room.height,)
    best: tuple[float, list[PlacedBlock], list[BlockCut]] | None = None
    for start in starts:
        for across in directions:
            remaining = list(left)
            remaining[first] -= start.pieces
            blocks: list[PlacedBlock] = [start]
            cuts: list[BlockCut] = []
            rooms = _split(page, start, across, cuts)
            while rooms:
                _fill(batches, order, remaining, rooms, blocks, cuts, whole)
            covered = sum(block.pieces * batches[block.batch].area for block in blocks)
            if best is None or covered > best[0] + _EPSILON:
                best = covered, blocks, cuts
    if best is None:
        return None
    sheet = PackedSheet(tuple(best[1]), ())
    return PackedSheet(sheet.blocks, tuple(_trim_cuts(best[2], sheet)))


def _fill(
    batches: Sequence[PieceBatch],
    order: Sequence[int],
    left: list[int],
    rooms: list[_FreeSpace],
    blocks: list[PlacedBlock],
    cuts: list[BlockCut],
    whole: bool,
) -> None:
    """Lay the block that covers most into the last of ``rooms``, and split the rest of it; or drop the room."""
    room = rooms.pop()
    best: PlacedBlock | None = None
    covered = 0.0
    width, height = room.size.width + _EPSILON, room.size.height + _EPSILON
    first_fitting = bisect_left(order, -width * height, key=lambda index: -batches[index].area)
    for index in islice(order, first_fitting, None):
        batch, area = batches[index], batches[index].area
        if left[index] * area <= covered or not batch.has_room_in(width, height):
            continue
        for block in _blocks(batches, index, left[index], room):
            if block.pieces * area > covered + _EPSILON and not (whole and block.pieces < left[index]):
                best, covered = block, block.pieces * area
        if len(order) > MAX_KINDS_TRIED and best is not None:
            break
    if best is None:
        return
    left[best.batch] -= best.pieces
    blocks.append(best)
    right_rest = room.size.width - best.extent.width
    bottom_rest = room.size.height - best.extent.height
    rooms += _split(room, best, right_rest * room.size.height < bottom_rest * room.size.width, cuts)


def _blocks(batches: Sequence[PieceBatch], index: int, count: int, room: _FreeSpace) -> Iterator[PlacedBlock]:
    """Yield the blocks of a batch that have room: each number of columns, with as many rows as its pieces fill."""
    batch = batches[index]
    orientations = (False,) if abs(batch.cell.width - batch.cell.height) < _EPSILON else (False, True)
    for turned in orientations:
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
            pieces = min(count, shape[0] * shape[1])
            yield PlacedBlock(index, *shape, pieces, turned, room.x, room.y, extent)


def _split(room: _FreeSpace, block: PlacedBlock, across: bool, cuts: list[BlockCut]) -> list[_FreeSpace]:
    """Return the rooms beside and below a block in the corner of ``room``. ``across`` cuts right
    across it, else down.
    """
    x, y = block.x + block.extent.width, block.y + block.extent.height
    right, bottom = room.x + room.size.width, room.y + room.size.height
    level = BlockCut(room.x, y, right if across else x, y)
    upright = BlockCut(x, room.y, x, y if across else bottom)
    cuts += [level, upright] if across else [upright, level]
    beside = _FreeSpace(x, room.y, Size(right - x, (y if across else bottom) - room.y))
    below = _FreeSpace(room.x, y, Size((right if across else x) - room.x, bottom - y))
    return [beside, below]


def _trim_cuts(cuts: Sequence[BlockCut], sheet: PackedSheet) -> Iterator[BlockCut]:
    """Yield the cuts with blocks on both of their sides, shortened to the reach of the blocks."""
    size = sheet.size
    for cut in cuts:
        upright = cut.x1 == cut.x2
        low, high = (cut.y1, min(cut.y2, size.height)) if upright else (cut.x1, min(cut.x2, size.width))
        position = cut.x1 if upright else cut.y1
        sides = [_side(block, upright, position, low, high) for block in sheet.blocks]
        if -1 in sides and 1 in sides:
            yield BlockCut(position, low, position, high) if upright else BlockCut(low, position, high, position)


def _side(block: PlacedBlock, upright: bool, position: float, low: float, high: float) -> int:
    """Return the side of a cut on which a block lies: 1 or -1, or 0 for a block that is not beside it."""
    block_low, length = (block.y, block.extent.height) if upright else (block.x, block.extent.width)
    if block_low >= high - _EPSILON or block_low + length <= low + _EPSILON:
        return 0
    start = block.x if upright else block.y
    return 1 if start >= position - _EPSILON else -1
