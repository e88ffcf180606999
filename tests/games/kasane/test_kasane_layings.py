"""Fields of kasane: whether they can be laid, fields made for positions, and the fields that are printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.examples import find_examples
from pnp.games.core.lesson import Example
from pnp.games.kasane import engine
from pnp.games.kasane.cards import PLUS_ONE, Cards, all_as_json
from pnp.games.kasane.layings import can_be_laid, ends_with, layings, played, points_of
from pnp.games.kasane.oracle import oracle
from pnp.games.kasane.rules import Rules, rules_of
from pnp.games.kasane.settings import Condition, KasaneSettings, Slots, Variants, Yaku
from tests.games.kasane.test_kasane_lessons import KASANE, TWEAKS, found_in

RULES = rules_of(KASANE)


def ways(settings: KasaneSettings, field: list[Any], tokens: dict[Any, int], points: int = 0) -> Iterator[Any]:
    """Every way to lay a field, card by card, by the other reading of the rules: its tokens, and its points."""

    yield from _rest(settings, [], field, tokens, points)


def _rest(settings: KasaneSettings, lies: list[Any], left: list[Any], tokens: dict[Any, int], points: int) -> Any:
    if not left:
        yield tokens, points
        return
    if left[0] == "+1":
        yield from _rest(settings, [*lies, "+1"], left[1:], tokens, points + settings.plus_one.points)
        return
    for count in range(1, len(left) + 1):
        for top in ([], lies[-1:]) if settings.field_cards and lies else ([],):
            row = [*top, *left[:count]]
            for yaku in oracle(settings, "form", {"row": row})["yes"]:
                slots = [one.points for item in settings.yaku if item.id == yaku for one in item.slots]
                sizes = [one.cards for item in settings.yaku if item.id == yaku for one in item.slots]
                nth = tokens.get((yaku, len(row)), 0)
                if len(row) in sizes and nth < len(slots[sizes.index(len(row))]):
                    more = slots[sizes.index(len(row))][nth]
                    after = {**tokens, (yaku, len(row)): nth + 1}
                    yield from _rest(settings, [*lies, *left[:count]], left[count:], after, points + more)


@pytest.mark.parametrize(
    ("field", "tokens"),
    [
        ((), [{}]),
        ((PLUS_ONE, PLUS_ONE), [{}]),
        ((5, 5), [{("kasane", 2): 1}, {("ju", 2): 1}]),
        ((5,), []),
        ((5, PLUS_ONE, 5), []),
        ((1, 9, 9), [{("ju", 2): 1, ("kasane", 2): 1}]),
        ((1, 9, PLUS_ONE, 9), []),
        # Three of a kind: at once, or as a pair and the top of the field with one more.
        ((7, 7, 7), [{("kasane", 3): 1}, {("kasane", 2): 2}]),
        # A fourth slot for two there is not.
        ((7, 7, 7, 7), [{("kasane", 2): 1, ("kasane", 3): 1}, {("kasane", 3): 1, ("kasane", 2): 1}]),
    ],
)
def test_a_field_is_laid_by_yaku_with_open_slots(field: Cards, tokens: list[dict[tuple[str, int], int]]) -> None:
    found = layings(RULES, field)
    assert {frozenset(one.items()) for one in tokens} <= found and bool(found) == bool(tokens)
    assert can_be_laid(RULES, field) == bool(tokens)


def test_tokens_have_to_account_for_the_field() -> None:
    assert can_be_laid(RULES, (5, 5), {("ju", 2): 1}) and can_be_laid(RULES, (5, 5), {("kasane", 2): 2})
    assert not can_be_laid(RULES, (5, 5), {}) and not can_be_laid(RULES, (5, 5), {("kasane", 3): 1})
    assert can_be_laid(RULES, (), {}) and can_be_laid(RULES, (PLUS_ONE,), {})


def test_a_slot_that_was_covered_before_the_first_turn_is_closed() -> None:
    assert layings(RULES, (1, 9, 3, 7)) and not layings(RULES, (1, 9, 3, 7), {("ju", 2): 1})


def test_points_are_those_of_the_slots_in_their_order() -> None:
    assert points_of(RULES, (1, 2, 6, PLUS_ONE, 6, 2, 1), {("sakurachirashi", 3): 2}, {}) == 4 + 3 + 1
    assert points_of(RULES, (1, 2, 6), {("sakurachirashi", 3): 1}, {("sakurachirashi", 3): 1}) == 3


@pytest.mark.parametrize("name", ["kasane", "no-field-card", "sets-only", "pairs", "other-yaku", "single-cards"])
def test_the_checker_finds_what_the_other_reading_finds(name: str) -> None:
    settings = TWEAKS[name]
    rules, random = rules_of(settings), Random(name)
    laid = 0
    for _ in range(150):
        field = list(played(rules, random, random.randint(1, 7), random.randint(0, 2), {}).field)
        if field and random.random() < 0.4:
            field[random.randrange(len(field))] = random.choice((*rules.numbers, PLUS_ONE))
        expected = {(frozenset(tokens.items()), points) for tokens, points in ways(settings, all_as_json(field), {})}
        found = layings(rules, tuple(field))
        assert {(one, points_of(rules, tuple(field), dict(one), {})) for one in found} == expected, field
        laid += bool(expected)
    assert 20 < laid <= 150 and (laid < 150 or name == "single-cards")


@pytest.mark.parametrize("name", TWEAKS)
def test_a_field_made_for_a_position_can_be_laid(name: str) -> None:
    settings = TWEAKS[name]
    rules, random = rules_of(settings), Random(name)
    covered = rules.opening[rules.players[0]]
    for _ in range(60):
        cards = random.randint(0, 12)
        lies = played(rules, random, cards, 2, covered)
        assert len(lies.field) <= cards and lies.field.count(PLUS_ONE) <= 2
        assert not lies.field or frozenset(lies.tokens.items()) in layings(rules, lies.field, covered)
        tail = (random.choice(rules.numbers),)
        ends = ends_with(rules, random, tail)
        assert ends is None or (ends.field[-1:] == tail and can_be_laid(rules, ends.field, ends.tokens))


def test_all_the_cards_of_a_game_can_be_laid() -> None:
    random = Random(3)
    found = [played(RULES, random, 12, 1, {}) for _ in range(40)]
    assert sum(len(one.field) == 12 for one in found) > 35


def test_a_field_leaves_the_slot_open_that_it_has_to() -> None:
    random = Random(4)
    for _ in range(40):
        lies = ends_with(RULES, random, (2, 3, 5), (), ("kagen", 3))
        assert lies is not None and ("kagen", 3) not in lies.tokens and lies.field[-3:] == (2, 3, 5)
    assert ends_with(RULES, random, (9, 9, 9, 9, 9)) is None


def test_a_definition_with_very_many_ways_does_not_take_long() -> None:
    odd = [Yaku(f"odd-{at}", f"Odd {at}", "", "plum", Condition("odd"), (Slots(1, (1,) * 4),), "layers") for at in range(20)]
    rules: Rules = rules_of(replace(KASANE, yaku=tuple(odd), opening_tokens=()))
    lies = played(rules, Random(1), 20, 0, {})
    assert len(lies.field) == 20 and can_be_laid(rules, lies.field)


def printed_fields() -> list[Any]:
    harder = replace(KASANE, players=(3, 3), variants=Variants(opening_tokens=True))
    names = [name for name in TWEAKS if name not in ("single-cards", "flat-bonus")]
    sets = [(name, TWEAKS[name], found_in(name).examples) for name in names]
    sets += [("harder", harder, find_examples(engine(), harder).examples)]
    sets += [(f"kasane-{seed}", KASANE, find_examples(engine(), KASANE, seed).examples) for seed in (1, 2)]
    return [
        pytest.param(settings, one, id=f"{name}-{one.id}")
        for name, settings, examples in sets
        for one in examples
        if one.position.get("field") and not one.floor
    ]


@pytest.mark.parametrize(("settings", "one"), printed_fields())
def test_every_printed_field_can_be_laid_and_its_tokens_and_points_are_those_of_laying_it(
    settings: KasaneSettings, one: Example
) -> None:
    position = one.position
    opening = settings.opening_tokens if settings.variants.opening_tokens else ()
    covered = {(token.yaku, token.cards): 1 for token in opening if token.players == position.get("players")}
    found = [*ways(settings, position["field"], covered)]
    assert found
    if "points" in position:
        assert position["points"] in {points for _, points in found}
    for key in {"taken", "own"} & position.keys():
        there = {(yaku, size): count for yaku, size, count in position[key]}
        assert any(all(there.get(slot, 0) >= count for slot, count in tokens.items()) for tokens, _ in found)
