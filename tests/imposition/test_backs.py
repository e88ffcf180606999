"""The back of a card lies behind its front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Placement, SheetOptions, impose
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size


def through_the_paper(point: tuple[float, float], page: Size, flip: str) -> tuple[float, float]:
    """Return the point on the back page at which a needle through the front of a portrait sheet comes out."""
    x, y = point
    return (page.width - x, y) if flip == "long" else (x, page.height - y)


def leaves(pages: tuple[Page, ...]) -> Iterator[tuple[Placement, Placement]]:
    """Return every front that has a back, with its back."""
    sides = {side: [page for page in pages if page.side == side] for side in ("front", "back")}
    for front, back in zip(sides["front"], sides["back"], strict=True):
        assert front.sheet == back.sheet
        yield from zip(front.placements, back.placements, strict=True)


@given(st.data())
def test_every_point_of_a_back_lies_behind_its_point_of_the_front(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    pieces, options = data.draw(job_strategy)
    assume(options.backs != "none")
    try:
        pages = impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise
    u, v = data.draw(st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)))
    dx, dy = options.back_offset
    for front, back in leaves(pages):
        assert front.piece == back.piece
        across, up = u * back.piece.trim.width, v * back.piece.trim.height
        x, y = through_the_paper(geometry.on_page(front, across, up), options.page, options.flip)
        # A card that is turned over like a leaf keeps its top, and its left becomes its right.
        assert geometry.on_page(back, -across, up) == pytest.approx((x + dx, y + dy))


@given(st.data())
def test_the_art_of_a_back_reaches_as_far_as_that_of_its_front(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    pieces, options = data.draw(job_strategy)
    assume(options.backs != "none")
    try:
        pages = impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise
    for front, back in leaves(pages):
        left, bottom, right, top = geometry.art_box(front)
        ends = [through_the_paper(end, options.page, options.flip) for end in ((left, bottom), (right, top))]
        (x1, x2), (y1, y2) = (sorted(axis) for axis in zip(*ends, strict=True))
        dx, dy = options.back_offset
        assert geometry.art_box(back) == pytest.approx((x1 + dx, y1 + dy, x2 + dx, y2 + dy))


def test_on_the_long_edge_the_back_goes_to_the_mirrored_place(geometry: Any) -> None:
    front, back = impose(geometry.pieces(2), geometry.options())
    assert back.placements[0].x == pytest.approx(210 - front.placements[0].x - 63)
    assert back.placements[0].y == front.placements[0].y
    assert back.placements[0].rotation == 0


def test_on_the_short_edge_the_back_is_turned_and_goes_below(geometry: Any) -> None:
    front, back = impose(geometry.pieces(4), geometry.options(flip="short"))
    assert back.placements[0].x == front.placements[0].x
    assert back.placements[0].y == pytest.approx(297 - front.placements[0].y - 88)
    assert back.placements[0].rotation == 180


@pytest.mark.parametrize(("flip", "rotation"), [("long", 270), ("short", 90)])
def test_a_card_on_its_side_has_its_back_turned_to_match(geometry: Any, flip: str, rotation: int) -> None:
    front, back = impose(geometry.pieces(8, edge="bleed"), geometry.options(flip=flip))
    assert {place.rotation for place in front.placements} == {90}
    assert {place.rotation for place in back.placements} == {rotation}


def test_the_printer_offset_moves_the_whole_back_and_no_front(geometry: Any) -> None:
    plain = impose(geometry.pieces(9), geometry.options())
    moved = impose(geometry.pieces(9), geometry.options(back_offset=(0.7, -1.2)))
    assert [place.x for place in moved[0].placements] == [place.x for place in plain[0].placements]
    for before, after in zip(plain[1].placements, moved[1].placements, strict=True):
        assert (after.x - before.x, after.y - before.y) == pytest.approx((0.7, -1.2))


def test_the_label_of_a_back_moves_with_its_cards(geometry: Any) -> None:
    front, back = impose(geometry.pieces(9), geometry.options(ruler=False, back_offset=(0.7, -1.2)))
    assert (back.notes[0].x - front.notes[0].x, back.notes[0].y - front.notes[0].y) == pytest.approx((0.7, -1.2))


def test_an_offset_counts_against_the_printable_area_only_if_there_are_backs(geometry: Any) -> None:
    options = geometry.options(PAPERS["letter"], margin=4.2, back_offset=(1.5, 0.0))
    both = impose(geometry.pieces(18, CARDS["mini"]), options)
    fronts = impose(geometry.pieces(18, CARDS["mini"], back=None), options)
    assert len(fronts) == 1
    assert len(both) == 4


def test_sheets_without_backs_come_last_and_nothing_is_printed_behind_them(geometry: Any) -> None:
    alone = geometry.pieces(1, CARDS["mini"], back=None, component="tokens")
    pages = impose(alone + geometry.pieces(1), geometry.options())
    assert [page.side for page in pages] == ["front", "back", "single"]
    assert [page.sheet for page in pages] == [1, 1, 2]
    assert pages[2].notes[0].text == "Game · tokens · page 3 of 3"


def test_without_any_back_there_are_single_pages_only(geometry: Any) -> None:
    assert [page.side for page in impose(geometry.pieces(10, back=None), geometry.options())] == ["single", "single"]
    assert [page.side for page in impose(geometry.pieces(10), geometry.options(backs="none"))] == ["single", "single"]


def test_marks_on_the_back_lie_behind_the_marks_of_the_front(geometry: Any) -> None:
    options: SheetOptions = geometry.options(ruler=False, flip="short", back_offset=(0.5, 0.25))
    front, back = impose(geometry.pieces(5), options)
    for mark, behind in zip(front.segments, back.segments, strict=True):
        x, y = through_the_paper((mark.x1, mark.y1), options.page, "short")
        assert (behind.x1, behind.y1) == pytest.approx((x + 0.5, y + 0.25))


def test_cards_of_which_one_has_no_back_lie_on_two_sheets(geometry: Any) -> None:
    cards = [*geometry.pieces(1, back=None), *geometry.pieces(1)]
    front, back, single = impose(cards, geometry.options(ruler=False))
    assert [len(page.placements) for page in (front, back, single)] == [1, 1, 1]
    assert single.placements[0].piece.back is None
    assert len(back.segments) == len(front.segments) == len(single.segments) == 2 * (2 + 2)
