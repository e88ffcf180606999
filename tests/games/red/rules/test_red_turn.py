"""What may be done in a turn of red, and who is out after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.settings import RedSettings

Variant = Callable[[str], RedSettings]
Move = list[Any]


def cards(line: str) -> list[list[Any]]:
    return [[word[:-1], int(word[-1])] for word in line.split()]


def asked(settings: RedSettings, palettes: list[str], hand: str, rule: str, move: Move) -> Any:
    position = {"palettes": [cards(line) for line in palettes], "me": 0, "hand": cards(hand), "rule": rule}
    return answer(settings, rules_of(settings), "may_move", {**position, "move": move})


PLAY, RULE = ["play", ["red", 6], None], ["rule", None, ["red", 6]]


def test_a_lone_play_that_does_not_win_is_allowed_and_puts_the_seat_out(variant: Variant) -> None:
    out = asked(variant("red"), ["blue1", "green7", "blue7"], "red6", "red", PLAY)
    assert out == {"verdict": "out", "violation": None, "still_in": [1, 2], "draws": 0}


def test_a_seat_that_is_overtaken_stays_in(variant: Variant) -> None:
    out = asked(variant("red"), ["blue1", "green5"], "red6", "red", PLAY)
    assert out == {"verdict": "allowed", "violation": None, "still_in": [0, 1], "draws": 0}


def test_a_discard_that_does_not_win_is_not_allowed(variant: Variant) -> None:
    out = asked(variant("red"), ["blue1", "green7"], "red6", "blue", RULE)
    assert out == {"verdict": "not-allowed", "violation": "discard-must-win", "still_in": [0, 1], "draws": 0}


def test_a_discard_sets_the_rule_that_is_compared_by(variant: Variant) -> None:
    out = asked(variant("red"), ["blue6", "green7"], "violet1", "red", ["rule", None, ["violet", 1]])
    assert out["verdict"] == "allowed"


def test_the_discarded_card_does_not_count(variant: Variant) -> None:
    out = asked(variant("red"), ["blue5", "green6"], "red7", "blue", ["rule", None, ["red", 7]])
    assert out["verdict"] == "not-allowed"


def test_both_plays_first_and_draws_a_card_afterwards(variant: Variant) -> None:
    out = asked(variant("red"), ["blue1", "green5"], "red6 red2", "blue", ["both", ["red", 6], ["red", 2]])
    assert out == {"verdict": "allowed", "violation": None, "still_in": [0, 1], "draws": 1}


def test_there_is_no_pass_in_red_even_for_the_winning_seat(variant: Variant) -> None:
    out = asked(variant("red"), ["blue7", "green5"], "red6", "red", ["pass", None, None])
    assert (out["verdict"], out["violation"]) == ("not-allowed", "no-pass")


def test_a_pass_puts_one_out_in_red7(variant: Variant) -> None:
    out = asked(variant("red7"), ["blue7", "green5"], "red6", "red", ["pass", None, None])
    assert out == {"verdict": "out", "violation": None, "still_in": [1], "draws": 0}


def test_the_colour_in_force_may_be_discarded_by_one_reading_only(variant: Variant) -> None:
    table = (["blue7", "green5"], "red6", "red", RULE)
    assert asked(variant("red"), *table)["verdict"] == "allowed"
    assert asked(variant("red-no-same-colour"), *table)["violation"] == "same-colour-discard"


@pytest.mark.parametrize(("number", "draws"), [(1, 0), (2, 0), (3, 1)])
def test_red7_draws_when_the_number_discarded_exceeds_the_palette(number: int, draws: int, variant: Variant) -> None:
    move = ["both", ["red", 7], ["red", number]]
    assert asked(variant("red7"), ["blue1", "green5"], f"red7 red{number}", "blue", move)["draws"] == draws
    assert asked(variant("red7-basic"), ["blue1", "green5"], f"red7 red{number}", "blue", move)["draws"] == 0


def test_where_nobody_fits_the_seat_that_acts_is_not_winning(variant: Variant) -> None:
    table = (["blue7", "green5"], "red3", "violet", ["play", ["red", 3], None])
    assert asked(variant("red"), *table)["verdict"] == "out"
    assert asked(variant("red-strongest-card"), *table)["verdict"] == "allowed"


def test_an_exact_tie_of_copies_is_won_by_nobody(variant: Variant) -> None:
    settings = variant("eight")
    out = answer(settings, rules_of(settings), "winner", {"palettes": [cards("red8"), cards("red8")], "rule": "red"})
    assert out["winner"] is None


def test_seats_that_are_out_are_not_compared(variant: Variant) -> None:
    out = asked(variant("red"), ["blue1", "", "green5"], "red6", "red", PLAY)
    assert out["still_in"] == [0, 2]


def test_round_points_are_the_numbers_that_meet_the_rule(variant: Variant) -> None:
    settings = variant("red7")
    position = {"palettes": [[], cards("red7 blue2 green4 red6")], "winner": 1}
    points = {
        rule: answer(settings, rules_of(settings), "round_score", {**position, "rule": rule})["points"]
        for rule in ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
    }
    assert points == {"red": 7, "orange": 7, "yellow": 13, "green": 12, "blue": 13, "indigo": 13, "violet": 2}


def turn(**changes: Any) -> dict[str, Any]:
    position = {
        "palettes": [cards("blue1"), cards("green5"), []],
        "me": 0,
        "hand": cards("red6 red2"),
        "rule": "red",
        "move": PLAY,
    }
    return {**position, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rule": "pink"}, "'rule' must be one of red,"),
        ({"rule": None}, "'rule' must be one of red,"),
        ({"me": 3}, "must be a seat from 0 to 2"),
        ({"me": -1}, "must be a seat from 0 to 2"),
        ({"me": True}, "must be a seat from 0 to 2"),
        ({"me": 2}, "whose palette is empty"),
        ({"hand": []}, "without a hand card is out"),
        ({"hand": "red6"}, "'hand' must be a list of cards"),
        ({"hand": [["red", 6], ["red", 6]]}, "red-6 occurs 2 times, and the deck has 1"),
        ({"hand": [["red", 6], ["green", 5]]}, "green-5 occurs 2 times"),
        ({"hand": [["red", 6], ["red", 8]]}, "no card with the number 8"),
        ({"hand": [["red", 6], ["red", True]]}, "no card with the number True"),
        ({"hand": [["red", 6], ["red", 2.0]]}, "no card with the number 2.0"),
        ({"hand": [["red", 6], ["pink", 2]]}, "no colour 'pink'"),
        ({"hand": [["red", 6], [["red"], 2]]}, "no colour"),
        ({"hand": [["red", 6], ["red", [2]]]}, "no card with the number"),
        ({"hand": [["red", 6], "R2"]}, "a card is"),
        ({"hand": [["red", 6], 7]}, "a card is"),
        ({"hand": [["red", 6], None]}, "a card is"),
        ({"hand": [["red", 6], ["red", 2, 2]]}, "a card is"),
        ({"palettes": []}, "list of 1 to 4 palettes"),
        ({"palettes": [[["red", n]] for n in range(1, 6)]}, "list of 1 to 4 palettes"),
        ({"palettes": {"0": []}}, "list of 1 to 4 palettes"),
        ({"palettes": [["red", 1]]}, "a card is"),
        ({"palettes": [None, cards("blue1")]}, "a palette must be a list of cards"),
        ({"move": ["lay", ["red", 6], None]}, "'move' must be"),
        ({"move": ["play", ["red", 6]]}, "'move' must be"),
        ({"move": "play"}, "'move' must be"),
        ({"move": [["play"], None, None]}, "'move' must be"),
        ({"move": ["play", None, ["red", 6]]}, "has a card played"),
        ({"move": ["play", ["red", 6], ["red", 2]]}, "has no card discarded"),
        ({"move": ["rule", ["red", 6], None]}, "has no card played"),
        ({"move": ["both", ["red", 6], None]}, "has a card discarded"),
        ({"move": ["pass", None, ["red", 2]]}, "has no card discarded"),
        ({"move": ["play", ["red", 7], None]}, "needs 1 × red-7, and the hand holds 0"),
        ({"move": ["both", ["red", 6], ["red", 6]]}, "needs 2 × red-6, and the hand holds 1"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any], message: str, variant: Variant) -> None:
    settings = variant("red")
    rules = rules_of(settings)
    assert answer(settings, rules, "may_move", turn())["verdict"] == "allowed"
    with pytest.raises(PositionError, match=message.replace("[", r"\[")) as caught:
        answer(settings, rules, "may_move", turn(**changes))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", ["palettes", "me", "hand", "rule", "move"])
def test_a_missing_key_is_named(key: str, variant: Variant) -> None:
    position = {name: value for name, value in turn().items() if name != key}
    with pytest.raises(PositionError, match=f"has no '{key}'"):
        answer(variant("red"), rules_of(variant("red")), "may_move", position)


@pytest.mark.parametrize(
    ("kind", "position", "message"),
    [
        ("score", {}, "there is no kind 'score'"),
        (["best"], {}, "there is no kind"),
        ("winner", [1], "the position is not an object"),
        ("winner", None, "the position is not an object"),
        ("stronger", {"a": ["red", 1], "b": ["red", 1]}, "neither is stronger"),
        ("opening", {"palettes": [[["red", 1]], []]}, "exactly one card"),
        ("opening", {"palettes": [[["red", 1]]]}, "exactly one card"),
        ("round_score", {"palettes": [[["red", 1]], []], "rule": "red", "winner": 1}, "seat is out"),
    ],
)
def test_other_kinds_refuse_as_well(kind: Any, position: Any, message: str, variant: Variant) -> None:
    with pytest.raises(PositionError, match=message):
        answer(variant("red7"), rules_of(variant("red7")), kind, position)
