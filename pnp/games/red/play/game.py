"""Game of red from the deal to the end: a round, or as many rounds as a goal takes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random

from pnp.games.core.dealing import shuffle
from pnp.games.core.places import gathered, hands_of, without
from pnp.games.core.playing.in_words import CardInWords, cards_by_line
from pnp.games.core.playing.seen import Hidden, Memory
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused
from pnp.games.red.play.ranks import Ranks
from pnp.games.red.play.state import ACTIONS, STATES, Deal, State
from pnp.games.red.rules.answer import actions_of
from pnp.games.red.rules.cards import SHAPES, Action, Card, Palette, Rules
from pnp.games.red.rules.turn import PASS, after_score, allowed, judge, round_score, winner
from pnp.model.text import say


class RedPlay(TurnGame[Rules, State, Action, Deal]):
    """Play of red. With goals the game is a match of several rounds, and returns points; without, it is one round, and
    returns 1 for the winner."""

    whole = "round"
    states = STATES
    actions = ACTIONS
    hidden = Hidden(
        from_others=("hands",), from_all=("stock",), chance=("seed",), open=("palettes", "discards", "aside")
    )
    _ranks: tuple[Rules | None, Ranks | None] = (None, None)

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Deal the whole deck by ``seed``."""
        cards = [card for card, copies in rules.deck.items() for _ in range(copies)]
        return deal_from(rules, cards, players, seed)

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state before the first action: the opening rule is in force, and no seat has points."""
        return _dealt(rules, deal)

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return every way to play and discard out of the hand, and to pass."""
        return (*actions_of(state.hands[seat]), PASS)

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions out of the hand, without a judgement of each choice."""
        ranks = self._ranks_of(rules)
        if ranks is None:
            return tuple(allowed(rules, state.palettes, seat, state.rule, state.hands[seat]))
        return tuple(ranks.allowed(state.palettes, seat, state.rule, state.hands[seat]))

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
        out, draws = self._judged(rules, state, seat, action)
        hands, palettes, stock = [*state.hands], [*state.palettes], state.stock
        discards, rule = state.discards, state.rule
        hand = [*hands[seat]]
        if action.played is not None:
            hand.remove(action.played)
            palettes[seat] = (*palettes[seat], action.played)
        if action.discarded is not None:
            hand.remove(action.discarded)
            discards, rule = (*discards, action.discarded), action.discarded.colour
        if draws and stock:
            insort(hand, stock[0])
            stock = stock[1:]
        hands[seat] = tuple(hand)
        for other in out:
            _put_out(hands, palettes, other)
        turn = _next_turn(hands, palettes, seat)
        after = State(tuple(hands), tuple(palettes), stock, discards, rule, turn, state.points, state.aside, state.seed)
        return _after_round(rules, after) if rules.goals and turn is None else after

    def _judged(self, rules: Rules, state: State, seat: int, action: Action) -> tuple[Sequence[int], bool]:
        """Return the seats that an action puts out, and whether a card is drawn."""
        if action.do == "pass" or self._ranks_of(rules) is None:
            judgement = judge(rules, state.palettes, seat, state.rule, action)
            return [other for other in state.seats_in if other not in judgement.still_in], judgement.draws
        if self.stays_in(rules, state, seat, action):
            return (), rules.draws(action, len(state.palettes[seat]) + (action.played is not None))
        return (seat,), False

    def _ranks_of(self, rules: Rules) -> Ranks | None:
        """Return the ranks of palettes, which are kept for the rules of the last call."""
        if self._ranks[0] is not rules:
            self._ranks = rules, Ranks.of(rules)
        return self._ranks[1]

    def still_in(self, state: State) -> tuple[int, ...]:
        """Return the seats that are not out of the round."""
        return state.seats_in

    def stays_in(self, rules: Rules, state: State, seat: int, action: Action) -> bool:
        """Tell whether an action leaves its seat in the round. The palettes show it."""
        ranks = self._ranks_of(rules)
        if action.do == "pass" or ranks is None:
            return seat not in self._judged(rules, state, seat, action)[0]
        if action.discarded is not None:
            return True  # A legal discard wins: that is why it is legal.
        return ranks.is_winning(state.palettes, state.rule, seat, action.played)

    def put_out(self, rules: Rules, before: State, seat: int, after: State) -> bool:
        """Tell whether an action of a seat put it out. At the end of a round it did if the seat scored nothing."""
        if self.dealt_anew(before, after):
            return before.points[seat] == after.points[seat]
        return seat not in after.seats_in

    def dealt_anew(self, before: State, after: State) -> bool:
        """Tell whether a round is over."""
        return before.seed != after.seed

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat, none without goals."""
        return state.points

    def scored(self, rules: Rules, before: State, action: Action, after: State) -> Iterable[tuple[int, str, int]]:
        """Return the points of the winner of a round, by the rule in force at its end."""
        rule = before.rule if action.discarded is None else action.discarded.colour
        source = f"rounds won under {say(rules.names[rule], 'en')}"
        pairs = enumerate(zip(before.points, after.points, strict=True))
        return [(seat, source, points - had) for seat, (had, points) in pairs if points != had]

    def redraw(self, rules: Rules, state: State, seat: int, memory: Memory, random: Random) -> State:
        """Return a state that looks the same to a seat. Without goals there is no next round to be drawn."""
        drawn = super().redraw(rules, state, seat, memory, random)
        return drawn if rules.goals else drawn._replace(seed=0)

    def titles(self, rules: Rules, action: Action) -> tuple[str, ...]:
        """Return the kind of the action, and the rule that it sets."""
        return (action.do,) if action.discarded is None else (action.do, f"rule-{action.discarded.colour}")

    def actions_in_words(self, rules: Rules) -> Mapping[str, str]:
        """Return what one does by each kind of action. Each discard counts by its colour as well."""
        discards = {f"rule-{colour}": f"discard {say(rules.names[colour], 'en')}" for colour in rules.colours}
        return {
            "play": "lay a card in the palette",
            "rule": "discard a card for the rule",
            "both": "lay a card, then discard one for the rule",
            "pass": "do neither, and be out" if rules.passing == "out" else "do neither",
            **discards,
        }

    def cards_in_words(self, rules: Rules) -> Mapping[str, CardInWords]:
        """Return the cards by number and colour, strongest colour first."""

        def in_words(card: Card) -> CardInWords:
            colour, number = say(rules.names[card.colour], "en"), str(card.number)
            return CardInWords(f"{colour} {number}", {"number": (number,), "colour": (colour,)})

        return cards_by_line(rules.deck, in_words)

    def ends_turn(self, before: State, after: State) -> bool:
        """Tell whether a turn ended: every action is a whole turn."""
        return True

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


def deal_from(rules: Rules, cards: Iterable[Card], players: int, seed: int) -> Deal:
    """Deal ``cards``, shuffled by ``seed``: hands, then one card to each palette, then the stock."""
    shuffled, random = list(cards), Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
    shuffle(shuffled, random)
    rest, next_seed = shuffled[players * rules.hand :], random.randrange(1 << 32)
    return Deal(hands_of(shuffled, players, rules.hand), tuple(rest[:players]), tuple(rest[players:]), next_seed)


def _dealt(rules: Rules, deal: Deal) -> State:
    """Return the state before the first action of a round: the opening rule is in force."""
    palettes = tuple((card,) for card in deal.laid)
    leader = winner(rules, palettes, rules.opening_rule)
    hands, first = tuple(tuple(sorted(hand)) for hand in deal.hands), rules.first_seat(rules, leader, palettes)
    points, seed = ((0,) * len(palettes), deal.seed) if rules.goals else ((), 0)
    return State(hands, palettes, deal.stock, (), rules.opening_rule, first, points, (), seed)


def _put_out(hands: list[Palette], palettes: list[Palette], seat: int) -> None:
    hands[seat] = gathered(hands[seat], palettes[seat])
    palettes[seat] = ()


def _next_turn(hands: list[Palette], palettes: list[Palette], me: int) -> int | None:
    """Pass the turn to the left. A seat that would start its turn without a hand card is out (RED-A3)."""
    seats = len(palettes)
    seats_in = seats - palettes.count(())
    seat = me
    while seats_in > 1:
        seat = (seat + 1) % seats
        if not palettes[seat]:
            continue
        if hands[seat]:
            return seat
        _put_out(hands, palettes, seat)
        seats_in -= 1
    return None


def _after_round(rules: Rules, state: State) -> State:
    """Count the points of a round that is over, and deal the next one if the game goes on."""
    (winner,) = state.seats_in
    palette = state.palettes[winner]
    score = round_score(rules, palette, state.rule)
    cards = [*chain(*state.hands, *state.palettes, state.stock, state.discards)]
    standing = after_score(rules, state.points, len(cards), winner, score)
    if standing.over:
        return state._replace(points=standing.points)
    scored = [card for item in score.items for card in item.cards]
    aside = state.aside
    if rules.leaving(len(scored)):
        aside = gathered(aside, scored)
        cards = [*chain(*state.hands, without(palette, scored), state.stock, state.discards)]
    cards.sort(key=_places(rules).__getitem__)
    deal = deal_from(rules, cards, len(state.points), state.seed)
    return _dealt(rules, deal)._replace(points=standing.points, aside=aside)


@lru_cache(maxsize=4)
def _places(rules: Rules) -> dict[Card, int]:
    """Return the place of each card in a sorted deck: whole numbers are sorted in a third of the time."""
    return {card: place for place, card in enumerate(sorted(rules.deck))}
