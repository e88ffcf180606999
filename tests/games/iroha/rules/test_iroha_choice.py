"""Who takes up what is passed, and what the last play of a trick brings or costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import IrohaSettings

Variant = Callable[[str], IrohaSettings]
PASSED = [[["bird", 1], ["fan", 6]], [["fan", 2], ["bird", 3]], [["flower", 4], ["umbrella", 5]]]
LAST = {
    "captured": [["umbrella", 2], ["umbrella", 4], ["flower", 6]],
    "table": [["flower", 1], ["butterfly", 3]],
    "hand": [["butterfly", 6], ["flower", 4]],
}


def test_each_seat_takes_up_what_its_right_neighbour_passed(variant: Variant) -> None:
    iroha = variant("iroha")
    out = answer(iroha, rules_of(iroha), "receive", {"passed": PASSED})
    assert out == {"received": [[["flower", 4], ["umbrella", 5]], [["bird", 1], ["fan", 6]], [["bird", 3], ["fan", 2]]]}


def test_a_trick_that_brings_a_new_suit_may_cost_more_than_it_scores(variant: Variant) -> None:
    iroha = variant("iroha")
    # Left: 2 − 1 + 6 = 7. Taken: 2 − 1, 1 − 1 and 3 − 1, which makes 3.
    out = answer(iroha, rules_of(iroha), "last_play", LAST)
    assert out["plays"] == [[["butterfly", 6], True, 3], [["flower", 4], False, 7]]
    assert out["best"] == [["flower", 4]]


def test_only_cards_that_may_be_played_are_weighed(variant: Variant) -> None:
    iroha = variant("iroha")
    position = {**LAST, "hand": [["butterfly", 6], ["bird", 6]]}
    out = answer(iroha, rules_of(iroha), "last_play", position)
    assert [card for card, _, _ in out["plays"]] == [["butterfly", 6]]


def test_a_rule_that_leaves_open_who_takes_the_trick_leaves_the_best_play_open(variant: Variant) -> None:
    iroha = variant("iroha")
    rules = replace(rules_of(iroha), taker=lambda plays, marker: None)
    out = answer(iroha, rules, "last_play", LAST)
    assert out["best"] is None and [total for _, _, total in out["plays"]] == [None, None]


@pytest.mark.parametrize(
    ("kind", "position"),
    [
        ("receive", {}),
        ("receive", {"passed": PASSED[:2]}),
        ("receive", {"passed": [*PASSED[:2], [["flower", 4]]]}),
        ("receive", {"passed": [*PASSED[:2], [["bird", 1], ["flower", 4]]]}),
        ("receive", {"passed": [*PASSED[:2], [["bird", 7], ["flower", 4]]]}),
        ("receive", {"passed": "bird"}),
        ("last_play", {**LAST, "captured": [["butterfly", 6]]}),
        ("last_play", {**LAST, "table": [["flower", 1]]}),
        ("last_play", {**LAST, "hand": []}),
        ("last_play", {key: LAST[key] for key in ("hand", "table")}),
        ("last_play", {**LAST, "captured": [["bird", 13]]}),
    ],
)
def test_a_choice_that_cannot_be_is_refused_by_engine_and_oracle(kind: str, position: Any, variant: Variant) -> None:
    iroha = variant("iroha")
    with pytest.raises(PositionError):
        answer(iroha, rules_of(iroha), kind, position)
    with pytest.raises(PositionError):
        oracle(iroha, kind, position)
