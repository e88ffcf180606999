"""Passes of all seats, and points brought or lost by the last play of a trick."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from tests.games.iroha.definitions import VARIANTS

LAST = {
    "captured": [["umbrella", 2], ["umbrella", 4], ["flower", 6]],
    "table": [["flower", 1], ["butterfly", 3]],
    "hand": [["butterfly", 6], ["flower", 4]],
}


def test_a_rule_that_leaves_open_who_takes_the_trick_leaves_the_best_play_open() -> None:
    iroha = VARIANTS["iroha"]
    rules = replace(rules_of(iroha), taker=lambda plays, marker: None)
    out = answer(iroha, rules, "last_play", LAST)
    assert out["best"] is None and [total for _, _, total in out["plays"]] == [None, None]
