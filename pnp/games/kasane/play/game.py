"""Play of kasane from the deal to the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from pnp.games.core.places import put
from pnp.games.core.playing.in_words import CardInWords, cards_by_line
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused
from pnp.games.kasane.play.state import ACTIONS, STATES, Action, Deal, State, tokens_of
from pnp.games.kasane.rules.achieving import (
    Attempt,
    Final,
    Laid,
    Place,
    View,
    final_score,
    slot_covered,
    stacks_after,
    take_violation,
    valid_attempts,
    violation,
)
from pnp.games.kasane.rules.cards import PLUS_ONE, printed_plus_one
from pnp.games.kasane.rules.record import Rules, Table
from pnp.model.text import say


class KasanePlay(TurnGame[Rules, State, Action, Deal]):
    """Play of kasane: all rounds of a game. A turn is two actions: take a card, then achieve a yaku or pass."""

    states = STATES
    actions = ACTIONS
    hidden = Hidden(
        from_others=("hands",),
        from_all=("stock",),
        chance=("shuffle",),
        open=("took", "rows", "fields", "discards"),
    )

    def dealt(self, rules: Rules, players: int, seed: int) -> Deal:
        """Deal by ``seed``: the seat that starts, the deck, and the shuffle before the last round."""
        random = Random(seed)  # noqa: S311 - a deal that can be repeated, no secret
        table = rules.tables[players]
        start = random.randrange(players)
        cards = [card for card, count in table.deck.items() for _ in range(count)]
        left = table.left_over + players * table.per_row if table.rounds > 1 else 0
        deck, shuffle = random.sample(cards, len(cards)), random.sample(range(left), left)
        return Deal(players, start, tuple(deck), tuple(shuffle))

    def initial_state(self, rules: Rules, deal: Deal) -> State:
        """Return the state before the first card is taken."""
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
        return _lay_out_rows(rules.tables[seats], state)

    def choices(self, rules: Rules, state: State, seat: int) -> Iterator[Action]:
        """Yield the actions that a seat might try.

        These are: every card of every row, and a missing card of each empty row; every yaku with the top cards of the
        hand, with and without a field card, up to the size of its slots; and a pass.
        """
        for row, cards in enumerate(state.rows):
            yield from (Action("take", row, card) for card in range(max(1, len(cards))))
        yield Action("pass")
        if state.phase == "achieve":
            yield from _attempts(rules, view_of(rules, state))

    def listed(self, rules: Rules, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions, without trying rows that are no yaku."""
        if state.phase == "take":
            return _takes(rules, tuple([len(cards) for cards in state.rows]))
        legal = [Action("achieve", 0, 0, *attempt) for attempt in valid_attempts(rules, view_of(rules, state))]
        return (*sorted(legal), Action("pass"))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterator[Action]:
        """Yield likely mistakes: rows with cards left out, reversed or added, each as a yaku of another name."""
        if seat is None:
            yield Action("pass")
            return
        yaku = sorted(rules.yaku)
        for index, row in enumerate(_invalid_rows(rules, state, seat)):
            if row:
                yield Action("achieve", yaku=yaku[index % len(yaku)], laid=row)

    def refusal(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return the reason why an action is not allowed, or None.

        The checks come in this order: the form of the action, the phase, missing cards, the rules.
        """
        if not _is_well_formed(rules, action):
            return refused("no-action")
        if state.phase == "take":
            return _take_violation(rules, state, action)
        if action.do == "take":
            return refused("one-card")
        if action.do == "pass":
            return None
        view = view_of(rules, state)
        return violation(rules, view, action.attempt) if _cards_exist(view, action.laid) else refused("not-there")

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Take a card, achieve a yaku, or neither; then begin the next turn or round."""
        if action.do == "take":
            return _take(rules, state, seat, action)
        if action.do == "achieve":
            state = _achieve(rules, state, seat, action.attempt)
        _, round_, start, _, rows, hands, fields, points, tokens, stock, discards, shuffle = state
        next_state = State("take", round_, start, None, rows, hands, fields, points, tokens, stock, discards, shuffle)
        seats = len(hands)
        return next_state if sum(map(len, rows)) > seats else _next_round(rules.tables[seats], next_state)

    def final_scores(self, rules: Rules, state: State) -> tuple[Final, ...]:
        """Return the score of every seat of a finished game, with its bonus. Raises ValueError before the end."""
        self.expect_over(state)
        turns = rules.tables[state.seats].turns
        seats = zip(state.points, state.fields, state.hands, strict=True)
        return tuple(final_score(rules, turns, points, field, hand) for points, field, hand in seats)

    def titles(self, rules: Rules, action: Action) -> tuple[str, ...]:
        """Return the kind of the action, or the yaku that it makes."""
        return (action.yaku or action.do,)

    def actions_in_words(self, rules: Rules) -> Mapping[str, str]:
        """Return what one does by each kind of action."""
        yaku = {id_: f"make {say(yaku.name, 'en')}" for id_, yaku in rules.yaku.items()}
        return {"take": "take a card", "pass": "make no yaku", **yaku}

    def cards_in_words(self, rules: Rules) -> Mapping[str, CardInWords]:
        """Return the numbers with the names of their colours."""
        return cards_by_line(rules.numbers, lambda card: CardInWords(f"{card} ({say(rules.names[card], 'en')})", {}))

    def ends_turn(self, before: State, after: State) -> bool:
        """Tell whether a turn ended: after a card is taken its seat may still make a yaku."""
        return after.phase != "achieve"

    def ends_round(self, before: State, after: State) -> bool:
        """Tell whether new rows were laid out for the next round. Hands and fields stay."""
        return before.round != after.round

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat so far; at the end those of all colours and of all cards laid as well."""
        if self.is_terminal(state):
            return tuple(final.score.total for final in self.final_scores(rules, state))
        return state.points

    def scored(self, rules: Rules, before: State, action: Action, after: State) -> Iterable[tuple[int, str, int]]:
        """Return the points of a yaku and of +1; after the last turn those of colours and of all cards laid."""
        source = (
            say(rules.yaku[action.yaku].name, "en")
            if action.do == "achieve"
            else printed_plus_one(rules.plus_one_points)
        )
        pairs = enumerate(zip(before.points, after.points, strict=True))
        yield from ((seat, source, points - had) for seat, (had, points) in pairs if points != had)
        if self.is_terminal(after):
            names = {"colours": "bonus for colours", "all-laid": "bonus for all cards laid"}
            for seat, final in enumerate(self.final_scores(rules, after)):
                yield from ((seat, names[item.rule], item.points) for item in final.score.items if item.rule in names)

    def worth(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat so far."""
        return state.points

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return 1 for each seat that wins or shares the win, 0 for the others."""
        finals = self.final_scores(rules, state)
        winners = rules.winners(
            [(final.score.total, len(field)) for final, field in zip(finals, state.fields, strict=True)]
        )
        return tuple(int(seat in winners) for seat in range(state.seats))


def view_of(rules: Rules, state: State) -> View:
    """Return the view of the seat to act, in the phase ``achieve``. Raises ValueError in any other phase."""
    seat = state.turn
    if seat is None or state.took is None:
        raise ValueError(f"no card has just been taken: {STATES.format(state)}")
    tokens = tokens_of(rules, state)
    # Tokens on the table show no owner, so all count as the seat's own.
    return View(state.hands[seat], state.fields[seat], tokens, tokens, state.took, 0, rules.plus_one_yaku)


def _is_well_formed(rules: Rules, action: Action) -> bool:
    """Return whether an action has the fields of its sort, and no others."""
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


@lru_cache(maxsize=1 << 12)
def _takes(rules: Rules, rows: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the legal actions that take a card of a row, given the number of cards in each."""
    return tuple(
        Action("take", row, place)
        for row, cards in enumerate(rows)
        for place in (sorted(rules.takeable(cards)) if cards else ())
        if place < cards
    )


def _take(rules: Rules, state: State, seat: int, action: Action) -> State:
    _, round_, start, _, rows, hands, fields, points, tokens, stock, discards, shuffle = state
    row = rows[action.row]
    card = row[action.card]
    hand, field = rules.acquired(hands[seat], fields[seat], card)
    return State(
        "achieve",
        round_,
        start,
        card,
        put(rows, action.row, row[: action.card] + row[action.card + 1 :]),
        put(hands, seat, hand),
        put(fields, seat, field),
        put(points, seat, points[seat] + rules.plus_one_points) if card == PLUS_ONE else points,
        tokens,
        stock,
        discards,
        shuffle,
    )


def _achieve(rules: Rules, state: State, seat: int, attempt: Attempt) -> State:
    view = view_of(rules, state)
    size, points = slot_covered(rules, view, attempt)
    hand, field = stacks_after(view, attempt)
    slot = rules.slots.index((attempt.yaku, size))
    return state._replace(
        hands=put(state.hands, seat, hand),
        fields=put(state.fields, seat, field),
        points=put(state.points, seat, state.points[seat] + points),
        tokens=put(state.tokens, slot, state.tokens[slot] + 1),
    )


def _next_round(table: Table, state: State) -> State:
    """Discard the rows, move the marker left and lay out new rows; or end the game."""
    discards = (*state.discards, *(card for row in state.rows for card in row))
    state = state._replace(rows=((),) * state.seats, discards=discards)
    if state.round == table.rounds:
        return state._replace(phase="over")
    start = (state.start + 1) % state.seats
    return _lay_out_rows(table, state._replace(round=state.round + 1, start=start))


def _lay_out_rows(table: Table, state: State) -> State:
    """Lay out rows from the stock.

    For the last round the discards are shuffled in, and the cards left over are discarded.
    """
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
            laid = (*_cards_at("field", from_field), *_cards_at("hand", range(len(view.hand) - count, len(view.hand))))
            size = rules.counted(len(laid), len(from_field))
            yield from (Action("achieve", yaku=yaku.id, laid=laid) for yaku in rules.by_size.get(size, ()))


def _invalid_rows(rules: Rules, state: State, seat: int) -> list[tuple[Laid, ...]]:
    """Return rows that break a rule."""
    hand = _cards_at("hand", range(len(state.hands[seat])))
    field = _cards_at("field", range(len(state.fields[seat])))
    top = field[-1:]
    rows = [top, (*hand[-2:], *top), (*field[-2:], *hand[-1:]), (*field[:1], *hand[-1:]), (Laid("hand", len(hand)),)]
    for count in range(1, min(len(hand), rules.most_cards) + 1):
        tops = hand[len(hand) - count :]
        rows += [tops, tops[::-1], (*top, *tops), hand[-1 - count : -1], (*hand[:1], *tops)]
    return rows


def _cards_at(place: Place, offsets: Sequence[int]) -> tuple[Laid, ...]:
    return tuple(Laid(place, offset) for offset in offsets)


def _cards_exist(view: View, laid: tuple[Laid, ...]) -> bool:
    """Return whether every card of a row is there, and named once."""
    stacks = {"hand": view.hand, "field": view.field}
    return len(set(laid)) == len(laid) and all(0 <= card.offset < len(stacks[card.place]) for card in laid)
