"""The command line: the only place that prints and the only place that exits."""

from __future__ import annotations

import gc
import sys

_ALLOCATIONS = 50_000
"""New objects between two searches for garbage. Nearly all that a build makes it keeps to its end: Python's own 700
let it search in vain for a tenth of the time."""


def main() -> None:
    """Run ``pnp``. Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write."""
    gc.set_threshold(_ALLOCATIONS, 50, 100)
    from pnp.cli.app import run  # noqa: PLC0415 - so that importing pnp.cli costs nothing

    status = run(sys.argv[1:])
    gc.freeze()  # on its way out Python searches everything that is not frozen twice: 30 ms for nothing
    sys.exit(status)
