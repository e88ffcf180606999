"""Game of iroha from the first deal to the last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from random import Random

from pnp.games.core.places import gathered, hands_of, in_order, put, without
from pnp.games.core.playing.in_words import CardInWords, cards_by_line
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused
from pnp.games.iroha.play.state import ACTIONS, STATES, Action, Deal, Do, State, deal_scores
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack, totals
from pnp.games.iroha.rules.trick import legal_cards, pass_violation, play_violation, score, trick_of
from pnp.model.text import say


class IrohaPlay(TurnGame[Rules, State, Action, Deal]):
    """Play of iroha: all deals of a game.

    The results are the totals of the seats; seats that share the highest share the win.
    """

    states = STATES
    actions = ACTIONS
    hidden = Hidden(
        from_others=("hands", "passing"), from_all=("aside",), chance=("packs",), open=("table", "captured")
    )

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Choose the first dealer, and shuffle the pack anew for each deal, by ``seed``."""
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        dealer = random.randrange(players)
        cards = pack(rules, players)
        packs = tuple(tuple(random.sample(cards, len(cards))) for _ in range(players * rules.deals_each))
        return Deal(dealer, packs)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state after the first deal, before anyone has passed."""
        return _deal_hands(rules, len(deal.packs) // rules.deals_each, deal.dealer, deal.packs, ())

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return every pass, or every play, out of the hand."""
        count = rules.passed if state.phase == "pass" else 1
        do: Do = "pass" if state.phase == "pass" else "play"
        return (Action(do, cards) for cards in combinations(state.hands[seat], count))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal plays, or the legal passes, found without trying others."""
        hand = state.hands[seat]
        if state.phase == "play":
            return tuple([_play(card) for card in legal_cards(rules, hand, state.table)])
        passable = rules.passable(hand, _received(rules, state, seat))
        own = in_order([card for card in hand if card in passable])
        return tuple([Action("pass", cards) for cards in combinations(own, rules.passed)])

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return wrong moves: too few or too many cards, a card twice or from elsewhere, the other phase's action."""
        if seat is None:
            return (Action("pass", ()),)
        hand, count = state.hands[seat], rules.passed
        elsewhere = (*state.table[:1], *state.hands[(seat + 1) % state.seats][:1])
        actions = [Action("play", hand[:1]), Action("pass", hand[:count])]
        if state.phase == "play":
            return (*actions, *(Action("play", (card,)) for card in elsewhere))
        strays = (*_received(rules, state, seat)[:1], *elsewhere)
        actions += [_pass_action((*hand[: count - 1], card)) for card in strays]
        return (
            *actions,
            *(Action("pass", cards) for cards in (hand[: count - 1], hand[: count + 1], hand[:1] * count)),
        )

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Explain why an action is not allowed: by its phase, its cards, or the rules of passing and playing.

        The action need not come from a list: a play may hold several cards, and any cards may be named.
        """
        if action.do != state.phase:
            return refused("pass-first" if action.do == "play" else "pass-over")
        if action.do == "play" and len(action.cards) != 1:
            return refused("no-action")
        hand = state.hands[seat]
        received = _received(rules, state, seat)
        for index, card in enumerate(action.cards):
            if (card not in hand and card not in received) or card in action.cards[:index]:
                return refused("not-in-hand", suit=rules.names.get(card.suit, card.suit), number=card.number)
        if action.do == "pass":
            return pass_violation(rules, hand, received, action.cards)
        return play_violation(rules, hand, state.table, action.cards[0])

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state after a legal action.

        Cards to pass lie aside until all seats have chosen. A full trick is taken, and a finished deal is scored.
        """
        hands = put(state.hands, seat, without(state.hands[seat], action.cards))
        phase, dealer, leader, _, passing, table, captured, aside, packs, scores = state
        if action.do == "pass":
            next_state = state._replace(hands=hands, passing=put(passing, seat, action.cards))
            return _take_up_passed(rules, next_state) if all(next_state.passing) else next_state
        table += action.cards
        if len(table) < len(hands):
            return State(phase, dealer, leader, hands, passing, table, captured, aside, packs, scores)
        next_state = _award_trick(rules, state, hands, table)
        return next_state if any(hands) else _score_deal(rules, next_state)

    def dealt_anew(self, before: State, after: State) -> bool:
        """Tell whether a deal is over."""
        return len(before.scores) != len(after.scores)

    def ends_turn(self, before: State, after: State) -> bool:
        """Tell whether a turn ended: each card, and each pass of cards, is a turn, also where its seat leads next."""
        return True

    def actions_in_words(self, rules: Rules) -> Mapping[str, str]:
        """Return what one does by each kind of action."""
        cards = "a card" if rules.passed == 1 else f"{rules.passed} cards"
        return {"pass": f"pass {cards} on", "play": "play a card to a trick"}

    def cards_in_words(self, rules: Rules) -> Mapping[str, CardInWords]:
        """Return the cards by number and suit."""

        def in_words(card: Card) -> CardInWords:
            suit, number = say(rules.names[card.suit], "en"), str(card.number)
            return CardInWords(f"{suit} {number}", {"number": (number,), "suit": (suit,)})

        return cards_by_line(rules.deck, in_words)

    def lacks(self, rules: Rules, state: State, seat: int, action: Action) -> Iterable[Card]:
        """Return the cards that would have had to be played instead."""
        if action.do == "pass":
            return ()
        (played,) = action.cards
        return [card for card in rules.deck if played not in legal_cards(rules, (played, card), state.table)]

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat in the deals that are over."""
        return tuple(totals(state.scores)) if state.scores else (0,) * state.seats

    def scored(self, rules: Rules, before: State, action: Action, after: State) -> Iterable[tuple[int, str, int]]:
        """Return the points of a deal that is over, by suit: those of its lowest card, and those of its other cards."""
        if not self.dealt_anew(before, after):
            return
        table, no_cards = (*before.table, *action.cards), ((),) * before.seats
        for seat, pile in enumerate(_award_trick(rules, before, no_cards, table).captured):
            for item in score(rules, pile).items:
                suit = say(rules.names[item.cards[0].suit], "en")
                yield seat, f"{suit}, {'lowest' if item.rule == 'lowest' else 'other cards'}", item.points

    def worth(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat so far, with those of the cards that it has captured in this deal."""
        return tuple(totals((*state.scores, deal_scores(rules, state.captured))))

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the total of every seat over all deals."""
        return tuple(totals(state.scores))

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats that win, by the scores of all deals."""
        self.expect_over(state)
        return rules.winners(state.scores)


@lru_cache(maxsize=1 << 10)
def _play(card: Card) -> Action:
    return Action("play", (card,))


def _deal_hands(
    rules: Rules, seats: int, dealer: int, packs: tuple[Cards, ...], scores: tuple[tuple[int, ...], ...]
) -> State:
    """Return the state in which the first of ``packs`` is dealt out, card by card."""
    cards, *later_packs = packs
    no_cards: tuple[Cards, ...] = ((),) * seats
    return State(
        "pass" if rules.passed else "play",
        dealer,
        rules.first_leader(dealer, seats),
        hands_of(cards, seats, rules.dealt),
        no_cards,
        (),
        no_cards,
        tuple(cards[seats * rules.dealt :]),
        tuple(later_packs),
        scores,
    )


def _pass_action(cards: Cards) -> Action:
    return Action("pass", tuple(sorted(cards)))


def _received(rules: Rules, state: State, seat: int) -> Cards:
    """Return the cards face down before ``seat``, chosen by the seat that passes to it."""
    seats = len(state.hands)
    for giver in range(seats):
        if rules.pass_to(giver, seats) == seat:
            return state.passing[giver]
    raise ValueError(f"the rules pass no cards to seat {seat}")


def _take_up_passed(rules: Rules, state: State) -> State:
    """Return the state in which every seat has taken up the cards passed to it."""
    hands = tuple(gathered(hand, _received(rules, state, seat)) for seat, hand in enumerate(state.hands))
    return state._replace(phase="play", hands=hands, passing=((),) * state.seats)


def _award_trick(rules: Rules, state: State, hands: tuple[Cards, ...], table: Cards) -> State:
    """Return the state in which the full trick ``table`` went to its taker; ``hands`` are the cards left."""
    seats, taker = len(hands), trick_of(rules, table).winner
    if taker is None:
        raise ValueError(f"the rules say not who takes the trick in {STATES.format(state)}")
    winner = (state.leader + taker) % seats
    phase, dealer, leader, _, passing, _, captured, aside, packs, scores = state
    leader, captured = rules.next_leader(leader, winner, seats), put(captured, winner, captured[winner] + table)
    return State(phase, dealer, leader, hands, passing, (), captured, aside, packs, scores)


def _score_deal(rules: Rules, state: State) -> State:
    """Write the deal down. The next dealer deals, or the game is over."""
    scores = (*state.scores, deal_scores(rules, state.captured))
    if not state.packs:
        return state._replace(phase="over", scores=scores)
    return _deal_hands(rules, state.seats, rules.next_dealer(state.dealer, state.seats), state.packs, scores)
