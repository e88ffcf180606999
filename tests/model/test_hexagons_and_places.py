"""Hexagons in their boxes, and the places of sheets."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.hexagon import TALL, corners, inside, irregularity, regular
from pnp.model.sheet_template import PlaceShape, SheetPlaces
from pnp.units import Size


def places(columns: int, rows: int, size: Size, pitch: Size, shape: PlaceShape, honeycomb: bool = False) -> SheetPlaces:
    return SheetPlaces(columns, rows, size, 0.0, 0.0, pitch, shape, honeycomb)


@pytest.mark.parametrize("size", [regular(40), regular(40).turned])
def test_the_sides_of_a_regular_hexagon_are_equal_and_its_corners_fill_the_box(size: Size) -> None:
    ring = corners(size)
    sides = [math.dist(corner, next_corner) for corner, next_corner in zip(ring, (*ring[1:], ring[0]), strict=True)]
    assert sides == pytest.approx([40 / math.sqrt(3)] * 6)
    assert max(x for x, _ in ring) == pytest.approx(size.width / 2)
    assert max(y for _, y in ring) == pytest.approx(size.height / 2)
    assert irregularity(size) == pytest.approx(0)


@pytest.mark.parametrize("size", [regular(40), regular(40).turned])
def test_a_hexagon_grows_by_the_same_on_all_sides(size: Size) -> None:
    for (x1, y1), (x2, y2) in zip(corners(size), corners(size, 1.5), strict=True):
        # The corner of a hexagon moves out 2/√3 times as far as its sides.
        assert math.dist((x1, y1), (x2, y2)) == pytest.approx(1.5 * TALL)


@given(st.floats(-30, 30), st.floats(-30, 30), st.booleans())
def test_inside_is_what_all_three_pairs_of_sides_leave(x: float, y: float, turned: bool) -> None:
    across, up = (y, x) if turned else (x, y)
    turns = (0, math.pi / 3, -math.pi / 3)
    depth = min(20 - abs(across * math.cos(turn) + up * math.sin(turn)) for turn in turns)
    if abs(depth) > 1e-6:
        assert inside(regular(40).turned if turned else regular(40), x, y) == (depth > 0)


def middles(grid: SheetPlaces) -> list[tuple[float, float]]:
    grid_corners = [grid.corner(row, column) for row in range(grid.rows) for column in range(grid.in_row(row))]
    return [(x + grid.size.width / 2, y + grid.size.height / 2) for x, y in grid_corners]


@given(
    st.sampled_from(["card", "circle", "hex"]),
    st.integers(1, 5),
    st.integers(1, 5),
    st.tuples(st.integers(50, 400), st.integers(50, 400), st.integers(40, 500), st.integers(40, 500)),
    st.booleans(),
)
def test_places_overlap_where_two_of_them_have_a_point_in_common(
    shape: PlaceShape, columns: int, rows: int, tenths: tuple[int, int, int, int], honeycomb: bool
) -> None:
    width, height, across, down = (length / 10 for length in tenths)
    size = Size(width, height) if shape == "card" else Size(width, width) if shape == "circle" else regular(width)
    grid = places(columns, rows, size, Size(across, down), shape, honeycomb)
    worst = max((closeness(grid, middle, other) for middle, other in combinations(middles(grid), 2)), default=-1.0)
    if abs(worst) > 0.01:
        assert (grid.overlapping() is not None) == (worst > 0)


def closeness(grid: SheetPlaces, middle: tuple[float, float], other: tuple[float, float]) -> float:
    """Return how deep two places reach into each other; below zero if they are apart."""
    across, down = abs(middle[0] - other[0]), abs(middle[1] - other[1])
    if grid.shape == "circle":
        return grid.size.width - math.hypot(across, down)
    if grid.shape == "card":
        return min(grid.size.width - across, grid.size.height - down)
    # The distance between two hexagons across each of the three directions of their sides.
    flat = min(grid.size.width, grid.size.height)
    turns = (0, math.pi / 3, -math.pi / 3)
    return min(flat - abs(across * math.cos(turn) + down * math.sin(turn)) for turn in turns)


def test_every_second_row_of_a_honeycomb_has_one_place_less_and_is_moved_by_half_a_pitch() -> None:
    grid = SheetPlaces(4, 3, regular(40), 10.0, 20.0, Size(42, 36), "hex", honeycomb=True)
    assert [grid.in_row(row) for row in range(3)] == [4, 3, 4]
    assert grid.count == 11
    assert (grid.corner(0, 1), grid.corner(1, 0), grid.corner(2, 0)) == ((52, 20), (31, 56), (10, 92))
