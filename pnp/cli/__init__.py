"""Command line of the program, the only package that prints and the only one that exits."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_FIRST_THRESHOLD, _LATER_THRESHOLD = 400_000, 50_000
"""New objects before the first garbage collection, and between two later ones. Nearly everything that the start of a
build makes (modules, templates, faces) lives to its end. With Python's own 700, a tenth of the time goes into
collections that find nothing. A kit is built before the first one; what thousands of cards leave behind is collected
from then on."""
_RESERVED_SLOTS = 17_000
"""Size of a frame in pointers: slightly over half of a chunk of 256 kB."""

_BEGUN_AGAIN = frozenset({"studio"})
"""Commands that begin again after a limit or a crash has ended them: the user mends the file meanwhile."""


def main() -> None:
    """Run ``pnp``, where possible in a child process with limits.

    Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write, 70 a fault of the program.
    """
    delay_garbage_collection()
    try:
        _exit(_run_guarded(sys.argv[1:]))
    except KeyboardInterrupt:  # while modules are loaded; later the command itself hears it
        _exit(130)


def _run_guarded(arguments: list[str]) -> int:
    """Return the exit status of a command."""
    from pnp.cli.guard import can_guard, guard  # noqa: PLC0415 - what it loads counts as new objects

    while True:
        end = guard() if can_guard() else None
        if isinstance(end, int):
            return end
        from pnp.cli.app import report_failure, run  # noqa: PLC0415 - after the fork: the parent needs little memory

        if end is None:
            return with_room_for_frames(run)(arguments)
        status = report_failure(end, arguments)
        if next((word for word in arguments if not word.startswith("-")), "") not in _BEGUN_AGAIN:
            return status
        from pnp.steps import note_earlier_end  # noqa: PLC0415 - as above

        note_earlier_end(end)


def with_room_for_frames(run: Callable[[list[str]], int]) -> Callable[[list[str]], int]:
    """Return ``run``, called from a frame that reserves memory for the frames of all further calls.

    CPython keeps frames in chunks of 16 kB. Where a call that is made often begins a chunk, the chunk is mapped and
    unmapped each time: 1,400 times in a build of red. A frame of more than half of a larger chunk begins such a chunk,
    and leaves the rest of it to the calls that follow.
    """

    def call(arguments: list[str]) -> int:
        return run(arguments)

    call.__code__ = call.__code__.replace(co_stacksize=_RESERVED_SLOTS)
    return call


def delay_garbage_collection() -> None:
    """Set the thresholds of Python's garbage collector for a process that builds kits."""
    gc.set_threshold(_FIRST_THRESHOLD, 50, 100)
    gc.callbacks.append(_use_later_threshold)


def _exit(status: int) -> NoReturn:
    """Exit with ``status`` without freeing objects one by one, which takes 20 ms for nothing.

    Under profilers and tracers, and if the output cannot be flushed, Python exits in its own way and reports the error.
    """
    if sys.getprofile() is None and sys.gettrace() is None:
        with suppress(OSError, ValueError):
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # None if the parent process closed it
                    stream.flush()
            os._exit(status)
    gc.freeze()  # else Python collects everything twice on exit
    sys.exit(status)


def _use_later_threshold(phase: str, _info: dict[str, int]) -> None:
    if phase == "stop":
        gc.set_threshold(_LATER_THRESHOLD, 50, 100)
        gc.callbacks.remove(_use_later_threshold)
