"""Fields of kasane: the check whether they can be laid, random fields, and printed fields."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pnp.games.kasane.rules.cards import PLUS_ONE, Cards, cards_as_json
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.settings import Condition, Slots, Variants
from pnp.games.kasane.teaching.building import can_be_laid, field_ending_with, layings, points_of, random_field
from tests.games.kasane.conftest import field_ways
from tests.games.kasane.definitions import KASANE, with_yaku, yaku

RULES = rules_of(KASANE)
DEFINITIONS = {
    "kasane": KASANE,
    "harder": replace(KASANE, players=(3, 3), variants=Variants(opening_tokens=True)),
    "no field card": replace(KASANE, field_cards=0),
    "sets": with_yaku(*(entry for entry in KASANE.yaku if entry.rule.is_ == "set")),
    "pairs": with_yaku(
        yaku("same", Condition("equal"), Slots(2, (2, 2))), yaku("ten", Condition("sum", of=10), Slots(2, (3, 2)))
    ),
    "single cards": with_yaku(
        yaku("odd", Condition("odd"), Slots(1, (1,))), yaku("even", Condition("even"), Slots(1, (2,)))
    ),
    "long": with_yaku(
        yaku("all", Condition("monotone", from_=1, to=9), Slots(4, (3,)), Slots(6, (7,))),
        yaku("fifteen", Condition("sum", of=15), Slots(3, (2, 2)), Slots(5, (4,))),
    ),
}


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
        # Four are three and the top of the field with one more, or the other way round; pairs have two slots only.
        ((7, 7, 7, 7), [{("kasane", 2): 1, ("kasane", 3): 1}]),
        ((8, 8, 8, 8, 8), [{("kasane", 3): 2}, {("kasane", 2): 2, ("kasane", 3): 1}]),
    ],
)
def test_a_field_is_laid_by_yaku_with_open_slots(field: Cards, tokens: list[dict[tuple[str, int], int]]) -> None:
    ways = layings(RULES, field)
    assert {frozenset(times.items()) for times in tokens} <= ways and bool(ways) == bool(tokens)
    assert can_be_laid(RULES, field) == bool(tokens)


def test_tokens_have_to_account_for_the_field() -> None:
    assert can_be_laid(RULES, (5, 5), {("ju", 2): 1}) and can_be_laid(RULES, (5, 5), {("kasane", 2): 2})
    assert not can_be_laid(RULES, (5, 5), {}) and not can_be_laid(RULES, (5, 5), {("kasane", 3): 1})
    assert can_be_laid(RULES, (), {}) and can_be_laid(RULES, (PLUS_ONE,), {})


def test_a_slot_that_was_covered_before_the_first_turn_is_closed() -> None:
    assert layings(RULES, (4, 6, 3, 7)) and not layings(RULES, (4, 6, 3, 7), {("ju", 2): 1})


def test_points_are_those_of_the_slots_in_their_order() -> None:
    assert points_of(RULES, (1, 2, 6, PLUS_ONE, 6, 2, 1), {("sakurachirashi", 3): 2}, {}) == 4 + 3 + 1
    assert points_of(RULES, (1, 2, 6), {("sakurachirashi", 3): 1}, {("sakurachirashi", 3): 1}) == 3


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_checker_finds_what_the_other_reading_finds(name: str) -> None:
    settings = DEFINITIONS[name]
    rules, random = rules_of(settings), Random(name)
    laid = 0
    for _ in range(150):
        field = list(random_field(rules, random, random.randint(1, 7), random.randint(0, 2), {}).field)
        if field and random.random() < 0.4:
            field[random.randrange(len(field))] = random.choice((*rules.numbers, PLUS_ONE))
        expected = {
            (frozenset(tokens.items()), points) for tokens, points in field_ways(settings, cards_as_json(field), {})
        }
        ways = layings(rules, tuple(field))
        assert {(laying, points_of(rules, tuple(field), dict(laying), {})) for laying in ways} == expected, field
        laid += bool(expected)
    assert 50 < laid < 150


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_field_made_for_a_position_can_be_laid(name: str) -> None:
    settings = DEFINITIONS[name]
    rules, random = rules_of(settings), Random(name)
    covered = rules.opening[rules.players[0]]
    for _ in range(60):
        cards = random.randint(0, 12)
        base = random_field(rules, random, cards, 2, covered)
        assert len(base.field) <= cards and base.field.count(PLUS_ONE) <= 2
        assert not base.field or frozenset(base.tokens.items()) in layings(rules, base.field, covered)
        tail = (random.choice(rules.numbers),)
        ends = field_ending_with(rules, random, tail)
        assert ends is None or (ends.field[-1:] == tail and can_be_laid(rules, ends.field, ends.tokens))


def test_all_the_cards_of_a_game_can_be_laid() -> None:
    random = Random(3)
    fields = [random_field(RULES, random, 12, 1, {}) for _ in range(40)]
    assert sum(len(laid.field) == 12 for laid in fields) > 35


def test_a_field_leaves_the_slot_open_that_it_has_to() -> None:
    random = Random(4)
    for _ in range(40):
        base = field_ending_with(RULES, random, (2, 3, 5), (), ("kagen", 3))
        assert base is not None and ("kagen", 3) not in base.tokens and base.field[-3:] == (2, 3, 5)
    assert field_ending_with(RULES, random, (9, 9, 9, 9, 9)) is None


def test_a_definition_with_very_many_ways_does_not_take_long() -> None:
    rules = rules_of(with_yaku(*(yaku(f"odd-{at}", Condition("odd"), Slots(1, (1,) * 4)) for at in range(20))))
    base = random_field(rules, Random(1), 20, 0, {})
    assert len(base.field) == 20 and can_be_laid(rules, base.field)
