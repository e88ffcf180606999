"""Run of a game as it is, and of its mutants, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from pnp.cache.disk import disable_cache
from pnp.records import dataclass
from pnp.testing.mutate.choice import mutated_modules
from pnp.testing.mutate.loading import serve_text, serve_text_to_other_processes
from pnp.testing.mutate.operators import mutants_of
from pnp.testing.mutate.processes import ProcessEnd, Task, run_in_processes
from pnp.testing.mutate.reach import unreached
from pnp.testing.mutate.report import BY_LIMIT, Verdict
from pnp.testing.mutate.source import Mutant, Source
from pnp.testing.mutate.trial import (
    GRACE,
    TIMES,
    Change,
    ProofSource,
    UnchangedRun,
    judge,
    limit_memory,
    limit_processor,
    run_traced,
    run_unchanged,
)

_PATIENCE = 10
"""How many times as long as its processor time a process may last, on a machine that is busy."""


class MutationError(Exception):
    """Game that cannot be mutated, with the reason."""


@dataclass(frozen=True, slots=True)
class MutableGame:
    """Game whose proof holds, with all its mutants. ``texts`` are the files that are mutated."""

    sources: tuple[ProofSource, ...]
    unchanged: UnchangedRun
    folder: Path
    """Folder of the package."""
    modules: Mapping[str, str]
    """Names of the modules by file."""
    parts: Mapping[str, str]
    """Parts of the game by file."""
    texts: Mapping[str, str]
    mutants: tuple[Mutant, ...]


def open_game(*sources: ProofSource) -> MutableGame:
    """Return a game with its mutants. Raises MutationError if a proof fails already, or nothing can be mutated.

    ``sources`` are the proofs of all games that judge the mutants; they have one engine. This process may not have
    imported it, and does not import it.
    """
    unchanged = _unchanged(sources)
    folder = Path(unchanged.modules[unchanged.package]).parent
    texts, parts, modules = {}, {}, {}
    for module, part in mutated_modules(unchanged.package, unchanged.modules).items():
        file = Path(unchanged.modules[module]).relative_to(folder).as_posix()
        texts[file] = (folder / file).read_text(encoding="utf-8")
        parts[file], modules[file] = part, module
    mutants = tuple(mutant for file, text in texts.items() for mutant in mutants_of(Source(file, text)))
    if not mutants:
        raise MutationError(f"{folder} has nothing to mutate: rules/, play/ and teaching/explain.py are mutated")
    for name in unchanged.program:
        import_module(name)  # once, for the processes of all mutants
    return MutableGame(sources, unchanged, folder, modules, parts, texts, mutants)


def try_mutants(
    game: MutableGame, mutants: Sequence[Mutant], jobs: int, progress: Callable[[int], None] = lambda _done: None
) -> tuple[Verdict, ...]:
    """Return the verdicts on ``mutants``, each tried in a process of its own, at most ``jobs`` at a time.

    ``progress`` is called with the number of mutants that are done. Mutants of lines that no check runs live without a
    trial. Raises MutationError if a check fails for a module without a change.
    """
    patience = _PATIENCE * (GRACE + TIMES * sum(game.unchanged.seconds.values()))
    unreached = _unreached(game, mutants, jobs, patience)
    verdicts = {number: Verdict(mutants[number], None, reached=False) for number in unreached}
    tried = [number for number in range(len(mutants)) if number not in unreached]
    progress(len(verdicts))
    with closing(run_in_processes([_trial(game, mutants[number]) for number in tried], jobs, patience)) as ends:
        for place, end in ends:
            number = tried[place]
            verdicts[number] = _verdict(mutants[number], end)
            progress(len(verdicts))
    living = [number for number, verdict in verdicts.items() if verdict.check is None]
    verdicts |= _verdicts_of_own_tests(game, {number: mutants[number] for number in living}, jobs)
    return tuple(verdicts[number] for number in range(len(mutants)))


def _trial(game: MutableGame, mutant: Mutant) -> Task:
    return partial(judge, game.sources, _change(game, mutant), game.unchanged.seconds)


def _change(game: MutableGame, mutant: Mutant) -> Change:
    return Change(game.modules[mutant.file], game.parts[mutant.file], mutant.applied(game.texts[mutant.file]))


def _verdicts_of_own_tests(game: MutableGame, mutants: Mapping[int, Mutant], jobs: int) -> dict[int, Verdict]:
    """Return the verdicts on those mutants that tests beside the proof notice. Raises MutationError if a test fails
    for the game without a change, or for a copy of a module."""
    folders = own_tests([source.tests for source in game.sources])
    if not folders or not mutants:
        return {}
    ((_, plain),) = run_in_processes([partial(run_own_tests, folders, None, 0.0)], 1, float("inf"))
    seconds = 0.0 if plain.data is None else plain.data["seconds"]
    patience = _PATIENCE * (GRACE + TIMES * seconds)
    unchanged = replace(next(iter(mutants.values())), edits=())
    numbers = list(mutants)
    tasks = [
        partial(run_own_tests, folders, _change(game, mutant), seconds) for mutant in (unchanged, *mutants.values())
    ]
    verdicts: dict[int, Verdict] = {}
    with closing(run_in_processes(tasks, jobs, patience)) as ends:
        for place, end in ((-1, plain), *ends):
            fault = f"signal {end.signal}" if end.data is None else end.data["fault"]
            if fault is not None and place < 1:
                raise MutationError(f"a test beside the proof fails without any change; mend this first: {fault}")
            if fault is not None:
                number = numbers[place - 1]
                verdicts[number] = Verdict(mutants[number], BY_LIMIT if end.by_limit else _OWN_TESTS, fault)
    return verdicts


def _unreached(game: MutableGame, mutants: Sequence[Mutant], jobs: int, patience: float) -> set[int]:
    """Return the numbers of mutants of lines that no check runs.

    Meanwhile a module without a change is tried in the same way as the mutants: were a check to fail by that alone,
    all mutants would count as noticed.
    """
    unchanged = Mutant(mutants[0].file, 0, "none", "", "", ())
    files = {file: game.unchanged.modules[module] for file, module in game.modules.items()}
    tasks: list[Task] = [partial(run_traced, game.sources, list(files.values())), _trial(game, unchanged)]
    ends = dict(run_in_processes(tasks, jobs, patience))
    verdict = _verdict(unchanged, ends[1])
    if verdict.check is not None:
        raise MutationError(f"a copy of {unchanged.file} without a change does not pass: {verdict.fault}")
    if ends[0].data is None:
        raise MutationError(f"the unchanged game ends its process with signal {ends[0].signal} when it is traced")
    numbers: set[int] = set()
    for file, path in files.items():
        own = [mutant for mutant in mutants if mutant.file == file]
        never_run = set(unreached(Source(file, game.texts[file]), own, frozenset(ends[0].data[path])))
        numbers |= {number for number, mutant in enumerate(mutants) if mutant in never_run}
    return numbers


def _unchanged(sources: Sequence[ProofSource]) -> UnchangedRun:
    """Return the run of the unchanged game. No process before this one may import the game."""
    ((_, end),) = run_in_processes([partial(run_unchanged, sources)], 1, float("inf"))
    if end.data is None:
        raise MutationError(f"the unchanged game ends its process with signal {end.signal}")
    unchanged = UnchangedRun(**end.data)
    if unchanged.fault is not None:
        games = " and ".join(source.game for source in sources)
        raise MutationError(f"the proof of {games} fails without any change; mend this first: {unchanged.fault}")
    return unchanged


def _verdict(mutant: Mutant, end: ProcessEnd) -> Verdict:
    if end.by_limit:
        return Verdict(mutant, BY_LIMIT, "it takes too long")
    if end.signal is not None:
        return Verdict(mutant, "crash", f"signal {end.signal}")
    return Verdict(mutant, end.data.get("check"), end.data.get("fault", ""))


# Tests that a game has besides its proof: they judge the mutants that no check of the proof notices.

_TEST_FOLDERS = ("rules", "play", "oracle", "teaching")
"""Folders beside the file that proves a game, named as the parts of the game. Golden files have no place in them."""

_OWN_TESTS = "tests"
"""Name in the place of a check for mutants that these tests notice."""


def own_tests(proofs: Sequence[Path | None]) -> tuple[Path, ...]:
    """Return the folders of tests that lie beside the files that prove a game."""
    folders = (file.parent / name for file in proofs if file is not None for name in _TEST_FOLDERS)
    return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))


class _FirstFailure:
    """Plugin of pytest that remembers the first test that fails."""

    def __init__(self) -> None:
        self.name: str | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.name is None:
            self.name = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.name is None:
            self.name = report.nodeid


def run_own_tests(folders: Sequence[Path], change: Change | None, seconds: float, folder: Path) -> dict[str, Any]:
    """Run tests on a changed game until one fails. Return its name as ``fault``, and the processor ``seconds`` taken.

    ``seconds`` is what the tests take without a change; ``change`` is None to measure that, without a limit.
    """
    if change is not None:
        serve_text(change.module, change.text)
        serve_text_to_other_processes(change.module, change.text, folder)
        limit_memory()
        limit_processor(GRACE + TIMES * seconds)
    start, first = process_time(), _FirstFailure()
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={folder / 'pytest'}"]
    with disable_cache():
        status = pytest.main([*arguments, *map(str, folders)], plugins=[first])
    # A run that ends in any other way than by its tests is a failure too: of the tests, or of the changed game.
    passed = status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    fault = None if passed else first.name or f"pytest ends with status {int(status)}"
    return {"fault": fault, "seconds": process_time() - start}
