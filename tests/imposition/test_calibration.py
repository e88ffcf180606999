"""The calibration sheet: what its scales read is what mends the printer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition import Page, calibration_pages, impose
from pnp.imposition.calibration import REACH
from pnp.model.sizes import PAPERS


def centres(page: Page) -> list[tuple[float, float]]:
    """The middles of the cross-hairs: where their upright lines have their middle."""
    upright = [line for line in page.segments if line.x1 == line.x2]
    hairs = [line for line in upright if abs(line.y2 - line.y1) == pytest.approx(2 * REACH)]
    return sorted((line.x1, (line.y1 + line.y2) / 2) for line in hairs)


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_cross_hairs_lie_on_each_other_however_the_sheet_is_turned(geometry: Any, sheet: str) -> None:
    front, back = calibration_pages(geometry.options(PAPERS[sheet]))
    points = centres(front)
    assert len(points) == 5
    assert centres(back) == points
    width, height = front.paper.width, front.paper.height
    assert sorted((width - x, y) for x, y in points) == [pytest.approx(point) for point in points]
    assert sorted((x, height - y) for x, y in points) == [pytest.approx(point) for point in points]


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_the_offset_that_is_read_brings_the_back_behind_the_front(geometry: Any, right: float, up: float) -> None:
    # The printer shifts every back by (right, up). On the printed back the front's cross stands where nothing shifted.
    front, back = calibration_pages(geometry.options())
    (cx, cy), (scale_x, scale_y) = centres(front)[2], centres(back)[2]
    seen = (front.paper.width - cx - (scale_x + right), cy - (scale_y + up))
    plain = impose(geometry.pieces(1), geometry.options())[1].placements[0]
    mended = impose(geometry.pieces(1), geometry.options(back_offset=seen))[1].placements[0]
    assert (mended.x + right, mended.y + up) == pytest.approx((plain.x, plain.y))


def test_figures_stand_at_the_values_they_name(geometry: Any) -> None:
    _, back = calibration_pages(geometry.options())
    x, y = centres(back)[2]
    below = [note for note in back.notes if note.anchor == "middle" and y - REACH < note.y < y]
    near = {note.text: note for note in below if abs(note.x - x) < 2 * REACH}
    assert near["+10"].x - x == pytest.approx(10)
    assert near["−10"].x - x == pytest.approx(-10)


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_the_calibration_sheet_is_printable_whole(geometry: Any, sheet: str) -> None:
    options = geometry.options(PAPERS[sheet])
    for page in calibration_pages(options):
        for left, bottom, right, top in geometry.boxes(page):
            assert min(left, bottom) >= options.margin
            assert right <= page.paper.width - options.margin
            assert top <= page.paper.height - options.margin


def test_the_stored_offset_does_not_move_the_scales(geometry: Any) -> None:
    assert calibration_pages(geometry.options(back_offset=(2.0, 1.0))) == calibration_pages(geometry.options())


def test_without_backs_there_is_only_a_ruler_to_check(geometry: Any) -> None:
    (page,) = calibration_pages(geometry.options(backs="none"))
    assert page.side == "single"
    assert "100 mm" in {note.text for note in page.notes}
