"""Achievement of a yaku: the cards that may be laid, the score of a row, and every row that scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.score import Score, ScoreItem, Violation, refused
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, named_card
from pnp.games.kasane.rules.record import Indices, Rules, Tokens, Yaku, fits
from pnp.model.text import phrase

Place: TypeAlias = Literal["field", "hand"]
CACHE_LIMIT = 4096
"""Number of entries at which ``Rules.cache`` is emptied."""


class Laid(NamedTuple):
    """Card of a row: the stack it lies on before the row is laid, and its offset there from the bottom."""

    place: Place
    offset: int


class Attempt(NamedTuple):
    """Yaku that a seat wants to achieve, with the row for it, in the order laid."""

    yaku: str
    row: tuple[Laid, ...]


class View(NamedTuple):
    """Cards and tokens of a seat that may achieve a yaku.

    ``took`` is on top of the hand already, or of the field if it is a +1. ``done`` is the number of yaku achieved in
    this turn: after one, the card taken is on the field, and the hand has the rest. ``own`` is the part of ``tokens``
    that the seat has placed.
    """

    hand: Cards
    field: Cards
    tokens: Tokens
    own: Tokens
    took: Card
    done: int
    easier: bool


class Achieved(NamedTuple):
    """Outcome of a yaku. ``size``, the number of cards that count, determines its slot."""

    yaku: str
    size: int
    uses_field: bool
    row: Cards
    points: int


def violation(rules: Rules, view: View, attempt: Attempt) -> Violation | None:
    """Return the reason why an attempt is not allowed, or None if it is. The row's cards must be there, each once.

    The checks come in this order: turn, hand cards, field card, row, slot.
    """
    if view.took == PLUS_ONE and not rules.opens_after_plus_one(view.easier):
        return refused("no-yaku-after-plus-one", plus=named_card(PLUS_ONE, rules.plus_one_points))
    if not rules.may_go_on(view.done):
        return refused("one-yaku")
    from_hand = tuple([card.offset for card in attempt.row if card.place == "hand"])
    from_field = tuple([card.offset for card in attempt.row if card.place == "field"])
    return (
        _hand_violation(rules, view, from_hand)
        or _field_violation(rules, view.field, from_field, attempt.row)
        or _row_violation(rules, view, attempt, len(from_field))
    )


def valid_attempts(rules: Rules, view: View) -> Iterator[Attempt]:
    """Yield every attempt without a violation that lays the top cards of the hand in order, each once.

    Any field card comes before them. Conditions that all attempts share are checked once.
    """
    if (view.took == PLUS_ONE and not rules.opens_after_plus_one(view.easier)) or not rules.may_go_on(view.done):
        return
    hand, field, tokens, own = view.hand, view.field, view.tokens, view.own
    hand_choices = _hand_choices(rules, len(hand))
    for field_places in dict.fromkeys(rules.field_picks(rules, field)):
        from_field = tuple([field[place] for place in field_places])
        for picks in hand_choices:
            size = rules.counted(len(field_places) + len(picks), len(field_places))
            fitting = _fitting(rules, size, from_field + hand[picks[0] :])
            if fitting:
                laid = (*[Laid("field", place) for place in field_places], *[Laid("hand", place) for place in picks])
                for yaku in fitting:
                    if rules.covered(yaku, size, tokens, own) < len(yaku.slots[size]):
                        yield Attempt(yaku.id, laid)


@lru_cache(maxsize=1 << 8)
def _hand_choices(rules: Rules, hand: int) -> list[Indices]:
    """Return the choices of the top cards of a hand that may be laid."""
    choices = [tuple(range(hand - count, hand)) for count in range(1, min(hand, rules.most_cards) + 1)]
    return [picks for picks in choices if picks in rules.hand_picks(hand, len(picks))]


@lru_cache(maxsize=1 << 15)
def _fitting(rules: Rules, size: int, row: Cards) -> list[Yaku]:
    """Return the yaku with slots for ``size`` cards whose condition a row meets."""
    return [yaku for yaku in rules.by_size.get(size, ()) if fits(rules, yaku.condition, row)]


def row_of(view: View, attempt: Attempt) -> Cards:
    """Return the cards of the row, in the order laid."""
    return tuple([(view.hand if card.place == "hand" else view.field)[card.offset] for card in attempt.row])


def slot_covered(rules: Rules, view: View, attempt: Attempt) -> tuple[int, int]:
    """Return the slot that an attempt without a violation covers: its number of cards, and its points."""
    yaku = rules.yaku[attempt.yaku]
    size = rules.counted(len(attempt.row), sum(card.place == "field" for card in attempt.row))
    return size, rules.slot_points(yaku.slots[size], rules.covered(yaku, size, view.tokens, view.own))


def stacks_after(view: View, attempt: Attempt) -> tuple[Cards, Cards]:
    """Return hand and field after an attempt: hand cards laid lie on the field, in the order laid."""
    laid = [card.offset for card in attempt.row if card.place == "hand"]
    left = tuple(card for index, card in enumerate(view.hand) if index not in laid)
    return left, (*view.field, *(view.hand[index] for index in laid))


def achievable(rules: Rules, hand: Cards, field: Cards, tokens: Tokens, own: Tokens) -> tuple[Achieved, ...]:
    """Return every yaku that can be achieved, in every way, each way once.

    The top of the hand is the card taken in this turn. If the order of the hand need not be kept, rows are in hand
    order, rising, or falling: if any order is a yaku, one of these is.
    """
    key = (rules.achieving, hand, field, frozenset(tokens.items()), frozenset(own.items()))
    ways: tuple[Achieved, ...] | None = rules.cache.get(key)
    if ways is None:
        if len(rules.cache) >= CACHE_LIMIT:
            rules.cache.clear()
        ways = rules.cache[key] = tuple(dict.fromkeys(_ways(rules, hand, field, tokens, own)))
    return ways


def _ways(rules: Rules, hand: Cards, field: Cards, tokens: Tokens, own: Tokens) -> Iterator[Achieved]:
    slots: dict[int, list[tuple[Yaku, int]]] = {}
    for places in rules.field_picks(rules, field):
        from_field = tuple([field[place] for place in places])
        for count in range(1, min(len(hand), rules.most_cards) + 1):
            size = rules.counted(len(from_field) + count, len(from_field))
            if size not in slots:
                slots[size] = [*_open_slots(rules, size, tokens, own)]
            for row in _rows(rules, from_field, hand, count) if slots[size] else ():
                for yaku, points in slots[size]:
                    if fits(rules, yaku.condition, row):
                        yield Achieved(yaku.id, size, bool(from_field), row, points)


def _open_slots(rules: Rules, size: int, tokens: Tokens, own: Tokens) -> Iterator[tuple[Yaku, int]]:
    """Yield the yaku that have an open slot for ``size`` cards, with its points."""
    for yaku in rules.by_size.get(size, ()):
        points = yaku.slots[size]
        covered = rules.covered(yaku, size, tokens, own)
        if covered < len(points):
            yield yaku, rules.slot_points(points, covered)


def _rows(rules: Rules, from_field: Cards, hand: Cards, count: int) -> Iterator[Cards]:
    for picks in rules.hand_picks(len(hand), count):
        cards = tuple([hand[index] for index in picks])
        if rules.order_kept and (rules.field_first or not from_field):
            yield from_field + cards
            continue
        rising = tuple(sorted(cards))
        for laid in (cards,) if rules.order_kept else dict.fromkeys((cards, rising, rising[::-1])):
            yield (*from_field, *laid)
            if from_field and not rules.field_first:
                yield (*laid, *from_field)


def _hand_violation(rules: Rules, view: View, laid: Indices) -> Violation | None:
    if not laid:
        return refused("hand-needed")
    picks, size = tuple(sorted(laid)), len(view.hand)
    if picks not in rules.hand_picks(size, len(picks)):
        if view.took != PLUS_ONE and not view.done and size - 1 not in picks:
            return refused("skips-taken", number=view.took)
        return refused("not-from-top", cards=tuple(view.hand[place] for place in laid), count=len(picks))
    if rules.order_kept and laid != picks:
        return refused("hand-order", cards=tuple(view.hand[place] for place in picks))
    return None


def _field_violation(rules: Rules, field: Cards, laid: Indices, row: tuple[Laid, ...]) -> Violation | None:
    if laid not in rules.field_picks(rules, field):
        if not rules.field_cards:
            return Violation("field-one", phrase("violation-field-none"))
        if field[-1] == PLUS_ONE:
            return Violation(
                "field-one", phrase("violation-field-closed", plus=named_card(PLUS_ONE, rules.plus_one_points))
            )
        return refused("field-one", card=named_card(field[-1], rules.plus_one_points))
    first_places, last_places = (
        [card.place for card in cards] for cards in (row[: len(laid)], row[len(row) - len(laid) :])
    )
    from_field = ["field"] * len(laid)
    if first_places != from_field and (rules.field_first or last_places != from_field):
        return refused("field-first", card=named_card(field[-1], rules.plus_one_points))
    return None


def _row_violation(rules: Rules, view: View, attempt: Attempt, from_field: int) -> Violation | None:
    row, yaku = row_of(view, attempt), rules.yaku[attempt.yaku]
    if PLUS_ONE in row and not rules.with_plus_one(rules, yaku.condition, row):
        return refused("plus-one-closed", plus=named_card(PLUS_ONE, rules.plus_one_points))
    if not fits(rules, yaku.condition, row):
        return refused(
            "condition", yaku=yaku.name, cards=tuple(named_card(card, rules.plus_one_points) for card in row)
        )
    size = rules.counted(len(row), from_field)
    slots = yaku.slots.get(size)
    if slots is None:
        return refused("no-slot", yaku=yaku.name, count=size)
    if rules.covered(yaku, size, view.tokens, view.own) >= len(slots):
        return refused("slot-covered", cards=phrase("count-cards", count=size), slots=len(slots))
    return None


# Taking a card from the common display


def take_violation(rules: Rules, rows: Sequence[Cards], row: int, card: int) -> Violation | None:
    """Return the reason why a card of a row, by its place from the bottom, may not be taken, or None.

    The row must be there, and the card too, unless the row is empty.
    """
    if not rows[row]:
        return refused("empty-row")
    if card not in rules.takeable(len(rows[row])):
        return refused("not-top", card=named_card(rows[row][card], rules.plus_one_points))
    return None


# End of a game: the bonus of a field, and the score of a seat


class Final(NamedTuple):
    """Score of a seat, with the figures of its bonus: ``colours`` counted, and ``cards`` laid."""

    score: Score[Card]
    colours: int
    cards: int

    def points_for(self, rule: str) -> int:
        """Return the points of the items of one rule: ``play``, ``colours`` or ``all-laid``."""
        return sum(item.points for item in self.score.items if item.rule == rule)


def final_score(rules: Rules, turns: int, points: int, field: Cards, hand: Cards) -> Final:
    """Return the score of a seat with ``points`` in play, after ``turns`` turns.

    Its items are ``play``; then, if the field is large enough, ``colours``, and ``all-laid`` if every card that the
    seat took is on the field.
    """
    cards, colours = rules.laid(field), rules.colours_of(field, hand)
    items = [ScoreItem("play", phrase("scores-play", points=points), field, points)]
    if rules.reaches_bonus(rules, cards):
        points = rules.colour_points(rules, colours)
        items.append(ScoreItem("colours", phrase("scores-colours", count=colours, cards=cards), field, points))
        if cards >= turns:
            items.append(ScoreItem("all-laid", phrase("scores-all-laid", count=turns), field, rules.all_laid))
    return Final(Score(tuple(items)), colours, cards)
