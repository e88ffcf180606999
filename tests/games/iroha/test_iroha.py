"""Tests of iroha that hold for every game."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.iroha.definitions import TWEAKS

test_iroha = prove(
    "iroha",
    tweaks=TWEAKS,
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("iroha", 3, 5), ("iroha-tiny", 2, 6)],
)
