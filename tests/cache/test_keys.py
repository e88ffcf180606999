"""Equal values of equal types have the same key, in every process; all others have another, or none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from types import MappingProxyType
from typing import Any

import pytest

from pnp.cache.keys import NoKeyError, value_key, value_text


class Suit(Enum):
    MOON = 1
    SUN = 2


class Name(str):
    """Text with more to it than its characters."""


@dataclass(frozen=True)
class Card:
    value: Any
    more: Any = 0
    note: object = field(default=None, compare=False)

    def __repr__(self) -> str:
        return "alike"


@dataclass(frozen=True)
class Other:
    value: Any
    more: Any = 0


VALUES: list[Any] = [
    1, 1.0, True, "1", b"1", "1.0", 0.0, -0.0, float("nan"), None, "", (), [], {}, frozenset(), [1], (1,), [[1], 2],
    [[1, 2]], ["1, int 2"], ["1", 2], {"a": 1}, {"a": 1.0}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, {1}, {1, 2}, Suit.MOON,
    Suit.SUN, Card(1), Card(True), Card(1, 1), Card(Card(1)), Other(1), "Suit.MOON", "\ud800",
]  # fmt: skip


def test_values_that_print_differently_have_other_keys() -> None:
    for first, second in combinations(VALUES, 2):
        assert value_text(first) != value_text(second)
        assert value_key(first) != value_key(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": (1,)}, MappingProxyType({"a": (1,)})),
        ({3, 1, 2}, frozenset({2, 3, 1})),
        (Card(1, note=object()), Card(1, note=object())),
    ],
)
def test_equal_values_have_equal_keys(first: Mapping[str, Any], second: Mapping[str, Any]) -> None:
    assert value_key(first) == value_key(second)


@pytest.mark.parametrize("value", [object(), [object()], Name("1"), Card(len), iter(()), Card])
def test_a_value_of_unknown_content_has_no_key(value: object) -> None:
    with pytest.raises(NoKeyError):
        value_text(value)
    assert value_key(value) != value_key(value)


def test_every_process_has_the_same_keys(process_environment: Callable[..., dict[str, str]]) -> None:
    script = "from pnp.cache.keys import value_text; print(value_text(({'moon', 'sun', 'star'}, {1: 2.5})))"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=process_environment({"PYTHONHASHSEED": seed}),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(texts) == 1
