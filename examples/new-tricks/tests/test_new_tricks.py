"""All that proves a game: play, engine against oracle, misreadings, words, imports, and the kit in every language."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove

TWEAKS = {
    "small hands": "hand = 3",
    "another trump": 'trump = "sea"',
    "two players": "players = [2, 2]\nnumbers = [1, 2, 3, 4, 5]\nhand = 4",
}

test_new_tricks = prove("new-tricks", tweaks=TWEAKS, cases=Path(__file__).parent / "cases.toml")
