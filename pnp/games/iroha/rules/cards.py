"""The cards of iroha: a suit and a number, and how a card is written on one line."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Card(NamedTuple):
    """A card: the id of its suit, and its number. A card sorts by suit id, then number.

    >>> str(Card("bird", 7)), Card("bird", 7).as_json()
    ('bird-7', ['bird', 7])
    """

    suit: str
    number: int

    def __str__(self) -> str:
        return f"{self.suit}-{self.number}"

    def as_json(self) -> list[str | int]:
        """The card as the conformance cases write it: ``[suit, number]``."""
        return [self.suit, self.number]


Cards: TypeAlias = tuple[Card, ...]
"""Cards in an order of their own: a hand, the plays of a trick, what a seat captured."""
