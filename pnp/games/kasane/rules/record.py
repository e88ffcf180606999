"""The rules of kasane as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple, TypeAlias

from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards
from pnp.games.kasane.settings import Condition
from pnp.model.text import Text
from pnp.records import dataclass

# When a row of kimono cards is a yaku: one function per sort of condition, for rows of numbers, none of them +1.

Fits: TypeAlias = Callable[[Condition, Cards], bool]
"""Whether a row of at least one card, in the order laid, meets a condition."""


def all_equal(condition: Condition, row: Cards) -> bool:
    """One number throughout.

    >>> all_equal(Condition("equal"), (9, 9, 9)), all_equal(Condition("equal"), (9, 9, 8))
    (True, False)
    """
    return row.count(row[0]) == len(row)


def adds_up(condition: Condition, row: Cards) -> bool:
    """The numbers add up to just the sum asked for.

    >>> adds_up(Condition("sum", of=10), (1, 7, 2)), adds_up(Condition("sum", of=10), (1, 7))
    (True, False)
    """
    return sum(row) == condition.of


def just_the_set(condition: Condition, row: Cards) -> bool:
    """Just the numbers of the set, each once, in any order.

    >>> rule = Condition("set", numbers=(1, 2, 6))
    >>> just_the_set(rule, (2, 6, 1)), just_the_set(rule, (6, 1, 1))
    (True, False)
    """
    return sorted(row) == sorted(condition.numbers or ())


def one_direction(condition: Condition, row: Cards) -> bool:
    """Strictly rising or strictly falling within the bounds; gaps are allowed.

    >>> moon = Condition("monotone", from_=1, to=5)
    >>> one_direction(moon, (5, 3, 2, 1)), one_direction(moon, (4, 2, 2)), one_direction(moon, (1, 3, 2))
    (True, False, False)
    """
    step, last = row[-1] - row[0], row[0]
    for number in row[1:]:
        # Each step goes the way that the row as a whole does.
        if (number - last) * step <= 0:
            return False
        last = number
    return within(condition, row)


def within(condition: Condition, row: Cards) -> bool:
    """Every number lies within the bounds of a ``monotone`` condition."""
    low, high = condition.from_ or 0, condition.to or 0
    return low <= min(row) and max(row) <= high


def one_parity(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, as the condition says; in any order, repeated or not.

    >>> one_parity(Condition("odd"), (1, 3, 7, 5)), one_parity(Condition("even"), (8, 4, 6, 2, 8))
    (True, True)
    """
    rest = 1 if condition.is_ == "odd" else 0
    for number in row:  # noqa: SIM110 - asked of every row that a hand might lay
        if number % 2 != rest:
            return False
    return True


Indices: TypeAlias = tuple[int, ...]
"""Cards of a stack by their places, counted from the bottom."""
Tokens: TypeAlias = Mapping[tuple[str, int], int]
"""How many slots are covered, by yaku and number of cards; what is missing has none."""
Result: TypeAlias = tuple[int, int]
"""Points and cards laid of a seat."""


class Yaku(NamedTuple):
    """A yaku: ``slots`` has the points of each slot, in the order in which they are covered, by number of cards."""

    id: str
    name: Text
    condition: Condition
    slots: Mapping[int, tuple[int, ...]]


class Table(NamedTuple):
    """The game with some number of players: as many rows as players; ``deck`` has the copies of each card."""

    players: int
    per_row: int
    rounds: int
    deck: Mapping[Card, int]

    @property
    def turns(self) -> int:
        """How many turns each seat has, which is how many cards it takes."""
        return self.rounds * (self.per_row - 1)

    @property
    def left_over(self) -> int:
        """What is left of stock and discards when the last round is laid out."""
        taken = (self.rounds - 1) * self.players * (self.per_row - 1)
        return sum(self.deck.values()) - taken - self.players * self.per_row


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions (or yes and no)."""

    numbers: tuple[int, ...]
    names: Mapping[int, Text]
    """The name of each number's colour."""
    copies: Mapping[Card, int]
    """How many there are of each card, +1 included, before any is taken out."""
    plus_one_points: int
    players: tuple[int, int]
    tables: Mapping[int, Table]
    """By number of players."""
    yaku: Mapping[str, Yaku]
    by_size: Mapping[int, tuple[Yaku, ...]]
    """The yaku that have a slot for so many cards."""
    slots: tuple[tuple[str, int], ...]
    """Every yaku and number of cards that has slots, in the order of the definition."""
    most_cards: int
    """The most cards that a slot asks for."""
    field_cards: int
    bonus_from: int
    bonus_colours: tuple[int, ...]
    all_laid: int
    opening: Mapping[int, Tokens]
    """The slots covered before the first turn, by number of players: none without the harder variant."""
    plus_one_yaku: bool
    """Whether the easier variant is played."""

    takeable: Callable[[int], Collection[int]]
    """The places from which a card may be taken: of the number of cards in a row."""
    acquired: Callable[[Cards, Cards, Card], tuple[Cards, Cards]]
    """Hand and field after a card was taken."""
    opens_after_plus_one: Callable[[bool], bool]
    """Whether a yaku may be achieved when a +1 was taken: of whether the easier variant is played."""
    may_go_on: Callable[[int], bool]
    """Whether a turn has room for another yaku: of how many it has."""
    hand_picks: Callable[[int, int], Collection[Indices]]
    """The choices of hand cards that may be laid, as rising places: of the size of the hand, and how many are laid."""
    order_kept: bool
    """Whether hand cards are laid in the order of the hand."""
    field_picks: Callable[[Rules, Cards], Collection[Indices]]
    """The choices of field cards that a row may use. A +1 is a choice too: ``with_plus_one`` says what comes of it."""
    field_first: bool
    """Whether a field card has to come first in a row; otherwise it may come last."""
    counted: Callable[[int, int], int]
    """The number of cards by which the slot is found: of all cards of the row, and of those from the field."""
    equal_fits: Fits
    sum_fits: Fits
    set_fits: Fits
    monotone_fits: Fits
    parity_fits: Fits
    with_plus_one: Callable[[Rules, Condition, Cards], bool]
    """Whether a row with a +1 in it meets a condition."""
    covered: Callable[[Yaku, int, Tokens, Tokens], int]
    """How many slots are closed to a seat: of a yaku, a number of cards, all tokens, and the tokens of that seat."""
    slot_points: Callable[[tuple[int, ...], int], int]
    """The points of a slot: of those of all slots of its size, and how many slots are closed already."""
    laid: Callable[[Cards], int]
    """How many cards lie on a field."""
    colours_of: Callable[[Cards, Cards], int]
    """How many colours count for the bonus: of the field, and of what is left in hand."""
    reaches_bonus: Callable[[Rules, int], bool]
    """Whether so many cards laid are enough for a bonus."""
    colour_points: Callable[[Rules, int], int]
    """The bonus for so many colours."""
    winners: Callable[[Sequence[Result]], tuple[int, ...]]
    """The seats that win: of the points and the cards laid of each seat."""

    found: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """What was worked out before, by the decisions that it rests on: records made from one another share it."""

    @property
    def achieving(self) -> Hashable:
        """The decisions on which it rests what can be achieved."""
        rows = (self.hand_picks, self.order_kept, self.field_picks, self.field_first, self.counted)
        conditions = (self.equal_fits, self.sum_fits, self.set_fits, self.monotone_fits, self.parity_fits)
        return (*rows, *conditions, self.with_plus_one, self.covered, self.slot_points)


def fits(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Whether ``row``, at least one card in the order laid, meets ``condition``."""
    if PLUS_ONE in row:
        return rules.with_plus_one(rules, condition, row)
    return numbers_fit(rules, condition, row)


def numbers_fit(rules: Rules, condition: Condition, row: Cards) -> bool:
    """The same, of a row without +1."""
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
