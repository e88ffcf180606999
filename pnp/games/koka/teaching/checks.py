"""Rule checks of koka: a position, a move and a verdict, for each thing that can go wrong.

Every refusal has a look-alike that is allowed: the same dice with another move, or a die or two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Propose, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.teaching import proposals
from pnp.games.koka.teaching.proposals import few

Vary = Callable[[Position], Position]

_TURNS = 2
"""Positions for each check of a turn."""


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """Return the rule checks that ``rules`` call for."""
    checks = [*_set_checks(rules), *_give_checks(rules)]
    if max(rules.per_round.values()) > 1:
        checks += _reroll_checks(rules)
    if len(rules.colours) > 1:
        checks += _discard_checks(rules)
    return tuple(checks)


def _verdict(out: Answer) -> Hashable:
    return (out["verdict"], out["complete"])


def _rolled(out: Answer) -> Hashable:
    return tuple(sorted(out["rolls"]))


def _completes(position: Position, out: Answer) -> bool:
    return out["violation"] is None and bool(out["complete"])


def _goes_on(position: Position, out: Answer) -> bool:
    return out["violation"] is None and not out["complete"]


def _dice_count(position: Position) -> int:
    return sum(len(position[key]) for key in ("dice", "hand", "kept", "tray", "discards") if key in position)


_check = partial(rule_check, cost=_dice_count, headline=_verdict)


def _alike(
    rules: Rules, name: str, original: Lesson, rank: int, vary: Vary, floor: Floor, needs: tuple[str, ...] = ()
) -> Lesson:
    """Return a look-alike of ``original``; if the game has too few dice for it, the position stays as it is."""

    def varied(random: Random, position: Position) -> Position:
        changed = vary(position)
        return changed if proposals.has_all_dice(rules, changed) else position

    return look_alike(name, original, rank, varied, floor, needs)


def _set_checks(rules: Rules) -> list[Lesson]:
    """Return checks of dice that are no set (over the six, several colours, four or five), each with a set."""

    def is_set(out: Answer) -> Hashable:
        return bool(out["is_set"])

    def shows(expected: bool) -> Floor:
        return lambda position, out: out["is_set"] is expected

    def score(out: Answer) -> Hashable:
        return int(out["score"]) if out["complete"] else -1

    def dice(name: str, line: Callable[[Random], str]) -> Propose:
        def propose(random: Random) -> Position:
            source = few(random, name)
            return proposals.hand(rules, source, line(source))

        return propose

    def complete(expected: bool) -> Floor:
        return lambda position, out: out["complete"] is expected

    wraps = dice("check-wrap", lambda random: f"a{random.choice(('561', '612'))}")
    wrap = _check("check-wrap", "is_set", 100, wraps, shows(False), ("runs-wrap",), headline=is_set)
    checks = [wrap, _alike(rules, "check-run", wrap, 101, proposals.straightened, shows(True))]
    if len(rules.colours) > 1:
        mixed = dice("check-colours", lambda random: "a{0} b{0} c{0}".format(random.choice("3456")))
        colours = _check("check-colours", "is_set", 102, mixed, shows(False), ("sets-mix-colours",), headline=is_set)
        checks += [colours, _alike(rules, "check-alike", colours, 103, proposals.recoloured, shows(True))]
    long_hands = dice("check-long", proposals.too_long)
    long_check = _check("check-long", "score", 104, long_hands, complete(False), ("four-or-five-set",), headline=score)
    return [*checks, long_check, _alike(rules, "check-six", long_check, 105, proposals.mended, complete(True))]


def _give_checks(rules: Rules) -> list[Lesson]:
    """Return checks of what is given back for a die that completes the hand, and of one that is kept instead."""

    def one_short(random: Random) -> Position:
        return proposals.completing(rules, few(random, "check-twelve-give", _TURNS))

    refused = refused_by("give-count")
    give = _check("check-twelve-give", "turn", 110, one_short, refused, ("complete-gives-back",))
    return [
        give,
        _alike(rules, "check-twelve", give, 111, proposals.giving_nothing, _completes),
        _alike(rules, "check-keep", give, 112, partial(proposals.keeping, rules), _goes_on, ("kept-die-counts",)),
    ]


def _reroll_checks(rules: Rules) -> list[Lesson]:
    """Return checks of old faces, of untaken dice and of a single die, each beside a reroll that is allowed, and of
    thirteen dice with a complete hand."""

    def old_face(random: Random) -> Position:
        return proposals.old_face(rules, few(random, "check-reroll-old", _TURNS))

    def thirteen(random: Random) -> Position:
        return proposals.thirteen(rules, few(random, "check-spare", _TURNS))

    old = _check("check-reroll-old", "turn", 130, old_face, refused_by("not-rerolled"))
    floor = _goes_on if rules.rerolls(1) else refused_by("reroll-count")
    return [
        old,
        _alike(rules, "check-reroll", old, 131, proposals.new_face, _goes_on, ("reroll-takes-two",)),
        _untaken_check(rules, old),
        _alike(rules, "check-reroll-single", old, 133, proposals.one_die, floor, ("reroll-one", "reroll-needs-two")),
        _check("check-spare", "turn", 134, thirteen, _completes),
    ]


def _untaken_check(rules: Rules, original: Lesson) -> Lesson:
    """Return the check of rerolled dice that are not taken: a question about the tray."""

    def rolls(position: Position, out: Answer) -> bool:
        return bool(out["rolls"]) == bool(rules.rolls_again((Die(rules.colours[0], 1),)))

    needs = ("untaken-stay", "untaken-again")
    check = _alike(rules, "check-reroll-left", original, 132, proposals.leaving_both, rolls, needs)
    return replace(check, kind="tray", headline=_rolled)


def _discard_checks(rules: Rules) -> list[Lesson]:
    """Return checks of a colour that is not among the discards, and of one that is, at another face."""

    def missing(random: Random) -> Position:
        return proposals.exchanging(rules, few(random, "check-exchange", _TURNS))

    absent = _check(
        "check-exchange-colour", "turn", 140, missing, refused_by("not-in-discards"), ("any-discard-colour",)
    )
    return [
        absent,
        _alike(rules, "check-exchange", absent, 141, proposals.of_discarded_colour, _goes_on, ("discard-keeps-face",)),
    ]
