"""All that proves a game: play, engine against oracle, misreadings, words, imports, and the kit in every language."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove

TWEAKS = {
    "few numbers": "numbers = [1, 2, 3]\nplayers = [2, 2]\nhand = 2",
    "dear cards": "cost = 3\ncopies = 3",
}

test_new_game = prove("new-game", tweaks=TWEAKS, cases=Path(__file__).parent / "cases.toml")
