"""The engine of kasane and its oracle agree on random positions."""

from __future__ import annotations

from tests.games.agreement import agreement
from tests.games.kasane.conftest import position

test_kasane_agrees = agreement(
    "kasane",
    position,
    {
        "setup": 4,
        "fits": 700,
        "form": 500,
        "achievable": 700,
        "lay": 150,
        "points": 100,
        "acquire": 250,
        "final_bonus": 500,
        "winners": 200,
        "may_take": 300,
        "may_achieve": 2000,
        "best_yaku": 700,
        "first_turns": 500,
        "final_score": 300,
    },
    ("kasane", "kasane-wide", "more-slots", "no-field-card", "other-yaku", "rising-bonus", "two-to-four"),
    few={"setup": 2, "fits": 2},
    codes={
        "may_achieve": {
            "no-yaku-after-plus-one",
            "one-yaku",
            "hand-needed",
            "skips-taken",
            "not-from-top",
            "hand-order",
            "field-one",
            "field-first",
            "plus-one-closed",
            "condition",
            "no-slot",
            "slot-covered",
        },
        "may_take": {"not-top", "empty-row"},
    },
    finds=[
        ("achievable", "no-field-card"),
        ("best_yaku", "more-slots"),
        ("may_achieve", "no-field-card"),
        ("final_bonus", "rising-bonus"),
    ],
)
