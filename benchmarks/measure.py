"""Run a whole process and say how long it took and how much memory it had at most."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_BYTES_PER_MAXRSS = 1 if sys.platform == "darwin" else 1024
"""getrusage counts in bytes on macOS and in kilobytes on Linux."""


class RunError(Exception):
    """A contender did not do the job."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall-clock time in seconds from start to exit, and peak resident memory in bytes, None where the system does not
    tell it of a single child (Windows)."""

    seconds: float
    peak_bytes: int | None


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Measured:
    """Run ``command`` in ``folder`` to its end. Raises RunError with the end of its messages where it fails."""
    with tempfile.TemporaryFile() as messages:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, stdout=messages, stderr=messages
        )
        peak = _wait(process)
        seconds = time.perf_counter() - start
        if process.returncode:
            messages.seek(0)
            told = messages.read().decode("utf-8", "replace").strip().splitlines()[-8:]
            raise RunError("\n".join([f"{' '.join(command)} ended with status {process.returncode}:", *told]))
    return Measured(seconds, peak)


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


def _wait(process: subprocess.Popen[bytes]) -> int | None:
    """Wait for the end of ``process``; its own peak memory, as os.wait4 tells it."""
    if not hasattr(os, "wait4"):
        process.wait()
        return None
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return int(usage.ru_maxrss) * _BYTES_PER_MAXRSS
