"""Lessons of the first turns of a seat, turn by turn, and the positions that they propose.

Every seat takes from a row of its own, so that each turn of the seat shows new cards on top of the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, Twin, worked_example
from pnp.games.core.playing.play import seats_of
from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, cards_as_json
from pnp.games.kasane.rules.first_turns import play_turns, read_first_turns
from pnp.games.kasane.rules.record import Rules, Table, Tokens, Yaku
from pnp.games.kasane.teaching.building import Shape, common_copies, other_cards, row_of_shape, within_copies
from pnp.model.text import phrase

_MOST_TURNS = 4
"""Most turns before a first yaku is made."""
_TRIES = 12


def first_turn_lessons(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return a lesson for each of the first turns: cards are taken up to a yaku of three, if there is one; then the top
    of the field begins a yaku of two; then a +1 is taken."""
    table = rules.tables[seats_of(rules)[-1]]
    opening = rules.opening[table.players]
    open_shapes = [(yaku, size) for yaku, size in able if opening.get((yaku.id, size), 0) < len(yaku.slots[size])]
    sizes = {size for _, size in open_shapes if 2 <= size <= min(_MOST_TURNS, table.turns)}
    if not sizes:
        return []
    size = 3 if 3 in sizes else min(sizes)
    rows = [shape for shape in open_shapes if shape[1] == size]
    pairs = [shape for shape in open_shapes if shape[1] == 2] if rules.field_cards and size < table.turns else []
    numbers = size + bool(pairs)
    count = numbers + (table.deck[PLUS_ONE] > 0 and numbers < table.turns)
    if sum(table.deck.values()) < table.players + count:
        return []
    propose = partial(_propose, rules, table, rows, pairs, count > numbers)
    floors = (_is_wise(rules), _is_allowed(rules))
    first = _lesson(1, propose, floors)
    return [
        first,
        *(_lesson(number, propose, floors, Twin(first.id, _at_turn(number))) for number in range(2, count + 1)),
    ]


def _lesson(
    number: int, propose: Callable[[Random], Position], floors: tuple[Floor, ...], twin: Twin | None = None
) -> Lesson:
    lesson = worked_example(
        f"first-{number}",
        "first_turns",
        150 + number,
        propose,
        floors,
        lambda out: (out["violation"], out["points"]),
        lambda position: len(position["turns"][0]["tops"]) + number,
    )
    return replace(lesson, subject=phrase("lesson-first", number=number), twin=twin)


def _at_turn(number: int) -> Callable[[Random, Position], Position]:
    return lambda random, position: {**position, "turn": number}


def _propose(
    rules: Rules, table: Table, rows: Sequence[Shape], pairs: Sequence[Shape], plus_one: bool, random: Random
) -> dict[str, Any]:
    """Return turns that take the cards of a yaku in order and make it, then a yaku of two if ``pairs`` has any, then
    take a +1 if ``plus_one``."""
    yaku, size = random.choice(rows)
    taken = row_of_shape(rules, random, yaku, size) or other_cards(rules, random, (), size)
    held: list[tuple[Cards, Cards]] = [(taken[:number], ()) for number in range(size)]
    makes: list[dict[str, Any] | None] = [None] * (size - 1) + [{"yaku": yaku.id, "hand": size, "field": False}]
    if pairs:
        second, card_after = _pair(rules, table, pairs, taken, plus_one, random)
        held.append(((), taken))
        taken = (*taken, card_after)
        makes.append({"yaku": second.id, "hand": 1, "field": True})
    if plus_one:
        held.append(((), taken))
        taken = (*taken, PLUS_ONE)
        makes.append(None)
    turns = []
    for number, card in enumerate(taken):
        tops = _other_tops(rules, table, random, taken[:number], card, held[number])
        row = random.randrange(table.players)
        tops.insert(row, card)
        turns.append({"tops": cards_as_json(tops), "row": row, "makes": makes[number]})
    return {"players": table.players, "turns": turns, "turn": 1}


def _pair(
    rules: Rules, table: Table, pairs: Sequence[Shape], taken: Cards, plus_one: bool, random: Random
) -> tuple[Yaku, Card]:
    """Return a yaku of two begun by the last card ``taken``, and its other card; before a +1 one after which the tops
    can be of numbers that promise less, if the tries give it."""
    for _ in range(_TRIES):
        yaku, _size = random.choice(pairs)
        row = row_of_shape(rules, random, yaku, 2, taken[-1:])
        in_deck = row is not None and within_copies(common_copies(rules), (*taken, row[-1]))
        card = row[-1] if row is not None and in_deck else other_cards(rules, random, taken, 2)[-1]
        if not plus_one or len(_hopeless(rules, table, (*taken, card))) >= table.players - 1:
            break
    return yaku, card


def _other_tops(
    rules: Rules, table: Table, random: Random, before: Cards, taken: Card, held: tuple[Cards, Cards]
) -> list[Card]:
    """Return the tops of the rows that a seat leaves: if possible different numbers that make no yaku now.

    ``before`` are the cards taken before, and ``held`` the hand and the field.
    """
    left = Counter(table.deck) - Counter((*before, taken))
    hand, field = held
    tempting = {card for card in left if card == PLUS_ONE or achievable(rules, (*hand, card), field, {}, {})}
    quiet = [card for card in left if card not in tempting and card != taken]
    if taken == PLUS_ONE and not hand:
        hopeless = [card for card in _hopeless(rules, table, field) if card in quiet]
        quiet = hopeless if len(hopeless) >= table.players - 1 else quiet
    chosen = random.sample(quiet, min(len(quiet), table.players - 1))
    rest = [*(left - Counter(chosen)).elements()]
    return chosen + random.sample(rest, table.players - 1 - len(chosen))


def _hopeless(rules: Rules, table: Table, field: Cards) -> list[Card]:
    """Return the numbers that promise less than a +1 to a seat with an empty hand and this field."""
    return [
        number
        for number in (Counter(table.deck) - Counter(field))
        if number != PLUS_ONE and not promises_more_than_plus_one(rules, number, (), field, {})
    ]


def promises_more_than_plus_one(rules: Rules, card: Card, hand: Cards, field: Cards, tokens: Tokens) -> bool:
    """Tell whether ``card`` makes a yaku, now or with one more card, that scores more a turn than a +1."""
    now = points_of_top(rules, card, hand, field, tokens)
    rows = [(*hand, card, number) for number in rules.numbers]
    ways = [way.points for row in rows for way in achievable(rules, row, field, tokens, tokens)]
    return now > rules.plus_one_points or max(ways, default=0) > 2 * rules.plus_one_points


def _is_allowed(rules: Rules) -> Floor:
    """Return a floor: every yaku of the turns may be made."""

    def shows(position: Position, out: Answer) -> bool:
        table, turns, _ = read_first_turns(rules, position)
        return all(turn.refusal is None for turn in play_turns(rules, turns, rules.opening[table.players]))

    return shows


def _is_wise(rules: Rules) -> Floor:
    """Return a floor: the tops of a turn differ, and no other of them would have scored as much or more."""

    def shows(position: Position, out: Answer) -> bool:
        table, turns, _ = read_first_turns(rules, position)
        hand: Cards = ()
        field: Cards = ()
        tokens = rules.opening[table.players]
        for turn, played in zip(turns, play_turns(rules, turns, tokens), strict=True):
            offers = {card: points_of_top(rules, card, hand, field, played.view.tokens) for card in turn.tops}
            others = [points for card, points in offers.items() if card != turn.taken]
            if len(offers) < len(turn.tops) or played.refusal or offers[turn.taken] > played.points:
                return False
            if any(points and points >= played.points for points in others):
                return False
            hand, field = played.hand, played.field
        return True

    return shows


def points_of_top(rules: Rules, card: Card, hand: Cards, field: Cards, tokens: Tokens) -> int:
    """Return the most points of a turn that takes ``card``: of a yaku that it makes, or of a +1."""
    if card == PLUS_ONE:
        return rules.plus_one_points
    return max((way.points for way in achievable(rules, (*hand, card), field, tokens, tokens)), default=0)
