"""Turns, rounds and matches of koka, worked by hand, and impossible positions."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.impossible import impossible
from pnp.games.koka.rules.record import die_name
from pnp.games.koka.rules.turn import Keep, Reroll, Table, Take, judge, trades
from tests.games.koka.conftest import dice
from tests.games.koka.definitions import VARIANTS
from tests.games.koka.examples import example_of

READY = "R123 B222 G234 Y34"
"""Eleven dice that yellow 2 or yellow 5 complete."""


def test_the_reasons_say_what_is_wrong() -> None:
    settings = VARIANTS["koka"]
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
    given = {"given": (die_name(rules, hand[0]),)}
    assert reason(Take(yellow, hand[:1])) == ("violation-give-back-complete", given)
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


def test_two_dice_complete_a_hand_that_one_more_die_has_to_leave() -> None:
    rules = rules_of(VARIANTS["koka"])
    hand = tuple(sorted(Die(*die) for die in dice("R111222 B33 G44 Y5")))
    taken = (Die("blue", 3), Die("green", 4))
    assert [(dice, list(given)) for dice, given in trades(rules, hand, (), [taken])] == [(taken, [(Die("yellow", 5),)])]


def test_the_hands_of_a_round_hold_no_more_dice_than_the_game_has() -> None:
    settings = VARIANTS["koka"]
    count = next(colour.dice for colour in settings.colours if colour.id == "red")
    hands = [[["red", 1]] * 11, [["red", 2]] * 11]
    with pytest.raises(PositionError, match=f"22 dice of the colour 'red' lie there, and the game has {count}"):
        answer(settings, rules_of(settings), "round", {"hands": hands, "start": 0})


def test_a_round_whose_turns_find_other_trays_than_were_left_is_in_no_game() -> None:
    settings = VARIANTS["koka"]
    example = example_of("koka", "whole-round")
    position = example.position
    assert impossible(settings, "whole_round", position) is None
    first, second, third = position["trays"]
    turned = [*second[:1], [second[1][0], second[1][1] % 6 + 1], *second[2:]]
    for trays, reason in [
        ((first, turned, third), "turn 2 finds another tray than turn 1 leaves"),
        ((first, second, third[:1]), "turn 3 finds another tray than turn 2 leaves"),
        ((first[1:], second, third), "3 players roll 4 dice each round, not 3"),
    ]:
        assert impossible(settings, "whole_round", {**position, "trays": list(trays)}) == reason
    keeps = [position["moves"][0], ["keep", second[0]], position["moves"][2]]
    out = answer(settings, rules_of(settings), "whole_round", {**position, "moves": keeps})
    assert (out["complete"], out["completers"]) == ([False, False, True], [2])


def test_what_dice_a_turn_may_leave_to_the_others_is_bounded() -> None:
    settings = VARIANTS["koka"]
    few = min(settings.per_round, key=lambda entry: entry.players)
    dice_of_game = sum(colour.dice for colour in settings.colours)
    position = {"hand": [["red", 1]] * 11, "kept": [], "tray": [["red", 1]] * few.dice, "move": ["keep", []]}
    left = dice_of_game - few.players * 11 - few.dice
    assert impossible(settings, "turn", {**position, "discards": [["blue", 1]] * left}) is None
    reason = impossible(settings, "turn", {**position, "discards": [["blue", 1]] * (left + 1)})
    seen = left + 12 + few.dice
    assert reason == f"no number of players has {few.dice} dice in the tray, and {seen} beside the hands of the others"


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
        "whole_round",
        "match",
        "drawer",
    )
