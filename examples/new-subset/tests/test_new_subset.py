"""All that proves a game: play, engine against oracle, misreadings, words, imports, and the kit in every language."""

from __future__ import annotations

from pathlib import Path

from pnp.testing import prove

TWEAKS = {
    "small hands": "hand = 3",
    "few numbers": "numbers = [1, 2, 3, 4]\nplayers = [2, 2]\nhand = 5",
}

test_new_subset = prove("new-subset", tweaks=TWEAKS, cases=Path(__file__).parent / "cases.toml")
