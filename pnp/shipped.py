"""Shipped files: the definition, templates and fonts that travel with the program."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """Return the path of the shipped file or folder ``name``.

    It lies inside the installed package, or at the top of a source checkout.
    """
    installed = _PACKAGE / "_shipped" / name
    return installed if installed.exists() else _PACKAGE.parent / name
