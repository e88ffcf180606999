"""Colours that cards share, as whole numbers: a whole game asks of some hundred choices of cards whether they may lie
open.

A card is a number with a digit for each colour of dots and each colour of hollow cards, which is 1 if the card has it;
if centres are ignored, they have the same digits. The sum of cards has in each digit how many have that colour.
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.collectmate.rules.cards import Card, Cards, Rules


class Sharing(dict[Card, int]):
    """Numbers of cards."""

    def __init__(self, rules: Rules) -> None:
        self._same_centre = rules.same_centre_to_take
        self._width = sum(rules.deck.values()).bit_length() + 1
        self._places: dict[tuple[bool, str], int] = {}
        digits = range(len(rules.colours) * 2)
        self._half = 1 << self._width - 1
        ones = sum(1 << digit * self._width for digit in digits)
        self._full = ones * self._half
        """Highest bit of each digit, which is set by ``_half`` or more."""
        self._to_open, self._to_take = (ones * max(0, self._half - count) for count in (rules.open, rules.open - 1))

    @classmethod
    def of(cls, rules: Rules) -> Sharing:
        """Return the numbers for a record. Records made from one another share them, if their decisions are alike."""
        key = ("sharing", rules.open, rules.same_centre_to_take)
        sharing: Sharing | None = rules.cache.get(key)
        if sharing is None:
            sharing = rules.cache[key] = cls(rules)
        return sharing

    def __missing__(self, card: Card) -> int:
        dot = card.dot or not self._same_centre
        places = [self._places.setdefault((dot, colour), len(self._places)) for colour in card.colours]
        self[card] = number = sum(1 << place * self._width for place in places)
        return number

    def sum(self, cards: Iterable[Card]) -> int:
        """Return the sum of cards."""
        return sum(map(self.__getitem__, cards))

    def enough(self, shown: int) -> bool:
        """Tell whether some colour is on enough of the face-up cards, by their sum: see ``turn.may_lie_open``."""
        return (shown + self._to_open) & self._full != 0

    def takes(self, hand: Cards, shown: Cards, field: Card) -> bool:
        """Tell whether a seat may take ``field`` by some colour: see ``turn.take_colours``."""
        return (self.sum(hand) + self.sum(shown) + self._to_take) & self[field] * self._half != 0
