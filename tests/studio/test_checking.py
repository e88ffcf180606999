"""A check runs in a process of its own, and no code of the project."""

from __future__ import annotations

import sys

import pytest

from pnp.studio.checking import CheckProcess, CheckRequest
from pnp.studio.view import View
from tests.studio.conftest import Leaves


def test_no_module_that_lies_in_the_project_is_run(leaves: Leaves, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = leaves.folder / "run"
    for name in ("pickle", "subprocess", "pnp", "jinja2", "sitecustomize"):
        (leaves.folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(leaves.folder)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    checked = CheckProcess().check(CheckRequest(None, {}, "leaves", View()))
    assert not mark.exists()
    assert checked is not None
    assert checked.messages == ()


def test_a_process_that_is_over_checks_nothing(leaves: Leaves) -> None:
    process = CheckProcess()
    process.end(for_ever=True)
    assert process.check(CheckRequest(leaves.definition, {}, "leaves", View())) is None
