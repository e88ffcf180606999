"""Positions for the worked examples of kasane: made to a purpose, out of a random source."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from pnp.games.core.play import seats_of
from pnp.games.kasane.rules.achieving import final_score as score_at_the_end
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Cards, cards_as_json
from pnp.games.kasane.rules.record import Rules, Yaku
from pnp.games.kasane.teaching.building import (
    NOTHING,
    Shape,
    ends_with,
    never_held_a_yaku,
    others,
    played,
    points_of,
    row_of_shape,
)

_TRIES = 8


def row(rules: Rules, random: Random, yaku: Yaku) -> dict[str, Any]:
    """A row that meets the condition of a yaku, of a size that it has slots for."""
    sizes = list(yaku.slots)
    found = row_of_shape(rules, random, yaku, random.choice(sizes)) or rules.numbers[:1]
    return {"yaku": yaku.id, "row": cards_as_json(found)}


def with_repeat(random: Random, position: Any) -> dict[str, Any]:
    """The row with one number in the place of a neighbour, so that it is there twice."""
    cards = list(position["row"])
    if len(cards) > 1:
        at = random.randrange(len(cards) - 1)
        to, kept = random.choice(((at, at + 1), (at + 1, at)))
        cards[to] = cards[kept]
    return {**position, "row": cards}


def with_less(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The row with a lower number in the place of one of its numbers."""
    cards = list(position["row"])
    able = [at for at, card in enumerate(cards) if card > rules.numbers[0]]
    if able:
        at = random.choice(able)
        cards[at] = random.choice([number for number in rules.numbers if number < cards[at]])
    return {**position, "row": cards}


def best_yaku(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A hand whose top cards, after the top of the field, are a yaku of several cards."""
    yaku, size = random.choice(_not_small(able))
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    from_field = min(rules.field_cards, len(cards) - 1)
    head, rest = cards[:from_field], cards[from_field:]
    lies = ends_with(rules, random, head, rest, (yaku.id, size)) if head else None
    if lies is None:
        lies, rest = NOTHING, cards
    return {
        "hand": cards_as_json((*others(rules, random, (*lies.field, *rest), 1), *rest)),
        "field": cards_as_json(lies.field),
        "taken": lies.taken,
    }


def best_of_hand(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A hand whose top cards are a yaku of several cards, and a field whose top is the same number as the card just
    taken."""
    yaku, size = random.choice(_not_small(able))
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:2]
    lies = ends_with(rules, random, cards[-1:], cards, (yaku.id, size)) or NOTHING
    return {"hand": cards_as_json(cards), "field": cards_as_json(lies.field), "taken": lies.taken}


def _not_small(able: Sequence[Shape]) -> Sequence[Shape]:
    """The shapes of three or four cards, else those of more, else all."""
    large = [shape for shape in able if shape[1] > 2]
    return [shape for shape in large if shape[1] < 5] or large or able


def acquire(rules: Rules, random: Random, able: Sequence[Shape]) -> dict[str, Any]:
    """A +1 is taken, and the top of the hand would have been a yaku."""
    short = [shape for shape in able if shape[1] == 2] or able
    yaku, size = random.choice(short)
    cards = row_of_shape(rules, random, yaku, size) or rules.numbers[:1]
    lies = ends_with(rules, random, others(rules, random, cards, 1), cards) or NOTHING
    return {
        "hand": cards_as_json((*others(rules, random, (*lies.field, *cards), 1), *cards)),
        "field": cards_as_json(lies.field),
        "card": PLUS_ONE_TEXT,
        "variant_plus1_may_achieve": rules.plus_one_yaku,
    }


def final_score(rules: Rules, random: Random) -> dict[str, Any]:
    """A field of just as many cards as the bonus asks for, one of them a +1, and a hand with colours of its own. The
    points in play are what that field has brought."""
    players, turns = _fewest(rules)
    plus_ones = random.choice((1, 1, 2))
    lies = played(rules, random, min(rules.bonus_from, turns), plus_ones, rules.opening[players])
    used = [card for card in lies.field if card != PLUS_ONE]
    for _ in range(_TRIES):
        hand = others(rules, random, used, turns - len(lies.field))
        if never_held_a_yaku(rules, hand, lies.field):
            break
    return {
        "points": points_of(rules, lies.field, lies.tokens, rules.opening[players]),
        "field": cards_as_json(lies.field),
        "hand": cards_as_json(hand),
        "players": players,
    }


def field(rules: Rules, random: Random, laid: int) -> dict[str, Any]:
    """A field of so many cards."""
    players, _ = _fewest(rules)
    plus_ones = random.choice((0, 1, 2)) if laid > rules.bonus_from else 0
    lies = played(rules, random, laid, plus_ones, rules.opening[players])
    return {"field": cards_as_json(lies.field), "players": players}


def all_turns(rules: Rules) -> int:
    """How many cards a seat takes with the fewest players."""
    return _fewest(rules)[1]


def _fewest(rules: Rules) -> tuple[int, int]:
    players = seats_of(rules)[0]
    return players, rules.tables[players].turns


def results(rules: Rules, random: Random) -> dict[str, Any]:
    """Points and cards laid of the fewest players, as a game may end; two of them have the most points and other
    numbers of cards, where such a game was found."""
    turns = all_turns(rules)
    rows = _table(rules, random, turns - 4)
    for nth in range(_TRIES):
        best = max(points for points, _ in rows)
        if len({cards for points, cards in rows if points == best}) > 1:
            break
        # Where fields stay small, those of all sizes.
        rows = _table(rules, random, turns - 4 if nth % 2 else 0)
    random.shuffle(rows)
    return {"players": rows}


def _table(rules: Rules, random: Random, fewest: int) -> list[list[int]]:
    """Points and cards laid of seats that play random yaku with one deck, each covering slots for the next, up to
    ``fewest`` cards or more."""
    players, turns = _fewest(rules)
    covered = dict(rules.opening[players])
    beside: Cards = ()
    rows = []
    for _ in range(players):
        wanted = random.randint(max(0, fewest), turns)
        lies = played(rules, random, wanted, random.choice((0, 1, 2)), covered, beside)
        points = points_of(rules, lies.field, lies.tokens, covered)
        rows.append([score_at_the_end(rules, turns, points, lies.field, ()).score.total, len(lies.field)])
        beside += lies.field
        for slot, count in lies.tokens.items():
            covered[slot] = covered.get(slot, 0) + count
    return rows
