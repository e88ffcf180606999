"""A game of collectmate from the deal to the showdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from pnp.games.collectmate.play.state import (
    Deal,
    State,
    all_cards,
    format_action,
    format_state,
    parse_action,
    parse_state,
)
from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.showdown import Showdown, showdown_of_hands
from pnp.games.collectmate.rules.taking import takers
from pnp.games.collectmate.rules.turn import Action, actions, moved, violation
from pnp.games.core.score import Violation
from pnp.model.text import phrase


class CollectmatePlay:
    """The Play of collectmate: 1 for the winner, 0 for all others."""

    def seats(self, rules: Rules) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return range(rules.players[0], rules.players[1] + 1)

    def deal(self, rules: Rules, players: int, seed: int) -> Deal:
        """The deck shuffled by ``seed``: hands, the field card, the stock; the seed also says who begins.

        Raises ValueError when the rules do not allow that number of players.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        cards = sorted(Counter(rules.deck).elements())
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        random.shuffle(cards)
        dealt = players * rules.hand
        hands = tuple(tuple(sorted(cards[seat:dealt:players])) for seat in range(players))
        return Deal(
            hands, cards[dealt], tuple(cards[dealt + 1 :]), random.randrange(players), random.randrange(1 << 32)
        )

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state before the first action: nothing lies face up but the field card."""
        hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
        shown: tuple[Cards, ...] = ((),) * len(hands)
        first = deal.first
        return State(hands, shown, (deal.field,), deal.stock, first, first, None, "start", None, deal.shuffle)

    def current_player(self, state: State) -> int | None:
        """The seat to act, or None when somebody has declared."""
        return state.actor

    def legal_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """Every action without a violation, sorted; none when the game is over."""
        if state.actor is None:
            return ()
        view = state.view(state.actor)
        return tuple(sorted(one for one in set(actions(rules, view)) if violation(rules, view, one) is None))

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """What a person might try with the cards in sight: also to pass, to trade the field card, to take one's own."""
        view = state.view(state.turn if state.actor is None else state.actor)
        return tuple(sorted({*actions(rules, view), Action("trade", (state.field[-1],))}))

    def violation(self, rules: Rules, state: State, action: Action) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        if state.actor is None:
            return Violation("game-over", phrase("violation-game-over"))
        return violation(rules, state.view(state.actor), action)

    def apply(self, rules: Rules, state: State, action: Action) -> State:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        found = self.violation(rules, state, action)
        if found is not None or state.actor is None:
            code = found.code if found else "game-over"
            raise ValueError(f"{format_action(action)}: {code} in {format_state(state)}")
        match action.do:
            case "declare":
                return state._replace(actor=None, declarer=state.actor)
            case "claim":
                return state._replace(moment="taking")
            case "pass":
                return _offered_on(rules, state, state.actor)
        after = _moved(state, state.actor, action)
        if action.do == "swap":
            return after._replace(moment="swapped")
        if action.do == "trade":
            after = _drawn(after, state.actor)
        return _offered_on(rules, after._replace(layer=state.actor), None)

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return state.actor is None

    def showdown(self, rules: Rules, state: State) -> Showdown:
        """The showdown of a finished game. Raises ValueError when nobody has declared yet."""
        if state.declarer is None:
            raise ValueError(f"the game is not over: {format_state(state)}")
        hands = [state.cards_of(seat) for seat in range(len(state.hands))]
        return showdown_of_hands(rules, hands, state.declarer, rules.counter, rules.tag_option)[0]

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Per seat of a finished game, 1 for the winner and 0 for the others. Raises ValueError before."""
        winner = self.showdown(rules, state).winner
        return tuple(int(seat == winner) for seat in range(len(state.hands)))

    def cards(self, state: State) -> tuple[Card, ...]:
        """Every card of the state, sorted."""
        return all_cards(state)

    def format_action(self, action: Action) -> str:
        """One line that ``parse_action`` reads back."""
        return format_action(action)

    def parse_action(self, rules: Rules, line: str) -> Action:
        """The action of a line. Raises NotationError."""
        return parse_action(rules, line)

    def format_state(self, state: State) -> str:
        """One line that ``parse_state`` reads back."""
        return format_state(state)

    def parse_state(self, rules: Rules, line: str) -> State:
        """The state of a line. Raises NotationError."""
        return parse_state(rules, line)


def _moved(state: State, seat: int, action: Action) -> State:
    """The cards moved: of the seat, and on the field, from which a taker has its card."""
    hand, shown, laid = moved(state.view(seat), action)
    field = state.field[:-1] if action.do == "take" else state.field
    return state._replace(
        hands=_with(state.hands, seat, hand),
        shown=_with(state.shown, seat, shown),
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
    hand = tuple(sorted((*state.hands[seat], card)))
    return state._replace(hands=_with(state.hands, seat, hand), field=field, stock=tuple(stock), shuffle=shuffle)


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


def _with(places: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*places[:seat], cards, *places[seat + 1 :])
