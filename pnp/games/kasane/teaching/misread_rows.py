"""Wrong decisions about turns and rows of kasane: what is taken, which cards make a row, what a row has to be."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, pairwise

from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards
from pnp.games.kasane.rules.conditions import one_parity, within
from pnp.games.kasane.rules.record import Indices, Rules, numbers_fit
from pnp.games.kasane.settings import Condition


def always_onto_the_hand(hand: Cards, field: Cards, card: Card) -> tuple[Cards, Cards]:
    """A +1 goes on top of the hand, too."""
    return (*hand, card), field


def always(easier: bool) -> bool:
    """A yaku may be achieved after a +1 in any game."""
    return True


def two_a_turn(achieved: int) -> bool:
    """A turn may have a second yaku."""
    return achieved < 2


def the_top_and_any(hand: int, count: int) -> Collection[Indices]:
    """The top card of the hand, and any others."""
    return [(*others, hand - 1) for others in combinations(range(hand - 1), count - 1)]


def from_the_top_or_below_it(hand: int, count: int) -> Collection[Indices]:
    """The top cards of the hand, with or without the one just taken."""
    tops = [tuple(range(hand - count, hand))]
    return [*tops, tuple(range(hand - 1 - count, hand - 1))] if count < hand else tops


def the_top(rules: Rules, field: Cards) -> Collection[Indices]:
    """The top card of the field, if it is no +1; to go without is not allowed."""
    return ((len(field) - 1,),) if field and field[-1] != PLUS_ONE else ((),)


def none_of_the_field(rules: Rules, field: Cards) -> Collection[Indices]:
    """No field card."""
    return ((),)


def all_tops(rules: Rules, field: Cards) -> Collection[Indices]:
    """Any number of cards from the top of the field, as far as a slot has room."""
    most = min(len(field), rules.most_cards - 1)
    return [tuple(range(len(field) - count, len(field))) for count in range(most + 1)]


def from_the_hand(cards: int, from_field: int) -> int:
    """Only the hand cards of a row count."""
    return cards - from_field


def by_its_numbers(rules: Rules, condition: Condition, row: Cards) -> bool:
    """A +1 is a card more, without a number: the other cards have to meet the condition."""
    numbers = tuple(card for card in row if card != PLUS_ONE)
    return bool(numbers) and numbers_fit(rules, condition, numbers)


def as_any_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """One +1 stands for any number."""
    return row.count(PLUS_ONE) == 1 and any(_with(rules, condition, row, number) for number in rules.numbers)


def as_its_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """A +1 is a 1; a +1 that scores 2, a 2."""
    return _with(rules, condition, row, rules.plus_one_points)


def _with(rules: Rules, condition: Condition, row: Cards, number: int) -> bool:
    return numbers_fit(rules, condition, tuple(number if card == PLUS_ONE else card for card in row))


def any_of_the_set(condition: Condition, row: Cards) -> bool:
    """As many cards as the set has numbers, all of them in it."""
    numbers = condition.numbers or ()
    return len(row) == len(numbers) and all(number in numbers for number in row)


def the_set_as_printed(condition: Condition, row: Cards) -> bool:
    """The numbers of the set, in the order printed."""
    return row == condition.numbers


def at_most_the_sum(condition: Condition, row: Cards) -> bool:
    """The numbers add up to the sum, or to less."""
    return sum(row) <= (condition.of or 0)


def all_different(condition: Condition, row: Cards) -> bool:
    """Numbers within the bounds, each once, up and down as they come."""
    return within(condition, row) and len(set(row)) == len(row)


def without_gaps(condition: Condition, row: Cards) -> bool:
    """Each number is the last one and one more, or each one less."""
    steps = {after - before for before, after in pairwise(row)}
    return within(condition, row) and (not steps or steps in ({1}, {-1}))


def with_repeats(condition: Condition, row: Cards) -> bool:
    """Numbers within the bounds, rising or falling or staying."""
    return within(condition, row) and _one_direction(row)


def parity_in_one_direction(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, and rising or falling; a number may be repeated."""
    return one_parity(condition, row) and _one_direction(row)


def parity_without_repeats(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, each number once."""
    return one_parity(condition, row) and len(set(row)) == len(row)


def _one_direction(row: Cards) -> bool:
    rising = tuple(sorted(row))
    return row in (rising, rising[::-1])
