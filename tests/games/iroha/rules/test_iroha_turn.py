"""Turns, tricks, passes and scores of iroha, worked by hand, and the positions that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.iroha.oracle.single import oracle
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.cards import Card
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.rules.scoring import score
from pnp.games.iroha.rules.trick import pass_violation, play_violation
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import Translated

Variant = Callable[[str], IrohaSettings]
IrohaPosition = Callable[[Rules, Random, str], dict[str, Any]]
Ask = Callable[[str, dict[str, Any]], Mapping[str, Any]]
SUITS = {"b": "bird", "f": "fan", "y": "butterfly", "u": "umbrella", "l": "flower"}


def cards(line: str) -> list[list[Any]]:
    """Cards as in ``b7 f12``."""
    return [[SUITS[word[0]], int(word[1:])] for word in line.split()]


@pytest.fixture
def ask(variant: Variant) -> Ask:
    settings = variant("iroha")
    return lambda kind, position: answer(settings, rules_of(settings), kind, position)


@pytest.mark.parametrize(
    ("hand", "table", "legal"),
    [
        ("b1 f2 y9", "", "b1 f2 y9"),
        ("b1 f2 y9", "b4", "b1"),
        ("b1 f2 y9", "f4", "f2"),
        ("b1 f2 y9", "b4 f7", "b1 f2"),
        ("f2 y9", "b4 f7", "f2"),
        ("b1 y9", "b4 f7", "b1"),
        ("y9 u1", "b4 f7", "y9 u1"),
        ("y9 u1", "b4 f7 y3", "y9"),
        ("l1", "b4 f7 y3 u2", "l1"),
    ],
)
def test_any_suit_of_the_trick_has_to_be_followed(hand: str, table: str, legal: str, ask: Ask) -> None:
    position = {"hand": cards(hand), "table": cards(table)}
    assert ask("legal", position)["legal"] == cards(legal)
    for card in position["hand"]:
        allowed = card in cards(legal)
        assert ask("may_play", {**position, "card": card}) == {"legal": allowed}
        assert ask("turn", {**position, "card": card})["verdict"] == ("allowed" if allowed else "not-allowed")


@pytest.mark.parametrize(
    ("hand", "table", "card", "out"),
    [
        ("b1 f2", "", "f2", ("allowed", None, 0, "fan")),
        ("b1 f2", "b4", "b1", ("allowed", None, 0, "bird")),
        ("b1 f2", "b4", "f2", ("not-allowed", "must-follow", 0, "bird")),
        ("f2 y3", "b4", "y3", ("allowed", None, 1, "butterfly")),
        ("f2 b9", "b4 f7", "b9", ("allowed", None, 1, "fan")),
        ("y2 u9", "b4 f7", "u9", ("allowed", None, 2, "umbrella")),
    ],
)
def test_the_marker_moves_only_to_a_card_that_cannot_follow(
    hand: str, table: str, card: str, out: tuple[Any, ...], ask: Ask
) -> None:
    found = ask("turn", {"hand": cards(hand), "table": cards(table), "card": cards(card)[0]})
    assert (found["verdict"], found["violation"], found["marker"], found["trump"]) == out


@pytest.mark.parametrize(
    ("plays", "marker", "winner"),
    [
        ("b4", 0, 0),
        ("b4 b6 b2", 0, 1),
        ("b12 f1", 1, 1),
        ("b4 f1 f9 b12", 1, 2),
        ("b4 f7 y3", 2, 2),
        ("b4 f7 y3 f12 b11", 2, 2),
        ("b4 f7 y3 y2 u1 u5", 4, 5),
    ],
)
def test_the_highest_card_of_the_marked_suit_takes(plays: str, marker: int, winner: int, ask: Ask) -> None:
    suit = cards(plays)[marker][0]
    assert ask("trick", {"plays": cards(plays)}) == {"marker": marker, "trump": suit, "winner": winner}


@pytest.mark.parametrize(
    ("captured", "total"),
    [("", 0), ("l6", 6), ("b2 b5 b8 b9", -1), ("b2 b5 b8 b9 l6", 5), ("b1 b2 f1 f2", 0), ("y12 u12 l12 b12 f12", 60)],
)
def test_the_lowest_of_each_suit_scores_and_the_rest_cost_one_each(captured: str, total: int, ask: Ask) -> None:
    out = ask("score", {"captured": cards(captured)})
    assert out["total"] == total == sum(out["per_suit"].values())
    assert set(out["per_suit"]) == {suit for suit, _ in cards(captured)}


def test_a_score_explains_itself_item_by_item(variant: Variant) -> None:
    rules = rules_of(variant("iroha-six-suits"))
    found = score(rules, (Card("fan", 9), Card("bird", 5), Card("bird", 2), Card("bird", 8)))
    assert [(item.rule, item.cards, item.points) for item in found.items] == [
        ("lowest", (Card("bird", 2),), 2),
        ("rest", (Card("bird", 5), Card("bird", 8)), -4),
        ("lowest", (Card("fan", 9),), 9),
    ]
    bird = Translated("bird", "鳥", "とり")
    assert found.items[0].reason.values == {"suit": bird, "number": 2}
    assert found.items[1].reason.values == {"suit": bird, "count": 2, "cost": 2}
    assert found.total == 7


def test_the_order_of_captured_cards_does_not_change_a_score(variant: Variant) -> None:
    rules, random = rules_of(variant("iroha")), Random(4)
    for _ in range(100):
        captured = random.sample(list(rules.cards.values()), 20)
        found = score(rules, tuple(captured))
        random.shuffle(captured)
        assert score(rules, tuple(captured)) == found


def test_a_game_adds_up_deals_and_not_cards(ask: Ask) -> None:
    assert ask("seat_total", {"captured": [cards("b2 b5"), [], cards("b2 l6")]}) == {"scores": [1, 0, 8], "total": 9}


def test_tied_seats_are_all_best(ask: Ask) -> None:
    assert ask("game", {"deal_scores": [[3, -1, 3], [0, 4, 0]]}) == {"totals": [3, 3, 3], "best": [0, 1, 2]}


def test_the_left_neighbour_of_the_dealer_leads_and_then_the_winner(ask: Ask) -> None:
    first, second = cards("b1 b4 f2"), cards("y1 y6 y2")
    assert ask("lead", {"players": 3, "dealer": 2, "tricks": []}) == {"winners": [], "leader": 0}
    assert ask("lead", {"players": 3, "dealer": 2, "tricks": [first]}) == {"winners": [2], "leader": 2}
    assert ask("lead", {"players": 3, "dealer": 2, "tricks": [first, second]}) == {"winners": [2, 0], "leader": 0}


def test_what_one_receives_cannot_be_passed_on(ask: Ask) -> None:
    hand = cards("b1 b2 b3 f1 f2 f3 y1 y2 y3")

    def told(received: str, chosen: str) -> Any:
        return ask("may_pass", {"hand": hand, "received": cards(received), "cards": cards(chosen)})["violation"]

    assert told("", "b1 y3") is None
    assert told("l1 l2", "b1 y3") is None
    assert told("l1 l2", "b1 l2") == "pass-received"
    assert told("l1 l2", "b1") == told("l1 l2", "b1 b2 b3") == told("l1 l2", "b1 b2 l1") == "pass-count"


def test_the_reasons_name_what_can_be_followed_and_what_was_received(variant: Variant) -> None:
    rules = rules_of(variant("iroha"))
    bird, fan, flower = Card("bird", 1), Card("fan", 2), Card("flower", 3)
    found = play_violation(rules, (flower, fan, bird), (Card("bird", 4), Card("fan", 7)), flower)
    assert found is not None
    assert (found.code, found.reason.key) == ("must-follow", "violation-must-follow")
    assert found.reason.values == {
        "suits": (Translated("bird", "鳥", "とり"), Translated("fan", "扇", "おうぎ")),
        "suit": Translated("flower", "花", "はな"),
    }
    found = pass_violation(rules, (bird, fan), (flower,), (bird, flower))
    assert found is not None
    assert found.reason.values == {"suit": Translated("flower", "花", "はな"), "number": 3, "count": 2}
    found = pass_violation(rules, (bird, fan), (), (bird,))
    assert found is not None
    assert found.reason.values == {"count": 2, "chosen": 1}


HAND = cards("b1 b2 b3 f1 f2 f3 y1 y2 y3")
HANDS = [HAND, cards("b4 b5 b6 f4 f5 f6 y4 y5 y6"), cards("u1 u2 u3 u4 u5 u6 l1 l2 l3")]
FIRST_TWO = [hand[:2] for hand in HANDS]


@pytest.mark.parametrize(
    ("kind", "position", "why"),
    [
        ("chess", {}, "no kind 'chess'"),
        ("setup", {}, "has no 'players'"),
        ("setup", None, "not an object"),
        ("setup", {"players": 7}, "from 3 to 6"),
        ("setup", {"players": True}, "from 3 to 6"),
        ("in_use", {"players": "4"}, "from 3 to 6"),
        ("trick", {"plays": []}, "1 to 6 items"),
        ("trick", {"plays": "b1"}, "must be a list"),
        ("trick", {"plays": cards("b1 b2 b3 b4 b5 b6 b7")}, "1 to 6 items"),
        ("trick", {"plays": cards("b1 b1")}, "occurs 2 times"),
        ("trick", {"plays": [["bird", 13]]}, "no card with the number 13"),
        ("trick", {"plays": [["bird", 1.0]]}, "no card with the number"),
        ("trick", {"plays": [["bird", True]]}, "no card with the number"),
        ("trick", {"plays": [["moon", 1]]}, "no suit 'moon'"),
        ("trick", {"plays": [["bird"]]}, "a card is"),
        ("trick", {"plays": [[["bird"], 1]]}, "no suit"),
        ("legal", {"hand": [], "table": []}, "1 to 9 items"),
        ("legal", {"hand": cards("b1")}, "has no 'table'"),
        ("legal", {"hand": cards("b1"), "table": cards("b2 b3 b4 b5 b6 b7")}, "0 to 5 items"),
        ("legal", {"hand": [*HAND, ["flower", 1]], "table": []}, "1 to 9 items"),
        ("legal", {"hand": cards("b1"), "table": cards("b1")}, "occurs 2 times"),
        ("turn", {"hand": cards("b1"), "table": [], "card": ["bird", 2]}, "not in the hand"),
        ("score", {"captured": cards("b1 b1")}, "occurs 2 times"),
        ("open_lows", {"captured": {"bird": 1}}, "must be a list"),
        ("seat_total", {"captured": []}, "1 to 6 items"),
        ("seat_total", {"captured": [cards("b1 b1")]}, "occurs 2 times"),
        ("game", {"deal_scores": []}, "1 to 6 items"),
        ("game", {"deal_scores": [[1, 2]]}, "3 to 6 items"),
        ("game", {"deal_scores": [[1, 2, 3], [1, 2, 3, 4]]}, "another one 3"),
        ("game", {"deal_scores": [[1, 2, 0.5]]}, "whole number"),
        ("game", {"deal_scores": [[1, 2, 3]] * 4}, "play 3 deals"),
        ("pass", {"hands": HANDS[:2], "passed": FIRST_TWO[:2]}, "3 to 6 items"),
        ("pass", {"hands": HANDS, "passed": FIRST_TWO[:2]}, "must hold 3 items"),
        ("pass", {"hands": HANDS, "passed": [*FIRST_TWO[:2], cards("u1")]}, "must hold 2 items"),
        ("pass", {"hands": HANDS, "passed": [*FIRST_TWO[:2], cards("u1 u1")]}, "or twice"),
        ("pass", {"hands": HANDS, "passed": [*FIRST_TWO[:2], cards("u1 b1")]}, "not in its hand"),
        ("pass", {"hands": [*HANDS[:2], HANDS[2][1:]], "passed": FIRST_TWO}, "must hold 9 items"),
        ("pass", {"hands": [*HANDS[:2], [*HANDS[2][1:], ["bird", 1]]], "passed": FIRST_TWO}, "occurs 2 times"),
        ("pass", {"hands": [*HANDS[:2], [*HANDS[2][1:], ["bird", 7]]], "passed": FIRST_TWO}, "with 4 players or more"),
        ("may_pass", {"hand": HAND[1:], "received": [], "cards": []}, "must hold 9 items"),
        ("may_pass", {"hand": HAND, "received": cards("l1"), "cards": []}, "no card, or 2"),
        ("may_pass", {"hand": HAND, "received": cards("l1 b1"), "cards": []}, "occurs 2 times"),
        ("may_pass", {"hand": HAND, "received": [], "cards": cards("b1 b1")}, "occurs 2 times"),
        ("may_pass", {"hand": HAND, "received": [], "cards": cards("b1 l1")}, "neither in the hand nor received"),
        ("lead", {"players": 3, "dealer": 3, "tricks": []}, "a seat from 0 to 2"),
        ("lead", {"players": 3, "dealer": 0, "tricks": [cards("b1 b2")]}, "must hold 3 items"),
        ("lead", {"players": 3, "dealer": 0, "tricks": [cards("b1 b2 b7")]}, "with 4 players or more"),
        ("lead", {"players": 3, "dealer": 0, "tricks": [cards("b1 b2 b3"), cards("b1 f2 f3")]}, "occurs 2 times"),
        ("lead", {"players": 3, "dealer": 0, "tricks": [cards("b1 b2 b3")] * 9}, "0 to 8 items"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_engine_and_oracle(
    kind: Any, position: Any, why: str, ask: Ask, variant: Variant
) -> None:
    with pytest.raises(PositionError, match=why):
        ask(kind, position)
    with pytest.raises(PositionError):
        oracle(variant("iroha"), kind, position)


def test_a_card_that_is_not_in_the_hand_cannot_be_asked_about(ask: Ask) -> None:
    with pytest.raises(PositionError, match="not in the hand"):
        ask("may_play", {"hand": cards("b1"), "table": [], "card": ["bird", 2]})


def test_a_record_that_breaks_the_rules_is_refused_by_engine_and_oracle(
    variant: Variant, iroha_position: IrohaPosition, ask: Ask
) -> None:
    settings = variant("iroha")
    record = iroha_position(rules_of(settings), Random(3), "deal")
    assert len(ask("deal", record)["tricks"]) == 9
    other_leader, swapped, short = (deepcopy(record) for _ in range(3))
    other_leader["leader"] = (record["leader"] + 1) % len(record["hands"])
    swapped["tricks"][0], swapped["tricks"][1] = swapped["tricks"][1], swapped["tricks"][0]
    short["tricks"].pop()
    for wrong in (other_leader, swapped, short):
        with pytest.raises(PositionError):
            ask("deal", wrong)
        with pytest.raises(PositionError):
            oracle(settings, "deal", wrong)


def test_a_record_with_a_card_that_had_to_follow_is_refused(variant: Variant) -> None:
    settings = variant("iroha-tiny")
    hands = [cards("b1 b2 f1"), cards("b3 f2 f3")]
    good = {"hands": hands, "leader": 0, "tricks": [cards("b1 b3"), cards("f2 f1"), cards("f3 b2")]}
    assert answer(settings, rules_of(settings), "deal", good)["scores"] == [2 + 3, 1 - 1 + 1 - 1]
    wrong = {**good, "tricks": [cards("b1 f2"), cards("f3 f1"), cards("b3 b2")]}
    with pytest.raises(PositionError):
        oracle(settings, "deal", wrong)
    with pytest.raises(PositionError, match="seat 1 may not play fan-2: must-follow"):
        answer(settings, rules_of(settings), "deal", wrong)


@pytest.mark.parametrize("kind", answer.kinds)
def test_random_positions_of_a_kind_have_more_than_one_answer(
    kind: str, variant: Variant, iroha_position: IrohaPosition
) -> None:
    settings = variant("iroha")
    rules, random = rules_of(settings), Random(kind)
    answers = [answer(settings, rules, kind, iroha_position(rules, random, kind)) for _ in range(60)]
    assert len({repr(out) for out in answers}) > 1
    if kind in ("turn", "may_pass"):
        codes = {out["violation"] for out in answers}
        assert codes == ({None, "must-follow"} if kind == "turn" else {None, "pass-count", "pass-received"})
