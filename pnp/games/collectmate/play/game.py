"""A game of collectmate from the deal to the showdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from pnp.games.collectmate.play.state import ACTIONS, STATES, Deal, State
from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.scoring import Showdown, showdown_of_hands
from pnp.games.collectmate.rules.turn import Action, actions, legal_actions, moved, takers, violation
from pnp.games.core.game import TurnGame
from pnp.games.core.places import gathered, hands_of, put
from pnp.games.core.score import Violation


class CollectmatePlay(TurnGame[Rules, State, Action, Deal]):
    """The Play of collectmate: 1 for the winner, 0 for all others."""

    states = STATES
    actions = ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """The deck shuffled by ``seed``: hands, the field card, the stock; the seed also says who begins."""
        cards = sorted(Counter(rules.deck).elements())
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        random.shuffle(cards)
        field, *stock = cards[players * rules.hand :]
        hands = hands_of(cards, players, rules.hand)
        return Deal(hands, field, tuple(stock), random.randrange(players), random.randrange(1 << 32))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state before the first action: nothing lies face up but the field card."""
        hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
        shown: tuple[Cards, ...] = ((),) * len(hands)
        first = deal.first
        return State(hands, shown, (deal.field,), deal.stock, first, first, None, "start", None, deal.shuffle)

    def current_player(self, state: State) -> int | None:
        """The seat to act, which is not always the one whose turn it is; None when somebody has declared."""
        return state.actor

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """What can be done with the hand and the field card, at any moment."""
        return actions(rules, state.view(seat))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """The choices that are not refused, found without trying the others."""
        return tuple(legal_actions(rules, state.view(seat)))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """To trade the field card; when all is over, to play on."""
        over = () if seat is not None else actions(rules, state.view(state.turn))
        return (*over, Action("trade", (state.field[-1],)))

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """What the rules say of an action, of what the seat has at this moment."""
        return violation(rules, state.view(seat), action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """The cards moved, and the field card offered to whoever may take it next."""
        match action.do:
            case "declare":
                return state._replace(actor=None, declarer=seat)
            case "claim":
                return state._replace(moment="taking")
            case "pass":
                return _offered_on(rules, state, seat)
        after = _moved(state, seat, action)
        if action.do == "swap":
            return after._replace(moment="swapped")
        if action.do == "trade":
            after = _drawn(after, seat)
        return _offered_on(rules, after._replace(layer=seat), None)

    def showdown(self, rules: Rules, state: State) -> Showdown:
        """The showdown of a finished game. Raises ValueError when nobody has declared yet."""
        if state.declarer is None:
            raise ValueError(f"the game is not over: {self.format_state(state)}")
        hands = [state.cards_of(seat) for seat in range(len(state.hands))]
        return showdown_of_hands(rules, hands, state.declarer, rules.counter, rules.tag_option)[0]

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """1 for the winner and 0 for the others."""
        winner = self.showdown(rules, state).winner
        return tuple(int(seat == winner) for seat in range(len(state.hands)))


def _moved(state: State, seat: int, action: Action) -> State:
    """The cards moved: of the seat, and on the field, from which a taker has its card."""
    hand, shown, laid = moved(state.view(seat), action)
    field = state.field[:-1] if action.do == "take" else state.field
    return state._replace(
        hands=put(state.hands, seat, hand),
        shown=put(state.shown, seat, shown),
        field=field if laid is None else (*field, laid),
    )


def _drawn(state: State, seat: int) -> State:
    """The top card of the stock is drawn; once it has run out, the laid cards but the top one are shuffled (A9)."""
    card, *stock = state.stock
    field, shuffle = state.field, state.shuffle
    if not stock:
        random = Random(shuffle)  # noqa: S311 - a shuffle that can be repeated, no secret
        stock, field, shuffle = sorted(field[:-1]), field[-1:], random.randrange(1 << 32)
        random.shuffle(stock)
    hand = gathered(state.hands[seat], (card,))
    return state._replace(hands=put(state.hands, seat, hand), field=field, stock=tuple(stock), shuffle=shuffle)


def _offered_on(rules: Rules, state: State, declined: int | None) -> State:
    """The field card is offered to the next seat that may take it, after ``declined`` if one has just passed.

    Where there is none, the turn goes to the left of the seat that traded (COLLECT-A10).
    """
    seats = range(len(state.hands))
    if state.layer is not None:
        hands = [state.cards_of(seat) for seat in seats]
        waiting = takers(rules, hands, state.turn, state.layer, state.field[-1])
        left = waiting if declined is None else waiting[waiting.index(declined) + 1 :]
        if left:
            return state._replace(actor=left[0], moment="offered")
    turn = (state.turn + 1) % len(seats)
    return state._replace(turn=turn, actor=turn, layer=None, moment="start")
