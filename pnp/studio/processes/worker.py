"""Worker: a process that does one piece of work, and can be ended at any moment."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from pnp.cache.disk import FOLDER, cache_folder
from pnp.diagnostics import Diagnostic, PnpError
from pnp.limits import SECONDS
from pnp.steps import Step, limit_process, too_much

_NICE = 5
"""Priority of the process below that of the studio, which draws."""

RequestT = TypeVar("RequestT")
AnswerT = TypeVar("AnswerT")


class Worker:
    """Worker that does one piece of work at a time. ``work`` and ``end`` are called by different threads."""

    def __init__(self) -> None:
        self._turn, self._lock = Lock(), Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def work(self, title: str, function: Callable[[RequestT], AnswerT], request: RequestT) -> AnswerT | None:
        """Return what a function of a module gives for a request; None if ``end`` has ended the work. ``title`` names
        it in messages. Raises PnpError if a limit or a fault has ended it."""
        with self._turn:
            process = self._start()
            if process is None:
                return None
            written, _ = process.communicate(pickle.dumps((function, request)))
            with self._lock:
                was_ended = self._process is None
                self._process = None
        if was_ended:
            return None
        if process.returncode != 0:
            raise PnpError(_end(title, process.returncode))
        answer: AnswerT = pickle.loads(written)  # noqa: S301 - written by the process begun above
        return answer

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._is_over:
                return None
            # With -P no module is taken from the working folder, which may be a stranger's project.
            script = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import do_work; do_work()"
            self._process = subprocess.Popen(  # noqa: S603 - this module
                [sys.executable, "-P", "-c", script],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | ({FOLDER: ""} if cache_folder() is None else {}),
            )
            return self._process

    def end(self, for_ever: bool = False) -> None:
        """End the work that is being done, if any; ``for_ever``, so that none begins after it."""
        with self._lock:
            self._is_over = self._is_over or for_ever
            if self._process is not None:
                with suppress(OSError):
                    self._process.kill()
                self._process = None


def _end(title: str, status: int) -> Diagnostic:
    """Return the error that tells why a process has ended with a ``status``."""
    if hasattr(signal, "SIGXCPU") and status == -signal.SIGXCPU:
        return too_much(Step(title, ""), SECONDS)
    return Diagnostic("fault", f"{title} failed", hint="the terminal says why")


def do_work() -> None:
    """Do the work that the standard input asks for, and write the answer to the standard output."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    limit_process()
    function, request = pickle.load(sys.stdin.buffer)  # noqa: S301 - written by the process that has begun this one
    with suppress(BrokenPipeError):  # the studio has ended
        sys.stdout.buffer.write(pickle.dumps(function(request)))
        sys.stdout.buffer.flush()
