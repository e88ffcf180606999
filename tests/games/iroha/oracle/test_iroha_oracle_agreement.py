"""Agreement of the engine of iroha and its oracle on random positions."""

from __future__ import annotations

from tests.games.agreement import agreement
from tests.games.iroha.conftest import position

test_iroha_agrees = agreement(
    "iroha",
    position,
    {
        "setup": 10,
        "in_use": 10,
        "pass": 150,
        "may_pass": 300,
        "receive": 100,
        "legal": 700,
        "may_play": 500,
        "turn": 700,
        "trick": 700,
        "lead": 60,
        "last_play": 300,
        "score": 600,
        "open_lows": 250,
        "seat_total": 150,
        "game": 150,
        "deal": 40,
    },
    ("iroha", "iroha-six-suits", "iroha-icons", "iroha-double", "iroha-tiny"),
    few={"setup": 4, "in_use": 4, "may_play": 2, "may_pass": 3},
    codes={"turn": {"must-follow"}, "may_pass": {"pass-count", "pass-received"}},
    finds=[("score", "costs-two"), ("setup", "ten-cards"), ("in_use", "all-cards-always")],
)
