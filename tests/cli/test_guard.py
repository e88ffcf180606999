"""Commands in a child process: its limits, and the report of what has ended it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pnp import limits, steps
from pnp.cli import app
from pnp.cli.guard import INTERRUPTED

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
_GUARDED = """
import os, signal, sys, time
from pnp import steps
from pnp.cli.guard import guard
end = guard()
if end is None:
    steps.begin_step("reading this font", "fonts/a.ttf")
    {work}
    os._exit(0)
print(end if isinstance(end, int) else end.render())
"""


def guarded(work: str, **environment: str) -> str:
    """Return what the parent tells of a child that does some work."""
    command = [sys.executable, "-c", _GUARDED.format(work=work)]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}, stdin=subprocess.DEVNULL
    ).stdout.strip()


def test_the_status_of_the_child_is_that_of_the_command() -> None:
    assert guarded("os._exit(3)") == "3"


def test_a_step_that_takes_too_long_is_ended_and_named() -> None:
    told = guarded("[None for _ in iter(int, 1)]", PNP_LIMITS="seconds=1")
    assert told.startswith("fonts/a.ttf: error[too-much]: reading this font takes more than 1 s of processor time")
    assert "PNP_LIMITS=seconds=2 raises it" in told


def test_each_step_has_the_whole_time() -> None:
    work = "for _ in range(4):\n        steps.begin_step('x')\n        end = time.process_time() + 0.6\n"
    work += "        while time.process_time() < end: pass"
    assert guarded(work, PNP_LIMITS="seconds=1") == "0"


def test_a_step_has_the_whole_time_where_the_system_counts_more_than_the_process() -> None:
    work = "real, time.process_time = time.process_time, lambda: 0.0\n"
    work += "    for _ in range(4):\n        steps.begin_step('x')\n        end = real() + 0.6\n"
    work += "        while real() < end: pass"
    assert guarded(work, PNP_LIMITS="seconds=1") == "0"


def test_a_fork_of_a_limited_process_has_a_clock_of_its_own() -> None:
    work = "child = os.fork()\n    if child == 0:\n        steps.begin_step('x')\n        while True: pass\n"
    work += "    os._exit(7 if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGXCPU else 8)"
    assert guarded(work, PNP_LIMITS="seconds=1") == "7"


def test_a_run_of_many_steps_is_ended_too() -> None:
    work = "for _ in range(40):\n        steps.begin_step('drawing mine')\n        end = time.process_time() + 0.2\n"
    work += "        while time.process_time() < end: pass"
    told = guarded(work, PNP_LIMITS="run=2")
    message = "error[too-much]: this command takes more than 2 s of processor time; it was drawing mine"
    assert message in told
    assert "PNP_LIMITS=run=4 raises it" in told


def test_each_build_of_a_watch_has_the_whole_time() -> None:
    work = "for _ in range(4):\n        steps.begin_run()\n        steps.begin_step('x')\n"
    work += "        end = time.process_time() + 0.9\n        while time.process_time() < end: pass"
    assert guarded(work, PNP_LIMITS="run=2") == "0"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("SIGKILL", "fonts/a.ttf: error[too-much]: reading this font takes the run beyond 1000 MB of memory"),
        ("SIGABRT", "fonts/a.ttf: error[crash]: reading this font ended in a crash of a library (SIGABRT)"),
        ("SIGSEGV", "fonts/a.ttf: error[crash]: reading this font ended in a crash of a library (SIGSEGV)"),
    ],
)
def test_the_signal_that_ends_a_child_is_told_with_its_step(name: str, told: str) -> None:
    assert guarded(f"os.kill(os.getpid(), signal.{name})").startswith(told)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its address space")
def test_memory_beyond_the_limit_is_refused_to_the_child() -> None:
    work = "\n    try:\n        bytearray(400_000_000)\n    except MemoryError:\n        os._exit(9)"
    assert guarded(work, PNP_LIMITS="memory=300") == "9"
    assert guarded(work) == "0"


@contextmanager
def guarded_process(work: str) -> Iterator[subprocess.Popen[str]]:
    """Start a guarded process that prints a line when it is at work."""
    command = [sys.executable, "-c", _GUARDED.format(work=work)]
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, text=True, stdin=nothing, stdout=subprocess.PIPE, stderr=nothing) as process:
        yield process


def test_a_signal_that_ends_the_parent_ends_the_child() -> None:
    with guarded_process("print(os.getpid(), flush=True)\n    time.sleep(60)") as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == -signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_a_parent_that_is_killed_takes_the_child_with_it() -> None:
    with guarded_process("print(os.getpid(), flush=True)\n    time.sleep(60)") as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
        process.wait(30)
        # The pipe ends when the last process that may write to it is ending.
        assert process.stdout.read() == ""
    status, end = Path(f"/proc/{child}/status"), time.monotonic() + 30
    while status.exists() and "State:\tZ" not in status.read_text():
        assert time.monotonic() < end, "the child lives on"
        time.sleep(0.05)


@pytest.mark.parametrize(("closed", "arguments"), [(">&-", "list"), ("2>&-", "list"), ("<&-", "referee red")])
def test_a_closed_stream_is_an_empty_one(closed: str, arguments: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -m pnp {arguments} {closed}"
    ran = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False)


def test_a_child_that_does_not_hear_ctrl_c_is_killed() -> None:
    work = "signal.signal(signal.SIGINT, signal.SIG_IGN)\n    print('ready', flush=True)\n    time.sleep(60)"
    with guarded_process(work) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().strip() == str(INTERRUPTED)


# Limits


def test_limits_are_raised_by_the_environment_alone() -> None:
    assert limits.settings_of("memory=4000  seconds=60") == {"memory": 4000, "seconds": 60}
    script = "from pnp import limits; print(limits.SECONDS.most, limits.MEMORY.most)"
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, env={**os.environ, "PNP_LIMITS": "seconds=60"}, capture_output=True, check=True)
    assert told.stdout.split() == [b"60", str(limits.MEMORY.shipped).encode()]


@pytest.mark.parametrize("word", ["memry=60", "memory", "memory=-1", "memory=1e9", "seconds=0"])
def test_a_word_that_sets_no_limit_is_refused(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(limits.VARIABLE, f"seconds=60 {word}")
    assert app.run(["list"]) == 2
    assert f"PNP_LIMITS: {word!r} sets no limit" in capsys.readouterr().err


# Faults


def _fail(*_: object) -> None:
    raise KeyError("of the program")


def test_a_fault_of_the_program_is_told_as_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "_create_app", _fail)
    steps.begin_step("reading this font", "fonts/a.ttf")
    assert app.run(["list"]) == app.FAULT == 70
    told = capsys.readouterr().err
    assert (
        "fonts/a.ttf: error[fault]: this is a fault of pnp while reading this font: KeyError: 'of the program'" in told
    )
    assert "Traceback" not in told
    assert "--debug shows where it arose" in told
    with pytest.raises(KeyError):
        app.run(["list", "--debug"])


def test_memory_that_is_used_up_is_told_with_the_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(app, "_create_app", fill)
    steps.begin_step("reading this file", "market.xlsx")
    assert app.run(["list"]) == 2
    assert "market.xlsx: error[too-much]: reading this file takes the run beyond" in capsys.readouterr().err
