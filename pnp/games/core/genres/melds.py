"""Games of melds: cards of a hand that go together in groups, and those that are left over.

A game extends ``MeldRules`` by its decisions. ``best_split`` divides a hand so that the fewest cards are left over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, pairwise
from typing import Any, NamedTuple, TypeAlias

from pnp.games.core.dealing import Dealer
from pnp.games.core.defaults.rules import GameSettingsT, RulesOf
from pnp.games.core.suits import SuitCard

Cards: TypeAlias = tuple[SuitCard, ...]


def are_equal(cards: Cards) -> bool:
    """Tell whether all cards have the same number."""
    return len({card.number for card in cards}) == 1


def are_a_run(cards: Cards) -> bool:
    """Tell whether the cards are of one suit, with numbers that follow each other."""
    numbers = sorted(card.number for card in cards)
    rises = all(low + 1 == high for low, high in pairwise(numbers))
    return rises and len({card.suit for card in cards}) == 1


def equal_or_run(cards: Cards) -> bool:
    """Tell whether cards make a group: of one number, or in a row in one suit."""
    return are_equal(cards) or are_a_run(cards)


@dataclass(frozen=True, slots=True, eq=False)
class MeldRules(RulesOf[GameSettingsT, SuitCard]):
    """Base of the rules of a game of melds. The settings have ``least``, the fewest cards of a group."""

    is_group: Callable[[Cards], bool] = equal_or_run
    """True if cards, ``fewest`` or more, make a group."""
    fewest: Callable[[Any], int] = lambda settings: int(settings.least)
    """Fewest cards of a group. Argument: settings."""


class Split(NamedTuple):
    """Division of a hand into groups. ``left`` are the cards in none of them."""

    groups: tuple[Cards, ...]
    left: Cards

    @property
    def grouped(self) -> Cards:
        """Cards of all groups."""
        return tuple(card for group in self.groups for card in group)


def best_split(rules: MeldRules[Any], cards: Cards) -> Split:
    """Return the division of cards that leaves the fewest over; of several the first, as the cards are sorted."""
    return _best_split(rules.is_group, rules.fewest(rules.settings), tuple(sorted(cards)))


@lru_cache(maxsize=20_000)
def _best_split(is_group: Callable[[Cards], bool], fewest: int, cards: Cards) -> Split:
    if len(cards) < fewest:
        return Split((), cards)
    first, rest = cards[0], cards[1:]
    without_first = _best_split(is_group, fewest, rest)
    best = Split(without_first.groups, (first, *without_first.left))
    for others in _partners(is_group, fewest, first, rest):
        left_for = tuple(card for card in rest if card not in others)
        split = _best_split(is_group, fewest, left_for)
        if len(split.left) < len(best.left):
            best = Split(((first, *others), *split.groups), split.left)
    return best


def _partners(is_group: Callable[[Cards], bool], fewest: int, first: SuitCard, rest: Cards) -> Iterator[Cards]:
    """Yield the cards that make a group with ``first``."""
    for count in range(max(0, fewest - 1), len(rest) + 1):
        yield from (others for others in combinations(rest, count) if is_group((first, *others)))


def mostly_grouped(dealer: Dealer[SuitCard], count: int, least: int) -> Cards:
    """Draw ``count`` cards, most of them near others by suit or number. Groups have ``least`` cards or more."""
    drawn = dealer.draw(1)
    while len(drawn) < count:
        goes_with = _same_number if dealer.random.random() < 0.5 else _near_in_suit
        others = dealer.draw(min(least - 1, count - len(drawn)), partial(goes_with, drawn[-1]))
        drawn = (*drawn, *others, *dealer.draw(1 if len(drawn) + len(others) < count else 0))
    return drawn


def _same_number(card: SuitCard, other: SuitCard) -> bool:
    return other.number == card.number


def _near_in_suit(card: SuitCard, other: SuitCard) -> bool:
    return other.suit == card.suit and abs(other.number - card.number) < 3
