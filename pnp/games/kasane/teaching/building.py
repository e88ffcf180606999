"""Rows and stacks for the positions that lessons propose.

They use cards that are in the game with any number of players, and no card more often than the deck has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from pnp.games.core.playing.play import seats_of
from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Card, Cards
from pnp.games.kasane.rules.record import Rules, Tokens, Yaku, fits
from pnp.games.kasane.settings import Condition

Shape: TypeAlias = tuple[Yaku, int]
"""Yaku, and a number of cards for which it has slots."""
_TRIES = 12


def common_copies(rules: Rules) -> Counter[Card]:
    """Return the copies of each card that are used with any number of players.

    The counter is cached with the rules: callers must not change it.
    """
    copies: Counter[Card] | None = rules.cache.get("always-used")
    if copies is None:
        decks = [rules.tables[players].deck for players in seats_of(rules)]
        copies = Counter({card: min(deck[card] for deck in decks) for card in rules.copies})
        rules.cache["always-used"] = copies
    return copies


def shapes(rules: Rules) -> tuple[Shape, ...]:
    """Return the shapes for which rows can be made, in the order of the definition."""
    able: tuple[Shape, ...] | None = rules.cache.get("shapes")
    if able is None:
        random = Random(0)  # noqa: S311 - nothing secret
        every = [(rules.yaku[yaku], size) for yaku, size in rules.slots]
        able = tuple((yaku, size) for yaku, size in every if row_of_shape(rules, random, yaku, size))
        rules.cache["shapes"] = able
    return able


def row_of_shape(rules: Rules, random: Random, yaku: Yaku, size: int, head: Cards = ()) -> Cards | None:
    """Return a random row of ``size`` cards that meets the condition of ``yaku`` and begins with ``head``.

    Return None if the tries give none.
    """
    copies = common_copies(rules)
    for _ in range(_TRIES):
        row = head + _likely_cards(rules, random, yaku, size - len(head), head)
        if len(row) == size and fits(rules, yaku.condition, row) and within_copies(copies, row):
            return row
        if len(head) > 1 or (head and yaku.condition.is_ not in ("monotone", "sum")):
            return None  # Another try would not help.
    return None


def row_ending_with(rules: Rules, random: Random, yaku: Yaku, size: int, tail: Cards) -> Cards | None:
    """Return the same with a row that ends with ``tail``: a reversed row meets every condition too."""
    row = row_of_shape(rules, random, yaku, size, tail[::-1])
    return row and row[::-1]


def _likely_cards(rules: Rules, random: Random, yaku: Yaku, count: int, head: Cards) -> Cards:
    """Return ``count`` cards that are likely to complete ``head`` to a row of ``yaku``."""
    condition, copies = yaku.condition, common_copies(rules)
    if count < 0:
        return ()
    match condition.is_:
        case "equal":
            numbers = list(head[:1]) or [number for number in rules.numbers if copies[number] >= count]
            return (random.choice(numbers),) * count if numbers else ()
        case "set":
            remaining = list((Counter(condition.numbers) - Counter(head)).elements())
            return tuple(random.sample(remaining, len(remaining)))
        case "monotone":
            return _monotone(rules, random, condition, count, head)
        case "sum":
            return _sum(rules, random, (condition.of or 0) - sum(head), count)
        case _:
            parity = 1 if condition.is_ == "odd" else 0
            cards = [number for number in rules.numbers if number % 2 == parity for _ in range(copies[number])]
            return tuple(random.sample(cards, min(count, len(cards))))


def _monotone(rules: Rules, random: Random, condition: Condition, count: int, head: Cards) -> Cards:
    """Return numbers within the bounds that rise, or fall, on from ``head``."""
    low, high = condition.from_ or 0, condition.to or 0
    rises = random.random() < 0.5 if len(head) < 2 else head[0] < head[-1]
    if head and rises:
        low = head[-1] + 1
    elif head:
        high = head[-1] - 1
    inside = [number for number in rules.numbers if low <= number <= high]
    return tuple(sorted(random.sample(inside, min(count, len(inside))), reverse=not rises))


def _sum(rules: Rules, random: Random, total: int, size: int) -> Cards:
    """Return numbers that add up to ``total``, each chosen so that the others can make up the rest."""
    low, high = rules.numbers[0], rules.numbers[-1]
    row: list[int] = []
    for left in range(size - 1, -1, -1):
        rest = total - sum(row)
        possible = [number for number in rules.numbers if left * low <= rest - number <= left * high]
        if not possible:
            return ()
        row.append(random.choice(possible))
    random.shuffle(row)
    return tuple(row)


def may_contain(rule: Condition, number: int) -> bool:
    """Return whether a number may be in a row that meets a condition."""
    match rule.is_:
        case "set":
            return number in (rule.numbers or ())
        case "monotone":
            return (rule.from_ or 0) <= number <= (rule.to or 0)
        case "odd" | "even":
            return number % 2 == (rule.is_ == "odd")
        case _:
            return True


def within_copies(copies: Counter[Card], cards: Cards) -> bool:
    """Return whether no card occurs more often than ``copies`` allows."""
    return all(cards.count(card) <= copies[card] for card in set(cards))


def other_cards(rules: Rules, random: Random, used: Sequence[Card], count: int, barred: Collection[int] = ()) -> Cards:
    """Return up to ``count`` random numbers besides the cards ``used``.

    None of them is among those or ``barred``, if the deck allows it.
    """
    copies, used_copies = common_copies(rules), Counter(used)
    cards = [number for number in rules.numbers for _ in range(copies[number] - used_copies[number])]
    fresh = [number for number in cards if number not in used and number not in barred]
    sample = random.sample(fresh, min(count, len(fresh)))
    if len(sample) < count:
        rest = [number for number in cards if number in used or number in barred]
        sample += random.sample(rest, min(count - len(sample), len(rest)))
    return tuple(sample)


def last_two_swapped(row: Cards) -> Cards:
    """Return the row with its last two cards exchanged."""
    return (*row[:-2], *row[:-3:-1]) if len(row) > 1 else row


def has_gap(rules: Rules, row: Cards) -> bool:
    """Return whether a number of the definition is between two neighbours of the row."""
    return any(
        any(min(left, right) < number < max(left, right) for number in rules.numbers) for left, right in pairwise(row)
    )


def rises_and_falls(row: Cards) -> bool:
    """Return whether the row both rises and falls."""
    steps = list(pairwise(row))
    return any(left < right for left, right in steps) and any(left > right for left, right in steps)


def cards_of(raw: Iterable[int | str]) -> Cards:
    """Return the cards that a position writes.

    >>> cards_of([3, "+1"])
    (3, 0)
    """
    return tuple(PLUS_ONE if card == PLUS_ONE_TEXT else int(card) for card in raw)


# Fields as play leaves them
#
# A field grows by +1 cards and by yaku. Each yaku is a row with an open slot, laid whole or begun by the top card of
# the field.

Laying: TypeAlias = frozenset[tuple[tuple[str, int], int]]
"""Way to lay a field: ``((yaku, cards), times)`` for each slot size of each yaku that was achieved."""

_MAX_LAYINGS = 400
"""Limit of layings for the first cards of a field, so that no definition takes long."""
_FIELD_TRIES = 10


class Played(NamedTuple):
    """Field, and the tokens of the yaku by which it was laid."""

    field: Cards
    tokens: Tokens

    @property
    def taken(self) -> list[list[str | int]]:
        """Return the tokens as positions write them."""
        return [[yaku, cards, count] for (yaku, cards), count in self.tokens.items()]


EMPTY_FIELD = Played((), {})


# Checking fields


def layings(rules: Rules, field: Cards, covered: Tokens | None = None) -> frozenset[Laying]:
    """Return the ways in which a seat can have laid ``field``, by the slots used; none if it cannot be laid.

    ``covered`` are the slots covered before the first turn. Of some hundreds of ways or more, not all are returned.
    """
    by_length: list[set[Laying]] = [{frozenset()}, *(set[Laying]() for _ in field)]
    for start, reached in enumerate(by_length[:-1]):
        if not reached:
            continue
        if field[start] == PLUS_ONE:
            by_length[start + 1] |= reached
            continue
        for end, slot in _yaku_starting_at(rules, field, start):
            room = len(rules.yaku[slot[0]].slots[slot[1]]) - (covered or {}).get(slot, 0)
            for laying in reached:
                times = dict(laying)
                times[slot] = times.get(slot, 0) + 1
                if times[slot] <= room and len(by_length[end]) < _MAX_LAYINGS:
                    by_length[end].add(frozenset(times.items()))
    return frozenset(by_length[-1])


def _yaku_starting_at(rules: Rules, field: Cards, start: int) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield the yaku that may be laid from a place on: the end of each, and the slot that it takes."""
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
    """Return whether a field can be laid; with ``tokens``, by yaku that account for some of these."""
    if not field:
        return True
    ways = layings(rules, field)
    if tokens is None:
        return bool(ways)
    return any(all(tokens.get(slot, 0) >= times for slot, times in laying) for laying in ways)


def points_of(rules: Rules, field: Cards, times: Tokens, covered: Tokens) -> int:
    """Return the points of laying ``field`` by the given numbers of yaku, if no other seat covers their slots.

    Each +1 scores too.
    """
    points = field.count(PLUS_ONE) * rules.plus_one_points
    for (yaku, size), count in times.items():
        closed = covered.get((yaku, size), 0)
        points += sum(rules.yaku[yaku].slots[size][closed : closed + count])
    return points


def never_held_a_yaku(rules: Rules, hand: Cards, field: Cards) -> bool:
    """Return whether no yaku was possible as the cards of ``hand`` were taken one by one.

    The field is ``field``, or the part of it below the +1 cards on top. Slots count as open: a printed field does not
    show the covered ones.
    """
    below = len(field)
    while below and field[below - 1] == PLUS_ONE:
        below -= 1
    return not any(
        achievable(rules, hand[:count], lower_field, {}, {})
        for count in range(1, len(hand) + 1)
        for lower_field in dict.fromkeys((field, field[:below]))
    )


# Random fields


def random_field(
    rules: Rules, random: Random, cards: int, plus_ones: int, covered: Tokens, reserved: Cards = ()
) -> Played:
    """Return a field of ``cards`` cards, up to ``plus_ones`` of them +1, laid by random yaku.

    It has fewer cards if the tries give no larger field. ``covered`` are the slots covered before its first turn, and
    ``reserved`` the cards that are used elsewhere.
    """
    best = EMPTY_FIELD
    for _ in range(_FIELD_TRIES):
        attempt = _play_field(rules, random, cards, plus_ones, covered, reserved)
        if len(attempt.field) > len(best.field):
            best = attempt
        if len(attempt.field) == cards:
            break
    return best


def _play_field(rules: Rules, random: Random, cards: int, plus_ones: int, covered: Tokens, reserved: Cards) -> Played:
    plus_ones = min(plus_ones, common_copies(rules)[PLUS_ONE] - reserved.count(PLUS_ONE), cards)
    base = EMPTY_FIELD
    while len(base.field) < cards:
        left = cards - len(base.field)
        if plus_ones and random.random() < plus_ones / left:
            base, plus_ones = Played((*base.field, PLUS_ONE), base.tokens), plus_ones - 1
            continue
        tries = (_with_yaku(rules, random, base, left - plus_ones, covered, reserved) for _ in range(_FIELD_TRIES))
        longer = next((extended for extended in tries if extended), None)
        if longer is None:
            break
        base = longer
    return base


def _with_yaku(
    rules: Rules, random: Random, base: Played, most: int, covered: Tokens, reserved: Cards
) -> Played | None:
    """Return the field with another yaku of up to ``most`` more cards, or None if the random choice does not fit."""
    field, able = base.field, shapes(rules)
    head: Cards = ()
    if rules.field_cards and field and field[-1] != PLUS_ONE and random.random() < 0.5:
        head = field[-1:]
    if not able:
        return None
    yaku, size = random.choice(able)
    times = base.tokens.get((yaku.id, size), 0) + 1
    if not len(head) < size <= most + len(head) or times + covered.get((yaku.id, size), 0) > len(yaku.slots[size]):
        return None
    row = row_of_shape(rules, random, yaku, size, head)
    if row is None or not within_copies(common_copies(rules), (*reserved, *field, *row[len(head) :])):
        return None
    return Played(field + row[len(head) :], {**base.tokens, (yaku.id, size): times})


def field_ending_with(
    rules: Rules, random: Random, tail: Cards, reserved: Cards = (), open_slot: tuple[str, int] | None = None
) -> Played | None:
    """Return a field of one yaku, of as few cards as possible, that ends with ``tail``; None if the tries give none.

    It leaves the slot ``open_slot`` open: it uses another slot, or one of several of that yaku and size if it must. The
    deck has the field and the cards ``reserved`` for other places.
    """
    able = [shape for shape in shapes(rules) if shape[1] >= len(tail)]
    random.shuffle(able)
    for yaku, size in sorted(able, key=lambda shape: ((shape[0].id, shape[1]) == open_slot, shape[1])):
        if (yaku.id, size) == open_slot and len(yaku.slots[size]) == 1:
            continue
        row = row_ending_with(rules, random, yaku, size, tail)
        if row and within_copies(common_copies(rules), (*row, *reserved)):
            return Played(row, {(yaku.id, size): 1})
    return None
