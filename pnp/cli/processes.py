"""Pieces of work side by side, in as many processes as there are cores; what they print comes in their order.

Processes are forked: what was read before is there at once, and nothing of it needs to be sent. Where the system
cannot fork, and for one piece of work, everything is done here, one piece after the other.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TextIO, TypeVar

from pnp.cli.output import write
from pnp.cores import cores
from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass

T = TypeVar("T")
_STREAMS = ("stdout", "stderr")
_PATIENCE = 0.2
"""In seconds: for how long a process may take to end by itself."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The result or the error of a piece of work, and what it printed: stream and text, in order."""

    printed: tuple[tuple[str, str], ...]
    result: T | None
    error: Exception | None

    def replay(self) -> None:
        """Print what was printed."""
        for name, text in self.printed:
            write(getattr(sys, name), text)


def at_once() -> int:
    """Count the processes that can do work side by side; one where the system cannot fork."""
    able = hasattr(os, "fork") and "fork" in multiprocessing.get_all_start_methods()
    return cores() if able else 1


def side_by_side(
    work: Mapping[str, Callable[[], T]],
    group: Callable[[str], Hashable],
    count: int,
    weight: Callable[[str], float] = lambda name: 1.0,
) -> Iterator[tuple[str, Outcome[T]]]:
    """Yield the outcome of every piece of ``work`` in order, as soon as it and those before it are done. Pieces of one
    ``group`` are done by one process, one after the other, so that they share what is searched and drawn for them.
    What weighs most is begun first, so that no process is left with much to do when the others are done.

    Results and errors have to be such as can be pickled.
    """
    groups: dict[Hashable, list[str]] = {}
    for name in work:
        groups.setdefault(group(name), []).append(name)
    shares = sorted(groups.values(), key=lambda share: -sum(map(weight, share)))
    context = multiprocessing.get_context("fork")
    workers: dict[Connection, BaseProcess] = {}
    for _ in range(min(count, len(shares))):
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(work, theirs, (*workers, ours)), daemon=True)
        process.start()
        theirs.close()
        workers[ours] = process
    try:
        yield from _in_order(list(work), shares, workers)
    finally:
        _end(list(workers.values()))


def _end(processes: list[BaseProcess]) -> None:
    """Wait for processes that have nothing to do any more; interrupt others, so that they can put things away."""
    for process in processes:
        process.join(_PATIENCE)
        if process.pid is not None and process.is_alive():
            os.kill(process.pid, signal.SIGINT)
            process.join(10 * _PATIENCE)
            process.kill()
        process.join()


def _in_order(
    names: list[str], shares: list[list[str]], workers: Mapping[Connection, BaseProcess]
) -> Iterator[tuple[str, Outcome[Any]]]:
    waiting, yielded = deque(shares), 0
    done: dict[str, Outcome[Any]] = {}
    begun = {connection: share for connection in workers if (share := _next(connection, waiting))}
    while yielded < len(names):
        if not begun:
            raise PnpError(Diagnostic("stopped", f"no process is left to do {', '.join(names[yielded:])}"))
        for connection in wait(list(begun)):
            assert isinstance(connection, Connection)
            try:
                name, done[name] = connection.recv()
            except (EOFError, ConnectionResetError):
                workers[connection].join()
                # What it had begun and not sent will never come.
                done |= {name: _stopped(workers[connection].exitcode) for name in begun.pop(connection)}
                continue
            begun[connection].remove(name)
            if not begun[connection]:
                begun[connection] = _next(connection, waiting)
                if not begun[connection]:
                    del begun[connection]
        while yielded < len(names) and names[yielded] in done:
            yield names[yielded], done[names[yielded]]
            yielded += 1


def _next(connection: Connection, waiting: deque[list[str]]) -> list[str]:
    """Send a process its next share, and nothing where there is no more to do. One that is gone gets none."""
    share = waiting.popleft() if waiting else []
    try:
        connection.send(share)
    except OSError:
        if share:
            waiting.appendleft(share)
        return []
    return list(share)


def _stopped(status: int | None) -> Outcome[Any]:
    message = f"the process that worked on it was stopped (status {status})"
    hint = "if memory is short, build one kit at a time"
    return Outcome((), None, PnpError(Diagnostic("stopped", message, hint=hint)))


def _work(work: Mapping[str, Callable[[], Any]], connection: Connection, others: Sequence[Connection]) -> None:
    """Do shares of the work in a process, until none comes. ``others`` are the ends of whoever asks for it: with a copy
    of them here nobody would hear that it is gone."""
    for other in others:
        other.close()
    try:
        while share := connection.recv():
            for name in share:
                connection.send((name, outcome(work[name])))
    except (KeyboardInterrupt, EOFError, OSError):
        # Whoever asked for it is gone, or says so to everyone.
        os._exit(130)


def outcome(do: Callable[[], T]) -> Outcome[T]:
    """Do a piece of work, and keep what it prints."""
    with _recorded() as printed:
        returned: T | None = None
        error: Exception | None = None
        try:
            returned = do()
        except PnpError as failure:
            error = failure
        except Exception as fault:
            error = _as_sent(fault)
    return Outcome(tuple(printed), returned, error)


def _as_sent(error: Exception) -> Exception:
    """Make of a fault of the program what another process can raise, with where it came from."""
    where = traceback.format_exc()
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - of what was pickled here
    except Exception as refused:
        copy = RuntimeError(f"{error!r} ({refused})")
    copy.add_note(where)
    return copy  # type: ignore[no-any-return]


class _StreamRecorder:
    """Stands for a stream: what is written is kept, what is asked is answered as by the stream itself."""

    def __init__(self, name: str, stream: TextIO, printed: list[tuple[str, str]]) -> None:
        self._name, self._stream, self._printed = name, stream, printed

    def write(self, text: str) -> int:
        self._printed.append((self._name, text))
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _recorded() -> Iterator[list[tuple[str, str]]]:
    """Keep both streams in the order of what is written."""
    printed: list[tuple[str, str]] = []
    real = {name: getattr(sys, name) for name in _STREAMS}
    for name, stream in real.items():
        setattr(sys, name, _StreamRecorder(name, stream, printed))
    try:
        yield printed
    finally:
        for name, stream in real.items():
            setattr(sys, name, stream)
