"""The contest: every case, the programs in turn, so that a machine that slows down slows all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.cases import ROOT, Case, Contender
from benchmarks.measure import Measured, clean_environment, run
from benchmarks.table import Result

Tell = Callable[[str], None]


def measure_cases(cases: Sequence[Case], runs: int, scratch: Path, tell: Tell = lambda _line: None) -> list[Result]:
    """Measure all ``cases``, ``runs`` times each after a round that fills caches. Raises RunError where one fails.

    The files are looked into only after everything is measured: a parent process with little in memory does not blur
    what the system tells of its children.
    """
    environment = {**clean_environment(scratch), "PYTHONPATH": str(ROOT)}
    taken: list[tuple[Case, Contender, list[Measured]]] = []
    for case in cases:
        tell(case.title)
        measured: list[tuple[Case, Contender, list[Measured]]] = [(case, one, []) for one in case.contenders]
        for round_number in range(runs + 1):
            for _, contender, kept in measured:
                contender.before(round_number)
                result = run(contender.command, ROOT, environment)
                if round_number:
                    kept.append(result)
        taken += measured
    return [_result(case, contender, tuple(kept)) for case, contender, kept in taken]


def _result(case: Case, contender: Contender, runs: tuple[Measured, ...]) -> Result:
    return Result(case.id, case.title, contender.name, runs, contender.pdf.stat().st_size, _flaws(case, contender))


def _flaws(case: Case, contender: Contender) -> str:
    from benchmarks.proof import fonts_not_embedded, missing_cards  # noqa: PLC0415 - see measure_cases

    flaws = [f"{name} is not embedded" for name in fonts_not_embedded(contender.pdf)]
    missing = 0 if case.kit and contender.name == "pnp" else missing_cards(contender.pdf, case.source)
    if missing:
        flaws.append(f"{missing} cards are missing from the text")
    return "; ".join(flaws)
