"""Trial of a game: its cases are run, one after the other, until one finds a fault. Each trial has its own process."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from pnp.cache.disk import disable_cache
from pnp.records import dataclass
from pnp.registry import game_package
from pnp.testing.mutate.loading import load_proof, serve_text, serve_text_to_other_processes
from pnp.testing.mutate.reach import lines_run
from pnp.testing.prove import Proof
from pnp.testing.subject import Check, Definitions

if sys.platform != "win32":
    import resource

_GOLDEN = "playthrough"
"""Beginning of the names of checks against golden files, which repeat what the game did before: they judge nothing."""

_BLIND: Mapping[str, tuple[str, ...]] = {
    "rules": ("imports",),
    "play": ("imports", "agreement", "lessons", "statements", "printed", "misreadings", "words", "repeat"),
    "teaching": ("imports", "settings", "agreement", "play", "refusals", "decks", "kinds", "repeat"),
}
"""Names of checks that run no code of a part of the game, so that they cannot notice its mutants.

``imports`` makes sure of it: rules know neither play nor teaching, and these two nothing of each other.
"""

_FIRST = {
    "rules": ("settings", "agreement", "cases", "refusals", "play", "lessons", "misreadings", "statements"),
    "play": ("play",),
    "teaching": ("lessons", "statements", "misreadings", "printed"),
}
"""Checks that run first, by the part of the game that is changed: those that find most, in the least time."""
_LAST = ("words", "terms", "kit", "repeat")
"""Beginnings of the names of checks that take long and find little."""

GRACE = 3.0
"""Seconds of processor time that every trial may take."""
TIMES = 4.0
"""How many times as long as the unchanged game a trial may take beyond ``GRACE``."""

_MEMORY = 4 << 30
"""Bytes of memory that a trial may take."""


@dataclass(frozen=True, slots=True)
class ProofSource:
    """Source of a proof: a game, and the file of tests that proves it, or a definition of it."""

    game: str
    tests: Path | None
    definition: Path | None


@dataclass(frozen=True, slots=True)
class Change:
    """Changed text of a module, and the part of the game that the module belongs to."""

    module: str
    part: str
    text: str


class _Judge(NamedTuple):
    """Case of a proof that judges mutants: a check of a definition."""

    definitions: Definitions
    definition: str
    check: str
    run: Check

    @property
    def label(self) -> str:
        """Name of the case, as ``short-play``."""
        return f"{self.definition}-{self.check}"


class UnchangedRun(NamedTuple):
    """Result of the cases of the unchanged game."""

    fault: str | None
    """What its proof finds wrong already."""
    seconds: Mapping[str, float]
    """Processor time by case."""
    package: str
    modules: Mapping[str, str]
    """Files of the modules of the game that were imported, by name."""
    program: list[str]
    """Modules of the program that were imported."""


def run_unchanged(sources: Sequence[ProofSource], folder: Path) -> dict[str, Any]:
    """Run all cases of an unchanged game until a fault is found. Return the fields of an ``UnchangedRun``."""
    seconds: dict[str, float] = {}
    with disable_cache():
        try:
            proofs = _load_all(sources)
            engines = sorted({proof.definitions.subject(proof.game, folder).engine_id for proof in proofs})
        except Exception as error:
            # A file of tests may fail in any way, and so may a game.
            return _faulty(f"{type(error).__name__}: {error}")
        if len(engines) > 1:
            return _faulty(f"the games have several engines, {', '.join(engines)}: name those of one")
        for case in _ordered(proofs, "rules"):
            start = process_time()
            fault = _first_fault(case, folder)
            seconds[case.label] = process_time() - start
            if fault is not None:
                return _faulty(f"{case.label}: {fault}")
    package = game_package(engines[0]).package
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    own = {name: file for name, file in files.items() if file is not None and _lies_in(name, package)}
    program = sorted(name for name in files if _lies_in(name, "pnp") and not _lies_in(name, package))
    return UnchangedRun(None, seconds, package, own, program)._asdict()


def _load_all(sources: Sequence[ProofSource]) -> list[Proof]:
    return [load_proof(source.game, source.tests, source.definition) for source in sources]


def run_traced(sources: Sequence[ProofSource], files: Sequence[str], folder: Path) -> dict[str, list[int]]:
    """Run all cases of an unchanged game. Return the lines of ``files`` that were run."""

    def run() -> None:
        for case in _ordered(_load_all(sources), "rules"):
            _first_fault(case, folder)

    with disable_cache():
        return {file: sorted(lines) for file, lines in lines_run(files, run).items()}


def _faulty(fault: str) -> dict[str, Any]:
    return UnchangedRun(fault, {}, "", {}, [])._asdict()


def _lies_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def judge(sources: Sequence[ProofSource], change: Change, seconds: Mapping[str, float], folder: Path) -> dict[str, str]:
    """Return the check that finds the first fault of a changed game, with the fault; nothing if all is passed."""
    serve_text(change.module, change.text)
    serve_text_to_other_processes(change.module, change.text, folder)
    allowed = GRACE
    limit_memory()
    limit_processor(allowed)
    with disable_cache():
        try:
            proofs = _load_all(sources)
        except Exception as error:
            # A changed game may fail in any way.
            return {"check": "import", "fault": repr(error)}
        for case in _judges(proofs, change.part):
            allowed += TIMES * seconds.get(case.label, 0.0)  # a change may make other cases
            limit_processor(allowed)
            fault = _first_fault(case, folder)
            if fault is not None:
                return {"check": case.check, "fault": f"{case.label}: {fault}"}
    return {}


def _judges(proofs: Sequence[Proof], part: str) -> list[_Judge]:
    """Return the cases that may notice mutants of a part of the game, in the order in which they are run."""
    return [judge for judge in _ordered(proofs, part) if judge.check not in _BLIND[part]]


def _ordered(proofs: Sequence[Proof], part: str) -> list[_Judge]:
    """Return all cases but golden files, in the order in which they are run for a part of the game."""
    first = _FIRST[part]

    def rank(judge: _Judge) -> int:
        if judge.check in first:
            return first.index(judge.check)
        return len(first) + next((place for place, name in enumerate(_LAST, 1) if judge.check.startswith(name)), 0)

    judges = [_Judge(proof.definitions, *case) for proof in proofs for case in proof.cases]
    return sorted((judge for judge in judges if not judge.check.startswith(_GOLDEN)), key=rank)


def _first_fault(judge: _Judge, folder: Path) -> str | None:
    try:
        return next(iter(judge.run(judge.definitions.subject(judge.definition, folder))), None)
    except Exception as error:
        # Any error of the game is a fault, as in a test.
        return f"{type(error).__name__}: {error}"


def limit_processor(seconds: float) -> None:
    """Let the system end this process when it has taken so much processor time."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soft = ceil(seconds) if hard == resource.RLIM_INFINITY else min(ceil(seconds), hard)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def limit_memory() -> None:
    """Limit the memory where the system can: a list that grows without end would take all of it."""
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, hard))
