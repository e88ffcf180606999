"""The oracle of koka: a second, deliberately plain reading of the rules, to hold against the engine.

It tries every way to split the dice and every die that might complete them, and shares no code with the engine. A
position is trusted to be one that can be.

Decisions where the rules leave something open:

* A special hand scores instead of the sets where that is more; where it is as much, the sets score.
* Sets that score together have one best partition, or none is named; the same holds for the groupings of all special
  hands that score most.
* The list of partitions holds them all, also those that the reading KOKA-A2 does not let count.
* The die just taken may be given back.
* Of thirteen dice that contain a complete twelve exactly one is given back, so that such a twelve is left.
* While there are discards, one of them is taken for the last kept die.
* A reroll with too few dice in the tray is told as that, however many dice it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.koka.settings import Group, KokaSettings

# What the oracle of koka knows about dice: sets, and every way to split dice into them, found by trying them all.
#
# It shares no code with the engine.

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


FACES = (1, 2, 3, 4, 5, 6)


# The kinds


def _setup(settings: KokaSettings, position: Position) -> dict[str, Any]:
    players = _get(position, "players")
    rolled = [entry.dice for entry in settings.per_round if entry.players == players]
    if not rolled:
        raise PositionError(f"how many dice are rolled with {players!r} players is not said")
    left = sum(colour.dice for colour in settings.colours)
    for _ in range(players):
        left -= HAND - 1
    return {"dice_per_round": rolled[0], "start_dice_each": HAND - 1, "left_in_bag_after_start": left}


def _is_set(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = _dice(_get(position, "dice"))
    return {"is_set": is_set(dice), "size": len(dice)}


def _score(settings: KokaSettings, position: Position) -> dict[str, Any]:
    points, best = _judged(settings, _dice(_get(position, "dice")))
    sets = _spelled(next(iter(best))) if len(best) == 1 else None
    return {"complete": points is not None, "score": points, "sets": sets}


def _partitions(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """All partitions into sets, the best first; equal scores in the order of their dice."""
    found = [(score(settings, sets), sets) for sets in partitions(settings, _dice(_get(position, "dice")))]
    found.sort(key=lambda one: (-one[0], one[1]))
    return {"partitions": [{"sets": _spelled(sets), "score": points} for points, sets in found]}


def _waits(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = _dice(_get(position, "dice"))
    return {"waits": [list(die) for die in _candidates(settings, dice) if _is_complete(settings, [*dice, die])]}


def _waits_scored(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = _dice(_get(position, "dice"))
    found = []
    for die in _candidates(settings, dice):
        points, _ = _judged(settings, [*dice, die])
        if points is not None:
            found.append((die, points))
    most = max((points for _, points in found), default=None)
    return {
        "waits": [[list(die), points] for die, points in found],
        "best": [list(die) for die, points in found if points == most],
    }


def _turn(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """One of the three kinds of turn, and what stands on the shelf and above it afterwards."""
    hand, kept = _dice(_get(position, "hand")), _dice(_get(position, "kept"))
    do, *words = _get(position, "move")
    if do == "take":
        violation, after = _take(settings, position, *words)
        kept_after = kept
    elif do == "reroll":
        violation, after = _reroll(settings, position, *words)
        kept_after = kept
    elif do == "keep" and len(words) == 1:
        violation, after = None if _held([words[0]], position, "tray") else "not-in-tray", hand
        kept_after = [*kept, *_dice(words)]
    elif do == "keep":
        violation, after = _last_keep(settings, position, *words)
        kept_after = []
    else:
        raise PositionError(f"a turn is 'take', 'reroll' or 'keep', not {do!r}")
    if violation is not None:
        after, kept_after = hand, kept
    return {
        "verdict": "allowed" if violation is None else "not-allowed",
        "violation": violation,
        "hand": _listed(after),
        "kept": _listed(kept_after),
        "complete": _is_complete(settings, after),
    }


def _tray(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """The tray after a turn: the dice in it whose faces nobody has touched since, and the colours of those that are
    rolled as they come into it."""
    lies, rolls = _dice(_get(position, "tray")), []
    do, *words = _get(position, "move")
    if _turn(settings, position)["violation"] is not None:
        pass
    elif do == "reroll":
        dice, faces, taken, back = map(_dice, words)
        lies, untaken = _less(lies, dice), _less(faces, taken)
        if settings.readings.untaken_dice == "stay":
            lies += untaken
        else:
            rolls += [colour for colour, _ in untaken]
        rolls += [colour for colour, _ in back]
    else:
        back = _dice([words[-1]]) if len(words) > 1 and words[-1] is not None else []
        lies = _less(lies, _dice(words[:1])) + back
    return {"lies": _listed(lies), "rolls": rolls}


def _round(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Everyone has a turn, whoever completes, and all who completed score."""
    hands = [_dice(hand) for hand in _get(position, "hands")]
    turns = [(_get(position, "start") + step) % len(hands) for step in range(len(hands))]
    completers = [seat for seat in turns if _is_complete(settings, hands[seat])]
    scores = [_judged(settings, hand)[0] or 0 for hand in hands]
    return {"over": bool(completers), "turns": turns, "completers": completers, "scores": scores}


def _match(settings: KokaSettings, position: Position) -> dict[str, Any]:
    games = _get(position, "scores")
    totals = [sum(game[seat] for game in games) for seat in range(len(games[0]))]
    return {"totals": totals, "best": [seat for seat, total in enumerate(totals) if total == max(totals)]}


def _drawer(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """The right neighbour of the start player draws first; then the task moves left, seat by seat."""
    players = _get(position, "players")
    seat = (_get(position, "start") - 1) % players
    for _ in range(_get(position, "round")):
        seat = (seat + 1) % players
    return {"drawer": seat}


# A hand


def _judged(settings: KokaSettings, dice: Sequence[Die]) -> tuple[int | None, set[Split]]:
    """What dice score as a complete hand, and the splits that score it; None where they are not complete."""
    if len(dice) != HAND:
        return None, set()
    found = partitions(settings, dice)
    with_six = [sets for sets in found if any(len(one) == 6 for one in sets)]
    if settings.readings.partition == "six-first" and with_six:
        found = with_six
    points = max((score(settings, sets) for sets in found), default=None)
    best = {sets for sets in found if score(settings, sets) == points}
    special = [(one.points, set(groupings(one.groups, dice))) for one in settings.special_hands]
    most = max((worth for worth, splits in special if splits), default=None)
    if most is None or (points is not None and points >= most):
        return points, best
    return most, {split for worth, splits in special if worth == most for split in splits}


def _is_complete(settings: KokaSettings, dice: Sequence[Die]) -> bool:
    if len(dice) != HAND:
        return False
    special = any(next(groupings(one.groups, dice), None) is not None for one in settings.special_hands)
    return special or bool(partitions(settings, dice))


def _candidates(settings: KokaSettings, dice: Sequence[Die]) -> list[Die]:
    """Every die at every face, but for the colours whose dice all lie there already."""
    left = {colour.id: colour.dice - sum(1 for held, _ in dice if held == colour.id) for colour in settings.colours}
    return [(colour, value) for colour in left if left[colour] > 0 for value in FACES]


# Turns: what is wrong with a move, and the hand after it


def _take(settings: KokaSettings, position: Position, die: Any, give: Any) -> tuple[str | None, list[Die]]:
    if not _held([die], position, "tray"):
        return "not-in-tray", []
    return _given(settings, position, [die], [] if give is None else [give])


def _reroll(
    settings: KokaSettings, position: Position, dice: Any, faces: Any, taken: Any, back: Any
) -> tuple[str | None, list[Die]]:
    violation = None
    fewest = 2 if settings.readings.reroll_count == "two" else 1
    if len(_get(position, "tray")) < fewest:
        violation = "tray-too-small"
    elif len(dice) < fewest:
        violation = "reroll-count"
    elif not _held(dice, position, "tray"):
        violation = "not-in-tray"
    elif [colour for colour, _ in dice] != [colour for colour, _ in faces]:
        violation = "wrong-colours"
    elif _without(_dice(faces), _dice(taken)) is None:
        violation = "not-rerolled"
    return (violation, []) if violation else _given(settings, position, taken, back)


def _last_keep(
    settings: KokaSettings, position: Position, die: Any, taken: Any, give: Any
) -> tuple[str | None, list[Die]]:
    """The kept die that is exchanged, with the others, for a die of the discards: its colour must be among them."""
    if not _held([die], position, "tray"):
        return "not-in-tray", []
    colours = [colour for colour, _ in _get(position, "discards")]
    if (colours or taken is not None) and (taken is None or taken[0] not in colours):
        return "not-in-discards", []
    return _given(settings, position, [] if taken is None else [taken], [] if give is None else [give])


def _given(settings: KokaSettings, position: Position, taken: Any, back: Any) -> tuple[str | None, list[Die]]:
    """Dice are added to the hand, and others leave it: as many, unless the hand is complete with twelve of them."""
    dice = _dice(_get(position, "hand")) + _dice(taken)
    left = _without(dice, _dice(back))
    if left is None:
        return "not-in-hand", []
    if any(_is_complete(settings, twelve) for twelve in _twelves(dice)):
        return None if _is_complete(settings, left) else "give-count", left
    return None if len(back) == len(taken) else "give-count", left


def _twelves(dice: Sequence[Die]) -> list[list[Die]]:
    """The twelve dice that may be left of twelve or thirteen; none of fewer."""
    if len(dice) == HAND:
        return [list(dice)]
    if len(dice) == HAND + 1:
        return [[die for place, die in enumerate(dice) if place != out] for out in range(len(dice))]
    return []


def _without(dice: Sequence[Die], gone: Sequence[Die]) -> list[Die] | None:
    """The dice that are left when some are taken away; None where not all of those are there.

    >>> _without([("red", 1), ("red", 1)], [("red", 1)]), _without([("red", 1)], [("red", 2)])
    ([('red', 1)], None)
    """
    left = list(dice)
    for die in gone:
        if die not in left:
            return None
        left.remove(die)
    return left


def _less(dice: Sequence[Die], gone: Sequence[Die]) -> list[Die]:
    """The dice that are left when some that are there are taken away."""
    left = list(dice)
    for die in gone:
        left.remove(die)
    return left


def _held(dice: Any, position: Position, place: str) -> bool:
    return _without(_dice(_get(position, place)), _dice(dice)) is not None


# Positions and answers as JSON data


def _get(position: Position, key: str) -> Any:
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def _dice(listed: Any) -> list[Die]:
    return [(colour, value) for colour, value in listed]


def _listed(dice: Sequence[Die]) -> list[list[Any]]:
    return [list(die) for die in dice]


def _spelled(split: Split) -> list[list[Any]]:
    """A group of one colour as the colour and its values, which rise; any other group as its dice."""
    return [
        _listed(group) if len({colour for colour, _ in group}) > 1 else [group[0][0], [value for _, value in group]]
        for group in split
    ]


oracle = Oracle[KokaSettings](
    {
        "setup": _setup,
        "is_set": _is_set,
        "score": _score,
        "partitions": _partitions,
        "waits": _waits,
        "waits_scored": _waits_scored,
        "turn": _turn,
        "tray": _tray,
        "round": _round,
        "match": _match,
        "drawer": _drawer,
    }
)
