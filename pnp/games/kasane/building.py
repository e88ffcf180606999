"""Rows and stacks made to a purpose, for the positions that lessons propose: cards that are in the game however many
play, never more of a card than there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

from pnp.games.kasane.cards import NAME, PLUS_ONE, Card, Cards
from pnp.games.kasane.rules import Rules, Yaku, fits, seats_of

Shape: TypeAlias = tuple[Yaku, int]
"""A yaku, and a number of cards for which it has slots."""
_TRIES = 12


def always_used(rules: Rules) -> Counter[Card]:
    """The copies of each card that are used with any number of players."""
    decks = [rules.tables[players].deck for players in seats_of(rules)]
    return Counter({card: min(deck[card] for deck in decks) for card in rules.copies})


def shapes(rules: Rules) -> tuple[Shape, ...]:
    """The shapes for which rows can be made, in the order of the definition."""
    random = Random(0)  # noqa: S311 - nothing secret
    every = [(rules.yaku[yaku], size) for yaku, size in rules.slots]
    return tuple((yaku, size) for yaku, size in every if row_of_shape(rules, random, yaku, size))


def row_of_shape(rules: Rules, random: Random, yaku: Yaku, size: int) -> Cards | None:
    """A random row of ``size`` cards that meets the condition of ``yaku``; None where none was found."""
    copies = always_used(rules)
    for _ in range(_TRIES):
        row = _row(rules, random, yaku, size, copies)
        if len(row) == size and fits(rules, yaku.condition, row) and within_copies(copies, row):
            return row
    return None


def _row(rules: Rules, random: Random, yaku: Yaku, size: int, copies: Counter[Card]) -> Cards:
    condition = yaku.condition
    match condition.is_:
        case "equal":
            enough = [number for number in rules.numbers if copies[number] >= size]
            return (random.choice(enough),) * size if enough else ()
        case "set":
            return tuple(random.sample(condition.numbers or (), len(condition.numbers or ())))
        case "monotone":
            inside = [number for number in rules.numbers if (condition.from_ or 0) <= number <= (condition.to or 0)]
            row = tuple(sorted(random.sample(inside, min(size, len(inside)))))
            return random.choice((row, row[::-1]))
        case "sum":
            return _sum(rules, random, condition.of or 0, size)
        case _:
            rest = 1 if condition.is_ == "odd" else 0
            cards = [number for number in rules.numbers if number % 2 == rest for _ in range(copies[number])]
            return tuple(random.sample(cards, min(size, len(cards))))


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


def within_copies(copies: Counter[Card], cards: Iterable[Card]) -> bool:
    """Whether no card lies there more often than ``copies`` says."""
    return all(count <= copies[card] for card, count in Counter(cards).items())


def others(rules: Rules, random: Random, used: Sequence[Card], count: int, barred: Collection[int] = ()) -> Cards:
    """Up to ``count`` random numbers besides the cards ``used``: none of them among those or ``barred``, if it can
    be helped."""
    left = always_used(rules)
    left.subtract(used)
    cards = [number for number in rules.numbers for _ in range(left[number])]
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
    return tuple(PLUS_ONE if card == NAME else int(card) for card in raw)
