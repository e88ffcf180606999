"""Places with things in them, as tuples: one per seat, or one per row of a display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar


class Sortable(Protocol):
    """What has an order, such as the cards of a game, be it for listing only."""

    def __lt__(self, other: Any, /) -> bool: ...


ThingT = TypeVar("ThingT")
CardT = TypeVar("CardT", bound=Sortable)


def put(places: Iterable[ThingT], place: int, thing: ThingT) -> tuple[ThingT, ...]:
    """``places`` with another thing at ``place``, which counts from 0.

    >>> put(("a", "b", "c"), 1, "x")
    ('a', 'x', 'c')
    """
    changed = [*places]
    changed[place] = thing
    return tuple(changed)


def in_order(cards: Iterable[CardT]) -> list[CardT]:
    """``cards`` sorted, each once.

    >>> in_order((5, 3, 5))
    [3, 5]
    """
    found: list[CardT] = []
    last = None
    for card in sorted(cards):
        if card != last:
            found.append(card)
            last = card
    return found


def gathered(*places: Iterable[CardT]) -> tuple[CardT, ...]:
    """All that lies in ``places``, sorted.

    >>> gathered((5, 3), (4,), ())
    (3, 4, 5)
    """
    found: list[CardT] = []
    for place in places:
        found += place
    found.sort()
    return tuple(found)


def without(cards: Iterable[ThingT], away: Iterable[ThingT]) -> tuple[ThingT, ...]:
    """``cards`` less those of ``away``, each of which has to be among them.

    >>> without((5, 3, 5), (5,))
    (3, 5)
    """
    left = list(cards)
    for card in away:
        left.remove(card)
    return tuple(left)


def hands_of(cards: Sequence[CardT], players: int, each: int) -> tuple[tuple[CardT, ...], ...]:
    """The hands that come of dealing ``each`` player so many cards, one after another; sorted.

    >>> hands_of((6, 5, 4, 3, 2, 1), 2, 2)
    ((4, 6), (3, 5))
    """
    return tuple(tuple(sorted(cards[seat : players * each : players])) for seat in range(players))
