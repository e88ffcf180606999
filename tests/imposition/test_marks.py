"""Marks in every style: on all four edges, in no neighbour's art, and without a style as before."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Placement, Segment, SheetOptions, impose
from pnp.model.print_options import Marks
from pnp.units import Size
from tests.hypothesis_profiles import few

STYLES = [style for style in get_args(Marks) if style != "none"]


def laid(data: st.DataObject, strategy: Any, **more: Any) -> tuple[SheetOptions, tuple[Page, ...]]:
    pieces, options = data.draw(strategy)
    styles, backs = st.sampled_from(STYLES), st.sampled_from(["duplex", "gutterfold", "separate"])
    options = replace(options, marks=data.draw(styles), backs=data.draw(backs), ruler=False, **more)
    try:
        return options, impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise


def inside(line: Segment, box: tuple[float, float, float, float], geometry: Any) -> bool:
    return not geometry.apart(geometry.line_box(line), box)


def own(line: Segment, place: Placement) -> bool:
    """Return True if a line lies on a cut of the piece."""
    if line.x1 == line.x2:
        return min(abs(line.x1 - x) for x in (place.x, place.x + place.width)) < 1e-3
    return min(abs(line.y1 - y) for y in (place.y, place.y + place.height)) < 1e-3


@few(25)
@given(st.data())
def test_no_mark_lies_in_the_art_of_a_neighbour(job_strategy: Any, geometry: Any, data: st.DataObject) -> None:
    _, pages = laid(data, job_strategy)
    for page in pages:
        for line, place in itertools.product(page.segments, page.placements):
            if inside(line, geometry.art_box(place), geometry):
                # Only the plain border of a piece that is cut off there.
                assert place.piece.edge == "border"
                assert own(line, place)
            left, bottom, right, top = geometry.trim_box(place)
            assert not inside(line, (left + 1e-3, bottom + 1e-3, right - 1e-3, top - 1e-3), geometry)


@few(25)
@given(st.data())
def test_marks_stay_inside_the_printable_area(job_strategy: Any, geometry: Any, data: st.DataObject) -> None:
    options, pages = laid(data, job_strategy)
    for page in pages:
        for left, bottom, right, top in map(geometry.line_box, page.segments):
            assert min(left, bottom) >= options.margin - geometry.tiny
            assert right <= page.paper.width - options.margin + geometry.tiny
            assert top <= page.paper.height - options.margin + geometry.tiny


@few(25)
@given(st.data())
def test_every_outer_cut_is_marked_beyond_both_ends_on_the_back_too(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    options, pages = laid(data, job_strategy, pack="kind")
    fronts = {page.sheet: page for page in pages if page.side != "back"}
    for page in pages:
        behind = fronts.get(page.sheet, page) if page.side == "back" else page
        if page.side == "back" and (options.backs == "gutterfold" or any(not p.piece.back for p in behind.placements)):
            continue
        boxes = [geometry.trim_box(place) for place in page.placements if place.piece.cut in ("card", "square")]
        if not boxes:
            continue
        left, bottom = (min(box[side] for box in boxes) for side in (0, 1))
        right, top = (max(box[side] for box in boxes) for side in (2, 3))
        lines = [geometry.line_box(line) for line in page.segments]
        for x in (left, right):
            ends = [line for line in lines if abs(line[0] - x) + abs(line[2] - x) < 1e-3]
            assert any(line[3] > top + 0.9 for line in ends)
            assert any(line[1] < bottom - 0.9 for line in ends)
        for y in (bottom, top):
            ends = [line for line in lines if abs(line[1] - y) + abs(line[3] - y) < 1e-3]
            assert any(line[2] > right + 0.9 for line in ends)
            assert any(line[0] < left - 0.9 for line in ends)


def ends(page: Page) -> set[tuple[float, ...]]:
    return {tuple(round(value, 2) for value in (line.x1, line.y1, line.x2, line.y2)) for line in page.segments}


def test_lines_run_from_rim_to_rim_on_the_front_alone(geometry: Any) -> None:
    plain = impose(geometry.pieces(9), geometry.options(ruler=False))
    front, back = impose(geometry.pieces(9), geometry.options(ruler=False, marks="lines"))
    assert len(front.segments) == 8
    reach = max(line.y2 for line in plain[0].segments), min(line.y2 for line in plain[0].segments)
    upright = [line for line in front.segments if line.x1 == line.x2]
    assert {(line.y1, line.y2) for line in upright} == {(reach[1], reach[0])}
    assert back.segments == plain[1].segments


def test_lines_stop_at_art_that_runs_over_its_edge(geometry: Any) -> None:
    pieces = geometry.pieces(4, edge="bleed")
    (front, _) = impose(pieces, geometry.options(ruler=False, marks="lines", gutter=10.0))
    between = [line for line in front.segments if line.x1 == line.x2 and 140 < (line.y1 + line.y2) / 2 < 157]
    assert len(between) == 4
    assert {round(abs(line.y2 - line.y1), 2) for line in between} == {3.6}


def test_crosses_stand_where_cuts_meet(geometry: Any) -> None:
    (front, _) = impose(geometry.pieces(9), geometry.options(ruler=False, marks="cross"))
    plain = impose(geometry.pieces(9), geometry.options(ruler=False))[0]
    assert ends(plain) < ends(front)
    added = [
        line
        for line in front.segments
        if tuple(geometry.line_box(line)) not in set(map(geometry.line_box, plain.segments))
    ]
    inner = [line for line in added if line.x1 == line.x2 and abs(line.x1 - 73.5) < 0.01]
    assert sorted(round((line.y1 + line.y2) / 2, 1) for line in inner)[1:3] == [104.5, 192.5]
    assert max(map(geometry.length, added)) == pytest.approx(4.0)


def test_crosses_show_beyond_art_that_runs_over_its_edge(geometry: Any) -> None:
    front, _ = impose(geometry.pieces(4, edge="bleed"), geometry.options(ruler=False, marks="cross", gutter=10.0))
    plain, _ = impose(geometry.pieces(4, edge="bleed"), geometry.options(ruler=False, gutter=10.0))
    inner = [line for line in front.segments if abs((line.x1 + line.x2) / 2 - 105) < 0.1 and line.y1 == line.y2]
    assert len(front.segments) > len(plain.segments)
    assert {round(abs(line.x2 - line.x1), 2) for line in inner} == {3.6}


def test_japanese_corners_have_an_angle_for_the_trim_and_one_for_the_bleed(geometry: Any) -> None:
    (front, back) = impose(geometry.pieces(1, edge="bleed"), geometry.options(ruler=False, marks="japanese"))
    left, bottom = (210 - 63) / 2, (297 - 88) / 2
    horizontal = {round(line.y1, 2): line for line in front.segments if line.y1 == line.y2 and line.x2 < left}
    upright = {round(line.x1, 2): line for line in front.segments if line.x1 == line.x2 and line.y2 < bottom}
    assert {bottom, bottom - 3, bottom + 88, bottom + 91, bottom + 44} <= set(horizontal)
    assert {left, left - 3, left + 63, left + 66, left + 31.5} <= set(upright)
    assert horizontal[bottom].x1 == pytest.approx(left - 3)
    assert horizontal[bottom - 3].x1 == pytest.approx(left)
    assert upright[left].y1 == pytest.approx(bottom - 3)
    assert upright[left - 3].y1 == pytest.approx(bottom)
    # Four for each corner; at the middle of each side a mark and its bar.
    assert len(front.segments) == len(back.segments) == 4 * 4 + 4 * 2


@pytest.mark.parametrize("style", STYLES)
def test_registration_turns_all_marks_and_no_ruler(style: Any, geometry: Any) -> None:
    plain = impose(geometry.pieces(9), geometry.options(marks=style))
    pages = impose(geometry.pieces(9), geometry.options(marks=style, mark_ink="registration"))
    ruler = impose(geometry.pieces(9), geometry.options(marks="none"))[0]
    for page, before in zip(pages, plain, strict=True):
        assert [replace(line, registration=False) for line in page.segments] == list(before.segments)
        assert all(line.registration for line in page.segments) or page.number == 1
    assert sum(not line.registration for line in pages[0].segments) <= len(ruler.segments)
    assert any(line.registration for line in pages[0].segments)


def test_a_second_ruler_stands_across_the_first_where_it_has_room(geometry: Any) -> None:
    (page, _) = impose(geometry.pieces(9), geometry.options())
    figures = [note for note in page.notes if note.rotation == 90]
    assert figures[-1].text == "70 mm"
    steps = {round(following.y - figure.y, 6) for figure, following in itertools.pairwise(figures)}
    assert steps == {10.0}
    crowded = impose(geometry.pieces(18, Size(44, 68)), geometry.options(Size(215.9, 279.4), margin=4.2))[0]
    assert all(note.rotation == 0 for note in crowded.notes) or all(note.rotation == 90 for note in crowded.notes)
