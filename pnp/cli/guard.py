"""Run a command in a child process with limits of memory and time, and report what ends the child.

Libraries that are not written in Python read files of strangers: fonts, pictures, workbooks, PDFs. A file may make one
of them take all memory, work for ever or crash. The parent process reads none of them, so it lives to say which step
failed.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from pnp import limits, steps
from pnp.diagnostics import Diagnostic

_PATIENCE = 1.0
"""Seconds after Ctrl-C before the signal is sent to the child again: a terminal sends it to both."""
_END = 4.0
"""Seconds after that before the child is killed: libraries do not hear signals."""
_FORWARDED = ("SIGINT", "SIGTERM", "SIGHUP")
_ENDED_BY_USER = frozenset({"SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE", "SIGQUIT"})
INTERRUPTED = 130
"""Exit status after Ctrl-C."""


def can_guard() -> bool:
    """Tell whether commands can run in a child process: the system can fork, and no profiler or debugger looks on."""
    return hasattr(os, "fork") and sys.getprofile() is None and sys.gettrace() is None


def guard() -> int | Diagnostic | None:
    """Fork, and return None in the child, which has limits now.

    The parent waits for its end, and returns the exit status or the error that tells what has ended it.
    """
    steps.share_steps()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writer)
        _end_with_parent(reader)
        steps.limit_process()
        return None
    os.close(reader)
    return _Parent(child).wait()


def _end_with_parent(reader: int) -> None:
    """Let Linux send SIGTERM to this process when its parent is gone, also if that was killed.

    The parent alone can write to the pipe. The kernel tells the reader when the last writer closes it.
    """
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not on Windows

        fcntl.fcntl(reader, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(reader, fcntl.F_SETSIG, signal.SIGTERM)
        fcntl.fcntl(reader, fcntl.F_SETFL, fcntl.fcntl(reader, fcntl.F_GETFL) | os.O_ASYNC)


class _Parent:
    """Parent of a command: it forwards signals to the child and waits for its end."""

    def __init__(self, child: int) -> None:
        self._child = child
        self._killed = False
        self._has_terminal = any(map(os.isatty, (0, 1, 2)))

    def wait(self) -> int | Diagnostic:
        """Return the exit status of the child, or the error if a limit or a crash has ended it."""
        for name in _FORWARDED:
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), self._forward)
        signal.signal(signal.SIGALRM, self._insist)
        _, status = os.waitpid(self._child, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if os.WIFEXITED(status):
            return os.WEXITSTATUS(status)
        return INTERRUPTED if self._killed else _end(os.WTERMSIG(status))

    def _forward(self, number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGINT or not self._has_terminal:
            self._send(number)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _END)

    def _insist(self, _number: int, _frame: FrameType | None) -> None:
        if self._killed:
            return
        if self._has_terminal:
            self._has_terminal = False
            self._send(signal.SIGINT)
            return
        self._killed = True
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        with suppress(ProcessLookupError):  # the child has ended meanwhile
            os.kill(self._child, number)


def _end(number: int) -> Diagnostic:
    """Return the error that tells which signal has ended the child. Signals of the user end this process too."""
    name = signal.Signals(number).name
    if name in _ENDED_BY_USER:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    step = steps.shared_step()
    if name == "SIGXCPU":
        return steps.too_much(step, limits.RUN if steps.run_is_over() else limits.SECONDS)
    if name == "SIGKILL":  # by Linux, where the memory of the machine is used up
        return steps.too_much(step, limits.MEMORY)
    message = f"{step.work or 'this command'} ended in a crash of a library ({name})"
    hint = "write the file again with another program, or leave it out" if step.place else "please report it"
    return Diagnostic("crash", message, step.location, hint)
