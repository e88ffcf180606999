"""Properties of every sheet, for any cards and any paper."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, Placement, SheetOptions, impose
from tests.hypothesis_profiles import few

Drawn = st.DataObject


def imposed(data: Drawn, strategy: Any, **more: Any) -> tuple[list[Piece], SheetOptions, tuple[Page, ...]]:
    pieces, options = data.draw(strategy)
    options = replace(options, **more)
    try:
        return pieces, options, impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise


@few(12)
@given(st.data())
def test_every_piece_lies_on_a_front_exactly_once(job_strategy: Any, data: Drawn) -> None:
    pieces, options, pages = imposed(data, job_strategy)
    fronts = [place for page in pages if page.side != "back" for place in page.placements]
    more = Counter(place.piece for place in fronts) - Counter(pieces)
    assert Counter(place.piece for place in fronts) - more == Counter(pieces)
    assert {piece.component for piece in more} <= set(options.fill)
    assert all((place.face_side, place.face) == ("front", place.piece.front) for place in fronts)


@few(12)
@given(st.data())
def test_filling_takes_no_sheet_more(job_strategy: Any, data: Drawn) -> None:
    pieces, options, pages = imposed(data, job_strategy)
    assert len(pages) == len(impose(pieces, replace(options, fill=())))


@few(12)
@given(st.data())
def test_a_piece_has_its_back_printed_exactly_if_it_has_one(job_strategy: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    printed = {
        back: Counter(place.piece for page in pages if (page.side == "back") is back for place in page.placements)
        for back in (False, True)
    }
    expected = [] if options.backs == "none" else [piece for piece in printed[False].elements() if piece.back]
    assert printed[True] == Counter(expected)


@few(12)
@given(st.data())
def test_pieces_keep_their_order_within_a_kind(job_strategy: Any, data: Drawn) -> None:
    pieces, options, pages = imposed(data, job_strategy)
    laid = [place.piece for page in pages if page.side != "back" for place in page.placements]
    for component in {piece.component for piece in pieces} - set(options.fill):
        assert [piece for piece in laid if piece.component == component] == [
            piece for piece in pieces if piece.component == component
        ]


@few(12)
@given(st.data())
def test_a_sheet_holds_pieces_of_one_stock_all_with_backs_or_none(job_strategy: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        pieces = [place.piece for place in page.placements]
        assert len({(piece.stock, options.backs == "none" or piece.back is None) for piece in pieces}) == 1
        if options.pack == "kind":
            assert len({piece.component for piece in pieces}) == 1


@few(12)
@given(st.data())
def test_sheets_are_shared_where_that_takes_fewer_of_them(job_strategy: Any, data: Drawn) -> None:
    pieces, options, _ = imposed(data, job_strategy)
    tight, kind = (impose(pieces, replace(options, pack=pack)) for pack in ("tight", "kind"))
    assert len(tight) <= len(kind)
    if len(tight) == len(kind):
        assert len({page.sheet for page in tight}) == len({page.sheet for page in kind})


@few(12)
@given(st.data())
def test_those_with_backs_come_first_then_one_stock_after_the_other(job_strategy: Any, data: Drawn) -> None:
    pieces, _, pages = imposed(data, job_strategy)
    stocks = list(dict.fromkeys(piece.stock for piece in pieces))
    runs = [(page.side == "single", stocks.index(page.placements[0].piece.stock)) for page in pages]
    assert runs == sorted(runs)


@few(12)
@given(st.data())
def test_everything_lies_inside_the_printable_area(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        for left, bottom, right, top in geometry.boxes(page):
            assert min(left, bottom) >= options.margin - geometry.tiny
            assert right <= page.paper.width - options.margin + geometry.tiny
            assert top <= page.paper.height - options.margin + geometry.tiny


@few(12)
@given(st.data())
def test_art_never_runs_into_another_card(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    for page in imposed(data, job_strategy)[2]:
        for first, second in itertools.combinations(page.placements, 2):
            assert geometry.keep_apart(first, second)


@few(12)
@given(st.data())
def test_a_card_keeps_its_size_and_its_art_its_limit(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for place in (place for page in pages for place in page.placements):
        trim = place.piece.trim.turned if place.rotation in (90, 270) else place.piece.trim
        assert (place.width, place.height) == (trim.width, trim.height)
        limit = place.piece.bleed if options.bleed is None else min(options.bleed, place.piece.bleed)
        assert all(0 <= reach <= limit for reach in place.bleed)


@few(12)
@given(st.data())
def test_art_over_the_edge_keeps_its_whole_bleed_between_cards(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        for place in page.placements:
            if place.piece.edge != "bleed":
                continue
            bleed = options.bleed_of(place.piece)
            right = [other for other in page.placements if beside(place, other)]
            for other in right:
                theirs = options.bleed_of(other.piece) if other.piece.edge == "bleed" else 0.0
                assert other.x - place.x - place.width >= bleed + theirs - geometry.tiny
            if right:
                assert place.bleed[2] == pytest.approx(bleed)


@few(12)
@given(st.data())
def test_borders_are_butted_unless_a_gutter_is_asked_for(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        places = [place for place in page.placements if place.piece.edge == "border" and page.side != "back"]
        places = [place for place in places if place.piece.cut == "card"]
        for first, second in itertools.pairwise(places):
            if (
                abs(first.y - second.y) < geometry.tiny
                and first.piece.component == second.piece.component
                and second.x > first.x
            ):
                assert second.x - first.x - first.width == pytest.approx(options.gutter)


@few(12)
@given(st.data())
def test_tokens_and_nets_have_room_for_scissors_between_them(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    least = {"card": 0, "square": 2, "circle": 2, "net": 3}
    for page in pages:
        for first, second in itertools.combinations(page.placements, 2):
            gap = max(least[first.piece.cut], options.gutter)
            if first.piece.outline:
                # Nets of one outline lie into one another.
                assert geometry.keep_apart(first, second, 1.5)
                continue
            left, bottom, right, top = geometry.trim_box(first)
            grown = (left - gap, bottom - gap, right + gap, top + gap)
            assert geometry.apart(grown, geometry.trim_box(second))


@few(12)
@given(st.data())
def test_every_round_piece_has_its_circle_on_the_front_alone(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        drawn = page.side != "back" and options.marked
        round_ones = [place for place in page.placements if place.piece.cut == "circle" and drawn]
        assert len(page.outlines) == len(round_ones)
        for circle, place in zip(page.outlines, round_ones, strict=True):
            box = (circle.x - circle.radius, circle.y - circle.radius)
            assert box == pytest.approx((place.x, place.y))
            assert 2 * circle.radius == pytest.approx(place.piece.trim.width)


@few(12)
@given(st.data())
def test_crop_marks_stand_only_where_cuts_go_straight_through(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy, pack="kind")
    assume(not options.ruler)
    fronts = {page.sheet: page for page in pages if page.side != "back"}
    for page in pages:
        # The marks of a back lie behind those of its front, where cards without a back are cut too.
        cuts = cut_count(fronts[page.sheet], geometry) if page.placements else 0
        assert len(page.segments) == (2 * cuts if options.marked else 0)


@few(12)
@given(st.data())
def test_marks_and_notes_overlap_no_art_and_each_other_neither(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        boxes = list(geometry.boxes(page))
        art, others = boxes[: len(page.placements)], boxes[len(page.placements) :]
        for first, second in itertools.product(art, others):
            assert geometry.apart(first, second)
    if not options.ruler:
        for page in pages:
            rest = list(geometry.boxes(page))[len(page.placements) :]
            assert all(geometry.apart(*pair) for pair in itertools.combinations(rest, 2))


@few(12)
@given(st.data())
def test_the_ruler_overlaps_neither_label_nor_marks(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    pieces, options = data.draw(job_strategy)
    assume(options.ruler)
    # In one grid the ruler's lines are those after the marks.
    options = replace(options, pack="kind")
    try:
        ruled = impose(pieces, options)[0]
        plain = impose(pieces, SheetOptions(**{**fields(options), "ruler": True, "label": None}))[0]
    except DefinitionError:
        assume(False)
        raise
    # Without a label every note belongs to the ruler, and its lines come after the crop marks.
    figures = [geometry.note_box(note) for note in plain.notes]
    marks = 2 * cut_count(plain, geometry) if options.marked else 0
    scale = [geometry.line_box(line) for line in ruled.segments[marks:]]
    other = [geometry.line_box(line) for line in ruled.segments[:marks]]
    other += [geometry.note_box(note) for note in ruled.notes if options.label and note.text.startswith("Game")]
    assert len(figures) >= 2
    assert len(scale) >= 20
    for first, second in itertools.product(figures + scale, other):
        assert geometry.apart(first, second)


@few(12)
@given(st.data())
def test_every_cut_has_a_mark_on_both_ends(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy, pack="kind")
    assume(options.marked)
    for page in pages:
        if page.side == "back":
            continue
        marks = page.segments[: 2 * cut_count(page, geometry)]
        assert all(1 - geometry.tiny <= geometry.length(mark) <= 5 + geometry.tiny for mark in marks)
        boxes = [geometry.trim_box(place) for place in cut_straight(page)]
        if not boxes:
            continue
        left, bottom = (min(box[side] for box in boxes) for side in (0, 1))
        right, top = (max(box[side] for box in boxes) for side in (2, 3))
        for x in {round(box[side], 4) for box in boxes for side in (0, 2)}:
            ends = [geometry.line_box(mark) for mark in marks if abs(mark.x1 - x) + abs(mark.x2 - x) < 1e-3]
            assert sum(end[1] >= top - geometry.tiny for end in ends) == 1
            assert sum(end[3] <= bottom + geometry.tiny for end in ends) == 1
        for y in {round(box[side], 4) for box in boxes for side in (1, 3)}:
            ends = [geometry.line_box(mark) for mark in marks if abs(mark.y1 - y) + abs(mark.y2 - y) < 1e-3]
            assert sum(end[0] >= right - geometry.tiny for end in ends) == 1
            assert sum(end[2] <= left + geometry.tiny for end in ends) == 1


@few(12)
@given(st.data())
def test_pages_and_sheets_are_numbered_in_printing_order(job_strategy: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    backs = sum(page.side == "back" for page in pages)
    sides = ["front", "back"] * backs + ["single"] * (len(pages) - 2 * backs)
    assert [page.side for page in pages] == sides
    assert [page.sheet for page in pages] == [
        (number // 2 if number < 2 * backs else number - backs) + 1 for number in range(len(pages))
    ]
    for page in pages:
        assert page.placements, "a blank page"
        assert (page.paper.width, page.paper.height) == tuple(sorted((options.paper.width, options.paper.height)))


@few(12)
@given(st.data())
def test_every_page_of_cards_has_a_label_with_its_number(job_strategy: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    labels = [[note.text for note in page.notes if note.text.startswith("Game")] for page in pages]
    for page, texts in zip(pages, labels, strict=True):
        assert len(texts) == (1 if options.label else 0)
        assert all(text.endswith(f"page {page.number} of {len(pages)}") for text in texts)


def beside(place: Placement, other: Placement) -> bool:
    """Return True if another piece stands on the right of a piece, level with some of it."""
    level = other.y < place.y + place.height and place.y < other.y + other.height
    return level and other.x > place.x + 1e-6


def cut_straight(page: Page) -> list[Any]:
    """Return the placements that are cut along crop marks."""
    return [place for place in page.placements if place.piece.cut in ("card", "square")]


def fields(options: SheetOptions) -> dict[str, Any]:
    return {name: getattr(options, name) for name in SheetOptions.__dataclass_fields__}


def cut_count(page: Page, geometry: Any) -> int:
    """Return the number of distinct cuts on a page, in both directions."""
    boxes = [geometry.trim_box(place) for place in cut_straight(page)]
    across = {round(box[side], 4) for box in boxes for side in (0, 2)}
    along = {round(box[side], 4) for box in boxes for side in (1, 3)}
    return len(across) + len(along)
