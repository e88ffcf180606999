"""What travels with the program: the shipped definition, templates and fonts."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The shipped file or folder ``name``: inside the installed package, or at the top of a source checkout."""
    installed = _PACKAGE / "_shipped" / name
    return installed if installed.exists() else _PACKAGE.parent / name
