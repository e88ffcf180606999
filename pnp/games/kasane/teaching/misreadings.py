"""Wrong ways to read the rules of kasane, each replacing one decision, as far as a definition gives them room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, named_card
from pnp.games.kasane.rules.record import Indices, Result, Rules, Tokens, Yaku, has_parity, numbers_fit, within_bounds
from pnp.games.kasane.settings import Condition, KasaneSettings
from pnp.games.kasane.teaching.building import serves

# Wrong decisions about turns and rows of kasane: what is taken, which cards make a row, what a row has to be.


def always_onto_the_hand(hand: Cards, field: Cards, card: Card) -> tuple[Cards, Cards]:
    """A +1 goes on top of the hand, too."""
    return (*hand, card), field


def always(easier: bool) -> bool:
    """A yaku may be achieved after a +1 in any game."""
    return True


def two_a_turn(achieved: int) -> bool:
    """A turn may have a second yaku."""
    return achieved < 2


def the_top_and_any(hand: int, count: int) -> Collection[Indices]:
    """The top card of the hand, and any others."""
    return [(*others, hand - 1) for others in combinations(range(hand - 1), count - 1)]


def from_the_top_or_below_it(hand: int, count: int) -> Collection[Indices]:
    """The top cards of the hand, with or without the one just taken."""
    tops = [tuple(range(hand - count, hand))]
    return [*tops, tuple(range(hand - 1 - count, hand - 1))] if count < hand else tops


def the_top(rules: Rules, field: Cards) -> Collection[Indices]:
    """The top card of the field, if it is no +1; to go without is not allowed."""
    return ((len(field) - 1,),) if field and field[-1] != PLUS_ONE else ((),)


def none_of_the_field(rules: Rules, field: Cards) -> Collection[Indices]:
    """No field card."""
    return ((),)


def all_tops(rules: Rules, field: Cards) -> Collection[Indices]:
    """Any number of cards from the top of the field, as far as a slot has room."""
    most = min(len(field), rules.most_cards - 1)
    return [tuple(range(len(field) - count, len(field))) for count in range(most + 1)]


def from_the_hand(cards: int, from_field: int) -> int:
    """Only the hand cards of a row count."""
    return cards - from_field


def by_its_numbers(rules: Rules, condition: Condition, row: Cards) -> bool:
    """A +1 is a card more, without a number: the other cards have to meet the condition."""
    numbers = tuple(card for card in row if card != PLUS_ONE)
    return bool(numbers) and numbers_fit(rules, condition, numbers)


def as_any_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """One +1 stands for any number."""
    return row.count(PLUS_ONE) == 1 and any(_with(rules, condition, row, number) for number in rules.numbers)


def as_its_number(rules: Rules, condition: Condition, row: Cards) -> bool:
    """A +1 is a 1; a +1 that scores 2, a 2."""
    return _with(rules, condition, row, rules.plus_one_points)


def _with(rules: Rules, condition: Condition, row: Cards, number: int) -> bool:
    return numbers_fit(rules, condition, tuple(number if card == PLUS_ONE else card for card in row))


def any_of_the_set(condition: Condition, row: Cards) -> bool:
    """As many cards as the set has numbers, all of them in it."""
    numbers = condition.numbers or ()
    return len(row) == len(numbers) and all(number in numbers for number in row)


def the_set_as_printed(condition: Condition, row: Cards) -> bool:
    """The numbers of the set, in the order printed."""
    return row == condition.numbers


def at_most_the_sum(condition: Condition, row: Cards) -> bool:
    """The numbers add up to the sum, or to less."""
    return sum(row) <= (condition.of or 0)


def all_different(condition: Condition, row: Cards) -> bool:
    """Numbers within the bounds, each once, up and down as they come."""
    return within_bounds(condition, row) and len(set(row)) == len(row)


def without_gaps(condition: Condition, row: Cards) -> bool:
    """Each number is the last one and one more, or each one less."""
    steps = {after - before for before, after in pairwise(row)}
    return within_bounds(condition, row) and (not steps or steps in ({1}, {-1}))


def with_repeats(condition: Condition, row: Cards) -> bool:
    """Numbers within the bounds, rising or falling or staying."""
    return within_bounds(condition, row) and _one_direction(row)


def parity_in_one_direction(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, and rising or falling; a number may be repeated."""
    return has_parity(condition, row) and _one_direction(row)


def parity_without_repeats(condition: Condition, row: Cards) -> bool:
    """All odd, or all even, each number once."""
    return has_parity(condition, row) and len(set(row)) == len(row)


def _one_direction(row: Cards) -> bool:
    rising = tuple(sorted(row))
    return row in (rising, rising[::-1])


# Wrong decisions about points of kasane: slots and tokens, the bonus, the winner.


def all_of_the_yaku(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes every slot of the yaku."""
    return len(yaku.slots[cards]) if any(tokens.get((yaku.id, size), 0) for size in yaku.slots) else 0


def all_of_the_size(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes every slot of its size."""
    return len(yaku.slots[cards]) if tokens.get((yaku.id, cards), 0) else 0


def own_tokens(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """A token closes a slot to the seat that put it there."""
    return own.get((yaku.id, cards), 0)


def never_all(yaku: Yaku, cards: int, tokens: Tokens, own: Tokens) -> int:
    """The last slot stays open, however many tokens lie on it."""
    return min(tokens.get((yaku.id, cards), 0), len(yaku.slots[cards]) - 1)


def of_the_first_slot(points: tuple[int, ...], covered: int) -> int:
    """Every slot of a size pays what the first one says."""
    return points[0]


def without_plus_one(field: Cards) -> int:
    """The kimono cards of a field."""
    return len(field) - field.count(PLUS_ONE)


def plus_one_too(field: Cards, hand: Cards) -> int:
    """Numbers on the field, and +1 as one colour more."""
    return len(set(field))


def colours_in_hand_too(field: Cards, hand: Cards) -> int:
    """Numbers on the field and in hand."""
    return len({*field, *hand} - {PLUS_ONE})


def any_number_of_cards(rules: Rules, laid: int) -> bool:
    """A field of any size has a bonus."""
    return True


def more_for_more_colours(rules: Rules, colours: int) -> int:
    """The figures of the table, but rising with the number of colours."""
    rising = sorted(rules.bonus_colours)
    return rising[min(colours, len(rising)) - 1] if colours else 0


def most_points(results: Sequence[Result]) -> tuple[int, ...]:
    """The most points; who is equal shares the win, whatever was laid."""
    best = max(points for points, _ in results)
    return tuple(seat for seat, (points, _) in enumerate(results) if points == best)


Patch = Callable[[Rules], Rules]
Listed = list[tuple[str, bool, Patch]]
"""Id, whether the definition gives it room, patch."""


def misreadings(settings: KasaneSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    found = [*_of_turns(settings), *_of_rows(settings), *_of_conditions(settings), *_of_slots(settings)]
    found += _of_scores(settings)
    plus = named_card(PLUS_ONE, settings.plus_one.points)
    return with_room(found, {name: {"plus": plus, "number": settings.plus_one.points} for name, _, _ in found})


def _of_turns(settings: KasaneSettings) -> Listed:
    plus_one = settings.plus_one.copies > 0
    closed = plus_one and not settings.variants.plus_one_yaku
    return [
        ("any-card-of-row", True, lambda rules: replace(rules, takeable=range)),
        ("plus-one-to-hand", plus_one, lambda rules: replace(rules, acquired=always_onto_the_hand)),
        ("yaku-after-plus-one", closed, lambda rules: replace(rules, opens_after_plus_one=always)),
        ("two-yaku", True, lambda rules: replace(rules, may_go_on=two_a_turn)),
    ]


def _of_rows(settings: KasaneSettings) -> Listed:
    several = _largest(settings) > 1
    builds, plus_one = settings.field_cards > 0, settings.plus_one.copies > 0
    on_plus_one = builds and plus_one and several
    return [
        ("reorder-hand", several, lambda rules: replace(rules, order_kept=False)),
        ("middle-of-hand", several, lambda rules: replace(rules, hand_picks=the_top_and_any)),
        ("leave-out-taken", True, lambda rules: replace(rules, hand_picks=from_the_top_or_below_it)),
        ("field-card-last", builds and several, lambda rules: replace(rules, field_first=False)),
        ("field-card-must", builds, lambda rules: replace(rules, field_picks=the_top)),
        ("field-card-never", builds and several, lambda rules: replace(rules, field_picks=none_of_the_field)),
        ("more-of-field", _largest(settings) > 1 + builds, lambda rules: replace(rules, field_picks=all_tops)),
        ("field-card-uncounted", builds, lambda rules: replace(rules, counted=from_the_hand)),
        ("build-on-plus-one", on_plus_one, lambda rules: replace(rules, with_plus_one=by_its_numbers)),
        ("plus-one-joker", on_plus_one, lambda rules: replace(rules, with_plus_one=as_any_number)),
        ("plus-one-is-one", on_plus_one and _has_its_number(settings), _plus_one_is_its_number),
    ]


def _of_conditions(settings: KasaneSettings) -> Listed:
    long = {is_: _largest(settings, is_) for is_ in ("set", "monotone")}
    parity = max(_largest(settings, "odd"), _largest(settings, "even"))
    sums = [(one.rule.of, slots.cards) for one in settings.yaku if one.rule.is_ == "sum" for slots in one.slots]
    lowest = min(colour.number for colour in settings.colours)
    below = any(total is not None and total > cards * lowest for total, cards in sums)
    return [
        ("any-of-set", long["set"] > 1, lambda rules: replace(rules, set_fits=any_of_the_set)),
        ("set-in-order", long["set"] > 1, lambda rules: replace(rules, set_fits=the_set_as_printed)),
        ("sum-at-most", below, lambda rules: replace(rules, sum_fits=at_most_the_sum)),
        ("moons-turn", long["monotone"] > 2, lambda rules: replace(rules, monotone_fits=all_different)),
        ("moons-no-gaps", _has_gaps(settings), lambda rules: replace(rules, monotone_fits=without_gaps)),
        ("moons-repeat", long["monotone"] > 1, lambda rules: replace(rules, monotone_fits=with_repeats)),
        ("parity-one-direction", parity > 2, lambda rules: replace(rules, parity_fits=parity_in_one_direction)),
        ("parity-no-repeats", parity > 1, lambda rules: replace(rules, parity_fits=parity_without_repeats)),
    ]


def _of_slots(settings: KasaneSettings) -> Listed:
    slots = [one.points for yaku in settings.yaku for one in yaku.slots]
    sizes, twice = any(len(yaku.slots) > 1 for yaku in settings.yaku), any(len(points) > 1 for points in slots)
    differ = any(len(set(points)) > 1 for points in slots)
    return [
        ("token-closes-yaku", sizes or twice, lambda rules: replace(rules, covered=all_of_the_yaku)),
        ("token-closes-size", twice, lambda rules: replace(rules, covered=all_of_the_size)),
        ("token-binds-owner", True, lambda rules: replace(rules, covered=own_tokens)),
        ("full-slot-again", True, lambda rules: replace(rules, covered=never_all)),
        ("second-pays-first", differ, lambda rules: replace(rules, slot_points=of_the_first_slot)),
    ]


def _of_scores(settings: KasaneSettings) -> Listed:
    plus_one, bonus = settings.plus_one.copies > 0, settings.bonus
    table = bonus.colours[: len(settings.colours)]
    reached = any(table) and bonus.from_ > 1
    counted = reached or bonus.all_laid > 0
    falls = list(table) != sorted(table)
    return [
        ("plus-one-not-laid", plus_one and counted, lambda rules: replace(rules, laid=without_plus_one)),
        ("plus-one-is-colour", plus_one and any(table), lambda rules: replace(rules, colours_of=plus_one_too)),
        ("colours-in-hand", any(table), lambda rules: replace(rules, colours_of=colours_in_hand_too)),
        ("bonus-without-minimum", reached, _bonus_without_minimum),
        ("more-colours-more", falls, lambda rules: replace(rules, colour_points=more_for_more_colours)),
        ("ties-shared", True, lambda rules: replace(rules, winners=most_points)),
    ]


def _plus_one_is_its_number(rules: Rules) -> Rules:
    return replace(rules, with_plus_one=as_its_number)


def _bonus_without_minimum(rules: Rules) -> Rules:
    return replace(rules, reaches_bonus=any_number_of_cards)


def _largest(settings: KasaneSettings, is_: str | None = None) -> int:
    """The most cards of a slot, of the yaku with one sort of condition; 0 without any."""
    sizes = (slots.cards for one in settings.yaku if is_ in (None, one.rule.is_) for slots in one.slots)
    return max(sizes, default=0)


def _has_its_number(settings: KasaneSettings) -> bool:
    """Whether the number on a +1 would be worth anything in a row: in a set, a moon, a sum, or as something odd or
    even; and whether there are cards of that number, so that one might take it for such a card."""
    number, numbers = settings.plus_one.points, {colour.number for colour in settings.colours}
    return number in numbers and any(
        max(slots.cards for slots in one.slots) > 1 and serves(one.rule, number) for one in settings.yaku
    )


def _has_gaps(settings: KasaneSettings) -> bool:
    """Whether a moon has more numbers than some slot of it has cards, so that one between may be left out."""
    return any(
        any(1 < slots.cards < len(_between(settings, one.rule.from_, one.rule.to)) for slots in one.slots)
        for one in settings.yaku
        if one.rule.is_ == "monotone"
    )


def _between(settings: KasaneSettings, low: int | None, high: int | None) -> list[int]:
    return [colour.number for colour in settings.colours if (low or 0) <= colour.number <= (high or 0)]
