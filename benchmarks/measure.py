"""Run a whole process and say how long it took and how much memory it had at most."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_BYTES_PER_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""getrusage counts in bytes on macOS and in kilobytes on Linux."""


class RunError(Exception):
    """A contender did not do the job."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a piece of work inside a process: wall-clock time, and processor time of that process."""

    seconds: float
    processor: float


@dataclass(frozen=True, slots=True)
class Warm:
    """What a process tells that built a kit once and again after every edit. ``digests`` are those of the files that
    were written, in hexadecimal, one for each rebuild."""

    first: Spent
    rebuilds: tuple[Spent, ...]
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall-clock time in seconds from start to exit; peak resident memory in bytes and processor time in seconds (of
    the process and all that it waited for), both None where the system does not tell them of a single child (Windows).
    ``warm`` is what the process told of its own work, if that is what is measured."""

    seconds: float
    peak_bytes: int | None
    processor: float | None = None
    warm: Warm | None = None


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Measured:
    """Run ``command`` in ``folder`` to its end. Raises RunError with the end of its messages where it fails."""
    with tempfile.TemporaryFile() as messages:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, stdout=messages, stderr=messages
        )
        peak, processor = _wait(process)
        seconds = time.perf_counter() - start
        if process.returncode:
            messages.seek(0)
            told = messages.read().decode("utf-8", "replace").strip().splitlines()[-8:]
            raise RunError("\n".join([f"{' '.join(command)} ended with status {process.returncode}:", *told]))
    return Measured(seconds, peak, processor)


def digest(file: Path) -> str:
    """What tells a file from others."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write_warm(report: Path, told: Warm) -> None:
    """Leave what was measured for the process that asked."""
    report.write_text(json.dumps(asdict(told)), encoding="utf-8")


def read_warm(report: Path) -> Warm:
    """What ``write_warm`` left."""
    told = json.loads(report.read_text(encoding="utf-8"))
    rebuilds = tuple(Spent(**one) for one in told["rebuilds"])
    return Warm(Spent(**told["first"]), rebuilds, tuple(told["digests"]))


def user_cache(scratch: Path) -> Path:
    """The cache folder of the user as all contenders know it."""
    return scratch / "cache"


def clean_environment(scratch: Path) -> dict[str, str]:
    """The environment of every contender: compiled modules are kept in ``scratch``, as after an installation, and no
    cache of an earlier day helps."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PNP_"))}
    return {
        **kept,
        "PYTHONPYCACHEPREFIX": str(scratch / "bytecode"),
        "XDG_CACHE_HOME": str(user_cache(scratch)),
        "NO_COLOR": "1",
    }


def _wait(process: subprocess.Popen[bytes]) -> tuple[int | None, float | None]:
    """Wait for the end of ``process``; its peak memory in bytes and processor time in seconds, as os.wait4 tells."""
    if not hasattr(os, "wait4"):
        process.wait()
        return None, None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return int(usage.ru_maxrss) * _BYTES_PER_MAXRSS, usage.ru_utime + usage.ru_stime
