"""The door of an engine and that of an oracle ask one function per kind, and refuse what they do not know."""

from __future__ import annotations

import re

import pytest

from pnp.games.core.answer import Door, Oracle, PositionError

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
