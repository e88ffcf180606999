"""Play of collectmate from the deal to the showdown."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random

from pnp.games.collectmate.play.state import ACTIONS, STATES, Deal, State, seats_offered
from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import Showdown, declared_score, hand_score, showdown_of_hands
from pnp.games.collectmate.rules.sharing import Sharing
from pnp.games.collectmate.rules.turn import Action, candidate_actions, cards_after, legal_actions, violation
from pnp.games.core.dealing import shuffle
from pnp.games.core.places import hands_of, put
from pnp.games.core.playing.in_words import CardInWords, cards_by_line
from pnp.games.core.playing.seen import Hidden, Memory
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation
from pnp.model.text import say


class CollectmatePlay(TurnGame[Rules, State, Action, Deal]):
    """Play of collectmate. The result is 1 for the winner and 0 for all other seats."""

    states = STATES
    actions = ACTIONS
    hidden = Hidden(from_others=("hands",), from_all=("stock",), chance=("shuffle",), open=("field", "shown"))

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Deal the deck shuffled by ``seed``: hands, field card and stock. The seed also decides who begins."""
        cards, random = [*_in_order(rules)], Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        shuffle(cards, random)
        field, *stock = cards[players * rules.hand :]
        hands = hands_of(cards, players, rules.hand)
        return Deal(hands, field, tuple(stock), random.randrange(players), random.randrange(1 << 32))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state before the first action; no card is face up but the field card."""
        hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
        shown: tuple[Cards, ...] = ((),) * len(hands)
        first = deal.first
        return State(hands, shown, (deal.field,), deal.stock, first, first, None, "start", None, deal.shuffle)

    def current_player(self, state: State) -> int | None:
        """Return the seat to act, or None after a declaration. It need not be the seat whose turn it is."""
        return state.actor

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Yield the actions that a hand and the field card allow for at any moment."""
        return candidate_actions(rules, state.view(seat))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions, found without trying the others."""
        return tuple(legal_actions(rules, state.view(seat)))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return likely mistakes: to trade the field card, or to play on after the end."""
        late = () if seat is not None else candidate_actions(rules, state.view(state.turn))
        return (*late, Action("trade", (state.field[-1],)))

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return the violation of an action by the rules, or None."""
        return violation(rules, state.view(seat), action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Move the cards, and offer the field card to the next seat that may take it."""
        match action.do:
            case "declare":
                return state._replace(actor=None, declarer=seat)
            case "claim":
                return state._replace(moment="taking")
            case "pass":
                return _offer(rules, state, seat)
            case "trade":
                return _trade(rules, state, seat, action)
        after = _move_cards(state, seat, action)
        if action.do == "swap":
            return after._replace(moment="swapped")
        return _offer(rules, after._replace(layer=seat), None)

    def showdown(self, rules: Rules, state: State) -> Showdown:
        """Return the showdown of a finished game. Raises ValueError before a declaration."""
        if state.declarer is None:
            raise ValueError(f"the game is not over: {self.format_state(state)}")
        hands = [state.cards_of(seat) for seat in range(len(state.hands))]
        return showdown_of_hands(rules, hands, state.declarer, rules.counter, rules.tag_option)[0]

    def redraw(self, rules: Rules, state: State, seat: int, memory: Memory, random: Random) -> State:
        """Return a state that looks the same to a seat. A seat that is offered the field card can take it there too."""
        for _ in range(_REDRAWS):
            drawn = super().redraw(rules, state, seat, memory, random)
            if state.layer is None or state.actor in seats_offered(rules, drawn):
                return drawn
        raise RuntimeError(f"no other cards let seat {state.actor} take the field card in {self.format_state(state)}")

    def ends_turn(self, before: State, after: State) -> bool:
        """Tell whether a turn ended: it lasts until all have answered who may take the field card."""
        return before.turn != after.turn

    def titles(self, rules: Rules, action: Action) -> tuple[str, ...]:
        """Return the kind of the action. Who claims the field card takes it next: both are one take."""
        return {"claim": ("take",), "take": ()}.get(action.do, (action.do,))

    def actions_in_words(self, rules: Rules) -> Mapping[str, str]:
        """Return what one does by each kind of action."""
        return {
            "trade": "Trade: play a card and draw one",
            "swap": "swap open cards for others of the hand",
            "take": "Take open: take the field card",
            "pass": "leave the field card",
            "declare": "Face up: declare a complete hand",
        }

    def cards_in_words(self, rules: Rules) -> Mapping[str, CardInWords]:
        """Return the cards by centre, colours and tags. Words of a caption that are no tag stand in brackets."""

        def in_words(card: Card) -> CardInWords:
            centre = "dot" if card.dot else "ring"
            colours = tuple(say(rules.names[colour], "en") for colour in card.colours)
            tags, words = ([say(rules.tag_names[tag], "en") for tag in ids] for ids in (card.tags, card.words))
            parts = [f"{centre}, {' + '.join(colours) or 'no colour'}", *tags, *(f"({word})" for word in words)]
            count = "1 colour" if len(colours) == 1 else f"{len(colours)} colours"
            traits = {"centre": (centre,), "number of colours": (count,), "colour": colours, "tag": (*tags,)}
            return CardInWords(", ".join(parts).replace("\xa0", " "), traits)

        return cards_by_line(rules.deck, in_words)

    def worth(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each hand, as far as its groups go, and more for one that is complete."""
        hands = [state.cards_of(seat) for seat in range(len(state.hands))]
        return tuple([_worth(rules, hand) for hand in hands])

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return 1 for the winner and 0 for the other seats."""
        winner = self.showdown(rules, state).winner
        return tuple(int(seat == winner) for seat in range(len(state.hands)))


def _worth(rules: Rules, hand: Cards) -> int:
    declared = declared_score(rules, hand)
    if declared is not None:
        return _COMPLETE + declared.score.total
    return hand_score(rules, hand, False).score.total


_REDRAWS = 10_000
"""More than it takes until a seat can take the field card: of seven cards two have a colour of it in most hands."""
_COMPLETE = 10
"""What a complete hand is worth beyond its points: more than the points of any hand that is not."""


@lru_cache(maxsize=4)
def _in_order(rules: Rules) -> Cards:
    """Return the cards of the deck, sorted."""
    return tuple(sorted(Counter(rules.deck).elements()))


def _move_cards(state: State, seat: int, action: Action) -> State:
    """Move the cards of a seat and of the field. A taker takes its card from the field."""
    hand, shown, laid = cards_after(state.view(seat), action)
    field = state.field[:-1] if action.do == "take" else state.field
    return state._replace(
        hands=put(state.hands, seat, hand),
        shown=put(state.shown, seat, shown),
        field=field if laid is None else (*field, laid),
    )


def _trade(rules: Rules, state: State, seat: int, action: Action) -> State:
    """Lay a card on the field, and draw the top card of the stock.

    When the stock has run out, all laid cards but the top one are shuffled into a new stock (COLLECT-A9).
    """
    hand, shown, laid = cards_after(state.view(seat), action)
    field, stock, seed = state.field if laid is None else (*state.field, laid), state.stock[1:], state.shuffle
    if not stock:
        random = Random(seed)  # noqa: S311 - a shuffle that can be repeated, no secret
        cards, field, seed = sorted(field[:-1]), field[-1:], random.randrange(1 << 32)
        shuffle(cards, random)
        stock = tuple(cards)
    held = [*hand]
    insort(held, state.stock[0])
    hands, places = put(state.hands, seat, tuple(held)), put(state.shown, seat, shown)
    return _offer(rules, State(hands, places, field, stock, state.turn, None, seat, "start", None, seed), None)


def _offer(rules: Rules, state: State, declined: int | None) -> State:
    """Offer the field card to the next seat that may take it, after ``declined`` if that seat has passed.

    If no seat may take it, the turn goes to the left of the seat that traded (COLLECT-A10).
    """
    hands, shown, field, stock, turn, _, layer, _, declarer, seed = state
    seats = len(hands)
    if layer is not None:
        sharing, top = Sharing.of(rules), field[-1]
        order = [*range(turn + 1, seats), *range(turn + 1)]
        for seat in order if declined is None else order[order.index(declined) + 1 :]:
            if seat != layer and sharing.takes(hands[seat], shown[seat], top):
                return State(hands, shown, field, stock, turn, seat, layer, "offered", declarer, seed)
    turn = (turn + 1) % seats
    return State(hands, shown, field, stock, turn, turn, None, "start", declarer, seed)
