"""The sentences of red are true under every definition, and every case of them is met somewhere."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.examples.claims import claim_faults
from pnp.games.red import ENGINE
from pnp.games.red.teaching.explain import explain
from pnp.testing import FULL
from tests.games.red.definitions import FURTHER, OF_RED, OF_RED7, VARIANTS
from tests.games.red.examples import example_set

NAMES = [name for name in ("red", "red7", *OF_RED, *OF_RED7) if FULL or name not in FURTHER]


@pytest.mark.parametrize("name", NAMES)
def test_what_printed_examples_say_is_true(name: str) -> None:
    settings, examples = VARIANTS[name], example_set(name).examples
    assert examples
    for example in examples:
        assert [str(fault) for fault in claim_faults(ENGINE, settings, example, explain(settings, example))] == []


def test_every_case_of_a_sentence_is_met_somewhere() -> None:
    """Wordings that no definition here produces would not be checked by the tests above."""
    keys: set[str] = set()

    def walk(value: Any) -> None:
        for inner in value.values.values() if hasattr(value, "values") else value if isinstance(value, tuple) else ():
            walk(inner)
        if hasattr(value, "key"):
            keys.add(value.key)

    for name in NAMES:
        for example in example_set(name).examples:
            walk(explain(VARIANTS[name], example).verdict)
    assert {
        "pick-one",
        *(
            f"pick-{criterion}"
            for criterion in ("same-number", "same-colour", "sum", "different-colours", "run", "even", "odd")
        ),
        "reason-count",
        "reason-count-yours",
        "reason-count-rivals",
        "reason-number",
        "reason-colour-highest",
        "verdict-all-stay",
        "verdict-no-pass-leading",
        "verdict-pass-out-leading",
        "verdict-turn-both-draws-over",
        "verdict-same-colour",
        "drawing-both",
        "drawing-none",
        "drawing-over",
        "drawing-not-over",
        "verdict-opening-colour",
        "verdict-opening-winning",
        "outcome-goal",
        "outcome-undealt",
        "outcome-goes-on-return",
        "left-out",
    } <= keys
