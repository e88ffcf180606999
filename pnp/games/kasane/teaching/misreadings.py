"""Wrong ways to read the rules of kasane, each replacing one decision, as far as a definition gives them room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.kasane.rules.cards import PLUS_ONE, shown
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching import misread_rows as rows
from pnp.games.kasane.teaching import misread_scores as scores
from pnp.games.kasane.teaching.building import serves

Patch = Callable[[Rules], Rules]
Listed = list[tuple[str, bool, Patch]]
"""Id, whether the definition gives it room, patch."""


def misreadings(settings: KasaneSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    found = [*_of_turns(settings), *_of_rows(settings), *_of_conditions(settings), *_of_slots(settings)]
    found += _of_scores(settings)
    plus = shown(PLUS_ONE, settings.plus_one.points)
    return with_room(found, {name: {"plus": plus, "number": settings.plus_one.points} for name, _, _ in found})


def _of_turns(settings: KasaneSettings) -> Listed:
    plus_one = settings.plus_one.copies > 0
    closed = plus_one and not settings.variants.plus_one_yaku
    return [
        ("any-card-of-row", True, lambda rules: replace(rules, takeable=range)),
        ("plus-one-to-hand", plus_one, lambda rules: replace(rules, acquired=rows.always_onto_the_hand)),
        ("yaku-after-plus-one", closed, lambda rules: replace(rules, opens_after_plus_one=rows.always)),
        ("two-yaku", True, lambda rules: replace(rules, may_go_on=rows.two_a_turn)),
    ]


def _of_rows(settings: KasaneSettings) -> Listed:
    several = _largest(settings) > 1
    builds, plus_one = settings.field_cards > 0, settings.plus_one.copies > 0
    on_plus_one = builds and plus_one and several
    return [
        ("reorder-hand", several, lambda rules: replace(rules, order_kept=False)),
        ("middle-of-hand", several, lambda rules: replace(rules, hand_picks=rows.the_top_and_any)),
        ("leave-out-taken", True, lambda rules: replace(rules, hand_picks=rows.from_the_top_or_below_it)),
        ("field-card-last", builds and several, lambda rules: replace(rules, field_first=False)),
        ("field-card-must", builds, lambda rules: replace(rules, field_picks=rows.the_top)),
        ("field-card-never", builds and several, lambda rules: replace(rules, field_picks=rows.none_of_the_field)),
        ("more-of-field", _largest(settings) > 1 + builds, lambda rules: replace(rules, field_picks=rows.all_tops)),
        ("field-card-uncounted", builds, lambda rules: replace(rules, counted=rows.from_the_hand)),
        ("build-on-plus-one", on_plus_one, lambda rules: replace(rules, with_plus_one=rows.by_its_numbers)),
        ("plus-one-joker", on_plus_one, lambda rules: replace(rules, with_plus_one=rows.as_any_number)),
        ("plus-one-is-one", on_plus_one and _has_its_number(settings), _plus_one_is_its_number),
    ]


def _of_conditions(settings: KasaneSettings) -> Listed:
    long = {is_: _largest(settings, is_) for is_ in ("set", "monotone")}
    parity = max(_largest(settings, "odd"), _largest(settings, "even"))
    sums = [(one.rule.of, slots.cards) for one in settings.yaku if one.rule.is_ == "sum" for slots in one.slots]
    lowest = min(colour.number for colour in settings.colours)
    below = any(total is not None and total > cards * lowest for total, cards in sums)
    return [
        ("any-of-set", long["set"] > 1, lambda rules: replace(rules, set_fits=rows.any_of_the_set)),
        ("set-in-order", long["set"] > 1, lambda rules: replace(rules, set_fits=rows.the_set_as_printed)),
        ("sum-at-most", below, lambda rules: replace(rules, sum_fits=rows.at_most_the_sum)),
        ("moons-turn", long["monotone"] > 2, lambda rules: replace(rules, monotone_fits=rows.all_different)),
        ("moons-no-gaps", _has_gaps(settings), lambda rules: replace(rules, monotone_fits=rows.without_gaps)),
        ("moons-repeat", long["monotone"] > 1, lambda rules: replace(rules, monotone_fits=rows.with_repeats)),
        ("parity-one-direction", parity > 2, lambda rules: replace(rules, parity_fits=rows.parity_in_one_direction)),
        ("parity-no-repeats", parity > 1, lambda rules: replace(rules, parity_fits=rows.parity_without_repeats)),
    ]


def _of_slots(settings: KasaneSettings) -> Listed:
    slots = [one.points for yaku in settings.yaku for one in yaku.slots]
    sizes, twice = any(len(yaku.slots) > 1 for yaku in settings.yaku), any(len(points) > 1 for points in slots)
    differ = any(len(set(points)) > 1 for points in slots)
    return [
        ("token-closes-yaku", sizes or twice, lambda rules: replace(rules, covered=scores.all_of_the_yaku)),
        ("token-closes-size", twice, lambda rules: replace(rules, covered=scores.all_of_the_size)),
        ("token-binds-owner", True, lambda rules: replace(rules, covered=scores.own_tokens)),
        ("full-slot-again", True, lambda rules: replace(rules, covered=scores.never_all)),
        ("second-pays-first", differ, lambda rules: replace(rules, slot_points=scores.of_the_first_slot)),
    ]


def _of_scores(settings: KasaneSettings) -> Listed:
    plus_one, bonus = settings.plus_one.copies > 0, settings.bonus
    table = bonus.colours[: len(settings.colours)]
    reached = any(table) and bonus.from_ > 1
    counted = reached or bonus.all_laid > 0
    falls = list(table) != sorted(table)
    return [
        ("plus-one-not-laid", plus_one and counted, lambda rules: replace(rules, laid=scores.without_plus_one)),
        ("plus-one-is-colour", plus_one and any(table), lambda rules: replace(rules, colours_of=scores.plus_one_too)),
        ("colours-in-hand", any(table), lambda rules: replace(rules, colours_of=scores.colours_in_hand_too)),
        ("bonus-without-minimum", reached, _bonus_without_minimum),
        ("more-colours-more", falls, lambda rules: replace(rules, colour_points=scores.more_for_more_colours)),
        ("ties-shared", True, lambda rules: replace(rules, winners=scores.most_points)),
    ]


def _plus_one_is_its_number(rules: Rules) -> Rules:
    return replace(rules, with_plus_one=rows.as_its_number)


def _bonus_without_minimum(rules: Rules) -> Rules:
    return replace(rules, reaches_bonus=scores.any_number_of_cards)


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
