"""The oracle of red against the conformance cases and positions worked by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import Criterion, Readings
from tests.games.red.oracle.spelled import best, cards, may_move, points, red, red7, surviving, winner

CASES = json.loads((Path(__file__).parents[2] / "cases" / "red.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_oracle_answers_the_conformance_case(case: dict[str, Any]) -> None:
    out = oracle(red(), case["kind"], case["in"])
    want = case["out"]
    if case["kind"] == "surviving_moves":
        out = {"moves": sorted(out["moves"], key=repr)}
        want = {"moves": sorted(want["moves"], key=repr)}
    assert out == want


# Criteria


@pytest.mark.parametrize(
    ("rule", "palette", "expected"),
    [
        ("red", "V7 R6 R1", (1, "V7")),
        ("orange", "V2 I2 R7 O7 Y1", (2, "R7")),
        ("orange", "V2 I2 Y2 R7 O7", (3, "Y2")),
        ("orange", "R5", (1, "R5")),
        ("yellow", "R1 R2 V6 V7", (2, "V7")),
        ("yellow", "R1 R2 R3 V6 V7", (3, "R3")),
        ("yellow", "R3 V4", (1, "V4")),
        ("green", "R4 O2 Y1 R7", (3, "R4")),
        ("green", "R5 R2 V6 V1", (2, "V6")),
        ("green", "R5 R6", None),
        ("green", "R1 R2 R3", None),
        ("blue", "R1 R7 O1 O6", (2, "R7")),
        ("blue", "V3", (1, "V3")),
        ("indigo", "R3 O1 V2 Y2 R7", (3, "R3")),
        ("indigo", "R7 R1", (1, "R7")),
        ("indigo", "R6 R7 R1 R2 R3", (3, "R3")),
        ("indigo", "R1 R3 R5", (1, "R5")),
        ("indigo", "R1 R2 V6 V7", (2, "V7")),
        ("violet", "R6 V2 R7 O4", (3, "R6")),
        ("violet", "R1 R7", None),
    ],
)
def test_the_best_selection_is_the_largest_that_fits(rule: str, palette: str, expected: tuple[int, str] | None) -> None:
    assert best(red(), palette, rule) == expected


@pytest.mark.parametrize(
    ("criterion", "palette", "expected"),
    [
        (Criterion("odd"), "R6 V1 R7 O4 G3", (3, "R7")),
        (Criterion("odd"), "R6 O4", None),
        (Criterion("below", 4), "R3 V3 R4 O1", (3, "R3")),
        (Criterion("below", 4), "R4", None),
        (Criterion("above", 4), "R4 V5 R6", (2, "R6")),
        (Criterion("above", 4), "R4", None),
        (Criterion("sum", 10), "R7 O3 V4 G2 B1", (4, "V4")),
    ],
)
def test_a_criterion_is_data(criterion: Criterion, palette: str, expected: tuple[int, str] | None) -> None:
    assert best(red({"green": criterion}), palette, "green") == expected


def test_a_sum_of_none_does_not_fit_with_no_cards_at_all() -> None:
    settings = red({"green": Criterion("sum", 0)}, numbers=(0, 1, 2))
    assert best(settings, "R1 O2", "green") is None
    assert best(settings, "R0 O0 V2", "green") == (2, "R0")


def test_a_run_goes_up_by_one_even_if_the_deck_skips_a_number() -> None:
    assert best(red(numbers=(1, 2, 4, 5)), "R2 R4", "indigo") == (1, "R4")


def test_a_criterion_without_its_figure_is_no_answer() -> None:
    with pytest.raises(ValueError, match="no figure"):
        best(red({"green": Criterion("sum")}), "R7", "green")


# Strength


def test_the_number_counts_before_the_colour() -> None:
    assert oracle(red(), "stronger", {"a": ["red", 6], "b": ["violet", 7]}) == {"stronger": "b"}
    assert oracle(red(), "stronger", {"a": ["violet", 7], "b": ["red", 7]}) == {"stronger": "b"}


def test_another_order_of_strength_decides_equal_numbers() -> None:
    order = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")
    settings = red(order=order)
    assert oracle(settings, "stronger", {"a": ["violet", 5], "b": ["red", 5]}) == {"stronger": "a"}
    assert best(settings, "R7 V7", "red") == (1, "V7")
    assert winner(settings, "orange", "R5 O5 Y5", "V5 I5 B5") == 1
    assert winner(red(), "orange", "R5 O5 Y5", "V5 I5 B5") == 0


def test_two_copies_of_a_card_are_equally_strong() -> None:
    assert oracle(red(copies=2), "stronger", {"a": ["red", 5], "b": ["red", 5]}) == {"stronger": None}


# Winning


def test_a_tie_in_size_goes_to_the_strongest_card_of_the_selection_only() -> None:
    assert winner(red(), "orange", "R7 V3 I3", "Y3 G3 B1") == 1
    assert winner(red(), "violet", "V6 R7", "G4 B2") == 1


def test_where_nobody_fits_nobody_is_winning_or_the_strongest_card_as_the_reading_says() -> None:
    strongest = red(readings=Readings(nobody_fits="strongest-card"))
    assert winner(red(), "violet", "R7 O1", "R5", "") is None
    assert winner(strongest, "violet", "R1 O5", "R7", "") == 1
    assert winner(strongest, "violet", "O5", "R5", "O3") == 1
    assert winner(strongest, "violet", "R7 O7", "V2") == 1
    position = {"palettes": [cards("R1 O5"), cards("R7")], "rule": "violet"}
    assert oracle(strongest, "winner", position)["best"] == [None, None]


def test_with_every_seat_out_nobody_is_winning() -> None:
    assert winner(red(readings=Readings(nobody_fits="strongest-card")), "red", "", "") is None


def test_an_exact_tie_means_nobody_is_winning() -> None:
    settings = red(copies=2)
    assert winner(settings, "red", "R7 V1", "R7 O6") is None
    assert winner(settings, "red", "R7", "R7", "V7 O6") is None
    assert winner(settings, "orange", "R5 O5", "R5 V5") is None
    assert winner(settings, "orange", "R5 O5", "R5 V5", "V1 B1 G1") == 2
    strongest = red(copies=2, readings=Readings(nobody_fits="strongest-card"))
    assert winner(strongest, "violet", "R7 V1", "R7 O5") is None


def test_copies_repeat_a_number_and_a_colour() -> None:
    settings = red(copies=2)
    assert best(settings, "R5 R5 O5", "orange") == (3, "R5")
    assert best(settings, "R5 R5 R2", "yellow") == (3, "R5")
    assert best(settings, "R5 R5 O6", "blue") == (2, "O6")
    assert best(settings, "R5 R5 O6", "indigo") == (2, "O6")


@pytest.mark.parametrize("rule", ["orange", "yellow", "indigo"])
def test_a_single_card_is_a_group_or_a_run_only_if_the_reading_says_so(rule: str) -> None:
    nothing = red(readings=Readings(single_card="nothing"))
    assert best(red(), "R5 O2", rule) == (1, "R5")
    assert best(nothing, "R5 O2", rule) is None
    assert winner(red(), rule, "R5", "V6") == 1
    assert winner(nothing, rule, "R5", "V6") is None


def test_the_reading_of_single_cards_leaves_pairs_and_the_other_rules_alone() -> None:
    nothing = red(readings=Readings(single_card="nothing"))
    assert best(nothing, "R5 O5 V7", "orange") == (2, "R5")
    assert best(nothing, "R5 R2 V7", "yellow") == (2, "R5")
    assert best(nothing, "R5 V4 B7", "indigo") == (2, "R5")
    for rule, palette in {"red": "R7", "green": "R7", "blue": "R7", "violet": "R6"}.items():
        assert best(nothing, palette, rule) == (1, palette)


# Moves


def test_a_seat_may_end_its_turn_winning_by_each_kind_of_move() -> None:
    # Laying R7 wins at red. Discarding V2, alone or after R7, leaves one even card each, and G6 is the stronger.
    assert surviving(red(), "red", "R7 V2", "O4", "G6") == {"play R7 -"}
    # Blue: two colours against one.
    assert surviving(red(), "red", "V2 B1", "O4", "G6") == {"both V2 B1"}
    # Violet: two even cards against one.
    assert surviving(red(), "red", "V2", "O4 Y2", "G6") == {"rule - V2"}


def test_the_discarded_card_does_not_count_in_the_palette() -> None:
    assert surviving(red(), "red", "R7", "O4", "G6") == {"play R7 -"}


def test_the_discard_of_the_colour_in_force_is_allowed_unless_the_reading_forbids_it() -> None:
    forbidden = red(readings=Readings(same_colour_discard="not-allowed"))
    table = ("V7", "G6")
    assert surviving(red(), "red", "R1", *table) == {"play R1 -", "rule - R1"}
    assert surviving(forbidden, "red", "R1", *table) == {"play R1 -"}
    assert may_move(red(), "red", "R1", "rule - R1", *table) == ("allowed", None, [0, 1], 0)
    expected = ("not-allowed", "same-colour-discard", [0, 1], 0)
    assert may_move(forbidden, "red", "R1", "rule - R1", *table) == expected
    assert may_move(forbidden, "red", "R1", "rule - R1", "V5", "G6") == expected
    assert may_move(forbidden, "red", "R1 O7", "both O7 R1", *table) == expected
    assert may_move(forbidden, "orange", "R1", "rule - R1", *table) == ("allowed", None, [0, 1], 0)


def test_equal_cards_in_the_hand_are_one_move() -> None:
    assert surviving(red(copies=2), "red", "R7 R7", "O4", "G6") == {"play R7 -", "both R7 R7"}


def test_a_lone_play_is_always_legal_but_may_put_one_out() -> None:
    assert may_move(red(), "red", "R7 V2", "play R7 -", "O4", "G6", "B1") == ("allowed", None, [0, 1, 2], 0)
    assert may_move(red(), "red", "R7 V2", "play V2 -", "O4", "G6", "B1") == ("out", None, [1, 2], 0)
    assert surviving(red(), "red", "V2", "O4", "G6", "B1") == set()


def test_a_seat_is_out_where_it_lays_a_card_and_nobody_is_winning() -> None:
    table = ("R7", "R5")
    assert may_move(red(), "violet", "O1", "play O1 -", *table) == ("out", None, [1], 0)
    strongest = red(readings=Readings(nobody_fits="strongest-card"))
    assert may_move(strongest, "violet", "O1", "play O1 -", *table) == ("allowed", None, [0, 1], 0)


def test_a_tie_is_not_a_win_for_the_seat_that_acts() -> None:
    assert may_move(red(copies=2), "red", "R7", "play R7 -", "O4", "R7") == ("out", None, [1], 0)


def test_a_discard_must_leave_one_winning() -> None:
    table = ("O4", "G6", "")
    assert may_move(red(), "red", "Y2", "rule - Y2", *table) == ("not-allowed", "discard-must-win", [0, 1], 0)
    assert may_move(red(), "red", "Y2 O3", "both O3 Y2", *table) == ("allowed", None, [0, 1], 1)
    assert may_move(red7(), "red", "Y2", "rule - Y2", *table) == ("not-allowed", "discard-must-win", [0, 1], 0)


def test_only_the_seat_that_acts_can_be_put_out() -> None:
    assert may_move(red(), "red", "R7", "play R7 -", "V1", "O4", "", "G6", me=1) == ("allowed", None, [0, 1, 3], 0)
    assert may_move(red(), "red", "R5", "play R5 -", "V1", "O4", "", "G6", me=1) == ("out", None, [0, 3], 0)


def test_doing_nothing_is_no_action_or_puts_one_out() -> None:
    assert may_move(red(), "red", "R7", "pass - -", "O7", "G6") == ("not-allowed", "no-pass", [0, 1], 0)
    assert may_move(red7(), "red", "R7", "pass - -", "O7", "G6") == ("out", None, [1], 0)


def test_a_card_not_in_the_hand_is_not_allowed_and_has_no_code() -> None:
    refused = ("not-allowed", None, [0, 1], 0)
    assert may_move(red(), "red", "R7", "play O7 -", "O4", "G6") == refused
    assert may_move(red(), "red", "R7", "rule - O7", "O4", "G6") == refused
    assert may_move(red(copies=2), "red", "R7", "both R7 R7", "O4", "G6") == refused
    assert may_move(red(copies=2), "red", "R7 R7", "both R7 R7", "O4", "G6") == ("allowed", None, [0, 1], 1)


def test_doing_both_draws_one_card_and_no_other_move_does() -> None:
    table = ("O4", "G6")
    assert may_move(red(), "red", "R7 O3", "both R7 O3", *table)[::3] == ("allowed", 1)
    assert may_move(red(), "red", "R7 O3", "play R7 -", *table)[::3] == ("allowed", 0)
    assert may_move(red(), "red", "R1", "rule - R1", "V7", "G6")[::3] == ("allowed", 0)
    assert may_move(red(draw="never"), "red", "R7 O3", "both R7 O3", *table)[::3] == ("allowed", 0)


def test_a_discard_above_the_size_of_the_palette_after_the_play_draws_one() -> None:
    settings = red7()
    assert may_move(settings, "blue", "R3 O1", "rule - R3", "V7 B1", "G6")[::3] == ("allowed", 1)
    assert may_move(settings, "blue", "R3 O1", "both O1 R3", "V7 B1", "G6")[::3] == ("allowed", 0)
    assert may_move(settings, "blue", "R2 O1", "rule - R2", "V7 B1", "G6")[::3] == ("allowed", 0)
    assert may_move(settings, "red", "R7", "play R7 -", "V6", "G6")[::3] == ("allowed", 0)


# Opening


def test_the_left_neighbour_of_the_winning_seat_begins() -> None:
    position = {"palettes": [cards("V7"), cards("R6"), cards("R7")]}
    assert oracle(red(), "opening", position) == {"leader": 2, "first": 0}


def test_the_opening_rule_decides_who_leads() -> None:
    position = {"palettes": [cards("V7"), cards("G2"), cards("R5")]}
    assert oracle(red(opening_rule="violet"), "opening", position) == {"leader": 1, "first": 2}
    violet_strongest = red(order=("violet", "red", "orange", "yellow", "green", "blue", "indigo"))
    assert oracle(violet_strongest, "opening", position) == {"leader": 1, "first": 2}
    assert oracle(replace(violet_strongest, opening_rule="red"), "opening", position) == {"leader": 0, "first": 1}


def test_the_strongest_card_sets_who_begins_where_nobody_is_winning_at_the_opening() -> None:
    position = {"palettes": [cards("V5"), cards("G3"), cards("R5")]}
    assert oracle(red(opening_rule="violet"), "opening", position) == {"leader": None, "first": 0}
    tied = {"palettes": [cards("V5"), cards("R7"), cards("R7")]}
    assert oracle(red(copies=2), "opening", tied) == {"leader": None, "first": 2}


# Score of a round


@pytest.mark.parametrize(
    ("rule", "palette", "expected"),
    [
        ("red", "V7 R6", 7),
        ("orange", "R3 V3 B3 R7", 9),
        ("yellow", "R1 R2 V6 V7", 13),
        ("green", "R6 R7 V2", 8),
        ("blue", "R7 B1 B5 O2 O4", 16),
        ("indigo", "R5 V4 B3 R7", 12),
        ("violet", "R3 V1 R7", 4),
        ("violet", "R4 R7", 0),
    ],
)
def test_the_winner_of_a_round_scores_the_cards_that_meet_the_rule(rule: str, palette: str, expected: int) -> None:
    assert points(red7(), rule, palette) == expected


def test_a_winner_by_the_strongest_card_alone_scores_nothing() -> None:
    settings = red7(readings=Readings(nobody_fits="strongest-card"))
    assert points(settings, "violet", "R7") == 0


# Positions that cannot be


TABLE = {"palettes": [[["red", 1]], [["red", 2]]], "me": 0, "hand": [["red", 3]], "rule": "red"}


@pytest.mark.parametrize(
    ("kind", "position", "message"),
    [
        ("trick", {}, "no kind of case 'trick'"),
        ("best", [], "an object"),
        ("best", {"rule": "red"}, "lacks 'palette'"),
        ("best", {"palette": [["red", 8]], "rule": "red"}, "no card red 8"),
        ("best", {"palette": [["pink", 1]], "rule": "red"}, "no card pink 1"),
        ("best", {"palette": [["red", True]], "rule": "red"}, "no card red True"),
        ("best", {"palette": [[["red"], 1]], "rule": "red"}, "no card"),
        ("best", {"palette": ["red"], "rule": "red"}, "a card is"),
        ("best", {"palette": "red 1", "rule": "red"}, "a list of cards"),
        ("best", {"palette": [["red", 1]], "rule": "pink"}, "no rule colour"),
        ("best", {"palette": [["red", 1], ["red", 1]], "rule": "red"}, "holds red 1 1 times, the position 2"),
        ("stronger", {"a": ["red", 1], "b": ["red", 1]}, "the position 2"),
        ("winner", {"palettes": [], "rule": "red"}, "at most 4"),
        ("winner", {"palettes": [[]] * 5, "rule": "red"}, "at most 4"),
        ("opening", {"palettes": [[["red", 1], ["red", 2]], [["red", 3]]]}, "one card"),
        ("opening", {"palettes": [[["red", 1]], []]}, "one card"),
        ("surviving_moves", TABLE | {"me": 2}, "seat from 0 to 1"),
        ("surviving_moves", TABLE | {"me": True}, "seat from 0 to 1"),
        ("surviving_moves", TABLE | {"palettes": [[], [["red", 2]]]}, "is out"),
        ("surviving_moves", TABLE | {"hand": [["red", 2]]}, "the position 2"),
        ("may_move", TABLE, "lacks 'move'"),
        ("may_move", TABLE | {"move": ["play", ["red", 3]]}, "a move is"),
        ("may_move", TABLE | {"move": ["burn", ["red", 3], None]}, "a move is"),
        ("may_move", TABLE | {"move": [["play"], ["red", 3], None]}, "a move is"),
        ("may_move", TABLE | {"move": ["play", None, ["red", 3]]}, "too many or too few"),
        ("may_move", TABLE | {"move": ["pass", ["red", 3], None]}, "too many or too few"),
        ("may_move", TABLE | {"move": ["play", ["red", 9], None]}, "no card red 9"),
        ("round_score", {"palettes": [[["red", 1]], []], "winner": 1, "rule": "red"}, "is out"),
    ],
)
def test_a_position_that_cannot_be_is_an_error_that_says_why(kind: str, position: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        oracle(red(), kind, position)
