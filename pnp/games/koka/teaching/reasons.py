"""Why a turn is allowed or not, in phrases that name its dice."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.core.places import without
from pnp.games.core.score import Violation
from pnp.games.koka.rules.dice import Die, stray
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.scoring import holds_complete
from pnp.games.koka.rules.turn import Keep, Move, Outcome, Reroll, Table, Take
from pnp.model.text import Phrase, phrase


def die_name(rules: Rules, die: Die) -> Phrase:
    """A die by its colour and value."""
    return phrase("die-name", colour=rules.names[die.colour], value=die.value)


def reason(rules: Rules, table: Table, move: Move, outcome: Outcome) -> tuple[Phrase, bool]:
    """Why a move is allowed, and whether it does not do what one might think."""
    given = _names(rules, move.given)
    if isinstance(move, Keep):
        return _of_keeping(rules, table, move, outcome)
    taken = move.taken if isinstance(move, Reroll) else (move.die,)
    if outcome.complete:
        key = "reason-thirteen" if move.given else "reason-complete"
        return phrase(key, dice=_names(rules, taken), given=given), False
    if isinstance(move, Take):
        return phrase("reason-take", taken=die_name(rules, move.die), given=given), False
    return _of_rerolling(rules, move), False


def _of_keeping(rules: Rules, table: Table, move: Keep, outcome: Outcome) -> tuple[Phrase, bool]:
    """A kept die; the last one, and what it brings."""
    kept, given = len(table.kept) + 1, _names(rules, move.given)
    die = die_name(rules, move.die)
    if move.taken is not None:
        brought = die_name(rules, move.taken)
        turned = move.taken not in table.discards
        if outcome.complete:
            key = "reason-exchange-complete-turned" if turned else "reason-exchange-complete"
        else:
            key = "reason-exchange" if turned else "reason-exchange-as-it-lies"
        values = {"kept": kept, "last": die, "die": brought, **brought.values}
        return phrase(key, **values, **({} if outcome.complete else {"given": given})), False
    if kept == rules.kept:
        return phrase("reason-exchange-nothing", kept=kept, last=die), True
    if holds_complete(rules, rules.own((*table.hand, move.die), ())):
        return phrase("reason-keep-complete", die=die), True
    return phrase("reason-keep", die=die), False


def _of_rerolling(rules: Rules, move: Reroll) -> Phrase:
    """What is taken of the rerolled dice, what is rolled for it, and what happens to the others."""
    left = without(move.faces, move.taken)
    happens = "again" if rules.rolls_again(left) else "stay"
    if not move.taken:
        return phrase(f"reason-none-{happens}", left=_names(rules, left))
    taken, given = _names(rules, move.taken), _names(rules, move.given)
    if not left:
        return phrase("reason-all", taken=taken, given=given)
    return phrase(f"reason-some-{happens}", taken=taken, given=given, left=_names(rules, left))


def why_not(rules: Rules, table: Table, move: Move, violation: Violation) -> Phrase:
    """Why a move is not allowed: the reason of its violation, or where it is known better what was mistaken."""
    if violation.code == "not-in-hand" and given_kept(table, move):
        return phrase("violation-kept-die", die=die_name(rules, move.given[0]))
    if violation.reason.key == "violation-give-none-complete" and move.given:
        return phrase("violation-give-back-complete", given=_names(rules, move.given))
    if violation.code in ("not-in-tray", "tray-too-small"):
        strange = stray(move.dice if isinstance(move, Reroll) else (move.die,), table.tray)
        if strange is not None and isinstance(move, Reroll) and strange in table.hand:
            return phrase("violation-own-die", die=die_name(rules, strange))
        if strange is not None and strange in table.discards:
            return phrase("violation-in-discards", die=die_name(rules, strange))
    if violation.code == "not-rerolled" and isinstance(move, Reroll):
        strange = stray(move.taken, move.faces)
        if strange is not None and strange in move.dice:
            return phrase("violation-old-face", die=die_name(rules, strange))
    return violation.reason


def given_kept(table: Table, move: Move) -> bool:
    """Whether what is given back are kept dice, and none of the hand."""
    return stray(move.given, table.hand) is not None and stray(move.given, table.kept) is None


def _names(rules: Rules, dice: Iterable[Die]) -> tuple[Phrase, ...]:
    return tuple(die_name(rules, die) for die in dice)
