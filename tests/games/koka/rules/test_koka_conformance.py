"""The conformance cases of koka, from the worked examples of the source and from a separate brute-force reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.settings import KokaSettings

CASES = json.loads((Path(__file__).parents[2] / "cases" / "koka.json").read_text(encoding="utf-8"))["cases"]


def comparable(out: dict[str, Any]) -> dict[str, Any]:
    """An answer with its lists sorted: dice and sets compare as multisets."""
    return {key: sorted(value) if isinstance(value, list) else value for key, value in out.items()}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any], variant: Callable[[str], KokaSettings]) -> None:
    settings = variant("koka")
    found = comparable(dict(answer(settings, rules_of(settings), case["kind"], case["in"])))
    wanted = comparable(case["out"])
    # The examples of the source say nothing about `sets`.
    assert {key: found[key] for key in wanted} == wanted


def test_every_kind_of_the_cases_is_there() -> None:
    assert {case["kind"] for case in CASES} == {"score", "is_set", "setup", "waits"}
    assert len(CASES) == 22
