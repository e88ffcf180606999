"""A match of koka from the first deal to the last game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from pnp.games.core.game import TurnGame
from pnp.games.core.places import gathered, in_order
from pnp.games.core.score import Violation, refused
from pnp.games.koka.play.course import begun, ended_turn, exchanged, kept, picked, rerolled, taken
from pnp.games.koka.play.reachable import STATES
from pnp.games.koka.play.state import ACTIONS, Action, Deal, Do, State
from pnp.games.koka.rules.dice import Dice, Die
from pnp.games.koka.rules.record import Rules, totals
from pnp.games.koka.rules.turn import (
    REROLLED,
    discards_violation,
    give_violation,
    pair_violation,
    reroll_violation,
    trades,
    tray_violation,
)
from pnp.model.text import phrase

_PHASE_OF = {"take": "trade", "reroll": "trade", "keep": "trade", "pick": "pick", "exchange": "exchange"}


class KokaPlay(TurnGame[Rules, State, Action, Deal]):
    """The Play of koka: all games of a match. It returns the totals; seats that share the highest share the win."""

    states = STATES
    actions = ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """The first start player, and what decides every draw and roll, by ``seed``.

        A game ends after ``ROUNDS`` rounds at the latest; ``deal._replace(rounds=…)`` sets another bound.
        """
        start = Random(seed).randrange(players)  # noqa: S311 - a deal that can be repeated, no secret
        return Deal(players, start, seed)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state after everyone has drawn and rolled, with the first dice in the tray."""
        return begun(rules, deal)

    def choices(self, rules: Rules, state: State, seat: int) -> list[Action]:
        """The actions of the phase with the dice that are there, and all that may be given back for them, in order."""
        hand, above = state.hands[seat], state.kept[seat]
        # There are dozens in most turns: new(Action, (do, dice, given)) is Action(do, dice, given) in half the time.
        new = tuple.__new__

        def traded(do: Do, takes: Sequence[Dice]) -> list[Action]:
            found = trades(rules, hand, above, takes)
            return [new(Action, (do, dice, given)) for dice, choices in found for given in choices]

        if state.phase == "pick":
            counts = filter(rules.takes, range(len(state.rolled) + 1))
            return sorted([one for count in counts for one in traded("pick", _together(state.rolled, (count,)))])
        if state.phase == "exchange":
            wishes = [die for die in rules.faces.values() if rules.obtainable(state.discards, die)]
            return traded("exchange", _together(wishes, (1,)))
        single: list[Dice] = [(die,) for die in in_order(state.tray)]
        rerolled = _together(state.tray, [count for count in range(1, REROLLED + 1) if rules.rerolls(count)])
        found = [new(Action, ("keep", dice, ())) for dice in single]
        found += [new(Action, ("reroll", dice, ())) for dice in rerolled]
        found += traded("take", single)
        return found

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """All choices: what may be given back has been tried already."""
        return tuple(self.choices(rules, state, seat))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterator[Action]:
        """A die that lies elsewhere, too much or too little taken or given back, an action at the wrong moment."""
        seat = 0 if seat is None else seat
        hand, rival = state.hands[seat], state.hands[(seat + 1) % state.seats]
        lying = (*state.rolled, *state.tray, *state.discards, *hand)[0]
        elsewhere = _die_outside(rules, state.rolled if state.phase == "pick" else state.tray)
        yield from (Action("take", (lying,)), Action("keep", (lying,)), Action("pick", ()))
        yield Action("exchange", (lying,))
        yield from (Action("reroll", gathered((lying, elsewhere))), Action("reroll", (lying,)))
        yield from (Action("take", (elsewhere,), hand[:1]), Action("keep", (elsewhere,)))
        yield Action("pick", (elsewhere,), hand[:1])
        yield Action("exchange", (_die_outside(rules, state.discards),), hand[:1])
        for given in (hand[:2], (rival[0],), (_die_outside(rules, (*hand, lying)),)):
            yield Action("take", (lying,), given)
            yield Action("pick", state.rolled, given)
            yield Action("exchange", (lying,), given)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Why an action is not allowed: the phase, the dice it is about, or those given back."""
        if _PHASE_OF.get(action.do) != state.phase:
            return refused(f"{state.phase}-first")
        found = _dice_violation(rules, state, action)
        if found is not None:
            return found
        if action.do in ("reroll", "keep"):
            return Violation("give-count", phrase(f"violation-give-{action.do}")) if action.given else None
        return give_violation(rules, state.hands[seat], state.kept[seat], action.dice, action.given)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """The dice moved, and the turn ended where the action ends it."""
        if action.do == "reroll":
            return rerolled(state, action.dice)
        if action.do == "keep":
            after = kept(rules, state, action.dice[0])
            return after if after.phase == "exchange" else ended_turn(rules, after)
        if action.do == "pick":
            return ended_turn(rules, picked(rules, state, action.dice, action.given))
        step = taken if action.do == "take" else exchanged
        return ended_turn(rules, step(state, action.dice, action.given))

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The total of every seat over all games."""
        return tuple(totals(state.scores))


def drawer_of(rules: Rules, state: State) -> int:
    """The seat that has drawn and rolled the dice of this round."""
    return rules.drawer(state.start, state.round, state.seats)


def _together(dice: Iterable[Die], counts: Iterable[int]) -> list[Dice]:
    """Every different choice of so many ``dice``, in order; each is as its dice lie."""
    lying = tuple(dice)
    return in_order([chosen for count in counts for chosen in combinations(lying, count)])


def _dice_violation(rules: Rules, state: State, action: Action) -> Violation | None:
    """Why the dice that an action is about cannot be had."""
    if action.do == "reroll":
        return pair_violation(rules, state.tray, action.dice)
    if action.do == "pick":
        return reroll_violation(rules, state.rolled, action.dice)
    if action.do == "exchange":
        return discards_violation(rules, state.discards, action.dice)
    return tray_violation(rules, state.tray, action.dice)


def _die_outside(rules: Rules, dice: Dice) -> Die:
    """A die that is not among ``dice``: of a colour that is not there, where there is one."""
    missing = [die for die in rules.faces.values() if die not in dice]
    colours = {die.colour for die in dice}
    return next((die for die in missing if die.colour not in colours), missing[0] if missing else dice[0])
