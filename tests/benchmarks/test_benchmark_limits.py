"""Limits are told beside the figures of a run, and by nobody's word but theirs."""

from __future__ import annotations

import pytest

from benchmarks.cases import CASES
from benchmarks.limits import LIMITS, held, limits_markdown
from benchmarks.measure import Measured, Spent, Warm
from benchmarks.table import Result

pytestmark = pytest.mark.kit


def result(case: str, name: str, seconds: float, mib: int = 50, size: int = 31_000, flaws: str = "") -> Result:
    return Result(case, case, name, (Measured(seconds, mib * 2**20, seconds),), size, flaws)


def warm(case: str, *seconds: float) -> Result:
    told = Warm(Spent(9, 9), tuple(Spent(one, one) for one in seconds), ())
    return Result(case, case, "pnp", (Measured(99, 50 * 2**20, 99, told),), 31_000, "")


def verdicts(*results: Result) -> dict[str, tuple[float | None, bool | None]]:
    return {one.limit.words: (one.figure, one.reached) for one in held(results)}


def test_every_limit_is_of_a_case_that_there_is():
    assert {limit.case for limit in LIMITS} <= set(CASES)
    assert {limit.against[0] for limit in LIMITS if limit.against} <= set(CASES)


def test_ratios_are_those_of_medians_on_the_case_that_is_named():
    found = verdicts(
        result("red", "pnp", 0.6),
        result("red", "protograf", 1.0),
        result("red-known", "pnp", 0.5),
        result("red-known", "protograf", 1.0),
        result("kits", "pnp", 1.75),
    )
    assert found["`pnp build red`, search included ÷ protograf’s 49 cards"] == (0.6, True)
    assert found["`pnp build red`, examples known ÷ protograf’s 49 cards"] == (0.5, False)
    assert found["`pnp build --all` ÷ `pnp build red`, search included"][1] is True
    assert found["`pnp build --all` ÷ `pnp build red`, examples known"] == (3.5, False)


def test_memory_size_and_rebuilds_are_held_to_their_limits():
    found = verdicts(
        result("10000", "pnp", 1, mib=80),
        result("100000", "pnp", 1, mib=151),
        result("1000", "pnp", 1, size=201_000),
        warm("warm-card", 0.05, 0.1, 9),
        warm("warm-red-rule", 0.5),
    )
    assert found["10,000 cards, peak memory"] == (80, True)
    assert found["100,000 cards, peak memory"] == (151, False)
    assert found["1,000 cards, size of the PDF"] == (201, False)
    assert found["1,000 cards, a rebuild after one of them changed"] == (0.1, True)
    assert found["red, a rebuild after a rule changed"] == (0.5, False)


def test_what_was_not_measured_is_not_judged():
    assert all(one.figure is None and one.reached is None for one in held([result("49", "pnp", 1)]))
    assert verdicts(result("red", "pnp", 0.1))["`pnp build red`, search included ÷ protograf’s 49 cards"] == (
        None,
        None,
    )
    assert limits_markdown(held([])).count("| – |") == len(LIMITS)


def test_a_file_that_is_not_as_asked_reaches_no_limit():
    pair = result("1000", "pnp", 1), result("1000", "reportlab", 1, flaws="2 cards are missing from the text")
    shown = limits_markdown(held(pair))
    assert "| 1,000 cards ÷ bare ReportLab (`1000`) | 1.00 × | 2.2 × | void: reportlab: 2 cards are missing" in shown
    assert "| 1,000 cards, size of the PDF (`1000`) | 31 kB | 200 kB | yes |" in shown
