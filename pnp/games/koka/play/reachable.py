"""Which states a match can come to: what a line has to say beyond its notation."""

from __future__ import annotations

from collections import Counter

from pnp.games.core.notation import state_line
from pnp.games.core.play import seats_of
from pnp.games.koka.play.state import FIELDS, State
from pnp.games.koka.rules.dice import COMPLETE, HAND
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.rounds import round_result
from pnp.games.koka.rules.scoring import best


def _fault(rules: Rules, state: State) -> str | None:
    """Why no match comes to ``state``, or None."""
    return _figures_fault(rules, state) or _hands_fault(rules, state) or _phase_fault(rules, state)


def _figures_fault(rules: Rules, state: State) -> str | None:
    """Figures and dice that fit no match."""
    seats = state.seats
    if seats not in seats_of(rules) or len(state.kept) != seats:
        return f"it needs a hand and kept dice for each of {rules.players[0]} to {rules.players[1]} seats"
    over = state.phase == "over"
    checks = (
        (state.start >= seats or state.acted >= seats + over, f"the seats are 0 to {seats - 1}"),
        (state.round >= state.rounds, f"a game has {state.rounds} rounds at most"),
        (any(len(row) != seats for row in state.scores), "a game that is over has a score for each seat"),
        (
            len(state.scores) not in (range(rules.games, rules.games + 1) if over else range(rules.games)),
            f"a match has {rules.games} games",
        ),
        (Counter(state.cards) != Counter(rules.dice), "its dice are not those of the game"),
    )
    return next((why for wrong, why in checks if wrong), None)


def _hands_fault(rules: Rules, state: State) -> str | None:
    """Hands and kept dice that no seat comes to."""
    for seat, hand in enumerate(state.hands):
        acted = (seat - state.start) % state.seats < state.acted
        if len(hand) not in (HAND, COMPLETE) or (len(hand) == COMPLETE and not acted):
            return f"seat {seat} has {len(hand)} dice"
        if len(hand) == COMPLETE and best(rules, hand) is None:
            return f"seat {seat} has {len(hand)} dice that are not complete"
    if any(len(kept) >= rules.kept for kept in state.kept):
        return f"{rules.kept} kept dice go back to the bag"
    return None


def _phase_fault(rules: Rules, state: State) -> str | None:
    """A phase that does not fit the dice on the table."""
    if state.phase != "pick" and state.rolled:
        return "dice that were rerolled wait to be picked"
    if state.phase == "pick" and not rules.rerolls(len(state.rolled)):
        return f"{len(state.rolled)} dice are not rerolled together, to pick some of them"
    if state.phase == "trade" and not state.tray:
        return "the tray has a die for each seat"
    if state.phase == "exchange" and (not state.discards or state.turn is None or state.kept[state.turn]):
        return "the kept dice are in the bag when they are exchanged for one of the discards"
    return _over_fault(rules, state) if state.phase == "over" else None


def _over_fault(rules: Rules, state: State) -> str | None:
    """The end of a match that is none."""
    result = round_result(rules, state.hands, state.start)
    if state.tray or len(result.turns) != state.acted:
        return "the round is played out at the end of a game"
    if not result.completers and state.round + 1 < state.rounds:
        return "nobody is complete, and the game is not over"
    return None if state.scores[-1] == result.scores else "the last scores are not those of the hands"


STATES = state_line(State, FIELDS, _fault)
