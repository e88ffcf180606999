"""Fields as play leaves them: whether a field can be laid, and the fields that are made for positions.

A field grows by +1 cards and by yaku: each a row for which the yaku has a slot that is open, laid whole, or begun by
the card that is the top of the field already.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards
from pnp.games.kasane.rules.record import Rules, Tokens, fits
from pnp.games.kasane.teaching.building import always_used, row_of_shape, row_that_ends, shapes, within_copies

Laying: TypeAlias = frozenset[tuple[tuple[str, int], int]]
"""How often each slot size of each yaku was achieved for a field: ``((yaku, cards), times)``; each at least once."""

_KEPT = 400
"""Layings looked at for the first cards of a field, so that no definition takes long."""
_TRIES = 10


class Played(NamedTuple):
    """A field, and how it was laid."""

    field: Cards
    tokens: Tokens

    @property
    def taken(self) -> list[list[str | int]]:
        """The tokens as positions write them."""
        return [[yaku, cards, count] for (yaku, cards), count in self.tokens.items()]


NOTHING = Played((), {})


# Whether a field can be laid


def layings(rules: Rules, field: Cards, covered: Tokens | None = None) -> frozenset[Laying]:
    """The ways in which a seat can have laid ``field``, by the slots that it takes; none where it cannot be laid.

    ``covered`` are the slots that were covered before the first turn. Where a field has more than some hundreds of
    ways, not all of them are found.
    """
    found: list[set[Laying]] = [{frozenset()}, *(set[Laying]() for _ in field)]
    for start, reached in enumerate(found[:-1]):
        if not reached:
            continue
        if field[start] == PLUS_ONE:
            found[start + 1] |= reached
            continue
        for end, slot in _yaku_from(rules, field, start):
            room = len(rules.yaku[slot[0]].slots[slot[1]]) - (covered or {}).get(slot, 0)
            for laying in reached:
                times = dict(laying)
                times[slot] = times.get(slot, 0) + 1
                if times[slot] <= room and len(found[end]) < _KEPT:
                    found[end].add(frozenset(times.items()))
    return frozenset(found[-1])


def _yaku_from(rules: Rules, field: Cards, start: int) -> Iterator[tuple[int, tuple[str, int]]]:
    """The yaku that may be laid from a place on: up to which place, and the slot that it takes."""
    begins = [start]
    if rules.field_cards and start and field[start - 1] != PLUS_ONE:
        begins.append(start - 1)
    for end in range(start + 1, min(len(field), start + rules.most_cards) + 1):
        if field[end - 1] == PLUS_ONE:
            return
        for begin in begins:
            row = field[begin:end]
            for yaku in rules.by_size.get(len(row), ()):
                if fits(rules, yaku.condition, row):
                    yield end, (yaku.id, len(row))


def can_be_laid(rules: Rules, field: Cards, tokens: Tokens | None = None) -> bool:
    """Whether a field can be laid; with ``tokens``, by yaku that account for some of these."""
    if not field:
        return True
    found = layings(rules, field)
    if tokens is None:
        return bool(found)
    return any(all(tokens.get(slot, 0) >= times for slot, times in laying) for laying in found)


def points_of(rules: Rules, field: Cards, times: Tokens, covered: Tokens) -> int:
    """The points of laying ``field`` by so many yaku of each size, if nobody else covers a slot of these; each +1
    scores too."""
    points = field.count(PLUS_ONE) * rules.plus_one_points
    for (yaku, size), count in times.items():
        first = covered.get((yaku, size), 0)
        points += sum(rules.yaku[yaku].slots[size][first : first + count])
    return points


def never_held_a_yaku(rules: Rules, hand: Cards, field: Cards) -> bool:
    """Whether no yaku could be made as the cards of ``hand`` were taken one by one, on ``field`` or on what lay there
    before the +1 on top of it. Slots count as open: a printed field does not show what is covered."""
    below = len(field)
    while below and field[below - 1] == PLUS_ONE:
        below -= 1
    return not any(
        achievable(rules, hand[:held], lies, {}, {})
        for held in range(1, len(hand) + 1)
        for lies in dict.fromkeys((field, field[:below]))
    )


# Fields made for positions


def played(rules: Rules, random: Random, cards: int, plus_ones: int, covered: Tokens, beside: Cards = ()) -> Played:
    """A field of ``cards`` cards, up to ``plus_ones`` of them +1, as a seat lays it that plays random yaku; of fewer
    cards where none was found. ``covered`` are the slots that were covered before its first turn, and ``beside`` the
    cards that lie elsewhere."""
    best = NOTHING
    for _ in range(_TRIES):
        found = _game(rules, random, cards, plus_ones, covered, beside)
        if len(found.field) > len(best.field):
            best = found
        if len(found.field) == cards:
            break
    return best


def _game(rules: Rules, random: Random, cards: int, plus_ones: int, covered: Tokens, beside: Cards) -> Played:
    special = min(plus_ones, always_used(rules)[PLUS_ONE] - beside.count(PLUS_ONE), cards)
    lies = NOTHING
    while len(lies.field) < cards:
        left = cards - len(lies.field)
        if special and random.random() < special / left:
            lies, special = Played((*lies.field, PLUS_ONE), lies.tokens), special - 1
            continue
        tried = (_one_more(rules, random, lies, left - special, covered, beside) for _ in range(_TRIES))
        longer = next((found for found in tried if found), None)
        if longer is None:
            break
        lies = longer
    return lies


def _one_more(rules: Rules, random: Random, lies: Played, most: int, covered: Tokens, beside: Cards) -> Played | None:
    """The field with one yaku more, of up to ``most`` cards more, for which there is an open slot."""
    field, able = lies.field, shapes(rules)
    head: Cards = ()
    if rules.field_cards and field and field[-1] != PLUS_ONE and random.random() < 0.5:
        head = field[-1:]
    if not able:
        return None
    yaku, size = random.choice(able)
    times = lies.tokens.get((yaku.id, size), 0) + 1
    if not len(head) < size <= most + len(head) or times + covered.get((yaku.id, size), 0) > len(yaku.slots[size]):
        return None
    row = row_of_shape(rules, random, yaku, size, head)
    if row is None or not within_copies(always_used(rules), (*beside, *field, *row[len(head) :])):
        return None
    return Played(field + row[len(head) :], {**lies.tokens, (yaku.id, size): times})


def ends_with(
    rules: Rules, random: Random, tail: Cards, beside: Cards = (), kept: tuple[str, int] | None = None
) -> Played | None:
    """A field of one yaku, of as few cards as can be, that ends with ``tail``; None where none was found.

    It leaves the slot ``kept`` open: it takes another one, or one of several of that yaku and size where it has to.
    The deck has the field and the cards ``beside`` it.
    """
    able = [shape for shape in shapes(rules) if shape[1] >= len(tail)]
    random.shuffle(able)
    for yaku, size in sorted(able, key=lambda shape: ((shape[0].id, shape[1]) == kept, shape[1])):
        if (yaku.id, size) == kept and len(yaku.slots[size]) == 1:
            continue
        row = row_that_ends(rules, random, yaku, size, tail)
        if row and within_copies(always_used(rules), (*row, *beside)):
            return Played(row, {(yaku.id, size): 1})
    return None
