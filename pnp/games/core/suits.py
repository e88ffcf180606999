"""Decks of suits and numbers, or of numbers alone: their cards, and the items that print them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.component import Item
from pnp.model.suits import Suit

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class SuitCard(NamedTuple):
    """Card with the id of its suit and its number. A card sorts by suit id, then number.

    >>> str(SuitCard("bird", 7)), SuitCard("bird", 7).as_json()
    ('bird-7', ['bird', 7])
    """

    suit: str
    number: int

    def __str__(self) -> str:
        return f"{self.suit}-{self.number}"

    def as_json(self) -> list[str | int]:
        """Return the card as the conformance cases write it: ``[suit, number]``."""
        return [self.suit, self.number]


def printed_fields(entry: DataclassInstance, *but: str) -> dict[str, Any]:
    """Return the fields of an entry of the settings, such as a suit, for the items that print it.

    Its id and the fields named in ``but`` are left out.
    """
    return {field.name: getattr(entry, field.name) for field in fields(entry) if field.name not in ("id", *but)}


def suit_items(suits: Sequence[Suit], numbers: Iterable[int], key: str = "suit", copies: int = 1) -> tuple[Item, ...]:
    """Return a card of each suit and number.

    Its fields are the id of the suit under ``key``, ``number``, and the fields of the suit.
    """
    number_list = tuple(numbers)
    return tuple(
        Item(str(SuitCard(suit.id, number)), {key: suit.id, "number": number, **printed_fields(suit)}, copies)
        for suit in suits
        for number in number_list
    )


def suit_cards(
    suits: Sequence[Suit], numbers: Iterable[int], key: str = "suit", copies: int = 1
) -> dict[SuitCard, Item]:
    """Return the cards of each suit and number, with what is printed of each: see ``suit_items``."""
    number_list = tuple(numbers)
    cards = [SuitCard(suit.id, number) for suit in suits for number in number_list]
    return dict(zip(cards, suit_items(suits, number_list, key, copies), strict=True))


def number_cards(
    numbers: Iterable[int], inks: Sequence[str], copies: int | Callable[[int], int] = 1, **printed: Any
) -> dict[int, Item]:
    """Return the cards of these numbers, lowest first, with what is printed of each: ``number``, ``ink``, and what is
    ``printed`` of all, such as a ``mark``. The inks are spread over the numbers; ``copies`` may follow from the number.

    >>> [(card, item.copies) for card, item in number_cards([3, 1], ["#d7263d"], lambda number: number).items()]
    [(1, 1), (3, 3)]
    """
    ordered = sorted(numbers)
    return {
        number: Item(
            str(number),
            {"number": number, "ink": inks[place * len(inks) // len(ordered)], **printed},
            copies if isinstance(copies, int) else copies(number),
        )
        for place, number in enumerate(ordered)
    }
