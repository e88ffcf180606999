"""Steps of a run: what is read or drawn now, and the processor time that it may take.

A command works in a child process (``cli.guard``). Shared memory tells its parent the current step, so that the parent
can name the file if a limit or a crash of a library ends the child.
"""

from __future__ import annotations

import mmap
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from pnp import limits
from pnp.diagnostics import Diagnostic, Location
from pnp.records import dataclass

if sys.platform != "win32":
    import resource

_SIZE = 2048
_LONGEST = 1000
"""Most letters of a place that are kept."""
_STOPWATCH = 1e8
"""Seconds of processor time after which the stopwatch of a process would end: years."""


@dataclass(frozen=True, slots=True)
class Step:
    """Step of a run: the work, such as "reading the workbook", and the file or the face that it concerns."""

    work: str
    place: str

    @property
    def location(self) -> Location | None:
        """Return the file or the face as a place of messages."""
        return Location(self.place) if self.place else None


@dataclass(frozen=True, slots=True)
class EarlierEnd:
    """End of a process whose place another one takes: the error that tells what ended it, and the time when it began
    the run that was its last, in seconds since 1970."""

    error: Diagnostic
    began: float


class _Record:
    """Record of the current step, of this process alone until its memory is shared."""

    def __init__(self) -> None:
        self.step = Step("", "")
        self.memory: mmap.mmap | None = None
        self.has_clock = False
        self.clock_begin = 0.0
        self.run_begin = 0.0
        self.run_time = str(time.time())
        self.earlier_end: EarlierEnd | None = None


_RECORD = _Record()


def begin_step(work: str, place: str = "") -> None:
    """Begin a step. It ends where the next one begins, and may take ``limits.SECONDS`` where processes are limited."""
    _RECORD.step = Step(work, place)
    is_last = _RECORD.has_clock and _wind_clock()
    if _RECORD.memory is not None:
        fields = _RECORD.run_time, work, place[:_LONGEST], "last" if is_last else ""
        text = "\0".join(fields).encode("utf-8", "replace")[: _SIZE - 1] + b"\0"
        _RECORD.memory[: len(text)] = text


def begin_run() -> None:
    """Begin another run in this process, as ``--watch`` does for each build: it may take ``limits.RUN`` anew."""
    _RECORD.run_begin, _RECORD.run_time = _clock(), str(time.time())


def current_step() -> Step:
    """Return the step that this process has begun last."""
    return _RECORD.step


def note_earlier_end(error: Diagnostic) -> None:
    """Note what has ended the forked process, for the one that takes its place."""
    _RECORD.earlier_end = EarlierEnd(error, float(_shared_fields()[0] or 0))


def earlier_end() -> EarlierEnd | None:
    """Return the end of the process whose place this one takes; None if this is the first one."""
    return _RECORD.earlier_end


def share_steps() -> None:
    """Keep the current step in memory that processes forked from now on share with this one."""
    _RECORD.memory = mmap.mmap(-1, _SIZE)


def shared_step() -> Step:
    """Return the step that a forked process has begun last."""
    return Step(*_shared_fields()[1:3])


def run_is_over() -> bool:
    """Tell whether the last step of a forked process had only what was left of ``limits.RUN``."""
    return _shared_fields()[3] == "last"


def _shared_fields() -> list[str]:
    assert _RECORD.memory is not None
    return _RECORD.memory[:].decode("utf-8", "replace").split("\0")


def too_much(step: Step, limit: limits.Limit) -> Diagnostic:
    """Return the error that a step, or all of the run, exceeds a limit."""
    most = f"{limit.most} {limit.unit}"
    work = step.work or "this command"
    message = f"{work} takes the run beyond {most} of memory"
    if limit is limits.SECONDS:
        message = f"{work} takes more than {most} of processor time"
    elif limit is limits.RUN:
        message = f"this command takes more than {most} of processor time{f'; it was {step.work}' if step.work else ''}"
    return Diagnostic("too-much", message, step.location, limit.hint)


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
    """Lift the limits of memory and time for programs that are started inside the ``with`` block: they inherit them.

    The time that this process takes meanwhile does not count.
    """
    if not _RECORD.has_clock or sys.platform == "win32":
        yield
        return
    kinds = [getattr(resource, name) for name in ("RLIMIT_CPU", "RLIMIT_AS") if hasattr(resource, name)]
    before = {kind: resource.getrlimit(kind) for kind in kinds}
    begin = _clock()
    for kind, (_, hard) in before.items():
        resource.setrlimit(kind, (hard, hard))
    try:
        yield
    finally:
        used = ceil(_clock() - begin)
        _RECORD.run_begin += used
        _lower_limit("RLIMIT_CPU", before.pop(resource.RLIMIT_CPU)[0] + used)
        for kind, limits_before in before.items():
            resource.setrlimit(kind, limits_before)


def _clock() -> float:
    """Return the processor time of this process as the system counts it for limits.

    It counts ticks, and other processes run in some of them. In a long run on a busy machine that is many seconds more
    than ``time.process_time`` says.
    """
    if not _RECORD.has_clock:
        return time.process_time()
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    if not left:  # the first time, or the first time after a fork: a child has none of the timers of its parent
        _RECORD.clock_begin, left = time.process_time(), _STOPWATCH
        signal.setitimer(signal.ITIMER_PROF, left)
    return _RECORD.clock_begin + _STOPWATCH - left


def _wind_clock() -> bool:
    """Allow this process ``limits.SECONDS`` more of processor time, but no more than is left of ``limits.RUN``. Return
    True if that is less."""
    step_end = ceil(_clock()) + limits.SECONDS.most
    run_end = ceil(_RECORD.run_begin) + limits.RUN.most
    _lower_limit("RLIMIT_CPU", max(1, min(step_end, run_end)))
    return run_end < step_end


def _lower_limit(name: str, most: int) -> None:
    kind = getattr(resource, name)
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
