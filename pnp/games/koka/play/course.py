"""The course of a match: draws and rolls, what an action does to the dice, the ends of turns, rounds and games.

Draws and rolls follow from the seed of the deal and from how many there were before, so that a state knows its future.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pnp.games.core.places import gathered, put, without
from pnp.games.koka.play.state import Colours, Deal, Phase, State
from pnp.games.koka.rules.decks import VALUES
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.rounds import round_result


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
