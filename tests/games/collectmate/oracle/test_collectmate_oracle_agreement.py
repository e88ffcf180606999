"""Agreement of the engine of collectmate and its oracle on random positions, also with hands and groups of other
sizes."""

from __future__ import annotations

from tests.games.agreement import agreement
from tests.games.collectmate.conftest import position

test_collectmate_agrees = agreement(
    "collectmate",
    position,
    {
        "hand_score": 1000,
        "together": 300,
        "group_points": 700,
        "declarable": 300,
        "showdown": 500,
        "showdown_hands": 300,
        "take": 600,
        "taker": 300,
        "chain": 300,
        "may_declare": 300,
        "may_move": 1500,
    },
    (
        "collectmate",
        "other-readings",
        "collectmate-seven",
        "collectmate-seven-other-readings",
        "collectmate-plain",
        "collectmate-tiny",
        "collectmate-big",
    ),
    most={"collectmate-big": 20},
    few={"declarable": 2, "may_declare": 4},
    finds=[("group_points", "collectmate-plain"), ("hand_score", "purple-three"), ("take", "other-readings")],
)
