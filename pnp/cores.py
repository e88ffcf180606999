"""Count the processes that can run at once here."""

from __future__ import annotations

import os


def cores() -> int:
    """As many as there are cores that this process may use, at least one."""
    free = getattr(os, "sched_getaffinity", None)
    return len(free(0)) if free else os.cpu_count() or 1
