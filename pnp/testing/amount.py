"""Amount of testing: enough for every day, or all that a release must pass, with ``PNP_FULL=1``."""

from __future__ import annotations

import os

VARIABLE = "PNP_FULL"

FULL = os.environ.get(VARIABLE, "") not in ("", "0")
"""True in the full run: more seeds, more positions, every paper."""


def amount(quick: int, full: int) -> int:
    """Return ``quick``, or ``full`` in the full run."""
    return full if FULL else quick
