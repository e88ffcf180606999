"""A whole game, from the deal until all hands are empty, and what each step of it asks the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.whole_game import Ask, Settled, WholeGame, first_seat_begins, won_by
from pnp.games.core.score import Violation, refused
from pnp_new_game.rules import Action, Cards, Pile, Rules, turn_violation


class State(NamedTuple):
    """A moment of a game. ``stairs`` lie bottom first. ``turn`` is the seat to act, or None at the end."""

    turn: int | None
    stairs: Cards
    hands: tuple[Pile, ...]
    taken: tuple[Pile, ...]
    aside: Pile


class NewGame(CardGame[Rules, State, Action]):
    """The game as it is played: hands, a card that begins the stairs, the rest aside. Seat 0 begins."""

    hidden = Hidden(from_others=("hands",), from_all=("aside",))

    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        """Return the state after the deal."""
        hand = rules.settings.hand
        first, *aside = cards[players * hand :]
        return State(0, (first,), hands_of(cards, players, hand), ((),) * players, tuple(sorted(aside)))

    def fault(self, rules: Rules, state: State) -> str | None:
        """Return why no game comes to ``state``, or None."""
        if not state.stairs or (state.turn is None) == any(state.hands):
            return "it needs stairs, and a seat to act exactly when some hand is not empty"
        return None

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return both acts with every card of the hand."""
        return (action for card in state.hands[seat] for action in (Action("lay", card), Action("take", card)))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return the act with the card that lies on top already."""
        return (Action("lay", state.stairs[-1]),)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return why an action is not allowed: its card is not in the hand, or what the rules say of the turn."""
        if action.card not in state.hands[seat]:
            return refused("not-in-hand", card=action.card)
        return turn_violation(rules, state.stairs[-1], state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state in which the card lies on the stairs, or begins new ones, and the next seat acts."""
        hands = put(state.hands, seat, without(state.hands[seat], (action.card,)))
        turn = (seat + 1) % len(hands) if any(hands) else None
        if action.do == "lay":
            return state._replace(turn=turn, stairs=(*state.stairs, action.card), hands=hands)
        taken = put(state.taken, seat, gathered(state.taken[seat], state.stairs))
        return state._replace(turn=turn, stairs=(action.card,), hands=hands, taken=taken)

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats that have the least to pay."""
        return rules.winners([rules.price(rules.settings.cost, cards) for cards in state.taken])


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Yield whether the action is allowed, where its card lies then, and whose turn it is."""
    seat = state.turn or 0
    hand = list(state.hands[seat])
    out = ask("may_act", {"top": state.stairs[-1], "hand": hand, "act": list(action)})
    yield "legal", out["verdict"] == "allowed"
    hand.remove(action.card)
    yield f"hands.{seat}", tuple(hand)
    if action.do == "lay":
        yield "stairs", (*state.stairs, action.card)
    else:
        yield "stairs", (action.card,)
        yield f"taken.{seat}", tuple(sorted(state.taken[seat] + state.stairs))
    last = not hand and not any(other for at, other in enumerate(state.hands) if at != seat)
    yield "turn", None if last else (seat + 1) % len(state.hands)


PLAY = NewGame()
ASKS = WholeGame(
    begin=first_seat_begins,
    step=step,
    end=won_by("winners", lambda state: {"taken": [len(cards) for cards in state.taken]}),
)
