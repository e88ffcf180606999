"""Sets, partitions, scores and waits of koka, worked by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.scoring import best
from pnp.games.koka.settings import Group, KokaSettings, Readings, SpecialHand
from pnp.model.text import phrase
from pnp.testing import amount

Variant = Callable[[str], KokaSettings]
Dice = Callable[[str], list[Any]]
KokaPosition = Callable[[Rules, Random, str], dict[str, Any]]
VARIANTS = ("koka", "other-readings", "koka-special", "koka-special-other-readings", "koka-tiny")


def ask(settings: KokaSettings, kind: str, dice: list[Any]) -> Mapping[str, Any]:
    return answer(settings, rules_of(settings), kind, {"dice": dice})


@pytest.mark.parametrize(
    ("line", "is_set"),
    [
        ("R222", True),
        ("R345", True),
        ("R456", True),
        ("R444444", True),
        ("R123456", True),
        ("R224", False),
        ("R135", False),
        ("R561", False),
        ("R126", False),
        ("R2 B2 G2", False),
        ("R3 B4 R5", False),
        ("R222333", False),
        ("R234566", False),
        ("R123 B456", False),
    ],
)
def test_a_set_is_alike_or_a_run_of_one_colour(line: str, is_set: bool, variant: Variant, dice: Dice) -> None:
    found = ask(variant("koka"), "is_set", dice(line))
    assert found == {"is_set": is_set, "size": len(dice(line))}


@pytest.mark.parametrize(
    ("line", "score", "sets"),
    [
        ("R123 Y222 P234 O345", 4, 4),
        ("B123456 G333 Y456", 12, 3),
        ("R234 Y234 P555 O123", 6, 4),
        ("B111 P111 G111 Y456", 10, 4),
        ("R222222 G123 Y123", 14, 3),
        ("R222222 G222 Y222", 16, 4),
        ("R222222 G222222", 16, 4),
        ("R333444555 B123", 10, 4),
        ("R345345345 B345", 16, 4),
        ("R123456 B123 G456", 12, 3),
    ],
)
def test_the_best_way_counts(line: str, score: int, sets: int, variant: Variant, dice: Dice) -> None:
    found = ask(variant("koka"), "score", dice(line))
    assert (found["complete"], found["score"]) == (True, score)
    assert len(found["sets"]) == sets


@pytest.mark.parametrize(
    "line",
    ["R1234 B1234 G1234", "R12345 B1234 G123", "R561 B222 G333 Y444", "R123 B222 G234 R4 B4 G4"],
)
def test_other_dice_are_not_complete(line: str, variant: Variant, dice: Dice) -> None:
    assert ask(variant("koka"), "score", dice(line)) == {"complete": False, "score": None, "sets": None}
    assert ask(variant("koka"), "partitions", dice(line)) == {"partitions": []}


def test_where_two_partitions_are_best_no_sets_are_named(variant: Variant, dice: Dice) -> None:
    assert ask(variant("koka"), "score", dice("R111111 B222222")) == {"complete": True, "score": 14, "sets": None}
    settings = replace(variant("koka"), readings=Readings(equal_sets="different-colours"))
    asked = dice("R333444555 B666")
    assert ask(settings, "score", asked) == {"complete": True, "score": 4, "sets": None}
    assert [one["score"] for one in ask(settings, "partitions", asked)["partitions"]] == [4, 4]


def test_partitions_come_with_their_scores_the_best_first(variant: Variant, dice: Dice) -> None:
    found = ask(variant("koka"), "partitions", dice("R222222 G222 Y222"))["partitions"]
    assert [one["score"] for one in found] == [16, 14]
    assert found[1]["sets"] == [["green", [2] * 3], ["red", [2] * 6], ["yellow", [2] * 3]]


@pytest.mark.parametrize(
    ("readings", "line", "score"),
    [
        (Readings(equal_sets="different-colours"), "R222222 G222 Y222", 14),
        (Readings(equal_sets="different-colours"), "R234 R234 G234 Y234", 9 + 1),
        (Readings(equal_sets="different-colours"), "R234 R234 G234 G234", 4 + 1 + 1),
        (Readings(equal_sets="any-colours"), "R234 R234 G234 G234", 16),
        (Readings(partition="six-first"), "R222222 G222 Y222", 14),
        (Readings(partition="six-first"), "R222 G222 Y222 P222", 16),
        (Readings(two_sixes="form"), "R123456 B444444", 20),
        (Readings(two_sixes="form"), "R444444 B444444", 20),
        (Readings(two_sixes="form"), "R444444 B444 B444", 20),
        (Readings(two_sixes="form", partition="six-first"), "R222222 G222222", 20),
    ],
)
def test_the_readings_change_the_score(readings: Readings, line: str, score: int, variant: Variant, dice: Dice) -> None:
    assert ask(replace(variant("koka"), readings=readings), "score", dice(line))["score"] == score


def test_a_special_hand_counts_where_it_is_better(variant: Variant, dice: Dice) -> None:
    settings = variant("koka-special")
    six_pairs = dice("R11 R33 B22 B55 G66 Y44")
    found = ask(settings, "score", six_pairs)
    assert (found["complete"], found["score"], len(found["sets"])) == (True, 20, 6)
    assert found["sets"][0] == ["blue", [2, 2]]
    assert ask(variant("koka"), "score", six_pairs)["complete"] is False
    both = dice("R222222 G222222")
    assert ask(settings, "score", both)["score"] == 32
    assert ask(variant("koka"), "partitions", six_pairs) == {"partitions": []}


def test_groups_of_several_colours_are_written_die_by_die(variant: Variant, dice: Dice) -> None:
    runs = ask(variant("koka-special"), "score", dice("R1 B2 G3 Y4 R1 B2 G3 Y4 P1 P2 P3 P4"))
    assert (runs["score"], runs["sets"]) == (9, None)
    unlike = SpecialHand("Odd ones", (Group(11, "any"), Group(1)), 7)
    one_way = ask(replace(variant("koka"), special_hands=(unlike,)), "score", dice("R111111111111"))
    assert one_way["score"] == 16
    pair_of_runs = SpecialHand("Two runs", (Group(6, "any", "run"), Group(6, "any", "same")), 30)
    found = ask(replace(variant("koka"), special_hands=(pair_of_runs,)), "score", dice("R1 B2 R3 B4 R5 B6 P666666"))
    assert (found["score"], found["sets"]) == (30, None)
    found = ask(replace(variant("koka"), special_hands=(pair_of_runs,)), "score", dice("R1 B2 R3 B4 R5 P6 P666666"))
    run = [["blue", 2], ["blue", 4], ["purple", 6], ["red", 1], ["red", 3], ["red", 5]]
    assert (found["score"], found["sets"]) == (30, [run, ["purple", [6] * 6]])


def test_a_special_hand_makes_waits(variant: Variant, dice: Dice) -> None:
    found = ask(variant("koka-special"), "waits_scored", dice("R11 R33 B22 B55 G66 Y4"))
    assert found == {"waits": [[["yellow", 4], 20]], "best": [["yellow", 4]]}


def test_waits_are_named_with_what_they_score(variant: Variant, dice: Dice) -> None:
    found = ask(variant("koka"), "waits_scored", dice("R234 B234 G555 Y34"))
    assert found == {"waits": [[["yellow", 2], 10], [["yellow", 5], 6]], "best": [["yellow", 2]]}
    assert ask(variant("koka"), "waits", dice("R234 B234 G555 Y34")) == {"waits": [["yellow", 2], ["yellow", 5]]}
    nothing = dice("R1 B1 G1 Y1 P1 O1 R3 B3 G3 Y3 P3")
    assert ask(variant("koka"), "waits_scored", nothing) == {"waits": [], "best": []}


def test_a_die_of_which_none_is_left_is_no_wait(variant: Variant, dice: Dice) -> None:
    settings = variant("koka")
    asked = dice("R123 R222 R234 R34")
    assert ["red", 5] in ask(settings, "waits", asked)["waits"]
    few = replace(settings, colours=(replace(settings.colours[0], dice=11), *settings.colours[1:]))
    assert ask(few, "waits", asked) == {"waits": []}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_order_of_dice_never_matters(name: str, variant: Variant, koka_position: KokaPosition) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    for kind in ("is_set", "score", "partitions", "waits", "waits_scored"):
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=20, full=60)):
            asked = koka_position(rules, random, kind)
            right = answer(settings, rules, kind, asked)
            shuffled = random.sample(asked["dice"], len(asked["dice"]))
            assert answer(settings, rules, kind, {"dice": shuffled}) == right, (kind, asked)


@pytest.mark.parametrize("name", VARIANTS)
def test_partitions_use_every_die_and_the_best_one_is_the_score(
    name: str, variant: Variant, koka_position: KokaPosition
) -> None:
    settings = variant(name)
    rules, random = rules_of(settings), Random(name)
    several = 0
    for _ in range(300):
        asked = koka_position(rules, random, "partitions")
        found = answer(settings, rules, "partitions", asked)["partitions"]
        several += len(found) > 1
        for one in found:
            laid = [[colour, value] for colour, values in one["sets"] for value in values]
            assert sorted(laid) == sorted(map(list, asked["dice"]))
        scores = [one["score"] for one in found]
        assert scores == sorted(scores, reverse=True)
        if found and not rules.specials and settings.readings.partition == "best":
            assert answer(settings, rules, "score", asked)["score"] == scores[0]
    assert several


def test_a_score_explains_itself_item_by_item(variant: Variant, dice: Dice) -> None:
    rules = rules_of(variant("koka"))
    found = best(rules, tuple(Die(*die) for die in dice("R234 Y234 P555 O123")))
    assert found is not None
    assert [(item.rule, len(item.cards), item.points) for item in found.score.items] == [
        ("three", 3, 1),
        ("three", 3, 1),
        ("equal", 6, 4),
    ]
    assert found.score.items[2].reason == phrase("scores-equal", count=2, points=4)
    assert found.score.items[2].cards == tuple(Die(*die) for die in dice("R234 Y234"))


def test_figures_come_from_the_settings(variant: Variant, dice: Dice) -> None:
    settings = variant("koka-special")
    assert ask(settings, "score", dice("B123456 G333 Y456"))["score"] == 15 + 2 + 2
    assert ask(settings, "score", dice("R234 Y234 P555 O123"))["score"] == 2 * 2 * 2 + 2 + 2
