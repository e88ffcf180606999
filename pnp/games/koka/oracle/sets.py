"""What the oracle of koka knows about dice: sets, and every way to split dice into them, found by trying them all.

It shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from pnp.games.koka.settings import Group, KokaSettings

Die: TypeAlias = tuple[str, int]
"""A colour id and the value that lies on top."""

Split: TypeAlias = tuple[tuple[Die, ...], ...]
"""Dice split into groups; the groups and the dice in each are sorted, so equal splits are equal."""

HAND = 12
"""Dice in a complete hand."""


def is_set(dice: Sequence[Die]) -> bool:
    """Whether three or six dice are a set: of one colour, and all alike or consecutive.

    >>> is_set([("red", 4), ("red", 3), ("red", 5)]), is_set([("red", 6), ("red", 1), ("red", 2)])
    (True, False)
    """
    values = sorted(value for _, value in dice)
    alike = len(set(values)) == 1
    consecutive = values == list(range(values[0], values[0] + len(values)))
    return len(dice) in (3, 6) and len({colour for colour, _ in dice}) == 1 and (alike or consecutive)


def partitions(settings: KokaSettings, dice: Sequence[Die]) -> list[Split]:
    """Every way to split twelve dice into the sets of a complete hand; each way once, whichever dice are alike.

    Four sets of three, or one of six and two of three; by KOKA-A3 also two sets of six.
    """
    forms = [(3, 3, 3, 3), (3, 3, 6)]
    if settings.readings.two_sixes == "form":
        forms.append((6, 6))
    splits = {tuple(sorted(sets)) for sets in _set_splits(sorted(dice))}
    return sorted(sets for sets in splits if tuple(sorted(len(one) for one in sets)) in forms)


def _set_splits(dice: list[Die]) -> Iterator[list[tuple[Die, ...]]]:
    """Ways to split sorted dice into sets of three and six: the first die lies in some set with others of its
    colour."""
    if not dice:
        yield []
        return
    tried = set()
    mates = [index for index in range(1, len(dice)) if dice[index][0] == dice[0][0]]
    for size in (3, 6):
        for chosen in combinations(mates, size - 1):
            one = (dice[0], *(dice[index] for index in chosen))
            if one in tried:
                continue
            tried.add(one)
            if not is_set(one):
                continue
            rest = [die for index, die in enumerate(dice) if index > 0 and index not in chosen]
            for others in _set_splits(rest):
                yield [one, *others]


def score(settings: KokaSettings, sets: Split) -> int:
    """What the sets of a complete hand score together: ``k`` equal sets of three score ``k`` times ``k`` times one.

    Equal sets have the same values. By KOKA-A1 sets of one colour may not multiply each other: then one set of each
    colour does, and each further one scores by itself.
    """
    total = settings.sets.six * sum(1 for one in sets if len(one) == 6)
    threes = [one for one in sets if len(one) == 3]
    for values in {_values(one) for one in threes}:
        equal = [one for one in threes if _values(one) == values]
        multiplying, single = len(equal), 0
        if settings.readings.equal_sets == "different-colours":
            multiplying = len({one[0][0] for one in equal})
            single = len(equal) - multiplying
        total += (multiplying * multiplying + single) * settings.sets.three
    return total


def _values(one: Sequence[Die]) -> tuple[int, ...]:
    return tuple(value for _, value in one)


def groupings(groups: Sequence[Group], dice: Sequence[Die]) -> Iterator[Split]:
    """Ways to split dice into the groups of a special hand; one way may come more than once."""
    if len(dice) != sum(group.size for group in groups):
        return
    for split in _group_splits(list(groups), sorted(dice)):
        yield tuple(sorted(split))


def _group_splits(groups: list[Group], dice: list[Die]) -> Iterator[list[tuple[Die, ...]]]:
    """The first die lies in some group with some of the others."""
    if not dice:
        yield []
        return
    for group in dict.fromkeys(groups):
        left = list(groups)
        left.remove(group)
        tried = set()
        mates = [index for index in range(1, len(dice)) if _may_lie_together(group, dice[0], dice[index])]
        for chosen in combinations(mates, group.size - 1):
            one = (dice[0], *(dice[index] for index in chosen))
            if one in tried:
                continue
            tried.add(one)
            if not _is_group(group, one):
                continue
            rest = [die for index, die in enumerate(dice) if index > 0 and index not in chosen]
            for others in _group_splits(left, rest):
                yield [one, *others]


def _may_lie_together(group: Group, one: Die, other: Die) -> bool:
    """Whether two dice do not rule each other out in a group."""
    apart = abs(one[1] - other[1])
    fitting = {"same": apart == 0, "run": 0 < apart < group.size, "any": True}
    return (group.colour == "any" or one[0] == other[0]) and fitting[group.value]


def _is_group(group: Group, dice: Sequence[Die]) -> bool:
    """Whether dice are a group of a special hand, as to their colours and as to their values.

    >>> _is_group(Group(2, "any", "run"), [("red", 3), ("blue", 2)]), _is_group(Group(2), [("red", 3), ("blue", 3)])
    (True, False)
    """
    values = sorted(value for _, value in dice)
    if group.colour == "same" and len({colour for colour, _ in dice}) > 1:
        return False
    if group.value == "same":
        return len(set(values)) == 1
    return group.value == "any" or values == list(range(values[0], values[0] + len(values)))
