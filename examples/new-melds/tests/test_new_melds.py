"""All that proves a game: play, engine against oracle, misreadings, words, imports, and the kit in every language."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove

TWEAKS = {
    "small hands": "hand = 4\nleast = 2",
    "large hands": "hand = 7\nplayers = [2, 3]",
    "few numbers": "numbers = [1, 2, 3, 4, 5]\nplayers = [2, 2]",
}

test_new_melds = prove("new-melds", tweaks=TWEAKS, cases=Path(__file__).parent / "cases.toml")
