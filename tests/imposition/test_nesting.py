"""Nets that lie into one another: apart by more than art reaches, inside the room, and never fewer than in rows."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition import Piece, Polygon, impose
from pnp.imposition.laying import NET_CLEARANCE, NestedNets, nest
from pnp.units import Size
from tests.hypothesis_profiles import few
from tests.imposition.conftest import distance
from tests.imposition.kits import kit_of

A4 = Size(190, 272)


def cube(side: float, tab: float = 0.0) -> tuple[Polygon, ...]:
    """Net of a cube: four faces above each other, one on either side of the second, and a tab on the last."""

    def square(column: int, row: int, height: float = 1.0) -> Polygon:
        x, y = column * side, row * side
        return ((x, y), (x + side, y), (x + side, y + height * side), (x, y + height * side))

    faces = [square(1, row) for row in range(4)] + [square(0, 1), square(2, 1)]
    x, y = side, 4 * side
    return (*faces, ((x, y), (x + side, y), (x + side - tab, y + tab), (x + tab, y + tab))) if tab else tuple(faces)


def bars(width: float, height: float, upright: float, level: float, at: float) -> tuple[Polygon, ...]:
    """Cross, T or L."""

    def bar(x: float, y: float, wide: float, high: float) -> Polygon:
        return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)

    return bar(at * (width - upright), 0, upright, height), bar(0, at * (height - level), width, level)


def laid(outline: tuple[Polygon, ...], nested: NestedNets) -> list[list[Polygon]]:
    """Return the nets at their places."""
    turned = [tuple((y, -x) if nested.turned else (x, y) for x, y in part) for part in outline]
    left, top = min(x for part in turned for x, _ in part), min(y for part in turned for _, y in part)
    return [
        [tuple((x - left + place.x, y - top + place.y) for x, y in part) for part in turned] for place in nested.places
    ]


def check(outline: tuple[Polygon, ...], room: Size, nested: NestedNets) -> None:
    nets = laid(outline, nested)
    points = [point for net in nets for part in net for point in part]
    assert min(min(x, y) for x, y in points) >= -1e-6
    assert max(x for x, _ in points) <= room.width + 1e-6
    assert max(y for _, y in points) <= room.height + 1e-6
    for first, second in itertools.combinations(nets, 2):
        if not far_apart(box_of(first), box_of(second)):
            assert min(distance(*pair) for pair in itertools.product(first, second)) >= NET_CLEARANCE - 1e-6


def box_of(net: list[Polygon]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for part in net for point in part), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def far_apart(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    """Return True if boxes are so far apart that their content need not be measured."""
    return any(
        max(first[side], second[side]) - min(first[side + 2], second[side + 2]) >= NET_CLEARANCE for side in (0, 1)
    )


def in_rows(outline: tuple[Polygon, ...], room: Size) -> int:
    wide = max(x for part in outline for x, _ in part) - min(x for part in outline for x, _ in part)
    high = max(y for part in outline for _, y in part) - min(y for part in outline for _, y in part)
    counts = [
        int((room.width + NET_CLEARANCE) // (w + NET_CLEARANCE)) * int((room.height + 1.0) // (h + NET_CLEARANCE + 1.0))
        for w, h in ((wide, high), (high, wide))
    ]
    return max(counts)


@pytest.mark.parametrize(
    "outline",
    [*(cube(side) for side in (8, 16, 20, 33)), cube(16, 5), bars(100, 28, 30, 10, 0.5), bars(40, 40, 40, 40, 0.0)],
)
def test_nets_keep_apart_inside_the_room(outline: tuple[Polygon, ...]) -> None:
    nested = nest(outline, A4)
    assert nested is not None
    assert len(nested.places) >= in_rows(outline, A4)
    check(outline, A4, nested)


@few(15)
@given(
    st.floats(25, 140),
    st.floats(25, 140),
    st.floats(0.15, 0.9),
    st.floats(0.15, 0.9),
    st.sampled_from([0.0, 0.3, 0.5, 1.0]),
)
def test_any_net_keeps_apart(width: float, height: float, upright: float, level: float, at: float) -> None:
    outline = bars(width, height, upright * width, level * height, at)
    nested = nest(outline, A4)
    assert nested is not None
    assert len(nested.places) >= in_rows(outline, A4)
    check(outline, A4, nested)


def test_nets_of_dice_save_sheets() -> None:
    outline = cube(16, 5)
    nested = nest(outline, A4)
    assert nested is not None
    assert len(nested.places) > 3 * (272 // 69) * 1.2


def test_what_is_larger_than_the_room_is_refused() -> None:
    assert nest(bars(200, 280, 20, 20, 0.5), A4) is None


def test_nets_of_one_outline_lie_into_one_another_on_sheets_and_apart(geometry: Any) -> None:
    dice = geometry.pieces(20, Size(48, 69), outline=cube(16, 5), cut="net", bleed=0.0, back=None)
    pages = impose(dice, geometry.options())
    assert sum(len(page.placements) for page in pages) == 20
    assert len(pages[0].placements) > 12
    for first, second in itertools.combinations(pages[0].placements, 2):
        assert geometry.keep_apart(first, second, NET_CLEARANCE)


@pytest.mark.kit
def test_the_dice_of_a_kit_lie_into_one_another_and_apart(made_once: Any, geometry: Any) -> None:
    kit = kit_of("koka", made_once)
    pages = kit.pages(kit.options())
    dice: list[Piece] = [piece for piece in kit.pieces["duplex"] if piece.component == "dice"]
    with_dice = [page for page in pages if any(place.piece.component == "dice" for place in page.placements)]
    assert len(with_dice) < len(dice) / 9
    for page in with_dice:
        for first, second in itertools.combinations(page.placements, 2):
            assert geometry.keep_apart(first, second, NET_CLEARANCE)


def test_a_last_sheet_that_is_full_takes_a_strip_beside_its_pieces_while_nets_stay_nested(geometry: Any) -> None:
    outline = cube(16.0, 4.0)
    pieces = [
        *geometry.pieces(18, Size(50, 70), component="dice", back=None, cut="net", outline=outline),
        *geometry.pieces(8, Size(128.9, 30.4), component="stands", back=None, cut="net"),
        *geometry.pieces(1, Size(266.4, 39.4), component="band", back=None, cut="net"),
    ]
    pages = impose(pieces, geometry.options())
    assert [{place.piece.component for place in page.placements} for page in pages] == [{"dice"}, {"stands", "band"}]
