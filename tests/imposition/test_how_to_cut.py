"""The words on how to cut: on the sheets that need them, in a place of their own."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.imposition import Page, PrintWords, impose
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size


def cutting(lines: bool, size: Size | None, twice: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
    first = "lines first" if lines else "mark to mark"
    first += "" if size is None else f" {size.width:g} × {size.height:g}"
    return " ".join([first, *(f"{name} twice {apart:g}" for name, apart in twice)]), first


def cut_notes(pages: tuple[Page, ...]) -> dict[int, str]:
    """Return the words on cutting by page."""
    return {
        page.number: note.text
        for page in pages
        for note in page.notes
        if note.text.startswith(("lines first", "mark to mark"))
    }


def test_cards_that_touch_say_it_on_their_first_sheet_alone(geometry: Any) -> None:
    pages = impose(geometry.pieces(20), geometry.options(cutting=cutting))
    assert len(pages) > 2
    assert cut_notes(pages) == {1: "mark to mark 63 × 88"}


def test_cards_with_bleed_say_on_every_front_that_two_cuts_part_them(geometry: Any) -> None:
    pages = impose(geometry.pieces(20, edge="bleed"), geometry.options(cutting=cutting))
    fronts = [page.number for page in pages if page.side == "front"]
    assert len(fronts) > 1
    assert cut_notes(pages) == dict.fromkeys(fronts, "mark to mark 63 × 88 cards twice 6")


def test_every_component_of_a_block_is_named(geometry: Any) -> None:
    both = [*geometry.pieces(3, edge="bleed"), *geometry.pieces(3, edge="bleed", component="others")]
    pages = impose(both, geometry.options(cutting=cutting))
    assert cut_notes(pages) == {1: "mark to mark 63 × 88 cards twice 6 others twice 6"}


def test_a_card_that_lies_alone_is_not_said_to_have_neighbours(geometry: Any) -> None:
    pages = impose(geometry.pieces(1, edge="bleed"), geometry.options(cutting=cutting))
    assert cut_notes(pages) == {1: "mark to mark 63 × 88"}


def with_printing(geometry: Any, text: str, cut: Any = cutting) -> tuple[Page, dict[str, Any]]:
    printing = PrintWords(lambda _: ((text,),), "fold", str, str, str)
    (page, *_) = impose(geometry.pieces(9), geometry.options(cutting=cut, printing=printing))
    return page, {note.text: note for note in page.notes}


def test_printing_comes_before_cutting(geometry: Any) -> None:
    text = "print " * 8
    _, notes = with_printing(geometry, text)
    assert notes[text].x < notes["mark to mark 63 × 88"].x
    assert notes[text].y == notes["mark to mark 63 × 88"].y


def test_words_on_cutting_stand_above_the_pieces_so_that_long_ones_on_printing_stay_large(geometry: Any) -> None:
    text = "print " * 19
    page, notes = with_printing(geometry, text)
    above = max(place.y + place.piece.trim.height for place in page.placements)
    assert notes["mark to mark 63 × 88"].y > above > notes[text].y
    assert notes[text].size == max(note.size for note in page.notes)


def test_printing_stands_alone_where_there_is_room_for_one(geometry: Any) -> None:
    text, cut = "print " * 24, "cut " * 30
    _, notes = with_printing(geometry, text, lambda *_: (cut,))
    assert text in notes
    assert cut not in notes


def test_a_sheet_of_several_sizes_says_that_its_lines_come_first(geometry: Any) -> None:
    large = geometry.pieces(2, Size(90.0, 120.0), component="boards")
    pages = impose([*geometry.pieces(4), *large], geometry.options(cutting=cutting))
    assert len(pages) == 2
    assert cut_notes(pages) == {1: "lines first"}


@pytest.mark.parametrize("more", [{"marks": "none"}, {"cutting": None}])
def test_without_marks_or_words_nothing_is_said(geometry: Any, more: dict[str, Any]) -> None:
    assert cut_notes(impose(geometry.pieces(9), geometry.options(**{"cutting": cutting, **more}))) == {}


@pytest.mark.parametrize("edge", ["border", "bleed"])
@pytest.mark.parametrize("card", ["poker", "mini", "tarot", "square"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_words_are_clear_of_everything_else(geometry: Any, edge: str, card: str, paper: str) -> None:
    pages = impose(geometry.pieces(30, CARDS[card], edge=edge), geometry.options(PAPERS[paper], cutting=cutting))
    for page in pages:
        for words in (note for note in page.notes if note.text.startswith("mark to mark")):
            box = geometry.note_box(words)
            others = [geometry.note_box(note) for note in page.notes if note is not words]
            others += [geometry.line_box(line) for line in page.segments]
            others += [geometry.trim_box(place) for place in page.placements]
            assert all(geometry.apart(box, other) for other in others)
