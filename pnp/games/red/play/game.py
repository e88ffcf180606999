"""Game of red from the deal to the end: a round, or as many rounds as a goal takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from pnp.games.core.places import gathered, hands_of, put, without
from pnp.games.core.playing.seen import Hidden, Memory
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused
from pnp.games.red.play.state import ACTIONS, STATES, Deal, State, standing_after
from pnp.games.red.rules.answer import actions_of
from pnp.games.red.rules.cards import SHAPES, Action, Palette, Rules
from pnp.games.red.rules.turn import PASS, allowed, judge, round_score, winner


class RedPlay(TurnGame[Rules, State, Action, Deal]):
    """Play of red. With goals the game is a match of several rounds, and returns points; without, it is one round, and
    returns 1 for the winner."""

    whole = "round"
    states = STATES
    actions = ACTIONS
    hidden = Hidden(from_others=("hands",), from_all=("stock",), chance=("seed",))

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Deal the whole deck by ``seed``."""
        return deal_from(rules, tuple(Counter(rules.deck).elements()), players, seed)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state before the first action: the opening rule is in force, and no seat has points."""
        return _dealt(rules, deal)

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return every way to play and discard out of the hand, and to pass."""
        return (*actions_of(state.hands[seat]), PASS)

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions out of the hand, without a judgement of each choice."""
        return tuple(allowed(rules, state.palettes, seat, state.rule, state.hands[seat]))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return wrong moves: a card from elsewhere, and one card used twice."""
        if seat is None:
            return (PASS,)
        twice = (Action("both", card, card) for card in state.hands[seat])
        elsewhere = (Action("play", card, None) for palette in state.palettes for card in palette)
        return (*twice, *elsewhere)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Explain why an action is not allowed: by its shape, its cards, or the rules of a turn."""
        if SHAPES.get(action.do) != (action.played is not None, action.discarded is not None):
            return refused("no-action")
        needed = [card for card in (action.played, action.discarded) if card is not None]
        for card in needed:
            if state.hands[seat].count(card) < needed.count(card):
                return refused("not-in-hand", colour=rules.names.get(card.colour, card.colour), number=card.number)
        return judge(rules, state.palettes, seat, state.rule, action).violation

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Move the cards, draw a card, put seats out; then the turn goes on."""
        judgement = judge(rules, state.palettes, seat, state.rule, action)
        next_state = _lay_and_discard(state, seat, action)
        if judgement.draws and next_state.stock:
            hand = gathered(next_state.hands[seat], next_state.stock[:1])
            next_state = next_state._replace(hands=put(next_state.hands, seat, hand), stock=next_state.stock[1:])
        for other in state.seats_in:
            if other not in judgement.still_in:
                next_state = _put_out(next_state, other)
        next_state = _next_turn(next_state, seat)
        return _after_round(rules, next_state) if rules.goals and next_state.turn is None else next_state

    def still_in(self, state: State) -> tuple[int, ...]:
        """Return the seats that are not out of the round."""
        return state.seats_in

    def dealt_anew(self, before: State, after: State) -> bool:
        """Tell whether a round is over."""
        return before.seed != after.seed

    def redraw(self, rules: Rules, state: State, seat: int, memory: Memory, random: Random) -> State:
        """Return a state that looks the same to a seat. Without goals there is no next round to be drawn."""
        drawn = super().redraw(rules, state, seat, memory, random)
        return drawn if rules.goals else drawn._replace(seed=0)

    def titles(self, rules: Rules, action: Action) -> tuple[str, ...]:
        """Return the kind of the action, and the rule that it sets."""
        return (action.do,) if action.discarded is None else (action.do, f"rule-{action.discarded.colour}")

    def worth(self, rules: Rules, state: State) -> tuple[float, ...]:
        """Return the points of each seat, with a point for each card in hand and half of one for each in the palette.

        A seat loses when it runs out of ways to lead: cards in hand are choices, a large palette draws more of them.
        """
        points = state.points or (0,) * len(state.hands)
        still_in = state.seats_in
        return tuple(
            [
                had + (len(hand) + len(palette) / 2 if seat in still_in else 0)
                for seat, (had, hand, palette) in enumerate(zip(points, state.hands, state.palettes, strict=True))
            ]
        )

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of all rounds with goals; without, 1 for the winner and 0 for all others."""
        return state.points or tuple(int(seat in state.seats_in) for seat in range(len(state.palettes)))


def deal_from(rules: Rules, cards: Palette, players: int, seed: int) -> Deal:
    """Deal ``cards``, shuffled by ``seed``: hands, then one card to each palette, then the stock."""
    shuffled, random = list(cards), Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
    random.shuffle(shuffled)
    rest, next_seed = shuffled[players * rules.hand :], random.randrange(1 << 32)
    return Deal(hands_of(shuffled, players, rules.hand), tuple(rest[:players]), tuple(rest[players:]), next_seed)


def _dealt(rules: Rules, deal: Deal) -> State:
    """Return the state before the first action of a round: the opening rule is in force."""
    palettes = tuple((card,) for card in deal.laid)
    leader = winner(rules, palettes, rules.opening_rule)
    hands, first = tuple(tuple(sorted(hand)) for hand in deal.hands), rules.first_seat(rules, leader, palettes)
    state = State(hands, palettes, deal.stock, (), rules.opening_rule, first)
    return state._replace(points=(0,) * len(palettes), seed=deal.seed) if rules.goals else state


def _lay_and_discard(state: State, me: int, action: Action) -> State:
    hand, palettes, discards, rule = state.hands[me], state.palettes, state.discards, state.rule
    if action.played is not None:
        hand = without(hand, (action.played,))
        palettes = put(palettes, me, (*palettes[me], action.played))
    if action.discarded is not None:
        hand = without(hand, (action.discarded,))
        discards, rule = (*discards, action.discarded), action.discarded.colour
    return state._replace(hands=put(state.hands, me, hand), palettes=palettes, discards=discards, rule=rule)


def _put_out(state: State, seat: int) -> State:
    hand = gathered(state.hands[seat], state.palettes[seat])
    return state._replace(hands=put(state.hands, seat, hand), palettes=put(state.palettes, seat, ()))


def _next_turn(state: State, me: int) -> State:
    """Pass the turn to the left. A seat that would start its turn without a hand card is out (RED-A3)."""
    seat = me
    while len(state.seats_in) > 1:
        seat = (seat + 1) % len(state.palettes)
        if not state.palettes[seat]:
            continue
        if state.hands[seat]:
            return state._replace(turn=seat)
        state = _put_out(state, seat)
    return state._replace(turn=None)


def _after_round(rules: Rules, state: State) -> State:
    """Count the points of a round that is over, and deal the next one if the game goes on."""
    standing = standing_after(rules, state)
    if standing.over:
        return state._replace(points=standing.points)
    (winner,) = state.seats_in
    scored = [card for item in round_score(rules, state.palettes[winner], state.rule).items for card in item.cards]
    aside = gathered(state.aside, scored) if rules.leaving(len(scored)) else state.aside
    deal = deal_from(rules, without(state.cards, aside), len(state.points), state.seed)
    return _dealt(rules, deal)._replace(points=standing.points, aside=aside)
