"""The engine of collectmate and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pnp.games.collectmate.answer import KINDS, answer
from pnp.games.collectmate.oracle import oracle
from pnp.games.collectmate.rules import Rules, rules_of
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import PositionError

Variant = Callable[[str], CollectmateSettings]
CollectmatePosition = Callable[[Rules, Random, str], dict[str, Any]]

VARIANTS = (
    "collectmate",
    "collectmate-other-readings",
    "collectmate-seven",
    "collectmate-seven-other-readings",
    "collectmate-plain",
)
POSITIONS = {"hand_score": 1200, "group_points": 900, "declarable": 500, "showdown": 700, "take": 800}
"""Per definition: 20,500 positions in all."""

ENGINE_ONLY = {"showdown_hands", "taker", "may_declare", "may_move"}
"""The kinds that the oracle does not answer; tests of their own pin them down."""


def comparable(out: Any) -> Any:
    """An answer with its unordered list sorted."""
    return {key: sorted(value) if key == "colours" else value for key, value in out.items()}


def without_words(asked: Any) -> Any:
    """A position with the plain words of its cards left out, which the oracle does not look at."""
    if isinstance(asked, dict):
        return {key: without_words(value) for key, value in asked.items() if key != "words"}
    return [without_words(item) for item in asked] if isinstance(asked, list) else asked


@pytest.mark.parametrize("kind", POSITIONS)
@pytest.mark.parametrize("name", VARIANTS)
def test_engine_and_oracle_agree(
    name: str, kind: str, variant: Variant, collectmate_position: CollectmatePosition
) -> None:
    settings = variant(name)
    rules = rules_of(settings)
    random = Random(f"{name} {kind}")
    for _ in range(POSITIONS[kind]):
        asked = collectmate_position(rules, random, kind)
        ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, without_words(asked))
        assert comparable(ours) == comparable(theirs), asked


def test_the_comparison_asks_enough() -> None:
    assert len(VARIANTS) * sum(POSITIONS.values()) >= 20_000


def test_every_kind_that_the_oracle_answers_is_compared(
    variant: Variant, collectmate_position: CollectmatePosition
) -> None:
    assert set(POSITIONS) | ENGINE_ONLY == set(KINDS)
    settings = variant("collectmate")
    for kind in ENGINE_ONLY:
        asked = collectmate_position(rules_of(settings), Random(kind), kind)
        with pytest.raises(PositionError, match="no kind"):
            oracle(settings, kind, asked)


@pytest.mark.parametrize("kind", POSITIONS)
def test_the_comparison_can_fail(kind: str, variant: Variant, collectmate_position: CollectmatePosition) -> None:
    # Every answer occurs, so that agreement is not agreement on one word.
    settings = variant("collectmate")
    rules, random = rules_of(settings), Random(kind)
    answers = {
        repr(answer(settings, rules, kind, collectmate_position(rules, random, kind))) for _ in range(POSITIONS[kind])
    }
    assert len(answers) >= (2 if kind == "declarable" else 6)
