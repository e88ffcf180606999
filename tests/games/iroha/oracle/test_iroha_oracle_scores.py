"""The oracle of iroha on scores and whole deals, and on what it refuses; positions worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.iroha.oracle.single import oracle
from pnp.games.iroha.settings import Icon, IrohaSettings, Suit

SUITS = {"b": "bird", "f": "fan", "y": "butterfly", "u": "umbrella", "r": "flower"}
"""A letter for each suit in the positions below; the flower is red."""


def iroha(**changes: Any) -> IrohaSettings:
    suits = tuple(Suit(name, name, letter, "#000000", name, "dots") for letter, name in SUITS.items())
    icons = (Icon((1, 2, 3, 4, 5, 6), 3), Icon((7, 8), 4), Icon((9, 10), 5), Icon((11, 12), 6))
    return replace(IrohaSettings(suits=suits, numbers=tuple(range(1, 13)), icons=icons), **changes)


SMALL = iroha(
    players=(2, 3),
    numbers=(1, 2, 3, 4, 5, 6),
    icons=(Icon((1, 2, 3), 2), Icon((4, 5, 6), 3)),
    dealt=2,
    passed=1,
)
"""A small game: two or three seats, two cards each, one of them passed."""


def cards(text: str) -> list[list[Any]]:
    """Cards from ``"b7 r12"``."""
    return [[SUITS[item[0]], int(item[1:])] for item in text.split()]


def spelled(listed: list[list[Any]]) -> str:
    """Cards as in ``"b7 r12"``."""
    letters = {name: letter for letter, name in SUITS.items()}
    return " ".join(f"{letters[suit]}{number}" for suit, number in listed)


def total(captured: str, settings: IrohaSettings | None = None) -> int:
    out = oracle(settings or iroha(), "score", {"captured": cards(captured)})
    assert sum(out["per_suit"].values()) == out["total"]
    return int(out["total"])


# Scores


@pytest.mark.parametrize(
    ("captured", "points"),
    [
        ("", 0),
        ("r6", 6),
        ("b9 b2 b8 b5", -1),
        ("b2 b5 b8 b9 r6", 5),
        ("b12 f11", 23),
        ("b1 b12 f1 f12", 0),
        ("b1 b2 b3 b4", -2),
    ],
)
def test_the_lowest_card_of_each_suit_counts_and_every_other_costs(captured: str, points: int) -> None:
    assert total(captured) == points


def test_what_a_card_costs_is_a_figure_of_the_definition() -> None:
    assert total("b2 b5 b8 b9 r6", iroha(cost=3)) == 2 - 9 + 6
    assert total("b2 b5 b8 b9 r6", iroha(cost=0)) == 8


def test_only_suits_that_were_captured_are_listed() -> None:
    out = oracle(iroha(), "score", {"captured": cards("b7 b5 r6")})
    assert out == {"per_suit": {"bird": 4, "flower": 6}, "total": 10}
    assert oracle(iroha(), "score", {"captured": []}) == {"per_suit": {}, "total": 0}


def test_the_lowest_of_each_suit_lies_open_suit_by_suit() -> None:
    assert spelled(oracle(iroha(), "open_lows", {"captured": cards("b9 r6 b2 b8 r7 u1")})["open"]) == "b2 u1 r6"
    assert oracle(iroha(), "open_lows", {"captured": []}) == {"open": []}


@pytest.mark.parametrize("kind", ["score", "open_lows"])
def test_a_card_is_captured_once(kind: str) -> None:
    with pytest.raises(PositionError, match="twice"):
        oracle(iroha(), kind, {"captured": cards("b9 b9")})


def test_each_deal_of_a_game_is_scored_by_itself() -> None:
    position = {"captured": [cards("b9 f3"), cards("b2 b9"), cards("")]}
    assert oracle(iroha(), "seat_total", position) == {"scores": [12, 1, 0], "total": 13}
    assert oracle(iroha(cost=4), "seat_total", position) == {"scores": [12, -2, 0], "total": 10}


@pytest.mark.parametrize("deals", [0, 7])
def test_a_seat_plays_as_many_deals_as_the_game_has(deals: int) -> None:
    with pytest.raises(PositionError, match="1 to 6 deals"):
        oracle(iroha(), "seat_total", {"captured": [[]] * deals})
    assert oracle(iroha(deals_each=2), "seat_total", {"captured": [[]] * 7})["total"] == 0
    assert oracle(iroha(), "seat_total", {"captured": [cards("b5")]}) == {"scores": [5], "total": 5}
    assert oracle(iroha(), "seat_total", {"captured": [cards("b5")] * 6})["total"] == 30


def test_all_seats_with_the_top_total_are_best() -> None:
    rows = [[5, 0, -3], [1, 6, 2], [0, 0, 1]]
    assert oracle(iroha(), "game", {"deal_scores": rows}) == {"totals": [6, 6, 0], "best": [0, 1]}
    assert oracle(iroha(), "game", {"deal_scores": rows[:1]}) == {"totals": [5, 0, -3], "best": [0]}
    assert oracle(iroha(), "game", {"deal_scores": [[-1, -2, -3]]})["best"] == [0]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "has deals"),
        ([[1, 2]], "can play"),
        ([[1, 2, 3], [1, 2]], "for each of 3 seats"),
        ([[1, 2, 3], [1, 2, 3, 4]], "for each of 3 seats"),
        ([[1, 2, 3.5]], "whole number"),
        ([[1, 2, True]], "whole number"),
        ([[1, 2, 3]] * 4, "play 3 deals"),
        ([7], "is a list"),
    ],
)
def test_a_score_sheet_that_cannot_be_has_no_answer(rows: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        oracle(iroha(), "game", {"deal_scores": rows})


def test_a_game_may_have_several_deals_for_each_seat() -> None:
    assert oracle(iroha(deals_each=2), "game", {"deal_scores": [[1, 2, 3]] * 6})["totals"] == [6, 12, 18]


# A whole deal

HANDS = ["b1 f2", "b2 y3", "u1 b3"]
TRICKS = ["b2 b3 b1", "u1 f2 y3"]
"""Seat 1 leads. Seat 2 takes the birds and leads the umbrella; neither of the others holds one, so each changes
trump, and seat 1, last to play, takes with the butterfly."""


def deal(hands: list[str], tricks: list[str], leader: int = 1, settings: IrohaSettings = SMALL) -> dict[str, Any]:
    position = {"hands": [cards(c) for c in hands], "leader": leader, "tricks": [cards(c) for c in tricks]}
    return oracle(settings, "deal", position)


def test_a_deal_is_played_out_seat_by_seat() -> None:
    assert deal(HANDS, TRICKS) == {
        "tricks": [
            {"leader": 1, "marker": 1, "trump": "bird", "winner": 2},
            {"leader": 2, "marker": 1, "trump": "butterfly", "winner": 1},
        ],
        "scores": [0, 1 + 2 + 3, 1 - 1 - 1],
        "captured_counts": [0, 3, 3],
    }


def test_the_cost_of_a_card_counts_in_a_deal() -> None:
    assert deal(HANDS, TRICKS, settings=replace(SMALL, cost=5))["scores"] == [0, 6, -9]


@pytest.mark.parametrize(
    ("hands", "tricks", "leader", "message"),
    [
        (HANDS, ["b2 u1 b1", "b3 f2 y3"], 1, "seat 2 may not play umbrella 1 to trick 1"),
        (HANDS, ["b1 b3 b2", "u1 f2 y3"], 1, "seat 1 may not play bird 1 to trick 1"),
        (HANDS, ["b2 b3 b1", "y3 u1 f2"], 1, "seat 2 may not play butterfly 3 to trick 2"),
        (HANDS, ["b2 b3 b1", "b3 f2 y3"], 1, "seat 2 may not play bird 3 to trick 2"),
        (HANDS, TRICKS, 0, "seat 0 may not play bird 2 to trick 1"),
        (HANDS, TRICKS, 3, "seat from 0 to 2"),
        (HANDS, TRICKS[:1], 1, "has 2 tricks"),
        (HANDS, [*TRICKS, TRICKS[1]], 1, "has 2 tricks"),
        (HANDS, ["b2 b3", "u1 f2 y3"], 1, "one card"),
        ([*HANDS[:2], "u1"], TRICKS, 1, "seat 2 holds 1"),
        ([*HANDS[:2], "u1 b2"], TRICKS, 1, "twice"),
        (HANDS[:1], TRICKS, 0, "can play"),
    ],
)
def test_a_deal_that_breaks_the_rules_has_no_answer(
    hands: list[str], tricks: list[str], leader: int, message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        deal(hands, tricks, leader)


def test_a_deal_uses_the_cards_of_its_number_of_seats() -> None:
    with pytest.raises(PositionError, match="with 2 seats flower 4 is not used"):
        deal(["b1 r4", "b2 f1"], ["b1 b2", "f1 r4"], 0)


# Refusals


def test_an_unknown_kind_of_iroha_is_named_with_those_there_are() -> None:
    with pytest.raises(PositionError, match="no kind of case 'best'; it has setup, in_use, pass"):
        oracle(iroha(), "best", {})


@pytest.mark.parametrize(
    ("kind", "position"),
    [
        ("setup", {}),
        ("legal", {"hand": [["bird", 1]]}),
        ("may_play", {"hand": [["bird", 1]], "table": []}),
        ("deal", {"hands": [[["bird", 1], ["bird", 2]], [["fan", 1], ["fan", 2]]], "leader": 0}),
        ("game", {}),
        ("score", {}),
    ],
)
def test_a_missing_key_is_named(kind: str, position: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match="lacks '"):
        oracle(SMALL, kind, position)


@pytest.mark.parametrize(
    "value", [["bird"], ["bird", 1, 2], "b1", 7, None, ["bird", "1"], ["bird", True], ["crow", 1], [["bird"], 1]]
)
def test_what_is_no_card_has_no_answer(value: Any) -> None:
    with pytest.raises(PositionError, match="card"):
        oracle(iroha(), "score", {"captured": [value]})


@pytest.mark.parametrize("position", [None, 3, [["captured", []]], "captured"])
def test_a_position_of_iroha_is_an_object(position: Any) -> None:
    with pytest.raises(PositionError, match="an object with keys"):
        oracle(iroha(), "score", position)


@pytest.mark.parametrize("value", [None, 3, {"bird": 1}, "b1"])
def test_a_pile_is_a_list(value: Any) -> None:
    with pytest.raises(PositionError, match="is a list"):
        oracle(iroha(), "score", {"captured": value})
