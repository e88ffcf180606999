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
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TextIO, TypeVar

from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass

T = TypeVar("T")
_STREAMS = ("stdout", "stderr")
_PATIENCE = 0.2
"""In seconds: for how long a process may take to end by itself."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of a piece of work: what it printed (stream and text, in order), and its result or its error."""

    printed: tuple[tuple[str, str], ...]
    result: T | None
    error: Exception | None

    def replay(self) -> None:
        """Print what was printed."""
        for name, text in self.printed:
            getattr(sys, name).write(text)


def cores() -> int:
    """How many processes can run at once here; one where the system cannot fork."""
    if not hasattr(os, "fork") or "fork" not in multiprocessing.get_all_start_methods():
        return 1
    free = getattr(os, "sched_getaffinity", None)
    return len(free(0)) if free else os.cpu_count() or 1


def side_by_side(
    work: Mapping[str, Callable[[], T]], group: Callable[[str], Hashable], count: int
) -> Iterator[tuple[str, Outcome[T]]]:
    """The outcome of every piece of ``work`` in order, each as soon as it and those before it are done. Pieces of one
    ``group`` are done by one process, one after the other, so that they share what is searched and drawn for them.

    Results and errors have to be such as can be pickled.
    """
    groups: dict[Hashable, list[str]] = {}
    for name in work:
        groups.setdefault(group(name), []).append(name)
    shares = list(groups.values())
    context = multiprocessing.get_context("fork")
    waiting = context.SimpleQueue()
    for index in (*range(len(shares)), *[None] * count):
        waiting.put(index)
    workers: dict[Connection, Any] = {}
    for _ in range(min(count, len(shares))):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(work, shares, waiting, theirs), daemon=True)
        process.start()
        theirs.close()
        workers[ours] = process
    try:
        yield from _in_order(list(work), shares, workers)
    finally:
        _end(list(workers.values()))


def _end(processes: list[Any]) -> None:
    """Wait for processes that have nothing to do any more; interrupt others, so that they can put things away."""
    for process in processes:
        process.join(_PATIENCE)
        if process.is_alive():
            os.kill(process.pid, signal.SIGINT)
            process.join(10 * _PATIENCE)
            process.kill()
        process.join()


def _in_order(
    names: list[str], shares: list[list[str]], workers: Mapping[Connection, Any]
) -> Iterator[tuple[str, Outcome[Any]]]:
    done: dict[str, Outcome[Any]] = {}
    begun: dict[Connection, list[str]] = {}
    listening = list(workers)
    told = 0
    while told < len(names):
        if not listening:
            raise PnpError(Diagnostic("stopped", f"no process is left to do {', '.join(names[told:])}"))
        for connection in wait(listening):
            assert isinstance(connection, Connection)
            try:
                said = connection.recv()
            except EOFError:
                listening.remove(connection)
                workers[connection].join()
                # What it had begun and not told will never come.
                done |= {name: _stopped(workers[connection].exitcode) for name in begun.pop(connection, [])}
                continue
            if isinstance(said, int):
                begun[connection] = list(shares[said])
            else:
                name, done[name] = said
                begun[connection].remove(name)
        while told < len(names) and names[told] in done:
            yield names[told], done[names[told]]
            told += 1


def _stopped(status: int) -> Outcome[Any]:
    message = f"the process that worked on it was stopped (status {status})"
    hint = "if memory is short, build one kit at a time"
    return Outcome((), None, PnpError(Diagnostic("stopped", message, hint=hint)))


def _work(work: Mapping[str, Callable[[], Any]], shares: list[list[str]], waiting: Any, connection: Connection) -> None:
    """What a process does: shares of the work, until none is left."""
    try:
        while (index := waiting.get()) is not None:
            connection.send(index)
            for name in shares[index]:
                connection.send((name, outcome(work[name])))
    except (KeyboardInterrupt, BrokenPipeError):
        # Whoever asked for it is gone, or says so to everyone.
        os._exit(130)


def outcome(do: Callable[[], T]) -> Outcome[T]:
    """What comes of a piece of work, with what it prints."""
    with _recorded() as printed:
        result: T | None = None
        error: Exception | None = None
        try:
            result = do()
        except PnpError as found:
            error = found
        except Exception as found:
            error = _told_elsewhere(found)
    return Outcome(tuple(printed), result, error)


def _told_elsewhere(error: Exception) -> Exception:
    """A fault of the program, as another process can raise it, with where it came from."""
    where = traceback.format_exc()
    try:
        told = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own, a moment ago
    except Exception as refused:
        told = RuntimeError(f"{error!r} ({refused})")
    told.add_note(where)
    return told  # type: ignore[no-any-return]


class _Recorder:
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
    """Both streams kept in the order of what is written."""
    printed: list[tuple[str, str]] = []
    real = {name: getattr(sys, name) for name in _STREAMS}
    for name, stream in real.items():
        setattr(sys, name, _Recorder(name, stream, printed))
    try:
        yield printed
    finally:
        for name, stream in real.items():
            setattr(sys, name, stream)
