"""Cards for positions: handed out at random, so that no card lies there more often than the deck has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from typing import Generic, TypeVar

CardT = TypeVar("CardT")


def shuffle(cards: list[CardT], random: Random) -> None:
    """Put ``cards`` in a random order, the same as ``random.shuffle`` does, in half the time: a search shuffles a deck
    for nearly every position."""
    bits = random.getrandbits
    for last in range(len(cards) - 1, 0, -1):
        size = (last + 1).bit_length()
        place = bits(size)
        while place > last:
            place = bits(size)
        cards[last], cards[place] = cards[place], cards[last]


class Dealer(Generic[CardT]):
    """Hands out ``cards``, each as often as it stands there, from one random source. ``left`` is what it still has."""

    def __init__(self, cards: Iterable[CardT], random: Random) -> None:
        self.random = random
        self.left = list(cards)
        shuffle(self.left, random)

    def take(self, cards: Iterable[CardT]) -> tuple[CardT, ...]:
        """``cards``, but for those that are gone."""
        taken = []
        for card in cards:
            if card in self.left:
                self.left.remove(card)
                taken.append(card)
        return tuple(taken)

    def draw(self, count: int, fits: Callable[[CardT], bool] = lambda card: True) -> tuple[CardT, ...]:
        """Up to ``count`` random cards that fit."""
        return self.take(list(islice(filter(fits, self.left), max(0, count))))

    def shuffled(self, cards: Sequence[CardT]) -> tuple[CardT, ...]:
        """``cards`` in a random order."""
        order = list(cards)
        shuffle(order, self.random)
        return tuple(order)
