"""Positions of most games, read from plain data, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.core.reading import (
    check_copies,
    read_players,
)


@dataclass(frozen=True)
class Rules:
    players: tuple[int, int] = (2, 4)


RULES = Rules()


def test_what_can_be_is_read() -> None:
    assert read_players(RULES, {"players": 4}) == 4
    check_copies({"a": 2, "b": 1}, "ab", "a")


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: read_players(RULES, {"players": 5}), "'players' must be from 2 to 4, not 5"),
        (lambda: read_players(RULES, {"players": True}), "'players' must be from 2 to 4, not True"),
        (lambda: check_copies({"a": 2, "b": 1}, "aba", "a"), "a occurs 3 times, and the deck has 2"),
        (lambda: check_copies({"a": 2, "b": 0}, "ab"), "b occurs 1 times, and the deck has 0"),
        (lambda: check_copies({"a": 1}, "aa", shown=str.upper), "A occurs 2 times"),
    ],
)
def test_what_cannot_be_is_refused(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(PositionError, match=why):
        ask()
