"""Positions for the rule checks of kasane: a legal move, and the same cards in places where it is refused.

The positions of a family are made from one: its ``move`` says which cards are the row, and the cards that are not in
it are the bystanders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.games.kasane.rules.achieving import Laid
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Cards, card_as_json, cards_as_json
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.teaching.building import (
    NOTHING,
    Played,
    Shape,
    always_used,
    cards_of,
    ends_with,
    others,
    row_of_shape,
    shapes,
    turned,
    within_copies,
)

Spot: TypeAlias = tuple[Literal["field", "hand"], int]
Taken: TypeAlias = list[list[str | int]]
_TRIES = 12


class Move(NamedTuple):
    """What a position of a family is about: the yaku, the row in the order laid, the cards beside it."""

    yaku: str
    row: Cards
    beside: Cards


def attempt(rules: Rules, yaku: str, hand: Cards, lies: Played, spots: Sequence[Spot]) -> dict[str, Any]:
    """A seat with a hand, the top of which was taken, and a field, that lays the cards at ``spots``."""
    return {
        "hand": cards_as_json(hand),
        "field": cards_as_json(lies.field),
        "taken": lies.taken,
        "own": lies.taken,
        "took": card_as_json(hand[-1]),
        "done": 0,
        "variant_plus1_may_achieve": rules.plus_one_yaku,
        "move": {"yaku": yaku, "row": [list(spot) for spot in spots]},
    }


def of_hand(count: int, start: int) -> list[Spot]:
    """So many cards of the hand, from a place on."""
    return [("hand", start + at) for at in range(count)]


def move_of(position: Any) -> Move:
    """The row of a position, and the cards of hand and field that are not in it."""
    stacks = {key: cards_of(position[key]) for key in ("field", "hand")}
    spots = [Laid(place, at) for place, at in position["move"]["row"]]
    beside = tuple(card for key, cards in stacks.items() for at, card in enumerate(cards) if (key, at) not in spots)
    return Move(position["move"]["yaku"], tuple(stacks[place][at] for place, at in spots), beside)


def made_row(rules: Rules, random: Random, able: Sequence[Shape]) -> tuple[Yaku, Cards]:
    """A random row of one of the shapes."""
    yaku, size = random.choice(able)
    return yaku, row_of_shape(rules, random, yaku, size) or rules.numbers[:1]


# The order of the hand


def from_the_top(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """The top cards of a hand with one card more."""
    yaku, row = made_row(rules, random, able)
    hand = (*others(rules, random, row, 1), *row)
    return attempt(rules, yaku.id, hand, NOTHING, of_hand(len(row), len(hand) - len(row)))


def with_gap(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The other card lies between those of the row."""
    yaku, row, beside = move_of(position)
    hand = (*row[:-1], *beside, row[-1])
    return attempt(rules, yaku, hand, NOTHING, [*of_hand(len(row) - 1, 0), ("hand", len(hand) - 1)])


def without_taken(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The other card lies on top: it was taken."""
    yaku, row, beside = move_of(position)
    return attempt(rules, yaku, (*row, *beside), NOTHING, of_hand(len(row), 0))


def put_in_order(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The last two cards have changed places, and are laid as if they had not."""
    yaku, row, beside = move_of(position)
    hand = (*beside, *turned(row))
    spots = of_hand(len(row), len(beside))
    return attempt(rules, yaku, hand, NOTHING, [*spots[:-2], *spots[:-3:-1]])


def no_yaku(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The last two cards have changed places; where the row is a yaku still, it is called by the name of another."""
    yaku, row, beside = move_of(position)
    laid = turned(row)
    if fits(rules, rules.yaku[yaku].condition, laid):
        unmet = [one.id for one in rules.by_size[len(row)] if not fits(rules, one.condition, laid)]
        yaku = random.choice(unmet) if unmet else yaku
    if fits(rules, rules.yaku[yaku].condition, laid):
        laid = (*laid[:-1], *others(rules, random, row, 1, rules.yaku[yaku].condition.numbers or ()))
    hand = (*beside, *laid)
    return attempt(rules, yaku, hand, NOTHING, of_hand(len(laid), len(beside)))


# The top of the field


def beside_field(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A row from the hand alone; the field lies there, its top a card that could begin the row in the place of the
    first. The same row, or the first two cards of it, could lie there."""
    for _ in range(_TRIES):
        yaku, row = made_row(rules, random, able)
        slot = (yaku.id, len(row))
        if all(ends_with(rules, random, tail, row[len(tail) :], slot) for tail in (row, row[:2])):
            break
    begins = [number for number in rules.numbers if fits(rules, yaku.condition, (number, *row[1:]))]
    tops: list[Cards] = [(random.choice(begins),)] if begins and rules.field_cards else []
    tops.append(others(rules, random, row, 1))
    lies = next((found for top in tops if (found := ends_with(rules, random, top, row, slot))), NOTHING)
    return attempt(rules, yaku.id, row, lies, of_hand(len(row), 0))


def on_the_field(rules: Rules, random: Random, position: Any, cards: int = 1) -> dict[str, Any]:
    """The first ``cards`` of the row are the top of the field."""
    yaku, row, _ = move_of(position)
    lies = _under(rules, random, row[:cards], row[cards:], yaku)
    size = len(lies.field)
    spots: list[Spot] = [("field", size - cards + at) for at in range(cards)]
    return attempt(rules, yaku, row[cards:], lies, [*spots, *of_hand(len(row) - cards, 0)])


def field_last(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The last card of the row is the top of the field, and the hand has the others."""
    yaku, row, _ = move_of(position)
    lies = _under(rules, random, row[-1:], row[:-1], yaku)
    return attempt(rules, yaku, row[:-1], lies, [*of_hand(len(row) - 1, 0), ("field", len(lies.field) - 1)])


def all_on_the_field(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The whole row lies on the field, on its way to another yaku; the card just taken has nothing to do with it."""
    yaku, row, _ = move_of(position)
    lies = _under(rules, random, row, (), yaku)
    start = len(lies.field) - len(row)
    hand = others(rules, random, lies.field, 1)
    return attempt(rules, yaku, hand, lies, [("field", start + at) for at in range(len(row))])


def _under(rules: Rules, random: Random, tail: Cards, rest: Cards, yaku: str) -> Played:
    """A field that ends with a part of the row and leaves its slot open; just that part where there is none."""
    return ends_with(rules, random, tail, rest, (yaku, len(tail) + len(rest))) or Played(tail, {})


# +1


def begun_by_plus_one(random: Random, position: Any) -> dict[str, Any]:
    """A row from the hand alone, with a +1 on top of the field in the place of its first card."""
    field, hand = [*position["field"], PLUS_ONE_TEXT], position["hand"]
    spots = [["field", len(field) - 1], *map(list, of_hand(len(hand) - 1, 0))]
    return {**position, "field": field, "hand": hand[1:], "move": {**position["move"], "row": spots}}


def after_plus_one(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A row from the hand; a +1 that was taken before lies on the field."""
    yaku, row = made_row(rules, random, able)
    return attempt(rules, yaku.id, row, Played((PLUS_ONE,), {}), of_hand(len(row), 0))


def just_taken(random: Random, position: Any) -> dict[str, Any]:
    """The same, but the +1 is what was taken in this turn."""
    return {**position, "took": PLUS_ONE_TEXT}


# Slots


def slot_again(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A row for a yaku of which all slots of that size but one are covered."""
    yaku, row = made_row(rules, random, able)
    position = attempt(rules, yaku.id, row, NOTHING, of_hand(len(row), 0))
    return {**position, "taken": _tokens(yaku, len(row), len(yaku.slots[len(row)]) - 1)}


def all_covered(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The same with a token on the last slot too."""
    yaku, row, _ = move_of(position)
    return {**position, "taken": _tokens(rules.yaku[yaku], len(row), len(rules.yaku[yaku].slots[len(row)]))}


def larger_slot(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A row for a yaku of which the slots of a smaller size are covered."""
    yaku, row = made_row(rules, random, able)
    position = attempt(rules, yaku.id, row, NOTHING, of_hand(len(row), 0))
    smaller = max((size for size in yaku.slots if size < len(row)), default=None)
    if smaller is None:
        return position
    return {**position, "taken": _tokens(yaku, smaller, len(yaku.slots[smaller]))}


def missing_slot(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The same hand, and fewer of its top cards: so many that the yaku has no slot for them. Other cards where these
    are no yaku."""
    yaku, row, _ = move_of(position)
    one = rules.yaku[yaku]
    for size in range(len(row) - 1, 0, -1):
        if size not in one.slots and fits(rules, one.condition, row[-size:]):
            return {**attempt(rules, yaku, row, NOTHING, of_hand(size, len(row) - size)), "taken": position["taken"]}
    size = next(unslotted(one), len(row))
    other = row_of_shape(rules, random, one, size) or row
    return {**attempt(rules, yaku, other, NOTHING, of_hand(len(other), 0)), "taken": position["taken"]}


def unslotted(yaku: Yaku) -> Iterator[int]:
    """The numbers of cards that rows of a yaku may have though it has no slot for them, near those it has first."""
    sizes = [] if yaku.condition.is_ == "set" else range(2, max(yaku.slots) + 2)
    return (size for size in sizes if size not in yaku.slots)


def _tokens(yaku: Yaku, size: int, count: int) -> Taken:
    return [[yaku.id, size, count]] if count else []


# One yaku a turn


def first_of_two(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A row from the hand, after which what is left in hand is a yaku too, begun by the top of the field if it may."""
    for count in range(_TRIES):
        yaku, row = made_row(rules, random, able)
        other, size = random.choice(able if count < _TRIES // 2 else shapes(rules))
        head = row[-1:] if rules.field_cards and size > 1 else ()
        second = row_of_shape(rules, random, other, size, head)
        fair = second and within_copies(always_used(rules), (*row, *second[len(head) :]))
        late = count >= _TRIES // 2
        if fair and (late or other.id != yaku.id) and other.id in _open_names(rules, second or (), yaku.id, row):
            break
    hand = (*(second[len(head) :] if second and fair else ()), *row)
    return attempt(rules, yaku.id, hand, NOTHING, of_hand(len(row), len(hand) - len(row)))


def second_yaku(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The same turn after that row was laid: a yaku of what is left, begun by the top of the field if it may be."""
    yaku, row, hand = move_of(position)
    begun = _open_names(rules, (row[-1], *hand), yaku, row) if rules.field_cards else []
    names = begun or _open_names(rules, hand, yaku, row) or [yaku]
    field: list[Spot] = [("field", len(row) - 1)] if begun or not hand else []
    spots = [*field, *of_hand(len(hand), 0)]
    after = attempt(rules, random.choice(names), row, Played(row, {(yaku, len(row)): 1}), spots)
    return {**after, "hand": cards_as_json(hand), "done": 1}


def _open_names(rules: Rules, row: Cards, yaku: str, laid: Cards) -> list[str]:
    """The yaku that a row is and that have a slot for it after ``yaku`` was laid; that one only where it is alone."""
    names = [one.id for one in rules.by_size.get(len(row), ()) if fits(rules, one.condition, row)]
    one_left = len(row) != len(laid) or len(rules.yaku[yaku].slots[len(laid)]) > 1
    return [name for name in names if name != yaku] or (names if one_left else [])


# Taking


def top_card(rules: Rules, random: Random) -> dict[str, Any]:
    """A display in the midst of a round, and the top card of a row of several."""
    table = rules.tables[rules.players[0]]
    sizes = [min(3, table.per_row), *(random.randint(1, 2) for _ in range(table.players - 1))]
    cards: Cards = ()
    rows: list[Cards] = []
    for size in sizes:
        rows.append(others(rules, random, cards, size))
        cards += rows[-1]
    order = random.sample(range(len(rows)), len(rows))
    return {
        "rows": [cards_as_json(rows[at]) for at in order],
        "row": order.index(0),
        "card": max(0, len(rows[0]) - 1),
    }


def covered_card(random: Random, position: Any) -> dict[str, Any]:
    """A card of the same row below its top."""
    return {**position, "card": random.randrange(max(1, position["card"]))}


def empty_row(random: Random, position: Any) -> dict[str, Any]:
    """The shortest of the other rows is empty, and a card is wanted from it."""
    rows = [list(row) for row in position["rows"]]
    able = [at for at in range(len(rows)) if at != position["row"]] or [position["row"]]
    at = min(able, key=lambda place: (len(rows[place]), place))
    rows[at] = []
    return {"rows": rows, "row": at, "card": 0}
