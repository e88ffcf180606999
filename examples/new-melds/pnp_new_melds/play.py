"""A whole game, from the deal until a hand is declared or the stock is empty, and what each step asks the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from pnp.games.core.genres.melds import Cards, best_split
from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame, won_by
from pnp.games.core.schema import SORTED
from pnp.games.core.score import Violation, refused
from pnp_new_melds.rules import Action, Rules, act_violation


class State(NamedTuple):
    """A moment of a game. The top card of the stock is its first, that of the pile its last. ``turn`` is the seat to
    act, or None at the end."""

    turn: int | None
    hands: tuple[Annotated[Cards, SORTED], ...]
    stock: Cards
    pile: Cards


class NewMelds(CardGame[Rules, State, Action]):
    """The game as it is played: hands, a card that begins the pile, the rest as stock. Seat 0 begins."""

    hidden = Hidden(from_others=("hands",), from_all=("stock",))

    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        """Return the state after the deal."""
        used = players * rules.settings.hand
        return State(0, hands_of(cards, players, rules.settings.hand), cards[used + 1 :], cards[used : used + 1])

    def fault(self, rules: Rules, state: State) -> str | None:
        """Return why no game comes to ``state``, or None."""
        more = [len(hand) - rules.settings.hand for hand in state.hands]
        if any(count and (seat != state.turn or count != 1) for seat, count in enumerate(more)):
            return f"every hand has {rules.settings.hand} cards, and that of the seat to act may have one more"
        has_drawn = any(more)
        if not has_drawn and (not state.pile or (state.turn is not None and not state.stock)):
            return "there is a pile after each turn, and a stock before each"
        return None

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return both ways to get a card, and both ways to lay each card of the hand."""
        for card in state.hands[seat]:
            yield from (Action("lay", card), Action("declare", card))
        yield from (Action("draw", None), Action("take", None))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return acts with a card that lies elsewhere, without a card, or with one too many."""
        elsewhere = gathered(*(hand for other, hand in enumerate(state.hands) if other != seat))[0]
        return (Action("lay", elsewhere), Action("lay", None), Action("draw", elsewhere))

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return why an action is not allowed: its card, or what the rules say of the turn."""
        if (action.card is None) != (action.do in ("draw", "take")):
            return refused("no-action")
        if action.card is not None and action.card not in state.hands[seat]:
            return refused("not-in-hand", card=rules.said(action.card))
        return act_violation(rules, state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state in which a card is drawn, taken or laid. After a card is laid the next seat acts."""
        hand = state.hands[seat]
        if action.card is None:
            source = state.stock[:1] if action.do == "draw" else state.pile[-1:]
            hands = put(state.hands, seat, gathered(hand, source))
            if action.do == "draw":
                return state._replace(hands=hands, stock=state.stock[1:])
            return state._replace(hands=hands, pile=state.pile[:-1])
        hands = put(state.hands, seat, without(hand, (action.card,)))
        is_over = action.do == "declare" or not state.stock
        turn = None if is_over else (seat + 1) % len(hands)
        return state._replace(turn=turn, hands=hands, pile=(*state.pile, action.card))

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats with the fewest cards left over."""
        return rules.winners([len(best_split(rules, hand).left) for hand in state.hands])


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """The first seat begins, with a pile of one card."""
    yield "turn", 0
    yield "pile", Some("one card", lambda pile: len(pile) == 1)


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Yield whether the action is allowed, and where its card lies then."""
    seat = state.turn or 0
    hand = list(state.hands[seat])
    allowed = ask("may_act", {"hand": hand, "act": list(action)})["verdict"] == "allowed"
    yield "legal", allowed and (action.card is None) == (action.do in ("draw", "take"))
    if action.do == "draw":
        yield "stock", state.stock[1:]
        yield f"hands.{seat}", tuple(sorted([*hand, state.stock[0]]))
    elif action.do == "take":
        yield "pile", state.pile[:-1]
        yield f"hands.{seat}", tuple(sorted([*hand, state.pile[-1]]))
    elif action.card is not None:
        hand.remove(action.card)
        yield "pile", (*state.pile, action.card)
        yield f"hands.{seat}", tuple(hand)
        yield "turn", None if action.do == "declare" or not state.stock else (seat + 1) % len(state.hands)


PLAY = NewMelds()
ASKS = WholeGame(begin=begin, step=step, end=won_by("winners", lambda state: {"hands": state.hands}))
