"""What holds for every game, of red."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove
from tests.games.red.definitions import OF_RED

test_red = prove(
    "red",
    tweaks=OF_RED,
    playthroughs=Path(__file__).parent / "playthroughs",
    games=[("red", 2, 1), ("red", 4, 2), ("eight", 4, 4)],
)
