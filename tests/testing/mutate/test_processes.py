"""Processes hand back what their task returned, and end when they take too long."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.testing.mutate.processes import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system cannot fork processes")

# In a process of its own: the tests may have threads, which a fork does not take along.
PROGRAM = """
import json, os, resource, sys
from pathlib import Path
from pnp.testing.mutate.processes import run_in_processes

def returns(folder):
    print("noise")
    (folder / "file").write_text("x")
    return {"pid": os.getpid(), "long": "x" * 200000, "folder": str(folder)}

def loops(folder):
    resource.setrlimit(resource.RLIMIT_CPU, (1, 5))
    while True:
        pass

def waits(folder):
    import time
    time.sleep(60)

def crashes(folder):
    os.abort()

def raises(folder):
    raise KeyError("what was wrong")

tasks = [globals()[name] for name in sys.argv[2:]]
ends = dict(run_in_processes(tasks, 2, float(sys.argv[1])))
print(json.dumps([[end.data, end.signal, end.by_limit] for _, end in sorted(ends.items())]))
"""


def run(root: Path, patience: float, *tasks: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(patience), *tasks],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )


def test_each_task_has_its_own_process_and_folder_and_prints_nothing(root: Path) -> None:
    (one, *_), (other, *_) = json.loads(run(root, 50, "returns", "returns").stdout)
    assert one["pid"] != other["pid"] and one["folder"] != other["folder"]
    assert len(one["long"]) == 200000
    assert not Path(one["folder"]).exists()


def test_a_process_ends_by_its_limit_by_impatience_or_by_itself(root: Path) -> None:
    ran = run(root, 4, "loops", "waits", "crashes")
    (_, _, looped), (_, _, waited), (data, signal, crashed) = json.loads(ran.stdout)
    assert looped and waited and not crashed
    assert data is None and signal is not None


def test_a_task_that_raises_is_no_result(root: Path) -> None:
    ran = run(root, 50, "returns", "raises")
    assert ran.returncode == 1
    assert "RuntimeError: a process could not do its task" in ran.stderr and "what was wrong" in ran.stderr
