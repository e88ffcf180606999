"""What dice score: the partition that counts, or a special hand, item by item."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.score import Score, ScoreItem
from pnp.games.koka.rules.dice import COMPLETE, Dice, Die, Partition
from pnp.games.koka.rules.partitions import divides_but_for, partitions, twelves
from pnp.games.koka.rules.record import Found, Rules, Scored
from pnp.games.koka.rules.special import divides, groupings
from pnp.model.text import phrase


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
