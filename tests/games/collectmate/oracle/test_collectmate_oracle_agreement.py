"""The engine of collectmate and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.testing import amount

Variant = Callable[[str], CollectmateSettings]
CollectmatePosition = Callable[[Rules, Random, str], dict[str, Any]]

VARIANTS = (
    "collectmate",
    "other-readings",
    "collectmate-seven",
    "collectmate-seven-other-readings",
    "collectmate-plain",
)
POSITIONS = {
    "hand_score": 1000,
    "together": 300,
    "group_points": 700,
    "declarable": 300,
    "showdown": 500,
    "showdown_hands": 300,
    "take": 600,
    "taker": 300,
    "may_declare": 300,
    "may_move": 1500,
}
"""Per definition: 29,000 positions in all, in the full run (PNP_FULL=1); an eighth of them else."""


def comparable(out: Any) -> Any:
    """An answer with its unordered lists sorted."""
    unordered = ("colours", "shown")
    return {key: sorted(map(repr, value)) if key in unordered else value for key, value in out.items()}


@pytest.mark.parametrize("name", VARIANTS)
def test_engine_and_oracle_agree(name: str, variant: Variant, collectmate_position: CollectmatePosition) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=4 + count // 8, full=count)):
            asked = collectmate_position(rules, random, kind)
            ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, asked)
            assert comparable(ours) == comparable(theirs), (kind, asked)


def test_the_comparison_asks_every_kind_and_enough() -> None:
    assert set(POSITIONS) == set(answer.kinds)
    assert len(VARIANTS) * sum(POSITIONS.values()) >= 20_000


@pytest.mark.parametrize("name", ["collectmate-big", "collectmate-tiny"])
def test_they_agree_on_hands_and_groups_of_other_sizes(
    name: str, variant: Variant, collectmate_position: CollectmatePosition
) -> None:
    settings = variant(name)
    rules, random = rules_of(settings), Random(name)
    for round_ in range(amount(quick=4, full=20) * len(answer.kinds)):
        kind = answer.kinds[round_ % len(answer.kinds)]
        asked = collectmate_position(rules, random, kind)
        assert comparable(answer(settings, rules, kind, asked)) == comparable(oracle(settings, kind, asked)), asked


@pytest.mark.parametrize("kind", POSITIONS)
def test_the_positions_of_a_kind_have_different_answers(
    kind: str, variant: Variant, collectmate_position: CollectmatePosition
) -> None:
    settings = variant("collectmate")
    rules, random = rules_of(settings), Random(kind)
    answers = {repr(answer(settings, rules, kind, collectmate_position(rules, random, kind))) for _ in range(400)}
    assert len(answers) >= {"declarable": 2, "may_declare": 4}.get(kind, 6)


def test_the_comparison_finds_an_engine_that_is_wrong(
    variant: Variant, collectmate_position: CollectmatePosition
) -> None:
    settings = variant("collectmate")
    wrong = replace(rules_of(settings), enough=4)
    random = Random(1)
    asked = [collectmate_position(wrong, random, "group_points") for _ in range(200)]
    assert any(answer(settings, wrong, "group_points", one) != oracle(settings, "group_points", one) for one in asked)
