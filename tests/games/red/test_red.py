"""Tests of red that hold for every game."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.red.definitions import PROVED

test_red = prove(
    "red",
    tweaks=PROVED,
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("red", 2, 1), ("red", 4, 2), ("eight", 4, 4)],
)
