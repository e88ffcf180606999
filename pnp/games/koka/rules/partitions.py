"""Ways to divide dice into sets. What one colour can be divided into is worked out once, and combined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from pnp.games.koka.rules.decks import VALUES
from pnp.games.koka.rules.dice import COMPLETE, Dice, Die, Partition, Values, values_of
from pnp.games.koka.rules.record import Fits, Rules

LARGEST = 6
"""Dice of the largest set that a reader of the rules might think of."""

_MOST = 99
"""Dice of the largest pool, and more."""


def partitions(rules: Rules, dice: Dice) -> tuple[Partition, ...]:
    """Every way to divide ``dice`` into the sets of a complete hand, different as multisets of sets, sorted.

    The order of ``dice`` does not matter. None where they are no complete hand by their sets.
    """
    ways = []
    for pool in rules.pools(dice):
        found_here = splits(rules.fits, values_of(pool))
        if not found_here:
            return ()
        ways.append([_dealt_out(pool, split) for split in found_here])
    found = [tuple(sorted([group for way in chosen for group in way])) for chosen in product(*ways)]
    whole = [sets for sets in found if rules.complete(rules, sets)]
    return tuple(sorted(set(whole)) if len(whole) > 1 else whole)


def divides_but_for(rules: Rules, dice: Dice, pools: int) -> bool:
    """Whether all pools of ``dice`` but so many can be divided into sets. A die more, or one that is left out, changes
    one pool: with more to mend than dice that change, there is no complete hand to be had."""
    sums = _sums_of_sizes(rules.fits)
    for pool in rules.pools(dice):
        # Most pools cannot be divided for their number of dice alone.
        if len(pool) not in sums or not splits(rules.fits, values_of(pool)):
            if not pools:
                return False
            pools -= 1
    return True


@lru_cache(maxsize=256)
def _sums_of_sizes(fits: Fits) -> frozenset[int]:
    """How many dice sets use up together, as far as any pool goes.

    >>> sorted(_sums_of_sizes(lambda values: len(values) == 6))[:4]
    [0, 6, 12, 18]
    """
    sizes = {len(one) for lowest in VALUES for one in _sets_from(fits, lowest)}
    sums = {0}
    for dice in range(1, _MOST + 1):
        if any(dice - size in sums for size in sizes):
            sums.add(dice)
    return frozenset(sums)


def is_set(rules: Rules, dice: Dice) -> bool:
    """Whether ``dice`` are one set."""
    return len(rules.pools(dice)) == 1 and rules.fits(values_of(dice))


@lru_cache(maxsize=1 << 14)
def splits(fits: Fits, values: Values) -> tuple[tuple[Values, ...], ...]:
    """Every way to divide dice of one colour with these values into sets, as multisets of sets.

    >>> splits(lambda values: len(set(values)) == 1 and len(values) in (2, 4), (3, 3, 3, 3))
    (((3, 3), (3, 3)), ((3, 3, 3, 3),))
    """
    if not values:
        return ((),)
    found = {
        tuple(sorted((one, *rest)))
        for one in _sets_from(fits, values[0])
        if (left := _less(values, one)) is not None
        for rest in splits(fits, left)
    }
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def _sets_from(fits: Fits, lowest: int) -> tuple[Values, ...]:
    """The sets whose lowest value is ``lowest``."""
    return tuple(
        (lowest, *rest)
        for size in range(LARGEST)
        for rest in combinations_with_replacement(VALUES[lowest - 1 :], size)
        if fits((lowest, *rest))
    )


def _less(values: Values, away: Values) -> Values | None:
    left = list(values)
    for value in away:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def _dealt_out(pool: Dice, split: tuple[Values, ...]) -> Partition:
    """The dice of ``pool`` dealt out to sets with these values."""
    by_value: defaultdict[int, list[Die]] = defaultdict(list)
    for die in sorted(pool, reverse=True):
        by_value[die.value].append(die)
    return tuple([tuple(sorted([by_value[value].pop() for value in one])) for one in split])


def twelves(dice: Dice) -> Iterator[tuple[Dice, Dice]]:
    """Every different choice of a complete hand's number out of ``dice``, each with what is left over."""
    if len(dice) < COMPLETE:
        return
    if len(dice) == COMPLETE:
        yield dice, ()
        return
    seen: set[Dice] = set()
    for index, die in enumerate(dice):
        for chosen, left in twelves((*dice[:index], *dice[index + 1 :])):
            if (key := tuple(sorted(chosen))) not in seen:
                seen.add(key)
                yield chosen, (*left, die)
