"""Tests of koka that hold for every game."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.koka.definitions import PROVED, UNKILLED

test_koka = prove(
    "koka",
    tweaks=PROVED,
    unkilled=UNKILLED,
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("koka-special", 4, 150), ("koka-tiny", 2, 181)],
)
