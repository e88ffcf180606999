"""A whole game: from the deal, turn by turn, until all hands are empty."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from pnp.games.core.game import TurnGame
from pnp.games.core.notation import WHOLE, Notation, by_seat, in_order, listed, named, one_of, optional, state_line
from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.play import NotationError, seats_of
from pnp.games.core.score import Violation, refused
from pnp_lantern_row.rules.record import ENDS, Lantern, Lanterns, Lay, Rules
from pnp_lantern_row.rules.turn import lay_violation, points_of


class Deal(NamedTuple):
    """Hands, the row that is begun, the stock with its top card first, and the cards put away."""

    hands: tuple[Lanterns, ...]
    row: Lanterns
    stock: Lanterns
    aside: Lanterns


class State(NamedTuple):
    """A moment of a game. The row hangs from left to right; hands are sorted. ``turn`` is the seat to act, or None
    when all hands are empty."""

    turn: int | None
    row: Lanterns
    hands: tuple[Lanterns, ...]
    points: tuple[int, ...]
    stock: Lanterns
    aside: Lanterns


class LanternRowPlay(TurnGame[Rules, State, Lay, Deal]):
    """The Play of this game: 1 for who wins or shares the win, 0 for the others."""

    @property
    def states(self) -> Notation[Rules, State]:
        """A state on one line."""
        return STATES

    @property
    def actions(self) -> Notation[Rules, Lay]:
        """An action on one line: ``left red-4``."""
        return ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """The deck shuffled by ``seed``; what does not divide among the players is put away."""
        cards = list(rules.deck.values())
        Random(seed).shuffle(cards)  # noqa: S311 - a deal that can be repeated, no secret
        used, begun = len(cards) - len(cards) % players, players * rules.hand
        hands = hands_of(cards, players, rules.hand)
        row, stock, aside = cards[begun : begun + players], cards[begun + players : used], cards[used:]
        return Deal(hands, tuple(row), tuple(stock), tuple(aside))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Seat 0 begins; nobody has points."""
        return State(0, deal.row, deal.hands, (0,) * len(deal.hands), deal.stock, deal.aside)

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

    def cards(self, state: State) -> Lanterns:
        """Every lantern of the state, sorted."""
        return gathered(state.row, *state.hands, state.stock, state.aside)


def _fault(rules: Rules, state: State) -> str | None:
    """Why no game comes to ``state``, or None."""
    seats, turns = len(state.hands), len(state.row) - len(state.hands)
    if seats not in seats_of(rules) or len(state.points) != seats or turns < 0:
        return f"it needs a hand and points for each of {rules.players[0]} to {rules.players[1]} seats, and a row"
    if gathered(state.row, *state.hands, state.stock, state.aside) != gathered(rules.deck.values()):
        return "its lanterns are not those of the deck"
    if len(state.aside) != len(rules.deck) % seats or state.turn != (turns % seats if any(state.hands) else None):
        return f"it is not the turn of seat {state.turn} after {turns} turns"
    left = sum(map(len, state.hands)) + len(state.stock)
    if [len(hand) for hand in state.hands] != [
        min(rules.hand, len(range((seat - turns) % seats, left, seats))) for seat in range(seats)
    ]:
        return "every seat draws back to a full hand, as long as there is a stock"
    return None


def _action(rules: Rules, line: str) -> Lay:
    end, _, name = line.partition(" ")
    if end not in ENDS:
        raise NotationError(f"{line!r} is not an action: expected {' or '.join(ENDS)}, and a lantern")
    return Lay(_END.parse(rules, end), _LANTERN.parse(rules, name))


_END = one_of("end", ENDS)
_LANTERN: Notation[Rules, Lantern] = named("lantern", lambda rules: rules.deck)
_LANTERNS = listed(_LANTERN)

ACTIONS: Notation[Rules, Lay] = Notation(lambda lay: f"{lay.end} {lay.lantern}", _action)
STATES: Notation[Rules, State] = state_line(
    State,
    {
        "turn": optional(WHOLE),
        "row": _LANTERNS,
        "hands": by_seat(in_order(_LANTERNS)),
        "points": by_seat(WHOLE),
        "stock": _LANTERNS,
        "aside": _LANTERNS,
    },
    _fault,
)
