"""Steps of a run: what is read or drawn now, and the processor time that it may take.

A command works in a child process (``cli.guard``). Shared memory tells its parent the current step, so that the parent
can name the file if a limit or a crash of a library ends the child.
"""

from __future__ import annotations

import mmap
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from pnp import limits
from pnp.records import dataclass

_SIZE = 2048
_LONGEST = 1000
"""Most letters of a place that are kept."""


@dataclass(frozen=True, slots=True)
class Step:
    """Step of a run: the work, such as "reading the workbook", and the file or the face that it concerns."""

    work: str
    place: str


class _Record:
    """Record of the current step, of this process alone until its memory is shared."""

    def __init__(self) -> None:
        self.step = Step("", "")
        self.memory: mmap.mmap | None = None
        self.has_clock = False
        self.run_begin = 0.0


_RECORD = _Record()


def begin_step(work: str, place: str = "") -> None:
    """Begin a step. It ends where the next one begins, and may take ``limits.SECONDS`` where processes are limited."""
    _RECORD.step = Step(work, place)
    is_last = _RECORD.has_clock and _wind_clock()
    if _RECORD.memory is not None:
        text = (
            f"{work}\0{place[:_LONGEST]}\0{'last' if is_last else ''}".encode("utf-8", "replace")[: _SIZE - 1] + b"\0"
        )
        _RECORD.memory[: len(text)] = text


def begin_run() -> None:
    """Begin another run in this process, as ``--watch`` does for each build: it may take ``limits.RUN`` anew."""
    _RECORD.run_begin = time.process_time()


def current_step() -> Step:
    """Return the step that this process has begun last."""
    return _RECORD.step


def share_steps() -> None:
    """Keep the current step in memory that processes forked from now on share with this one."""
    _RECORD.memory = mmap.mmap(-1, _SIZE)


def shared_step() -> Step:
    """Return the step that a forked process has begun last."""
    return Step(*_shared_fields()[:2])


def run_is_over() -> bool:
    """Tell whether the last step of a forked process had only what was left of ``limits.RUN``."""
    return _shared_fields()[2] == "last"


def _shared_fields() -> list[str]:
    assert _RECORD.memory is not None
    return _RECORD.memory[:].decode("utf-8", "replace").split("\0")


def limit_process() -> None:
    """Limit the time of each step of this process, and its memory.

    Windows limits neither. Only Linux holds a process to its address space.
    """
    if sys.platform == "win32":
        return
    _RECORD.has_clock = True
    _wind_clock()
    if sys.platform == "linux":
        _lower_limit("RLIMIT_AS", limits.MEMORY.most * 1_000_000)


@contextmanager
def without_limits() -> Iterator[None]:
    """Lift the limits of memory and time for programs that are started inside the ``with`` block: they inherit them."""
    if not _RECORD.has_clock or sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415 - not on Windows

    kinds = [getattr(resource, name) for name in ("RLIMIT_CPU", "RLIMIT_AS") if hasattr(resource, name)]
    before = {kind: resource.getrlimit(kind) for kind in kinds}
    for kind, (_, hard) in before.items():
        resource.setrlimit(kind, (hard, hard))
    try:
        yield
    finally:
        for kind, limits_before in before.items():
            resource.setrlimit(kind, limits_before)


def _wind_clock() -> bool:
    """Allow this process ``limits.SECONDS`` more of processor time, but no more than is left of ``limits.RUN``. Return
    True if that is less."""
    step_end = ceil(time.process_time()) + limits.SECONDS.most
    run_end = ceil(_RECORD.run_begin) + limits.RUN.most
    _lower_limit("RLIMIT_CPU", max(1, min(step_end, run_end)))
    return run_end < step_end


def _lower_limit(name: str, most: int) -> None:
    import resource  # noqa: PLC0415 - not on Windows

    kind = getattr(resource, name)
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
