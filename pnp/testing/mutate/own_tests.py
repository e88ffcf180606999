"""Tests that a game has besides its proof: they judge the mutants that no check of the proof notices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from pnp.cache.disk import disable_cache
from pnp.testing.mutate.loading import serve_text, serve_text_to_other_processes
from pnp.testing.mutate.trial import GRACE, TIMES, Change, limit_memory, limit_processor

_FOLDERS = ("rules", "play", "oracle", "teaching")
"""Folders beside the file that proves a game, named as the parts of the game. Golden files have no place in them."""

NAME = "tests"
"""Name in the place of a check for mutants that these tests notice."""


def own_tests(proofs: Sequence[Path | None]) -> tuple[Path, ...]:
    """Return the folders of tests that lie beside the files that prove a game."""
    folders = (file.parent / name for file in proofs if file is not None for name in _FOLDERS)
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
