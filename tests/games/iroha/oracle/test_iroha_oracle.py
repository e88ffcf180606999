"""The oracle of iroha against the conformance cases and positions worked by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.iroha.oracle.single import oracle
from pnp.games.iroha.settings import Icon, IrohaSettings, Suit

CASES = json.loads((Path(__file__).parents[2] / "cases" / "iroha.json").read_text("utf-8"))["cases"]

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


def legal(hand: str, table: str) -> str:
    out = oracle(iroha(), "legal", {"hand": cards(hand), "table": cards(table)})
    assert set(out) == {"legal"}
    return spelled(out["legal"])


def turn(hand: str, table: str, card: str) -> tuple[str, str | None, int, str]:
    position = {"hand": cards(hand), "table": cards(table), "card": cards(card)[0]}
    out = oracle(iroha(), "turn", position)
    assert set(out) == {"verdict", "violation", "marker", "trump"}
    assert oracle(iroha(), "may_play", position) == {"legal": out["verdict"] == "allowed"}
    return (out["verdict"], out["violation"], out["marker"], out["trump"])


def trick(plays: str) -> tuple[int, str, int]:
    out = oracle(iroha(), "trick", {"plays": cards(plays)})
    assert set(out) == {"marker", "trump", "winner"}
    return (out["marker"], out["trump"], out["winner"])


def may_pass(hand: str, received: str, passed: str, settings: IrohaSettings | None = None) -> str | None:
    """The code of what forbids it, or None."""
    position = {"hand": cards(hand), "received": cards(received), "cards": cards(passed)}
    out = oracle(settings or iroha(), "may_pass", position)
    assert out["verdict"] == ("allowed" if out["violation"] is None else "not-allowed")
    violation: str | None = out["violation"]
    return violation


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_oracle_answers_the_conformance_case_of_iroha(case: dict[str, Any]) -> None:
    out, want = oracle(iroha(), case["kind"], case["in"]), case["out"]
    if case["kind"] in ("legal", "open_lows"):
        out, want = ({key: sorted(value) for key, value in answer.items()} for answer in (out, want))
    assert out == want


# What is in play


@pytest.mark.parametrize(("players", "highest"), [(3, 6), (4, 8), (5, 10), (6, 12)])
def test_the_icons_say_which_numbers_are_in_play(players: int, highest: int) -> None:
    assert oracle(iroha(), "in_use", {"players": players}) == {"numbers": list(range(1, highest + 1))}


def test_the_numbers_in_play_rise_whatever_the_order_of_the_icons() -> None:
    settings = iroha(icons=(Icon((12, 2, 7), 4), Icon((11, 1), 3), Icon((3,), 6)))
    assert oracle(settings, "in_use", {"players": 3}) == {"numbers": [1, 11]}
    assert oracle(settings, "in_use", {"players": 5}) == {"numbers": [1, 2, 7, 11, 12]}


def test_the_setup_follows_every_figure_of_the_definition() -> None:
    settings = iroha(dealt=7, deals_each=2, suits=iroha().suits[:4])
    assert oracle(settings, "setup", {"players": 4}) == {
        "cards_per_suit": 8,
        "cards_used": 32,
        "dealt_each": 7,
        "undealt": 4,
        "deals": 8,
        "tricks_per_deal": 7,
    }


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    assert oracle(iroha(dealt=10), "setup", {"players": 3})["undealt"] == 0
    with pytest.raises(PositionError, match="too few"):
        oracle(iroha(dealt=11), "setup", {"players": 3})


@pytest.mark.parametrize("players", [2, 7, True, "3", None])
def test_only_so_many_can_play(players: Any) -> None:
    for kind in ("setup", "in_use"):
        with pytest.raises(PositionError, match="3 to 6 can play"):
            oracle(iroha(), kind, {"players": players})


# Passing


def test_cards_go_to_the_left_and_not_to_the_right() -> None:
    position = {
        "hands": [cards("b1 b2"), cards("f1 f2"), cards("y1 y2")],
        "passed": [cards(c) for c in ["b1", "f1", "y1"]],
    }
    hands = oracle(SMALL, "pass", position)["hands"]
    assert [spelled(hand) for hand in hands] == ["b2 y1", "b1 f2", "y2 f1"]


def test_the_hands_after_passing_are_sorted_by_suit_and_number() -> None:
    position = {"hands": [cards("u3 b2 y1"), cards("r3 f1 b3")], "passed": [cards("u3 b2"), cards("b3 f1")]}
    hands = oracle(replace(SMALL, dealt=3, passed=2), "pass", position)["hands"]
    assert [spelled(hand) for hand in hands] == ["b3 y1 f1", "b2 r3 u3"]


def test_a_whole_hand_may_be_passed_where_that_many_cards_are() -> None:
    position = {"hands": [cards("b1 b2"), cards("f1 f2")], "passed": [cards("b1 b2"), cards("f1 f2")]}
    settings = replace(SMALL, passed=2)
    assert [spelled(hand) for hand in oracle(settings, "pass", position)["hands"]] == ["f1 f2", "b1 b2"]
    assert may_pass("b1 b2", "", "b1 b2", settings) is None


def test_where_nothing_is_passed_the_hands_stay() -> None:
    position = {"hands": [cards("b1 b2"), cards("f1 f2")], "passed": [[], []]}
    hands = oracle(replace(SMALL, passed=0), "pass", position)["hands"]
    assert [spelled(hand) for hand in hands] == ["b1 b2", "f1 f2"]


@pytest.mark.parametrize(
    ("hands", "passed", "message"),
    [
        (["b1 b2"], ["b1"], "2 to 3 can play"),
        (["b1 b2", "f1 f2"], ["b1"], "2 seats pass cards"),
        (["b1 b2", "f1 f2"], ["b1", "f1 f2"], "seat 1 passes 2"),
        (["b1 b2", "f1 f2"], ["b1", ""], "seat 1 passes 0"),
        (["b1 b2", "f1 f2"], ["b1", "b2"], "not dealt"),
        (["b1 b2", "f1"], ["b1", "f1"], "seat 1 holds 1"),
        (["b1 b2", "f1 f2 f3"], ["b1", "f1"], "seat 1 holds 3"),
        (["b1 b2", "f1 b2"], ["b1", "f1"], "twice"),
        (["b1 b2", "f1 f4"], ["b1", "f1"], "with 2 seats fan 4 is not used"),
    ],
)
def test_a_pass_that_cannot_be_has_no_answer(hands: list[str], passed: list[str], message: str) -> None:
    position = {"hands": [cards(hand) for hand in hands], "passed": [cards(given) for given in passed]}
    with pytest.raises(PositionError, match=message):
        oracle(SMALL, "pass", position)


def test_a_card_passed_twice_is_one_card_too_many() -> None:
    position = {"hands": [cards("b1 b2"), cards("f1 f2")], "passed": [cards("b1 b1"), cards("f1 f2")]}
    with pytest.raises(PositionError, match="twice"):
        oracle(replace(SMALL, passed=2), "pass", position)


def test_what_is_received_cannot_be_passed_on() -> None:
    hand = "b1 b2 b3 f1 f2 f3 y1 y2 y3"
    assert may_pass(hand, "r1 r2", "b1 y3") is None
    assert may_pass(hand, "", "b1 y3") is None
    assert may_pass(hand, "r1 r2", "b1 r2") == "pass-received"
    assert may_pass(hand, "r1 r2", "r1 r2") == "pass-received"


def test_the_number_of_cards_passed_is_looked_at_first() -> None:
    hand = "b1 b2 b3 f1 f2 f3 y1 y2 y3"
    assert may_pass(hand, "", "b1") == "pass-count"
    assert may_pass(hand, "", "b1 b2 b3") == "pass-count"
    assert may_pass(hand, "r1 r2", "b1 r1 r2") == "pass-count"
    assert may_pass(hand, "r1 r2", "") == "pass-count"


def test_the_number_of_cards_passed_is_a_figure_of_the_definition() -> None:
    hand, three = "b1 b2 b3 f1 f2 f3 y1 y2 y3", iroha(passed=3)
    assert may_pass(hand, "", "b1 b2 b3", three) is None
    assert may_pass(hand, "", "b1 b2", three) == "pass-count"
    assert may_pass(hand, "", "", iroha(passed=0)) is None


@pytest.mark.parametrize(
    ("hand", "received", "passed", "message"),
    [
        ("b1 b2 b3 f1 f2 f3 y1 y2", "", "b1 b2", "dealt 9"),
        ("b1 b2 b3 f1 f2 f3 y1 y2 y3", "r1", "b1 b2", "none or 2"),
        ("b1 b2 b3 f1 f2 f3 y1 y2 y3", "b1 r1", "b1 b2", "twice"),
        ("b1 b2 b3 f1 f2 f3 y1 y2 y3", "", "b1 b1", "twice"),
        ("b1 b2 b3 f1 f2 f3 y1 y2 y3", "", "b1 r1", "does not lie before it"),
    ],
)
def test_asking_for_a_pass_needs_a_dealt_hand(hand: str, received: str, passed: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        may_pass(hand, received, passed)


# Following


def test_the_leader_plays_any_card() -> None:
    assert legal("b1 f2 r12", "") == "b1 f2 r12"
    assert turn("b1 f2", "", "f2") == ("allowed", None, 0, "fan")


def test_any_suit_already_played_may_be_followed() -> None:
    assert legal("b1 f2 r3", "b4 f7") == "b1 f2"
    assert legal("f2 r3", "b4 f7") == "f2"
    assert legal("b1 r3", "b4 f7") == "b1"
    assert legal("u1 r3", "b4 f7 y2") == "u1 r3"


def test_a_seat_that_can_follow_may_not_change_trump() -> None:
    assert turn("f2 r3", "b4 f7", "r3") == ("not-allowed", "must-follow", 1, "fan")
    assert turn("b1 r3", "b4 f7", "r3") == ("not-allowed", "must-follow", 1, "fan")


def test_a_seat_that_follows_leaves_the_marker_even_with_the_suit_led() -> None:
    assert turn("b9 f2", "b4 f7", "b9") == ("allowed", None, 1, "fan")
    assert turn("b9 f2", "b4 f7", "f2") == ("allowed", None, 1, "fan")


def test_the_marker_moves_to_a_card_that_does_not_follow() -> None:
    assert turn("u1 r3", "b4 f7", "u1") == ("allowed", None, 2, "umbrella")


def test_a_card_that_is_not_held_may_not_be_played_though_it_would_follow() -> None:
    position = {"hand": cards("r3"), "table": cards("b4"), "card": ["bird", 5]}
    assert oracle(iroha(), "may_play", position) == {"legal": False}
    with pytest.raises(PositionError, match="bird 5 is not in the hand"):
        oracle(iroha(), "turn", position)


@pytest.mark.parametrize(
    ("hand", "table", "message"),
    [
        ("", "b1", "1 to 9 cards"),
        ("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10", "", "1 to 9 cards"),
        ("b1", "b2 b3 b4 b5 b6 b7", "nobody is left"),
        ("b1 b1", "", "twice"),
        ("b1", "b2 b2", "twice"),
        ("b1", "b1", "twice"),
        ("b13", "", "no card bird 13"),
        ("b0", "", "no card bird 0"),
    ],
)
@pytest.mark.parametrize("kind", ["legal", "may_play", "turn"])
def test_a_turn_that_cannot_be_has_no_answer(kind: str, hand: str, table: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        oracle(iroha(), kind, {"hand": cards(hand), "table": cards(table), "card": ["bird", 1]})


def test_the_last_seat_of_the_largest_table_may_still_play() -> None:
    assert legal("b1", "b2 b3 b4 b5 b6") == "b1"


# Tricks


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("b4", (0, "bird", 0)),
        ("b4 b9 b2", (0, "bird", 1)),
        ("b4 f7 b9", (1, "fan", 1)),
        ("b4 f7 f12 b11 f8", (1, "fan", 2)),
        ("b4 f7 y1 f12 b11 y3", (2, "butterfly", 5)),
        ("b12 r1 b11", (1, "flower", 1)),
        ("r5 r6 u2 r12", (2, "umbrella", 2)),
    ],
)
def test_the_highest_card_of_the_suit_beside_the_marker_takes(plays: str, expected: tuple[int, str, int]) -> None:
    assert trick(plays) == expected


@pytest.mark.parametrize(
    ("plays", "message"), [("", "at least one"), ("b1 b2 b3 b4 b5 b6 b7", "at most 6"), ("b1 f2 b1", "twice")]
)
def test_a_trick_that_cannot_be_has_no_answer(plays: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        trick(plays)


def lead(dealer: int, *tricks: str, players: int = 3) -> tuple[list[int], int]:
    position = {"players": players, "dealer": dealer, "tricks": [cards(plays) for plays in tricks]}
    out = oracle(iroha(), "lead", position)
    return out["winners"], out["leader"]


def test_the_left_neighbour_of_the_dealer_leads_first_and_then_the_winner() -> None:
    assert lead(0) == ([], 1)
    assert lead(2) == ([], 0)
    assert lead(0, "b1 b2 b3") == ([0], 0)
    assert lead(1, "b1 f2 b3") == ([0], 0)
    assert lead(2, "b3 b1 b2", "f1 f2 y1") == ([0, 2], 2)
    assert lead(4, "b10 b1 b2 b3 b4", players=5) == ([0], 0)


@pytest.mark.parametrize(
    ("dealer", "tricks", "message"),
    [
        (3, [], "seat from 0 to 2"),
        (-1, [], "seat from 0 to 2"),
        (0, ["b1 b2"], "fewer, with 3 cards each"),
        (0, ["b1 b2 b3 b4"], "fewer, with 3 cards each"),
        (0, ["b1 b2 b7"], "with 3 seats bird 7 is not used"),
        (0, ["b1 b2 b3", "f1 b3 f2"], "twice"),
        (0, [f"{s}{n} {s}{n + 1} {s}{n + 2}" for s in "bfyur" for n in (1, 4)][:9], "last of 9 tricks"),
    ],
)
def test_a_lead_that_cannot_be_has_no_answer(dealer: int, tricks: list[str], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        lead(dealer, *tricks)


def test_before_the_last_trick_somebody_leads() -> None:
    tricks = [f"{suit}{n} {suit}{n + 1} {suit}{n + 2}" for suit in "bfyur" for n in (1, 4)][:8]
    assert lead(0, *tricks) == ([0, 2, 1, 0, 2, 1, 0, 2], 2)
