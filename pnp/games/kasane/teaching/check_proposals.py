"""Positions for the rule checks of kasane: a legal move, and the same cards in places where it is refused.

The positions of a family are made from one position: its ``move`` gives the cards of the row, and the other cards lie
beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.games.kasane.rules.achieving import Laid
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Cards, card_as_json, cards_as_json
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.teaching.building import (
    EMPTY_FIELD,
    Played,
    Shape,
    cards_of,
    common_copies,
    field_ending_with,
    last_two_swapped,
    other_cards,
    row_of_shape,
    shapes,
    within_copies,
)

Spot: TypeAlias = tuple[Literal["field", "hand"], int]
Taken: TypeAlias = list[list[str | int]]
_TRIES = 12


class Move(NamedTuple):
    """Content of a position of a family: the yaku, the row in the order laid, and the extra cards beside it."""

    yaku: str
    row: Cards
    extra: Cards


def attempt(rules: Rules, yaku: str, hand: Cards, played: Played, spots: Sequence[Spot]) -> dict[str, Any]:
    """Return a seat that lays the cards at ``spots``, with a hand whose top was just taken, and a field."""
    return {
        "hand": cards_as_json(hand),
        "field": cards_as_json(played.field),
        "taken": played.taken,
        "own": played.taken,
        "took": card_as_json(hand[-1]),
        "done": 0,
        "variant_plus1_may_achieve": rules.plus_one_yaku,
        "move": {"yaku": yaku, "row": [list(spot) for spot in spots]},
    }


def hand_spots(count: int, start: int) -> list[Spot]:
    """Return the spots of ``count`` cards of the hand, from ``start`` on."""
    return [("hand", start + offset) for offset in range(count)]


def move_of(position: Any) -> Move:
    """Return the row of a position, and the cards of hand and field beside it."""
    stacks = {key: cards_of(position[key]) for key in ("field", "hand")}
    spots = [Laid(place, offset) for place, offset in position["move"]["row"]]
    extra = tuple(
        card for place, cards in stacks.items() for offset, card in enumerate(cards) if (place, offset) not in spots
    )
    return Move(position["move"]["yaku"], tuple(stacks[place][offset] for place, offset in spots), extra)


def random_row(rules: Rules, random: Random, able: Sequence[Shape]) -> tuple[Yaku, Cards]:
    """Return a random row of one of the shapes."""
    yaku, size = random.choice(able)
    return yaku, row_of_shape(rules, random, yaku, size) or rules.numbers[:1]


# Order of the hand


def top_of_hand(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row of the top cards of a hand with one card more."""
    yaku, row = random_row(rules, random, able)
    hand = (*other_cards(rules, random, row, 1), *row)
    return attempt(rules, yaku.id, hand, EMPTY_FIELD, hand_spots(len(row), len(hand) - len(row)))


def with_gap(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the other card between those of the row."""
    yaku, row, extra = move_of(position)
    hand = (*row[:-1], *extra, row[-1])
    return attempt(rules, yaku, hand, EMPTY_FIELD, [*hand_spots(len(row) - 1, 0), ("hand", len(hand) - 1)])


def without_taken(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the other card on top: it was just taken."""
    yaku, row, extra = move_of(position)
    return attempt(rules, yaku, (*row, *extra), EMPTY_FIELD, hand_spots(len(row), 0))


def laid_in_old_order(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the last two cards exchanged in the hand, but laid in their old order."""
    yaku, row, extra = move_of(position)
    hand = (*extra, *last_two_swapped(row))
    spots = hand_spots(len(row), len(extra))
    return attempt(rules, yaku, hand, EMPTY_FIELD, [*spots[:-2], *spots[:-3:-1]])


def no_yaku(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the last two cards exchanged, so that the row is no yaku of that name.

    If the row is still a yaku, the move names another.
    """
    yaku, row, extra = move_of(position)
    laid = last_two_swapped(row)
    if fits(rules, rules.yaku[yaku].condition, laid):
        unmet = [other.id for other in rules.by_size[len(row)] if not fits(rules, other.condition, laid)]
        yaku = random.choice(unmet) if unmet else yaku
    if fits(rules, rules.yaku[yaku].condition, laid):
        laid = (*laid[:-1], *other_cards(rules, random, row, 1, rules.yaku[yaku].condition.numbers or ()))
    hand = (*extra, *laid)
    return attempt(rules, yaku, hand, EMPTY_FIELD, hand_spots(len(laid), len(extra)))


# Top of the field


def beside_field(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row from the hand alone, beside a field.

    The top of the field could begin the row in the place of its first card. The same row, or the first two cards of it,
    could also lie on the field.
    """
    for _ in range(_TRIES):
        yaku, row = random_row(rules, random, able)
        slot = (yaku.id, len(row))
        if all(field_ending_with(rules, random, tail, row[len(tail) :], slot) for tail in (row, row[:2])):
            break
    begins = [number for number in rules.numbers if fits(rules, yaku.condition, (number, *row[1:]))]
    tops: list[Cards] = [(random.choice(begins),)] if begins and rules.field_cards else []
    tops.append(other_cards(rules, random, row, 1))
    base = next((played for top in tops if (played := field_ending_with(rules, random, top, row, slot))), EMPTY_FIELD)
    return attempt(rules, yaku.id, row, base, hand_spots(len(row), 0))


def on_the_field(rules: Rules, random: Random, position: Any, cards: int = 1) -> dict[str, Any]:
    """Return the same with the first ``cards`` cards of the row on top of the field."""
    yaku, row, _ = move_of(position)
    base = _under(rules, random, row[:cards], row[cards:], yaku)
    size = len(base.field)
    spots: list[Spot] = [("field", size - cards + index) for index in range(cards)]
    return attempt(rules, yaku, row[cards:], base, [*spots, *hand_spots(len(row) - cards, 0)])


def field_last(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the last card of the row on top of the field, and the others in hand."""
    yaku, row, _ = move_of(position)
    base = _under(rules, random, row[-1:], row[:-1], yaku)
    return attempt(rules, yaku, row[:-1], base, [*hand_spots(len(row) - 1, 0), ("field", len(base.field) - 1)])


def all_on_the_field(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the whole row on the field, as a part of another yaku.

    The card just taken is not part of the row.
    """
    yaku, row, _ = move_of(position)
    base = _under(rules, random, row, (), yaku)
    start = len(base.field) - len(row)
    hand = other_cards(rules, random, base.field, 1)
    return attempt(rules, yaku, hand, base, [("field", start + index) for index in range(len(row))])


def _under(rules: Rules, random: Random, tail: Cards, rest: Cards, yaku: str) -> Played:
    """Return a field that ends with a part of the row and leaves its slot open; else just that part."""
    return field_ending_with(rules, random, tail, rest, (yaku, len(tail) + len(rest))) or Played(tail, {})


# +1


def begun_below_plus_one(random: Random, position: Any) -> dict[str, Any]:
    """Return a row begun by the top number of the field, on which a +1 has been laid since."""
    field, hand = [*position["field"], PLUS_ONE_TEXT], position["hand"]
    spots = [["field", max(0, len(field) - 2)], *map(list, hand_spots(len(hand) - 1, 0))]
    return {**position, "field": field, "hand": hand[1:], "move": {**position["move"], "row": spots}}


def begun_by_plus_one(random: Random, position: Any) -> dict[str, Any]:
    """Return a row from the hand with a +1 on top of the field in the place of its first card."""
    field, hand = [*position["field"], PLUS_ONE_TEXT], position["hand"]
    spots = [["field", len(field) - 1], *map(list, hand_spots(len(hand) - 1, 0))]
    return {**position, "field": field, "hand": hand[1:], "move": {**position["move"], "row": spots}}


def after_plus_one(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row from the hand, with a +1 on the field that was taken earlier."""
    yaku, row = random_row(rules, random, able)
    return attempt(rules, yaku.id, row, Played((PLUS_ONE,), {}), hand_spots(len(row), 0))


def just_taken(random: Random, position: Any) -> dict[str, Any]:
    """Return the same with the +1 taken in this turn."""
    return {**position, "took": PLUS_ONE_TEXT}


# Slots


def slot_again(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row for a yaku with all slots of that size but one covered."""
    yaku, row = random_row(rules, random, able)
    position = attempt(rules, yaku.id, row, EMPTY_FIELD, hand_spots(len(row), 0))
    return {**position, "taken": _tokens(yaku, len(row), len(yaku.slots[len(row)]) - 1)}


def all_covered(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same with a token on the last slot too."""
    yaku, row, _ = move_of(position)
    return {**position, "taken": _tokens(rules.yaku[yaku], len(row), len(rules.yaku[yaku].slots[len(row)]))}


def larger_slot(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row for a yaku with the slots of a smaller size covered."""
    yaku, row = random_row(rules, random, able)
    position = attempt(rules, yaku.id, row, EMPTY_FIELD, hand_spots(len(row), 0))
    smaller = max((size for size in yaku.slots if size < len(row)), default=None)
    if smaller is None:
        return position
    return {**position, "taken": _tokens(yaku, smaller, len(yaku.slots[smaller]))}


def missing_slot(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return a hand of fewer top cards, a number for which the yaku has no slot: other cards if these are no yaku."""
    yaku, row, _ = move_of(position)
    wanted = rules.yaku[yaku]
    for size in range(len(row) - 1, 0, -1):
        if size not in wanted.slots and fits(rules, wanted.condition, row[-size:]):
            return {**attempt(rules, yaku, row[-size:], EMPTY_FIELD, hand_spots(size, 0)), "taken": position["taken"]}
    size = next(unslotted(wanted), len(row))
    other_row = row_of_shape(rules, random, wanted, size) or row
    return {**attempt(rules, yaku, other_row, EMPTY_FIELD, hand_spots(len(other_row), 0)), "taken": position["taken"]}


def unslotted(yaku: Yaku) -> Iterator[int]:
    """Yield the sizes of rows that meet a yaku's condition but have no slot, near its slot sizes first."""
    sizes = [] if yaku.condition.is_ == "set" else range(2, max(yaku.slots) + 2)
    return (size for size in sizes if size not in yaku.slots)


def _tokens(yaku: Yaku, size: int, count: int) -> Taken:
    return [[yaku.id, size, count]] if count else []


# One yaku a turn


def first_of_two(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a row from the hand after which the rest of the hand is a yaku too.

    The top of the field begins the second yaku if it may.
    """
    for attempt_count in range(_TRIES):
        yaku, row = random_row(rules, random, able)
        other, size = random.choice(able if attempt_count < _TRIES // 2 else shapes(rules))
        head = row[-1:] if rules.field_cards and size > 1 else ()
        second = row_of_shape(rules, random, other, size, head)
        in_deck = second and within_copies(common_copies(rules), (*row, *second[len(head) :]))
        any_name = attempt_count >= _TRIES // 2
        if in_deck and (any_name or other.id != yaku.id) and other.id in _open_names(rules, second or (), yaku.id, row):
            break
    hand = (*(second[len(head) :] if second and in_deck else ()), *row)
    return attempt(rules, yaku.id, hand, EMPTY_FIELD, hand_spots(len(row), len(hand) - len(row)))


def second_yaku(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the same turn after that row was laid, with a yaku of the rest as the move.

    The top of the field begins it if it may.
    """
    yaku, row, hand = move_of(position)
    begun = _open_names(rules, (row[-1], *hand), yaku, row) if rules.field_cards else []
    names = begun or _open_names(rules, hand, yaku, row) or [yaku]
    field: list[Spot] = [("field", len(row) - 1)] if begun or not hand else []
    spots = [*field, *hand_spots(len(hand), 0)]
    later_turn = attempt(rules, random.choice(names), row, Played(row, {(yaku, len(row)): 1}), spots)
    return {**later_turn, "hand": cards_as_json(hand), "done": 1}


def _open_names(rules: Rules, row: Cards, yaku: str, laid: Cards) -> list[str]:
    """Return the yaku that a row is and that have an open slot for it after ``yaku`` was laid.

    That yaku itself is named only if no other is.
    """
    names = [other.id for other in rules.by_size.get(len(row), ()) if fits(rules, other.condition, row)]
    still_open = len(row) != len(laid) or len(rules.yaku[yaku].slots[len(laid)]) > 1
    return [name for name in names if name != yaku] or (names if still_open else [])


# Taking


def top_card(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a display in the middle of a round, and the top card of a row of several."""
    table = rules.tables[rules.players[0]]
    sizes = [min(3, table.per_row), *(random.randint(1, 2) for _ in range(table.players - 1))]
    cards: Cards = ()
    rows: list[Cards] = []
    for size in sizes:
        rows.append(other_cards(rules, random, cards, size))
        cards += rows[-1]
    order = random.sample(range(len(rows)), len(rows))
    return {
        "rows": [cards_as_json(rows[index]) for index in order],
        "row": order.index(0),
        "card": max(0, len(rows[0]) - 1),
    }


def covered_card(random: Random, position: Any) -> dict[str, Any]:
    """Return the same with a card of that row below its top."""
    return {**position, "card": random.randrange(max(1, position["card"]))}


def empty_row(random: Random, position: Any) -> dict[str, Any]:
    """Return the same with a card wanted from an empty row: the shortest of the other rows."""
    rows = [list(row) for row in position["rows"]]
    candidates = [index for index in range(len(rows)) if index != position["row"]] or [position["row"]]
    shortest = min(candidates, key=lambda index: (len(rows[index]), index))
    rows[shortest] = []
    return {"rows": rows, "row": shortest, "card": 0}
