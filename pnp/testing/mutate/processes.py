"""Processes made by fork: each runs one task with all that this process has imported, and hands back JSON data."""

from __future__ import annotations

import gc
import json
import os
import selectors
import signal
import traceback
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from pnp.records import dataclass

Task = Callable[[Path], Any]
"""Task of a process: it is given an empty folder of its own, and returns JSON data."""

_CHUNK = 1 << 16


class ProcessEnd(NamedTuple):
    """End of a process: what its task returned, or the signal that ended it."""

    data: Any
    signal: int | None

    @property
    def by_limit(self) -> bool:
        """True if the process had taken all of its time."""
        return self.signal in (signal.SIGXCPU, signal.SIGKILL)


@dataclass(slots=True)
class _Running:
    number: int
    pid: int
    folder: TemporaryDirectory[str]
    deadline: float
    received: bytes = b""


def can_fork() -> bool:
    """Return True if this system can fork processes, as Linux and macOS can."""
    return hasattr(os, "fork")


def run_in_processes(
    tasks: Sequence[Task], jobs: int, patience: float
) -> Generator[tuple[int, ProcessEnd], None, None]:
    """Run each task in a process of its own, at most ``jobs`` at a time. Yield their numbers and ends as they end.

    A process is ended after ``patience`` seconds, also if it waits. Raises RuntimeError if a task raises.
    """
    gc.collect()
    gc.freeze()  # what is there already is not touched by the processes, so it need not be copied
    running: dict[int, _Running] = {}
    waiting = list(reversed(list(enumerate(tasks))))
    try:
        with selectors.DefaultSelector() as selector:
            while waiting or running:
                while waiting and len(running) < jobs:
                    number, task = waiting.pop()
                    pipe, process = _start(number, task, patience)
                    running[pipe] = process
                    selector.register(pipe, selectors.EVENT_READ)
                for key, _ in selector.select(timeout=1.0):
                    process = running[key.fd]
                    chunk = os.read(key.fd, _CHUNK)
                    process.received += chunk
                    if not chunk:
                        selector.unregister(key.fd)
                        os.close(key.fd)
                        del running[key.fd]
                        yield process.number, _end_of(process)
                for process in running.values():
                    if monotonic() > process.deadline:
                        os.kill(process.pid, signal.SIGKILL)
    finally:
        for process in running.values():
            os.kill(process.pid, signal.SIGKILL)
            os.waitpid(process.pid, 0)
            process.folder.cleanup()


def _start(number: int, task: Task, patience: float) -> tuple[int, _Running]:
    folder = TemporaryDirectory(prefix="pnp-mutate-")
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _work(task, Path(folder.name), writing)
    os.close(writing)
    return reading, _Running(number, pid, folder, monotonic() + patience)


def _work(task: Task, folder: Path, pipe: int) -> None:
    """Run a task, write what it returns or how it failed into the pipe, and end this process."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        message = {"data": task(folder)}
    except BaseException:
        message = {"error": traceback.format_exc()}
    try:
        with os.fdopen(pipe, "wb") as file:
            file.write(json.dumps(message).encode())
    finally:
        os._exit(0)  # the code after the fork is for the parent process only


def _end_of(process: _Running) -> ProcessEnd:
    _, status = os.waitpid(process.pid, 0)
    process.folder.cleanup()
    if os.WIFSIGNALED(status):
        return ProcessEnd(None, os.WTERMSIG(status))
    message = json.loads(process.received)
    if "error" in message:
        raise RuntimeError(f"a process could not do its task:\n{message['error']}")
    return ProcessEnd(message["data"], None)
