"""Turns of koka: legal moves with the dice in the tray, and the hand and tray after a move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from pnp.games.core.places import in_order, without
from pnp.games.core.score import Violation, refused
from pnp.games.koka.rules.dice import COMPLETE, Dice, Die, first_missing
from pnp.games.koka.rules.record import Rules, die_name
from pnp.games.koka.rules.scoring import divides_except, holds_complete
from pnp.model.text import phrase

REROLLED = 2
"""Most dice of the tray that are rerolled together."""


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
    """Keep ``die`` of the tray.

    The last kept die brings ``taken`` for all of them, or None without discards; ``given``, one die or none, goes back.
    """

    die: Die
    taken: Die | None
    given: Dice


Move: TypeAlias = Take | Reroll | Keep


class Table(NamedTuple):
    """Dice before a turn: the hand and the kept dice of the seat, the tray, and the discards."""

    hand: Dice
    kept: Dice
    tray: Dice
    discards: Dice


class TrayAfter(NamedTuple):
    """Tray after a move: dice that lie in it unchanged, and dice that are rolled into it.

    ``rolls`` show the faces from before the roll.
    """

    lies: Dice
    rolls: Dice


class Outcome(NamedTuple):
    """Judged move: the violation or None, the hand and the kept dice afterwards, and whether the hand is complete.

    A move that is not allowed changes nothing.
    """

    violation: Violation | None
    hand: Dice
    kept: Dice
    complete: bool


def judge(rules: Rules, table: Table, move: Move) -> Outcome:
    """Judge ``move``. The first of several violations counts, in the order of ``docs/kinds.md``."""
    kept = table.kept
    if isinstance(move, Keep):
        kept = (*kept, move.die) if len(kept) + 1 < rules.kept else ()
    violation = _violation(rules, table, move, kept)
    if violation is not None:
        return Outcome(violation, table.hand, table.kept, False)
    hand = without((*table.hand, *_taken(move)), move.given)
    return Outcome(None, hand, kept, holds_complete(rules, rules.own(hand, kept)))


def tray_after(rules: Rules, table: Table, move: Move) -> TrayAfter:
    """Return the tray after ``move``. A move that is not allowed changes nothing."""
    if judge(rules, table, move).violation is not None:
        return TrayAfter(table.tray, ())
    if not isinstance(move, Reroll):
        return TrayAfter((*without(table.tray, (move.die,)), *move.given), ())
    untaken = without(move.faces, move.taken)
    rolled_again = rules.rolls_again(untaken)
    return TrayAfter((*without(table.tray, move.dice), *without(untaken, rolled_again)), (*rolled_again, *move.given))


def tray_violation(rules: Rules, tray: Dice, dice: Dice) -> Violation | None:
    """Explain why ``dice``, which must be one, cannot be taken out of ``tray``; None if it can."""
    if len(dice) != 1:
        return refused("dice-count", count=len(dice))
    return _missing(rules, "not-in-tray", dice, tray)


def pair_violation(rules: Rules, tray: Dice, dice: Dice) -> Violation | None:
    """Explain why ``dice`` of ``tray`` cannot be rerolled together; None if they can."""
    counts = [count for count in range(1, REROLLED + 1) if rules.rerolls(count)]
    if len(tray) < counts[0]:
        return refused("tray-too-small", count=len(tray))
    if len(dice) not in counts:
        key = "violation-reroll-count" if len(counts) == 1 else "violation-reroll-count-any"
        return Violation("reroll-count", phrase(key, count=len(dice)))
    return _missing(rules, "not-in-tray", dice, tray)


def reroll_violation(rules: Rules, faces: Dice, taken: Dice) -> Violation | None:
    """Explain why ``taken`` cannot be taken of the rerolled dice, which show ``faces``; None if it can."""
    if not rules.takes(len(taken)):
        return refused("take-count", taken=len(taken))
    return _missing(rules, "not-rerolled", taken, faces)


def discards_violation(rules: Rules, discards: Dice, dice: Dice) -> Violation | None:
    """Explain why ``dice``, which must be one, cannot be had for the kept dice; None if it can."""
    if len(dice) != 1:
        return refused("dice-count", count=len(dice))
    die = dice[0]
    if rules.obtainable(discards, die):
        return None
    name = rules.names.get(die.colour, die.colour)
    return refused("not-in-discards", colour=name, value=die.value)


def give_violation(rules: Rules, hand: Dice, kept: Dice, taken: Dice, given: Dice) -> Violation | None:
    """Explain why a seat cannot give ``given`` back after it has taken ``taken``; None if it can."""
    dice = (*hand, *taken)
    missing = _missing(rules, "not-in-hand", given, dice)
    if missing is not None:
        return missing
    complete = bool(taken) and holds_complete(rules, rules.own(dice, kept))
    due = rules.gives(len(taken), complete)
    values = {"taken": len(taken), "given": len(given), "wanted": due}
    if len(given) != due:
        if complete and not due:
            back = tuple(die_name(rules, die) for die in given)
            return Violation("give-count", phrase("violation-give-back-complete", given=back))
        return Violation("give-count", phrase(f"violation-give-{'one-complete' if complete else 'count'}", **values))
    if complete and len(taken) > due and not holds_complete(rules, rules.own(without(dice, given), kept)):
        # Without ``given`` the seat would not be complete, and would owe one more die.
        return Violation("give-count", phrase("violation-give-count-breaks", **values))
    return None


def trades(rules: Rules, hand: Dice, kept: Dice, takes: Sequence[Dice]) -> list[tuple[Dice, Iterable[Dice]]]:
    """Pair each of ``takes``, which hold equally many dice, with the legal choices to give back for it.

    The choices have no ``give_violation``; they are sorted, each once.
    """
    if not takes:
        return []
    count, own_dice = len(takes[0]), rules.own(hand, kept)
    if count and (rules.specials or divides_except(rules, own_dice, count + max(0, len(own_dice) + count - COMPLETE))):
        return [(taken, _givable(rules, hand, kept, taken)) for taken in takes]
    # Most hands are so far from complete that no die completes them.
    due = rules.gives(count, False)
    if count == due == 1:
        given_one: list[Dice] = [(die,) for die in in_order(hand)]
        return [(taken, _insert_die(given_one, taken)) for taken in takes]
    return [(taken, _choices(hand, taken, due)) for taken in takes]


def _givable(rules: Rules, hand: Dice, kept: Dice, taken: Dice) -> Iterable[Dice]:
    """Return every choice of dice that may be given back for ``taken``, in order."""
    complete = holds_complete(rules, rules.own((*hand, *taken), kept))
    due = rules.gives(len(taken), complete)
    choices = _choices(hand, taken, due)
    if not complete or len(taken) <= due:
        return choices
    # A choice that breaks the complete hand is not enough: the seat would owe one more die.
    trials = ((given, without((*hand, *taken), given)) for given in choices)
    return [given for given, dice in trials if holds_complete(rules, rules.own(dice, kept))]


def _insert_die(choices: list[Dice], taken: Dice) -> list[Dice]:
    """Insert ``taken`` into ``choices``, which are sorted single dice, unless an equal die is there."""
    index = bisect_left(choices, taken)
    if index < len(choices) and choices[index] == taken:
        return choices
    extended = choices.copy()
    extended.insert(index, taken)
    return extended


def _choices(hand: Dice, taken: Dice, count: int) -> Iterable[Dice]:
    """Return every different choice of ``count`` dice out of a hand and the taken dice, in order."""
    return dict.fromkeys(combinations(sorted((*hand, *taken)), count))


def _violation(rules: Rules, table: Table, move: Move, kept: Dice) -> Violation | None:
    """Return the first violation of ``move``, or None; ``kept`` are the kept dice after it."""
    if isinstance(move, Reroll):
        violation = pair_violation(rules, table.tray, move.dice) or _colours_violation(rules, move)
        violation = violation or reroll_violation(rules, move.faces, move.taken)
    else:
        violation = tray_violation(rules, table.tray, (move.die,))
        if isinstance(move, Keep) and move.taken is not None:
            violation = violation or discards_violation(rules, table.discards, (move.taken,))
    return violation or give_violation(rules, table.hand, kept, _taken(move), move.given)


def _colours_violation(rules: Rules, move: Reroll) -> Violation | None:
    for die, face in zip(move.dice, move.faces, strict=True):
        if die.colour != face.colour:
            names = {"colour": rules.names[die.colour], "found": rules.names[face.colour]}
            return refused("wrong-colours", **names)
    return None


def _missing(rules: Rules, code: str, dice: Dice, among: Dice) -> Violation | None:
    """Refuse with ``code`` the first of ``dice`` that is missing ``among`` others; None if all are there."""
    die = first_missing(dice, among)
    if die is None:
        return None
    return refused(code, colour=rules.names.get(die.colour, die.colour), value=die.value)


def _taken(move: Move) -> Dice:
    if isinstance(move, Reroll):
        return move.taken
    if isinstance(move, Take):
        return (move.die,)
    return () if move.taken is None else (move.taken,)
