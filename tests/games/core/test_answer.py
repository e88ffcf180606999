"""The door of an engine and that of an oracle ask one function per kind, and refuse what they do not know."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pnp.games.core.answer import Answer, Door, Oracle, Position, PositionError, Question, allowed_unless, oracle_of

DOOR = Door[str, int](
    {"double": lambda rules, position: {"is": rules * position["number"]}},
    records={"record": lambda settings, rules, position: {"by": settings, "is": rules}},
)
ORACLE = Oracle[str]({"double": lambda settings, position: {"by": settings, "is": 2 * position["number"]}})


def test_a_door_asks_the_function_of_the_kind_by_the_rules_given() -> None:
    assert DOOR("true", 2, "double", {"number": 3}) == {"is": 6}
    assert DOOR("true", 5, "double", {"number": 3}) == {"is": 15}


def test_a_record_is_read_by_the_settings_too() -> None:
    assert DOOR("true", 5, "record", {}) == {"by": "true", "is": 5}


def test_a_door_names_its_kinds_in_their_order() -> None:
    assert DOOR.kinds == ("double", "record")
    assert Door[str, int]({}).kinds == ()


def test_an_oracle_asks_the_function_of_the_kind() -> None:
    assert ORACLE("true", "double", {"number": 3}) == {"by": "true", "is": 6}


@pytest.mark.parametrize("kind", ["triple", "", None, ["double"], {}])
def test_an_unknown_kind_is_refused_with_those_there_are(kind: str) -> None:
    with pytest.raises(PositionError, match=rf"no kind {re.escape(repr(kind))}: the kinds are double, record"):
        DOOR("true", 2, kind, {"number": 3})
    with pytest.raises(PositionError, match=rf"no kind of case {re.escape(repr(kind))}; it has double"):
        ORACLE("true", kind, {"number": 3})


def test_a_game_without_rules_answers_nothing() -> None:
    with pytest.raises(PositionError, match="the kinds are none"):
        Door[str, int]({})("true", 2, "double", {})


@dataclass(frozen=True)
class Rules:
    """Rules with a fact and a decision."""

    seats: int
    doubles: Callable[[int], int]
    strict: bool = False
    """A decision that is data."""


def asked_of(seats: int, double: bool) -> Rules:
    return Rules(seats, (lambda seat: 2 * seat) if double else lambda seat: seat)


def door(read: list[Position]) -> Door[str, Any]:
    """A door that notes what it reads."""

    def read_seat(rules: Any, position: Position) -> int:
        read.append(position)
        if position["seat"] >= rules.seats:
            raise PositionError("there is no such seat")
        return int(position["seat"])

    def judge(rules: Rules, seat: int) -> dict[str, int]:
        return {"is": rules.doubles(seat)}

    return Door({"seat": Question(read_seat, judge)}, records={"by": lambda settings, *_: {"by": settings}})


def test_a_question_is_read_once_for_all_rules_with_the_same_facts() -> None:
    read: list[Position] = []
    answer = door(read).under("true", "seat", {"seat": 3})
    assert [answer(asked_of(4, double)) for double in (False, True, False)] == [{"is": 3}, {"is": 6}, {"is": 3}]
    assert len(read) == 1


def test_a_decision_that_is_no_function_has_nothing_read_again() -> None:
    read: list[Position] = []
    answer = door(read).under("true", "seat", {"seat": 3})
    assert [answer(replace(asked_of(4, False), strict=strict)) for strict in (False, True)] == [{"is": 3}] * 2
    assert len(read) == 1


def test_a_question_is_read_again_where_the_facts_are_others() -> None:
    read: list[Position] = []
    answer = door(read).under("true", "seat", {"seat": 3})
    assert answer(asked_of(4, False)) == {"is": 3}
    with pytest.raises(PositionError, match="there is no such seat"):
        answer(asked_of(2, False))
    assert answer(asked_of(4, True)) == {"is": 6}


def test_one_question_under_one_record_of_rules_is_the_same_question() -> None:
    assert door([])("true", asked_of(4, True), "seat", {"seat": 3}) == {"is": 6}
    assert door([]).under("true", "by", {})(asked_of(4, True)) == {"by": "true"}
    with pytest.raises(PositionError, match="there is no kind 'triple'"):
        door([]).under("true", "triple", {})(asked_of(4, True))


def test_what_an_oracle_stumbles_over_is_a_position_error_with_its_place() -> None:
    for position, error in (({}, "KeyError ('number')"), ({"number": None}, "TypeError (")):
        with pytest.raises(PositionError) as caught:
            ORACLE("by two", "double", position)
        assert str(caught.value).startswith(error) and "test_answer.py:18" in str(caught.value)
        assert caught.value.__cause__ is not None


def test_an_error_that_is_no_reading_of_a_position_is_raised_on() -> None:
    def breaks(settings: str, position: Position) -> Answer:
        raise RuntimeError("out of order")

    with pytest.raises(RuntimeError, match="out of order"):
        Oracle[str]({"double": breaks})("by two", "double", {})


def test_an_oracle_of_functions_reads_the_fields_that_they_name() -> None:
    def _may_lay(settings: int, hand: list[int], card: int) -> Answer:
        return allowed_unless(None if card in hand and card > settings else "too-low")

    oracle = oracle_of(_may_lay)
    assert oracle.kinds == ("may_lay",)
    assert oracle(2, "may_lay", {"card": 3, "hand": [3], "more": 1}) == {"verdict": "allowed", "violation": None}
    assert oracle(3, "may_lay", {"card": 3, "hand": [3]}) == {"verdict": "not-allowed", "violation": "too-low"}
    with pytest.raises(PositionError, match=r"KeyError \('hand'\)"):
        oracle(3, "may_lay", {"card": 3})
