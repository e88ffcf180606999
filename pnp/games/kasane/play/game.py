"""A game of kasane from the deal to the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from pnp.games.core.score import Violation
from pnp.games.kasane.play.state import (
    Action,
    Deal,
    State,
    all_cards,
    format_action,
    format_state,
    parse_action,
    parse_state,
    tokens_of,
)
from pnp.games.kasane.rules.achieving import Attempt, Laid, View, achieved, after, violation
from pnp.games.kasane.rules.cards import PLUS_ONE, Card
from pnp.games.kasane.rules.record import Rules, Table, seats_of
from pnp.games.kasane.rules.scoring import Final, final_score
from pnp.games.kasane.rules.taking import take_violation
from pnp.model.text import phrase

T = TypeVar("T")


class KasanePlay:
    """The Play of kasane: all rounds of a game. A turn is two actions: take a card, then achieve a yaku or pass."""

    def seats(self, rules: Rules) -> Sequence[int]:
        """The numbers of players that the rules allow."""
        return seats_of(rules)

    def deal(self, rules: Rules, players: int, seed: int) -> Deal:
        """Who starts, the deck and the last shuffle, by ``seed``.

        Raises ValueError when the rules do not allow that number of players.
        """
        if players not in self.seats(rules):
            raise ValueError(f"{players} players: the rules allow {rules.players[0]} to {rules.players[1]}")
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        table = rules.tables[players]
        start = random.randrange(players)
        cards = [card for card, count in table.deck.items() for _ in range(count)]
        left = table.left_over + players * table.per_row if table.rounds > 1 else 0
        deck, shuffle = random.sample(cards, len(cards)), random.sample(range(left), left)
        return Deal(players, start, tuple(deck), tuple(shuffle))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """The state before the first card is taken."""
        seats, opening = deal.players, rules.opening[deal.players]
        state = State(
            phase="take",
            round=1,
            start=deal.start,
            took=None,
            rows=(),
            hands=((),) * seats,
            fields=((),) * seats,
            points=(0,) * seats,
            tokens=tuple(opening.get(slot, 0) for slot in rules.slots),
            stock=deal.deck,
            discards=(),
            shuffle=deal.shuffle,
        )
        return _laid_out(rules.tables[seats], state)

    def current_player(self, state: State) -> int | None:
        """The seat to act, or None when the game is over."""
        return state.turn

    def legal_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """Every action without a violation, sorted; none when the game is over."""
        tried = (*_takes(state), Action("pass"), *_attempts(rules, state))
        return tuple(sorted(action for action in tried if self.violation(rules, state, action) is None))

    def conceivable_actions(self, rules: Rules, state: State) -> tuple[Action, ...]:
        """What a person might try: any card of any row, and rows with cards left out, turned round or added."""
        tried = {*_takes(state), Action("pass"), *_attempts(rules, state), *_careless(rules, state)}
        return tuple(sorted(tried))

    def violation(self, rules: Rules, state: State, action: Action) -> Violation | None:
        """Why ``action`` is not allowed here, or None when it is."""
        if state.turn is None:
            return _refused("game-over")
        if state.phase == "take":
            return _take_violation(rules, state, action)
        if action.do == "take":
            return _refused("one-card")
        if action.do == "pass":
            return None
        view = view_of(rules, state)
        return violation(rules, view, action.attempt) if _is_there(view, action.laid) else _refused("not-there")

    def apply(self, rules: Rules, state: State, action: Action) -> State:
        """The state after a legal action. Raises ValueError, with the violation and the state, on any other."""
        found = self.violation(rules, state, action)
        me = state.turn
        if found is not None or me is None:
            code = found.code if found else "game-over"
            raise ValueError(f"{format_action(action)}: {code} in {format_state(state)}")
        if action.do == "take":
            return _took(rules, state, me, action)
        if action.do == "achieve":
            state = _achieved(rules, state, me, action.attempt)
        state = state._replace(phase="take", took=None)
        table = rules.tables[state.seats]
        return state if sum(map(len, state.rows)) > state.seats else _next_round(table, state)

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return state.turn is None

    def final_scores(self, rules: Rules, state: State) -> tuple[Final, ...]:
        """The score of every seat of a game that is over, with its bonus. Raises ValueError before."""
        if state.turn is not None:
            raise ValueError(f"the game is not over: {format_state(state)}")
        turns = rules.tables[state.seats].turns
        seats = zip(state.points, state.fields, state.hands, strict=True)
        return tuple(final_score(rules, turns, points, field, hand) for points, field, hand in seats)

    def returns(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Per seat of a game that is over, 1 for who wins or shares the win, 0 for the others. Raises ValueError
        before."""
        finals = self.final_scores(rules, state)
        winners = rules.winners(
            [(one.score.total, len(field)) for one, field in zip(finals, state.fields, strict=True)]
        )
        return tuple(int(seat in winners) for seat in range(state.seats))

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


def view_of(rules: Rules, state: State) -> View:
    """What the seat to act has in the phase ``achieve``. Raises ValueError in any other."""
    me = state.turn
    if me is None or state.took is None:
        raise ValueError(f"no card has just been taken: {format_state(state)}")
    tokens = tokens_of(rules, state)
    # Nobody's tokens are told apart on the table.
    return View(state.hands[me], state.fields[me], tokens, tokens, state.took, 0, rules.plus_one_yaku)


def _take_violation(rules: Rules, state: State, action: Action) -> Violation | None:
    if action.do != "take":
        return _refused("take-first")
    if action.row >= state.seats or action.card >= max(1, len(state.rows[action.row])):
        return _refused("not-there")
    return take_violation(rules, state.rows, action.row, action.card)


def _took(rules: Rules, state: State, me: int, action: Action) -> State:
    row = state.rows[action.row]
    card = row[action.card]
    hand, field = rules.acquired(state.hands[me], state.fields[me], card)
    points = state.points[me] + (rules.plus_one_points if card == PLUS_ONE else 0)
    return state._replace(
        phase="achieve",
        took=card,
        rows=_with(state.rows, action.row, row[: action.card] + row[action.card + 1 :]),
        hands=_with(state.hands, me, hand),
        fields=_with(state.fields, me, field),
        points=_with(state.points, me, points),
    )


def _achieved(rules: Rules, state: State, me: int, attempt: Attempt) -> State:
    view = view_of(rules, state)
    found = achieved(rules, view, attempt)
    hand, field = after(view, attempt)
    slot = rules.slots.index((found.yaku, found.size))
    return state._replace(
        hands=_with(state.hands, me, hand),
        fields=_with(state.fields, me, field),
        points=_with(state.points, me, state.points[me] + found.points),
        tokens=_with(state.tokens, slot, state.tokens[slot] + 1),
    )


def _next_round(table: Table, state: State) -> State:
    """What lies in the rows is discarded; the marker moves left and the rows are laid out, or the game is over."""
    discards = (*state.discards, *(card for row in state.rows for card in row))
    state = state._replace(rows=((),) * state.seats, discards=discards)
    if state.round == table.rounds:
        return state._replace(phase="over")
    start = (state.start + 1) % state.seats
    return _laid_out(table, state._replace(round=state.round + 1, start=start))


def _laid_out(table: Table, state: State) -> State:
    """Rows from the stock. For the last round the discards are shuffled in, and what is left over is discarded."""
    last = state.round == table.rounds
    if last and state.shuffle:
        cards = (*state.stock, *state.discards)
        state = state._replace(stock=tuple(cards[place] for place in state.shuffle), discards=(), shuffle=())
    size = table.per_row
    laid, stock = state.stock[: size * state.seats], state.stock[size * state.seats :]
    rows = tuple(laid[size * row : size * (row + 1)] for row in range(state.seats))
    if last:
        return state._replace(rows=rows, stock=(), discards=(*state.discards, *stock))
    return state._replace(rows=rows, stock=stock)


def _takes(state: State) -> Iterator[Action]:
    """Every card of every row, and one that is not there in each empty row."""
    for row, cards in enumerate(state.rows):
        yield from (Action("take", row, card) for card in range(max(1, len(cards))))


def _attempts(rules: Rules, state: State) -> Iterator[Action]:
    """Every yaku with the top cards of the hand, with and without a field card, as far as a slot of it has room."""
    if state.phase != "achieve":
        return
    view = view_of(rules, state)
    for from_field in rules.field_picks(rules, view.field):
        for count in range(1, min(len(view.hand), rules.most_cards) + 1):
            laid = (*_laid("field", from_field), *_laid("hand", range(len(view.hand) - count, len(view.hand))))
            yaku = rules.by_size.get(rules.counted(len(laid), len(from_field)), ())
            yield from (Action("achieve", yaku=one.id, laid=laid) for one in yaku)


def _careless(rules: Rules, state: State) -> Iterator[Action]:
    """Rows that break a rule, each with another yaku."""
    me = state.turn
    if me is None:
        return
    yaku = sorted(rules.yaku)
    hand = _laid("hand", range(len(state.hands[me])))
    field = _laid("field", range(len(state.fields[me])))
    top = field[-1:]
    rows = [top, (*hand[-2:], *top), (*field[-2:], *hand[-1:]), (*field[:1], *hand[-1:]), (Laid("hand", len(hand)),)]
    for count in range(1, min(len(hand), rules.most_cards) + 1):
        tops = hand[len(hand) - count :]
        rows += [tops, tops[::-1], (*top, *tops), hand[-1 - count : -1], (*hand[:1], *tops)]
    for place, row in enumerate(rows):
        if row:
            yield Action("achieve", yaku=yaku[place % len(yaku)], laid=row)


def _laid(place: str, places: Sequence[int]) -> tuple[Laid, ...]:
    return tuple(Laid("field" if place == "field" else "hand", at) for at in places)


def _is_there(view: View, laid: tuple[Laid, ...]) -> bool:
    """Whether every card of a row is there, and named once."""
    stacks = {"hand": view.hand, "field": view.field}
    return len(set(laid)) == len(laid) and all(card.at < len(stacks[card.place]) for card in laid)


def _with(places: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*places[:place], value, *places[place + 1 :])


def _refused(code: str) -> Violation:
    return Violation(code, phrase(f"violation-{code}"))
