"""When a row of kimono cards is a yaku: one function per sort of condition, for rows of numbers, none of them +1."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pnp.games.kasane.rules.cards import Cards
from pnp.games.kasane.settings import Condition

Fits: TypeAlias = Callable[[Condition, Cards], bool]
"""Whether a row of at least one card, in the order laid, meets a condition."""


def all_equal(condition: Condition, row: Cards) -> bool:
    """One number throughout.

    >>> all_equal(Condition("equal"), (9, 9, 9)), all_equal(Condition("equal"), (9, 9, 8))
    (True, False)
    """
    return row.count(row[0]) == len(row)


def adds_up(condition: Condition, row: Cards) -> bool:
    """The numbers add up to just the sum asked for.

    >>> adds_up(Condition("sum", of=10), (1, 7, 2)), adds_up(Condition("sum", of=10), (1, 7))
    (True, False)
    """
    return sum(row) == condition.of


def just_the_set(condition: Condition, row: Cards) -> bool:
    """Just the numbers of the set, each once, in any order.

    >>> rule = Condition("set", numbers=(1, 2, 6))
    >>> just_the_set(rule, (2, 6, 1)), just_the_set(rule, (6, 1, 1))
    (True, False)
    """
    return sorted(row) == sorted(condition.numbers or ())


def one_direction(condition: Condition, row: Cards) -> bool:
    """Strictly rising or strictly falling within the bounds; gaps are allowed.

    >>> moon = Condition("monotone", from_=1, to=5)
    >>> one_direction(moon, (5, 3, 2, 1)), one_direction(moon, (4, 2, 2)), one_direction(moon, (1, 3, 2))
    (True, False, False)
    """
    step, last = row[-1] - row[0], row[0]
    for number in row[1:]:
        # Each step goes the way that the row as a whole does.
        if (number - last) * step <= 0:
            return False
        last = number
    return within(condition, row)


def within(condition: Condition, row: Cards) -> bool:
    """Every number lies within the bounds of a ``monotone`` condition."""
    low, high = condition.from_ or 0, condition.to or 0
    return low <= min(row) and max(row) <= high


def one_parity(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, as the condition says; in any order, repeated or not.

    >>> one_parity(Condition("odd"), (1, 3, 7, 5)), one_parity(Condition("even"), (8, 4, 6, 2, 8))
    (True, True)
    """
    rest = 1 if condition.is_ == "odd" else 0
    for number in row:  # noqa: SIM110 - asked of every row that a hand might lay
        if number % 2 != rest:
            return False
    return True
