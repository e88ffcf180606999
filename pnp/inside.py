"""The one judge of what may be read and written under a folder."""

from __future__ import annotations

from pathlib import Path


def lies_in(path: Path, folder: Path) -> bool:
    """Tell whether a path lies in a folder once all links are resolved. Raises OSError or RuntimeError for endless
    links, and ValueError for a path that no file can have."""
    return path.resolve().is_relative_to(folder.resolve())
