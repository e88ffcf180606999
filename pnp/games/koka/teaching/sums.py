"""What the sets of a hand score, in phrases: the sum, item by item, and what decides it."""

from __future__ import annotations

from pnp.games.koka.rules.decisions import by_colour, is_six
from pnp.games.koka.rules.dice import Dice, Partition, values_of
from pnp.games.koka.rules.partitions import is_set
from pnp.games.koka.rules.record import Rules, Scored
from pnp.games.koka.rules.scoring import scored_partitions
from pnp.model.text import Phrase, PhraseValue, phrase


def heading(rules: Rules, sets: Partition) -> Phrase:
    """What is to be learnt of these sets."""
    equal = tuple(len(group) for group in rules.equal(sets) if len(group) > 1)
    return phrase(f"heading-{_subject(rules, sets)}", groups=len(equal), count=max(equal, default=0))


def reason_of(rules: Rules, sets: Partition, total: Phrase, compared: bool = True) -> Phrase:
    """What decides the score of these sets, and the sum; ``compared`` with what a set of six is worth as two of
    three, where that is less."""
    groups = [group for group, _ in by_points(rules, sets) if len(group) > 1]
    values: dict[str, PhraseValue] = {
        "sets": tuple(phrase("equal-sets", values=_spelled(group[0]), count=len(group)) for group in groups),
        "sum": total,
    }
    six = next((one for one in sets if is_six(one)), None)
    if six is not None:
        beside = _beside(sets, six) or ()
        values |= {
            "six": _spelled(six),
            "first": _spelled(six[:3]),
            "second": _spelled(six[3:]),
            "three": _spelled(beside),
        }
    subject, parted = _subject(rules, sets), _parted(sets, six)
    told = parted and subject in ("six", "six-alone") and points_of(rules, parted) < points_of(rules, sets)
    if compared and told:
        return phrase(f"verdict-{subject}-parted", **values, other=sum_of(rules, parted))
    return phrase(f"verdict-{subject}", **values)


def no_two_sixes(rules: Rules, dice: Dice, counted: Scored) -> Phrase:
    """What dice that are two sets of six score otherwise: with one of these, or with none, whichever is not counted
    only compared, and only where it is worth less."""
    one = any(map(is_six, counted[0]))
    others = [way for way in scored_partitions(rules, dice) if any(map(is_six, way[0])) != one]
    other = max(others, key=lambda way: way[1], default=None)
    key, total = "verdict-no-two-sixes", sum_of(rules, counted[0])
    if other is None or other[1] >= counted[1]:
        return phrase(key, sum=total)
    return phrase(f"{key}-{'one' if one else 'threes'}", sum=total, other=sum_of(rules, other[0]))


def _subject(rules: Rules, sets: Partition) -> str:
    """What is to be learnt of these sets: the end of the keys of a heading and a verdict."""
    sixes = [one for one in sets if is_six(one)]
    equal = any(len(group) > 1 for group in rules.equal(sets))
    if two_sixes(rules, sets):
        return "no-two-sixes"
    if len(sixes) > 1:
        return "two-sixes"
    if not sixes:
        return "equal" if equal else "apart"
    if _beside(sets, sixes[0]) is not None:
        return "six-alone"
    return "six-equal" if equal else "six"


def sum_of(rules: Rules, sets: Partition) -> Phrase:
    """What the sets score, item by item, and what that comes to."""
    groups = by_points(rules, sets)
    terms = tuple(_term(rules, group, points) for group, points in groups)
    return phrase("sum", terms=terms, total=points_of(rules, sets))


def _term(rules: Rules, group: Partition, points: int) -> Phrase:
    """The points of an item, as they are worked out: ``(1+1+1)×3``, or a number."""
    if len(group) == 1:
        return phrase("number", number=points)
    return phrase("times", terms=tuple(rules.worth(rules, one) for one in group), count=len(group))


def by_points(rules: Rules, sets: Partition) -> list[tuple[Partition, int]]:
    place = {colour: index for index, colour in enumerate(rules.colours)}
    groups = rules.equal(tuple(sorted(sets, key=lambda one: (place[one[0].colour], one))))
    return sorted(zip(groups, rules.points(rules, groups), strict=True), key=lambda item: -item[1])


def points_of(rules: Rules, sets: Partition) -> int:
    return sum(points for _, points in by_points(rules, sets))


def two_sixes(rules: Rules, sets: Partition) -> Partition:
    """The two sets of six that the dice of other sets would be as well where these made a hand, else nothing."""
    pools = by_colour(tuple(die for one in sets for die in one))
    alike = len(pools) == 2 and all(is_set(rules, pool) for pool in pools)
    return pools if alike and not rules.complete(rules, pools) else ()


def _parted(sets: Partition, six: Dice | None) -> Partition:
    """These sets with two of three instead of the set of six; nothing without one."""
    if six is None:
        return ()
    return (six[:3], six[3:], *(one for one in sets if one != six))


def _beside(sets: Partition, six: Dice) -> Dice | None:
    """A set of three with the value of a set of six alike, if there is one."""
    first, second = values_of(six[:3]), values_of(six[3:])
    return next((one for one in sets if first == second == values_of(one)), None)


def _spelled(one: Dice) -> str:
    """The values of a set, rising: ``345``."""
    return "".join(map(str, values_of(one)))
