"""Definition files that a table can extend from outside its own: the shipped one, and those of installed packages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from pnp.definition.document import Document, read_document
from pnp.diagnostics import DefinitionError

_SEPARATORS = re.compile(r"[-_.]+")
_PACKAGE = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?", re.IGNORECASE | re.ASCII)


def canonical(name: str) -> str:
    """The one spelling of a package's name: ``-``, ``_``, ``.`` and capitals make no difference (PEP 503).

    >>> canonical("Pnp_Harbour")
    'pnp-harbour'
    """
    return _SEPARATORS.sub("-", name).lower()


def may_be_package(name: str) -> bool:
    """Whether a package could have this name (PEP 508).

    >>> may_be_package("pnp-harbour"), may_be_package("../harbour")
    (True, False)
    """
    return _PACKAGE.fullmatch(name) is not None


class Libraries:
    """Definition files by name, each read when a table asks for it. ``own`` is the file in use, and may be one of them.

    Of two names that count as the same the first holds, as of two folders on Python's path.
    """

    def __init__(self, paths: Mapping[str, Path], own: Document) -> None:
        self._own = own
        self._given = paths
        self._read: dict[str, Document] = {}
        self._ranks: dict[str, int] = {}

    @cached_property
    def _paths(self) -> Mapping[str, tuple[str, Path]]:
        found: dict[str, tuple[str, Path]] = {}
        for name, path in self._given.items():
            found.setdefault(canonical(name), (name, path))
        return found

    @property
    def names(self) -> list[str]:
        """The names, as they were given."""
        return [name for name, _ in self._paths.values()]

    @property
    def files(self) -> tuple[Path, ...]:
        """The files read so far."""
        return tuple(document.path for document in self._read.values())

    def named(self, name: str) -> str | None:
        """The library that ``name`` means, in its own spelling, or None."""
        if name in self._given:  # without listing them all, since looking for packages takes a while
            return name
        return self._paths.get(canonical(name), (None,))[0]

    def rank(self, name: str) -> int:
        """Where the messages about a library stand in the order of files, from 1: as they were first asked for."""
        return self._ranks.setdefault(canonical(name), 1 + len(self._ranks))

    def read(self, name: str) -> Document:
        """The file of a library; the one in use where they are the same.

        Raises DefinitionError when it cannot be read, with the library's name before that of the file.
        """
        key = canonical(name)
        if key not in self._read:
            spelled, path = (name, self._given[name]) if name in self._given else self._paths[key]
            same = _same_file(self._own.path, path)
            self._read[key] = self._own if same else read_document(path, self.rank(name), spelled)
        return self._read[key]

    def quietly(self, name: str) -> Document | None:
        """The file of a library for a hint. That it cannot be read is no fault of the file in hand."""
        try:
            return self.read(name)
        except DefinitionError:
            return None

    def has_file(self, path: Path) -> bool:
        """Whether ``path`` is the file of a library."""
        return any(_same_file(path, file) for _, file in self._paths.values())


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
