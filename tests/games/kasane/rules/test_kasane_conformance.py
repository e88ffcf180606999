"""The conformance cases of kasane, from the worked examples of the source and a separate brute-force reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.games.kasane.rules.answer import answer
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.settings import KasaneSettings

FILE = Path(__file__).parents[2] / "cases" / "kasane.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def check(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """``found`` agrees with ``wanted``, as far as it says: lists are sets, ``includes`` names some of them, and what
    stands in ``not_asked`` is dropped."""
    left_out = wanted.get("not_asked", [])
    for key, value in wanted.items():
        if key == "includes":
            assert all(entry in found["achievable"] for entry in value)
        elif key in ("achievable", "yes", "no", "winners"):
            assert sorted(map(repr, (one for one in found[key] if one not in left_out))) == sorted(map(repr, value))
        elif key != "not_asked":
            assert found[key] == value


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any], variant: Callable[[str], KasaneSettings]) -> None:
    settings = variant("kasane")
    found = dict(answer(settings, rules_of(settings), case["kind"], case["in"]))
    check(found, case["out"])
    assert set(case["out"]) - {"includes", "not_asked"} <= set(found)


def test_there_are_all_60_cases_of_nine_kinds() -> None:
    assert len(CASES) == 60
    assert len({case["kind"] for case in CASES}) == 9
