"""Misreadings of kasane: each replaces one decision of the rules, if the definition leaves room for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, named_card
from pnp.games.kasane.rules.record import Indices, Result, Rules, Tokens, Yaku, has_parity, numbers_fit, within_bounds
from pnp.games.kasane.settings import Condition, KasaneSettings
from pnp.games.kasane.teaching.building import may_contain

# Wrong decisions about turns and rows: the cards taken, the cards of a row, the conditions


def always_onto_hand(hand: Cards, field: Cards, card: Card) -> tuple[Cards, Cards]:
    """Put a +1 on top of the hand, too."""
    return (*hand, card), field


def open_in_any_game(easier: bool) -> bool:
    """Allow a yaku after a +1 in any game."""
    return True


def two_yaku_a_turn(achieved: int) -> bool:
    """Allow a second yaku in a turn."""
    return achieved < 2


def top_and_any_others(hand: int, count: int) -> Collection[Indices]:
    """Return the choices of the top card of the hand and any others."""
    return [(*others, hand - 1) for others in combinations(range(hand - 1), count - 1)]


def top_or_below_top(hand: int, count: int) -> Collection[Indices]:
    """Return the top cards of the hand, with or without the card just taken."""
    tops = [tuple(range(hand - count, hand))]
    return [*tops, tuple(range(hand - 1 - count, hand - 1))] if count < hand else tops


def field_top(rules: Rules, field: Cards) -> Collection[Indices]:
    """Return the top card of the field as the only choice, unless it is a +1."""
    return ((len(field) - 1,),) if field and field[-1] != PLUS_ONE else ((),)


def top_number_of_field(rules: Rules, field: Cards) -> Collection[Indices]:
    """Return no field card as a choice, and the highest one that is no +1."""
    numbers = [place for place, card in enumerate(field) if card != PLUS_ONE]
    return ((), (numbers[-1],)) if numbers else ((),)


def no_field_card(rules: Rules, field: Cards) -> Collection[Indices]:
    """Return no field card as the only choice."""
    return ((),)


def any_field_tops(rules: Rules, field: Cards) -> Collection[Indices]:
    """Return the choices of any number of cards from the top of the field, as far as a slot has room."""
    most = min(len(field), rules.most_cards - 1)
    return [tuple(range(len(field) - count, len(field))) for count in range(most + 1)]


def count_hand_cards(cards: int, from_field: int) -> int:
    """Count only the hand cards of a row."""
    return cards - from_field


def ignoring_plus_one(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Treat a +1 as an extra card without a number: the other cards must meet the condition."""
    numbers = tuple(card for card in row if card != PLUS_ONE)
    return bool(numbers) and numbers_fit(rules, condition, numbers)


def plus_one_as_any_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Let one +1 stand for any number."""
    return row.count(PLUS_ONE) == 1 and any(_fits_with(rules, condition, row, number) for number in rules.numbers)


def plus_one_as_its_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """Treat a +1 as a 1; a +1 that scores 2 as a 2."""
    return _fits_with(rules, condition, row, rules.plus_one_points)


def _fits_with(rules: Rules, condition: Condition, row: Cards, number: int) -> bool:
    return numbers_fit(rules, condition, tuple(number if card == PLUS_ONE else card for card in row))


def any_numbers_of_set(condition: Condition, row: Cards) -> bool:
    """Return whether a row has as many cards as the set, all of them numbers of it."""
    numbers = condition.numbers or ()
    return len(row) == len(numbers) and all(number in numbers for number in row)


def set_as_printed(condition: Condition, row: Cards) -> bool:
    """Return whether a row is the numbers of the set in the order printed."""
    return row == condition.numbers


def at_most_sum(condition: Condition, row: Cards) -> bool:
    """Return whether the numbers add up to the sum or less."""
    return sum(row) <= (condition.of or 0)


def all_different(condition: Condition, row: Cards) -> bool:
    """Return whether all numbers are within the bounds and different, in any order."""
    return within_bounds(condition, row) and len(set(row)) == len(row)


def without_gaps(condition: Condition, row: Cards) -> bool:
    """Return whether each number is one more than the last, or each is one less."""
    steps = {after - before for before, after in pairwise(row)}
    return within_bounds(condition, row) and (not steps or steps in ({1}, {-1}))


def with_repeats(condition: Condition, row: Cards) -> bool:
    """Return whether the numbers are within the bounds and rise or fall, with repeats."""
    return within_bounds(condition, row) and _rises_or_falls(row)


def parity_in_one_direction(condition: Condition, row: Cards) -> bool:
    """Return whether all numbers are odd, or all even, and rise or fall, with repeats."""
    return has_parity(condition, row) and _rises_or_falls(row)


def parity_without_repeats(condition: Condition, row: Cards) -> bool:
    """Return whether all numbers are odd, or all even, each once."""
    return has_parity(condition, row) and len(set(row)) == len(row)


def _rises_or_falls(row: Cards) -> bool:
    rising = tuple(sorted(row))
    return row in (rising, rising[::-1])


# Wrong decisions about points: slots and tokens, the bonus, the winner


def close_yaku(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """Let a token close every slot of the yaku."""
    return len(yaku.slots[cards]) if any(tokens.get((yaku.id, size), 0) for size in yaku.slots) else 0


def close_size(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """Let a token close every slot of its size."""
    return len(yaku.slots[cards]) if tokens.get((yaku.id, cards), 0) else 0


def close_to_owner(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """Let a token close a slot only to the seat that placed it."""
    return own.get((yaku.id, cards), 0)


def keep_last_open(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """Keep the last slot open, for any number of tokens."""
    return min(tokens.get((yaku.id, cards), 0), len(yaku.slots[cards]) - 1)


def first_slot_points(points: tuple[int, ...], covered: int) -> int:
    """Return the points of the first slot for every slot of a size."""
    return points[0]


def count_kimono_cards(field: Cards) -> int:
    """Count the kimono cards of a field."""
    return len(field) - field.count(PLUS_ONE)


def plus_one_as_colour(field: Cards, hand: Cards) -> int:
    """Count the numbers on the field, and +1 as one colour more."""
    return len(set(field))


def colours_with_hand(field: Cards, hand: Cards) -> int:
    """Count the numbers on the field and in hand."""
    return len({*field, *hand} - {PLUS_ONE})


def enough_with_any_cards(rules: Rules, laid: int) -> bool:
    """Give a bonus to a field of any size."""
    return True


def rising_points(rules: Rules, colours: int) -> int:
    """Return the points of the table, sorted to rise with the number of colours."""
    rising = sorted(rules.bonus_colours)
    return rising[min(colours, len(rising)) - 1] if colours else 0


def most_points(results: Sequence[Result]) -> tuple[int, ...]:
    """Return the seats with the most points; equal seats share the win, regardless of the cards laid."""
    best = max(points for points, _ in results)
    return tuple(seat for seat, (points, _) in enumerate(results) if points == best)


Patch = Callable[[Rules], Rules]
Listed = list[tuple[str, bool, Patch]]
"""Id, whether the definition leaves room for it, and patch."""


def misreadings(settings: KasaneSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order."""
    listed = [
        *_turn_misreadings(settings),
        *_row_misreadings(settings),
        *_condition_misreadings(settings),
        *_slot_misreadings(settings),
    ]
    listed += _score_misreadings(settings)
    plus = named_card(PLUS_ONE, settings.plus_one.points)
    return with_room(listed, {name: {"plus": plus, "number": settings.plus_one.points} for name, _, _ in listed})


def _turn_misreadings(settings: KasaneSettings) -> Listed:
    plus_one = settings.plus_one.copies > 0
    closed = plus_one and not settings.variants.plus_one_yaku
    return [
        ("any-card-of-row", True, _patch(takeable=range)),
        ("plus-one-to-hand", plus_one, _patch(acquired=always_onto_hand)),
        ("yaku-after-plus-one", closed, _patch(opens_after_plus_one=open_in_any_game)),
        ("two-yaku", True, _patch(may_go_on=two_yaku_a_turn)),
    ]


def _row_misreadings(settings: KasaneSettings) -> Listed:
    several = _largest(settings) > 1
    builds, plus_one = settings.field_cards > 0, settings.plus_one.copies > 0
    on_plus_one = builds and plus_one and several
    return [
        ("reorder-hand", several, _patch(order_kept=False)),
        ("middle-of-hand", several, _patch(hand_picks=top_and_any_others)),
        ("leave-out-taken", True, _patch(hand_picks=top_or_below_top)),
        ("field-card-last", builds and several, _patch(field_first=False)),
        ("field-card-must", builds, _patch(field_picks=field_top)),
        ("field-card-never", builds and several, _patch(field_picks=no_field_card)),
        ("more-of-field", _largest(settings) > 1 + builds, _patch(field_picks=any_field_tops)),
        ("field-card-uncounted", builds, _patch(counted=count_hand_cards)),
        ("field-below-plus-one", on_plus_one, _patch(field_picks=top_number_of_field)),
        ("build-on-plus-one", on_plus_one, _patch(with_plus_one=ignoring_plus_one)),
        ("plus-one-joker", on_plus_one, _patch(with_plus_one=plus_one_as_any_number)),
        ("plus-one-is-one", on_plus_one and _number_helps(settings), _patch(with_plus_one=plus_one_as_its_number)),
    ]


def _condition_misreadings(settings: KasaneSettings) -> Listed:
    largest = {sort: _largest(settings, sort) for sort in ("set", "monotone")}
    parity = max(_largest(settings, "odd"), _largest(settings, "even"))
    sums = [(yaku.rule.of, slots.cards) for yaku in settings.yaku if yaku.rule.is_ == "sum" for slots in yaku.slots]
    lowest = min(colour.number for colour in settings.colours)
    can_be_less = any(total is not None and total > cards * lowest for total, cards in sums)
    return [
        ("any-of-set", largest["set"] > 1, _patch(set_fits=any_numbers_of_set)),
        ("set-in-order", largest["set"] > 1, _patch(set_fits=set_as_printed)),
        ("sum-at-most", can_be_less, _patch(sum_fits=at_most_sum)),
        ("moons-turn", largest["monotone"] > 2, _patch(monotone_fits=all_different)),
        ("moons-no-gaps", _has_gaps(settings), _patch(monotone_fits=without_gaps)),
        ("moons-repeat", largest["monotone"] > 1, _patch(monotone_fits=with_repeats)),
        ("parity-one-direction", parity > 2, _patch(parity_fits=parity_in_one_direction)),
        ("parity-no-repeats", parity > 1, _patch(parity_fits=parity_without_repeats)),
    ]


def _slot_misreadings(settings: KasaneSettings) -> Listed:
    slot_points = [slots.points for yaku in settings.yaku for slots in yaku.slots]
    sizes, twice = any(len(yaku.slots) > 1 for yaku in settings.yaku), any(len(points) > 1 for points in slot_points)
    differ = any(len(set(points)) > 1 for points in slot_points)
    return [
        ("token-closes-yaku", sizes or twice, _patch(covered=close_yaku)),
        ("token-closes-size", twice, _patch(covered=close_size)),
        ("token-binds-owner", True, _patch(covered=close_to_owner)),
        ("full-slot-again", True, _patch(covered=keep_last_open)),
        ("second-pays-first", differ, _patch(slot_points=first_slot_points)),
    ]


def _score_misreadings(settings: KasaneSettings) -> Listed:
    plus_one, bonus = settings.plus_one.copies > 0, settings.bonus
    table = bonus.colours[: len(settings.colours)]
    reached = any(table) and bonus.from_ > 1
    counted = reached or bonus.all_laid > 0
    falls = list(table) != sorted(table)
    return [
        ("plus-one-not-laid", plus_one and counted, _patch(laid=count_kimono_cards)),
        ("plus-one-is-colour", plus_one and any(table), _patch(colours_of=plus_one_as_colour)),
        ("colours-in-hand", any(table), _patch(colours_of=colours_with_hand)),
        ("bonus-without-minimum", reached, _patch(reaches_bonus=enough_with_any_cards)),
        ("more-colours-more", falls, _patch(colour_points=rising_points)),
        ("ties-shared", True, _patch(winners=most_points)),
    ]


def _patch(**decision: object) -> Patch:
    """Return a patch that replaces one decision."""

    def patch(rules: Rules) -> Rules:
        return replace(rules, **decision)  # type: ignore[arg-type] # a field of its own type at every call above

    return patch


def _largest(settings: KasaneSettings, sort: str | None = None) -> int:
    """Return the most cards of a slot, of all yaku or of those with one sort of condition; 0 without any."""
    sizes = (slots.cards for yaku in settings.yaku if sort in (None, yaku.rule.is_) for slots in yaku.slots)
    return max(sizes, default=0)


def _number_helps(settings: KasaneSettings) -> bool:
    """Return whether the number on a +1 would help in a row.

    It may help in a set, a moon, a sum, or as odd or even. There must be cards of that number, or no player would take
    a +1 for such a card.
    """
    number, numbers = settings.plus_one.points, {colour.number for colour in settings.colours}
    return number in numbers and any(
        max(slots.cards for slots in yaku.slots) > 1 and may_contain(yaku.rule, number) for yaku in settings.yaku
    )


def _has_gaps(settings: KasaneSettings) -> bool:
    """Return whether a moon has more numbers than some slot has cards, so that a number between may be left out."""
    return any(
        any(1 < slots.cards < len(_numbers_between(settings, yaku.rule.from_, yaku.rule.to)) for slots in yaku.slots)
        for yaku in settings.yaku
        if yaku.rule.is_ == "monotone"
    )


def _numbers_between(settings: KasaneSettings, low: int | None, high: int | None) -> list[int]:
    return [colour.number for colour in settings.colours if (low or 0) <= colour.number <= (high or 0)]
