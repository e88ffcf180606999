"""Sheets on their side: they behave as portrait ones, and backs still lie behind fronts."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, SheetOptions, impose
from pnp.model.sizes import PAPERS
from pnp.units import Size
from tests.hypothesis_profiles import few


def laid(data: st.DataObject, strategy: Any) -> tuple[SheetOptions, tuple[Page, ...]]:
    pieces, options = data.draw(strategy)
    try:
        return options, impose([replace(piece, orientation="landscape") for piece in pieces], options)
    except DefinitionError:
        assume(False)
        raise


@few(12)
@given(st.data())
def test_everything_lies_inside_the_printable_area(job_strategy: Any, geometry: Any, data: st.DataObject) -> None:
    options, pages = laid(data, job_strategy)
    for page in pages:
        for left, bottom, right, top in geometry.boxes(page):
            assert min(left, bottom) >= options.margin - geometry.tiny
            assert right <= page.paper.width - options.margin + geometry.tiny
            assert top <= page.paper.height - options.margin + geometry.tiny


@few(12)
@given(st.data())
def test_marks_and_notes_overlap_no_art_and_art_no_other_card(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    _, pages = laid(data, job_strategy)
    for page in pages:
        boxes = list(geometry.boxes(page))
        art, others = boxes[: len(page.placements)], boxes[len(page.placements) :]
        assert all(geometry.keep_apart(*pair) for pair in itertools.combinations(page.placements, 2))
        assert all(geometry.apart(*pair) for pair in itertools.product(art, others))


@few(12)
@given(st.data())
def test_a_sheet_with_backs_is_portrait_in_the_file_and_one_without_is_not(
    job_strategy: Any, data: st.DataObject
) -> None:
    options, pages = laid(data, job_strategy)
    for page in pages:
        if page.side == "back":
            continue
        stands = any(place.piece.back for place in page.placements) and options.backs != "none"
        assert page.paper == (options.page if stands else options.page.turned)


@few(12)
@given(st.data())
def test_every_point_of_a_back_lies_behind_its_point_of_the_front(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    options, pages = laid(data, job_strategy)
    assume(not options.fill)  # so that every face lies in one place
    places = [place for page in pages if page.side == "front" for place in page.placements]
    fronts = {place.face: place for place in places}
    dx, dy = options.back_offset
    page = options.page
    for back in (place for page in pages if page.side == "back" for place in page.placements):
        u, v = 0.2 * back.piece.trim.width, 0.4 * back.piece.trim.height
        x, y = geometry.on_page(fronts[back.piece.front], u, v)
        behind = (page.width - x, y) if options.flip == "long" else (x, page.height - y)
        assert geometry.on_page(back, -u, v) == pytest.approx((behind[0] + dx, behind[1] + dy))


@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"]])
def test_a_landscape_page_is_one_in_the_file_and_its_other_side_is_upright_too(geometry: Any, paper: Size) -> None:
    piece = Piece("list", "list", "front", "back", paper.turned, 0.0, "border", orientation="landscape")
    front, back = impose([piece], geometry.options(paper))
    for page in (front, back):
        (place,) = page.placements
        assert page.paper == paper.turned
        assert (place.x, place.y, place.width, place.height, place.rotation) == (0, 0, paper.height, paper.width, 0)


def test_portrait_and_landscape_pieces_of_a_size_do_not_share_sheets(geometry: Any) -> None:
    first, second = geometry.pieces(2, back=None)
    pages = impose([first, replace(second, orientation="landscape")], geometry.options())
    assert [page.paper.width for page in pages] == [210, 297]
    assert [place.rotation for page in pages for place in page.placements] == [0, 0]
