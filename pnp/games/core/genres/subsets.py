"""Games of the best subset: of the cards before a player those count that make the best set.

A game extends ``SubsetRules`` by its decisions: which sets a row holds, and which of two sets is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pnp.games.core.defaults.rules import GameSettingsT, RulesOf
from pnp.games.core.suits import SuitCard

Cards: TypeAlias = tuple[SuitCard, ...]
Worth: TypeAlias = tuple[int, ...]
"""Worth of a set: a list of numbers. The first difference decides."""


def of_one_suit(row: Cards) -> list[Cards]:
    """Return the cards of each suit, which make a set."""
    return [tuple(card for card in row if card.suit == suit) for suit in dict.fromkeys(card.suit for card in row)]


def of_one_number(row: Cards) -> list[Cards]:
    """Return the cards of each number, which make a set."""
    numbers = dict.fromkeys(card.number for card in row)
    return [tuple(card for card in row if card.number == number) for number in numbers]


def count_then_highest(rules: RulesOf[Any, SuitCard], cards: Cards) -> Worth:
    """Return the worth of a set: the number of its cards, then its highest card.

    Equal numbers rank by their suits, the first suit of the settings highest.
    """
    number, suit = highest(rules, cards)
    return (len(cards), number, suit)


def highest(rules: RulesOf[Any, SuitCard], cards: Cards) -> tuple[int, int]:
    """Return the number of the highest card, and the rank of its suit."""
    ranks = {suit.id: -place for place, suit in enumerate(rules.settings.suits)}
    return max((card.number, ranks[card.suit]) for card in cards)


@dataclass(frozen=True, slots=True, eq=False)
class SubsetRules(RulesOf[GameSettingsT, SuitCard]):
    """Base of the rules of a game of the best subset. The settings have ``suits``, the highest first."""

    sets: Callable[[Cards], list[Cards]] = of_one_suit
    """Sets of a row. One of them counts."""
    worth: Callable[[Any, Cards], Worth] = count_then_highest
    """Worth of a set. Arguments: rules, cards."""


def best_set(rules: SubsetRules[Any], row: Cards) -> Cards:
    """Return the set of a row that counts."""
    return max(rules.sets(row), key=lambda cards: rules.worth(rules, cards))


def leader(rules: SubsetRules[Any], rows: Sequence[Cards]) -> int:
    """Return the seat with the best set; of equal ones the first. A seat without a row does not lead."""
    worth = {seat: rules.worth(rules, best_set(rules, row)) for seat, row in enumerate(rows) if row}
    return max(worth, key=lambda seat: (worth[seat], -seat))
