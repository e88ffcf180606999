"""Jobs in parallel, in as many processes as there are cores. Their output is printed in the order of the jobs.

Processes are forked, so that they share what was read before and nothing has to be sent to them. If the system cannot
fork, or there is one job, all jobs run in this process one after the other.
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
from pnp.project.game_faults import noting_game_faults
from pnp.records import dataclass

T = TypeVar("T")
_STREAMS = ("stdout", "stderr")
_JOIN_TIMEOUT = 0.2
"""The time in seconds that a process may take to end by itself."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """Result or error of a job, and its output: stream and text, in order."""

    printed: tuple[tuple[str, str], ...]
    result: T | None
    error: Exception | None

    def replay(self) -> None:
        """Print the output."""
        for name, text in self.printed:
            write(getattr(sys, name), text)


def process_count() -> int:
    """Return the number of processes to run in parallel, 1 if the system cannot fork."""
    can_fork = hasattr(os, "fork") and "fork" in multiprocessing.get_all_start_methods()
    return cores() if can_fork else 1


def run_parallel(
    work: Mapping[str, Callable[[], T]],
    group: Callable[[str], Hashable],
    count: int,
    weight: Callable[[str], float] = lambda name: 1.0,
) -> Iterator[tuple[str, Outcome[T]]]:
    """Yield the outcome of every job of ``work`` in order, as soon as it and those before it are done.

    Jobs of one ``group`` run in one process, one after the other, so that they share searches and drawings. The
    heaviest group begins first, so that all processes end at about the same time.

    Results and errors must be picklable.
    """
    groups: dict[Hashable, list[str]] = {}
    for name in work:
        groups.setdefault(group(name), []).append(name)
    shares = sorted(groups.values(), key=lambda share: -sum(map(weight, share)))
    context = multiprocessing.get_context("fork")
    workers: dict[Connection, BaseProcess] = {}
    for _ in range(min(count, len(shares))):
        parent_end, child_end = context.Pipe()
        process = context.Process(target=_run_shares, args=(work, child_end, (*workers, parent_end)), daemon=True)
        process.start()
        child_end.close()
        workers[parent_end] = process
    try:
        yield from _yield_in_order(list(work), shares, workers)
    finally:
        _end_processes(list(workers.values()))


def _end_processes(processes: list[BaseProcess]) -> None:
    """Wait for idle processes to end, and interrupt the others, so that they can clean up."""
    for process in processes:
        process.join(_JOIN_TIMEOUT)
        if process.pid is not None and process.is_alive():
            os.kill(process.pid, signal.SIGINT)
            process.join(10 * _JOIN_TIMEOUT)
            process.kill()
        process.join()


def _yield_in_order(
    names: list[str], shares: list[list[str]], workers: Mapping[Connection, BaseProcess]
) -> Iterator[tuple[str, Outcome[Any]]]:
    waiting, yielded = deque(shares), 0
    done: dict[str, Outcome[Any]] = {}
    running = {connection: share for connection in workers if (share := _send_share(connection, waiting))}
    while yielded < len(names):
        if not running:
            raise PnpError(Diagnostic("stopped", f"no process is left to do {', '.join(names[yielded:])}"))
        for connection in wait(list(running)):
            assert isinstance(connection, Connection)
            try:
                name, done[name] = connection.recv()
            except (EOFError, ConnectionResetError):
                workers[connection].join()
                # Jobs that it began and did not send will never arrive.
                done |= {name: _stopped_outcome(workers[connection].exitcode) for name in running.pop(connection)}
                continue
            running[connection].remove(name)
            if not running[connection]:
                running[connection] = _send_share(connection, waiting)
                if not running[connection]:
                    del running[connection]
        while yielded < len(names) and names[yielded] in done:
            yield names[yielded], done[names[yielded]]
            yielded += 1


def _send_share(connection: Connection, waiting: deque[list[str]]) -> list[str]:
    """Send a process its next share, and return it: empty if nothing is left to do, or the process is gone."""
    share = waiting.popleft() if waiting else []
    try:
        connection.send(share)
    except OSError:
        if share:
            waiting.appendleft(share)
        return []
    return list(share)


def _stopped_outcome(status: int | None) -> Outcome[Any]:
    message = f"the process that worked on it was stopped (status {status})"
    hint = "if memory is short, build one kit at a time"
    return Outcome((), None, PnpError(Diagnostic("stopped", message, hint=hint)))


def _run_shares(work: Mapping[str, Callable[[], Any]], connection: Connection, others: Sequence[Connection]) -> None:
    """Run shares of the work in a child process, until an empty one comes.

    ``others`` are the inherited ends of the parent's pipes. They are closed, or EOF is never seen when the parent dies.
    """
    for other in others:
        other.close()
    try:
        while share := connection.recv():
            for name in share:
                connection.send((name, run_recorded(work[name])))
    except (KeyboardInterrupt, EOFError, OSError):
        # The parent is gone, or Ctrl-C interrupts all processes.
        os._exit(130)


def run_recorded(do: Callable[[], T]) -> Outcome[T]:
    """Run a job, and record its output."""
    with _record_streams() as printed:
        job_result: T | None = None
        error: Exception | None = None
        try:
            with noting_game_faults():
                job_result = do()
        except PnpError as failure:
            error = failure
        except Exception as unexpected:
            error = _make_picklable(unexpected)
    return Outcome(tuple(printed), job_result, error)


def _make_picklable(error: Exception) -> Exception:
    """Return a copy of an unexpected error that another process can raise, with its traceback as a note."""
    stack = traceback.format_exc()
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - of what was pickled here
    except Exception as pickle_error:
        copy = RuntimeError(f"{error!r} ({pickle_error})")
    copy.add_note(stack)
    return copy  # type: ignore[no-any-return]


class _StreamRecorder:
    """Stand-in for a stream. It records what is written, and passes everything else on to the stream."""

    def __init__(self, name: str, stream: TextIO, printed: list[tuple[str, str]]) -> None:
        self._name, self._stream, self._printed = name, stream, printed

    def write(self, text: str) -> int:
        self._printed.append((self._name, text))
        return len(text)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _record_streams() -> Iterator[list[tuple[str, str]]]:
    """Record both streams, in the order of writing."""
    printed: list[tuple[str, str]] = []
    streams = {name: getattr(sys, name) for name in _STREAMS}
    for name, stream in streams.items():
        setattr(sys, name, _StreamRecorder(name, stream, printed))
    try:
        yield printed
    finally:
        for name, stream in streams.items():
            setattr(sys, name, stream)
