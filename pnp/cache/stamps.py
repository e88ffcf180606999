"""File stamps: detect a changed file without reading it."""

from __future__ import annotations

import os
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int, int]
"""Inode, size in bytes, and the times of the last write and last change in ns."""


def stamp(status: os.stat_result) -> Stamp:
    """Return the stamp of a file from its status."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
