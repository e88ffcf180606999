"""A whole game, from the deal until a hand is declared or the stock is empty. What the rules decide it asks."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from pnp.games.core.genres.melds import Cards
from pnp.games.core.places import gathered, hands_of
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.draft import Draft
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.schema import SORTED
from pnp.games.core.score import Violation
from pnp_new_melds.rules import Action, Rules, may_act, winners


class State(NamedTuple):
    """A moment of a game. The top card of the stock is its first, that of the pile its last. ``turn`` is the seat to
    act, or None at the end."""

    turn: int | None
    hands: tuple[Annotated[Cards, SORTED], ...]
    stock: Cards
    pile: Cards


class NewMelds(CardGame[Rules, State, Action]):
    """The game as it is played: hands, a card that begins the pile, the rest as stock. Seat 0 begins."""

    hidden = Hidden(from_others=("hands",), from_all=("stock",), open=("pile",))

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

    def against(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return the rule that forbids a choice."""
        return rules.forbids(may_act, state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state in which a card is drawn, taken or laid. After a card is laid the next seat acts."""
        draft = Draft(state)
        hand = draft.hands[seat]
        if action.card is None:
            hand.append(draft.stock.pop(0) if action.do == "draw" else draft.pile.pop())
            return draft.state()
        hand.remove(action.card)
        draft.pile.append(action.card)
        is_over = action.do == "declare" or not state.stock
        draft.turn = None if is_over else (seat + 1) % len(draft.hands)
        return draft.state()

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats with the fewest cards left over."""
        return tuple(rules.ask(winners, state.hands)["winners"])


PLAY = NewMelds()
