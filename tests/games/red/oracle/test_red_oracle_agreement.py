"""Agreement of the engine of red and its oracle on random positions."""

from __future__ import annotations

from tests.games.agreement import agreement
from tests.games.red.conftest import kinds_of, position

test_red_agrees = agreement(
    "red",
    position,
    {
        "winner": 700,
        "best": 400,
        "may_move": 700,
        "surviving_moves": 60,
        "opening": 150,
        "stronger": 150,
        "round_score": 300,
        "next_round": 300,
    },
    (
        "red",
        "red7",
        "red7-basic",
        "eight",
        "red-single-nothing",
        "red-strongest-card",
        "red-no-same-colour",
        "red7-other-readings",
        "red7-returned",
        "eight-other-readings",
        "zeros",
    ),
    few={"stronger": 2},
    codes={"may_move": {"discard-must-win", "no-pass"}},
    finds=[("winner", "order"), ("best", "red-single-nothing"), ("may_move", "red-strongest-card")],
    kinds=kinds_of,
)
