"""A worker runs a function in a process of its own, and no code of the project."""

from __future__ import annotations

import os
import sys
import time
from threading import Timer

import pytest

from pnp.diagnostics import PnpError
from pnp.studio.processes.worker import Worker
from tests.studio.conftest import Leaves


def test_no_module_that_lies_in_the_project_is_run(leaves: Leaves, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = leaves.folder / "run"
    for name in ("pickle", "subprocess", "pnp", "jinja2", "sitecustomize"):
        (leaves.folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(leaves.folder)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert Worker().work("counting", len, "leaf") == 4
    assert not mark.exists()


def test_work_that_is_over_is_not_begun() -> None:
    worker = Worker()
    worker.end(for_ever=True)
    assert worker.work("counting", len, "leaf") is None


def test_work_that_is_ended_gives_nothing_and_more_can_be_done() -> None:
    worker = Worker()
    Timer(0.5, worker.end).start()
    begin = time.monotonic()
    assert worker.work("waiting", time.sleep, 60) is None
    assert time.monotonic() - begin < 30
    assert worker.work("counting", len, "leaf") == 4


def test_what_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PnpError, match="counting failed"):
        Worker().work("counting", len, 4)  # type: ignore[arg-type]
    if hasattr(os, "fork"):
        monkeypatch.setenv("PNP_LIMITS", "seconds=1")
        with pytest.raises(PnpError, match=r"adding takes more than .* of processor time"):
            Worker().work("adding", sum, range(10**11))
