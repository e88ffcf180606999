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
from pnp.games.kasane.rules.achieving import achievable
from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.positions import read_attempt, read_view
from pnp.games.kasane.rules.record import Rules
from pnp.games.kasane.rules.scoring import final_score
from pnp.games.kasane.settings import KasaneSettings

Variant = Callable[[str], KasaneSettings]
KasanePosition = Callable[[Rules, Random, str], dict[str, Any]]
Ask = Callable[[str, dict[str, Any]], Mapping[str, Any]]
FIELD, HAND = "field", "hand"


@pytest.fixture
def ask(variant: Variant) -> Ask:
    settings = variant("kasane")
    return lambda kind, position: answer(settings, rules_of(settings), kind, position)


def laid(line: str) -> list[list[Any]]:
    """Cards of a row as in ``f2 h0 h1``."""
    return [[FIELD if word[0] == "f" else HAND, int(word[1:])] for word in line.split()]


def turn(hand: list[Any], field: list[Any], yaku: str, row: str, **more: Any) -> dict[str, Any]:
    """A turn in which the top of the hand was taken and nothing is covered, but for what ``more`` says."""
    position = {"hand": hand, "field": field, "taken": [], "took": hand[-1] if hand else "+1", "done": 0, "own": []}
    return {**position, "variant_plus1_may_achieve": False, "move": {"yaku": yaku, "row": laid(row)}, **more}


@pytest.mark.parametrize(
    ("position", "points", "hand", "field"),
    [
        (turn([6, 7, 3, 2, 1], [], "kagen", "h2 h3 h4"), 3, [6, 7], [3, 2, 1]),
        (turn([3, 2, 4, 6], [8, 7, 6], "setsugetsufuka", "f2 h1 h2 h3"), 4, [3], [8, 7, 6, 2, 4, 6]),
        (turn([3, 2, 4, 6], [8, 7, 6], "kasane", "f2 h3"), 2, [3, 2, 4], [8, 7, 6, 6]),
        (turn([1, 5], [9, "+1", 5], "kasane", "f2 h1"), 2, [1], [9, "+1", 5, 5]),
        (turn([9, 6, 1, 2], [], "sakurachirashi", "h1 h2 h3", taken=[["sakurachirashi", 3, 1]]), 3, [9], [6, 1, 2]),
        (turn([1, 3], ["+1"], "kasane", "h1", taken=[]), None, None, None),
        (turn([7, 4, 6], ["+1"], "ju", "h1 h2", took="+1", variant_plus1_may_achieve=True), 2, [7], ["+1", 4, 6]),
    ],
)
def test_a_yaku_is_laid_and_pays(
    position: dict[str, Any], points: int | None, hand: list[Any], field: list[Any], ask: Ask
) -> None:
    out = ask("may_achieve", position)
    if points is None:
        assert out["violation"] == "no-slot"
        return
    assert out == {"verdict": "allowed", "violation": None, "points": points, "hand": hand, "field": field}


EVENS = [3, 2, 4, 6]


@pytest.mark.parametrize(
    ("code", "position"),
    [
        ("no-yaku-after-plus-one", turn([7, 4, 6], ["+1"], "ju", "h1 h2", took="+1")),
        ("one-yaku", turn([3, 4, 2], [6, 6], "setsugetsufuka", "f1 h1 h2", done=1, took=6, taken=[["kasane", 2, 1]])),
        ("hand-needed", turn(EVENS, [8], "kasane", "f0")),
        ("skips-taken", turn([2, 4, 6, 3], [], "setsugetsufuka", "h0 h1 h2")),
        ("not-from-top", turn([2, 4, 3, 6], [], "setsugetsufuka", "h0 h1 h3")),
        ("not-from-top", turn([4, 6, 3], ["+1"], "ju", "h0 h1", took="+1", variant_plus1_may_achieve=True)),
        ("hand-order", turn([1, 3, 2], [], "kagen", "h0 h2 h1")),
        ("field-one", turn([3, 6], [8, 4], "setsugetsufuka", "f0 f1 h1")),
        ("field-one", turn([3, 4, 6], [8, 7], "setsugetsufuka", "f0 h1 h2")),
        ("field-first", turn([3, 4, 6], [7, 8], "setsugetsufuka", "h1 h2 f1")),
        ("field-first", turn([4, 6], [7, 8], "setsugetsufuka", "h0 f1 h1")),
        ("plus-one-closed", turn([5, 5], [7, "+1"], "kasane", "f1 h0 h1")),
        ("condition", turn([5, 6], [], "kasane", "h0 h1")),
        ("condition", turn([5, 5], [6], "kasane", "f0 h0 h1")),
        ("no-slot", turn([9, 5, 4], [], "kagen", "h1 h2")),
        ("slot-covered", turn([9, 5, 4, 1], [], "kagen", "h1 h2 h3", taken=[["kagen", 3, 1], ["kagen", 4, 0]])),
        ("slot-covered", turn([7, 7], [], "kasane", "h0 h1", taken=[["kasane", 2, 2]], own=[["kasane", 2, 1]])),
    ],
)
def test_every_violation_is_found_and_changes_nothing(code: str, position: dict[str, Any], ask: Ask) -> None:
    out = ask("may_achieve", position)
    stacks = {"hand": position["hand"], "field": position["field"]}
    assert out == {"verdict": "not-allowed", "violation": code, "points": 0, **stacks}


def test_after_a_yaku_the_card_just_taken_is_on_the_field_and_the_hand_has_the_rest(ask: Ask, variant: Variant) -> None:
    settings = variant("kasane")
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


def test_the_best_stand_in_a_stated_order(ask: Ask, variant: Variant) -> None:
    asked = {"hand": [3, 2, 4, 6], "field": [8, 7, 6], "taken": [["setsugetsufuka", 4, 1]]}
    best = ask("best_yaku", asked)["best"]
    assert best == oracle(variant("kasane"), "best_yaku", asked)["best"]
    assert [entry[:3] for entry in best] == [
        ["kasane", 2, True],
        ["ju", 2, False],
        ["setsugetsufuka", 3, False],
        ["setsugetsufuka", 3, True],
    ]


def test_violations_are_looked_at_in_their_order(ask: Ask) -> None:
    # Each move has the fault of its code and every later one that a row can have at the same time.
    position = turn([2, 5, 3], [4, "+1"], "kagen", "h1 f1 h0", took="+1", done=1)
    changes: tuple[dict[str, Any], ...] = (
        {},
        {"variant_plus1_may_achieve": True},
        {"done": 0, "variant_plus1_may_achieve": True, "move": {"yaku": "kagen", "row": laid("f1")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h1 f1 h0")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h2 f1 h0")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h2 f0 h1")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h1 f0 h2")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h1 f1 h2")}},
        {"done": 0, "took": 3, "move": {"yaku": "kasane", "row": laid("f1 h1 h2")}},
        {"done": 0, "took": 3, "move": {"yaku": "kasane", "row": laid("h1 h2")}},
        {"done": 0, "took": 3, "move": {"yaku": "kagen", "row": laid("h1 h2")}},
    )
    codes = [ask("may_achieve", {**position, **change})["violation"] for change in changes]
    first = ["no-yaku-after-plus-one", "one-yaku", "hand-needed", "skips-taken", "not-from-top", "hand-order"]
    assert codes == [*first, "field-one", "field-first", "plus-one-closed", "condition", "no-slot"]


def test_a_token_closes_one_slot_of_one_size(ask: Ask) -> None:
    asked = {"hand": [8, 2, 2], "field": [2], "taken": []}
    pairs = [["kasane", 2, False, [2, 2]], ["kasane", 2, True, [2, 2]]]
    triple = [["kasane", 3, True, [2, 2, 2]], ["setsugetsufuka", 3, True, [2, 2, 2]]]
    evens = [["setsugetsufuka", 3, False, [8, 2, 2]], ["setsugetsufuka", 4, True, [2, 8, 2, 2]]]
    for taken, gone in (
        ([], []),
        ([["kasane", 2, 1], ["setsugetsufuka", 5, 1]], []),
        ([["kasane", 2, 2]], pairs),
        ([["kasane", 3, 2]], triple[:1]),
        ([["setsugetsufuka", 3, 1]], [triple[1], evens[0]]),
    ):
        out = ask("achievable", {**asked, "taken": taken})["achievable"]
        assert sorted(map(repr, out)) == sorted(repr(one) for one in [*pairs, *triple, *evens] if one not in gone)


def test_the_dearest_yaku_is_found(ask: Ask) -> None:
    asked = {"hand": EVENS, "field": [8, 7, 6], "taken": []}
    assert ask("best_yaku", asked) == {"points": 4, "best": [["setsugetsufuka", 4, True, [6, 2, 4, 6]]]}
    taken = {**asked, "taken": [["setsugetsufuka", 4, 1]]}
    evens = [["setsugetsufuka", 3, False, [2, 4, 6]], ["setsugetsufuka", 3, True, [6, 4, 6]]]
    twos = [["kasane", 2, True, [6, 6]], ["ju", 2, False, [4, 6]], *evens]
    out = ask("best_yaku", taken)
    assert out["points"] == 2
    assert sorted(map(repr, out["best"])) == sorted(map(repr, twos))
    assert ask("best_yaku", {"hand": [9], "field": [], "taken": []}) == {"points": 0, "best": []}


@pytest.mark.parametrize(
    ("card", "easier", "out"),
    [
        (4, False, ([6, 4], [2], 0, True)),
        (4, True, ([6, 4], [2], 0, True)),
        ("+1", False, ([6], [2, "+1"], 1, False)),
        ("+1", True, ([6], [2, "+1"], 1, True)),
    ],
)
def test_a_plus_one_goes_to_the_field_and_pays_at_once(card: Any, easier: bool, out: tuple[Any, ...], ask: Ask) -> None:
    asked = {"hand": [6], "field": [2], "card": card, "variant_plus1_may_achieve": easier}
    assert tuple(ask("acquire", asked).values()) == out


@pytest.mark.parametrize(
    ("row", "card", "out"),
    [
        (0, 2, ("allowed", None, 3)),
        (0, 1, ("not-allowed", "not-top", None)),
        (0, 0, ("not-allowed", "not-top", None)),
        (1, 0, ("not-allowed", "empty-row", None)),
        (2, 0, ("allowed", None, "+1")),
    ],
)
def test_only_the_top_of_a_row_can_be_taken(row: int, card: int, out: tuple[Any, ...], ask: Ask) -> None:
    rows = [[1, "+1", 3], [], ["+1"]]
    assert tuple(ask("may_take", {"rows": rows, "row": row, "card": card}).values()) == out


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
def test_the_score_adds_up(field: list[Any], hand: list[Any], out: tuple[int, ...], ask: Ask, variant: Variant) -> None:
    found = ask("final_score", {"points": 10, "field": field, "hand": hand})
    assert tuple(found.values()) == out
    colours, _, bonus, all_laid, total = out
    assert ask("final_bonus", {"field": field}) == {"bonus": bonus + all_laid}
    stack = tuple(0 if card == "+1" else card for card in field)
    items = final_score(rules_of(variant("kasane")), 12, 10, stack, tuple(hand))
    assert sum(item.points for item in items.score.items) == total
    assert items.colours == colours


def test_what_depends_on_the_number_of_turns_asks_for_the_players(variant: Variant) -> None:
    settings = variant("kasane-wide")
    rules = rules_of(settings)
    field = [1, 1, 2, 2, 3, 3, 4, 4]
    assert {players: table.turns for players, table in rules.tables.items()} == {2: 15, 3: 12, 4: 9, 5: 8}
    for players, bonus in ((2, 2), (3, 2), (4, 2), (5, 2 + 4)):
        assert answer(settings, rules, "final_bonus", {"field": field, "players": players}) == {"bonus": bonus}
    with pytest.raises(PositionError, match="no 'players'"):
        answer(settings, rules, "final_bonus", {"field": field})


def test_without_field_cards_nothing_is_built_on(variant: Variant) -> None:
    settings = variant("kasane")
    rules = rules_of(replace(settings, field_cards=0))
    asked = {"hand": EVENS, "field": [6], "taken": []}
    assert not any(entry[2] for entry in answer(settings, rules, "achievable", asked)["achievable"])
    move = turn(EVENS, [6], "kasane", "f0 h3")
    assert answer(settings, rules, "may_achieve", move)["violation"] == "field-one"


GOOD = turn(EVENS, [8, "+1", 6], "kasane", "f2 h3")


@pytest.mark.parametrize(
    ("kind", "position", "message"),
    [
        ("may_fly", {}, "there is no kind 'may_fly'"),
        ("setup", {}, "no 'players'"),
        ("setup", {"players": 5}, "from 3 to 4"),
        ("setup", {"players": True}, "from 3 to 4"),
        ("setup", None, "not an object"),
        ("fits", {"yaku": "kasane", "row": []}, "1 or more"),
        ("fits", {"yaku": "kasane", "row": [10]}, "there is no card 10"),
        ("fits", {"yaku": "kasane", "row": [0]}, "there is no card 0"),
        ("fits", {"yaku": "kasane", "row": [True]}, "there is no card True"),
        ("fits", {"yaku": "kasane", "row": ["1"]}, "there is no card '1'"),
        ("fits", {"yaku": "kasane", "row": [[1]]}, r"there is no card \[1\]"),
        ("fits", {"yaku": "bird", "row": [1]}, "there is no yaku 'bird'"),
        ("fits", {"yaku": ["kasane"], "row": [1]}, "there is no yaku"),
        ("form", {"row": "12"}, "must be a list"),
        ("achievable", {"hand": [], "field": [], "taken": []}, "1 or more"),
        ("achievable", {"hand": ["+1"], "field": [], "taken": []}, "goes straight to the field"),
        ("achievable", {"hand": [1], "field": []}, "no 'taken'"),
        ("achievable", {"hand": [1, 1, 1], "field": [1, 1, 1], "taken": []}, "1 occurs 6 times, and the deck has 5"),
        ("achievable", {"hand": [1], "field": ["+1"] * 8, "taken": []}, "occurs 8 times, and the deck has 7"),
        ("achievable", {"hand": [1], "field": [], "taken": [["kagen", 3]]}, "3 items"),
        ("achievable", {"hand": [1], "field": [], "taken": [["kagen", 2, 1]]}, "no slot for 2 cards"),
        ("achievable", {"hand": [1], "field": [], "taken": [["kagen", 3, 2]]}, "has 1 slots for 3 cards, and 2 tokens"),
        ("achievable", {"hand": [1], "field": [], "taken": [["kagen", 3, -1]]}, "0 or more"),
        ("achievable", {"hand": [1], "field": [], "taken": [["kagen", 3, 1], ["kagen", 3, 1]]}, "twice"),
        ("lay", {"hand": [1], "field": [], "count_from_hand": 2}, "the hand has 1 cards"),
        ("lay", {"hand": [1], "field": [], "count_from_hand": 0}, "1 or more"),
        ("points", {"yaku": "kagen", "cards": 6, "nth_time": 1}, "slots for 3, 4, 5"),
        ("points", {"yaku": "kagen", "cards": 3, "nth_time": 2}, "1 slots for 3 cards, not 2"),
        ("points", {"yaku": "kagen", "cards": 3, "nth_time": 0}, "1 or more"),
        ("acquire", {"hand": [], "field": [], "card": 1, "variant_plus1_may_achieve": 0}, "true or false"),
        ("acquire", {"hand": [1] * 5, "field": [], "card": 1, "variant_plus1_may_achieve": True}, "1 occurs 6 times"),
        ("may_take", {"rows": [[1]], "row": 1, "card": 0}, "there are 1 rows"),
        ("may_take", {"rows": [[1]], "row": 0, "card": 1}, "the row has 1 cards"),
        ("may_take", {"rows": [[1]], "row": -1, "card": 0}, "0 or more"),
        ("may_take", {"rows": [[1]] * 5, "row": 0, "card": 0}, "1 to 4 items"),
        ("may_take", {"rows": [[1, 1], [1, 1], [1, 1]], "row": 0, "card": 0}, "1 occurs 6 times"),
        ("may_achieve", {**GOOD, "took": 4}, "must be the last of 'hand'"),
        ("may_achieve", {**GOOD, "took": "+1"}, "must be the last of 'field'"),
        ("may_achieve", {**GOOD, "done": 2}, "0 or 1"),
        ("may_achieve", {**GOOD, "done": 1, "took": 9}, "a yaku was laid, so it must be the last of 'field'"),
        ("may_achieve", {**GOOD, "field": [8, 6], "done": 1, "took": "+1"}, "must be in 'field'"),
        ("may_achieve", {**GOOD, "own": [["kagen", 3, 1]]}, "more than 'taken'"),
        ("may_achieve", {**GOOD, "move": {"yaku": "kasane", "row": []}}, "1 or more"),
        ("may_achieve", {**GOOD, "move": {"yaku": "kasane", "row": [["hand", 4]]}}, "which has 4"),
        ("may_achieve", {**GOOD, "move": {"yaku": "kasane", "row": [["deck", 1]]}}, "not 'deck'"),
        ("may_achieve", {**GOOD, "move": {"yaku": "kasane", "row": [["hand", 3], ["hand", 3]]}}, "twice"),
        ("final_bonus", {"field": [*NINE, 1, 2, 3, 4]}, "holds 13 cards, and a seat takes 12"),
        ("final_bonus", {"field": [1] * 5, "players": 3}, "1 occurs 5 times, and the deck has 4"),
        ("final_score", {"points": 1, "field": NINE, "hand": [1, 2]}, "must hold 12 cards together, not 11"),
        ("final_score", {"points": -1, "field": NINE, "hand": [1, 2, 3]}, "0 or more"),
        ("winners", {"players": [[1, 2], [1, 2]]}, "3 to 4 items"),
        ("winners", {"players": [[1, 2], [1, 2], [1, 13]]}, "at most 12 cards"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(kind: str, position: Any, message: str, ask: Ask) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        ask(kind, position)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", answer.kinds)
def test_a_position_that_leaves_anything_out_is_refused(
    kind: str, variant: Variant, kasane_position: KasanePosition
) -> None:
    settings = variant("kasane")
    rules = rules_of(settings)
    asked = kasane_position(rules, Random(kind), kind)
    copy = deepcopy(asked)
    answer(settings, rules, kind, asked)
    assert asked == copy
    optional = {"players"} if kind in ("final_bonus", "final_score") else set()
    for key in asked.keys() - optional:
        with pytest.raises(PositionError):
            answer(settings, rules, kind, {name: value for name, value in asked.items() if name != key})


@pytest.mark.parametrize("name", ["kasane", "kasane-wide", "kasane-tiny"])
def test_what_is_achievable_is_what_may_be_achieved(
    name: str, variant: Variant, kasane_position: KasanePosition
) -> None:
    settings = variant(name)
    rules, random = rules_of(settings), Random(name)
    allowed = 0
    for _ in range(1200):
        asked = kasane_position(rules, random, "may_achieve")
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


def test_an_answer_remembered_is_the_answer(variant: Variant, kasane_position: KasanePosition) -> None:
    settings = variant("kasane")
    rules, random = rules_of(settings), Random(5)
    asked = [kasane_position(rules, random, "achievable") for _ in range(50)]
    first = [answer(settings, rules, "achievable", one) for one in asked]
    assert [answer(settings, rules, "achievable", one) for one in asked] == first
    assert [answer(settings, rules_of(settings), "achievable", one) for one in asked] == first


def test_a_turn_remembered_is_read_anew_where_it_differs_or_is_no_plain_data(variant: Variant) -> None:
    settings = variant("kasane")
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
