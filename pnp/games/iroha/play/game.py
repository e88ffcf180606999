"""A game of iroha from the first deal to the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from pnp.games.core.score import Violation
from pnp.games.iroha.play.state import (
    Action,
    Deal,
    Do,
    State,
    all_cards,
    deal_scores,
    format_action,
    format_state,
    parse_action,
    parse_state,
)
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.record import Rules, pack, seats_of, totals
from pnp.games.iroha.rules.trick import pass_violation, play_violation, trick_of
from pnp.model.text import phrase


class IrohaPlay:
    """The Play of iroha: all deals of a game. It returns the totals; seats that share the highest share the win."""

    def seats(self, rules: Rules) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return seats_of(rules)

    def deal(self, rules: Rules, players: int, seed: int) -> Deal:
        """The first dealer, and the pack shuffled anew for each deal, by ``seed``.

        Raises ValueError when the rules do not allow that number of players.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        dealer = random.randrange(players)
        cards = pack(rules, players)
        packs = tuple(tuple(random.sample(cards, len(cards))) for _ in range(players * rules.deals_each))
        return Deal(dealer, packs)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state after the first deal, before anyone has passed."""
        return _dealt(rules, len(deal.packs) // rules.deals_each, deal.dealer, deal.packs, ())

    def current_player(self, state: State) -> int | None:
        """The seat to act, or None when the game is over."""
        return state.turn

    def legal_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """Every action without a violation, sorted; none when the game is over."""
        if state.turn is None:
            return ()
        actions = _by_hand(rules, state, state.hands[state.turn])
        return tuple(action for action in actions if self.violation(rules, state, action) is None)

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """What a person might try with the cards in sight: too few or too many, one twice, one that lies elsewhere."""
        if state.turn is None:
            return (Action("pass", ()),)
        hand, count = state.hands[state.turn], rules.passed
        elsewhere = (*state.table[:1], *state.hands[(state.turn + 1) % state.seats][:1])
        found = {*_by_hand(rules, state, hand), Action("play", hand[:1]), Action("pass", hand[:count])}
        if state.phase == "play":
            return tuple(sorted({*found, *(Action("play", (card,)) for card in elsewhere)}))
        strays = (*_received(rules, state, state.turn)[:1], *elsewhere)
        found |= {_passing((*hand[: count - 1], card)) for card in strays}
        found |= {Action("pass", cards) for cards in (hand[: count - 1], hand[: count + 1], hand[:1] * count)}
        return tuple(sorted(found))

    def violation(self, rules: Rules, state: State, action: Action) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        if state.turn is None:
            return Violation("game-over", phrase("violation-game-over"))
        if action.do != state.phase:
            code = "pass-first" if action.do == "play" else "pass-over"
            return Violation(code, phrase(f"violation-{code}"))
        hand = state.hands[state.turn]
        received = _received(rules, state, state.turn)
        for place, card in enumerate(action.cards):
            if card not in (*hand, *received) or card in action.cards[:place]:
                name = rules.names[card.suit]
                return Violation("not-in-hand", phrase("violation-not-in-hand", suit=name, number=card.number))
        if action.do == "pass":
            return pass_violation(rules, hand, received, action.cards)
        return play_violation(rules, hand, state.table, action.cards[0])

    def apply(self, rules: Rules, state: State, action: Action) -> State:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        violation = self.violation(rules, state, action)
        if violation is not None or state.turn is None:
            code = violation.code if violation else "game-over"
            raise ValueError(f"{format_action(action)}: {code} in {format_state(state)}")
        me = state.turn
        left = [card for card in state.hands[me] if card not in action.cards]
        after = state._replace(hands=_with(state.hands, me, left))
        if action.do == "pass":
            after = after._replace(passing=_with(state.passing, me, action.cards))
            return _passed(rules, after) if all(after.passing) else after
        after = after._replace(table=(*state.table, *action.cards))
        if len(after.table) < after.seats:
            return after
        after = _taken(rules, after)
        return after if any(after.hands) else _scored(rules, after)

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return state.turn is None

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The total of every seat over all deals of a game that is over."""
        if state.turn is not None:
            raise ValueError(f"the game is not over: {format_state(state)}")
        return tuple(totals(state.scores))

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


def _dealt(
    rules: Rules, seats: int, dealer: int, packs: tuple[Cards, ...], scores: tuple[tuple[int, ...], ...]
) -> State:
    """The first of ``packs`` dealt out, card by card, to so many seats."""
    cards, *to_come = packs
    dealt = seats * rules.dealt
    nothing: tuple[Cards, ...] = ((),) * seats
    return State(
        "pass" if rules.passed else "play",
        dealer,
        rules.first_leader(dealer, seats),
        tuple(tuple(sorted(cards[seat:dealt:seats])) for seat in range(seats)),
        nothing,
        (),
        nothing,
        cards[dealt:],
        tuple(to_come),
        scores,
    )


def _by_hand(rules: Rules, state: State, hand: Cards) -> tuple[Action, ...]:
    """Every pass, or every play, out of ``hand``, legal or not, sorted."""
    count = rules.passed if state.phase == "pass" else 1
    do: Do = "pass" if state.phase == "pass" else "play"
    return tuple(Action(do, cards) for cards in combinations(hand, count))


def _passing(cards: Cards) -> Action:
    return Action("pass", tuple(sorted(cards)))


def _received(rules: Rules, state: State, seat: int) -> Cards:
    """What lies face down before ``seat``, chosen by the seat that passes to it."""
    giver = next(giver for giver in range(state.seats) if rules.pass_to(giver, state.seats) == seat)
    return state.passing[giver]


def _passed(rules: Rules, state: State) -> State:
    """Everyone takes up what was passed to them."""
    hands = tuple(tuple(sorted((*hand, *_received(rules, state, seat)))) for seat, hand in enumerate(state.hands))
    return state._replace(phase="play", hands=hands, passing=((),) * state.seats)


def _taken(rules: Rules, state: State) -> State:
    """A full trick goes to the seat that takes it."""
    taker = trick_of(rules, state.table).winner
    if taker is None:
        raise ValueError(f"the rules say not who takes the trick in {format_state(state)}")
    winner = (state.leader + taker) % state.seats
    pile = (*state.captured[winner], *state.table)
    return state._replace(
        leader=rules.next_leader(state.leader, winner, state.seats),
        table=(),
        captured=_with(state.captured, winner, pile),
    )


def _scored(rules: Rules, state: State) -> State:
    """The deal is written down; the next dealer deals, or the game is over."""
    scores = (*state.scores, deal_scores(rules, state.captured))
    if not state.packs:
        return state._replace(phase="over", scores=scores)
    return _dealt(rules, state.seats, rules.next_dealer(state.dealer, state.seats), state.packs, scores)


def _with(places: tuple[Cards, ...], seat: int, cards: Iterable[Card]) -> tuple[Cards, ...]:
    return (*places[:seat], tuple(cards), *places[seat + 1 :])
