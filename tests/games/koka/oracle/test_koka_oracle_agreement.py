"""The engine of koka and its oracle are two readings of the rules, and must agree on random positions of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.settings import KokaSettings
from pnp.testing import amount

Variant = Callable[[str], KokaSettings]
KokaPosition = Callable[[Rules, Random, str], dict[str, Any]]
VARIANTS = ("koka", "other-readings", "koka-special", "koka-special-other-readings", "koka-tiny")
POSITIONS = {
    "setup": 10,
    "is_set": 200,
    "score": 150,
    "partitions": 150,
    "waits": 40,
    "waits_scored": 40,
    "turn": 500,
    "tray": 300,
    "round": 60,
    "match": 50,
    "drawer": 50,
}


def test_every_kind_is_compared() -> None:
    assert set(POSITIONS) == set(answer.kinds)


@pytest.mark.parametrize("name", VARIANTS)
def test_engine_and_oracle_agree_to_the_letter(name: str, variant: Variant, koka_position: KokaPosition) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        random = Random(f"{name} {kind} agreement")
        for _ in range(amount(quick=4 + count // 8, full=count)):
            asked = koka_position(rules, random, kind)
            assert answer(settings, rules, kind, asked) == oracle(settings, kind, asked), (kind, asked)


def test_the_random_turns_know_every_violation(variant: Variant, koka_position: KokaPosition) -> None:
    settings = variant("koka")
    rules, random = rules_of(settings), Random(5)
    codes = Counter(
        answer(settings, rules, "turn", koka_position(rules, random, "turn"))["violation"] for _ in range(800)
    )
    assert set(codes) == {
        None,
        "tray-too-small",
        "reroll-count",
        "not-in-tray",
        "wrong-colours",
        "not-rerolled",
        "not-in-discards",
        "not-in-hand",
        "give-count",
    }
