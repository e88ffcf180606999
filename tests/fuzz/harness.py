"""Run a case as the program would, in a child process, and tell what must not happen."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pnp import limits, steps
from pnp.cli.app import FAULT, run
from pnp.records import dataclass
from tests.fuzz.kinds import KINDS, Case

SECONDS = 20.0
"""Most processor time of a case."""
MEGABYTES = 1024
_EXPECTED = frozenset({0, 1, 2, 3})


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a case: exit status, what the command said, its processor time in s and memory in MB."""

    status: int
    said: str
    seconds: float
    megabytes: float

    @property
    def failure(self) -> str | None:
        """What must not happen, in a few words; None if all is well."""
        failures = {
            "traceback": "Traceback" in self.said,
            "fault of the program": self.status == FAULT or "error[fault]" in self.said,
            f"exit status {self.status}": "error[crash]" in self.said or self.status not in _EXPECTED,
            f"{self.seconds:.0f} s": self.seconds > SECONDS,
            f"{self.megabytes:.0f} MB": self.megabytes > MEGABYTES,
            "control characters": "\x1b" in self.said,
        }
        return next((failure for failure, happened in failures.items() if happened), None)


def case_of(kind: str, seed: int) -> Case:
    """Return the case of a kind that a seed makes."""
    return KINDS[kind](Random(f"{kind} {seed}"))


def write_case(case: Case, folder: Path) -> None:
    """Write the files of a case."""
    for name, data in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def run_in_child(case: Case) -> Outcome:
    """Run a case in a child that is forked from this process, with the limits of a command."""
    with tempfile.TemporaryDirectory(prefix="pnp-fuzz-") as name:
        folder = Path(name)
        write_case(case, folder)
        said, given = folder.parent / f"{folder.name}.said", folder.parent / f"{folder.name}.given"
        given.write_bytes(case.standard_input)
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if child == 0:
            _run(case, folder, said, given)
        _, status = os.waitpid(child, 0)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = said.read_text(encoding="utf-8", errors="replace")
        said.unlink()
        given.unlink()
    code = os.waitstatus_to_exitcode(status)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    if code == -24:  # SIGXCPU: the limit of a step, which the parent of a command tells
        code, text = 2, text + "error[too-much]"
    return Outcome(code, text, seconds, 0.0)


def _run(case: Case, folder: Path, said: Path, given: Path) -> None:
    """Run the command of a case in this process, and end it."""
    os.chdir(folder)
    os.dup2(os.open(given, os.O_RDONLY), 0)
    output = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))
    steps.limit_process()
    if sys.platform == "linux":
        # This process may have run many tests, and has their memory.
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + limits.MEMORY.most * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
    status = 1
    try:
        status = run(list(case.arguments))
    except BaseException:  # what the command lets through is a finding
        import traceback  # noqa: PLC0415 - in a case that fails

        traceback.print_exc()
        status = FAULT
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def run_as_process(case: Case) -> Outcome:
    """Run a case as users run it."""
    with tempfile.TemporaryDirectory(prefix="pnp-fuzz-") as name:
        folder = Path(name)
        write_case(case, folder)
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(
            [sys.executable, "-m", "pnp", *case.arguments],
            cwd=folder,
            input=case.standard_input,
            capture_output=True,
            check=False,
        )
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    return Outcome(ran.returncode, said, seconds, end.ru_maxrss / 1024)


def fuzz(
    kind: str, seeds: range, *, as_process: bool = False, until: float | None = None
) -> Iterator[tuple[int, Outcome]]:
    """Yield the outcome of each seed, until a time of ``time.monotonic`` if one is given."""
    for seed in seeds:
        if until is not None and time.monotonic() > until:
            return
        case = case_of(kind, seed)
        yield seed, (run_as_process if as_process else run_in_child)(case)
