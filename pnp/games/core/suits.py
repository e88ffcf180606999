"""Decks of suits and numbers: their cards, and the items that print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.component import Item
from pnp.model.suits import Suit

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class SuitCard(NamedTuple):
    """A card: the id of its suit, and its number. A card sorts by suit id, then number.

    >>> str(SuitCard("bird", 7)), SuitCard("bird", 7).as_json()
    ('bird-7', ['bird', 7])
    """

    suit: str
    number: int

    def __str__(self) -> str:
        return f"{self.suit}-{self.number}"

    def as_json(self) -> list[str | int]:
        """The card as the conformance cases write it: ``[suit, number]``."""
        return [self.suit, self.number]


def printed_fields(entry: DataclassInstance, *but: str) -> dict[str, Any]:
    """The fields of an entry of the settings, such as a suit, for the items that print it: all but its id, and those
    named."""
    return {field.name: getattr(entry, field.name) for field in fields(entry) if field.name not in ("id", *but)}


def suit_items(suits: Sequence[Suit], numbers: Iterable[int], key: str = "suit", copies: int = 1) -> tuple[Item, ...]:
    """A card of each suit and number. Fields: the id of the suit under ``key``, ``number``, and those of the suit."""
    listed = tuple(numbers)
    return tuple(
        Item(str(SuitCard(suit.id, number)), {key: suit.id, "number": number, **printed_fields(suit)}, copies)
        for suit in suits
        for number in listed
    )
