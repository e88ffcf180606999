"""Rows and stacks made to a purpose, for the positions that lessons propose: cards that are in the game however many
play, never more of a card than there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

from pnp.games.core.play import seats_of
from pnp.games.kasane.rules.cards import NAME, PLUS_ONE, Card, Cards
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.settings import Condition

Shape: TypeAlias = tuple[Yaku, int]
"""A yaku, and a number of cards for which it has slots."""
_TRIES = 12


def always_used(rules: Rules) -> Counter[Card]:
    """The copies of each card that are used with any number of players. They belong to the rules: not to be changed."""
    known = rules.found.get("always-used")
    if known is None:
        decks = [rules.tables[players].deck for players in seats_of(rules)]
        known = rules.found["always-used"] = Counter({card: min(deck[card] for deck in decks) for card in rules.copies})
    used: Counter[Card] = known
    return used


def shapes(rules: Rules) -> tuple[Shape, ...]:
    """The shapes for which rows can be made, in the order of the definition."""
    known = rules.found.get("shapes")
    if known is None:
        random = Random(0)  # noqa: S311 - nothing secret
        every = [(rules.yaku[yaku], size) for yaku, size in rules.slots]
        able = tuple((yaku, size) for yaku, size in every if row_of_shape(rules, random, yaku, size))
        known = rules.found["shapes"] = able
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
    return tuple(PLUS_ONE if card == NAME else int(card) for card in raw)
