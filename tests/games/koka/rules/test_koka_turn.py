"""Turns, rounds and matches of koka, worked by hand, and impossible positions."""

from __future__ import annotations

from typing import Any

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.turn import Keep, Reroll, Table, Take, judge
from tests.games.koka.conftest import dice
from tests.games.koka.definitions import VARIANTS

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
