"""Turns, rounds and matches of koka, worked by hand, and the positions that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.turn import Keep, Reroll, Table, Take, judge
from pnp.games.koka.settings import KokaSettings

Variant = Callable[[str], KokaSettings]
Dice = Callable[[str], list[Any]]
READY = "R123 B222 G234 Y34"
"""Eleven dice that yellow 2 or yellow 5 complete."""


@pytest.fixture
def turn(variant: Variant, dice: Dice) -> Callable[..., dict[str, Any]]:
    """A turn: the move with its dice on lines, the tray, and what else is on the table."""
    settings = variant("koka")

    def ask(move: list[Any], tray: str, kept: str = "", discards: str = "", hand: str = READY) -> dict[str, Any]:
        asked = {"hand": dice(hand), "kept": dice(kept), "tray": dice(tray), "discards": dice(discards), "move": move}
        found = dict(answer(settings, rules_of(settings), "turn", asked))
        assert found == oracle(settings, "turn", asked)
        if found["violation"]:
            assert (found["hand"], found["kept"], found["complete"]) == (asked["hand"], asked["kept"], False)
        return found

    return ask


R6, Y2, Y4, Y5, O1, B5 = (
    [colour, value]
    for colour, value in (("red", 6), ("yellow", 2), ("yellow", 4), ("yellow", 5), ("orange", 1), ("blue", 5))
)


@pytest.mark.parametrize(
    ("move", "violation", "complete"),
    [
        (["take", Y5, None], None, True),
        (["take", O1, R6], "not-in-hand", False),
        (["take", O1, Y4], None, False),
        (["take", O1, O1], None, False),
        (["take", O1, None], "give-count", False),
        (["take", Y5, Y4], "give-count", False),
        (["take", Y5, R6], "not-in-hand", False),
        (["take", B5, None], "not-in-tray", False),
        (["keep", O1], None, False),
        (["keep", B5], "not-in-tray", False),
        (["reroll", [O1, Y5], [R6, Y2], [], []], "wrong-colours", False),
        (["reroll", [O1, B5], [O1, B5], [], []], "not-in-tray", False),
        (["reroll", [O1, O1], [O1, O1], [], []], "not-in-tray", False),
        (["reroll", [O1, Y5], [O1, Y4], [], []], None, False),
        (["reroll", [O1, Y5], [O1, Y4], [], [Y4]], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y4], [Y5], [Y4]], "not-rerolled", False),
        (["reroll", [O1, Y5], [O1, Y4], [Y4, Y4], [Y4]], "not-rerolled", False),
        (["reroll", [O1, Y5], [O1, Y4], [Y4], [Y4]], None, False),
        (["reroll", [O1, Y5], [O1, Y4], [Y4], []], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y2], [Y2], []], None, True),
        (["reroll", [O1, Y5], [O1, Y2], [Y2], [Y4]], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y4], [O1, Y4], [O1, Y4]], None, False),
        (["reroll", [O1, Y5], [O1, Y4], [O1, Y4], [O1]], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y2], [O1, Y2], [O1]], None, True),
        (["reroll", [O1, Y5], [O1, Y2], [O1, Y2], [Y4]], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y2], [O1, Y2], [O1, Y4]], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y2], [O1, Y2], []], "give-count", False),
        (["reroll", [O1, Y5], [O1, Y2], [O1, Y2], [R6]], "not-in-hand", False),
    ],
)
def test_moves_with_two_dice_in_the_tray(
    move: list[Any], violation: str | None, complete: bool, turn: Callable[..., dict[str, Any]]
) -> None:
    found = turn(move, "O1 Y5")
    assert (found["violation"], found["complete"]) == (violation, complete)
    assert found["verdict"] == ("not-allowed" if violation else "allowed")
    assert len(found["hand"]) == (12 if complete else 11)


@pytest.mark.parametrize(
    ("move", "discards", "violation", "complete"),
    [
        (["keep", O1, Y5, None], "Y1", None, True),
        (["keep", O1, Y5, Y4], "Y1", "give-count", False),
        (["keep", O1, Y5, None], "B55", "not-in-discards", False),
        (["keep", O1, B5, None], "B1", "give-count", False),
        (["keep", O1, B5, R6], "B1", "not-in-hand", False),
        (["keep", O1, B5, Y4], "B1", None, False),
        (["keep", O1, B5, B5], "B1", None, False),
        (["keep", O1, None, None], "", None, False),
        (["keep", O1, None, Y4], "", "give-count", False),
        (["keep", O1, Y5, None], "", "not-in-discards", False),
        (["keep", R6, Y5, None], "", "not-in-tray", False),
    ],
)
def test_the_third_kept_die_brings_one_of_the_discards(
    move: list[Any], discards: str, violation: str | None, complete: bool, turn: Callable[..., dict[str, Any]]
) -> None:
    found = turn(move, "O1", "G66", discards)
    assert (found["violation"], found["complete"]) == (violation, complete)
    assert found["kept"] == ([] if violation is None else [["green", 6], ["green", 6]])


def test_two_dice_are_rerolled_or_none(turn: Callable[..., dict[str, Any]]) -> None:
    assert turn(["reroll", [O1, Y5], [O1, Y5], [], []], "O1")["violation"] == "tray-too-small"
    assert turn(["reroll", [B5, B5], [O1, Y5], [], []], "")["violation"] == "tray-too-small"
    assert turn(["take", O1, O1], "")["violation"] == "not-in-tray"


@pytest.mark.parametrize(
    ("name", "tray", "dice_", "violation"),
    [
        ("koka", "O1 Y5", "O1", "reroll-count"),
        ("koka", "O1", "O1", "tray-too-small"),
        ("one-or-two", "O1 Y5", "O1", None),
        ("one-or-two", "O1", "O1", None),
        ("one-or-two", "O1", "O1 Y5", "not-in-tray"),
        ("one-or-two", "", "O1", "tray-too-small"),
        ("one-or-two", "O1 Y5", "O1 Y5", None),
    ],
)
def test_one_die_is_rerolled_only_where_the_reading_allows_it(
    name: str, tray: str, dice_: str, violation: str | None, variant: Variant, dice: Dice
) -> None:
    settings, picked = variant(name), dice(dice_)
    move = ["reroll", picked, picked, [], []]
    asked = {"hand": dice(READY), "kept": [], "tray": dice(tray), "discards": [], "move": move}
    found = answer(settings, rules_of(settings), "turn", asked)
    assert found["violation"] == oracle(settings, "turn", asked)["violation"] == violation


@pytest.mark.parametrize(
    ("name", "move", "lies", "rolls"),
    [
        ("koka", ["reroll", [O1, Y5], [O1, Y4], [], []], "B5", ["orange", "yellow"]),
        ("koka", ["reroll", [O1, Y5], [R6, Y4], [], []], "O1 Y5 B5", []),
        ("koka", ["reroll", [O1, Y5], [O1, Y4], [Y4], [["red", 3]]], "B5", ["orange", "red"]),
        ("koka", ["reroll", [O1, Y5], [O1, Y4], [O1, Y4], [["red", 3], Y4]], "B5", ["red", "yellow"]),
        ("koka", ["reroll", [O1, Y5], [O1, Y2], [Y2], []], "B5", ["orange"]),
        ("untaken-stay", ["reroll", [O1, Y5], [O1, Y4], [], []], "B5 O1 Y4", []),
        ("untaken-stay", ["reroll", [O1, Y5], [O1, Y4], [Y4], [["red", 3]]], "B5 O1", ["red"]),
        ("one-or-two", ["reroll", [O1], [["orange", 6]], [], []], "Y5 B5", ["orange"]),
        ("koka", ["take", O1, ["red", 3]], "Y5 B5 R3", []),
        ("koka", ["take", O1, None], "O1 Y5 B5", []),
        ("koka", ["keep", O1], "Y5 B5", []),
    ],
)
def test_what_lies_in_the_tray_after_a_turn_and_what_is_rolled_into_it(
    name: str, move: list[Any], lies: str, rolls: list[str], variant: Variant, dice: Dice
) -> None:
    settings = variant(name)
    asked = {"hand": dice(READY), "kept": [], "tray": dice("O1 Y5 B5"), "discards": [], "move": move}
    found = answer(settings, rules_of(settings), "tray", asked)
    assert (found["lies"], found["rolls"]) == (dice(lies), rolls)
    assert found == oracle(settings, "tray", asked)


def test_the_die_given_for_the_kept_ones_goes_to_the_tray_as_it_is(variant: Variant, dice: Dice) -> None:
    settings = variant("koka")
    asked = {"hand": dice(READY), "kept": dice("G66"), "tray": dice("O1 B2"), "discards": dice("P3")}
    move = ["keep", O1, ["purple", 6], Y4]
    found = answer(settings, rules_of(settings), "tray", {**asked, "move": move})
    assert found == {"lies": dice("B2 Y4"), "rolls": []} == oracle(settings, "tray", {**asked, "move": move})


def test_a_kept_die_is_none_of_the_twelve(turn: Callable[..., dict[str, Any]]) -> None:
    found = turn(["keep", Y5], "Y5 Y5")
    assert (found["complete"], found["kept"]) == (False, [Y5])
    assert turn(["take", Y2, None], "Y2", kept="O1 O2")["complete"] is True


def test_the_reasons_say_what_is_wrong(variant: Variant, dice: Dice) -> None:
    settings = variant("koka")
    rules = rules_of(settings)
    hand = tuple(Die(*die) for die in dice(READY))
    orange, yellow, blue = Die("orange", 1), Die("yellow", 5), Die("blue", 6)
    table = Table(hand, (orange, orange), (orange, yellow), (blue,))

    def reason(move: Take | Reroll | Keep) -> tuple[str, dict[str, Any]]:
        violation = judge(rules, table, move).violation
        assert violation is not None
        return violation.reason.key, dict(violation.reason.values)

    names = {colour.id: colour.name for colour in settings.colours}
    counts = {"taken": 1, "given": 0, "wanted": 1}
    assert reason(Take(blue, ())) == ("violation-not-in-tray", {"colour": names["blue"], "value": 6})
    assert reason(Take(orange, ())) == ("violation-give-count", counts)
    assert reason(Take(yellow, (orange,)))[0] == "violation-not-in-hand"
    complete = {"taken": 1, "given": 1, "wanted": 0}
    assert reason(Take(yellow, hand[:1])) == ("violation-give-none-complete", complete)
    pair = (orange, yellow)
    broken = reason(Reroll(pair, pair, pair, hand[:1]))
    assert broken == ("violation-give-count-breaks", {"taken": 2, "given": 1, "wanted": 1})
    assert reason(Reroll(pair, (blue, yellow), (), ())) == (
        "violation-wrong-colours",
        {"colour": names["orange"], "found": names["blue"]},
    )
    assert reason(Keep(orange, yellow, ())) == ("violation-not-in-discards", {"colour": names["yellow"], "value": 5})
    small = judge(rules, table._replace(tray=(orange,)), Reroll(pair, pair, (), ())).violation
    assert small is not None
    assert (small.code, dict(small.reason.values)) == ("tray-too-small", {"count": 1})


def test_a_round_is_played_out_and_all_complete_seats_score(variant: Variant, dice: Dice) -> None:
    settings = variant("koka")
    hands = [dice(f"{READY} Y5"), dice(READY), dice("R234 Y234 P555 O123")]
    found = answer(settings, rules_of(settings), "round", {"start": 2, "hands": hands})
    assert found == {"over": True, "turns": [2, 0, 1], "completers": [2, 0], "scores": [4, 0, 6]}
    hands = [dice(READY)] * 2
    found = answer(settings, rules_of(settings), "round", {"start": 1, "hands": hands})
    assert found == {"over": False, "turns": [1, 0], "completers": [], "scores": [0, 0]}


def test_the_match_and_who_draws(variant: Variant) -> None:
    settings = variant("koka")
    rules = rules_of(settings)
    assert answer(settings, rules, "match", {"scores": [[4, 0, 0], [0, 4, 0]]}) == {"totals": [4, 4, 0], "best": [0, 1]}
    drawers = [
        answer(settings, rules, "drawer", {"players": 3, "start": 0, "round": round_})["drawer"] for round_ in range(5)
    ]
    assert drawers == [2, 0, 1, 2, 0]


def test_tables_follow_the_settings(variant: Variant) -> None:
    settings = replace(variant("koka"), colours=variant("koka").colours[:5])
    found = answer(settings, rules_of(settings), "setup", {"players": 4})
    assert found == {"dice_per_round": 4, "start_dice_each": 11, "left_in_bag_after_start": 75 - 44}


ELEVEN = [["red", value] for value in (1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2)]
TWELVE = [*ELEVEN, ["red", 3]]
TABLE = {"hand": ELEVEN, "kept": [], "tray": [O1, Y5], "discards": []}
TWO_KEPT = {**TABLE, "kept": [O1, O1]}


@pytest.mark.parametrize(
    ("kind", "position", "why"),
    [
        ("chess", {}, "no kind 'chess'"),
        ("setup", {}, "has no 'players'"),
        ("setup", None, "not an object"),
        ("setup", {"players": 5}, "from 2 to 4"),
        ("setup", {"players": True}, "from 2 to 4"),
        ("is_set", {"dice": ELEVEN[:4]}, "3 or 6 dice, not 4"),
        ("is_set", {"dice": "R123"}, "must be a list"),
        ("is_set", {"dice": [["pink", 1]] * 3}, "no colour 'pink'"),
        ("is_set", {"dice": [["red", 7]] * 3}, "no die with the value 7"),
        ("is_set", {"dice": [["red", 0]] * 3}, "no die with the value 0"),
        ("is_set", {"dice": [["red", True]] * 3}, "no die with the value"),
        ("is_set", {"dice": [["red", 1.0]] * 3}, "no die with the value"),
        ("is_set", {"dice": [["red"]] * 3}, "a die is"),
        ("score", {"dice": ELEVEN}, "must hold 12 items, not 11"),
        ("partitions", {"dice": ELEVEN}, "must hold 12 items, not 11"),
        ("waits", {"dice": TWELVE}, "must hold 11 items, not 12"),
        ("waits_scored", {}, "has no 'dice'"),
        ("turn", {**TABLE, "hand": TWELVE, "move": ["keep", O1]}, "must hold 11 items"),
        ("turn", {**TABLE, "kept": [O1] * 3, "move": ["keep", O1]}, "0 to 2 items"),
        ("turn", {**TABLE, "tray": ELEVEN, "move": ["keep", O1]}, "22 dice of the colour 'red'"),
        ("turn", TABLE, "has no 'move'"),
        ("turn", {**TABLE, "move": ["pass"]}, "a move is"),
        ("turn", {**TABLE, "move": []}, "1 or more"),
        ("turn", {**TABLE, "move": ["take", O1]}, "a move is"),
        ("turn", {**TABLE, "move": ["reroll", [], [], [], []]}, "1 to 2 items"),
        ("turn", {**TABLE, "move": ["reroll", [O1, Y5], [O1], [], []]}, "must hold 2 items"),
        ("turn", {**TABLE, "move": ["reroll", [O1], [O1], [O1, O1], []]}, "0 to 1 items"),
        ("tray", {**TABLE, "move": ["pass"]}, "a move is"),
        ("turn", {**TABLE, "move": ["reroll", [O1, Y5], [O1, Y5], [O1, Y5, Y5], []]}, "0 to 2 items"),
        ("turn", {**TABLE, "move": ["keep", O1, None, None]}, r'the move is \["keep", die\]'),
        ("turn", {**TWO_KEPT, "move": ["keep", O1]}, r'the move is \["keep", die, taken, given\]'),
        ("round", {"start": 0, "hands": [ELEVEN]}, "2 to 4 items"),
        ("round", {"start": 2, "hands": [ELEVEN, [O1] * 11]}, "a seat from 0 to 1"),
        ("round", {"start": 0, "hands": [ELEVEN, ELEVEN]}, "22 dice of the colour"),
        ("round", {"start": 0, "hands": [ELEVEN, [O1] * 13]}, "11 to 12 items"),
        ("match", {"scores": []}, "1 to 4 items"),
        ("match", {"scores": [[1, 2], [1, 2, 3]]}, "3 scores, and another one 2"),
        ("match", {"scores": [[1, -2]]}, "whole number, 0 or more"),
        ("match", {"scores": [[1, 2]] * 5}, "1 to 4 items"),
        ("drawer", {"players": 3, "start": 3, "round": 0}, "a seat from 0 to 2"),
        ("drawer", {"players": 3, "start": 0, "round": -1}, "0 or more"),
    ],
)
def test_a_position_that_cannot_be_is_refused(kind: str, position: Any, why: str, variant: Variant) -> None:
    settings = variant("koka")
    with pytest.raises(PositionError, match=why):
        answer(settings, rules_of(settings), kind, position)


def test_with_discards_there_one_of_them_is_named(variant: Variant) -> None:
    settings = variant("koka")
    asked = {**TWO_KEPT, "discards": [B5], "move": ["keep", O1, None, None]}
    with pytest.raises(PositionError, match="name it"):
        answer(settings, rules_of(settings), "turn", asked)


def test_the_kinds_are_those_of_the_contract() -> None:
    assert answer.kinds == (
        "setup",
        "is_set",
        "score",
        "partitions",
        "waits",
        "waits_scored",
        "turn",
        "tray",
        "round",
        "match",
        "drawer",
    )
