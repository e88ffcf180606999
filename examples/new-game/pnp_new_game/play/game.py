"""A whole game: from the deal, turn by turn, until all hands are empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple, get_args

from pnp.games.core import notation
from pnp.games.core.game import TurnGame
from pnp.games.core.notation import Notation
from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.score import Violation, refused
from pnp_new_game.rules.decisions import turn_violation
from pnp_new_game.rules.record import Action, Cards, Do, Rules


class State(NamedTuple):
    """A moment of a game. ``stairs`` lie bottom first; hands and what each seat took are sorted. ``turn`` is the seat
    to act, or None when all hands are empty."""

    turn: int | None
    stairs: Cards
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    aside: Cards

    @property
    def cards(self) -> Cards:
        """Every card, wherever it lies, sorted."""
        return gathered(self.stairs, *self.hands, *self.taken, self.aside)


def fault(rules: Rules, state: State) -> str | None:
    """Why no game comes to ``state``, or None."""
    if len(state.hands) != len(state.taken) or not state.stairs:
        return "it needs a hand and a pile for each seat, and stairs"
    if (state.turn is None) == any(state.hands) or (state.turn or 0) >= len(state.hands):
        return "a seat is to act exactly when some hand is not empty"
    return None if Counter(state.cards) == Counter(rules.deck) else "its cards are not those of the deck"


CARD: Notation[Rules, int] = notation.named("card", lambda rules: {str(card): card for card in rules.deck})
PILE = notation.listed(CARD)
PILES = notation.by_seat(notation.in_order(PILE))


class NewGamePlay(TurnGame[Rules, State, Action, State]):
    """The Play of this game, whose deal is its first state: 1 for who wins or shares the win, 0 for the others."""

    actions = notation.action_line(Action, {"do": notation.one_of("act", get_args(Do)), "card": CARD})
    states = notation.state_line(
        State,
        {"turn": notation.optional(notation.WHOLE), "stairs": PILE, "hands": PILES, "taken": PILES, "aside": PILE},
        fault,
    )

    def dealt(self, rules: Rules, players: int, seed: int) -> State:
        """The deck shuffled by ``seed``: hands, a card that begins the stairs, the rest aside. Seat 0 begins."""
        cards = list(Counter(rules.deck).elements())
        Random(seed).shuffle(cards)  # noqa: S311 - a deal that can be repeated, no secret
        first, *aside = cards[players * rules.hand :]
        return State(0, (first,), hands_of(cards, players, rules.hand), ((),) * players, tuple(aside))

    def initial_state(self, rules: Rules, deal: State) -> State:
        """The state before the first action."""
        return deal

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Both acts with every card of the hand."""
        return (Action(do, card) for do in get_args(Do) for card in state.hands[seat])

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
        return state.cards
