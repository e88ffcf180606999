"""The rule checks of koka: a position, a move and a verdict, one for each thing that may be tried and go wrong.

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
from pnp.games.koka.rules.scoring import holds_complete
from pnp.games.koka.teaching import proposals
from pnp.games.koka.teaching.proposals import dice_of, few

Vary = Callable[[Position], Position]

_ON_CARDS = ("check-wrap", "check-colours", "check-complete", "check-keep")
_TURNS = 2
"""Positions of each check of a turn."""


def check_lessons(rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``rules`` call for."""
    found = [*_sets(rules), *_giving(rules), *_taking(rules)]
    if max(rules.per_round.values()) > 1:
        found += _rerolling(rules)
    if len(rules.colours) > 1:
        found += _discards(rules)
    return tuple(replace(lesson, essential=lesson.id in _ON_CARDS) for lesson in found)


def _verdict(out: Answer) -> Hashable:
    return (out["verdict"], out["complete"])


def _rolled(out: Answer) -> Hashable:
    return tuple(sorted(out["rolls"]))


def _completes(position: Position, out: Answer) -> bool:
    return out["violation"] is None and bool(out["complete"])


def _goes_on(position: Position, out: Answer) -> bool:
    return out["violation"] is None and not out["complete"]


def _dice(position: Position) -> int:
    return sum(len(position[key]) for key in ("dice", "hand", "kept", "tray", "discards") if key in position)


_check = partial(rule_check, cost=_dice, headline=_verdict)


def _alike(
    rules: Rules, name: str, of: Lesson, rank: int, vary: Vary, floor: Floor, needs: tuple[str, ...] = ()
) -> Lesson:
    """A look-alike of the lesson ``of``; where the game has too few dice for it, the position as it is."""

    def varied(random: Random, position: Position) -> Position:
        new = vary(position)
        return new if proposals.there(rules, new) else position

    return look_alike(name, of, rank, varied, floor, needs)


def _sets(rules: Rules) -> list[Lesson]:
    """What is no set: over the six, of several colours, of four or five; and what is one instead."""

    def is_set(out: Answer) -> Hashable:
        return bool(out["is_set"])

    def shows(value: bool) -> Floor:
        return lambda position, out: out["is_set"] is value

    def score(out: Answer) -> Hashable:
        return int(out["score"]) if out["complete"] else -1

    def dice(name: str, line: Callable[[Random], str]) -> Propose:
        def propose(random: Random) -> Position:
            one = few(random, name)
            return proposals.hand(rules, one, line(one))

        return propose

    def complete(value: bool) -> Floor:
        return lambda position, out: out["complete"] is value

    wraps = dice("check-wrap", lambda random: f"a{random.choice(('561', '612'))}")
    wrap = _check("check-wrap", "is_set", 100, wraps, shows(False), ("runs-wrap",), headline=is_set)
    found = [wrap, _alike(rules, "check-run", wrap, 101, proposals.straightened, shows(True))]
    if len(rules.colours) > 1:
        mixed = dice("check-colours", lambda random: "a{0} b{0} c{0}".format(random.choice("3456")))
        colours = _check("check-colours", "is_set", 102, mixed, shows(False), ("sets-mix-colours",), headline=is_set)
        found += [colours, _alike(rules, "check-alike", colours, 103, proposals.recoloured, shows(True))]
    long = dice("check-long", proposals.too_long)
    longer = _check("check-long", "score", 104, long, complete(False), ("four-or-five-set",), headline=score)
    return [*found, longer, _alike(rules, "check-six", longer, 105, proposals.mended, complete(True))]


def _giving(rules: Rules) -> list[Lesson]:
    """What is given back for a die that completes the hand, and for one that does not."""

    def one_short(random: Random) -> Position:
        return proposals.completing(rules, few(random, "check-give", _TURNS))

    def far(random: Random) -> Position:
        return proposals.taking(rules, few(random, "check-give-none", _TURNS))

    refused = refused_by("give-count")
    give = _check("check-give", "turn", 110, one_short, refused, ("complete-gives-back",))
    none = _check("check-give-none", "turn", 113, far, refused)
    return [
        give,
        _alike(rules, "check-complete", give, 111, proposals.giving_nothing, _completes),
        _alike(rules, "check-keep", give, 112, partial(proposals.keeping, rules), _goes_on, ("kept-die-counts",)),
        none,
        _alike(rules, "check-give-one", none, 114, proposals.giving_one, _goes_on),
    ]


def _taking(rules: Rules) -> list[Lesson]:
    """A die that is not in the tray; one that is not in the hand; and as it should be."""

    def from_discards(random: Random) -> Position:
        return proposals.from_discards(rules, few(random, "check-take", _TURNS))

    def given_kept(random: Random) -> Position:
        return proposals.giving_kept(rules, few(random, "check-give-kept", _TURNS))

    take = _check("check-take-discard", "turn", 120, from_discards, refused_by("not-in-tray"))
    found = [take, _alike(rules, "check-take", take, 121, proposals.from_tray, _goes_on)]
    if rules.kept > 1:
        kept = _check("check-give-kept", "turn", 122, given_kept, refused_by("not-in-hand"))
        found += [kept, _alike(rules, "check-give-own", kept, 123, proposals.giving_one, _goes_on)]
    return found


def _rerolling(rules: Rules) -> list[Lesson]:
    """A face that is no longer there, dice that are not taken, a single die, one of the hand, two that complete."""

    def old_face(random: Random) -> Position:
        return proposals.old_face(rules, few(random, "check-reroll-old", _TURNS))

    def single(random: Random) -> Position:
        return proposals.single_die(rules, few(random, "check-reroll-one", _TURNS))

    def thirteen(random: Random) -> Position:
        return proposals.thirteen(rules, few(random, "check-thirteen", _TURNS))

    old = _check("check-reroll-old", "turn", 130, old_face, refused_by("not-rerolled"))
    small = "not-in-tray" if rules.rerolls(1) else "tray-too-small"
    alone = _check("check-reroll-one", "turn", 134, single, refused_by(small))
    needed = partial(_both_needed, rules)
    both = _check("check-reroll-give-two", "turn", 136, thirteen, (needed, refused_by("give-count")))
    one = _goes_on if rules.rerolls(1) else refused_by("reroll-count")
    reroll = _alike(rules, "check-reroll", old, 131, proposals.new_face, _goes_on, ("reroll-takes-two",))
    return [
        old,
        reroll,
        _untaken(rules, old),
        _alike(rules, "check-reroll-single", old, 133, proposals.one_die, one, ("reroll-one", "reroll-needs-two")),
        alone,
        _alike(rules, "check-reroll-two", alone, 135, proposals.second_die, _goes_on),
        both,
        _alike(rules, "check-thirteen", both, 137, proposals.giving_one_of_two, _completes),
    ]


def _untaken(rules: Rules, of: Lesson) -> Lesson:
    """What happens to rerolled dice that are not taken: a question about the tray."""

    def rolls(position: Position, out: Answer) -> bool:
        return bool(out["rolls"]) == bool(rules.rolls_again((Die(rules.colours[0], 1),)))

    needs = ("untaken-stay", "untaken-again")
    found = _alike(rules, "check-reroll-left", of, 132, proposals.leaving_both, rolls, needs)
    return replace(found, kind="tray", headline=_rolled)


def _both_needed(rules: Rules, position: Position, out: Answer) -> bool:
    """The hand is complete with both dice that are taken, and not with one of them."""
    hand, taken = dice_of(position["hand"]), dice_of(position["move"][3])
    one = any(holds_complete(rules, (*hand, die)) for die in taken)
    return out["violation"] == "give-count" and not one


def _discards(rules: Rules) -> list[Lesson]:
    """A colour that is not among the discards, and one that is, at another face."""

    def missing(random: Random) -> Position:
        return proposals.exchanging(rules, few(random, "check-exchange", _TURNS))

    none = _check("check-exchange-colour", "turn", 140, missing, refused_by("not-in-discards"), ("any-discard-colour",))
    return [
        none,
        _alike(rules, "check-exchange", none, 141, proposals.of_a_colour_there, _goes_on, ("discard-keeps-face",)),
    ]
