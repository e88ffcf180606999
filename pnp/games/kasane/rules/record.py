"""Rules of kasane as a record: each decision of the game is one field, so that a misreading can replace it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple, TypeAlias

from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards
from pnp.games.kasane.settings import Condition
from pnp.model.text import Text
from pnp.records import dataclass

# Conditions of yaku: one function per sort, for rows of kimono cards without +1

Fits: TypeAlias = Callable[[Condition, Cards], bool]
"""Function that returns whether a row of at least one card, in the order laid, meets a condition."""


def all_equal(condition: Condition, row: Cards) -> bool:
    """Return whether a row has one number throughout.

    >>> all_equal(Condition("equal"), (9, 9, 9)), all_equal(Condition("equal"), (9, 9, 8))
    (True, False)
    """
    return row.count(row[0]) == len(row)


def adds_up(condition: Condition, row: Cards) -> bool:
    """Return whether the numbers add up to just the sum of the condition.

    >>> adds_up(Condition("sum", of=10), (1, 7, 2)), adds_up(Condition("sum", of=10), (1, 7))
    (True, False)
    """
    return sum(row) == condition.of


def is_the_set(condition: Condition, row: Cards) -> bool:
    """Return whether a row is just the numbers of the set, each once, in any order.

    >>> rule = Condition("set", numbers=(1, 2, 6))
    >>> is_the_set(rule, (2, 6, 1)), is_the_set(rule, (6, 1, 1))
    (True, False)
    """
    return sorted(row) == sorted(condition.numbers or ())


def is_monotone(condition: Condition, row: Cards) -> bool:
    """Return whether a row strictly rises or strictly falls within the bounds; gaps are allowed.

    >>> moon = Condition("monotone", from_=1, to=5)
    >>> is_monotone(moon, (5, 3, 2, 1)), is_monotone(moon, (4, 2, 2)), is_monotone(moon, (1, 3, 2))
    (True, False, False)
    """
    step, previous = row[-1] - row[0], row[0]
    for number in row[1:]:
        # Each step must go in the direction of the whole row.
        if (number - previous) * step <= 0:
            return False
        previous = number
    return within_bounds(condition, row)


def within_bounds(condition: Condition, row: Cards) -> bool:
    """Return whether every number is within the bounds of a ``monotone`` condition."""
    low, high = condition.from_ or 0, condition.to or 0
    return low <= min(row) and max(row) <= high


def has_parity(condition: Condition, row: Cards) -> bool:
    """Return whether all numbers are odd, or all even, as the condition says; in any order, repeated or not.

    >>> has_parity(Condition("odd"), (1, 3, 7, 5)), has_parity(Condition("even"), (8, 4, 6, 2, 8))
    (True, True)
    """
    rest = 1 if condition.is_ == "odd" else 0
    for number in row:  # noqa: SIM110 - called for every row that a hand might lay
        if number % 2 != rest:
            return False
    return True


Indices: TypeAlias = tuple[int, ...]
"""Places of cards in a stack, counted from the bottom."""
Tokens: TypeAlias = Mapping[tuple[str, int], int]
"""Numbers of covered slots, by yaku and number of cards; a missing entry means none."""
Result: TypeAlias = tuple[int, int]
"""Points and cards laid of a seat."""


class Yaku(NamedTuple):
    """Yaku as the rules see it.

    ``slots`` has, by number of cards, the points of each slot in the order in which they are covered.
    """

    id: str
    name: Text
    condition: Condition
    slots: Mapping[int, tuple[int, ...]]


class Table(NamedTuple):
    """Game with a given number of players. There are as many rows as players; ``deck`` has the copies of each card."""

    players: int
    per_row: int
    rounds: int
    deck: Mapping[Card, int]

    @property
    def turns(self) -> int:
        """Return the number of turns of each seat, which is the number of cards it takes."""
        return self.rounds * (self.per_row - 1)

    @property
    def left_over(self) -> int:
        """Return the number of cards left in stock and discards after the last round is laid out."""
        taken = (self.rounds - 1) * self.players * (self.per_row - 1)
        return sum(self.deck.values()) - taken - self.players * self.per_row


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Figures of a definition, and the decisions of the game as named functions or flags."""

    numbers: tuple[int, ...]
    names: Mapping[int, Text]
    """Name of each number's colour."""
    copies: Mapping[Card, int]
    """Number of copies of each card, +1 included, before any is removed."""
    plus_one_points: int
    players: tuple[int, int]
    tables: Mapping[int, Table]
    """Tables by number of players."""
    yaku: Mapping[str, Yaku]
    by_size: Mapping[int, tuple[Yaku, ...]]
    """Yaku with a slot for each number of cards."""
    slots: tuple[tuple[str, int], ...]
    """Every yaku and number of cards that has slots, in the order of the definition."""
    most_cards: int
    """Largest number of cards of a slot."""
    field_cards: int
    bonus_from: int
    bonus_colours: tuple[int, ...]
    all_laid: int
    opening: Mapping[int, Tokens]
    """Slots covered before the first turn, by number of players: none without the harder variant."""
    plus_one_yaku: bool
    """True if the easier variant is played."""

    takeable: Callable[[int], Collection[int]]
    """Return the places from which a card may be taken, given the number of cards in a row."""
    acquired: Callable[[Cards, Cards, Card], tuple[Cards, Cards]]
    """Return hand and field after a card was taken."""
    opens_after_plus_one: Callable[[bool], bool]
    """Return whether a yaku may be achieved after a +1 was taken, given whether the easier variant is played."""
    may_go_on: Callable[[int], bool]
    """Return whether a turn has room for another yaku, given the number it has."""
    hand_picks: Callable[[int, int], Collection[Indices]]
    """Return the choices of hand cards that may be laid, as rising places.

    Arguments: the size of the hand, and the number of cards laid.
    """
    order_kept: bool
    """True if hand cards are laid in the order of the hand."""
    field_picks: Callable[[Rules, Cards], Collection[Indices]]
    """Return the choices of field cards that a row may use. A +1 is a choice too: ``with_plus_one`` judges it."""
    field_first: bool
    """True if a field card must come first in a row; else it may also come last."""
    counted: Callable[[int, int], int]
    """Return the number of cards that determines the slot, given all cards of the row and those from the field."""
    equal_fits: Fits
    sum_fits: Fits
    set_fits: Fits
    monotone_fits: Fits
    parity_fits: Fits
    with_plus_one: Callable[[Rules, Condition, Cards], bool]
    """Return whether a row with a +1 meets a condition."""
    covered: Callable[[Yaku, int, Tokens, Tokens], int]
    """Return the number of slots closed to a seat.

    Arguments: a yaku, a number of cards, all tokens, and the tokens of that seat.
    """
    slot_points: Callable[[tuple[int, ...], int], int]
    """Return the points of a slot, given those of all slots of its size and the number of closed slots."""
    laid: Callable[[Cards], int]
    """Return the number of cards laid on a field."""
    colours_of: Callable[[Cards, Cards], int]
    """Return the number of colours that count for the bonus, given the field and the rest of the hand."""
    reaches_bonus: Callable[[Rules, int], bool]
    """Return whether a number of cards laid is enough for a bonus."""
    colour_points: Callable[[Rules, int], int]
    """Return the bonus for a number of colours."""
    winners: Callable[[Sequence[Result]], tuple[int, ...]]
    """Return the seats that win, given the points and the cards laid of each seat."""

    cache: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """Results cached by the decisions on which they depend. Records made from one another share it."""

    @property
    def achieving(self) -> Hashable:
        """Return the cache key of what can be achieved: all decisions that it depends on."""
        rows = (self.hand_picks, self.order_kept, self.field_picks, self.field_first, self.counted)
        conditions = (self.equal_fits, self.sum_fits, self.set_fits, self.monotone_fits, self.parity_fits)
        return (*rows, *conditions, self.with_plus_one, self.covered, self.slot_points)


def fits(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Return whether ``row``, at least one card in the order laid, meets ``condition``."""
    if PLUS_ONE in row:
        return rules.with_plus_one(rules, condition, row)
    return numbers_fit(rules, condition, row)


def numbers_fit(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Return the same for a row without +1."""
    match condition.is_:
        case "equal":
            return rules.equal_fits(condition, row)
        case "sum":
            return rules.sum_fits(condition, row)
        case "set":
            return rules.set_fits(condition, row)
        case "monotone":
            return rules.monotone_fits(condition, row)
        case _:
            return rules.parity_fits(condition, row)
