"""Sheets that several components share, places that more copies fill, and notes on sheets without backs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pnp.imposition import Page, Piece, PrintWords, impose
from pnp.model.sizes import CARDS
from pnp.units import Size

WORDS = PrintWords(
    how=lambda _printout: (("print",),),
    fold="fold here",
    front=lambda label, other: f"{label} with {other}",
    back=lambda label, other: f"{label} behind {other}",
    single=lambda label: f"{label}, nothing behind it",
)


def some(geometry: Any, **more: Any) -> list[Piece]:
    """A few cards, tokens and a large card: together they fill less than a sheet."""
    fields = {"back": None, **more}
    return [
        *geometry.pieces(4, component="cards", **fields),
        *geometry.pieces(6, Size(20, 20), component="tokens", cut="circle", **fields),
        *geometry.pieces(1, CARDS["tarot"], component="large", **fields),
    ]


def components(pages: tuple[Page, ...]) -> list[set[str]]:
    return [{place.piece.component for place in page.placements} for page in pages]


def test_what_is_left_of_several_kinds_shares_a_sheet(geometry: Any) -> None:
    (page,) = impose(some(geometry), geometry.options())
    assert len(page.placements) == 11
    assert [note.text for note in page.notes if note.text.startswith("Game")] == [
        "Game · large, tokens, cards · page 1 of 1"
    ]


def test_components_keep_apart_where_that_is_asked_for(geometry: Any) -> None:
    pages = impose(some(geometry), geometry.options(pack="kind"))
    assert components(pages) == [{"cards"}, {"tokens"}, {"large"}]


def test_kinds_keep_to_themselves_where_sharing_saves_no_sheet(geometry: Any) -> None:
    pieces = geometry.pieces(9, back=None) + geometry.pieces(4, Size(140, 200), component="boards", back=None)
    pages = impose(pieces, geometry.options())
    assert components(pages) == [{"cards"}, {"boards"}, {"boards"}, {"boards"}, {"boards"}]


def test_no_sheet_is_of_two_stocks(geometry: Any) -> None:
    pages = impose(some(geometry) + some(geometry, stock="sticker"), geometry.options())
    assert [{place.piece.stock for place in page.placements} for page in pages] == [{"card"}, {"sticker"}]


def test_pieces_with_backs_and_without_lie_on_sheets_of_their_own(geometry: Any) -> None:
    options = geometry.options(printing=WORDS)
    front, back, single = impose(some(geometry) + some(geometry, back="back"), options)
    assert [page.side for page in (front, back, single)] == ["front", "back", "single"]
    assert [len(page.placements) for page in (front, back, single)] == [11, 11, 11]
    labels = [page.notes[0].text.rsplit(" · ", 1)[1] for page in (front, back, single)]
    assert labels == ["page 1 of 3", "page 2 of 3", "page 3 of 3, nothing behind it"]


def test_without_any_back_no_page_says_that_it_has_none(geometry: Any) -> None:
    (page,) = impose(some(geometry), geometry.options(printing=WORDS))
    assert not any("nothing behind it" in note.text for note in page.notes)


def test_cards_of_both_orientations_share_a_grid(geometry: Any) -> None:
    upright = geometry.pieces(5, Size(60, 80), back=None)
    level = geometry.pieces(4, Size(80, 60), back=None, component="level")
    (page,) = impose(upright + level, geometry.options())
    assert [place.rotation for place in page.placements] == [0] * 5 + [90] * 4
    assert {(place.width, place.height) for place in page.placements} == {(60, 80)}


@pytest.mark.parametrize(
    ("count", "fill", "expected"), [(7, (), 7), (7, ("cards",), 9), (9, ("cards",), 9), (10, ("other",), 10)]
)
def test_spare_places_are_filled_with_more_copies_of_what_is_asked_for(
    geometry: Any, count: int, fill: tuple[str, ...], expected: int
) -> None:
    pieces = geometry.pieces(count)
    pages = impose(pieces, geometry.options(fill=fill))
    laid = Counter(place.piece for page in pages if page.side != "back" for place in page.placements)
    assert laid.total() == expected
    assert set(laid) == set(pieces)
    assert max(laid.values()) - min(laid.values()) <= 1


def test_filling_takes_only_copies_of_the_component_that_is_named(geometry: Any) -> None:
    pieces = geometry.pieces(3) + geometry.pieces(2, component="extra")
    pages = impose(pieces, geometry.options(fill=("extra",)))
    laid = Counter(place.piece.component for place in pages[0].placements)
    assert laid == {"cards": 3, "extra": 6}
