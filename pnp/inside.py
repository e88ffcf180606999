"""Check that a path lies in a folder after all links are resolved."""

from __future__ import annotations

from pathlib import Path


def lies_in(path: Path, folder: Path) -> bool:
    """Tell whether a path lies in a folder once all links are resolved. Raises OSError or RuntimeError for endless
    links, and ValueError for a path that no file can have."""
    return path.resolve().is_relative_to(folder.resolve())
