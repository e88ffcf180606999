"""Misreadings of koka: each is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.koka.settings import KokaSettings, Sets
from pnp.games.koka.teaching.misreadings import misreadings
from tests.games.koka.conftest import position
from tests.games.koka.definitions import VARIANTS
from tests.games.misread import answerable

OF_THE_RULES_PAGE = {
    "equal-sets-added",
    "six-run-as-two-threes",
    "sixes-first",
    "sets-mix-colours",
    "runs-wrap",
    "six-multiplies",
    "four-or-five-set",
    "any-split",
    "multiplier-on-all",
    "equal-sets-one-colour",
    "equal-sets-different-colours",
    "four-colours",
    "any-runs-equal",
    "stops-at-once",
    "first-completer-scores",
}
"""One line of the page names two."""
FURTHER = {
    "two-sixes-complete",
    "kept-die-counts",
    "complete-gives-back",
    "reroll-takes-two",
    "reroll-one",
    "untaken-stay",
    "discard-keeps-face",
    "any-discard-colour",
    "start-player-draws",
    "drawer-stays",
    "most-games-win",
}


test_koka_has_misreadings_that_answer = answerable("koka", VARIANTS["koka"], position, 3, OF_THE_RULES_PAGE | FURTHER)


def test_what_a_definition_has_no_room_for_is_left_out() -> None:
    koka = VARIANTS["koka"]

    def known(settings: KokaSettings) -> set[str]:
        return {misreading.id for misreading in misreadings(settings)}

    assert "kept-die-counts" not in known(replace(koka, kept=1))
    assert "most-games-win" not in known(replace(koka, games=1))
    assert not {"equal-sets-added", "any-split"} & known(replace(koka, sets=Sets(0, 10)))
    assert "sixes-first" not in known(replace(koka, sets=Sets(1, 30)))
    one_colour = replace(koka, colours=(replace(koka.colours[0], dice=90),))
    assert not {"sets-mix-colours", "any-discard-colour"} & known(one_colour)
    assert "special-hand-is-bonus" not in known(koka)
    assert "special-hand-is-bonus" in known(VARIANTS["koka-special"])
    others = known(VARIANTS["other-readings"])
    assert {"equal-sets-any-colours", "two-sixes-incomplete"} <= others
    assert not {"equal-sets-different-colours", "two-sixes-complete", "sixes-first"} & others
    assert {"reroll-needs-two", "untaken-again"} <= others
    assert not {"reroll-one", "untaken-stay"} & others
