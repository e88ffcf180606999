"""The contest: every case, the programs in turn, so that a machine that slows down slows all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.cases import ROOT, Case, Contender, Rebuilding
from benchmarks.measure import Measured, Warm, clean_environment, digest, read_warm, run
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
                if contender.warm is not None:
                    result = replace(result, warm=read_warm(contender.warm.report))
                if round_number:
                    kept.append(result)
        taken += measured
    return [_result(case, contender, tuple(kept), environment) for case, contender, kept in taken]


def _result(case: Case, contender: Contender, runs: tuple[Measured, ...], environment: Mapping[str, str]) -> Result:
    size, flaws = contender.pdf.stat().st_size, _flaws(case, contender)
    if contender.warm is not None:
        told = [one.warm for one in runs if one.warm is not None]
        flaws += unlike_cold(contender.warm, told, environment)
    return Result(case.id, case.title, contender.name, runs, size, "; ".join(flaws))


def unlike_cold(rebuilding: Rebuilding, told: Sequence[Warm], environment: Mapping[str, str]) -> list[str]:
    """What is wrong with the rebuilds of all runs: each state is built once by a process that has just begun and that
    uses nothing kept, and every rebuild must have written the same bytes. Raises RunError where that fails."""
    states = zip(*(one.digests for one in told), strict=True)
    flaws, before = [], ""
    for state, written in enumerate(states, start=1):
        rebuilding.edits.change(rebuilding.folder, state)
        run(rebuilding.command, ROOT, environment)
        cold = digest(rebuilding.pdf)
        if set(written) != {cold}:
            flaws.append(f"rebuild {state} is not what a cold build writes")
        if cold == before:
            flaws.append(f"edit {state} changed nothing")
        before = cold
    return flaws


def _flaws(case: Case, contender: Contender) -> list[str]:
    from benchmarks.proof import fonts_not_embedded, missing_cards  # noqa: PLC0415 - see measure_cases

    flaws = [f"{name} is not embedded" for name in fonts_not_embedded(contender.pdf)]
    missing = 0 if case.kit and contender.name == "pnp" else missing_cards(contender.pdf, case.source)
    if missing:
        flaws.append(f"{missing} cards are missing from the text")
    return flaws
