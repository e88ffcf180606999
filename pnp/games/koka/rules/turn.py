"""Turns: what a seat may do with the dice in the tray, and what it has afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from pnp.games.core.places import in_order, without
from pnp.games.core.score import Violation, refused
from pnp.games.koka.rules.dice import COMPLETE, Dice, Die, stray
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.scoring import divides_but_for, holds_complete
from pnp.model.text import phrase

REROLLED = 2
"""Dice of the tray that are rerolled together at most."""


class Take(NamedTuple):
    """Take ``die`` out of the tray and put ``given`` there: one die, or none."""

    die: Die
    given: Dice


class Reroll(NamedTuple):
    """Reroll ``dice`` of the tray, which then show ``faces``; take ``taken`` of these and give ``given`` back."""

    dice: Dice
    faces: Dice
    taken: Dice
    given: Dice


class Keep(NamedTuple):
    """Keep ``die`` of the tray. Where it is the last to be kept, ``taken`` is the die had for all of them, or None
    without discards, and ``given`` goes back: one die, or none."""

    die: Die
    taken: Die | None
    given: Dice


Move: TypeAlias = Take | Reroll | Keep


class Table(NamedTuple):
    """What a seat has and sees before its turn: its hand, its kept dice, the tray, the discards."""

    hand: Dice
    kept: Dice
    tray: Dice
    discards: Dice


class TrayAfter(NamedTuple):
    """The tray after a move: the dice that lie in it as they are, and those that are rolled into it, which show what
    they showed before."""

    lies: Dice
    rolls: Dice


class Outcome(NamedTuple):
    """A move judged: the violation or None, the hand and the kept dice afterwards, and whether the hand is complete.
    A move that is not allowed changes nothing."""

    violation: Violation | None
    hand: Dice
    kept: Dice
    complete: bool


def judge(rules: Rules, table: Table, move: Move) -> Outcome:
    """What ``move`` comes to. Of several violations the first counts, in the order of ``docs/kinds.md``."""
    kept = table.kept
    if isinstance(move, Keep):
        kept = (*kept, move.die) if len(kept) + 1 < rules.kept else ()
    violation = _violation(rules, table, move, kept)
    if violation is not None:
        return Outcome(violation, table.hand, table.kept, False)
    hand = without((*table.hand, *_taken(move)), move.given)
    return Outcome(None, hand, kept, holds_complete(rules, rules.own(hand, kept)))


def tray_after(rules: Rules, table: Table, move: Move) -> TrayAfter:
    """What lies in the tray after ``move``, and what is rolled into it; a move that is not allowed changes nothing."""
    if judge(rules, table, move).violation is not None:
        return TrayAfter(table.tray, ())
    if not isinstance(move, Reroll):
        return TrayAfter((*without(table.tray, (move.die,)), *move.given), ())
    untaken = without(move.faces, move.taken)
    again = rules.rolls_again(untaken)
    return TrayAfter((*without(table.tray, move.dice), *without(untaken, again)), (*again, *move.given))


def tray_violation(rules: Rules, tray: Dice, dice: Dice) -> Violation | None:
    """Why ``dice``, one of them, cannot be taken out of ``tray``."""
    if len(dice) != 1:
        return refused("dice-count", count=len(dice))
    return _missing(rules, "not-in-tray", dice, tray)


def pair_violation(rules: Rules, tray: Dice, dice: Dice) -> Violation | None:
    """Why ``dice`` of ``tray`` cannot be rerolled together."""
    counts = [count for count in range(1, REROLLED + 1) if rules.rerolls(count)]
    if len(tray) < counts[0]:
        return refused("tray-too-small", count=len(tray))
    if len(dice) not in counts:
        key = "violation-reroll-count" if len(counts) == 1 else "violation-reroll-count-any"
        return Violation("reroll-count", phrase(key, count=len(dice)))
    return _missing(rules, "not-in-tray", dice, tray)


def reroll_violation(rules: Rules, faces: Dice, taken: Dice) -> Violation | None:
    """Why ``taken`` cannot be taken of the rerolled dice, which show ``faces``."""
    if not rules.takes(len(taken)):
        return refused("take-count", taken=len(taken))
    return _missing(rules, "not-rerolled", taken, faces)


def discards_violation(rules: Rules, discards: Dice, dice: Dice) -> Violation | None:
    """Why ``dice``, one of them, cannot be had for the kept dice."""
    if len(dice) != 1:
        return refused("dice-count", count=len(dice))
    die = dice[0]
    if rules.obtainable(discards, die):
        return None
    name = rules.names.get(die.colour, die.colour)
    return refused("not-in-discards", colour=name, value=die.value)


def give_violation(rules: Rules, hand: Dice, kept: Dice, taken: Dice, given: Dice) -> Violation | None:
    """Why a seat with ``hand`` and ``kept`` dice cannot give ``given`` back after it has taken ``taken``."""
    dice = (*hand, *taken)
    missing = _missing(rules, "not-in-hand", given, dice)
    if missing is not None:
        return missing
    complete = bool(taken) and holds_complete(rules, rules.own(dice, kept))
    wanted = rules.gives(len(taken), complete)
    values = {"taken": len(taken), "given": len(given), "wanted": wanted}
    if len(given) != wanted:
        key = f"violation-give-{'one' if wanted else 'none'}-complete" if complete else "violation-give-count"
        return Violation("give-count", phrase(key, **values))
    if complete and len(taken) > wanted and not holds_complete(rules, rules.own(without(dice, given), kept)):
        # The seat would not be complete, and then it has given too few.
        return Violation("give-count", phrase("violation-give-count-breaks", **values))
    return None


def trades(rules: Rules, hand: Dice, kept: Dice, takes: Sequence[Dice]) -> list[tuple[Dice, Iterable[Dice]]]:
    """Each of ``takes``, which are equally many dice, and every choice of dice that may be given back for it: those
    without a ``give_violation``, sorted, each once."""
    if not takes:
        return []
    count, own = len(takes[0]), rules.own(hand, kept)
    if count and (rules.specials or divides_but_for(rules, own, count + max(0, len(own) + count - COMPLETE))):
        return [(taken, _givable(rules, hand, kept, taken)) for taken in takes]
    # Most hands are so far from complete that nothing to take completes them.
    wanted = rules.gives(count, False)
    if count == wanted == 1:
        single: list[Dice] = [(die,) for die in in_order(hand)]
        return [(taken, _with_one(single, taken)) for taken in takes]
    return [(taken, _choices(hand, taken, wanted)) for taken in takes]


def _givable(rules: Rules, hand: Dice, kept: Dice, taken: Dice) -> Iterable[Dice]:
    """Every choice of dice that may be given back for ``taken``, in order."""
    complete = holds_complete(rules, rules.own((*hand, *taken), kept))
    wanted = rules.gives(len(taken), complete)
    choices = _choices(hand, taken, wanted)
    if not complete or len(taken) <= wanted:
        return choices
    # A seat that would not stay complete has to give more.
    left = ((given, without((*hand, *taken), given)) for given in choices)
    return [given for given, dice in left if holds_complete(rules, rules.own(dice, kept))]


def _with_one(single: list[Dice], taken: Dice) -> list[Dice]:
    """``single`` dice with one more in its place, unless there is one like it."""
    place = bisect_left(single, taken)
    if place < len(single) and single[place] == taken:
        return single
    more = single.copy()
    more.insert(place, taken)
    return more


def _choices(hand: Dice, taken: Dice, count: int) -> Iterable[Dice]:
    """Every different choice of so many of a hand and what is taken, in order."""
    return dict.fromkeys(combinations(sorted((*hand, *taken)), count))


def _violation(rules: Rules, table: Table, move: Move, kept: Dice) -> Violation | None:
    """The first violation of ``move``; ``kept`` are the kept dice after it."""
    if isinstance(move, Reroll):
        found = pair_violation(rules, table.tray, move.dice) or _colours_violation(rules, move)
        found = found or reroll_violation(rules, move.faces, move.taken)
    else:
        found = tray_violation(rules, table.tray, (move.die,))
        if isinstance(move, Keep) and move.taken is not None:
            found = found or discards_violation(rules, table.discards, (move.taken,))
    return found or give_violation(rules, table.hand, kept, _taken(move), move.given)


def _colours_violation(rules: Rules, move: Reroll) -> Violation | None:
    for die, face in zip(move.dice, move.faces, strict=True):
        if die.colour != face.colour:
            names = {"colour": rules.names[die.colour], "found": rules.names[face.colour]}
            return refused("wrong-colours", **names)
    return None


def _missing(rules: Rules, code: str, dice: Dice, among: Dice) -> Violation | None:
    die = stray(dice, among)
    if die is None:
        return None
    return refused(code, colour=rules.names.get(die.colour, die.colour), value=die.value)


def _taken(move: Move) -> Dice:
    if isinstance(move, Reroll):
        return move.taken
    if isinstance(move, Take):
        return (move.die,)
    return () if move.taken is None else (move.taken,)
