"""Editions: digests of the program's own text. Results that are kept are found by the edition of what made them.

An edition names the modules that its results follow from; ``tests/cache/test_editions.py`` compares these names with
the imports.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent
"""Folder of this program's own package."""
_IGNORED = frozenset({"__pycache__", ".git", "templates", "fonts"})
"""Folders of a package that no result follows from: compiled files, repositories, and what faces are drawn with."""


@cache
def edition(*names: str, program: Path = PROGRAM) -> bytes:
    """Return the SHA-256 of the text of own modules, and of packages with all below them, by their full names.

    They are read once: a process runs what it has loaded, even if the files change.
    """
    return digest_files(
        (f"{name}/{os.path.relpath(path, place)}", read(path))
        for name in names
        for place in [program.joinpath(*name.split(".")[1:])]
        for path in (files_below(str(place)) if place.is_dir() else [f"{place}.py"])
    )


def digest_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the SHA-256 of files, given by name and content."""
    digest = hashlib.sha256()
    for name, content in files:
        for part in (name.encode("utf-8", "surrogateescape"), content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.digest()


def files_below(folder: str) -> Iterator[str]:
    """Yield the paths of the files of a package, in a fixed order. Raises OSError."""
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered:
        if entry.name in _IGNORED:
            continue
        if entry.is_dir():
            yield from files_below(entry.path)
        elif entry.is_file():
            yield entry.path


def read(path: str, most: int = -1) -> bytes:
    """Return the content of a file up to a limit of bytes. Raises OSError."""
    with open(path, "rb") as file:  # noqa: PTH123 - Path.open takes twice as long, which shows with many small files
        return file.read(most)
