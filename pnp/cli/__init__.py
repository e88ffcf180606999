"""The command line: the only place that prints and the only place that exits."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``pnp``. Exit status: 0 success, 1 verification failed, 2 definition or usage, 3 cannot write."""
    from pnp.cli.app import run  # noqa: PLC0415 - so that importing pnp.cli costs nothing

    sys.exit(run(sys.argv[1:]))
