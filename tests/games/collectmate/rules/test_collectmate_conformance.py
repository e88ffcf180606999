"""The conformance cases of collectmate, from the worked examples of the source and a separate brute-force reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.settings import CollectmateSettings

FILE = Path(__file__).parents[2] / "cases" / "collectmate.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def comparable(out: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(value) if key == "colours" else value for key, value in out.items()}


@every_case
def test_the_case_is_answered_as_it_says(case: dict[str, Any], variant: Callable[[str], CollectmateSettings]) -> None:
    settings = variant("collectmate")
    out = dict(answer(settings, rules_of(settings), case["kind"], case["in"]))
    assert comparable(out) == comparable(case["out"])


@every_case
def test_the_oracle_answers_the_case_as_it_says(
    case: dict[str, Any], variant: Callable[[str], CollectmateSettings]
) -> None:
    assert comparable(dict(oracle(variant("collectmate"), case["kind"], case["in"]))) == comparable(case["out"])


def test_there_are_all_39_cases() -> None:
    assert len(CASES) == 39
