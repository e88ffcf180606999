"""The engine of red and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pnp.games.red.oracle.answer import oracle
from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.record import Rules
from pnp.games.red.settings import RedSettings
from pnp.testing import amount
from tests.games.red.conftest import kinds_of

Variant = Callable[[str], RedSettings]
RedPosition = Callable[[Rules, Random, str], dict[str, Any]]

VARIANTS = (
    "red",
    "red7",
    "red7-basic",
    "eight",
    "red-single-nothing",
    "red-strongest-card",
    "red-no-same-colour",
    "red7-other-readings",
    "red7-returned",
    "eight-other-readings",
    "zeros",
)
POSITIONS = {
    "winner": 700,
    "best": 400,
    "may_move": 700,
    "surviving_moves": 60,
    "opening": 150,
    "stronger": 150,
    "round_score": 300,
    "next_round": 300,
}
"""Per definition: some 25,000 positions in all, in the full run (PNP_FULL=1); an eighth of them else."""


def comparable(kind: str, out: Any) -> Any:
    """An answer with its unordered list sorted."""
    return sorted(map(repr, out["moves"])) if kind == "surviving_moves" else out


@pytest.mark.parametrize("name", VARIANTS)
def test_engine_and_oracle_agree(name: str, variant: Variant, red_position: RedPosition) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        if kind not in kinds_of(rules):
            continue
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=4 + count // 8, full=count)):
            asked = red_position(rules, random, kind)
            ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, asked)
            assert comparable(kind, ours) == comparable(kind, theirs), (kind, asked)


def test_the_comparison_asks_every_kind_and_enough() -> None:
    assert set(POSITIONS) == set(answer.kinds)
    assert len(VARIANTS) * sum(POSITIONS.values()) >= 20_000
