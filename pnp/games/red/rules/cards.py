"""The cards of red: a colour and a number, and how a card is written on one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from pnp.games.core.play import NotationError


class Card(NamedTuple):
    """A card: the id of its colour, and its number. Equal copies are equal cards.

    A card sorts by colour id, then number, which is only an order for listing: how strong a card is, the rules say.

    >>> str(Card("red", 7)), Card("red", 7).as_json()
    ('red-7', ['red', 7])
    """

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    def as_json(self) -> list[str | int]:
        """The card as the conformance cases write it: ``[colour, number]``."""
        return [self.colour, self.number]


Palette: TypeAlias = tuple[Card, ...]
"""Cards in the order in which they were laid."""


def parse_card(line: str, cards: Iterable[Card], letters: Mapping[str, str] | None = None) -> Card:
    """The card of ``cards`` that ``line`` names: ``red-7``, or ``R7`` where ``letters`` maps colour ids to letters.

    >>> deck = [Card("red", 7), Card("dark-red", 12)]
    >>> parse_card("dark-red-12", deck), parse_card("D12", deck, {"red": "R", "dark-red": "D"})
    (Card(colour='dark-red', number=12), Card(colour='dark-red', number=12))

    Raises NotationError when there is no such card.
    """
    for card in cards:
        if line == str(card) or (letters is not None and line == short(card, letters)):
            return card
    raise NotationError(f"{line!r} is not a card of this game: expected a colour and a number, such as red-7")


def short(card: Card, letters: Mapping[str, str]) -> str:
    """The short form of a card, by the letter of its colour.

    >>> short(Card("red", 7), {"red": "R"})
    'R7'
    """
    return f"{letters[card.colour]}{card.number}"
