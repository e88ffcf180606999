"""The engine of iroha and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.settings import IrohaSettings
from pnp.testing import amount

Variant = Callable[[str], IrohaSettings]
IrohaPosition = Callable[[Rules, Random, str], dict[str, Any]]

VARIANTS = ("iroha", "iroha-six-suits", "iroha-icons", "iroha-double", "iroha-tiny")
POSITIONS = {
    "setup": 10,
    "in_use": 10,
    "pass": 150,
    "may_pass": 300,
    "receive": 100,
    "legal": 700,
    "may_play": 500,
    "turn": 700,
    "trick": 700,
    "lead": 60,
    "last_play": 300,
    "score": 600,
    "open_lows": 250,
    "seat_total": 150,
    "game": 150,
    "deal": 40,
}
"""Per definition: 23,600 positions in all, in the full run (PNP_FULL=1); an eighth of them else."""


def comparable(kind: str, out: Any) -> Any:
    """An answer with its lists of cards sorted; hands stay in the order of the seats."""
    if kind == "pass":
        return {"hands": [sorted(map(list, hand)) for hand in out["hands"]]}
    if kind in ("legal", "open_lows"):
        return {key: sorted(map(list, cards)) for key, cards in out.items()}
    return out


@pytest.mark.parametrize("name", VARIANTS)
def test_engine_and_oracle_agree(name: str, variant: Variant, iroha_position: IrohaPosition) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=4 + count // 8, full=count)):
            asked = iroha_position(rules, random, kind)
            ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, asked)
            assert comparable(kind, ours) == comparable(kind, theirs), (kind, asked)


def test_the_comparison_asks_every_kind_and_enough() -> None:
    assert set(POSITIONS) == set(answer.kinds)
    assert len(VARIANTS) * sum(POSITIONS.values()) >= 20_000
