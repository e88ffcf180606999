"""Blocks of pieces of several kinds on one sheet, parted by straight cuts from edge to edge. All lengths in mm.

A block is a grid of equal cells with a rim for bleed and marks. The first block stands in a corner of the room; what is
left is parted by one straight cut into two rooms, and each is filled likewise: so every sheet can be cut with a
guillotine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from pnp.records import dataclass
from pnp.units import Size

_EPSILON = 1e-6
CLOSELY = 12
"""Up to so many kinds, several ways to begin a sheet are tried out; with more of them the largest block is laid."""


@dataclass(frozen=True)
class Batch:
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


class Laid(NamedTuple):
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


class Cut(NamedTuple):
    """A straight cut that parts two blocks, from end to end of what is left to be parted."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """The blocks of a sheet, in the order in which they were laid, and the cuts between them."""

    blocks: tuple[Laid, ...]
    cuts: tuple[Cut, ...]

    @property
    def size(self) -> Size:
        """The extent of all blocks with their rims."""
        return Size(
            max(block.x + block.extent.width for block in self.blocks),
            max(block.y + block.extent.height for block in self.blocks),
        )


class _Room(NamedTuple):
    x: float
    y: float
    size: Size


def pack(batches: Sequence[Batch], room: Size) -> tuple[PackedSheet, ...] | None:
    """All pieces of ``batches`` on as few sheets with so much ``room`` as are found; None where a piece has none.

    Each sheet begins with the largest piece that is left. Of two ways that take as many sheets, the one with fewer
    blocks is taken. Time grows with the square of the number of batches at most.
    """
    ways = (False, True) if len(batches) <= CLOSELY else (False,)
    found = [way for way in (_packed(batches, room, whole) for whole in ways) if way is not None]
    return min(found, key=lambda way: (len(way), sum(len(sheet.blocks) for sheet in way))) if found else None


def _packed(batches: Sequence[Batch], room: Size, whole: bool) -> tuple[PackedSheet, ...] | None:
    """The sheets, on which ``whole`` lets only blocks go beside the first that hold all that is left of their batch."""
    left = [batch.count for batch in batches]
    order = sorted(range(len(batches)), key=lambda one: (-batches[one].area, one))
    order = [one for one in order if left[one]]
    sheets = []
    while any(left):
        sheet = _sheet(batches, order, left, room, whole)
        if sheet is None:
            return None
        for block in sheet.blocks:
            left[block.batch] -= block.pieces
        order = [one for one in order if left[one]]
        sheets.append(sheet)
    return tuple(sheets)


def _sheet(
    batches: Sequence[Batch], order: Sequence[int], left: Sequence[int], room: Size, whole: bool
) -> PackedSheet | None:
    """The sheet that covers most, of those that begin with the largest piece left."""
    first, page = order[0], _Room(0.0, 0.0, room)
    starts = sorted(_blocks(batches, first, left[first], page), key=lambda block: -block.pieces)
    ways: tuple[bool, ...] = (False, True)
    if len(order) > CLOSELY:
        starts, ways = starts[:1], (room.width < room.height,)
    best: tuple[float, list[Laid], list[Cut]] | None = None
    for start in starts:
        for across in ways:
            still = list(left)
            still[first] -= start.pieces
            blocks: list[Laid] = [start]
            cuts: list[Cut] = []
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
    batches: Sequence[Batch],
    order: Sequence[int],
    left: list[int],
    rooms: list[_Room],
    blocks: list[Laid],
    cuts: list[Cut],
    whole: bool,
) -> None:
    """Lay the block that covers most into the last of ``rooms``, and part what is left of it; or give the room up."""
    room = rooms.pop()
    best: Laid | None = None
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


def _blocks(batches: Sequence[Batch], one: int, count: int, room: _Room) -> Iterator[Laid]:
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
            yield Laid(one, *shape, laid, turned, room.x, room.y, extent)


def _split(room: _Room, block: Laid, across: bool, cuts: list[Cut]) -> list[_Room]:
    """The rooms beside and below a block in the corner of ``room``, parted by a cut that goes right across it or down
    it."""
    x, y = block.x + block.extent.width, block.y + block.extent.height
    right, bottom = room.x + room.size.width, room.y + room.size.height
    level = Cut(room.x, y, right if across else x, y)
    upright = Cut(x, room.y, x, y if across else bottom)
    cuts += [level, upright] if across else [upright, level]
    beside = _Room(x, room.y, Size(right - x, (y if across else bottom) - room.y))
    below = _Room(room.x, y, Size((right if across else x) - room.x, bottom - y))
    return [beside, below]


def _needed(cuts: Sequence[Cut], sheet: PackedSheet) -> Iterator[Cut]:
    """The cuts with blocks on both of their sides, no longer than the blocks reach."""
    size = sheet.size
    for cut in cuts:
        upright = cut.x1 == cut.x2
        low, high = (cut.y1, min(cut.y2, size.height)) if upright else (cut.x1, min(cut.x2, size.width))
        at = cut.x1 if upright else cut.y1
        sides = [_side(block, upright, at, low, high) for block in sheet.blocks]
        if -1 in sides and 1 in sides:
            yield Cut(at, low, at, high) if upright else Cut(low, at, high, at)


def _side(block: Laid, upright: bool, at: float, low: float, high: float) -> int:
    """On which side of a cut a block lies that is beside it; 0 for one that is not."""
    near, length = (block.y, block.extent.height) if upright else (block.x, block.extent.width)
    if near >= high - _EPSILON or near + length <= low + _EPSILON:
        return 0
    start = block.x if upright else block.y
    return 1 if start >= at - _EPSILON else -1
