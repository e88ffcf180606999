"""Stamps of files: tell without reading whether a file changed."""

from __future__ import annotations

import os
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int, int]
"""Of a file inode, size in bytes, and when it was written and changed, in ns."""


def stamp(found: os.stat_result) -> Stamp:
    """The stamp of a file by what its system says of it."""
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
