"""Proofs that hold for every game, applied to kasane."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.kasane.definitions import PROVED, UNKILLED

test_kasane = prove(
    "kasane",
    tweaks=PROVED,
    unkilled=UNKILLED,
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("kasane", 4, 7), ("kasane-variants", 3, 8), ("kasane-tiny", 2, 12)],
)
