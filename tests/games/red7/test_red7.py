"""Tests of red7, the engine of red by another definition, that hold for every game."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.red.definitions import OF_RED7

test_red7 = prove(
    "red7",
    tweaks=OF_RED7,
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("red7", 3, 3)],
)
