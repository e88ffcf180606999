"""Words and names of art, distinguished by the types of the settings."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import pytest

from pnp.model.constraints import Art, Count, Id, Ink, MinLen, Word
from pnp.model.kinds_of_text import (
    LocatedText,
    extract_figures,
    extract_words,
    locate_art,
    locate_ink_entries,
    locate_words,
)
from pnp.model.text import Text


@dataclass(frozen=True)
class Suit:
    id: Id
    name: Text
    ink: Ink = "#000000"
    mark: Art | None = None
    read_as: Word = ""
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Numbered:
    number: int
    says: Text | None = None


@dataclass(frozen=True)
class Settings:
    players: tuple[Count, Count]
    suits: Annotated[tuple[Suit, ...], MinLen(1)]
    numbers: tuple[Numbered, ...] = ()
    by_name: Mapping[str, Suit] | None = None
    pair: tuple[Text, Art] | None = None
    class_: Suit | None = None
    order: tuple[str, ...] = ()


SUN = {"id": "sun", "name": {"en": "sun", "ja": "日"}, "ink": "#ff0000", "mark": "sun"}
MOON = {"id": "moon", "name": "moon", "mark": None}


def table(**more: object) -> dict[str, object]:
    return {"engine": "x", "title": "none of the settings", "players": [2, 4], "suits": [SUN, MOON], **more}


def test_words_keep_the_shape_of_the_table_and_nothing_else_does() -> None:
    assert extract_words(Settings, table(order=["sun"])) == {
        "suits": [{"name": {"en": "sun", "ja": "日"}}, {"name": "moon"}]
    }


def test_places_in_a_list_are_kept_where_one_has_a_word() -> None:
    assert extract_words(Settings, table(suits=[], numbers=[{"number": 1}, {"number": 2, "says": "two"}])) == {
        "numbers": [{}, {"says": "two"}]
    }
    assert extract_words(Settings, table(suits=[], numbers=[{"number": 1}, {"number": 2, "says": None}])) == {}


@pytest.mark.parametrize(
    ("more", "path", "word"),
    [
        ({"by-name": {"a": MOON}}, ("by-name", "a", "name"), "moon"),
        ({"pair": ["both", "knot"]}, ("pair", 0), "both"),
        ({"class": MOON}, ("class", "name"), "moon"),
        ({"class": {**MOON, "read-as": "tsuki"}}, ("class", "read-as"), "tsuki"),
        ({"class": {**MOON, "notes": [{"en": "n", "ja": "注"}]}}, ("class", "notes", 0, "ja"), "注"),
    ],
)
def test_words_are_found_through_mappings_pairs_lists_and_what_is_optional(
    more: dict[str, object], path: tuple[str | int, ...], word: str
) -> None:
    assert LocatedText(path, word) in set(locate_words(Settings, table(**more)))
    assert path[0] in extract_words(Settings, table(**more))


def test_every_wording_has_its_own_path_in_the_order_of_the_settings() -> None:
    assert list(locate_words(Settings, table())) == [
        (("suits", 0, "name", "en"), "sun"),
        (("suits", 0, "name", "ja"), "日"),
        (("suits", 1, "name"), "moon"),
    ]


def test_art_is_neither_an_id_nor_a_word_that_is_spelled_like_it() -> None:
    assert list(locate_art(Settings, table(pair=["sun", "knot"]))) == [
        (("suits", 0, "mark"), "sun"),
        (("pair", 1), "knot"),
    ]


def test_a_table_with_lists_as_tuples_is_walked_alike() -> None:
    assert extract_words(Settings, table(suits=(SUN, MOON))) == extract_words(Settings, table())


def test_figures_are_all_but_words_art_and_inks() -> None:
    more = {"numbers": [{"number": 1, "says": "one"}], "order": ["sun"], "pair": ["both", "knot"]}
    assert extract_figures(Settings, table(**more)) == {
        "players": [2, 4],
        "suits": [{"id": "sun"}, {"id": "moon"}],
        "numbers": [{"number": 1}],
        "pair": [],
        "order": ["sun"],
    }


@dataclass(frozen=True)
class Side:
    id: Id
    name: Text
    ink: Ink


@dataclass(frozen=True)
class Rank:
    number: int
    ink: Ink


@dataclass(frozen=True)
class Painted:
    suits: tuple[Suit, ...] = ()
    sides: tuple[Side, ...] = ()
    ranks: tuple[Rank, ...] = ()
    inks: tuple[Ink, ...] = ()


def marked_alike(**entries: object) -> list[bool]:
    """Return for each pair of neighbouring inks if only the ink distinguishes their entries."""
    entries_with_ink = list(locate_ink_entries(Painted, entries))
    return [entry.marked_as(other) for entry, other in itertools.pairwise(entries_with_ink)]


def test_an_ink_comes_with_what_else_tells_its_entry_apart() -> None:
    suit = {"id": "a", "name": "A", "ink": "#111111"}
    inks = list(locate_ink_entries(Painted, {"suits": [{**suit, "mark": "sun", "read-as": "X"}], "inks": ["#222222"]}))
    assert inks == [(("suits", 0, "ink"), "#111111", {"mark": "sun", "read-as": "X"}, True)]
    assert marked_alike(suits=[{**suit, "mark": "sun"}, {**suit, "mark": "moon"}]) == [False]
    assert marked_alike(suits=[{**suit, "mark": "sun"}, {**suit, "id": "b", "name": "B", "mark": "sun"}]) == [True]
    # Without a mark of their own the engine gives them one.
    assert marked_alike(suits=[suit, {**suit, "id": "b"}]) == [False]
    assert marked_alike(sides=[{"id": "a", "name": "A", "ink": "#111"}, {"id": "b", "name": "B", "ink": "#222"}]) == [
        True
    ]
    assert marked_alike(ranks=[{"number": 1, "ink": "#111"}, {"number": 2, "ink": "#222"}]) == [False]
