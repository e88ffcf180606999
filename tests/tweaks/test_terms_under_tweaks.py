"""The terms of each game hold under tweaks too: other figures choose other sentences, which keep to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.project.project import open_shipped
from pnp.testing.kit import kit_of
from pnp.testing.subject import Definitions
from pnp.testing.words import term_faults

pytestmark = pytest.mark.kit

TWEAKS = {
    "red": ('numbers = [1, 2, 3, 4, 5, 6, 7, 8]\ndraw = "never"', 'pass = "out"\nhand = 5'),
    "red7": ("goals = [20, 15, 10]", 'draw = "both"\nreadings = { single-card = "nothing" }'),
    "iroha": ("cost = 0\npassed = 1", "dealt = 8\ndeals-each = 2"),
    "collectmate": ("counter = false\ntag-points = 2", "tag-option = false"),
    "kasane": ("variants = { opening-tokens = true, plus-one-yaku = true }", "bonus = { from = 6 }\ntrack = 30"),
    "koka": ("kept = 2\ngames = 1", 'readings = { two-sixes = "form", untaken-dice = "stay" }'),
}
"""Two for each game, as they would stand in a definition."""


def test_there_are_two_tweaks_of_every_game() -> None:
    assert {game: len(set(tweaks)) for game, tweaks in TWEAKS.items()} == dict.fromkeys(open_shipped().games, 2)


@pytest.mark.parametrize(
    ("game", "tweak"),
    [
        pytest.param(game, tweak, marks=() if number == 0 and game in ("red", "collectmate") else pytest.mark.full)
        for game, tweaks in TWEAKS.items()
        for number, tweak in enumerate(tweaks)
    ],
)
def test_the_terms_of_a_game_hold_under_a_tweak(game: str, tweak: str, tmp_path: Path) -> None:
    subject = Definitions(game, None, {"tweak": tweak}).subject("tweak", tmp_path)
    assert kit_of(subject, "en") is not None and kit_of(subject, "ja") is not None
    assert list(term_faults(subject)) == []
