"""The oracle of koka against the conformance cases and positions worked by hand."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.games.core.answer import PositionError
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.settings import Group, KokaSettings, Readings, Sets, SpecialHand

HERE = Path(__file__).resolve()
CASES = json.loads((HERE.parents[2] / "cases" / "koka.json").read_text("utf-8"))["cases"]
KOKA, FINDINGS = read_settings(KokaSettings, tomllib.loads((HERE.parents[4] / "games.toml").read_text("utf-8"))["koka"])
DIFFERENT = replace(KOKA, readings=Readings(equal_sets="different-colours"))
SIX_FIRST = replace(KOKA, readings=Readings(partition="six-first"))
TWO_SIXES = replace(KOKA, readings=Readings(two_sixes="form"))
COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "p": "purple", "o": "orange"}


def dice(text: str) -> list[list[Any]]:
    """Dice from ``"r123 b44"``."""
    return [[COLOURS[word[0]], int(value)] for word in text.split() for value in word[1:]]


def score(text: str, settings: KokaSettings = KOKA) -> int | None:
    out = oracle(settings, "score", {"dice": dice(text)})
    assert out["complete"] == (out["score"] is not None)
    found: int | None = out["score"]
    return found


def sets(text: str, settings: KokaSettings = KOKA) -> list[Any] | None:
    found: list[Any] | None = oracle(settings, "score", {"dice": dice(text)})["sets"]
    return found


def waits(text: str, settings: KokaSettings = KOKA) -> list[list[Any]]:
    found: list[list[Any]] = oracle(settings, "waits", {"dice": dice(text)})["waits"]
    scored = oracle(settings, "waits_scored", {"dice": dice(text)})
    assert [die for die, _ in scored["waits"]] == found
    return found


def turn(*move: Any, settings: KokaSettings = KOKA, **table: str) -> tuple[str | None, list[Any], list[Any], bool]:
    """A move, with its dice spelled: ``turn("take", "g3", None)``. The table may differ from the usual one."""
    usual = {"hand": "r123 b123 y123 g12", "kept": "", "tray": "g3 o11", "discards": ""}
    position: dict[str, Any] = {key: dice(text) for key, text in (usual | table).items()}
    if move[0] == "reroll":
        position["move"] = ["reroll", *(dice(text) for text in move[1:])]
    else:
        position["move"] = [move[0], *(None if text is None else dice(text)[0] for text in move[1:])]
    out = oracle(settings, "turn", position)
    assert set(out) == {"verdict", "violation", "hand", "kept", "complete"}
    assert out["verdict"] == ("allowed" if out["violation"] is None else "not-allowed")
    if out["violation"] is not None:
        assert (out["hand"], out["kept"]) == (position["hand"], position["kept"])
    return out["violation"], sorted(out["hand"]), sorted(out["kept"]), out["complete"]


def violation(*move: Any, **table: str) -> str | None:
    return turn(*move, **table)[0]


# The conformance cases


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any]) -> None:
    out = oracle(KOKA, case["kind"], case["in"])
    assert set(out) >= set(case["out"])
    for key, value in case["out"].items():
        unordered = key in ("waits", "sets") and value is not None
        assert (sorted(out[key]) if unordered else out[key]) == (sorted(value) if unordered else value)


def test_every_kind_of_the_cases_is_there() -> None:
    assert not FINDINGS
    assert {case["kind"] for case in CASES} == {"setup", "is_set", "score", "waits"}


# Sets and scores


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r222", True),
        ("r534", True),
        ("r444444", True),
        ("r162534", True),
        ("r22 b2", False),
        ("r12 b3", False),
        ("r612", False),
        ("r135", False),
        ("r123456", True),
        ("r12345 b6", False),
        ("r222333", False),
        ("r123123", False),
        ("r44444 b4", False),
    ],
)
def test_a_set_has_one_colour_and_is_alike_or_consecutive(text: str, expected: bool) -> None:
    assert oracle(KOKA, "is_set", {"dice": dice(text)}) == {"is_set": expected, "size": len(dice(text))}


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("r123 y222 p234 o345", 4),
        ("b123456 g333 y456", 12),
        ("r234 y234 p555 o123", 6),
        ("b111 p111 g111 y456", 10),
        ("r222222 g123 y123", 14),
        ("r222222 g222 y222", 16),
        ("r333444555 b111", 10),
        ("r333444555 b345", 16),
        ("r111111111111", 16),
        ("r123456 b123 y456", 12),
        ("r123456123456", 12),
        ("r1234 b1234 y1234", None),
        ("r12345 b12345 y11", None),
        ("r222222 b444444", 14),
        ("r123456 b654321", 12),
        ("r123456 b444444", 14),
        ("r111 b222 y444 g445", None),
    ],
)
def test_the_best_partition_counts(text: str, points: int | None) -> None:
    assert score(text) == points


def test_equal_sets_of_one_colour_multiply_unless_the_reading_says_no() -> None:
    assert [score("r222222 g222 b456", one) for one in (KOKA, DIFFERENT)] == [12, 12]
    assert [score("r333444555 b111", one) for one in (KOKA, DIFFERENT)] == [10, 4]
    assert [score("r222222 g222 y222", one) for one in (KOKA, DIFFERENT)] == [16, 14]
    assert [score("r345345 b345 y345", one) for one in (KOKA, DIFFERENT)] == [16, 10]


def test_sets_of_six_come_first_where_the_reading_says_so() -> None:
    assert [score("r222222 g222 y222", one) for one in (KOKA, SIX_FIRST)] == [16, 14]
    assert [score("r333444555 b111", one) for one in (KOKA, SIX_FIRST)] == [10, 10]
    assert sets("r222222 g222 y222", SIX_FIRST) == [["green", [2] * 3], ["red", [2] * 6], ["yellow", [2] * 3]]


def test_two_sets_of_six_are_a_form_where_the_reading_says_so() -> None:
    assert [score("r123456 b444444", one) for one in (KOKA, TWO_SIXES)] == [14, 20]
    # Either of the two may be the set of six.
    assert sets("r123456 b123456") is None
    assert sets("r123456 b123456", TWO_SIXES) == [["blue", [1, 2, 3, 4, 5, 6]], ["red", [1, 2, 3, 4, 5, 6]]]


def test_what_sets_score_is_a_figure_of_the_definition() -> None:
    other = replace(KOKA, sets=Sets(2, 5))
    assert [score(text, other) for text in ("r123 y222 p234 o345", "r222222 g123 y123", "b123456 g333 y456")] == [
        8,
        16,
        12,
    ]


def test_all_partitions_are_listed_best_first() -> None:
    found = oracle(KOKA, "partitions", {"dice": dice("r222222 g222 y222")})["partitions"]
    assert [one["score"] for one in found] == [16, 14]
    assert found[1]["sets"] == [["green", [2] * 3], ["red", [2] * 6], ["yellow", [2] * 3]]
    found = oracle(SIX_FIRST, "partitions", {"dice": dice("r222222 g222 y222")})["partitions"]
    assert [one["score"] for one in found] == [16, 14]
    assert oracle(KOKA, "partitions", {"dice": dice("r1234 b1234 y1234")}) == {"partitions": []}


# Special hands

PAIRS = SpecialHand("Six pairs", (Group(2, "same", "same"),) * 6, 20)
RAINBOW = SpecialHand("Rainbow runs", (Group(6, "any", "run"),) * 2, 12)


def test_a_special_hand_completes_and_scores_where_it_is_more() -> None:
    special = replace(KOKA, special_hands=(PAIRS, RAINBOW))
    assert score("r11 b22 y33 g44 p55 o66") is None
    assert score("r11 b22 y33 g44 p55 o66", special) == 20
    assert score("r12 b34 y56 r6 g543 p21", special) == 12
    assert score("r222222 g222 y222", special) == 16
    assert score("r222222 g22 b22 y22", special) == 20
    assert sets("r222222 g22 b22 y22", special) == [[c, [2, 2]] for c in ("blue", "green", *["red"] * 3, "yellow")]
    assert waits("r11 b22 y33 g44 p55 o6", replace(KOKA, special_hands=(PAIRS,))) == [["orange", 6]]


def test_a_special_hand_has_its_groups_named_where_only_one_split_is_there() -> None:
    special = replace(KOKA, special_hands=(RAINBOW,))
    assert sets("r12 b34 y56 r6 g543 p21", special) is None
    one = replace(KOKA, special_hands=(replace(RAINBOW, groups=(Group(6, "any", "same"), Group(6, "any", "any"))),))
    split = sets("r1 b1 y1 g1 p1 o1 r2 b3 y4 g5 p6 o6", one)
    assert split is not None
    assert sorted(map(len, split)) == [6, 6]


def test_as_much_as_a_special_hand_is_scored_by_the_sets() -> None:
    tie = replace(KOKA, special_hands=(SpecialHand("Any", (Group(12, "any", "any"),), 4),))
    assert sets("r123 y222 p234 o345", tie) == sets("r123 y222 p234 o345")
    assert sets("r123 y222 p234 o346", tie) == [dice("o346 p234 r123 y222")]


# Waits


def test_every_die_that_completes_is_a_wait() -> None:
    assert waits("r123 b123 y123 g12") == [["green", 3]]
    assert waits("r123 b123 y123 g23") == [["green", 1], ["green", 4]]
    assert waits("r123 b123 y123 g33") == [["green", 3]]
    assert waits("r123 b123 y1234 g1") == []
    assert waits("r12345 b123 y123") == [["red", 3], ["red", 6]]
    assert waits("r2345 b123 y123 g1") == []


def test_a_wait_scores_what_the_hand_scores_with_it() -> None:
    out = oracle(KOKA, "waits_scored", {"dice": dice("r123 b123 y555 g23")})
    assert out == {"waits": [[["green", 1], 10], [["green", 4], 6]], "best": [["green", 1]]}
    assert oracle(KOKA, "waits_scored", {"dice": dice("r123 b123 y1234 g1")}) == {"waits": [], "best": []}


def test_a_colour_whose_dice_all_lie_there_gives_no_wait() -> None:
    two = tuple(replace(one, dice=2) if one.id == "green" else one for one in KOKA.colours)
    assert waits("r123 b123 y123 g12", replace(KOKA, colours=two)) == []


# Turns


def test_a_die_is_taken_and_one_given_back_unless_that_completes() -> None:
    whole = sorted(dice("r123 b123 y123 g123"))
    assert turn("take", "g3", None) == (None, whole, [], True)
    assert turn("take", "o1", "g1") == (None, sorted(dice("r123 b123 y123 g2 o1")), [], False)
    assert violation("take", "o1", "o1") is None
    assert violation("take", "o1", None) == "give-count"
    assert violation("take", "g3", "g3") == "give-count"
    assert violation("take", "o2", "g1") == "not-in-tray"
    assert violation("take", "o1", "g4") == "not-in-hand"
    assert violation("take", "g3", "g4") == "not-in-hand"


def test_two_dice_are_rerolled_and_none_one_or_two_taken() -> None:
    assert violation("reroll", "g3 o1", "g5 o6", "", "") is None
    assert violation("reroll", "g3 o1", "g5 o6", "g5", "g5") is None
    assert violation("reroll", "g3 o1", "g5 o6", "g5 o6", "r1 r2") is None
    assert turn("reroll", "g3 o1", "g3 o6", "g3", "")[3]
    assert violation("reroll", "g3 o1", "g3 o6", "", "r1") == "give-count"
    assert violation("reroll", "g3 o1", "g5 o6", "g5", "") == "give-count"
    assert violation("reroll", "g3 o1", "g5 o6", "g5 o6", "r1") == "give-count"
    assert violation("reroll", "g3 o1", "g3 o6", "g3", "r1") == "give-count"
    assert violation("reroll", "g3 o1", "o5 g6", "g6", "") == "wrong-colours"
    assert violation("reroll", "g3 o1", "g5 o6", "g3", "") == "not-rerolled"
    assert violation("reroll", "g3 o1", "g5 o6", "g5 o5", "r1 r2") == "not-rerolled"
    assert violation("reroll", "g3 g3", "g5 g6", "g5", "r1") == "not-in-tray"
    assert violation("reroll", "g3 o1", "g5 o6", "g5", "p1") == "not-in-hand"
    assert violation("reroll", "g3 o1", "g5 o6", "g5", "r1", tray="g3") == "tray-too-small"


def test_completing_after_taking_two_gives_one_back_that_leaves_twelve_complete() -> None:
    taken = ("reroll", "g3 o1", "g3 o6", "g3 o6")
    assert turn(*taken, "o6") == (None, sorted(dice("r123 b123 y123 g123")), [], True)
    assert [violation(*taken, back) for back in ("", "r1", "g3 o6")] == ["give-count"] * 3


def test_kept_dice_lie_above_the_shelf_until_the_last_sends_them_back() -> None:
    assert turn("keep", "g3")[1:] == (sorted(dice("r123 b123 y123 g12")), [["green", 3]], False)
    assert violation("keep", "g4") == "not-in-tray"
    two = {"kept": "p11", "discards": "g6 p2"}
    assert turn("keep", "o1", "g3", None, **two) == (None, sorted(dice("r123 b123 y123 g123")), [], True)
    assert turn("keep", "o1", "p4", "p4", **two) == (None, sorted(dice("r123 b123 y123 g12")), [], False)
    assert violation("keep", "o2", "g3", None, **two) == "not-in-tray"
    assert violation("keep", "o1", "y3", "y1", **two) == "not-in-discards"
    assert violation("keep", "o1", "g3", "g3", **two) == "give-count"
    assert violation("keep", "o1", "p4", None, **two) == "give-count"
    assert violation("keep", "o1", "p4", "o5", **two) == "not-in-hand"


def test_without_discards_the_last_kept_die_brings_nothing() -> None:
    assert turn("keep", "o1", None, None, kept="p11") == (None, sorted(dice("r123 b123 y123 g12")), [], False)
    assert violation("keep", "o1", "g3", None, kept="p11") == "not-in-discards"


# Seats


def test_the_round_is_played_out_and_all_complete_hands_score() -> None:
    hands = ["r123 b123 y123 g123", "r222 b333 y444 g55", "r222 b333 y444 g555"]
    out = oracle(KOKA, "round", {"start": 1, "hands": [dice(hand) for hand in hands]})
    assert out == {"over": True, "turns": [1, 2, 0], "completers": [2, 0], "scores": [16, 0, 4]}
    out = oracle(KOKA, "round", {"start": 0, "hands": [dice(hands[1])] * 2})
    assert out == {"over": False, "turns": [0, 1], "completers": [], "scores": [0, 0]}


def test_the_highest_total_wins_and_ties_share() -> None:
    assert oracle(KOKA, "match", {"scores": [[4, 0], [0, 4]]}) == {"totals": [4, 4], "best": [0, 1]}
    assert oracle(KOKA, "match", {"scores": [[4, 0, 1], [0, 6, 1]]}) == {"totals": [4, 6, 2], "best": [1]}


def test_the_right_neighbour_of_the_start_player_draws_first_and_then_the_left() -> None:
    drawers = [oracle(KOKA, "drawer", {"players": 3, "start": 0, "round": one})["drawer"] for one in range(4)]
    assert drawers == [2, 0, 1, 2]


def test_an_unknown_kind_and_a_missing_key_have_no_answer() -> None:
    with pytest.raises(PositionError, match="no kind of case 'nothing'"):
        oracle(KOKA, "nothing", {})
    with pytest.raises(PositionError, match="lacks 'dice'"):
        oracle(KOKA, "score", {})
    with pytest.raises(PositionError, match="with 5 players"):
        oracle(KOKA, "setup", {"players": 5})
