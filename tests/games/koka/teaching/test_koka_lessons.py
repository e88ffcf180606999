"""Lessons of koka: floors, misreadings killed, tweaked definitions."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from pnp.examples import recheck
from pnp.games.koka import ENGINE
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import VALUES, Die
from pnp.games.koka.teaching.explain import explain
from pnp.games.koka.teaching.lessons import lessons
from pnp.games.koka.teaching.proposals import colour_helps, dice_of, helps, makes_a_set
from pnp.model.text import say
from tests.games.koka.definitions import KOKA, PROVED, SPECIAL, UNKILLED, UNSOUND, VARIANTS
from tests.games.koka.examples import SHOWN, example_of, example_set, word

UNSHOWN = {
    "nothing-scores": {"two-splits", "one-colour"},
}
"""Lessons for which a definition has no example."""
OF_A_REROLL = ["reroll-takes-two", "reroll-one", "untaken-stay"]


# Search for examples


@pytest.mark.parametrize("name", ["koka", *PROVED, "one-die-rolled"])
def test_every_lesson_has_an_example_and_every_misreading_is_killed(name: str) -> None:
    assert set(example_set(name).unshown) <= UNSHOWN.get(name, set())
    unkilled = {*UNKILLED.get(name, ()), *(OF_A_REROLL if name == "one-die-rolled" else [])}
    assert set(example_set(name).unkilled) <= unkilled


def test_where_no_set_exists_the_search_ends_and_says_so() -> None:
    shown = example_set("two-dice-a-colour")
    assert {"sets", "two-sixes", "check-twelve"} <= set(shown.unshown)
    assert shown.examples


def test_the_shipped_game_meets_every_highest_floor_and_kills_them_all() -> None:
    shown = example_set("koka")
    assert [example.id for example in shown.examples if example.floor] == []
    assert (shown.unkilled, shown.unshown) == ((), ())
    assert len(shown.examples) == len(lessons(KOKA))


@pytest.mark.parametrize("name", UNSOUND)
def test_the_oracle_agrees_on_every_example_of_what_no_definition_may_say(name: str) -> None:
    for example in example_set(name).examples:
        assert recheck(ENGINE, VARIANTS[name], example) == []


# Worked examples


def test_one_hand_is_divided_in_two_ways_16_against_14() -> None:
    example = example_of("two-sixes", "two-splits")
    assert [way["score"] for way in example.out["partitions"]] == [16, 14]
    assert [len(way["sets"]) for way in example.out["partitions"]] == [4, 3]
    verdict = word("en")(explain(VARIANTS["two-sixes"], example).verdict)
    assert re.search(r"\((\d)-\1-\1 in 4 sets\): 16 points", verdict)
    assert "only 10+4=14 points" in verdict


def test_nine_dice_of_one_colour_are_three_equal_runs_9_and_not_3() -> None:
    example = example_of("koka", "one-colour")
    best, other = example.out["partitions"]
    assert (best["score"], other["score"]) == (9 + 1, 3 + 1)
    runs = [values for _, values in best["sets"]]
    assert max(map(runs.count, runs)) == 3
    assert sum(len(set(values)) == 1 for _, values in other["sets"]) == 3


@pytest.mark.parametrize("name", ["six-first", "other-readings"])
def test_where_sixes_go_first_the_lower_way_counts(name: str) -> None:
    tableau = explain(VARIANTS[name], example_of(name, "two-splits"))
    assert tableau.badge is not None
    assert (
        tableau.badge.fields["points"]
        == oracle(VARIANTS[name], "score", {"dice": example_of(name, "two-splits").position["dice"]})["score"]
    )
    assert ("A set of 6 goes first" in word("en")(tableau.verdict)) == (name == "six-first")


def test_the_four_patterns_of_a_score() -> None:
    assert example_of("koka", "sets").out["score"] == 4
    assert example_of("koka", "six-run").out["score"] == 12
    assert example_of("koka", "equal-two").out["score"] == 6
    assert example_of("koka", "six-equal").out["score"] == 14


def test_four_equal_sets_and_a_set_of_six_are_compared_once() -> None:
    """Where two sets of six are no hand, their lesson does so."""
    assert "two-splits" not in {lesson.id for lesson in lessons(KOKA)}
    assert "16 points. With one set of 6: only 10+4=14 points." in word("en")(
        explain(KOKA, example_of("koka", "two-sixes")).verdict
    )


def test_a_hand_of_eleven_waits_for_two_dice_of_different_worth() -> None:
    example = example_of("koka", "waits")
    assert len(example.position["dice"]) == 11
    points = [score for _, score in example.out["waits"]]
    assert len(points) == 2
    assert points[0] != points[1]
    marks = [row.mark for row in explain(KOKA, example).rows]
    assert marks.count("winner") == 1


def test_the_round_is_played_out_and_everyone_who_is_complete_scores() -> None:
    example = example_of("koka", "whole-round")
    assert example.out["completers"] == [1, 2]
    assert [move[0] for move in example.position["moves"]] == ["keep", "take", "reroll"]
    assert (example.out["violations"], example.out["scores"][0]) == ([None] * 3, 0)
    assert 0 < example.out["scores"][1] < example.out["scores"][2]


@pytest.mark.parametrize("name", ["koka", "three-colours"])
def test_the_first_round_completes_no_hand_and_has_a_reason_for_each_turn(name: str) -> None:
    example = example_of(name, "first-round")
    moves = example.position["moves"]
    assert [move[0] for move in moves] == ["take", "reroll", "keep"]
    assert (example.out["violations"], example.out["over"]) == ([None] * 3, False)
    (_, die, given), (*_, taken, back), _ = moves
    hand = [tuple(one) for one in example.position["hands"][0]]
    assert makes_a_set(rules_of(VARIANTS[name]), dice_of(hand), Die(*die))
    assert given != die
    assert 1 <= len(taken) == len(back)
    last = dice_of(example.position["hands"][2])
    helped = [colour_helps, helps, lambda *_: False][example.floor]
    assert not any(helped(rules_of(VARIANTS[name]), last, one) for one in dice_of(example.position["trays"][2]))


def test_who_keeps_a_die_needs_no_colour_of_the_tray() -> None:
    """As the rules advise: a die whose colour alone helps would be rerolled."""
    for name, lesson in itertools.product(["koka", "for-four"], ["first-round", "whole-round"]):
        position = example_of(name, lesson).position
        turns = zip(position["hands"], position["trays"], position["moves"], strict=True)
        keeping = [(dice_of(hand), dice_of(tray)) for hand, tray, move in turns if move[0] == "keep"]
        assert keeping and not example_of(name, lesson).floor
        for hand, tray in keeping:
            assert not any(colour_helps(rules_of(VARIANTS[name]), hand, die) for die in tray), (name, lesson)


def test_a_die_helps_where_a_third_one_would_make_a_set() -> None:
    rules = rules_of(KOKA)
    hand = [Die("red", 4), Die("blue", 1), Die("blue", 2), Die("blue", 3), Die("green", 6)]
    assert {value for value in VALUES if helps(rules, hand, Die("red", value))} == {2, 3, 4, 5, 6}
    assert {value for value in VALUES if helps(rules, hand, Die("green", value))} == {4, 5, 6}
    assert not any(helps(rules, hand, Die("blue", value)) for value in VALUES), "they are in a set"


def test_where_few_dice_are_rolled_a_round_shows_hands_alone() -> None:
    example = example_of("koka-tiny", "round")
    assert example.out["completers"] == example.out["turns"] == [1, 0]
    assert min(example.out["scores"]) > 0


def test_the_winner_of_the_match_has_not_won_the_most_games() -> None:
    example = example_of("koka", "match")
    rows, (winner,) = example.position["scores"], example.out["best"]
    assert sum(row[winner] == max(row) for row in rows) < len(rows) / 2
    assert all(max(row) for row in rows), "a game ends with a complete hand"


def test_every_special_hand_is_shown_with_its_groups() -> None:
    settings = VARIANTS["special"]
    for index, special in enumerate(SPECIAL):
        example = example_of("special", f"special-{index + 1}")
        assert (example.out["score"], example.floor) == (special.points, 0)
        rows = explain(settings, example).rows
        assert len(rows) == len(special.groups)
        assert word("ja")(explain(settings, example).verdict).startswith(say(special.name, "ja"))


# Rule checks


def test_every_check_that_is_refused_has_a_look_alike_that_is_allowed() -> None:
    checks = {
        example.lesson: example
        for example in example_set("koka").examples
        if example.form == "check" and example.kind == "turn"
    }
    codes = {example.out["violation"] for example in checks.values()} - {None}
    assert codes == {
        "reroll-count",
        "not-rerolled",
        "not-in-discards",
        "give-count",
    }
    for refused, allowed in (
        ("check-twelve-give", "check-twelve"),
        ("check-reroll-old", "check-reroll"),
        ("check-reroll-single", "check-reroll"),
        ("check-exchange-colour", "check-exchange"),
    ):
        assert checks[refused].out["violation"] is not None
        assert checks[allowed].out["violation"] is None
        assert checks[refused].position["hand"] == checks[allowed].position["hand"]


@pytest.mark.parametrize(("lesson", "other"), [("check-wrap", "check-run"), ("check-colours", "check-alike")])
def test_three_dice_that_are_no_set_and_three_that_are(lesson: str, other: str) -> None:
    assert not example_of("koka", lesson).out["is_set"]
    assert example_of("koka", other).out["is_set"]


def test_one_die_turned_makes_groups_of_four_and_five_a_complete_hand() -> None:
    refused, allowed = (
        Counter(map(tuple, example_of("koka", name).position["dice"])) for name in ("check-long", "check-six")
    )
    assert sum((refused - allowed).values()) == 1
    assert not example_of("koka", "check-long").out["complete"]
    assert example_of("koka", "check-six").out["complete"]


@pytest.mark.parametrize(("name", "allowed"), [("koka", False), ("one-or-two", True), ("other-readings", True)])
def test_the_check_of_a_single_die_follows_the_reading(name: str, allowed: bool) -> None:
    example = example_of(name, "check-reroll-single")
    assert len(example.position["move"][1]) == 1
    assert (example.out["violation"] is None) == allowed
    verdict = word("en")(explain(VARIANTS[name], example).verdict)
    assert verdict.startswith("Allowed: " if allowed else "Not allowed: you must reroll 2 dice")


@pytest.mark.parametrize(("name", "end"), [("koka", " again."), ("untaken-stay", "stay in the tray as they fell.")])
def test_what_happens_to_dice_that_are_not_taken_follows_the_reading(name: str, end: str) -> None:
    assert word("en")(explain(VARIANTS[name], example_of(name, "check-reroll-left")).verdict).endswith(end)


def test_keeping_the_die_that_would_complete_does_not() -> None:
    keep, take = example_of("koka", "check-keep"), example_of("koka", "check-twelve")
    assert keep.position["move"][1] == take.position["move"][1]
    assert (keep.out["complete"], take.out["complete"]) == (False, True)


test_other_seeds_do = SHOWN.other_seeds_do("koka")
