"""CPU cores that this process may use."""

from __future__ import annotations

import os


def cores() -> int:
    """Return the number of CPU cores that this process may use, at least 1."""
    get_affinity = getattr(os, "sched_getaffinity", None)
    return len(get_affinity(0)) if get_affinity else os.cpu_count() or 1
