"""Pages moved for a printer: about their middle, within limits, and never beyond the margin."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition import Page, impose
from pnp.imposition.correction import NO_CORRECTION, Correction, correct_pages
from pnp.model.sizes import PAPERS
from pnp.units import Size

A4 = PAPERS["a4"]
FACTORS = st.floats(0.985, 1.015)
MENDS = st.builds(
    Correction,
    front_scale=st.tuples(FACTORS, FACTORS),
    back_scale=st.tuples(FACTORS, FACTORS),
    back_turn=st.floats(-2, 2),
)


def through(page: Page, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = page.matrix or (1, 0, 0, 1, 0, 0)
    return a * x + c * y + e, b * x + d * y + f


def sheet(side: str, size: Size = A4) -> Page:
    return Page(1, 1, side, size, ())  # type: ignore[arg-type]


def test_a_turn_is_counter_clockwise_about_the_middle_of_the_page() -> None:
    (page,) = correct_pages([sheet("back")], Correction(back_turn=1.0), turned=True)
    assert through(page, 105, 148.5) == pytest.approx((105, 148.5))
    turn = math.radians(1)
    assert through(page, 205, 148.5) == pytest.approx((105 + 100 * math.cos(turn), 148.5 + 100 * math.sin(turn)))


def test_fronts_and_single_pages_are_scaled_and_backs_have_scales_of_their_own() -> None:
    mend = Correction(front_scale=(1.01, 1.0), back_scale=(1.0, 0.99))
    front, single, back = correct_pages([sheet("front"), sheet("single"), sheet("back")], mend, turned=True)
    assert through(front, 205, 248.5) == through(single, 205, 248.5) == pytest.approx((206, 248.5))
    assert through(back, 205, 248.5) == pytest.approx((205, 247.5))


def test_backs_that_are_glued_behind_their_fronts_are_printed_as_fronts_are() -> None:
    mend = Correction(front_scale=(1.01, 1.0), back_turn=1.0)
    (back,) = correct_pages([sheet("back")], mend, turned=False)
    assert through(back, 205, 248.5) == pytest.approx((206, 248.5))


def test_a_landscape_page_has_the_scales_of_the_paper_as_it_lies_in_the_printer() -> None:
    (page,) = correct_pages([sheet("single", A4.turned)], Correction(front_scale=(1.01, 1.0)), turned=True)
    assert through(page, 248.5, 205) == pytest.approx((248.5, 206))


def test_a_printer_that_needs_nothing_leaves_pages_as_they_are() -> None:
    pages = (sheet("front"), sheet("back"))
    assert correct_pages(pages, Correction(back_offset=(1.0, 0.0)), turned=True) == pages
    assert NO_CORRECTION.reach(A4, turned=True) == 0.0


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"front_scale": (1.0, 1.03)}, "103.00 % is more than 2 % off: such a printer is set to scale"),
        ({"back_scale": (0.97, 1.0)}, "97.00 % is more than 2 % off"),
        ({"back_turn": -2.5}, "-2.50° is more than 2°"),
        ({"back_turn": math.nan}, "is more than 2°"),
    ],
)
def test_what_is_too_far_off_is_refused(more: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Correction(**more)


@given(MENDS)
def test_the_matrix_of_backs_is_read_back_from_scales_and_turn(mend: Correction) -> None:
    again = Correction.from_back_matrix(mend.back_matrix, (0.0, 0.0), mend.front_scale)
    assert again.back_matrix == pytest.approx(mend.back_matrix)
    assert again.back_turn == pytest.approx(mend.back_turn, abs=1e-9)


@given(MENDS, st.sampled_from(["a4", "letter", "a5"]))
def test_margins_that_are_wider_by_the_reach_keep_all_print_inside_the_printable_area(
    geometry: Any, mend: Correction, name: str
) -> None:
    margin = 4.0
    options = geometry.options(PAPERS[name], margin=margin + mend.reach(PAPERS[name], turned=True))
    for page in correct_pages(impose(geometry.pieces(3), options), mend, turned=True):
        for left, bottom, right, top in geometry.boxes(page):
            for x, y in ((left, bottom), (left, top), (right, bottom), (right, top)):
                moved = through(page, x, y)
                assert margin - 0.051 <= moved[0] <= page.paper.width - margin + 0.051
                assert margin - 0.051 <= moved[1] <= page.paper.height - margin + 0.051
