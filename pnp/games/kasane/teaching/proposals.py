"""Random positions for the worked examples of kasane, each made for the purpose of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from pnp.games.core.playing.play import seats_of
from pnp.games.kasane.rules.achieving import final_score as score_at_the_end
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Cards, cards_as_json
from pnp.games.kasane.rules.record import Rules, Yaku
from pnp.games.kasane.teaching.building import (
    EMPTY_FIELD,
    Shape,
    field_ending_with,
    never_held_a_yaku,
    other_cards,
    points_of,
    random_field,
    row_of_shape,
)

_TRIES = 8


def row(rules: Rules, random: Random, yaku: Yaku) -> dict[str, Any]:
    """Return a row that meets the condition of a yaku, of a size that it has slots for."""
    sizes = list(yaku.slots)
    cards = row_of_shape(rules, random, yaku, random.choice(sizes)) or rules.numbers[:1]
    return {"yaku": yaku.id, "row": cards_as_json(cards)}


def with_repeat(random: Random, position: Any) -> dict[str, Any]:
    """Return the row with one number replaced by its neighbour, so that it occurs twice."""
    cards = list(position["row"])
    if len(cards) > 1:
        index = random.randrange(len(cards) - 1)
        target, source = random.choice(((index, index + 1), (index + 1, index)))
        cards[target] = cards[source]
    return {**position, "row": cards}


def with_less(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the row with one of its numbers replaced by a lower one."""
    cards = list(position["row"])
    indices = [index for index, card in enumerate(cards) if card > rules.numbers[0]]
    if indices:
        index = random.choice(indices)
        cards[index] = random.choice([number for number in rules.numbers if number < cards[index]])
    return {**position, "row": cards}


def plain_yaku(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a hand whose top cards are a yaku of several cards, and an empty field."""
    yaku, size = random.choice(_larger_shapes(able))
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    hand = (*other_cards(rules, random, cards, 1), *cards)
    return {"hand": cards_as_json(hand), "field": [], "taken": EMPTY_FIELD.taken}


def with_other_parity(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the row with one of its numbers replaced by the next of the other parity."""
    cards = list(position["row"])
    index = random.randrange(len(cards))
    others = [number for number in rules.numbers if abs(number - cards[index]) == 1]
    if others:
        cards[index] = random.choice(others)
    return {**position, "row": cards}


def best_yaku(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a hand whose top cards, after the top of the field, are a yaku of several cards."""
    yaku, size = random.choice(_larger_shapes(able))
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    from_field = min(rules.field_cards, len(cards) - 1)
    head, rest = cards[:from_field], cards[from_field:]
    played = field_ending_with(rules, random, head, rest, (yaku.id, size)) if head else None
    if played is None:
        played, rest = EMPTY_FIELD, cards
    return {
        "hand": cards_as_json((*other_cards(rules, random, (*played.field, *rest), 1), *rest)),
        "field": cards_as_json(played.field),
        "taken": played.taken,
    }


def best_of_hand(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a hand whose top cards are a yaku of several cards.

    The top of the field has the same number as the card just taken.
    """
    yaku, size = random.choice(_larger_shapes(able))
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    played = field_ending_with(rules, random, cards[-1:], cards, (yaku.id, size)) or EMPTY_FIELD
    return {"hand": cards_as_json(cards), "field": cards_as_json(played.field), "taken": played.taken}


def best_pair(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a hand whose top card makes a yaku of two with the top of the field."""
    yaku, size = random.choice([shape for shape in able if shape[1] == 2])
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    played = field_ending_with(rules, random, cards[:1], cards[1:], (yaku.id, size)) or EMPTY_FIELD
    return {
        "hand": cards_as_json((*other_cards(rules, random, (*played.field, *cards), 1), *cards[1:])),
        "field": cards_as_json(played.field),
        "taken": played.taken,
    }


def _larger_shapes(able: Sequence[Shape]) -> Sequence[Shape]:
    """Return the shapes of three or four cards, else those of more, else all."""
    large = [shape for shape in able if shape[1] > 2]
    return [shape for shape in large if shape[1] < 5] or large or able


def acquire(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """Return a position in which a +1 is taken, with a hand whose top is a yaku, or with any hand."""
    short = [shape for shape in able if shape[1] == 2] or able
    yaku, size = random.choice(short)
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:1]
    if random.random() < 0.5:
        cards = other_cards(rules, random, (), size)
    played = field_ending_with(rules, random, other_cards(rules, random, cards, 1), cards) or EMPTY_FIELD
    hand = (*other_cards(rules, random, (*played.field, *cards), 1), *cards)
    _, turns = _fewest(rules)
    field = played.field if len(hand) + len(played.field) < turns else EMPTY_FIELD.field
    return {
        "hand": cards_as_json(hand),
        "field": cards_as_json(field),
        "card": PLUS_ONE_TEXT,
        "variant_plus1_may_achieve": rules.plus_one_yaku,
    }


def final_score(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a field that is just large enough for the bonus, and a hand with colours of its own.

    The field has a +1 or two. The points in play are those that the field has scored.
    """
    players, turns = _fewest(rules)
    plus_ones = random.choice((1, 1, 2))
    played = random_field(rules, random, min(rules.bonus_from, turns), plus_ones, rules.opening[players])
    used = [card for card in played.field if card != PLUS_ONE]
    for _ in range(_TRIES):
        hand = other_cards(rules, random, used, turns - len(played.field))
        if never_held_a_yaku(rules, hand, played.field):
            break
    return {
        "points": points_of(rules, played.field, played.tokens, rules.opening[players]),
        "field": cards_as_json(played.field),
        "hand": cards_as_json(hand),
        "players": players,
    }


def field(rules: Rules, random: Random, laid: int) -> dict[str, Any]:
    """Return a field of ``laid`` cards."""
    players, _ = _fewest(rules)
    plus_ones = random.choice((0, 1, 2)) if laid > rules.bonus_from else 0
    played = random_field(rules, random, laid, plus_ones, rules.opening[players])
    return {"field": cards_as_json(played.field), "players": players}


def all_turns(rules: Rules) -> int:
    """Return the number of cards that a seat takes with the fewest players."""
    return _fewest(rules)[1]


def _fewest(rules: Rules) -> tuple[int, int]:
    players = seats_of(rules)[0]
    return players, rules.tables[players].turns


def results(rules: Rules, random: Random) -> dict[str, Any]:
    """Return points and cards laid of the fewest players, as a game may end.

    Two seats share the most points with different numbers of cards, if the tries give such a game.
    """
    turns = all_turns(rules)
    seats = _table(rules, random, turns - 4)
    for attempt in range(_TRIES):
        best = max(points for points, _ in seats)
        if len({cards for points, cards in seats if points == best}) > 1:
            break
        # Every other try allows fields of all sizes, for games in which they stay small.
        seats = _table(rules, random, turns - 4 if attempt % 2 else 0)
    random.shuffle(seats)
    return {"players": seats}


def _table(rules: Rules, random: Random, fewest: int) -> list[list[int]]:
    """Return points and cards laid of seats that play random yaku with one deck.

    Each seat covers slots for the next, and lays ``fewest`` cards or more if the tries allow it.
    """
    players, turns = _fewest(rules)
    covered = dict(rules.opening[players])
    reserved: Cards = ()
    seats = []
    for _ in range(players):
        cards = random.randint(max(0, fewest), turns)
        played = random_field(rules, random, cards, random.choice((0, 1, 2)), covered, reserved)
        points = points_of(rules, played.field, played.tokens, covered)
        seats.append([score_at_the_end(rules, turns, points, played.field, ()).score.total, len(played.field)])
        reserved += played.field
        for slot, count in played.tokens.items():
            covered[slot] = covered.get(slot, 0) + count
    return seats
