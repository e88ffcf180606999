"""A whole game: from the deal, turn by turn, until all hands are empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from pnp.games.core.game import TurnGame
from pnp.games.core.notation import WHOLE, Notation, by_seat, in_order, listed, named, optional, state_line
from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.play import NotationError
from pnp.games.core.score import Violation, refused
from pnp_new_game.rules.record import Action, Cards, Do, Rules
from pnp_new_game.rules.turn import turn_violation

DOS: tuple[Do, ...] = ("lay", "take")


class Deal(NamedTuple):
    """Hands, the card that begins the stairs, and the cards that are not used."""

    hands: tuple[Cards, ...]
    first: int
    aside: Cards


class State(NamedTuple):
    """A moment of a game. ``stairs`` lie bottom first; hands and what each seat took are sorted. ``turn`` is the seat
    to act, or None when all hands are empty."""

    turn: int | None
    stairs: Cards
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    aside: Cards


class NewGamePlay(TurnGame[Rules, State, Action, Deal]):
    """The Play of this game: 1 for who wins or shares the win, 0 for the others."""

    @property
    def states(self) -> Notation[Rules, State]:
        """A state on one line."""
        return STATES

    @property
    def actions(self) -> Notation[Rules, Action]:
        """An action on one line: ``lay 7``."""
        return ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """The deck shuffled by ``seed``."""
        cards = list(Counter(rules.deck).elements())
        Random(seed).shuffle(cards)  # noqa: S311 - a deal that can be repeated, no secret
        first, *aside = cards[players * rules.hand :]
        return Deal(hands_of(cards, players, rules.hand), first, tuple(aside))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Seat 0 begins; nobody has taken a card."""
        return State(0, (deal.first,), deal.hands, ((),) * len(deal.hands), deal.aside)

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Both actions with every card of the hand."""
        return (Action(do, card) for do in DOS for card in state.hands[seat])

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """The card that lies on top already."""
        return (Action("lay", state.stairs[-1]),)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Why an action is not allowed: the card is not in the hand, or what the rules say of the turn."""
        if action.card not in state.hands[seat]:
            return refused("not-in-hand", card=action.card)
        return turn_violation(rules, state.stairs[-1], state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """The card lies on the stairs, or begins new ones; then the turn goes left."""
        hands = put(state.hands, seat, without(state.hands[seat], (action.card,)))
        turn = (seat + 1) % len(hands) if any(hands) else None
        if action.do == "lay":
            return state._replace(turn=turn, stairs=(*state.stairs, action.card), hands=hands)
        taken = put(state.taken, seat, gathered(state.taken[seat], state.stairs))
        return state._replace(turn=turn, stairs=(action.card,), hands=hands, taken=taken)

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Who has least to pay."""
        winners = rules.winners([rules.price(rules.cost, cards) for cards in state.taken])
        return tuple(int(seat in winners) for seat in range(len(state.hands)))

    def cards(self, state: State) -> Cards:
        """Every card of the state, sorted."""
        return gathered(state.stairs, *state.hands, *state.taken, state.aside)


def _fault(rules: Rules, state: State) -> str | None:
    """Why no game comes to ``state``, or None."""
    if len(state.hands) != len(state.taken) or not state.stairs:
        return "it needs a hand and a pile for each seat, and stairs"
    if (state.turn is None) != (not any(state.hands)) or (state.turn or 0) >= len(state.hands):
        return "a seat is to act exactly when some hand is not empty"
    cards = gathered(state.stairs, *state.hands, *state.taken, state.aside)
    return None if Counter(cards) == Counter(rules.deck) else "its cards are not those of the deck"


def _action(rules: Rules, line: str) -> Action:
    for do in DOS:
        if line.startswith(f"{do} "):
            return Action(do, _CARD.parse(rules, line.removeprefix(f"{do} ")))
    raise NotationError(f"{line!r} is not an action: expected {' or '.join(DOS)}, and a card")


_CARD: Notation[Rules, int] = named("card", lambda rules: {str(card): card for card in rules.deck})
_CARDS = listed(_CARD)

ACTIONS: Notation[Rules, Action] = Notation(lambda action: f"{action.do} {action.card}", _action)
STATES: Notation[Rules, State] = state_line(
    State,
    {
        "turn": optional(WHOLE),
        "stairs": _CARDS,
        "hands": by_seat(in_order(_CARDS)),
        "taken": by_seat(in_order(_CARDS)),
        "aside": _CARDS,
    },
    _fault,
)
