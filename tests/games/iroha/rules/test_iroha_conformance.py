"""The conformance cases of iroha, from the worked examples of the source and from a separate brute-force reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import IrohaSettings

CASES = json.loads((Path(__file__).parents[2] / "cases" / "iroha.json").read_text(encoding="utf-8"))["cases"]


def comparable(kind: str, out: dict[str, Any]) -> dict[str, Any]:
    """An answer with lists of cards sorted, which compare as sets; hands stay in the order of the seats."""
    if kind == "pass":
        return {"hands": [sorted(hand) for hand in out["hands"]]}
    if kind in ("legal", "open_lows"):
        return {key: sorted(cards) for key, cards in out.items()}
    return out


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any], variant: Callable[[str], IrohaSettings]) -> None:
    settings = variant("iroha")
    kind = case["kind"]
    out = dict(answer(settings, rules_of(settings), kind, case["in"]))
    assert comparable(kind, out) == comparable(kind, case["out"])


def test_every_kind_of_the_cases_is_there() -> None:
    kinds = {"setup", "pass", "legal", "may_play", "trick", "score", "open_lows", "deal", "game"}
    assert {case["kind"] for case in CASES} == kinds
    assert len(CASES) == 41
