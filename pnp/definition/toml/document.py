"""One TOML file that was read: its content, and on demand the place of each value."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass
from pnp.textfile import excerpt, label_of, read_text

if TYPE_CHECKING:
    from pnp.definition.toml.positions import SourceSpan, ValueLocation, ValueLocations


KeyPath = tuple[str | int, ...]
At = Literal["key", "value", "table"]
"""Which part of an entry a message points at: its key, its value, or the header of its table."""


@dataclass(frozen=True)
class TomlDocument:
    """A definition file as plain data. ``rank`` orders the files in a list of messages; ``library`` is the name that
    ``extends`` has for it, None for the file in use."""

    path: Path
    label: str
    text: str
    data: Mapping[str, Any]
    rank: int
    library: str | None = None

    @cached_property
    def positions(self) -> ValueLocations:
        """The places of all values; needs the position-keeping parser, so only messages ask for it."""
        from pnp.definition.toml.positions import ValueLocations  # noqa: PLC0415 - the parser is loaded only after an error

        return ValueLocations(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file, without their ends."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    def beside(self, name: str) -> str:
        """What messages call a file ``name`` in the same folder."""
        return self.label.removesuffix(self.path.name) + PurePosixPath(name).as_posix()

    def locate(self, path: KeyPath, at: At) -> Location:
        """The place of ``path`` in this file, or of the longest part of it that the file has."""
        found, spot = self.positions.find(path)
        if spot is None:
            return Location(self.label)
        span = _span_of(spot, at if found == path else "value")
        if span is None:
            return Location(self.label)
        source = excerpt(self.lines[span.line - 1], span.column)
        return Location(self.label, span.line, span.column, span.end, source)


def read_document(path: Path, rank: int, library: str | None = None) -> TomlDocument:
    """The TOML file at ``path``, that of a ``library`` if one is named.

    Raises DefinitionError when it cannot be read, is not TOML (all syntax errors at once), or holds no text.
    """
    name = label_of(path) if library is None else f"{library}:{path.name}"
    text = read_text(path, name, bom=False)
    if not text.strip():
        message, hint = "the file is empty", "`pnp init` writes a file to start from"
        raise DefinitionError(Diagnostic("empty-file", message, Location(name), hint))
    try:
        return TomlDocument(path, name, text, tomllib.loads(text), rank, library)
    except (ValueError, RecursionError) as error:
        from pnp.definition.toml.syntax import syntax_errors  # noqa: PLC0415 - only after an error

        raise DefinitionError(syntax_errors(text, name, error)) from None


def _span_of(spot: ValueLocation, at: At) -> SourceSpan | None:
    if at == "key":
        return spot.key or spot.header or spot.value
    if at == "table":
        if spot.header is not None:
            return spot.header
        if spot.value is not None:
            return type(spot.value)(spot.value.line, spot.value.column, spot.value.column + 1)
        return spot.key
    return spot.value or spot.header or spot.key
