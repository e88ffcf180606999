"""TOML file that was read: its content, and on demand the location of each value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass
from pnp.textfile import excerpt, label_of, read_text

if TYPE_CHECKING:
    from pnp.toml.positions import SourceSpan, ValueLocation, ValueLocations


_KEY = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_MOST_PARTS = 24
"""Most parts of a dotted key: the deepest table of a definition has seven."""
_DEEP_KEY = re.compile(
    rf"(?:^[ \t]*+(?:\[\[?)?|[{{,])[ \t]*+{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{{_MOST_PARTS},}}+[ \t]*+[=\]]", re.MULTILINE
)

KeyPath = tuple[str | int, ...]
EntryPart = Literal["key", "value", "table"]
"""Part of an entry that a message points at: its key, its value, or the header of its table."""


@dataclass(frozen=True)
class TomlDocument:
    """Definition file as plain data.

    ``rank`` orders the files in a list of messages. ``library`` is its name in ``extends``, or None for the file in
    use.
    """

    path: Path
    label: str
    text: str
    data: Mapping[str, Any]
    rank: int
    library: str | None = None

    @cached_property
    def positions(self) -> ValueLocations:
        """Positions of all values; only messages load the parser that keeps positions."""
        from pnp.toml.positions import ValueLocations  # noqa: PLC0415 - the parser is loaded only after an error

        return ValueLocations(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """Lines of the file, without their ends."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    def beside(self, name: str) -> str:
        """Return the label of a file ``name`` in the same folder, for messages."""
        return self.label.removesuffix(self.path.name) + PurePosixPath(name).as_posix()

    def locate(self, path: KeyPath, part: EntryPart) -> Location:
        """Return the location of ``path`` in this file, or of the longest part of it that exists."""
        known_path, entry = self.positions.find(path)
        if entry is None:
            return Location(self.label)
        span = _span_of(entry, part if known_path == path else "value")
        if span is None:
            return Location(self.label)
        source = excerpt(self.lines[span.line - 1], span.column)
        return Location(self.label, span.line, span.column, span.end, source)


def read_document(
    path: Path, rank: int, library: str | None = None, if_empty: str = "`pnp init` writes a file to start from"
) -> TomlDocument:
    """Read the TOML file at ``path``; ``library`` is its name if it is one, ``if_empty`` the hint for an empty file.

    Raises DefinitionError if it cannot be read, is not TOML (all syntax errors at once), or holds no text.
    """
    label = label_of(path) if library is None else f"{library}:{path.name}"
    text = read_text(path, label, bom=False)
    if not text.strip():
        raise DefinitionError(Diagnostic("empty-file", "the file is empty", Location(label), if_empty))
    # Libraries rarely change, and a session reads them at every save.
    table = parse_toml(text, label) if library is None else _parse_library(text, label)
    return TomlDocument(path, label, text, table, rank, library)


@lru_cache(maxsize=4)
def _parse_library(text: str, label: str) -> Mapping[str, Any]:
    return parse_toml(text, label)


def parse_toml(text: str, label: str) -> dict[str, Any]:
    """Parse a TOML file that is called ``label`` in messages. Raises DefinitionError with all syntax errors."""
    label = label_of(Path(label))
    _check_key_depth(text, label)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        from pnp.toml.syntax import syntax_errors  # noqa: PLC0415 - only after an error

        raise DefinitionError(syntax_errors(text, label, error)) from None


def locate_key(text: str, label: str, *paths: KeyPath) -> Location:
    """Return the location of the first of ``paths`` that a TOML file has, or of the file if it has none of them."""
    document = TomlDocument(Path(label), label_of(Path(label)), text, {}, 0)
    path = next((path for path in paths if document.positions.find(path)[0] == path), ())
    return document.locate(path, "key")


def _check_key_depth(text: str, label: str) -> None:
    """Raise DefinitionError for a dotted key of more than 24 parts: a reader of TOML calls itself for each."""
    match = _DEEP_KEY.search(text)
    if match is not None:
        line = text.count("\n", 0, match.end()) + 1
        message = f"a key may have {_MOST_PARTS} parts, with dots between them"
        raise DefinitionError(Diagnostic("too-deep", message, Location(label, line), "write tables in tables"))


def _span_of(entry: ValueLocation, part: EntryPart) -> SourceSpan | None:
    if part == "key":
        return entry.key or entry.header or entry.value
    if part == "table":
        if entry.header is not None:
            return entry.header
        if entry.value is not None:
            return type(entry.value)(entry.value.line, entry.value.column, entry.value.column + 1)
        return entry.key
    return entry.value or entry.header or entry.key
