"""Scores of dice: the partition that counts, or a special hand, item by item; and the result of a round."""

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

# Partitions into sets. The ways to divide one colour are worked out once, and combined.

LARGEST = 6
"""Dice of the largest set that any reading of the rules allows."""

_MOST = 99
"""More dice than any pool has."""


def partitions(rules: Rules, dice: Dice) -> tuple[Partition, ...]:
    """Return every way to divide ``dice`` into the sets of a complete hand, different as multisets of sets, sorted.

    The order of ``dice`` does not matter. The result is empty if their sets make no complete hand.
    """
    ways = []
    for pool in rules.pools(dice):
        pool_splits = splits(rules.fits, values_of(pool))
        if not pool_splits:
            return ()
        ways.append([_sets_of_split(pool, split) for split in pool_splits])
    divisions = [tuple(sorted([group for way in chosen for group in way])) for chosen in product(*ways)]
    complete = [sets for sets in divisions if rules.complete(rules, sets)]
    return tuple(sorted(set(complete)))


def divides_except(rules: Rules, dice: Dice, pools: int) -> bool:
    """Tell whether all but ``pools`` of the pools of ``dice`` can be divided into sets.

    A die that is added or left out changes one pool. If more pools need repair than dice change, no complete hand can
    result.
    """
    divisible = _sums_of_sizes(rules.fits)
    for pool in rules.pools(dice):
        # The number of dice alone rules out most pools.
        if len(pool) not in divisible or not splits(rules.fits, values_of(pool)):
            if not pools:
                return False
            pools -= 1
    return True


@lru_cache(maxsize=256)
def _sums_of_sizes(fits: Fits) -> frozenset[int]:
    """Return the numbers of dice that sets can use up together, as far as any pool goes.

    >>> sorted(_sums_of_sizes(lambda values: len(values) == 6))[:4]
    [0, 6, 12, 18]
    """
    sizes = {len(set_values) for lowest in VALUES for set_values in _sets_from(fits, lowest)}
    sums = {0}
    for dice in range(1, _MOST + 1):
        if any(dice - size in sums for size in sizes):
            sums.add(dice)
    return frozenset(sums)


def is_set(rules: Rules, dice: Dice) -> bool:
    """Tell whether ``dice`` are one set."""
    return len(rules.pools(dice)) == 1 and rules.fits(values_of(dice))


def progress(rules: Rules, dice: Dice) -> float:
    """Return how far ``dice`` are on the way to a complete hand: 1 for each die in a set, and less for a pair that one
    more die makes a set, the more the more values do so."""
    return sum(_progress(rules.fits, values_of(pool)) for pool in rules.pools(dice))


_PAIR = 0.2
"""What a pair is worth, and as much again for each value that makes it a set."""


@lru_cache(maxsize=1 << 16)
def _progress(fits: Fits, values: Values) -> float:
    if not values:
        return 0.0
    lowest, rest = values[0], values[1:]
    ways = [_progress(fits, rest)]
    for set_values in _sets_from(fits, lowest):
        left = _without_values(values, set_values)
        if left is not None:
            ways.append(len(set_values) + _progress(fits, left))
    for place, other in enumerate(rest):
        missing = sum(fits(tuple(sorted((lowest, other, value)))) for value in VALUES)
        if missing:
            ways.append(_PAIR * (1 + missing) + _progress(fits, rest[:place] + rest[place + 1 :]))
    return max(ways)


@lru_cache(maxsize=1 << 14)
def splits(fits: Fits, values: Values) -> tuple[tuple[Values, ...], ...]:
    """Return every way to divide dice of one colour with these values into sets, as multisets of sets.

    >>> splits(lambda values: len(set(values)) == 1 and len(values) in (2, 4), (3, 3, 3, 3))
    (((3, 3), (3, 3)), ((3, 3, 3, 3),))
    """
    if not values:
        return ((),)
    ways = {
        tuple(sorted((set_values, *rest)))
        for set_values in _sets_from(fits, values[0])
        if (left := _without_values(values, set_values)) is not None
        for rest in splits(fits, left)
    }
    return tuple(sorted(ways))


@lru_cache(maxsize=256)
def _sets_from(fits: Fits, lowest: int) -> tuple[Values, ...]:
    """Return the sets whose lowest value is ``lowest``."""
    return tuple(
        (lowest, *rest)
        for size in range(LARGEST)
        for rest in combinations_with_replacement(VALUES[lowest - 1 :], size)
        if fits((lowest, *rest))
    )


def _without_values(values: Values, removed: Values) -> Values | None:
    left = list(values)
    for value in removed:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def _sets_of_split(pool: Dice, split: tuple[Values, ...]) -> Partition:
    """Return the sets of ``pool`` whose values ``split`` gives."""
    by_value: defaultdict[int, list[Die]] = defaultdict(list)
    for die in sorted(pool, reverse=True):
        by_value[die.value].append(die)
    return tuple([tuple(sorted([by_value[value].pop() for value in set_values])) for set_values in split])


def twelves(dice: Dice) -> Iterator[tuple[Dice, Dice]]:
    """Yield every different choice of a complete hand's number of dice, each with the dice left over."""
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
    """Return the points of a partition."""
    return sum(rules.points(rules, rules.equal(sets)))


def scored_partitions(rules: Rules, dice: Dice) -> tuple[Scored, ...]:
    """Return every partition of ``dice`` with its points, best first, then in sorted order."""
    return _best_first(rules, partitions(rules, dice))


def _best_first(rules: Rules, sorted_partitions: tuple[Partition, ...]) -> tuple[Scored, ...]:
    """Pair partitions, which come sorted, with their points, best first. Sorting keeps the order of equals."""
    return tuple(sorted([(sets, points_of(rules, sets)) for sets in sorted_partitions], key=lambda scored: -scored[1]))


def best(rules: Rules, dice: Dice) -> Found | None:
    """Return the score of ``dice``; None if they are not complete."""
    if len(dice) != COMPLETE:
        return None
    special = _best_special(rules, dice) if rules.specials else None
    return rules.settle(_best_partition(rules, dice), special)


def holds_complete(rules: Rules, dice: Dice) -> bool:
    """Tell whether a complete hand is among ``dice``, which may be any number."""
    spare = len(dice) - COMPLETE
    if spare < 0 or not (rules.specials or divides_except(rules, dice, spare)):
        return False
    return any(best(rules, chosen) is not None for chosen, _ in twelves(dice))


def waits(rules: Rules, hand: Dice) -> tuple[tuple[Die, int], ...]:
    """Return the dice that complete a hand of eleven, each with the score, colours as in the definition.

    A colour whose dice all lie in the hand is left out.
    """
    waiting = []
    for die in rules.deck:
        if sum(other.colour == die.colour for other in hand) < rules.dice[die.colour]:
            hand_score = best(rules, (*hand, die))
            if hand_score is not None:
                waiting.append((die, hand_score.score.total))
    return tuple(waiting)


def score(rules: Rules, sets: Partition) -> Score[Die]:
    """Return the score of a partition.

    It has an item for each set of six, for each set of three that stands alone, and for each group of sets that count
    as equal. The dice of an item are those of its sets, set by set.
    """
    groups = rules.equal(sets)
    return Score(tuple(map(_item, groups, rules.points(rules, groups))))


def _item(group: Sequence[Dice], points: int) -> ScoreItem[Die]:
    dice = tuple([die for dice_set in group for die in dice_set])
    if len(group) > 1:
        return ScoreItem("equal", phrase("scores-equal", count=len(group), points=points), dice, points)
    rule = "six" if len(dice) == 6 else "three"
    return ScoreItem(rule, phrase(f"scores-{rule}", points=points), dice, points)


def _best_partition(rules: Rules, dice: Dice) -> Found | None:
    ways = partitions(rules, dice)
    if len(ways) < 2:
        # Most complete hands have a single partition.
        return Found(score(rules, ways[0]), ways[0]) if ways else None
    chosen = rules.choose(_best_first(rules, ways))
    return Found(score(rules, chosen[0][0]), chosen[0][0] if len(chosen) == 1 else None)


def _best_special(rules: Rules, dice: Dice) -> Found | None:
    fitting = [special for special in rules.specials if divides(special, dice)]
    if not fitting:
        return None
    points = max(special.points for special in fitting)
    best_specials = [special for special in fitting if special.points == points]
    ways = {way for special in best_specials for way in groupings(special, dice)}
    reason = phrase("scores-special", name=best_specials[0].name, points=points)
    item = ScoreItem("special", reason, tuple(sorted(dice)), points)
    return Found(Score((item,)), ways.pop() if len(ways) == 1 else None)


# Rounds


class RoundResult(NamedTuple):
    """Result of a round: seats that had a turn, complete seats, and the score of every seat.

    ``turns`` and ``completers`` are in the order of the turns, ``scores`` by seat.
    """

    turns: tuple[int, ...]
    completers: tuple[int, ...]
    scores: tuple[int, ...]


def round_result(rules: Rules, hands: Sequence[Dice], start: int) -> RoundResult:
    """Return the result of a round that the seat ``start`` begins; ``hands`` are those after each seat's turn."""
    points: dict[int, int] = {}
    turns: list[int] = []
    for step in range(len(hands)):
        if turns and not rules.goes_on(bool(points)):
            break
        seat = (start + step) % len(hands)
        turns.append(seat)
        hand_score = best(rules, hands[seat])
        if hand_score is not None:
            points[seat] = hand_score.score.total
    completers = tuple(points)
    scorers = rules.scorers(completers)
    return RoundResult(
        tuple(turns), completers, tuple(points[seat] if seat in scorers else 0 for seat in range(len(hands)))
    )
