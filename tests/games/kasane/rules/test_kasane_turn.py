"""Turns, rows, slots and scores of kasane, worked by hand, and the positions that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.rules.achieving import achievable, final_score
from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.positions import read_attempt, read_view
from tests.games.kasane.conftest import position
from tests.games.kasane.definitions import VARIANTS

Ask = Callable[[str, dict[str, Any]], Mapping[str, Any]]
FIELD, HAND = "field", "hand"


@pytest.fixture
def ask() -> Ask:
    settings = VARIANTS["kasane"]
    return lambda kind, position: answer(settings, rules_of(settings), kind, position)


def laid(line: str) -> list[list[Any]]:
    """Return cards of a row as in ``f2 h0 h1``."""
    return [[FIELD if word[0] == "f" else HAND, int(word[1:])] for word in line.split()]


def turn(hand: list[Any], field: list[Any], yaku: str, row: str, **more: Any) -> dict[str, Any]:
    """Return a turn in which the top of the hand was taken and no slot is covered, changed by ``more``."""
    position = {"hand": hand, "field": field, "taken": [], "took": hand[-1] if hand else "+1", "done": 0, "own": []}
    return {**position, "variant_plus1_may_achieve": False, "move": {"yaku": yaku, "row": laid(row)}, **more}


def test_after_a_yaku_the_card_just_taken_is_on_the_field_and_the_hand_has_the_rest(ask: Ask) -> None:
    settings = VARIANTS["kasane"]
    before = turn([3, 6, 4, 6], [], "ju", "h2 h3")
    laid_ = ask("may_achieve", before)
    assert (laid_["hand"], laid_["field"]) == ([3, 6], [4, 6])
    after = turn([3, 6], [4, 6], "kasane", "f1 h1", done=1, took=6, taken=[["ju", 2, 1]], own=[["ju", 2, 1]])
    assert ask("may_achieve", after)["violation"] == "one-yaku"
    # But for that, it would be one: the hand has no card that was taken in this turn.
    twice = replace(rules_of(settings), may_go_on=lambda done: True)
    out = answer(settings, twice, "may_achieve", after)
    assert (out["verdict"], out["points"], out["hand"]) == ("allowed", 2, [3])
    below = {**after, "move": {"yaku": "kasane", "row": laid("f1 h0")}}
    assert answer(settings, twice, "may_achieve", below)["violation"] == "not-from-top"
    easier = {**after, "field": ["+1", 4, 6], "took": "+1", "variant_plus1_may_achieve": True}
    assert ask("may_achieve", easier)["violation"] == "one-yaku"


NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("field", "hand", "out"),
    [
        ([*NINE, "+1", "+1", 1], [], (9, 12, 5, 2, 17)),
        ([*NINE, "+1", "+1"], [1], (9, 11, 5, 0, 15)),
        ([1, 1, 1, 1, "+1", "+1", "+1", "+1"], [2, 2, 2, 2], (1, 8, 5, 0, 15)),
        ([1, 1, 1, 1, "+1", "+1", "+1"], [2, 2, 2, 2, 3], (1, 7, 0, 0, 10)),
        ([1, 2, 3, 4, 5, 1, 2, 3], [2, 2, 2, 8], (5, 8, 0, 0, 10)),
        (["+1"] * 7, [2, 2, 2, 8, 8], (0, 7, 0, 0, 10)),
    ],
)
def test_the_score_adds_up(field: list[Any], hand: list[Any], out: tuple[int, ...], ask: Ask) -> None:
    score = ask("final_score", {"points": 10, "field": field, "hand": hand})
    assert tuple(score.values()) == out
    colours, _, bonus, all_laid, total = out
    assert ask("final_bonus", {"field": field}) == {"bonus": bonus + all_laid}
    stack = tuple(0 if card == "+1" else card for card in field)
    items = final_score(rules_of(VARIANTS["kasane"]), 12, 10, stack, tuple(hand))
    assert sum(item.points for item in items.score.items) == total
    assert items.colours == colours


@pytest.mark.parametrize("kind", answer.kinds)
def test_a_position_that_leaves_anything_out_is_refused(kind: str) -> None:
    settings = VARIANTS["kasane"]
    rules = rules_of(settings)
    asked = position(rules, Random(kind), kind)
    copy = deepcopy(asked)
    answer(settings, rules, kind, asked)
    assert asked == copy
    optional = {"players"} if kind in ("final_bonus", "final_score") else set()
    for key in asked.keys() - optional:
        with pytest.raises(PositionError):
            answer(settings, rules, kind, {name: value for name, value in asked.items() if name != key})


@pytest.mark.parametrize("name", ["kasane", "kasane-wide", "kasane-tiny"])
def test_what_is_achievable_is_what_may_be_achieved(name: str) -> None:
    settings = VARIANTS[name]
    rules, random = rules_of(settings), Random(name)
    allowed = 0
    for _ in range(1200):
        asked = position(rules, random, "may_achieve")
        if asked["done"]:
            continue
        view = read_view(rules, asked)
        out = answer(settings, rules, "may_achieve", {**asked, "variant_plus1_may_achieve": True})
        row = [asked[place][at] for place, at in asked["move"]["row"]]
        attempt = read_attempt(rules, view, asked["move"])
        entry = [attempt.yaku, len(row), any(card.place == "field" for card in attempt.row), row]
        listed = answer(settings, rules, "achievable", {key: asked[key] for key in ("hand", "field", "taken")})
        if out["verdict"] == "allowed":
            allowed += 1
            assert entry in listed["achievable"]
            ways = achievable(rules, view.hand, view.field, view.tokens, view.own)
            assert out["points"] in {way.points for way in ways if way.yaku == attempt.yaku and way.size == len(row)}
        elif out["violation"] in ("condition", "no-slot", "slot-covered"):
            assert entry not in listed["achievable"]
    assert allowed > 60


def test_an_answer_remembered_is_the_answer() -> None:
    settings = VARIANTS["kasane"]
    rules, random = rules_of(settings), Random(5)
    asked = [position(rules, random, "achievable") for _ in range(50)]
    first = [answer(settings, rules, "achievable", raw) for raw in asked]
    assert [answer(settings, rules, "achievable", raw) for raw in asked] == first
    assert [answer(settings, rules_of(settings), "achievable", raw) for raw in asked] == first


def test_a_turn_remembered_is_read_anew_where_it_differs_or_is_no_plain_data() -> None:
    settings = VARIANTS["kasane"]
    rules = rules_of(settings)
    asked = turn([9, 5, 5], [], "kasane", "h1 h2")
    out = answer(settings, rules, "may_achieve", asked)
    assert out["verdict"] == "allowed" and answer(settings, rules, "may_achieve", MappingProxyType(asked)) == out
    with pytest.raises(PositionError):
        answer(
            settings, rules, "may_achieve", {**asked, "move": {"yaku": "kasane", "row": [["hand", True], ["hand", 2]]}}
        )
    asked["hand"][1] = 6
    assert answer(settings, rules, "may_achieve", asked)["violation"] == "condition"


def test_a_turn_has_made_one_yaku_or_none() -> None:
    settings = VARIANTS["kasane"]
    asked = {**position(rules_of(settings), Random(1), "may_achieve"), "done": 2}
    with pytest.raises(PositionError, match="'done' must be 0 or 1, not 2"):
        answer(settings, rules_of(settings), "may_achieve", asked)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (turn([6, 3], [], "ju", "h0", took=6), "6 was taken, so it must be the last of 'hand'"),
        (turn([3], [6, 4], "ju", "h0", took=6, done=1), "6 was taken, and a yaku was laid, so it must be the last of"),
    ],
)
def test_a_refusal_says_where_the_card_just_taken_lies(ask: Ask, asked: dict[str, Any], why: str) -> None:
    with pytest.raises(PositionError, match=why):
        ask("may_achieve", asked)


def test_a_hand_whose_order_is_free_is_laid_rising_or_falling() -> None:
    free = replace(rules_of(VARIANTS["kasane"]), order_kept=False)
    ways = achievable(free, (3, 1, 2), (), {}, {})
    assert {way.row for way in ways if way.yaku == "kagen"} == {(1, 2, 3), (3, 2, 1)}


@pytest.mark.parametrize(
    ("name", "kind", "asked"),
    [
        # 3 players take 12 cards each, and 4 players 9.
        ("kasane-wide", "winners", {"players": [[20, 13], [7, 12], [8, 12]]}),
        # The deck for 3 players has 8 four times, on the field and in the hand together.
        (
            "pairs",
            "final_score",
            {"points": 10, "field": [3, 7, 2, 8, 8, 8, 8, "+1"], "hand": [4, 9, 5, 8], "players": 3},
        ),
    ],
)
def test_engine_and_oracle_refuse_what_a_set_up_does_not_deal(name: str, kind: str, asked: dict[str, Any]) -> None:
    settings = VARIANTS[name]
    with pytest.raises(PositionError):
        answer(settings, rules_of(settings), kind, asked)
    with pytest.raises(PositionError):
        oracle(settings, kind, asked)
