"""Positions of most games, read from plain data, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.core.reading import (
    check_copies,
    read_one_of,
    read_pair,
    read_players,
    read_scores,
    read_seat,
)


@dataclass(frozen=True)
class Rules:
    players: tuple[int, int] = (2, 4)


RULES = Rules()
KNOWN = {("red", 1): "r1", ("red", 3): "r3", ("blue", 3): "b3"}


def pair(raw: Any) -> str:
    return read_pair(raw, KNOWN, "card", "colour", "number")


def test_what_can_be_is_read() -> None:
    assert read_one_of({"rule": "red"}, "rule", ("blue", "red")) == "red"
    assert read_players(RULES, {"players": 4}) == 4
    assert read_seat({"me": 3}, "me", 4) == 3
    assert read_scores(RULES, {"scores": [[1, 2], [0, 5]]}, "scores", 2) == [[1, 2], [0, 5]]
    assert read_scores(RULES, {"scores": [[-1, 2]]}, "scores", 2, None) == [[-1, 2]]
    assert (pair(["red", 3]), pair(("blue", 3))) == ("r3", "b3")
    check_copies({"a": 2, "b": 1}, "ab", "a")


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: read_one_of({"rule": 3}, "rule", ("blue", "red")), "'rule' must be one of blue, red, not 3"),
        (lambda: read_one_of({}, "rule", ("blue",)), "the position has no 'rule'"),
        (lambda: read_players(RULES, {"players": 5}), "'players' must be from 2 to 4, not 5"),
        (lambda: read_players(RULES, {"players": True}), "'players' must be from 2 to 4, not True"),
        (lambda: read_seat({"me": 4}, "me", 4), "'me' must be a seat from 0 to 3, not 4"),
        (lambda: read_seat({"me": -1}, "me", 4), "'me' must be a seat from 0 to 3, not -1"),
        (lambda: read_scores(RULES, {"scores": [[1, 2], [0]]}, "scores", 2), "must hold 2 to 4 items, not 1"),
        (lambda: read_scores(RULES, {"scores": [[1, 2], [0, 1, 2]]}, "scores", 2), "has 3 scores, and another one 2"),
        (lambda: read_scores(RULES, {"scores": [[1, 2]] * 3}, "scores", 2), "must hold 1 to 2 items, not 3"),
        (lambda: read_scores(RULES, {"scores": [[1, -2]]}, "scores", 2), "a whole number, 0 or more, not -2"),
        (lambda: read_scores(RULES, {"scores": [[1, 0.5]]}, "scores", 2, None), "must be a whole number, not 0.5"),
        (lambda: pair("red"), r"a card is \[colour, number\], not 'red'"),
        (lambda: pair(["red"]), r"a card is \[colour, number\]"),
        (lambda: pair(["green", 3]), "there is no colour 'green': the colours are red, blue"),
        (lambda: pair([["red"], 3]), r"there is no colour \['red'\]"),
        (lambda: pair(["red", 2]), "there is no card with the number 2: the numbers are 1, 3"),
        (lambda: pair(["blue", True]), "there is no card with the number True"),
        (lambda: check_copies({"a": 2, "b": 1}, "aba", "a"), "a occurs 3 times, and the deck has 2"),
        (lambda: check_copies({"a": 2, "b": 0}, "ab"), "b occurs 1 times, and the deck has 0"),
        (lambda: check_copies({"a": 1}, "aa", shown=str.upper), "A occurs 2 times"),
    ],
)
def test_what_cannot_be_is_refused(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(PositionError, match=why):
        ask()
