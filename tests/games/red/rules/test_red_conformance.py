"""The conformance cases of red, from the worked examples of the source and from a separate brute-force reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.settings import RedSettings

CASES = json.loads((Path(__file__).parents[2] / "cases" / "red.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_answered_as_it_says(case: dict[str, Any], variant: Callable[[str], RedSettings]) -> None:
    settings = variant("red")
    out = dict(answer(settings, rules_of(settings), case["kind"], case["in"]))
    want = dict(case["out"])
    if case["kind"] == "surviving_moves":
        out["moves"], want["moves"] = sorted(map(repr, out["moves"])), sorted(map(repr, want["moves"]))
    assert {key: out[key] for key in want} == want
