"""A game of kasane from the deal to the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pnp.games.core.game import TurnGame
from pnp.games.core.places import put
from pnp.games.core.score import Violation, refused
from pnp.games.kasane.play.state import ACTIONS, STATES, Action, Deal, State, tokens_of
from pnp.games.kasane.rules.achieving import (
    Attempt,
    Final,
    Laid,
    View,
    achieved,
    after,
    attempts,
    final_score,
    take_violation,
    violation,
)
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards
from pnp.games.kasane.rules.record import Rules, Table


class KasanePlay(TurnGame[Rules, State, Action, Deal]):
    """The Play of kasane: all rounds of a game. A turn is two actions: take a card, then achieve a yaku or pass."""

    states = STATES
    actions = ACTIONS

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Who starts, the deck and the last shuffle, by ``seed``."""
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

    def choices(self, rules: Rules, state: State, seat: int) -> Iterator[Action]:
        """Every card of every row, one that is not there in each empty row; every yaku with the top cards of the hand,
        with and without a field card, as far as a slot of it has room; and to pass."""
        for row, cards in enumerate(state.rows):
            yield from (Action("take", row, card) for card in range(max(1, len(cards))))
        yield Action("pass")
        if state.phase == "achieve":
            yield from _attempts(rules, view_of(rules, state))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """The cards that may be taken, or to pass and the yaku that can be achieved, without the rows that are none."""
        if state.phase == "take":
            rows = enumerate(state.rows)
            return tuple([Action("take", row, card) for row, cards in rows for card in _takeable(rules, cards)])
        found = [Action("achieve", 0, 0, *attempt) for attempt in attempts(rules, view_of(rules, state))]
        return (*sorted(found), Action("pass"))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterator[Action]:
        """Rows with cards left out, turned round or added, each as another yaku."""
        if seat is None:
            yield Action("pass")
            return
        yaku = sorted(rules.yaku)
        for place, row in enumerate(_careless(rules, state, seat)):
            if row:
                yield Action("achieve", yaku=yaku[place % len(yaku)], laid=row)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Why an action is not allowed: it is none, the phase, cards that are not there, or what the rules say."""
        if not _is_an_action(rules, action):
            return refused("no-action")
        if state.phase == "take":
            return _take_violation(rules, state, action)
        if action.do == "take":
            return refused("one-card")
        if action.do == "pass":
            return None
        view = view_of(rules, state)
        return violation(rules, view, action.attempt) if _is_there(view, action.laid) else refused("not-there")

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """A card taken, a yaku achieved, or neither; then the next turn or round."""
        if action.do == "take":
            return _took(rules, state, seat, action)
        if action.do == "achieve":
            state = _achieved(rules, state, seat, action.attempt)
        state = state._replace(phase="take", took=None)
        seats = len(state.hands)
        return state if sum(map(len, state.rows)) > seats else _next_round(rules.tables[seats], state)

    def final_scores(self, rules: Rules, state: State) -> tuple[Final, ...]:
        """The score of every seat of a game that is over, with its bonus. Raises ValueError before."""
        self.expect_over(state)
        turns = rules.tables[state.seats].turns
        seats = zip(state.points, state.fields, state.hands, strict=True)
        return tuple(final_score(rules, turns, points, field, hand) for points, field, hand in seats)

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """1 for who wins or shares the win, 0 for the others."""
        finals = self.final_scores(rules, state)
        winners = rules.winners(
            [(one.score.total, len(field)) for one, field in zip(finals, state.fields, strict=True)]
        )
        return tuple(int(seat in winners) for seat in range(state.seats))


def view_of(rules: Rules, state: State) -> View:
    """What the seat to act has in the phase ``achieve``. Raises ValueError in any other."""
    me = state.turn
    if me is None or state.took is None:
        raise ValueError(f"no card has just been taken: {STATES.format(state)}")
    tokens = tokens_of(rules, state)
    # Nobody's tokens are told apart on the table.
    return View(state.hands[me], state.fields[me], tokens, tokens, state.took, 0, rules.plus_one_yaku)


def _is_an_action(rules: Rules, action: Action) -> bool:
    """Whether an action says what it does, and nothing that belongs to another."""
    if action.do == "achieve":
        return action.yaku in rules.yaku and bool(action.laid) and (action.row, action.card) == (0, 0)
    if (action.yaku, action.laid) != ("", ()):
        return False
    return action.do == "take" or (action.row, action.card) == (0, 0)


def _take_violation(rules: Rules, state: State, action: Action) -> Violation | None:
    if action.do != "take":
        return refused("take-first")
    if not 0 <= action.row < state.seats or not 0 <= action.card < max(1, len(state.rows[action.row])):
        return refused("not-there")
    return take_violation(rules, state.rows, action.row, action.card)


def _takeable(rules: Rules, row: Cards) -> list[int]:
    """The places of a row from which a card may be taken, rising."""
    return [place for place in sorted(rules.takeable(len(row))) if place < len(row)] if row else []


def _took(rules: Rules, state: State, me: int, action: Action) -> State:
    row = state.rows[action.row]
    card = row[action.card]
    hand, field = rules.acquired(state.hands[me], state.fields[me], card)
    points = state.points[me] + (rules.plus_one_points if card == PLUS_ONE else 0)
    return state._replace(
        phase="achieve",
        took=card,
        rows=put(state.rows, action.row, row[: action.card] + row[action.card + 1 :]),
        hands=put(state.hands, me, hand),
        fields=put(state.fields, me, field),
        points=put(state.points, me, points),
    )


def _achieved(rules: Rules, state: State, me: int, attempt: Attempt) -> State:
    view = view_of(rules, state)
    found = achieved(rules, view, attempt)
    hand, field = after(view, attempt)
    slot = rules.slots.index((found.yaku, found.size))
    return state._replace(
        hands=put(state.hands, me, hand),
        fields=put(state.fields, me, field),
        points=put(state.points, me, state.points[me] + found.points),
        tokens=put(state.tokens, slot, state.tokens[slot] + 1),
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


def _attempts(rules: Rules, view: View) -> Iterator[Action]:
    for from_field in rules.field_picks(rules, view.field):
        for count in range(1, min(len(view.hand), rules.most_cards) + 1):
            laid = (*_laid("field", from_field), *_laid("hand", range(len(view.hand) - count, len(view.hand))))
            yaku = rules.by_size.get(rules.counted(len(laid), len(from_field)), ())
            yield from (Action("achieve", yaku=one.id, laid=laid) for one in yaku)


def _careless(rules: Rules, state: State, seat: int) -> list[tuple[Laid, ...]]:
    """Rows that break a rule."""
    hand = _laid("hand", range(len(state.hands[seat])))
    field = _laid("field", range(len(state.fields[seat])))
    top = field[-1:]
    rows = [top, (*hand[-2:], *top), (*field[-2:], *hand[-1:]), (*field[:1], *hand[-1:]), (Laid("hand", len(hand)),)]
    for count in range(1, min(len(hand), rules.most_cards) + 1):
        tops = hand[len(hand) - count :]
        rows += [tops, tops[::-1], (*top, *tops), hand[-1 - count : -1], (*hand[:1], *tops)]
    return rows


def _laid(place: str, places: Sequence[int]) -> tuple[Laid, ...]:
    return tuple(Laid("field" if place == "field" else "hand", at) for at in places)


def _is_there(view: View, laid: tuple[Laid, ...]) -> bool:
    """Whether every card of a row is there, and named once."""
    stacks = {"hand": view.hand, "field": view.field}
    return len(set(laid)) == len(laid) and all(0 <= card.at < len(stacks[card.place]) for card in laid)
