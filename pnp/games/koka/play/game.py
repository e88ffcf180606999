"""A match of koka from the first deal to the last game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from pnp.games.core.game import TurnGame
from pnp.games.core.places import gathered, in_order, put, without
from pnp.games.core.score import Violation, refused
from pnp.games.koka.play.state import ACTIONS, STATES, Action, Colours, Deal, Do, Phase, State
from pnp.games.koka.rules.dice import COMPLETE, HAND, VALUES, Dice, Die
from pnp.games.koka.rules.record import Rules, totals
from pnp.games.koka.rules.scoring import round_result
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

# The course of a match: draws and rolls, what an action does to the dice, the ends of turns, rounds and games.
#
# Draws and rolls follow from the seed of the deal and from how many there were before, so that a state knows its
# future.


def begun(rules: Rules, deal: Deal) -> State:
    """The first game of a match, ready for its first turn."""
    nothing: tuple[Dice, ...] = ((),) * deal.players
    state = State("trade", deal.start, 0, 0, nothing, nothing, (), (), (), (), deal.seed, 0, max(1, deal.rounds), ())
    return _new_game(rules, state)


def taken(state: State, dice: Dice, given: Dice) -> State:
    """One die of the tray goes to the hand, ``given`` to the tray."""
    return state._replace(hands=_with(state, dice, given), tray=gathered(without(state.tray, dice), given))


def rerolled(state: State, dice: Dice) -> State:
    """Dice of the tray are rolled again, and the seat looks at them."""
    faces = _rolled(state.seed, state.chance, [die.colour for die in dice])
    return state._replace(phase="pick", tray=without(state.tray, dice), rolled=faces, chance=state.chance + 1)


def picked(rules: Rules, state: State, dice: Dice, given: Dice) -> State:
    """Some of the rerolled dice go to the hand, the others to the tray, rolled again or as they fell; ``given`` is
    rolled and goes there too."""
    untaken = without(state.rolled, dice)
    again = rules.rolls_again(untaken)
    faces = _rolled(state.seed, state.chance, [die.colour for die in (*again, *given)])
    return state._replace(
        phase="trade",
        hands=_with(state, dice, given),
        rolled=(),
        tray=gathered(state.tray, without(untaken, again), faces),
        chance=state.chance + 1,
    )


def kept(rules: Rules, state: State, die: Die) -> State:
    """A die of the tray is kept; the last one sends all of them to the bag, and one of the discards is had for them,
    where there are any."""
    seat = _turn(state)
    above = gathered(state.kept[seat], (die,))
    tray = without(state.tray, (die,))
    if len(above) < rules.kept:
        return state._replace(kept=put(state.kept, seat, above), tray=tray)
    bag = tuple(sorted((*state.bag, *(one.colour for one in above))))
    phase: Phase = "exchange" if state.discards else state.phase
    return state._replace(phase=phase, kept=put(state.kept, seat, ()), tray=tray, bag=bag)


def exchanged(state: State, dice: Dice, given: Dice) -> State:
    """A die of the discards goes to the hand, at the face that ``dice`` shows; ``given`` goes to the tray as it is."""
    lying = next(die for die in state.discards if die.colour == dice[0].colour)
    return state._replace(
        phase="trade",
        hands=_with(state, dice, given),
        tray=gathered(state.tray, given),
        discards=without(state.discards, (lying,)),
    )


def ended_turn(rules: Rules, state: State) -> State:
    """The next turn, round or game after a turn, or the end of the match."""
    acted, seats = state.acted + 1, len(state.hands)
    someone = COMPLETE in map(len, state.hands)
    if acted < seats and rules.goes_on(someone):
        return state._replace(acted=acted)
    discards = gathered(state.discards, state.tray)
    if not someone and state.round + 1 < state.rounds:
        return _new_round(rules, state, state.round + 1, discards)
    scores = (*state.scores, round_result(rules, state.hands, state.start).scores)
    if len(scores) == rules.games:
        return state._replace(phase="over", acted=acted, tray=(), discards=discards, scores=scores)
    return _new_game(rules, state._replace(start=(state.start + 1) % seats, scores=scores))


def _new_game(rules: Rules, state: State) -> State:
    """All dice go to the bag, and every seat draws and rolls a hand, the start player first."""
    seats, chance = len(state.hands), state.chance
    nothing: tuple[Dice, ...] = ((),) * seats
    bag = tuple(sorted([colour for colour in rules.colours for _ in range(rules.dice[colour])]))
    hands = nothing
    for step in range(seats):
        hand, bag = _drawn(state.seed, chance, bag, HAND)
        hands = put(hands, (state.start + step) % seats, hand)
        chance += _CHANCES_OF_A_DRAW
    return _new_round(rules, state._replace(hands=hands, kept=nothing, bag=bag, chance=chance), 0, ())


def _new_round(rules: Rules, state: State, number: int, discards: Dice) -> State:
    """New dice in the tray. Where the bag holds too few, the discards go back into it first (KOKA-A6)."""
    count, bag = rules.per_round[len(state.hands)], state.bag
    if len(bag) < count:
        bag, discards = tuple(sorted((*bag, *[die.colour for die in discards]))), ()
    tray, bag = _drawn(state.seed, state.chance, bag, count)
    return state._replace(
        round=number, acted=0, tray=tray, discards=discards, bag=bag, chance=state.chance + _CHANCES_OF_A_DRAW
    )


_CHANCES_OF_A_DRAW = 2
"""Dice are drawn, and then rolled."""


def _drawn(seed: int, chance: int, bag: Colours, count: int) -> tuple[Dice, Colours]:
    """So many dice drawn and rolled, and what is left in the bag."""
    drawn = _chance(seed, chance).sample(bag, count)
    return _rolled(seed, chance + 1, drawn), without(bag, drawn)


def _rolled(seed: int, chance: int, colours: Sequence[str]) -> Dice:
    if not colours:
        return ()
    choice = _chance(seed, chance).choice
    return tuple(sorted([Die(colour, choice(VALUES)) for colour in colours]))


def _chance(seed: int, chance: int) -> Random:
    """What decides the draw or roll before which there were so many."""
    return Random(f"{seed} {chance}")  # noqa: S311 - a deal that can be repeated, no secret


def _with(state: State, dice: Dice, given: Dice) -> tuple[Dice, ...]:
    """The hands after the seat to act has taken ``dice`` and given others back."""
    seat = _turn(state)
    return put(state.hands, seat, tuple(sorted(without((*state.hands[seat], *dice), given))))


def _turn(state: State) -> int:
    return (state.start + state.acted) % len(state.hands)


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
