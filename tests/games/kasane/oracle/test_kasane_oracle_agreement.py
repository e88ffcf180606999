"""The engine of kasane and its oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.decisions import rules_of
from pnp.testing import amount
from tests.games.kasane.oracle.positions import definitions, position

POSITIONS = {
    "setup": 4,
    "fits": 700,
    "form": 500,
    "achievable": 700,
    "lay": 150,
    "points": 100,
    "acquire": 250,
    "final_bonus": 500,
    "winners": 200,
    "may_take": 300,
    "may_achieve": 2000,
    "best_yaku": 700,
    "final_score": 300,
}
"""Per definition: 32,020 positions in all, in the full run (PNP_FULL=1); an eighth of them else."""


def comparable(out: Any) -> Any:
    """An answer with its unordered lists sorted; a row in them stays as it was laid."""
    unordered = ("achievable", "yes", "no", "winners")
    return {key: sorted(map(repr, value)) if key in unordered else value for key, value in out.items()}


@pytest.mark.parametrize("name", definitions())
def test_engine_and_oracle_agree(name: str) -> None:
    settings = definitions()[name]
    rules = rules_of(settings)
    for kind, count in POSITIONS.items():
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=4 + count // 8, full=count)):
            asked = position(settings, random, kind)
            ours, theirs = answer(settings, rules, kind, asked), oracle(settings, kind, asked)
            assert comparable(ours) == comparable(theirs), (kind, asked)


def test_the_comparison_asks_every_kind_and_enough() -> None:
    assert set(POSITIONS) == set(answer.kinds)
    assert len(definitions()) * sum(POSITIONS.values()) >= 20_000


def test_every_violation_comes_up_often() -> None:
    settings, random = definitions()["kasane"], Random(3)
    found = Counter(
        oracle(settings, "may_achieve", position(settings, random, "may_achieve"))["violation"] for _ in range(2000)
    )
    assert set(found) == {
        None,
        "no-yaku-after-plus-one",
        "one-yaku",
        "hand-needed",
        "skips-taken",
        "not-from-top",
        "hand-order",
        "field-one",
        "field-first",
        "plus-one-closed",
        "condition",
        "no-slot",
        "slot-covered",
    }
    assert min(found.values()) >= 10


@pytest.mark.parametrize("kind", POSITIONS)
def test_the_positions_of_a_kind_have_different_answers(kind: str) -> None:
    settings, random = definitions()["kasane"], Random(kind)
    answers = {repr(oracle(settings, kind, position(settings, random, kind))) for _ in range(200)}
    assert len(answers) >= {"setup": 2, "fits": 2}.get(kind, 6)


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        ("achievable", "kasane-no-field"),
        ("best_yaku", "kasane-points"),
        ("may_achieve", "kasane-no-field"),
        ("final_bonus", "kasane-points"),
    ],
)
def test_the_comparison_finds_an_engine_that_is_wrong(kind: str, other: str) -> None:
    settings, random = definitions()["kasane"], Random(1)
    wrong = rules_of(definitions()[other])
    asked = [position(settings, random, kind) for _ in range(200)]
    assert any(
        comparable(answer(settings, wrong, kind, one)) != comparable(oracle(settings, kind, one)) for one in asked
    )


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("nothing", {}),
        ("points", {"yaku": "ju", "cards": 3, "nth_time": 3}),
        ("points", {"yaku": "ju", "cards": 4, "nth_time": 1}),
        ("fits", {"yaku": "nothing", "row": [1]}),
        ("setup", {"players": 5}),
        ("final_bonus", {"field": [1]}),
        ("final_score", {"field": [1] * 3, "hand": [2] * 7, "points": 0}),
    ],
)
def test_both_refuse_what_has_no_answer(kind: str, asked: dict[str, Any]) -> None:
    settings = definitions()["kasane-turns"]
    with pytest.raises(PositionError):
        answer(settings, rules_of(settings), kind, asked)
    with pytest.raises(PositionError):
        oracle(settings, kind, asked)
