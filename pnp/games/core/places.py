"""Tuples of places with things in them: one place per seat, or per row of a display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar


class Sortable(Protocol):
    """Value with an order, such as the cards of a game, even if only for listing."""

    def __lt__(self, other: Any, /) -> bool: ...


ThingT = TypeVar("ThingT")
CardT = TypeVar("CardT", bound=Sortable)


def put(places: Iterable[ThingT], place: int, thing: ThingT) -> tuple[ThingT, ...]:
    """Return ``places`` with another thing at ``place``, which counts from 0.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    changed = [*places]
    changed[place] = thing
    return tuple(changed)


def in_order(cards: Iterable[CardT]) -> list[CardT]:
    """Return ``cards`` sorted, each once.

    >>> in_order((5, 3, 5))
    [3, 5]
    """
    return [*dict.fromkeys(sorted(cards))]


def gathered(*places: Iterable[CardT]) -> tuple[CardT, ...]:
    """Return all cards in ``places``, sorted.

    >>> gathered((5, 3), (4,), ())
    (3, 4, 5)
    """
    cards: list[CardT] = []
    for place in places:
        cards += place
    cards.sort()
    return tuple(cards)


def without(cards: Iterable[ThingT], away: Iterable[ThingT]) -> tuple[ThingT, ...]:
    """Return ``cards`` without those of ``away``. Raises ValueError if one is not among them.

    >>> without((5, 3, 5), (5,))
    (3, 5)
    """
    left = list(cards)
    for card in away:
        left.remove(card)
    return tuple(left)


def hands_of(cards: Sequence[CardT], players: int, each: int) -> tuple[tuple[CardT, ...], ...]:
    """Deal ``each`` cards to every player, one after another, and return the sorted hands.

    >>> hands_of((6, 5, 4, 3, 2, 1), 2, 2)
    ((4, 6), (3, 5))
    """
    return tuple(tuple(sorted(cards[seat : players * each : players])) for seat in range(players))


def clockwise(seat: int, seats: Iterable[int]) -> list[int]:
    """Return ``seats`` in the order of play after ``seat``, which comes last if it is one of them.

    >>> clockwise(1, (0, 1, 3))
    [3, 0, 1]
    """
    return sorted(seats, key=lambda other: (other <= seat, other))
