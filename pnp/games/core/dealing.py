"""Random cards for positions, none more often than the deck has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from typing import Generic, TypeVar

CardT = TypeVar("CardT")


def shuffle(cards: list[CardT], random: Random) -> None:
    """Shuffle ``cards`` in place, with the same result as ``random.shuffle``, in half the time.

    A search shuffles a deck for nearly every position.
    """
    bits = random.getrandbits
    for last in range(len(cards) - 1, 0, -1):
        size = (last + 1).bit_length()
        place = bits(size)
        while place > last:
            place = bits(size)
        cards[last], cards[place] = cards[place], cards[last]


class Dealer(Generic[CardT]):
    """Dealer of ``cards``, each as often as it is given, from one random source. ``left`` holds the undealt cards."""

    def __init__(self, cards: Iterable[CardT], random: Random) -> None:
        self.random = random
        self.left = list(cards)
        shuffle(self.left, random)

    def take(self, cards: Iterable[CardT]) -> tuple[CardT, ...]:
        """Take ``cards`` from those left, and return them without those that are gone."""
        taken = []
        for card in cards:
            if card in self.left:
                self.left.remove(card)
                taken.append(card)
        return tuple(taken)

    def draw(self, count: int, fits: Callable[[CardT], bool] = lambda card: True) -> tuple[CardT, ...]:
        """Draw up to ``count`` random cards that fit."""
        return self.take(list(islice(filter(fits, self.left), max(0, count))))

    def draw_distinct(self, count: int, fits: Callable[[CardT], bool] = lambda card: True) -> tuple[CardT, ...]:
        """Draw up to ``count`` random cards that fit, no two of them equal."""
        return self.take(list(islice(dict.fromkeys(filter(fits, self.left)), max(0, count))))

    def draw_together(self, count: int, holds: Callable[[tuple[CardT, ...]], bool]) -> tuple[CardT, ...]:
        """Draw up to ``count`` random cards that meet a condition together, each with those drawn before it."""
        drawn: tuple[CardT, ...] = ()
        for card in list(self.left):
            if len(drawn) >= count:
                break
            if holds((*drawn, card)):
                drawn += self.take([card])
        return drawn

    def shuffled(self, cards: Sequence[CardT]) -> tuple[CardT, ...]:
        """Return ``cards`` in a random order."""
        copy = list(cards)
        shuffle(copy, self.random)
        return tuple(copy)
