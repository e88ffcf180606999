"""Misreadings of iroha: each is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.lesson import Misreading
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import Icon, IrohaSettings
from pnp.games.iroha.teaching.misreadings import misreadings
from tests.games.iroha.conftest import position
from tests.games.iroha.definitions import VARIANTS
from tests.games.misread import answerable, indistinct

OF_THE_RULES_PAGE = {
    "follow-led-suit",
    "trump-is-led-suit",
    "highest-number-wins",
    "marker-moves-once",
    "may-change-trump",
    "highest-scores",
    "rest-costs-numbers",
    "lowest-costs-too",
    "lone-card-nothing",
    "follow-trump",
    "marker-moves-off-trump",
    "marked-card-wins",
    "one-lowest",
    "rest-costs-once",
    "lowest-of-game",
    "dealer-leads",
    "pass-right",
}
FURTHER = {"led-suit-first", "lead-moves-left", "most-deals-win", "pass-on-received", "all-cards-used"}
SPARING = ("setup", "in_use", "may_pass", "turn", "trick", "lead", "score", "open_lows", "seat_total", "game", "pass")
"""Kinds that are quick to answer, and together show every decision."""


test_iroha_has_misreadings_that_answer = answerable(
    "iroha", VARIANTS["iroha"], position, 5, OF_THE_RULES_PAGE | FURTHER
)


def named(settings: IrohaSettings, name: str) -> Misreading:
    return next(misreading for misreading in misreadings(settings) if misreading.id == name)


@pytest.mark.parametrize(
    ("changes", "left_out"),
    [
        ({"numbers": (5,), "icons": (Icon((5,), 2),)}, {"highest-number-wins", "marked-card-wins", "highest-scores"}),
        ({"numbers": (0, 1), "icons": (Icon((0, 1), 2),)}, {"rest-costs-numbers", "rest-costs-once"}),
        ({"cost": 0}, {"lowest-costs-too", "rest-costs-once"}),
        ({"players": (2, 2)}, {"follow-led-suit", "follow-trump", "led-suit-first", "pass-right", "marker-moves-once"}),
        ({"passed": 0}, {"pass-right", "pass-on-received"}),
        ({"dealt": 1}, {"may-change-trump", "follow-trump", "lead-moves-left"}),
        ({"icons": (Icon((1, 2, 3, 4), 2),)}, {"all-cards-used"}),
        ({"suits": 2}, {"marker-moves-once"}),
    ],
)
def test_what_a_definition_has_no_room_for_is_left_out_and_the_rest_differs(
    changes: dict[str, Any], left_out: set[str]
) -> None:
    tiny = VARIANTS["iroha-tiny"]
    suits = tiny.suits[:2] if "suits" in changes else tiny.suits
    hand_size = {
        "dealt": 2 if len(suits) == 2 or changes.get("numbers") == (0, 1) else 1 if "numbers" in changes else 3
    }
    settings = replace(tiny, **{**hand_size, **changes, "suits": suits})
    assert not {misreading.id for misreading in misreadings(settings)} & left_out
    assert indistinct("iroha", settings, position, SPARING) == set()


def test_a_trick_that_a_misreader_gives_to_nobody_is_captured_by_nobody() -> None:
    settings = VARIANTS["iroha"]
    rules, random = rules_of(settings), Random(1)
    patched = named(settings, "highest-number-wins").patch(rules)
    open_count = 0
    for _ in range(20):
        deal = position(rules, random, "deal")
        out = answer(settings, patched, "deal", deal)
        open_tricks = [trick for trick in out["tricks"] if trick["winner"] is None]
        open_count += len(open_tricks)
        cards = len(deal["hands"]) * (rules.dealt - len(open_tricks))
        assert sum(out["captured_counts"]) == cards
    assert open_count
