"""Agreement of the engine of koka and its oracle on random positions."""

from __future__ import annotations

from tests.games.agreement import agreement
from tests.games.koka.conftest import position

test_koka_agrees = agreement(
    "koka",
    position,
    {
        "setup": 10,
        "is_set": 400,
        "score": 800,
        "partitions": 400,
        "waits": 40,
        "waits_scored": 40,
        "turn": 1200,
        "tray": 600,
        "round": 100,
        "whole_round": 120,
        "match": 100,
        "drawer": 60,
    },
    (
        "koka",
        "different-colours",
        "six-first",
        "two-sixes",
        "other-readings",
        "untaken-stay",
        "koka-special",
        "koka-special-other-readings",
        "mixed-groups",
        "koka-tiny",
    ),
    few={"setup": 3, "is_set": 4, "drawer": 4},
    codes={
        "turn": {
            "tray-too-small",
            "reroll-count",
            "not-in-tray",
            "wrong-colours",
            "not-rerolled",
            "not-in-discards",
            "not-in-hand",
            "give-count",
        }
    },
    finds=[
        ("score", "different-colours"),
        ("score", "six-first"),
        ("score", "two-sixes"),
        ("partitions", "two-sixes"),
        ("waits", "koka-special"),
        ("turn", "koka-special"),
        ("turn", "other-readings"),
        ("tray", "untaken-stay"),
        ("round", "other-readings"),
    ],
)
