"""Oracle of koka: a second, deliberately plain reading of the rules, to check the engine against.

It tries every way to split the dice and every die that might complete them, and shares no code with the engine.

Decisions where the rules leave something open:

* A special hand scores instead of the sets if that is more; if it is as much, the sets score.
* The sets are named only if one partition is best; the same holds for the groupings of all special hands that score
  most.
* The list of partitions holds them all, also those that do not count by the reading KOKA-A2.
* The die just taken may be given back.
* Of thirteen dice that contain a complete twelve exactly one is given back, so that such a twelve is left.
* While there are discards, one of them is taken for the last kept die.
* Too few dice in the tray are reported before the number of dice that a reroll names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position
from pnp.games.koka.oracle.positions import (
    FACES,
    HAND,
    Die,
    check_turn,
    read_dice,
    read_hands,
    read_key,
    read_players,
    read_scores,
    read_trays,
    read_whole,
)
from pnp.games.koka.settings import Group, KokaSettings

# Dice and splits

Split: TypeAlias = tuple[tuple[Die, ...], ...]
"""Dice split into groups. The groups and the dice in each are sorted, so that equal splits compare equal."""


def is_set(dice: Sequence[Die]) -> bool:
    """Tell whether three or six dice are a set: of one colour, and all alike or consecutive.

    >>> is_set([("red", 4), ("red", 3), ("red", 5)]), is_set([("red", 6), ("red", 1), ("red", 2)])
    (True, False)
    """
    values = sorted(value for _, value in dice)
    alike = len(set(values)) == 1
    consecutive = values == list(range(values[0], values[0] + len(values)))
    return len(dice) in (3, 6) and len({colour for colour, _ in dice}) == 1 and (alike or consecutive)


def partitions(settings: KokaSettings, dice: Sequence[Die]) -> list[Split]:
    """Return every way to split twelve dice into the sets of a complete hand, each way once.

    The forms are four sets of three, or one of six and two of three; by KOKA-A3 also two sets of six.
    """
    forms = [(3, 3, 3, 3), (3, 3, 6)]
    if settings.readings.two_sixes == "form":
        forms.append((6, 6))
    splits = {tuple(sorted(sets)) for sets in _set_splits(sorted(dice))}
    return sorted(sets for sets in splits if tuple(sorted(len(dice_set) for dice_set in sets)) in forms)


def _set_splits(dice: list[Die]) -> Iterator[list[tuple[Die, ...]]]:
    """Yield ways to split sorted dice into sets of three and six. The first die joins others of its colour."""
    if not dice:
        yield []
        return
    tried = set()
    mates = [index for index in range(1, len(dice)) if dice[index][0] == dice[0][0]]
    for size in (3, 6):
        for chosen in combinations(mates, size - 1):
            dice_set = (dice[0], *(dice[index] for index in chosen))
            if dice_set in tried:
                continue
            tried.add(dice_set)
            if not is_set(dice_set):
                continue
            rest = [die for index, die in enumerate(dice) if index > 0 and index not in chosen]
            for other_sets in _set_splits(rest):
                yield [dice_set, *other_sets]


def score(settings: KokaSettings, sets: Split) -> int:
    """Return the score of the sets of a complete hand: ``k`` equal sets of three score ``k`` times ``k`` times one.

    Equal sets have the same values. By KOKA-A1 sets of one colour may not multiply each other: then one set of each
    colour does, and each further one scores by itself.
    """
    total = settings.sets.six * sum(1 for dice_set in sets if len(dice_set) == 6)
    threes = [dice_set for dice_set in sets if len(dice_set) == 3]
    for values in {_values(dice_set) for dice_set in threes}:
        equal = [dice_set for dice_set in threes if _values(dice_set) == values]
        multiplying, single = len(equal), 0
        if settings.readings.equal_sets == "different-colours":
            multiplying = len({dice_set[0][0] for dice_set in equal})
            single = len(equal) - multiplying
        total += (multiplying * multiplying + single) * settings.sets.three
    return total


def _values(dice_set: Sequence[Die]) -> tuple[int, ...]:
    return tuple(value for _, value in dice_set)


def groupings(groups: Sequence[Group], dice: Sequence[Die]) -> Iterator[Split]:
    """Yield ways to split dice into the groups of a special hand; one way may come more than once."""
    if len(dice) != sum(group.size for group in groups):
        return
    for split in _group_splits(list(groups), sorted(dice)):
        yield tuple(sorted(split))


def _group_splits(groups: list[Group], dice: list[Die]) -> Iterator[list[tuple[Die, ...]]]:
    """Yield ways to split sorted dice into groups. The first die joins some of the others in some group."""
    if not dice:
        yield []
        return
    for group in dict.fromkeys(groups):
        other_groups = list(groups)
        other_groups.remove(group)
        tried = set()
        mates = [index for index in range(1, len(dice)) if _may_lie_together(group, dice[0], dice[index])]
        for chosen in combinations(mates, group.size - 1):
            group_dice = (dice[0], *(dice[index] for index in chosen))
            if group_dice in tried:
                continue
            tried.add(group_dice)
            if not _is_group(group, group_dice):
                continue
            rest = [die for index, die in enumerate(dice) if index > 0 and index not in chosen]
            for other_sets in _group_splits(other_groups, rest):
                yield [group_dice, *other_sets]


def _may_lie_together(group: Group, die: Die, other: Die) -> bool:
    """Tell whether two dice do not exclude each other from a group."""
    distance = abs(die[1] - other[1])
    fitting = {"same": distance == 0, "run": 0 < distance < group.size, "any": True}
    return (group.colour == "any" or die[0] == other[0]) and fitting[group.value]


def _is_group(group: Group, dice: Sequence[Die]) -> bool:
    """Tell whether dice are a group of a special hand, by their colours and values.

    >>> _is_group(Group(2, "any", "run"), [("red", 3), ("blue", 2)]), _is_group(Group(2), [("red", 3), ("blue", 3)])
    (True, False)
    """
    values = sorted(value for _, value in dice)
    if group.colour == "same" and len({colour for colour, _ in dice}) > 1:
        return False
    if group.value == "same":
        return len(set(values)) == 1
    return group.value == "any" or values == list(range(values[0], values[0] + len(values)))


# Kinds of questions


def _setup(settings: KokaSettings, position: Position) -> dict[str, Any]:
    players = read_players(settings, position)
    rolled = [entry.dice for entry in settings.per_round if entry.players == players]
    left = sum(colour.dice for colour in settings.colours)
    for _ in range(players):
        left -= HAND - 1
    return {"dice_per_round": rolled[0], "start_dice_each": HAND - 1, "left_in_bag_after_start": left}


def _is_set(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = read_dice(settings, position, "dice", 3, 6)
    return {"is_set": is_set(dice), "size": len(dice)}


def _score(settings: KokaSettings, position: Position) -> dict[str, Any]:
    points, best = _hand_score(settings, read_dice(settings, position, "dice", HAND))
    sets = _split_as_json(next(iter(best))) if len(best) == 1 else None
    return {"complete": points is not None, "score": points, "sets": sets}


def _partitions(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Return all partitions into sets, the best first; equal scores in the order of their dice."""
    dice = read_dice(settings, position, "dice", HAND)
    ranked = [(score(settings, sets), sets) for sets in partitions(settings, dice)]
    ranked.sort(key=lambda pair: (-pair[0], pair[1]))
    return {"partitions": [{"sets": _split_as_json(sets), "score": points} for points, sets in ranked]}


def _waits(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = read_dice(settings, position, "dice", HAND - 1)
    return {"waits": [list(die) for die in _candidates(settings, dice) if _is_complete(settings, [*dice, die])]}


def _waits_scored(settings: KokaSettings, position: Position) -> dict[str, Any]:
    dice = read_dice(settings, position, "dice", HAND - 1)
    waiting = []
    for die in _candidates(settings, dice):
        points, _ = _hand_score(settings, [*dice, die])
        if points is not None:
            waiting.append((die, points))
    most = max((points for _, points in waiting), default=None)
    return {
        "waits": [[list(die), points] for die, points in waiting],
        "best": [list(die) for die, points in waiting if points == most],
    }


def _turn(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Answer a turn of each kind: the verdict, and the dice on the shelf and above it afterwards."""
    check_turn(settings, position)
    hand, kept = _dice(read_key(position, "hand")), _dice(read_key(position, "kept"))
    name, *parts = read_key(position, "move")
    if name == "take":
        violation, hand_after = _take(settings, position, *parts)
        kept_after = kept
    elif name == "reroll":
        violation, hand_after = _reroll(settings, position, *parts)
        kept_after = kept
    elif name == "keep" and len(parts) == 1:
        violation, hand_after = None if _holds([parts[0]], position, "tray") else "not-in-tray", hand
        kept_after = [*kept, *_dice(parts)]
    else:
        violation, hand_after = _last_keep(settings, position, *parts)
        kept_after = []
    if violation is not None:
        hand_after, kept_after = hand, kept
    return {
        "verdict": "allowed" if violation is None else "not-allowed",
        "violation": violation,
        "hand": _as_json(hand_after),
        "kept": _as_json(kept_after),
        "complete": _is_complete(settings, hand_after),
    }


def _tray(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Return the tray after a turn: dice with untouched faces, and colours of the dice rolled into it."""
    violation = _turn(settings, position)["violation"]
    lies, rolls = _dice(read_key(position, "tray")), []
    name, *parts = read_key(position, "move")
    if violation is not None:
        pass
    elif name == "reroll":
        dice, faces, taken, given = map(_dice, parts)
        lies, untaken = _remaining(lies, dice), _remaining(faces, taken)
        if settings.readings.untaken_dice == "stay":
            lies += untaken
        else:
            rolls += [colour for colour, _ in untaken]
        rolls += [colour for colour, _ in given]
    else:
        given = _dice([parts[-1]]) if len(parts) > 1 and parts[-1] is not None else []
        lies = _remaining(lies, _dice(parts[:1])) + given
    return {"lies": _as_json(lies), "rolls": rolls}


def _round(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Answer a round: every seat has a turn, and all complete seats score."""
    hands = read_hands(settings, position)
    return _result(settings, hands, read_whole(position, "start", 0, len(hands) - 1))


def _result(settings: KokaSettings, hands: Sequence[Sequence[Die]], start: int) -> dict[str, Any]:
    turns = [(start + step) % len(hands) for step in range(len(hands))]
    completers = [seat for seat in turns if _is_complete(settings, hands[seat])]
    scores = [_hand_score(settings, hand)[0] or 0 for hand in hands]
    return {"over": bool(completers), "turns": turns, "completers": completers, "scores": scores}


def _whole_round(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Answer the first round of a game: every seat takes its turn with the tray that it finds."""
    hands, trays = read_hands(settings, position, HAND - 1), read_trays(settings, position)
    start = read_whole(position, "start", 0, len(hands) - 1)
    turns = []
    for step, move in enumerate(read_key(position, "moves")):
        hand = hands[(start + step) % len(hands)]
        turns.append({"hand": hand, "kept": [], "tray": trays[step], "discards": [], "move": move})
    played = [_turn(settings, turn) for turn in turns]
    for step, out in enumerate(played):
        hands[(start + step) % len(hands)] = _dice(out["hand"])
    left = _tray(settings, turns[-1])
    result = _result(settings, hands, start)
    return {
        "violations": [out["violation"] for out in played],
        "complete": [out["complete"] for out in played],
        "hands": [_as_json(hand) for hand in hands],
        "left": len(left["lies"]) + len(left["rolls"]),
        **{key: result[key] for key in ("over", "completers", "scores")},
    }


def _match(settings: KokaSettings, position: Position) -> dict[str, Any]:
    games = read_scores(settings, position)
    totals = [sum(game[seat] for game in games) for seat in range(len(games[0]))]
    return {"totals": totals, "best": [seat for seat, total in enumerate(totals) if total == max(totals)]}


def _drawer(settings: KokaSettings, position: Position) -> dict[str, Any]:
    """Return the seat that draws: first the right neighbour of the start player, then each seat to the left."""
    players = read_players(settings, position)
    seat = (read_whole(position, "start", 0, players - 1) - 1) % players
    for _ in range(read_whole(position, "round", 0)):
        seat = (seat + 1) % players
    return {"drawer": seat}


# A hand


def _hand_score(settings: KokaSettings, dice: Sequence[Die]) -> tuple[int | None, set[Split]]:
    """Return the score of dice as a complete hand, and the splits with that score; None if they are not complete."""
    if len(dice) != HAND:
        return None, set()
    counting = partitions(settings, dice)
    with_six = [sets for sets in counting if any(len(dice_set) == 6 for dice_set in sets)]
    if settings.readings.partition == "six-first" and with_six:
        counting = with_six
    points = max((score(settings, sets) for sets in counting), default=None)
    best = {sets for sets in counting if score(settings, sets) == points}
    special = [(hand.points, set(groupings(hand.groups, dice))) for hand in settings.special_hands]
    most = max((hand_points for hand_points, splits in special if splits), default=None)
    if most is None or (points is not None and points >= most):
        return points, best
    return most, {split for hand_points, splits in special if hand_points == most for split in splits}


def _is_complete(settings: KokaSettings, dice: Sequence[Die]) -> bool:
    if len(dice) != HAND:
        return False
    special = any(next(groupings(hand.groups, dice), None) is not None for hand in settings.special_hands)
    return special or bool(partitions(settings, dice))


def _candidates(settings: KokaSettings, dice: Sequence[Die]) -> list[Die]:
    """Return every die at every face, except of colours whose dice all lie there already."""
    left = {colour.id: colour.dice - sum(1 for other, _ in dice if other == colour.id) for colour in settings.colours}
    return [(colour, value) for colour in left if left[colour] > 0 for value in FACES]


# Turns: the violation of a move, and the hand after it


def _take(settings: KokaSettings, position: Position, die: Any, given: Any) -> tuple[str | None, list[Die]]:
    if not _holds([die], position, "tray"):
        return "not-in-tray", []
    return _hand_after(settings, position, [die], [] if given is None else [given])


def _reroll(
    settings: KokaSettings, position: Position, dice: Any, faces: Any, taken: Any, given: Any
) -> tuple[str | None, list[Die]]:
    violation = None
    fewest = 2 if settings.readings.reroll_count == "two" else 1
    if len(read_key(position, "tray")) < fewest:
        violation = "tray-too-small"
    elif len(dice) < fewest:
        violation = "reroll-count"
    elif not _holds(dice, position, "tray"):
        violation = "not-in-tray"
    elif [colour for colour, _ in dice] != [colour for colour, _ in faces]:
        violation = "wrong-colours"
    elif _without(_dice(faces), _dice(taken)) is None:
        violation = "not-rerolled"
    return (violation, []) if violation else _hand_after(settings, position, taken, given)


def _last_keep(
    settings: KokaSettings, position: Position, die: Any, taken: Any, given: Any
) -> tuple[str | None, list[Die]]:
    """Exchange the kept dice for a die of the discards; its colour must be among them."""
    if not _holds([die], position, "tray"):
        return "not-in-tray", []
    colours = [colour for colour, _ in read_key(position, "discards")]
    if (colours or taken is not None) and (taken is None or taken[0] not in colours):
        return "not-in-discards", []
    return _hand_after(settings, position, [] if taken is None else [taken], [] if given is None else [given])


def _hand_after(settings: KokaSettings, position: Position, taken: Any, given: Any) -> tuple[str | None, list[Die]]:
    """Add dice to the hand and take as many away, unless the hand is complete with twelve of them."""
    dice = _dice(read_key(position, "hand")) + _dice(taken)
    left = _without(dice, _dice(given))
    if left is None:
        return "not-in-hand", []
    if any(_is_complete(settings, twelve) for twelve in _twelves(dice)):
        return None if _is_complete(settings, left) else "give-count", left
    return None if len(given) == len(taken) else "give-count", left


def _twelves(dice: Sequence[Die]) -> list[list[Die]]:
    """Return the twelve dice that may be left of twelve or thirteen; none of fewer."""
    if len(dice) == HAND:
        return [list(dice)]
    if len(dice) == HAND + 1:
        return [[die for index, die in enumerate(dice) if index != left_out] for left_out in range(len(dice))]
    return []


def _without(dice: Sequence[Die], removed: Sequence[Die]) -> list[Die] | None:
    """Return the dice that are left without ``removed``; None if some of those are missing.

    >>> _without([("red", 1), ("red", 1)], [("red", 1)]), _without([("red", 1)], [("red", 2)])
    ([('red', 1)], None)
    """
    left = list(dice)
    for die in removed:
        if die not in left:
            return None
        left.remove(die)
    return left


def _remaining(dice: Sequence[Die], removed: Sequence[Die]) -> list[Die]:
    """Return the dice that are left without ``removed``, which must all be there."""
    left = list(dice)
    for die in removed:
        left.remove(die)
    return left


def _holds(dice: Any, position: Position, place: str) -> bool:
    return _without(_dice(read_key(position, place)), _dice(dice)) is not None


# Positions and answers as JSON


def _dice(raw: Any) -> list[Die]:
    return [(colour, value) for colour, value in raw]


def _as_json(dice: Sequence[Die]) -> list[list[Any]]:
    return [list(die) for die in dice]


def _split_as_json(split: Split) -> list[list[Any]]:
    """Return each group of one colour as the colour and its rising values; any other group as its dice."""
    return [
        _as_json(group) if len({colour for colour, _ in group}) > 1 else [group[0][0], [value for _, value in group]]
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
        "whole_round": _whole_round,
        "match": _match,
        "drawer": _drawer,
    }
)
