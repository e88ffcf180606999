"""What holds on every sheet, whatever the cards and the paper."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, SheetOptions, impose

Drawn = st.DataObject


def imposed(data: Drawn, strategy: Any) -> tuple[list[Piece], SheetOptions, tuple[Page, ...]]:
    pieces, options = data.draw(strategy)
    try:
        return pieces, options, impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise


@given(st.data())
def test_every_piece_lies_on_a_front_exactly_once(job_strategy: Any, data: Drawn) -> None:
    pieces, _, pages = imposed(data, job_strategy)
    fronts = [place for page in pages if page.side != "back" for place in page.placements]
    assert Counter(place.face for place in fronts) == Counter(piece.front for piece in pieces)
    assert all(place.face_side == "front" for place in fronts)


@given(st.data())
def test_a_piece_has_its_back_printed_exactly_if_it_has_one(job_strategy: Any, data: Drawn) -> None:
    pieces, options, pages = imposed(data, job_strategy)
    backs = [place.piece.card for page in pages if page.side == "back" for place in page.placements]
    expected = [] if options.backs == "none" else [piece.card for piece in pieces if piece.back]
    assert Counter(backs) == Counter(expected)


@given(st.data())
def test_pieces_keep_their_order_within_a_size_edge_and_cut(job_strategy: Any, data: Drawn) -> None:
    pieces, _, pages = imposed(data, job_strategy)
    laid = [place.piece for page in pages if page.side != "back" for place in page.placements]
    first_of = {stock(piece): index for index, piece in reversed(list(enumerate(pieces)))}
    assert laid == sorted(pieces, key=lambda piece: (first_of[stock(piece)], int(piece.card)))


@given(st.data())
def test_a_sheet_holds_pieces_of_one_size_edge_and_cut(job_strategy: Any, data: Drawn) -> None:
    for page in imposed(data, job_strategy)[2]:
        assert len({stock(place.piece) for place in page.placements}) <= 1


@given(st.data())
def test_everything_lies_inside_the_printable_area(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        for left, bottom, right, top in geometry.boxes(page):
            assert min(left, bottom) >= options.margin - geometry.tiny
            assert right <= page.paper.width - options.margin + geometry.tiny
            assert top <= page.paper.height - options.margin + geometry.tiny


@given(st.data())
def test_art_never_runs_into_another_card(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    for page in imposed(data, job_strategy)[2]:
        for one, two in itertools.combinations(map(geometry.art_box, page.placements), 2):
            assert geometry.apart(one, two)


@given(st.data())
def test_a_card_keeps_its_size_and_its_art_its_limit(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for place in (place for page in pages for place in page.placements):
        trim = place.piece.trim.turned if place.rotation in (90, 270) else place.piece.trim
        assert (place.width, place.height) == (trim.width, trim.height)
        limit = place.piece.bleed if options.bleed is None else min(options.bleed, place.piece.bleed)
        assert all(0 <= reach <= limit for reach in place.bleed)


@given(st.data())
def test_art_over_the_edge_keeps_its_whole_bleed_between_cards(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        for place in page.placements:
            if place.piece.edge != "bleed":
                continue
            inner = [other.x - place.x - place.width for other in page.placements if other.x > place.x + geometry.tiny]
            assert all(gap >= 2 * options.bleed_of(place.piece) - geometry.tiny for gap in inner)
            if inner:
                assert place.bleed[2] == pytest.approx(options.bleed_of(place.piece))


@given(st.data())
def test_borders_are_butted_unless_a_gutter_is_asked_for(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        places = [place for place in page.placements if place.piece.edge == "border" and page.side != "back"]
        places = [place for place in places if place.piece.cut == "card"]
        for one, two in itertools.pairwise(places):
            if abs(one.y - two.y) < geometry.tiny:
                assert two.x - one.x - one.width == pytest.approx(options.gutter)


@given(st.data())
def test_tokens_and_nets_have_room_for_scissors_between_them(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    least = {"card": 0, "square": 2, "circle": 2, "net": 3}
    for page in pages:
        for one, two in itertools.combinations(page.placements, 2):
            gap = max(least[one.piece.cut], options.gutter)
            left, bottom, right, top = geometry.trim_box(one)
            grown = (left - gap, bottom - gap, right + gap, top + gap)
            assert geometry.apart(grown, geometry.trim_box(two))


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


@given(st.data())
def test_crop_marks_stand_only_where_cuts_go_straight_through(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    assume(not options.ruler)
    fronts = {page.sheet: page for page in pages if page.side != "back"}
    for page in pages:
        # The marks of a back lie behind those of its front, where cards without a back are cut too.
        cuts = cut_count(fronts[page.sheet], geometry) if page.placements else 0
        assert len(page.segments) == (2 * cuts if options.marked else 0)


@given(st.data())
def test_marks_and_notes_overlap_no_art_and_each_other_neither(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    for page in pages:
        boxes = list(geometry.boxes(page))
        art, others = boxes[: len(page.placements)], boxes[len(page.placements) :]
        for one, two in itertools.product(art, others):
            assert geometry.apart(one, two)
    if not options.ruler:
        for page in pages:
            rest = list(geometry.boxes(page))[len(page.placements) :]
            assert all(geometry.apart(*pair) for pair in itertools.combinations(rest, 2))


@given(st.data())
def test_the_ruler_overlaps_neither_label_nor_marks(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    pieces, options = data.draw(job_strategy)
    assume(options.ruler)
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
    for one, two in itertools.product(figures + scale, other):
        assert geometry.apart(one, two)


@given(st.data())
def test_every_cut_has_a_mark_on_both_ends(job_strategy: Any, geometry: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
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


@given(st.data())
def test_pages_and_sheets_are_numbered_in_printing_order(job_strategy: Any, data: Drawn) -> None:
    pieces, options, pages = imposed(data, job_strategy)
    duplex = options.backs != "none" and any(piece.back for piece in pieces)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    for index, page in enumerate(pages):
        assert page.sheet == (index // 2 if duplex else index) + 1
        assert page.side == (("front", "back")[index % 2] if duplex else "single")
        assert (page.paper.width, page.paper.height) == tuple(sorted((options.paper.width, options.paper.height)))


@given(st.data())
def test_every_page_of_cards_has_a_label_with_its_number(job_strategy: Any, data: Drawn) -> None:
    _, options, pages = imposed(data, job_strategy)
    labels = [[note.text for note in page.notes if note.text.startswith("Game")] for page in pages]
    for page, found in zip(pages, labels, strict=True):
        assert len(found) == (1 if options.label else 0)
        assert all(text.endswith(f"page {page.number} of {len(pages)}") for text in found)


def stock(piece: Piece) -> tuple[Any, ...]:
    """What pieces on one sheet have in common."""
    return piece.trim, piece.edge, piece.cut


def cut_straight(page: Page) -> list[Any]:
    """The placements that are cut along crop marks."""
    return [place for place in page.placements if place.piece.cut in ("card", "square")]


def fields(options: SheetOptions) -> dict[str, Any]:
    return {name: getattr(options, name) for name in SheetOptions.__dataclass_fields__}


def cut_count(page: Page, geometry: Any) -> int:
    """Distinct cuts on a page, in both directions."""
    boxes = [geometry.trim_box(place) for place in cut_straight(page)]
    across = {round(box[side], 4) for box in boxes for side in (0, 2)}
    along = {round(box[side], 4) for box in boxes for side in (1, 3)}
    return len(across) + len(along)
