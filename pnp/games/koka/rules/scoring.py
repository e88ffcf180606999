"""Score dice: the partition that counts, or a special hand, item by item."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from pnp.games.core.score import Score, ScoreItem
from pnp.games.koka.rules.dice import COMPLETE, VALUES, Dice, Die, Partition, Values, values_of
from pnp.games.koka.rules.record import Fits, Found, Rules, Scored, divides, groupings
from pnp.model.text import phrase

# Ways to divide dice into sets. What one colour can be divided into is worked out once, and combined.

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


def points_of(rules: Rules, sets: Partition) -> int:
    """The points of a partition."""
    return sum(rules.points(rules, rules.equal(sets)))


def scored_partitions(rules: Rules, dice: Dice) -> tuple[Scored, ...]:
    """Every partition of ``dice`` with its points, best first, then as they sort."""
    return _best_first(rules, partitions(rules, dice))


def _best_first(rules: Rules, every: tuple[Partition, ...]) -> tuple[Scored, ...]:
    """Partitions, which come as they sort, with their points; sorting keeps the order of equals."""
    return tuple(sorted([(sets, points_of(rules, sets)) for sets in every], key=lambda scored: -scored[1]))


def best(rules: Rules, dice: Dice) -> Found | None:
    """What ``dice`` score; None where they are not complete."""
    if len(dice) != COMPLETE:
        return None
    special = _best_special(rules, dice) if rules.specials else None
    return rules.settle(_best_partition(rules, dice), special)


def holds_complete(rules: Rules, dice: Dice) -> bool:
    """Whether a complete hand is among ``dice``, however many they are."""
    spare = len(dice) - COMPLETE
    if spare < 0 or not (rules.specials or divides_but_for(rules, dice, spare)):
        return False
    return any(best(rules, chosen) is not None for chosen, _ in twelves(dice))


def waits(rules: Rules, hand: Dice) -> tuple[tuple[Die, int], ...]:
    """The dice that complete a hand of eleven, each with the score, colours as in the definition. Dice of a
    colour that lies in the hand with all its dice are left out."""
    found = []
    for die in rules.faces.values():
        if sum(other.colour == die.colour for other in hand) < rules.dice[die.colour]:
            complete = best(rules, (*hand, die))
            if complete is not None:
                found.append((die, complete.score.total))
    return tuple(found)


def score(rules: Rules, sets: Partition) -> Score[Die]:
    """The score of a partition: an item for each set of six, for each set of three that stands alone, and for each
    group of sets that count as equal. The dice of an item are those of its sets, set by set."""
    groups = rules.equal(sets)
    return Score(tuple(map(_item, groups, rules.points(rules, groups))))


def _item(group: Sequence[Dice], points: int) -> ScoreItem[Die]:
    dice = tuple([die for one in group for die in one])
    if len(group) > 1:
        return ScoreItem("equal", phrase("scores-equal", count=len(group), points=points), dice, points)
    rule = "six" if len(dice) == 6 else "three"
    return ScoreItem(rule, phrase(f"scores-{rule}", points=points), dice, points)


def _best_partition(rules: Rules, dice: Dice) -> Found | None:
    every = partitions(rules, dice)
    if len(every) < 2:
        # Most complete hands have one partition: there is nothing to choose.
        return Found(score(rules, every[0]), every[0]) if every else None
    chosen = rules.choose(_best_first(rules, every))
    return Found(score(rules, chosen[0][0]), chosen[0][0] if len(chosen) == 1 else None)


def _best_special(rules: Rules, dice: Dice) -> Found | None:
    fitting = [special for special in rules.specials if divides(special, dice)]
    if not fitting:
        return None
    points = max(special.points for special in fitting)
    top = [special for special in fitting if special.points == points]
    ways = {way for special in top for way in groupings(special, dice)}
    reason = phrase("scores-special", name=top[0].name, points=points)
    item = ScoreItem("special", reason, tuple(sorted(dice)), points)
    return Found(Score((item,)), ways.pop() if len(ways) == 1 else None)


# Rounds: who has a turn, who is complete after it, and what that scores.


class RoundResult(NamedTuple):
    """The seats that had a turn and those of them that are complete, each in the order of the turns, and the score of
    every seat, by seat."""

    turns: tuple[int, ...]
    completers: tuple[int, ...]
    scores: tuple[int, ...]


def round_result(rules: Rules, hands: Sequence[Dice], start: int) -> RoundResult:
    """What a round comes to that the seat ``start`` begins; ``hands`` are those after each seat's turn."""
    points: dict[int, int] = {}
    turns: list[int] = []
    for step in range(len(hands)):
        if turns and not rules.goes_on(bool(points)):
            break
        seat = (start + step) % len(hands)
        turns.append(seat)
        complete = best(rules, hands[seat])
        if complete is not None:
            points[seat] = complete.score.total
    completers = tuple(points)
    scorers = rules.scorers(completers)
    return RoundResult(
        tuple(turns), completers, tuple(points[seat] if seat in scorers else 0 for seat in range(len(hands)))
    )
