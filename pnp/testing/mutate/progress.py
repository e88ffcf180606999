"""Progress of a run of mutants, in lines for a person who waits."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TextIO

_LINES = 10
"""Most lines of progress where the stream is no terminal."""


class Progress:
    """Progress on a stream. A terminal has one line that changes, any other stream a line for each tenth."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._has_terminal = stream.isatty()
        self._count, self._first, self._start, self._tenths = 0, 0, 0.0, 0

    def say(self, text: str) -> None:
        """Write a line that stays."""
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def begin(self, count: int, possible: int, jobs: int) -> None:
        """Say how many mutants will be tried, of how many."""
        self._count = count
        self.say(f"trying {count} of {possible} mutants, {jobs} at a time")

    def show(self, done: int) -> None:
        """Show how many mutants are done. The first call, with those that need no trial, starts the clock."""
        if not self._start:
            self._start, self._first = self._clock(), done
        if self._has_terminal:
            self._stream.write(f"\r{self._line(done)}\x1b[K" if done < self._count else "\r\x1b[K")
            self._stream.flush()
        elif done * _LINES // self._count > self._tenths:
            self._tenths = done * _LINES // self._count
            self.say(self._line(done))

    def _line(self, done: int) -> str:
        line = f"{done} of {self._count}"
        tried, used = done - self._first, self._clock() - self._start
        if not tried:
            return line
        left = used / tried * (self._count - done)
        return f"{line}, {used:.0f} s" + (f"; about {left:.0f} s left" if done < self._count else "")
