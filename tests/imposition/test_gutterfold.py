"""Backs beside their fronts, across a line to fold along; and backs that are printed after all fronts."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, PageRun, Piece, Placement, Printout, PrintWords, SheetOptions, impose
from pnp.model.component import Orientation
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size
from tests.hypothesis_profiles import few

WORDS = PrintWords(
    how=lambda printout: (("print and fold" if printout.folded else "print",),),
    fold="fold here",
    front=lambda label, other: f"{label} with {other}",
    back=lambda label, other: f"{label} behind {other}",
    single=lambda label: f"{label} alone",
)
LAYS: st.SearchStrategy[Orientation | None] = st.sampled_from([None, "portrait", "landscape"])


def laid(data: st.DataObject, strategy: Any, **more: Any) -> tuple[list[Piece], SheetOptions, tuple[Page, ...]]:
    pieces, options = data.draw(strategy)
    lies = data.draw(LAYS)
    pieces, options = [replace(piece, orientation=lies) for piece in pieces], replace(options, **more)
    try:
        return pieces, options, impose(pieces, options)
    except DefinitionError:
        assume(False)
        raise


def halves(page: Page) -> tuple[list[Placement], list[Placement]]:
    fronts = [place for place in page.placements if place.face_side == "front"]
    return fronts, [place for place in page.placements if place.face_side == "back"]


def folded(page: Page) -> bool:
    return all(halves(page))


def folds_upright(page: Page) -> bool:
    """Return True if the fold is upright, with fronts beside their backs."""
    (front, *_), (back, *_) = halves(page)
    return abs(front.y - back.y) < 1e-6 and abs(front.x - back.x) > 1e-6


def through_the_fold(point: tuple[float, float], page: Page) -> tuple[float, float]:
    """Return the point, on the flat page, at which a needle through the folded sheet comes out."""
    x, y = point
    return (page.paper.width - x, y) if folds_upright(page) else (x, page.paper.height - y)


@few(20)
@given(st.data())
def test_folded_along_the_line_every_back_lies_on_its_front(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    _, _, pages = laid(data, job_strategy, backs="gutterfold")
    u, v = data.draw(st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)))
    for page in filter(folded, pages):
        fronts, backs = halves(page)
        assert [back.piece for back in backs] == [front.piece for front in fronts]
        for front, back in zip(fronts, backs, strict=True):
            across, up = u * front.piece.trim.width, v * front.piece.trim.height
            behind = through_the_fold(geometry.on_page(front, across, up), page)
            # Turned like a leaf, a card keeps its top, and its left becomes its right.
            assert geometry.on_page(back, -across, up) == pytest.approx(behind)
            assert sorted(front.bleed) == sorted(back.bleed)


@few(20)
@given(st.data())
def test_every_piece_is_printed_once_and_its_back_too(job_strategy: Any, data: st.DataObject) -> None:
    backs = data.draw(st.sampled_from(["gutterfold", "separate"]))
    pieces, options, pages = laid(data, job_strategy, backs=backs)
    places = [place for page in pages for place in page.placements]
    fronts = Counter(place.piece for place in places if place.face_side == "front")
    more = fronts - Counter(pieces)
    assert fronts - more == Counter(pieces)
    assert {piece.component for piece in more} <= set(options.fill)
    behind = Counter(place.piece for place in places if place.face_side == "back")
    assert behind == Counter(piece for piece in fronts.elements() if piece.back)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))


@few(20)
@given(st.data())
def test_what_is_on_a_folded_sheet_keeps_apart_and_inside_the_margin(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    _, options, pages = laid(data, job_strategy, backs="gutterfold", printing=WORDS)
    for page in pages:
        for left, bottom, right, top in geometry.boxes(page):
            assert min(left, bottom) >= options.margin - 0.01
            assert right <= page.paper.width - options.margin + 0.01
            assert top <= page.paper.height - options.margin + 0.01
        boxes = list(geometry.boxes(page))
        art, rest = boxes[: len(page.placements)], boxes[len(page.placements) :]
        assert all(geometry.keep_apart(*pair) for pair in itertools.combinations(page.placements, 2))
        assert all(geometry.apart(*pair) for pair in itertools.product(art, rest))
        notes = [geometry.note_box(note) for note in page.notes]
        assert all(geometry.apart(*pair) for pair in itertools.combinations(notes, 2))
        lines = [geometry.line_box(line) for line in page.segments]
        words = [geometry.note_box(note) for note in page.notes if not note.text[:1].isdigit()]
        assert all(geometry.apart(*pair) for pair in itertools.product(words, lines))


@few(20)
@given(st.data())
def test_what_fits_twice_is_folded_and_nothing_else(job_strategy: Any, data: st.DataObject) -> None:
    pieces, _, pages = laid(data, job_strategy, backs="gutterfold")
    for page in pages:
        if page.side == "single":
            assert all(bool(place.piece.back) == folded(page) for place in page.placements)
    behind = [page for page in pages if page.side == "back"]
    for page in behind:
        front = pages[page.number - 2]
        assert front.side == "front"
        assert {place.piece.card for place in page.placements} == {place.piece.card for place in front.placements}
    assert len({page.sheet for page in pages}) == len(pages)
    assert any(map(folded, pages)) or behind or not any(piece.back for piece in pieces)


@few(20)
@given(st.data())
def test_separate_backs_lie_behind_their_fronts_when_the_sheets_are_laid_in_again(
    job_strategy: Any, geometry: Any, data: st.DataObject
) -> None:
    _, options, pages = laid(data, job_strategy, backs="separate")
    fronts = [page for page in pages if page.side == "front"]
    backs = [page for page in pages if page.side == "back"]
    assert [page.sheet for page in fronts] == [page.sheet for page in backs]
    sides = [page.side for page in pages]
    assert sides == sorted(sides, key=["front", "single", "back"].index)
    u, v = data.draw(st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)))
    dx, dy = options.back_offset
    for page, behind in zip(fronts, backs, strict=True):
        for front, back in zip(page.placements, behind.placements, strict=True):
            assert front.piece == back.piece
            across, up = u * back.piece.trim.width, v * back.piece.trim.height
            x, y = geometry.on_page(front, across, up)
            x, y = (options.page.width - x, y) if options.flip == "long" else (x, options.page.height - y)
            assert geometry.on_page(back, -across, up) == pytest.approx((x + dx, y + dy))


@pytest.mark.parametrize(
    ("trim", "edge", "paper", "pairs"),
    [
        (CARDS["poker-metric"], "border", "a4", 4),
        (CARDS["poker-metric"], "bleed", "a4", 4),
        (CARDS["poker"], "border", "letter", 4),
        (CARDS["mini"], "border", "a4", 8),
        (Size(20, 20), "border", "a4", 56),
        (CARDS["tarot"], "border", "a4", 2),
    ],
)
def test_a_folded_sheet_holds_so_many_pairs(trim: Size, edge: str, paper: str, pairs: int, geometry: Any) -> None:
    pieces = geometry.pieces(100, trim, edge=edge)
    page = impose(pieces, geometry.options(PAPERS[paper], backs="gutterfold", printing=WORDS))[0]
    assert len(page.placements) == 2 * pairs


def test_the_line_goes_through_the_middle_with_its_words_and_marks(geometry: Any) -> None:
    (page,) = impose(geometry.pieces(4), geometry.options(backs="gutterfold", ruler=False, printing=WORDS))
    dashes = [line for line in page.segments if line.line_width == 0.2]
    assert {(line.x1, line.x2) for line in dashes} == {(105, 105)}
    assert min(line.y1 for line in dashes) < 15
    assert max(line.y2 for line in dashes) > 282
    (words,) = (note for note in page.notes if note.text == "fold here")
    assert (words.size, words.rotation) == (2.12, 90)
    crossing = [line for line in page.segments if line.y1 == line.y2 and line.x1 < 105 < line.x2]
    assert len(crossing) == 5


def test_a_piece_that_fits_once_alone_is_followed_by_its_back_for_glueing(geometry: Any) -> None:
    (piece,) = geometry.pieces(1, Size(180, 250))
    options = geometry.options(backs="gutterfold", back_offset=(1.0, 0.0), printing=WORDS)
    front, back = impose([piece], options)
    assert [page.side for page in (front, back)] == ["front", "back"]
    assert (front.sheet, back.sheet) == (1, 2)
    assert back.placements[0].x == pytest.approx(210 - front.placements[0].x - 180)
    assert front.notes[0].text.endswith("page 1 of 2 with 2")
    assert back.notes[0].text.endswith("page 2 of 2 behind 1")


def test_labels_of_separate_backs_say_which_front_they_belong_to(geometry: Any) -> None:
    tokens = geometry.pieces(1, Size(20, 20), back=None, component="tokens", cut="circle")
    pages = impose(tokens + geometry.pieces(12), geometry.options(backs="separate", printing=WORDS))
    labels = [page.notes[0].text.split(" · ", 1)[1] for page in pages]
    assert labels == [
        "cards · page 1 of 5 with 4",
        "cards · page 2 of 5 with 5",
        "tokens · page 3 of 5 alone",
        "cards · page 4 of 5 behind 1",
        "cards · page 5 of 5 behind 2",
    ]
    assert [page.side for page in pages] == ["front", "front", "single", "back", "back"]


@pytest.mark.parametrize(
    ("backs", "told"),
    [
        ("duplex", Printout((PageRun(1, 4, "card", True),), 4, 4, 0, folded=False)),
        ("separate", Printout((PageRun(1, 4, "card", True),), 4, 2, 2, folded=False)),
        ("gutterfold", Printout((PageRun(1, 3, "card", False),), 3, 3, 0, folded=True)),
        ("none", Printout((PageRun(1, 2, "card", False),), 2, 2, 0, folded=False)),
    ],
)
def test_the_first_sheet_is_told_what_there_is_to_print(backs: Any, told: Printout, geometry: Any) -> None:
    heard: list[Printout] = []

    def how(printout: Printout) -> tuple[tuple[str, ...], ...]:
        heard.append(printout)
        return (("print",),)

    words = replace(WORDS, how=how)
    first, *others = impose(geometry.pieces(12), geometry.options(backs=backs, printing=words))
    assert heard == [told]
    assert [note.text for note in first.notes].count("print") == 1
    assert all(note.text != "print" for page in others for note in page.notes)


@pytest.mark.parametrize(("edge", "clear"), [("border", 1.5), ("bleed", 1.5)])
def test_art_leaves_room_for_the_line_and_its_words(edge: str, clear: float, geometry: Any) -> None:
    for trim in (CARDS["poker-metric"], CARDS["mini"], Size(20, 20)):
        for count in (1, 3, 8):
            pieces = geometry.pieces(count, trim, edge=edge)
            (page, *_) = impose(pieces, geometry.options(backs="gutterfold", printing=WORDS))
            boxes = map(geometry.art_box, page.placements)
            upright = folds_upright(page)
            middle = (page.paper.width if upright else page.paper.height) / 2
            low, high = (0, 2) if upright else (1, 3)
            nearest = min(min(abs(box[low] - middle), abs(box[high] - middle)) for box in boxes)
            assert nearest == pytest.approx(clear)


@pytest.mark.parametrize(("length", "size"), [(20, 2.5), (135, 2.3), (150, 2.12), (160, None)])
def test_words_about_printing_shrink_to_six_points_and_leave_their_strip_never(
    length: int, size: float | None, geometry: Any
) -> None:
    words = replace(WORDS, how=lambda _printout: (("w" * length,),))
    page = impose(geometry.pieces(9), geometry.options(label=geometry.label, printing=words))[0]
    notes = [note for note in page.notes if note.text.startswith("ww")]
    assert [note.size for note in notes] == ([size] if size else [])
    for note in notes:
        assert geometry.note_box(note)[2] <= 205 + 1e-6
        others = [geometry.note_box(other) for other in page.notes if other is not note]
        assert all(geometry.apart(geometry.note_box(note), other) for other in others)
