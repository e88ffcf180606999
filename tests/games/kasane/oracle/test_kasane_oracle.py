"""The oracle of kasane against the conformance cases and positions worked by hand."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.games.core.answer import PositionError
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.settings import Bonus, Condition, KasaneSettings, SetUp, Slots

HERE = Path(__file__).resolve()
CASES = json.loads((HERE.parents[2] / "cases" / "kasane.json").read_text("utf-8"))["cases"]
KASANE, FINDINGS = read_settings(
    KasaneSettings, tomllib.loads((HERE.parents[4] / "games.toml").read_text("utf-8"))["kasane"]
)


def stack(text: str) -> list[Any]:
    """Cards from ``"321+"``, bottom first; ``+`` is a +1."""
    return ["+1" if letter == "+" else int(letter) for letter in text]


def spelled(cards: list[Any]) -> str:
    return "".join("+" if card == "+1" else str(card) for card in cards)


def achievable(hand: str, field: str = "", *taken: list[Any], settings: KasaneSettings = KASANE) -> set[str]:
    """What is achievable, as ``{"kagen 321", "kasane ^66"}``; ``^`` stands for the top of the field."""
    out = oracle(settings, "achievable", {"hand": stack(hand), "field": stack(field), "taken": list(taken)})
    assert all(size == len(row) for _, size, _, row in out["achievable"])
    return {f"{yaku} {'^' * uses}{spelled(row)}" for yaku, _, uses, row in out["achievable"]}


def move(yaku: str, *places: str, hand: str, field: str = "", **asked: Any) -> tuple[str | None, int, str, str]:
    """Laying cards, as ``f2`` (of the field) or ``h0`` (of the hand), counted from the bottom."""
    row = [[{"f": "field", "h": "hand"}[place[0]], int(place[1:])] for place in places]
    settings = asked.pop("settings", KASANE)
    position = {
        "hand": stack(hand),
        "field": stack(field),
        "taken": [],
        "own": [],
        "took": stack(hand)[-1],
        "done": 0,
        "variant_plus1_may_achieve": False,
        "move": {"yaku": yaku, "row": row},
    }
    out = oracle(settings, "may_achieve", position | asked)
    assert set(out) == {"verdict", "violation", "points", "hand", "field"}
    assert out["verdict"] == ("allowed" if out["violation"] is None else "not-allowed")
    if out["violation"] is not None:
        assert (out["points"], out["hand"], out["field"]) == (0, stack(hand), stack(field))
    return out["violation"], out["points"], spelled(out["hand"]), spelled(out["field"])


def violation(yaku: str, *places: str, hand: str, field: str = "", **asked: Any) -> str | None:
    return move(yaku, *places, hand=hand, field=field, **asked)[0]


def bonus(field: str, settings: KasaneSettings = KASANE, **players: int) -> int:
    out = oracle(settings, "final_bonus", {"field": stack(field), **players})
    assert set(out) == {"bonus"}
    return int(out["bonus"])


# The conformance cases


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any]) -> None:
    wanted, out = case["out"], oracle(KASANE, case["kind"], case["in"])
    skipped = wanted.get("not_asked", [])
    if "includes" in wanted:
        assert all(one in out["achievable"] for one in wanted["includes"])
        return
    assert set(out) == set(wanted) - {"not_asked"}
    for key, value in out.items():
        if key in ("achievable", "yes", "no", "winners"):
            assert sorted(map(repr, (one for one in value if one not in skipped))) == sorted(map(repr, wanted[key]))
        else:
            assert value == wanted[key]


def test_every_kind_of_the_cases_is_there() -> None:
    assert not FINDINGS
    kinds = {"setup", "fits", "form", "achievable", "lay", "points", "acquire", "final_bonus", "winners"}
    assert {case["kind"] for case in CASES} == kinds


# Conditions


@pytest.mark.parametrize(
    ("row", "yes"),
    [
        ("22", "kasane setsugetsufuka"),
        ("5", "kasane kagen jogen kachofugetsu"),
        ("46", "ju setsugetsufuka"),
        ("45", "kagen"),
        ("126", "sakurachirashi"),
        ("612", "sakurachirashi"),
        ("1262", ""),
        ("12", "kagen"),
        ("543", "kagen"),
        ("5431", "kagen"),
        ("1345", "kagen"),
        ("1354", ""),
        ("1233", ""),
        ("456", ""),
        ("567", "jogen"),
        ("965", "jogen"),
        ("91", "ju kachofugetsu"),
        ("1+", ""),
        ("++", ""),
        ("55", "kasane ju kachofugetsu"),
    ],
)
def test_a_row_meets_these_conditions_and_no_others(row: str, yes: str) -> None:
    expected = set(yes.split())
    out = oracle(KASANE, "form", {"row": stack(row)})
    assert set(out["yes"]) == expected
    assert {*out["yes"], *out["no"]} == {yaku.id for yaku in KASANE.yaku}
    for yaku in KASANE.yaku:
        assert oracle(KASANE, "fits", {"yaku": yaku.id, "row": stack(row)}) == {"ok": yaku.id in expected}


# What can be achieved


def test_the_two_examples_of_the_source() -> None:
    assert achievable("67321") == {"kagen 321"}
    even = {"setsugetsufuka 246", "setsugetsufuka ^646", "setsugetsufuka ^6246"}
    assert achievable("3246", "876") == {"kasane ^66", "ju 46"} | even


def test_only_the_top_of_the_hand_is_laid_in_its_order() -> None:
    assert achievable("226") == {"ju 226", "setsugetsufuka 226"}
    assert achievable("2216") == {"sakurachirashi 216"}
    assert achievable("213") == set()


def test_only_the_top_of_the_field_and_no_plus_one_may_come_first() -> None:
    assert achievable("6", "44") == {"ju ^46"}
    assert achievable("6", "41") == set()
    assert achievable("6", "4+") == set()
    assert achievable("6", "4", settings=replace(KASANE, field_cards=0)) == set()


def test_a_token_closes_one_slot_for_all_and_the_other_sizes_stay_open() -> None:
    assert achievable("77", "", ["kasane", 2, 1]) == {"kasane 77"}
    assert achievable("77", "", ["kasane", 2, 2]) == set()
    assert achievable("777", "", ["kasane", 2, 2]) == {"kasane 777"}


def test_the_dearest_is_best() -> None:
    def best(hand: str, field: str = "", *taken: list[Any]) -> tuple[int, list[Any]]:
        out = oracle(KASANE, "best_yaku", {"hand": stack(hand), "field": stack(field), "taken": list(taken)})
        return out["points"], out["best"]

    assert best("3246", "876") == (4, [["setsugetsufuka", 4, True, [6, 2, 4, 6]]])
    assert best("3246", "876", ["setsugetsufuka", 4, 1])[0] == 2
    assert len(best("3246", "876", ["setsugetsufuka", 4, 1])[1]) == 4
    assert best("126", "", ["sakurachirashi", 3, 1]) == (3, [["sakurachirashi", 3, False, [1, 2, 6]]])
    assert best("19") == (2, [["ju", 2, False, [1, 9]]])
    assert best("18") == (0, [])


# Turns


def test_a_move_takes_the_cards_from_the_hand_to_the_field() -> None:
    assert move("kagen", "h2", "h3", "h4", hand="67321") == (None, 3, "67", "321")
    assert move("setsugetsufuka", "f2", "h1", "h2", "h3", hand="3246", field="876") == (None, 4, "3", "876246")


def test_each_violation_and_a_move_that_is_almost_the_same() -> None:
    kagen = ("kagen", "h2", "h3", "h4")
    assert violation(*kagen, hand="67321", done=1) == "one-yaku"
    assert violation(*kagen, hand="67321", field="+", took="+1") == "no-yaku-after-plus-one"
    assert violation(*kagen, hand="67321", field="+", took="+1", variant_plus1_may_achieve=True) is None
    assert violation("ju", "f0", hand="67321", field="9") == "hand-needed"
    assert violation("ju", "f0", "h4", hand="67321", field="9") is None
    assert violation("kagen", "h1", "h2", "h3", hand="53216") == "skips-taken"
    assert violation("kagen", "h0", "h1", "h2", "h3", hand="5321") is None
    assert violation("kagen", "h0", "h2", "h3", hand="5321") == "not-from-top"
    assert violation("kagen", "h1", "h0", "h2", hand="231") == "hand-order"
    assert violation("kagen", "f0", "h0", "h1", hand="32", field="45") == "field-one"
    assert violation("kagen", "f0", "f1", "h0", "h1", hand="32", field="54") == "field-one"
    assert violation("kagen", "f1", "h0", "h1", hand="32", field="54") is None
    assert violation("kagen", "h0", "h1", "f1", hand="23", field="54") == "field-first"
    assert violation("kagen", "f1", "h0", "h1", hand="32", field="5+") == "plus-one-closed"
    assert violation("kagen", "h0", "h1", "h2", hand="322") == "condition"
    assert violation("kagen", "h0", "h1", hand="32") == "no-slot"
    assert violation("kagen", "h0", "h1", "h2", hand="321", taken=[["kagen", 3, 1]]) == "slot-covered"
    assert violation("kagen", "h0", "h1", "h2", "h3", hand="5321", taken=[["kagen", 3, 1]]) is None


def test_a_token_of_another_seat_binds_and_a_second_slot_pays_its_own_points() -> None:
    chidori = ("chidori", "h0", "h1", "h2")
    assert move(*chidori, hand="938", taken=[["chidori", 3, 1]])[:2] == (None, 3)
    assert move(*chidori, hand="938", taken=[["chidori", 3, 2]], own=[])[0] == "slot-covered"
    assert move(*chidori, hand="938", taken=[["chidori", 3, 2]], own=[["chidori", 3, 1]])[0] == "slot-covered"


def test_after_a_plus_one_the_hand_is_laid_from_the_top_as_ever() -> None:
    easier = {"took": "+1", "variant_plus1_may_achieve": True, "field": "8+"}
    assert violation("kagen", "h0", "h1", "h2", hand="3216", **easier) == "not-from-top"
    assert violation("setsugetsufuka", "f1", "h0", "h1", hand="26", **easier) == "plus-one-closed"
    assert violation("setsugetsufuka", "f0", "h0", "h1", hand="26", **easier) == "field-one"


def test_the_first_violation_is_told() -> None:
    assert violation("kagen", "f0", hand="67", field="1+", took="+1", done=1) == "no-yaku-after-plus-one"
    assert violation("kagen", "f0", hand="67", field="1+", done=1) == "one-yaku"
    assert violation("kagen", "f0", hand="67", field="1+") == "hand-needed"
    assert violation("kagen", "h0", "f0", hand="167", field="1+") == "skips-taken"
    assert violation("kagen", "h1", "f0", "h0", hand="67", field="1+") == "hand-order"
    assert violation("kagen", "h1", "f0", hand="67", field="1+") == "field-one"
    assert violation("kagen", "h1", "f1", hand="67", field="1+") == "field-first"
    assert violation("kagen", "f1", "h1", hand="67", field="1+") == "plus-one-closed"


def test_only_the_top_card_of_a_row_is_taken() -> None:
    def take(row: int, card: int) -> tuple[str, str | None, Any]:
        out = oracle(KASANE, "may_take", {"rows": [stack(one) for one in ("12+", "", "3")], "row": row, "card": card})
        return out["verdict"], out["violation"], out["hand_card"]

    assert take(0, 2) == ("allowed", None, "+1")
    assert take(0, 1) == ("not-allowed", "not-top", None)
    assert take(1, 0) == ("not-allowed", "empty-row", None)
    assert take(2, 0) == ("allowed", None, 3)


def test_a_plus_one_goes_onto_the_field_and_scores_at_once() -> None:
    asked = {"hand": [4], "field": [2], "card": "+1", "variant_plus1_may_achieve": False}
    after = {"hand": [4], "field": [2, "+1"], "points": 1}
    assert oracle(KASANE, "acquire", asked) == {**after, "may_achieve": False}
    assert oracle(KASANE, "acquire", {**asked, "variant_plus1_may_achieve": True}) == {**after, "may_achieve": True}


# The end


def test_colours_count_from_eight_cards_on_and_a_plus_one_is_a_card_without_colour() -> None:
    assert [bonus(field) for field in ("1234567", "1234567+", "1234567+++")] == [0, 3, 3]
    assert [bonus("1" * 5 + "2" * count) for count in (2, 3)] == [0, 4]
    assert [bonus("12345678+++"), bonus("12345678+++9"), bonus("111112222234")] == [4, 7, 4]
    assert bonus("++++++++") == 0


def test_figures_of_the_bonus_are_those_of_the_definition() -> None:
    other = replace(KASANE, bonus=Bonus(3, (1, 0, 7), 9))
    assert [bonus(field, other) for field in ("12", "123", "111122223333")] == [0, 7, 16]


def test_where_the_number_of_turns_depends_on_the_players_they_are_needed() -> None:
    turns = replace(KASANE, set_up=(SetUp(3, 5, 3), SetUp(4, 3, 4)))
    assert bonus("12341234", turns, players=4) == 4
    assert bonus("12341234", turns, players=3) == 2
    with pytest.raises(PositionError, match="'players' must be given"):
        bonus("12341234", turns)


def test_a_final_score_is_told_part_by_part() -> None:
    def score(field: str, hand: str) -> tuple[int, ...]:
        out = oracle(KASANE, "final_score", {"points": 20, "field": stack(field), "hand": stack(hand)})
        return tuple(out[key] for key in ("colours", "cards", "bonus", "all_laid", "total"))

    assert score("1245678995+", "3") == (8, 11, 4, 0, 24)
    assert score("1245678995+3", "") == (9, 12, 5, 2, 27)
    assert score("1234567", "12345") == (7, 7, 0, 0, 20)


def test_points_need_a_slot() -> None:
    def points(yaku: str, cards: int, time: int) -> int:
        return int(oracle(KASANE, "points", {"yaku": yaku, "cards": cards, "nth_time": time})["points"])

    assert [points("asanoha", 3, time) for time in (1, 2)] == [4, 3]
    for yaku, cards, time in (("asanoha", 3, 3), ("asanoha", 4, 1), ("nothing", 3, 1)):
        with pytest.raises(PositionError):
            points(yaku, cards, time)


def test_an_unknown_kind_and_a_missing_key_have_no_answer() -> None:
    with pytest.raises(PositionError, match="no kind of case 'nothing'"):
        oracle(KASANE, "nothing", {})
    with pytest.raises(PositionError, match="lacks 'row'"):
        oracle(KASANE, "form", {})


def test_other_conditions_of_a_definition_are_read() -> None:
    rules = (Condition("sum", of=7), Condition("set", numbers=(2, 2, 5)), Condition("monotone", from_=3, to=8))
    slots = (Slots(2, (3,)), Slots(3, (5, 1)))
    yaku = tuple(replace(one, rule=rule, slots=slots) for one, rule in zip(KASANE.yaku, rules, strict=False))
    assert achievable("252", settings=replace(KASANE, yaku=yaku)) == {"ju 252", "kasane 52"}
    assert achievable("378", settings=replace(KASANE, yaku=yaku)) == {"sakurachirashi 378", "sakurachirashi 78"}
