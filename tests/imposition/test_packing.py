"""Blocks of several kinds on sheets: whole, apart, inside, and parted by the cuts that are given."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition.mixing import BlockCut, PackedSheet, PieceBatch, PlacedBlock, pack
from pnp.units import Size

TINY = 1e-6
A4 = Size(200, 282)


def tenths(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low, high).map(lambda value: value / 10)


SIZES = st.builds(Size, tenths(50, 1500), tenths(50, 1500))
BATCHES = st.lists(
    st.builds(PieceBatch, SIZES, tenths(0, 60), tenths(0, 50), st.integers(0, 40)), min_size=1, max_size=5
)


def box(block: PlacedBlock) -> tuple[float, float, float, float]:
    return block.x, block.y, block.x + block.extent.width, block.y + block.extent.height


def apart(first: PlacedBlock, second: PlacedBlock) -> bool:
    a, b = box(first), box(second)
    return a[2] <= b[0] + TINY or b[2] <= a[0] + TINY or a[3] <= b[1] + TINY or b[3] <= a[1] + TINY


def parts(blocks: list[PlacedBlock], cuts: list[BlockCut]) -> bool:
    """Return True if the cuts part the blocks one after the other, each right through the rest."""
    if len(blocks) < 2:
        return True
    for cut in cuts:
        side = 0 if abs(cut.x1 - cut.x2) < TINY else 1
        position, start, end = cut[side], cut[1 - side], cut[3 - side]
        low = [block for block in blocks if box(block)[2 + side] <= position + TINY]
        high = [block for block in blocks if box(block)[side] >= position - TINY]
        through = start <= min(box(block)[1 - side] for block in blocks) + TINY
        through = through and end >= max(box(block)[3 - side] for block in blocks) - TINY
        if low and high and len(low) + len(high) == len(blocks) and through:
            return parts(low, cuts) and parts(high, cuts)
    return False


def check(batches: list[PieceBatch], room: Size, sheets: tuple[PackedSheet, ...]) -> None:
    laid: Counter[int] = Counter()
    for sheet in sheets:
        assert sheet.blocks
        for block in sheet.blocks:
            laid[block.batch] += block.pieces
            assert 0 < block.pieces <= block.columns * block.rows
            assert block.extent == batches[block.batch].extent(block.columns, block.rows, block.turned)
            left, top, right, bottom = box(block)
            assert min(left, top) >= -TINY
            assert right <= room.width + TINY
            assert bottom <= room.height + TINY
        assert all(apart(*pair) for pair in itertools.combinations(sheet.blocks, 2))
        assert parts(list(sheet.blocks), list(sheet.cuts))
    assert laid == Counter({number: batch.count for number, batch in enumerate(batches) if batch.count})


def alone(batch: PieceBatch, room: Size) -> int:
    """Return the number of sheets that pieces of one kind take in rows."""
    best = max(
        math.prod(batch.fitting(room, turned)) if min(batch.fitting(room, turned)) > 0 else 0
        for turned in (False, True)
    )
    return math.ceil(batch.count / best) if best else 10**6


@given(BATCHES, st.builds(Size, tenths(1000, 3000), tenths(1000, 4500)))
def test_every_piece_is_laid_once_inside_the_room_and_can_be_cut_apart(batches: list[PieceBatch], room: Size) -> None:
    sheets = pack(batches, room)
    able = all(not batch.count or alone(batch, room) < 10**6 for batch in batches)
    assert (sheets is not None) is able
    if sheets is not None:
        check(batches, room, sheets)


@given(BATCHES)
def test_sheets_are_never_more_than_of_kinds_apart(batches: list[PieceBatch]) -> None:
    sheets = pack(batches, A4)
    if sheets is not None:
        assert len(sheets) <= sum(alone(batch, A4) for batch in batches if batch.count)


@pytest.mark.parametrize(
    "batches",
    [
        [PieceBatch(Size(200, 282), 0, 0, 3), PieceBatch(Size(5, 5), 2, 1, 1)],
        [PieceBatch(Size(100.01, 141), 0, 0, 5), PieceBatch(Size(99.99, 141), 0, 0, 5)],
        [PieceBatch(Size(200, 1), 0, 0, 290), PieceBatch(Size(1, 282), 0, 0, 210)],
        [PieceBatch(Size(66.6666667, 94), 0, 0, 9), PieceBatch(Size(66.6666667, 94), 0, 0, 1)],
        [PieceBatch(Size(0.5, 0.5), 0, 0, 1000), PieceBatch(Size(150, 150), 6, 6, 2)],
        [PieceBatch(Size(40 + number / 100, 60 - number / 100), 0.1, 0.3, 7) for number in range(40)],
    ],
)
def test_sizes_that_are_meant_to_harm_do_not(batches: list[PieceBatch]) -> None:
    sheets = pack(batches, A4)
    assert sheets is not None
    check(batches, A4, sheets)
    assert len(sheets) <= sum(alone(batch, A4) for batch in batches)


def test_what_is_larger_than_the_room_is_refused() -> None:
    assert pack([PieceBatch(Size(10, 10), 0, 0, 1), PieceBatch(Size(200, 282), 0, 0.1, 1)], A4) is None


def test_a_thousand_pieces_of_many_kinds_are_laid() -> None:
    batches = [PieceBatch(Size(20 + 3 * number, 90 - 2 * number), 0, 3, 50) for number in range(20)]
    sheets: Any = pack(batches, A4)
    check(batches, A4, sheets)
    area = sum(batch.count * batch.cell.area for batch in batches)
    assert len(sheets) <= 1.35 * area / A4.area
