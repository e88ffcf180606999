"""The course of a match: draws and rolls, what an action does to the dice, the ends of turns, rounds and games.

Draws and rolls follow from the seed of the deal and from how many there were before, so that a state knows its future.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from pnp.games.core.places import gathered, put, without
from pnp.games.koka.play.state import Deal, State
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
    return _to_hand(state, dice, given)._replace(tray=gathered(without(state.tray, dice), given))


def rerolled(state: State, dice: Dice) -> State:
    """Dice of the tray are rolled again, and the seat looks at them."""
    state = state._replace(phase="pick", tray=without(state.tray, dice))
    faces, state = _roll(state, (die.colour for die in dice))
    return state._replace(rolled=faces)


def picked(rules: Rules, state: State, dice: Dice, given: Dice) -> State:
    """Some of the rerolled dice go to the hand, the others to the tray, rolled again or as they fell; ``given`` is
    rolled and goes there too."""
    untaken = without(state.rolled, dice)
    again = rules.rolls_again(untaken)
    state = _to_hand(state, dice, given)._replace(phase="trade", rolled=())
    faces, state = _roll(state, (die.colour for die in (*again, *given)))
    return state._replace(tray=gathered(state.tray, without(untaken, again), faces))


def kept(rules: Rules, state: State, die: Die) -> State:
    """A die of the tray is kept; the last one sends all of them to the bag, and one of the discards is had for them,
    where there are any."""
    seat = _turn(state)
    above = gathered(state.kept[seat], (die,))
    state = state._replace(tray=without(state.tray, (die,)))
    if len(above) < rules.kept:
        return state._replace(kept=put(state.kept, seat, above))
    bag = tuple(sorted((*state.bag, *(one.colour for one in above))))
    phase = state._replace(phase="exchange") if state.discards else state
    return phase._replace(kept=put(state.kept, seat, ()), bag=bag)


def exchanged(state: State, dice: Dice, given: Dice) -> State:
    """A die of the discards goes to the hand, at the face that ``dice`` shows; ``given`` goes to the tray as it is."""
    lying = next(die for die in state.discards if die.colour == dice[0].colour)
    state = _to_hand(state, dice, given)._replace(phase="trade", discards=without(state.discards, (lying,)))
    return state._replace(tray=gathered(state.tray, given))


def ended_turn(rules: Rules, state: State) -> State:
    """The next turn, round or game after a turn, or the end of the match."""
    state = state._replace(acted=state.acted + 1)
    someone = any(len(hand) == COMPLETE for hand in state.hands)
    if state.acted < state.seats and rules.goes_on(someone):
        return state
    state = state._replace(tray=(), discards=gathered(state.discards, state.tray))
    if not someone and state.round + 1 < state.rounds:
        return _new_round(rules, state._replace(round=state.round + 1, acted=0))
    scores = (*state.scores, round_result(rules, state.hands, state.start).scores)
    if len(scores) == rules.games:
        return state._replace(phase="over", scores=scores)
    return _new_game(rules, state._replace(start=(state.start + 1) % state.seats, round=0, acted=0, scores=scores))


def _new_game(rules: Rules, state: State) -> State:
    """All dice go to the bag, and every seat draws and rolls a hand, the start player first."""
    nothing: tuple[Dice, ...] = ((),) * state.seats
    bag = tuple(sorted(colour for colour in rules.colours for _ in range(rules.dice[colour])))
    state = state._replace(hands=nothing, kept=nothing, discards=(), bag=bag)
    for step in range(state.seats):
        hand, state = _draw_and_roll(state, HAND)
        state = state._replace(hands=put(state.hands, (state.start + step) % state.seats, hand))
    return _new_round(rules, state)


def _new_round(rules: Rules, state: State) -> State:
    """New dice in the tray. Where the bag holds too few, the discards go back into it first (KOKA-A6)."""
    count = rules.per_round[state.seats]
    if len(state.bag) < count:
        state = state._replace(bag=tuple(sorted((*state.bag, *(die.colour for die in state.discards)))), discards=())
    tray, state = _draw_and_roll(state, count)
    return state._replace(tray=tray)


def _draw_and_roll(state: State, count: int) -> tuple[Dice, State]:
    random, state = _chance(state)
    drawn = random.sample(state.bag, count)
    left = list(state.bag)
    for colour in drawn:
        left.remove(colour)
    return _roll(state._replace(bag=tuple(left)), drawn)


def _roll(state: State, colours: Iterable[str]) -> tuple[Dice, State]:
    random, state = _chance(state)
    return tuple(sorted(Die(colour, random.choice(VALUES)) for colour in colours)), state


def _chance(state: State) -> tuple[Random, State]:
    random = Random(f"{state.seed} {state.chance}")  # noqa: S311 - a deal that can be repeated, no secret
    return random, state._replace(chance=state.chance + 1)


def _to_hand(state: State, dice: Dice, given: Dice) -> State:
    seat = _turn(state)
    return state._replace(hands=put(state.hands, seat, gathered(without((*state.hands[seat], *dice), given))))


def _turn(state: State) -> int:
    return (state.start + state.acted) % state.seats
