"""Command line of the program, the only package that prints and the only one that exits."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

_FIRST_THRESHOLD, _LATER_THRESHOLD = 400_000, 50_000
"""New objects before the first garbage collection, and between two later ones. Nearly everything that the start of a
build makes (modules, templates, faces) lives to its end. With Python's own 700, a tenth of the time goes into
collections that find nothing. A kit is built before the first one; what thousands of cards leave behind is collected
from then on."""


def main() -> None:
    """Run ``pnp``. Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write."""
    delay_garbage_collection()
    from pnp.cli.app import run  # noqa: PLC0415 - what it loads counts as new objects

    _exit(run(sys.argv[1:]))


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
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    gc.freeze()  # else Python collects everything twice on exit
    sys.exit(status)


def _use_later_threshold(phase: str, _info: dict[str, int]) -> None:
    if phase == "stop":
        gc.set_threshold(_LATER_THRESHOLD, 50, 100)
        gc.callbacks.remove(_use_later_threshold)
