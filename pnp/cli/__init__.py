"""The command line: the only place that prints and the only place that exits."""

from __future__ import annotations

import gc
import sys

_FIRST, _LATER = 400_000, 50_000
"""New objects before the first search for garbage, and between two later ones. Nearly all that the start of a build
makes (modules, templates, faces) it keeps to its end: Python's own 700 let it search in vain for a tenth of the time.
A kit is built before the first; what thousands of cards leave behind is looked for from then on."""


def main() -> None:
    """Run ``pnp``. Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write."""
    gc.set_threshold(_FIRST, 50, 100)
    gc.callbacks.append(_from_now_on)
    from pnp.cli.app import run  # noqa: PLC0415 - so that importing pnp.cli costs nothing

    status = run(sys.argv[1:])
    gc.freeze()  # on its way out Python searches everything that is not frozen twice: 30 ms for nothing
    sys.exit(status)


def _from_now_on(phase: str, _info: dict[str, int]) -> None:
    if phase == "stop":
        gc.set_threshold(_LATER, 50, 100)
        gc.callbacks.remove(_from_now_on)
