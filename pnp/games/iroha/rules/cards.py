"""The cards of iroha: a suit and a number, and how a card is written on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pnp.games.core.play import NotationError


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


def parse_card(line: str, by_line: Mapping[str, Card]) -> Card:
    """The card that ``line`` names, out of ``by_line``, which maps ``str(card)`` to each card.

    >>> parse_card("bird-7", {"bird-7": Card("bird", 7)})
    Card(suit='bird', number=7)

    Raises NotationError when there is no such card.
    """
    try:
        return by_line[line]
    except KeyError:
        raise NotationError(
            f"{line!r} is not a card of this game: expected a suit and a number, such as {next(iter(by_line))}"
        ) from None
