"""Figures and printed fields are read off the settings."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.games.core.figures import figures_of
from pnp.games.core.suits import printed_fields, suit_items
from pnp.model.constraints import Art, Id, Ink
from pnp.model.suits import Suit as PlainSuit
from pnp.model.text import Text, Translated


@dataclass(frozen=True)
class Suit:
    id: Id
    name: Text
    ink: Ink
    mark: Art
    copies: int = 1


@dataclass(frozen=True)
class Settings:
    suits: tuple[Suit, ...]
    from_: int = 3
    single_card: str | None = None
    title: Text | None = None


SUN = Suit("sun", Translated("sun", "日"), "#ff0000", "sun")


def test_figures_have_no_words_and_are_keyed_as_in_the_file() -> None:
    assert figures_of(Settings((SUN,), title="Sun")) == {
        "suits": [{"id": "sun", "copies": 1}],
        "from": 3,
        "single-card": None,
    }


def test_fields_to_print_are_all_but_the_id_and_those_named() -> None:
    assert printed_fields(SUN, "copies") == {"name": SUN.name, "ink": "#ff0000", "mark": "sun"}


def test_there_is_an_item_for_each_suit_and_number() -> None:
    suits = [PlainSuit("sun", "Sun", "S", "#ff0000"), PlainSuit("moon", "Moon", "M", "#0000ff")]
    items = suit_items(suits, (3, 1), "colour", 2)
    assert [(item.id, item.copies) for item in items] == [("sun-3", 2), ("sun-1", 2), ("moon-3", 2), ("moon-1", 2)]
    assert items[3].fields == {"colour": "moon", "number": 1, "name": "Moon", "letter": "M", "ink": "#0000ff"}
