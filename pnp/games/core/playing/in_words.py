"""Cards in words, for what is told of whole games: the name of a card, and the kinds that it is of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


class CardInWords(NamedTuple):
    """Card as the kit calls it, in English. ``traits`` has what it is of each trait, such as its number and its suit:
    most cards are one thing, a card of two colours is two."""

    name: str
    traits: Mapping[str, tuple[str, ...]]


def cards_by_line(cards: Iterable[Any], in_words: Callable[[Any], CardInWords]) -> dict[str, CardInWords]:
    """Return cards in words by their line (``str``), in their order."""
    return {str(card): in_words(card) for card in cards}


def by_its_fields(card: Any) -> CardInWords:
    """Return a card by its line; its traits are the fields that are words or numbers.

    >>> from pnp.games.core.suits import SuitCard
    >>> by_its_fields(SuitCard("bird", 7))
    CardInWords(name='bird-7', traits={'suit': ('bird',), 'number': ('7',)})
    """
    names = getattr(card, "_fields", None) or tuple(getattr(card, "__dataclass_fields__", ()))
    fields = [(name, getattr(card, name)) for name in names]
    return CardInWords(str(card), {name: (str(value),) for name, value in fields if type(value) in (int, str)})
