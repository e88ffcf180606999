"""Proofs that hold for every game, applied to collectmate."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.collectmate.definitions import PROVED, UNKILLED

test_collectmate = prove(
    "collectmate",
    tweaks=PROVED,
    unkilled={name: left for name, left in UNKILLED.items() if name in PROVED},
    cases=Path(__file__).parent / "hand_cases.toml",
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("collectmate", 2, 40), ("collectmate", 5, 51), ("collectmate-tiny", 2, 9)],
)
