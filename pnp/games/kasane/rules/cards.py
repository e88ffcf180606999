"""The cards of kasane: a number, which is also a colour, or +1; and how cards are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pnp.games.core.play import NotationError
from pnp.model.text import Phrase, phrase

Card: TypeAlias = int
"""The number of a kimono card, 1 or more, or ``PLUS_ONE``."""

Cards: TypeAlias = tuple[Card, ...]
"""A stack of cards, bottom first: a hand, a field, a row of the common display; or a row that is laid, in order."""

PLUS_ONE: Card = 0
"""A +1 card. It has no number and no colour."""

NAME = "+1"
"""How a +1 is written, in positions and in notation, whatever it scores."""


def plus_card(points: int) -> str:
    """What is printed on a +1 card: the points that it scores.

    >>> plus_card(2)
    '+2'
    """
    return f"+{points}"


def shown(card: Card, points: int) -> int | Phrase:
    """A card as reasons name it: its number, or a +1 by the ``points`` that it scores."""
    return card or phrase("plus-card", points=points)


def as_json(card: Card) -> int | str:
    """The card as the conformance cases write it.

    >>> as_json(7), as_json(PLUS_ONE)
    (7, '+1')
    """
    return card or NAME


def all_as_json(cards: Iterable[Card]) -> list[int | str]:
    """Cards as the conformance cases write them, in the same order.

    >>> all_as_json((3, PLUS_ONE))
    [3, '+1']
    """
    return [card or NAME for card in cards]


def format_cards(cards: Iterable[Card]) -> str:
    """A stack on one line, bottom first.

    >>> format_cards((3, PLUS_ONE, 4))
    '3,+1,4'
    """
    return ",".join(str(card or NAME) for card in cards)


def parse_cards(line: str, known: Iterable[Card]) -> Cards:
    """The stack of a line.

    >>> parse_cards("3,+1,4", (PLUS_ONE, 3, 4)), parse_cards("", (PLUS_ONE,))
    ((3, 0, 4), ())

    Raises NotationError for a card that is not ``known``.
    """
    by_line = {str(as_json(card)): card for card in known}
    try:
        return tuple(by_line[word] for word in line.split(",")) if line else ()
    except KeyError as error:
        raise NotationError(f"{error.args[0]!r} is not a card of this game: expected {', '.join(by_line)}") from None
