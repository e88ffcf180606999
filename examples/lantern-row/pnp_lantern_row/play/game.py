"""A whole game: from the deal, turn by turn, until all hands are empty."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from pnp.games.core import notation
from pnp.games.core.game import TurnGame
from pnp.games.core.notation import Notation
from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.play import seats_of
from pnp.games.core.score import Violation, refused
from pnp_lantern_row.rules.record import ENDS, Lantern, Lanterns, Lay, Rules
from pnp_lantern_row.rules.turn import lay_violation, points_of


class State(NamedTuple):
    """A moment of a game. The row hangs from left to right, hands are sorted, the top card of the stock is its first;
    ``aside`` is not used. ``turn`` is the seat to act, or None when all hands are empty."""

    turn: int | None
    row: Lanterns
    hands: tuple[Lanterns, ...]
    points: tuple[int, ...]
    stock: Lanterns
    aside: Lanterns

    @property
    def cards(self) -> Lanterns:
        """Every lantern, wherever it is, sorted."""
        return gathered(self.row, *self.hands, self.stock, self.aside)


def fault(rules: Rules, state: State) -> str | None:
    """Why no game comes to ``state``, or None."""
    seats, turns = len(state.hands), len(state.row) - len(state.hands)
    if seats not in seats_of(rules) or len(state.points) != seats or turns < 0:
        return f"it needs a hand and points for each of {rules.players[0]} to {rules.players[1]} seats, and a row"
    if state.cards != gathered(rules.by_line.values()) or len(state.aside) != len(rules.deck) % seats:
        return "its lanterns are not those of the deck, or too many are put away"
    turn = turns % seats if any(state.hands) else None
    if state.turn != turn:
        return f"after {turns} turns it is not the turn of seat {state.turn}"
    sizes = [len(hand) for hand in (*state.hands[turn or 0 :], *state.hands[: turn or 0])]
    if sizes != sorted(sizes, reverse=True) or sizes[0] > rules.hand or sizes[0] > sizes[-1] + (not state.stock):
        return "every seat has as many lanterns as the others, but for one less after its last turns"
    return None


LANTERN: Notation[Rules, Lantern] = notation.named("lantern", lambda rules: rules.by_line)
LANTERNS = notation.listed(LANTERN)


class LanternRowPlay(TurnGame[Rules, State, Lay, State]):
    """The Play of this game, whose deal is its first state: 1 for who wins or shares the win, 0 for the others."""

    actions = notation.action_line(Lay, {"end": notation.one_of("end", ENDS), "lantern": LANTERN})
    states = notation.state_line(
        State,
        {
            "turn": notation.optional(notation.WHOLE),
            "row": LANTERNS,
            "hands": notation.by_seat(notation.in_order(LANTERNS)),
            "points": notation.by_seat(notation.WHOLE),
            "stock": LANTERNS,
            "aside": LANTERNS,
        },
        fault,
    )

    def dealt(self, rules: Rules, players: int, seed: int) -> State:
        """The deck shuffled by ``seed``; what does not divide among the players is put away. Seat 0 begins."""
        cards = list(rules.by_line.values())
        Random(seed).shuffle(cards)  # noqa: S311 - a deal that can be repeated, no secret
        aside, used = cards[: len(cards) % players], cards[len(cards) % players :]
        hands, rest = hands_of(used, players, rules.hand), tuple(used[players * rules.hand :])
        return State(0, rest[:players], hands, (0,) * players, rest[players:], tuple(aside))

    def initial_state(self, rules: Rules, deal: State) -> State:
        """The state before the first action."""
        return deal

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Lay]:
        """Every lantern of the hand at both ends."""
        return (Lay(end, lantern) for end in ENDS for lantern in state.hands[seat])

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Lay]:
        """A lantern that hangs in the row already."""
        return (Lay("left", state.row[0]),)

    def refusal(self, rules: Rules, state: State, seat: int, action: Lay) -> Violation | None:
        """Why an action is not allowed: the lantern is not in the hand, or what the rules say of the turn."""
        if action.lantern not in state.hands[seat]:
            return refused("not-in-hand", lantern=rules.said(action.lantern))
        return lay_violation(rules, state.row, state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Lay) -> State:
        """The lantern hangs at its end and has scored; a card is drawn; then the turn goes left."""
        drawn = state.stock[:1]
        hands = put(state.hands, seat, gathered(without(state.hands[seat], (action.lantern,)), drawn))
        points = put(state.points, seat, state.points[seat] + points_of(rules, state.row, action))
        row = (action.lantern, *state.row) if action.end == "left" else (*state.row, action.lantern)
        turn = (seat + 1) % len(hands) if any(hands) else None
        return State(turn, row, hands, points, state.stock[1:], state.aside)

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Who has most points."""
        winners = rules.winners(state.points)
        return tuple(int(seat in winners) for seat in range(len(state.hands)))
