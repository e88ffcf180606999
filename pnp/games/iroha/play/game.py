"""A game of iroha from the first deal to the last."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from pnp.games.core.game import TurnGame
from pnp.games.core.places import gathered, hands_of, in_order, put, without
from pnp.games.core.score import Violation, refused
from pnp.games.iroha.play.state import ACTIONS, STATES, Action, Deal, Do, State, deal_scores
from pnp.games.iroha.rules.cards import Cards, Rules, pack, totals
from pnp.games.iroha.rules.trick import legal_cards, pass_violation, play_violation, trick_of


class IrohaPlay(TurnGame[Rules, State, Action, Deal]):
    """The Play of iroha: all deals of a game. It returns the totals; seats that share the highest share the win."""

    states = STATES
    actions = ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """The first dealer, and the pack shuffled anew for each deal, by ``seed``."""
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        dealer = random.randrange(players)
        cards = pack(rules, players)
        packs = tuple(tuple(random.sample(cards, len(cards))) for _ in range(players * rules.deals_each))
        return Deal(dealer, packs)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state after the first deal, before anyone has passed."""
        return _dealt(rules, len(deal.packs) // rules.deals_each, deal.dealer, deal.packs, ())

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Every pass, or every play, out of the hand."""
        count = rules.passed if state.phase == "pass" else 1
        do: Do = "pass" if state.phase == "pass" else "play"
        return (Action(do, cards) for cards in combinations(state.hands[seat], count))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """The plays that follow the trick, or the passes of cards that may be passed: found without trying others."""
        hand = state.hands[seat]
        if state.phase == "play":
            return tuple([Action("play", (card,)) for card in in_order(legal_cards(rules, hand, state.table))])
        passable = rules.passable(hand, _received(rules, state, seat))
        own = in_order([card for card in hand if card in passable])
        return tuple([Action("pass", cards) for cards in combinations(own, rules.passed)])

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Too few or too many cards, one twice, one that lies elsewhere, and the other phase's action."""
        if seat is None:
            return (Action("pass", ()),)
        hand, count = state.hands[seat], rules.passed
        elsewhere = (*state.table[:1], *state.hands[(seat + 1) % state.seats][:1])
        found = [Action("play", hand[:1]), Action("pass", hand[:count])]
        if state.phase == "play":
            return (*found, *(Action("play", (card,)) for card in elsewhere))
        strays = (*_received(rules, state, seat)[:1], *elsewhere)
        found += [_passing((*hand[: count - 1], card)) for card in strays]
        return (*found, *(Action("pass", cards) for cards in (hand[: count - 1], hand[: count + 1], hand[:1] * count)))

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Why an action is not allowed: the phase, its cards, or what the rules say of passing and playing. It need not
        come from a list: what is played is one card, and any cards may be named."""
        if action.do != state.phase:
            return refused("pass-first" if action.do == "play" else "pass-over")
        if action.do == "play" and len(action.cards) != 1:
            return refused("no-action")
        hand = state.hands[seat]
        received = _received(rules, state, seat)
        for place, card in enumerate(action.cards):
            if (card not in hand and card not in received) or card in action.cards[:place]:
                return refused("not-in-hand", suit=rules.names.get(card.suit, card.suit), number=card.number)
        if action.do == "pass":
            return pass_violation(rules, hand, received, action.cards)
        return play_violation(rules, hand, state.table, action.cards[0])

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Cards chosen to pass lie aside until all have chosen; a full trick is taken, a deal that is over scored."""
        hands = put(state.hands, seat, without(state.hands[seat], action.cards))
        if action.do == "pass":
            after = state._replace(hands=hands, passing=put(state.passing, seat, action.cards))
            return _passed(rules, after) if all(after.passing) else after
        table = state.table + action.cards
        if len(table) < len(hands):
            return state._replace(hands=hands, table=table)
        after = _taken(rules, state, hands, table)
        return after if any(hands) else _scored(rules, after)

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The total of every seat over all deals."""
        return tuple(totals(state.scores))


def _dealt(
    rules: Rules, seats: int, dealer: int, packs: tuple[Cards, ...], scores: tuple[tuple[int, ...], ...]
) -> State:
    """The first of ``packs`` dealt out, card by card, to so many seats."""
    cards, *to_come = packs
    nothing: tuple[Cards, ...] = ((),) * seats
    return State(
        "pass" if rules.passed else "play",
        dealer,
        rules.first_leader(dealer, seats),
        hands_of(cards, seats, rules.dealt),
        nothing,
        (),
        nothing,
        tuple(cards[seats * rules.dealt :]),
        tuple(to_come),
        scores,
    )


def _passing(cards: Cards) -> Action:
    return Action("pass", tuple(sorted(cards)))


def _received(rules: Rules, state: State, seat: int) -> Cards:
    """What lies face down before ``seat``, chosen by the seat that passes to it."""
    seats = len(state.hands)
    for giver in range(seats):
        if rules.pass_to(giver, seats) == seat:
            return state.passing[giver]
    raise ValueError(f"the rules pass no cards to seat {seat}")


def _passed(rules: Rules, state: State) -> State:
    """Everyone takes up what was passed to them."""
    hands = tuple(gathered(hand, _received(rules, state, seat)) for seat, hand in enumerate(state.hands))
    return state._replace(phase="play", hands=hands, passing=((),) * state.seats)


def _taken(rules: Rules, state: State, hands: tuple[Cards, ...], table: Cards) -> State:
    """A full trick, ``table``, goes to the seat that takes it; ``hands`` are what is left."""
    seats, taker = len(hands), trick_of(rules, table).winner
    if taker is None:
        raise ValueError(f"the rules say not who takes the trick in {STATES.format(state)}")
    winner = (state.leader + taker) % seats
    return state._replace(
        leader=rules.next_leader(state.leader, winner, seats),
        hands=hands,
        table=(),
        captured=put(state.captured, winner, state.captured[winner] + table),
    )


def _scored(rules: Rules, state: State) -> State:
    """The deal is written down; the next dealer deals, or the game is over."""
    scores = (*state.scores, deal_scores(rules, state.captured))
    if not state.packs:
        return state._replace(phase="over", scores=scores)
    return _dealt(rules, state.seats, rules.next_dealer(state.dealer, state.seats), state.packs, scores)
