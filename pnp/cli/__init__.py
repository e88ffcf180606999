"""The command line: the only place that prints and the only place that exits."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

_FIRST, _LATER = 400_000, 50_000
"""New objects before the first search for garbage, and between two later ones. Nearly all that the start of a build
makes (modules, templates, faces) it keeps to its end: Python's own 700 let it search in vain for a tenth of the time.
A kit is built before the first; what thousands of cards leave behind is looked for from then on."""


def main() -> None:
    """Run ``pnp``. Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write."""
    search_garbage_late()
    from pnp.cli.app import run  # noqa: PLC0415 - what it loads counts as new objects

    _leave(run(sys.argv[1:]))


def search_garbage_late() -> None:
    """Let Python search for garbage as seldom as a process needs that builds kits."""
    gc.set_threshold(_FIRST, 50, 100)
    gc.callbacks.append(_search_often)


def _leave(status: int) -> NoReturn:
    """End with ``status``, without giving back piece by piece what was built: that takes 20 ms, and all of it goes.

    Profilers and tracers hear of the end in Python's own way; and where what was printed cannot be written, Python
    says so.
    """
    if sys.getprofile() is None and sys.gettrace() is None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    gc.freeze()  # else Python searches everything twice on its way out
    sys.exit(status)


def _search_often(phase: str, _info: dict[str, int]) -> None:
    if phase == "stop":
        gc.set_threshold(_LATER, 50, 100)
        gc.callbacks.remove(_search_often)
