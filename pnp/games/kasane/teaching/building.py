"""Rows and stacks made to a purpose, for the positions that lessons propose: cards that are in the game however many
play, never more of a card than there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from pnp.games.core.play import seats_of
from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Card, Cards
from pnp.games.kasane.rules.record import Rules, Tokens, Yaku, fits
from pnp.games.kasane.settings import Condition

Shape: TypeAlias = tuple[Yaku, int]
"""A yaku, and a number of cards for which it has slots."""
_TRIES = 12


def always_used(rules: Rules) -> Counter[Card]:
    """The copies of each card that are used with any number of players. They belong to the rules: not to be changed."""
    known = rules.cache.get("always-used")
    if known is None:
        decks = [rules.tables[players].deck for players in seats_of(rules)]
        known = rules.cache["always-used"] = Counter({card: min(deck[card] for deck in decks) for card in rules.copies})
    used: Counter[Card] = known
    return used


def shapes(rules: Rules) -> tuple[Shape, ...]:
    """The shapes for which rows can be made, in the order of the definition."""
    known = rules.cache.get("shapes")
    if known is None:
        random = Random(0)  # noqa: S311 - nothing secret
        every = [(rules.yaku[yaku], size) for yaku, size in rules.slots]
        able = tuple((yaku, size) for yaku, size in every if row_of_shape(rules, random, yaku, size))
        known = rules.cache["shapes"] = able
    found: tuple[Shape, ...] = known
    return found


def row_of_shape(rules: Rules, random: Random, yaku: Yaku, size: int, head: Cards = ()) -> Cards | None:
    """A random row of ``size`` cards that meets the condition of ``yaku`` and begins with ``head``; None where none
    was found."""
    copies = always_used(rules)
    for _ in range(_TRIES):
        row = head + _rest(rules, random, yaku, size - len(head), head)
        if len(row) == size and fits(rules, yaku.condition, row) and within_copies(copies, row):
            return row
        if len(head) > 1 or (head and yaku.condition.is_ not in ("monotone", "sum")):
            return None  # Another try would be no better.
    return None


def row_that_ends(rules: Rules, random: Random, yaku: Yaku, size: int, tail: Cards) -> Cards | None:
    """The same of a row that ends with ``tail``: whatever the condition, a row meets it from its other end as well."""
    row = row_of_shape(rules, random, yaku, size, tail[::-1])
    return row and row[::-1]


def _rest(rules: Rules, random: Random, yaku: Yaku, count: int, head: Cards) -> Cards:
    """``count`` cards that are likely to make ``head`` a row of ``yaku``."""
    condition, copies = yaku.condition, always_used(rules)
    if count < 0:
        return ()
    match condition.is_:
        case "equal":
            enough = list(head[:1]) or [number for number in rules.numbers if copies[number] >= count]
            return (random.choice(enough),) * count if enough else ()
        case "set":
            left = list((Counter(condition.numbers) - Counter(head)).elements())
            return tuple(random.sample(left, len(left)))
        case "monotone":
            return _monotone(rules, random, condition, count, head)
        case "sum":
            return _sum(rules, random, (condition.of or 0) - sum(head), count)
        case _:
            rest = 1 if condition.is_ == "odd" else 0
            cards = [number for number in rules.numbers if number % 2 == rest for _ in range(copies[number])]
            return tuple(random.sample(cards, min(count, len(cards))))


def _monotone(rules: Rules, random: Random, condition: Condition, count: int, head: Cards) -> Cards:
    """Numbers within the bounds that rise, or fall, on from ``head``."""
    low, high = condition.from_ or 0, condition.to or 0
    rises = random.random() < 0.5 if len(head) < 2 else head[0] < head[-1]
    if head and rises:
        low = head[-1] + 1
    elif head:
        high = head[-1] - 1
    inside = [number for number in rules.numbers if low <= number <= high]
    return tuple(sorted(random.sample(inside, min(count, len(inside))), reverse=not rises))


def _sum(rules: Rules, random: Random, total: int, size: int) -> Cards:
    """Numbers that add up to ``total``, each chosen so that the others can make up the rest."""
    low, high = rules.numbers[0], rules.numbers[-1]
    row: list[int] = []
    for left in range(size - 1, -1, -1):
        rest = total - sum(row)
        able = [number for number in rules.numbers if left * low <= rest - number <= left * high]
        if not able:
            return ()
        row.append(random.choice(able))
    random.shuffle(row)
    return tuple(row)


def serves(rule: Condition, number: int) -> bool:
    """Whether a number may stand in a row that meets a condition."""
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
    """Whether no card lies there more often than ``copies`` says."""
    return all(cards.count(card) <= copies[card] for card in set(cards))


def others(rules: Rules, random: Random, used: Sequence[Card], count: int, barred: Collection[int] = ()) -> Cards:
    """Up to ``count`` random numbers besides the cards ``used``: none of them among those or ``barred``, if it can
    be helped."""
    copies, gone = always_used(rules), Counter(used)
    cards = [number for number in rules.numbers for _ in range(copies[number] - gone[number])]
    fresh = [number for number in cards if number not in used and number not in barred]
    found = random.sample(fresh, min(count, len(fresh)))
    if len(found) < count:
        rest = [number for number in cards if number in used or number in barred]
        found += random.sample(rest, min(count - len(found), len(rest)))
    return tuple(found)


def turned(row: Cards) -> Cards:
    """The row with its last two cards exchanged."""
    return (*row[:-2], *row[:-3:-1]) if len(row) > 1 else row


def has_gap(rules: Rules, row: Cards) -> bool:
    """Whether a number of the definition lies between two neighbours of the row."""
    return any(
        any(min(one, other) < number < max(one, other) for number in rules.numbers) for one, other in pairwise(row)
    )


def is_turning(row: Cards) -> bool:
    """Whether the row both rises and falls."""
    steps = list(pairwise(row))
    return any(one < other for one, other in steps) and any(one > other for one, other in steps)


def cards_of(raw: Iterable[int | str]) -> Cards:
    """Cards as positions write them.

    >>> cards_of([3, "+1"])
    (3, 0)
    """
    return tuple(PLUS_ONE if card == PLUS_ONE_TEXT else int(card) for card in raw)


# Fields as play leaves them: whether a field can be laid, and the fields that are made for positions.
#
# A field grows by +1 cards and by yaku: each a row for which the yaku has a slot that is open, laid whole, or begun
# by the card that is the top of the field already.

Laying: TypeAlias = frozenset[tuple[tuple[str, int], int]]
"""How often each slot size of each yaku was achieved for a field: ``((yaku, cards), times)``; each at least once."""

_KEPT = 400
"""Layings looked at for the first cards of a field, so that no definition takes long."""
_FIELD_TRIES = 10


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
    for _ in range(_FIELD_TRIES):
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
        tried = (_one_more(rules, random, lies, left - special, covered, beside) for _ in range(_FIELD_TRIES))
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
