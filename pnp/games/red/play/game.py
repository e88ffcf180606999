"""A round of red from the deal to the last seat in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from pnp.games.core.score import Violation
from pnp.games.red.play.state import Deal, State, all_cards, format_action, format_state, parse_action, parse_state
from pnp.games.red.rules.answer import actions_of
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.record import Action, Rules
from pnp.games.red.rules.scoring import round_score
from pnp.games.red.rules.turn import PASS, judge
from pnp.games.red.rules.winning import winner
from pnp.model.text import phrase


class RedPlay:
    """The Play of red. A round of a definition with goals returns points, any other 1 for the winner."""

    def seats(self, rules: Rules) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return range(rules.players[0], rules.players[1] + 1)

    def deal(self, rules: Rules, players: int, seed: int) -> Deal:
        """The deck shuffled by ``seed``: hands, then one card to each palette, then the stock.

        Raises ValueError when the rules do not allow that number of players.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        cards = list(Counter(rules.deck).elements())
        Random(seed).shuffle(cards)  # noqa: S311 - a deal that can be repeated, no secret
        dealt = players * rules.hand
        hands = tuple(tuple(sorted(cards[seat:dealt:players])) for seat in range(players))
        return Deal(hands, tuple(cards[dealt : dealt + players]), tuple(cards[dealt + players :]))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state before the first action: the opening rule is in force."""
        palettes = tuple((card,) for card in deal.laid)
        leader = winner(rules, palettes, rules.opening_rule)
        return State(
            tuple(tuple(sorted(hand)) for hand in deal.hands),
            palettes,
            deal.stock,
            (),
            rules.opening_rule,
            rules.first_seat(rules, leader, palettes),
        )

    def current_player(self, state: State) -> int | None:
        """The seat to act, or None when one seat is left."""
        return state.turn

    def legal_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """Every action without a violation, sorted; none when the round is over."""
        if state.turn is None:
            return ()
        actions = (*actions_of(state.hands[state.turn]), PASS)
        return tuple(sorted(action for action in actions if self.violation(rules, state, action) is None))

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """What a person might try with the cards in sight: pass, a card that lies elsewhere, one card used twice."""
        if state.turn is None:
            return (PASS,)
        hand = state.hands[state.turn]
        twice = tuple(Action("both", card, card) for card in hand)
        elsewhere = tuple(Action("play", card, None) for palette in state.palettes for card in palette)
        return tuple(sorted({*actions_of(hand), *twice, *elsewhere, PASS}))

    def violation(self, rules: Rules, state: State, action: Action) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        if state.turn is None:
            return Violation("round-over", phrase("violation-round-over"))
        wanted = Counter(card for card in (action.played, action.discarded) if card is not None)
        hand = Counter(state.hands[state.turn])
        for card in wanted:
            if hand[card] < wanted[card]:
                name = rules.names[card.colour]
                return Violation("not-in-hand", phrase("violation-not-in-hand", colour=name, number=card.number))
        return judge(rules, state.palettes, state.turn, state.rule, action).violation

    def apply(self, rules: Rules, state: State, action: Action) -> State:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        violation = self.violation(rules, state, action)
        if violation is not None or state.turn is None:
            code = violation.code if violation else "round-over"
            raise ValueError(f"{format_action(action)}: {code} in {format_state(state)}")
        judged = judge(rules, state.palettes, state.turn, state.rule, action)
        after = _laid(state, state.turn, action)
        if judged.draws and after.stock:
            hand = (*after.hands[state.turn], after.stock[0])
            after = after._replace(hands=_with(after.hands, state.turn, sorted(hand)), stock=after.stock[1:])
        for seat in state.seats_in:
            if seat not in judged.still_in:
                after = _out(after, seat)
        return _next_turn(after, state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the round is over."""
        return state.turn is None

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Per seat of a finished round: with goals the points of the winner, else 1; 0 for all others."""
        if state.turn is not None:
            raise ValueError(f"the round is not over: {format_state(state)}")
        (last,) = state.seats_in
        won = round_score(rules, state.palettes[last], state.rule).total if rules.goals else 1
        return tuple(won if seat == last else 0 for seat in range(len(state.palettes)))

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


def _laid(state: State, me: int, action: Action) -> State:
    hand = list(state.hands[me])
    palettes, discards, rule = state.palettes, state.discards, state.rule
    if action.played is not None:
        hand.remove(action.played)
        palettes = _with(palettes, me, (*palettes[me], action.played))
    if action.discarded is not None:
        hand.remove(action.discarded)
        discards, rule = (*discards, action.discarded), action.discarded.colour
    return State(_with(state.hands, me, hand), palettes, state.stock, discards, rule, me)


def _out(state: State, seat: int) -> State:
    hand = sorted((*state.hands[seat], *state.palettes[seat]))
    return state._replace(hands=_with(state.hands, seat, hand), palettes=_with(state.palettes, seat, ()))


def _next_turn(state: State, me: int) -> State:
    """The turn goes left; a seat that would have to start its turn without a hand card is out (RED-A3)."""
    seats = len(state.palettes)
    for step in range(1, seats + 1):
        seat = (me + step) % seats
        if not state.palettes[seat]:
            continue
        if len(state.seats_in) == 1:
            return state._replace(turn=None)
        if state.hands[seat]:
            return state._replace(turn=seat)
        state = _out(state, seat)
    return state._replace(turn=None)


def _with(places: tuple[Palette, ...], seat: int, cards: Iterable[Card]) -> tuple[Palette, ...]:
    return (*places[:seat], tuple(cards), *places[seat + 1 :])
