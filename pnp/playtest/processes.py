"""Processes of this machine that play parts of a playtest."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from threading import Thread

from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.part import play_part
from pnp.playtest.run import Part, Place
from pnp.steps import limit_process, without_limits

_AHEAD = 3
"""Parts a process that are given out before the first of them is needed."""
_MOST_ENDS = 3
"""How often a process may end before any part is played; once for each of more processes. Then the run gives up."""


@contextmanager
def processes(count: int) -> Iterator[Place]:
    """Open a place with this many processes, which end with the block."""
    place = _Processes(count)
    # They inherit the limits of this process, which has used up some of them, and set their own.
    with without_limits():
        try:
            yield place
        finally:
            place.drop()
            place.close()


class _Processes:
    """Processes that play parts. One that dies is replaced, and its parts are played again."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._begun: dict[Part, Future[dict[str, int]]] = {}
        self._ends = 0
        self._done: set[Part] = set()
        """Parts that were played when a process ended last."""

    def most(self) -> int:
        """Return how many parts the processes should have at a time."""
        return self._count * _AHEAD

    def begin(self, part: Part) -> None:
        """Let a process play a part."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _begin_process)
        # A pool that breaks at this moment raises OSError. Either is told when the result is asked for.
        with suppress(BrokenProcessPool, OSError):
            self._begun[part] = self._pool.submit(play_part, *part)
            return
        self._begun[part] = Future()
        self._begun[part].set_exception(BrokenProcessPool())

    def result(self, part: Part) -> Mapping[str, int]:
        """Wait for the counts of a part that was begun. Raises PnpError."""
        while True:
            try:
                counts = self._begun[part].result()
            except BrokenProcessPool:
                self._restart(part)
                continue
            self._ends = 0
            del self._begun[part]
            return counts

    def drop(self) -> None:
        """Forget the parts that were begun, and end the processes that play them."""
        if self._begun:
            self._begun.clear()
            for process in multiprocessing.active_children():
                process.terminate()
            self.close()

    def close(self) -> None:
        """End the processes, which have nothing to play any more."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _restart(self, part: Part) -> None:
        """Replace the processes, which all end if one does, and begin again what they have not played."""
        done = {other for other, future in self._begun.items() if future.done() and future.exception() is None}
        self._ends = 1 if done - self._done else self._ends + 1
        self._done = done
        if self._ends > max(_MOST_ENDS, self._count):
            raise PnpError(ended_processes(part, self._ends))
        if self._pool is not None:
            with suppress(OSError):  # it has just broken, and closed what it is woken by
                self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        for other in [other for other in self._begun if other not in done]:
            self.begin(other)


def ended_processes(part: Part, times: int) -> Diagnostic:
    """Return the error that a part ends each process that plays it."""
    message = f"the process that plays {part.name} ended {times} times"
    again = f"--seed {part.seeds[0]} --count {len(part.seeds)}"
    hint = f"a single game may take too long, or too much memory: try these games alone, {again}"
    return Diagnostic("stopped", message, hint=hint)


def _begin_process() -> None:
    """Make this process one that plays parts, and that ends with the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_process()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
