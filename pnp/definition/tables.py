"""Tables of the definition file and of libraries, with ``extends`` followed."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from pnp.definition.keys.common import check_name
from pnp.definition.keys.wording import describe_value
from pnp.definition.merge import EXTENDS, AssumedEntry, GameTable, TableLayer, make_table
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.toml.document import KeyPath, TomlDocument, read_document
from pnp.toml.findings import DefinitionFinding, DefinitionFindings, listed, nearest

# Libraries: definition files that a table can extend, the shipped one and those of installed packages

_SEPARATORS = re.compile(r"[-_.]+")
_PACKAGE = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?", re.IGNORECASE | re.ASCII)


def canonical_name(name: str) -> str:
    """Return the canonical spelling of a package name: ``-``, ``_``, ``.`` and capitals make no difference (PEP 503).

    >>> canonical_name("Pnp_Harbour")
    'pnp-harbour'
    """
    return _SEPARATORS.sub("-", name).lower()


def is_package_name(name: str) -> bool:
    """Return True if a package could have this name (PEP 508).

    >>> is_package_name("pnp-harbour"), is_package_name("../harbour")
    (True, False)
    """
    return _PACKAGE.fullmatch(name) is not None


class DefinitionLibraries:
    """Definition files by name, each read when a table asks for it.

    ``document`` is the file in use, and may be one of them. Of two equal names the first holds, as of two folders on
    Python's path.
    """

    def __init__(self, paths: Mapping[str, Path], document: TomlDocument) -> None:
        self._document = document
        self._given_paths = paths
        self._read: dict[str, TomlDocument] = {}
        self._ranks: dict[str, int] = {}

    @cached_property
    def _paths(self) -> Mapping[str, tuple[str, Path]]:
        paths: dict[str, tuple[str, Path]] = {}
        for name, path in self._given_paths.items():
            paths.setdefault(canonical_name(name), (name, path))
        return paths

    @property
    def names(self) -> list[str]:
        """Names as they were given."""
        return [name for name, _ in self._paths.values()]

    @property
    def files(self) -> tuple[Path, ...]:
        """Files read so far."""
        return tuple(document.path for document in self._read.values())

    def canonical_library(self, name: str) -> str | None:
        """Return the library that ``name`` means, in its own spelling, or None."""
        if name in self._given_paths:  # avoids listing them all, since the search for packages takes a while
            return name
        return self._paths.get(canonical_name(name), (None,))[0]

    def rank(self, name: str) -> int:
        """Return the position, from 1, of a library's messages in the order of files: that of the first request."""
        return self._ranks.setdefault(canonical_name(name), 1 + len(self._ranks))

    def read(self, name: str) -> TomlDocument:
        """Return the file of a library, or the file in use if it is the same.

        Raises DefinitionError if it cannot be read, with the library's name before that of the file.
        """
        key = canonical_name(name)
        if key not in self._read:
            label, path = (name, self._given_paths[name]) if name in self._given_paths else self._paths[key]
            is_own = _same_file(self._document.path, path)
            self._read[key] = self._document if is_own else read_document(path, self.rank(name), label)
        return self._read[key]

    def try_read(self, name: str) -> TomlDocument | None:
        """Return the file of a library for a hint, or None. An unreadable library is no fault of the file in use."""
        try:
            return self.read(name)
        except DefinitionError:
            return None

    def has_file(self, path: Path) -> bool:
        """Return True if ``path`` is the file of a library."""
        return any(_same_file(path, file) for _, file in self._paths.values())


def _same_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


# Values that TOML allows and a definition does not: dates, infinite numbers, control characters, endless nesting

MAX_DEPTH = 24
MAX_INTEGER = 2**63 - 1


def unusable_values(value: Any, path: KeyPath = ()) -> Iterator[DefinitionFinding]:
    """Yield every value in parsed TOML that cannot stand in a definition. The rest is plain JSON data."""
    if len(path) > MAX_DEPTH:
        yield DefinitionFinding(path, "too-deep", f"tables and lists are nested more than {MAX_DEPTH} deep here")
    elif isinstance(value, dict):
        for key, child in value.items():
            if not key.isprintable():
                yield from _key(key, (*path, key))
            if type(child) is not str or not child.isprintable():
                yield from unusable_values(child, (*path, key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from unusable_values(child, (*path, index))
    elif isinstance(value, str):
        yield from _text(value, path)
    elif isinstance(value, datetime | date | time):
        hint = (
            f'a year is a whole number: {value.year}; in a text, put it in quotes: "{value}"'
            if isinstance(value, date)
            else f'put it in quotes: "{value}"'
        )
        yield DefinitionFinding(path, "date", "a date or a time has no meaning in a definition", hint)
    elif isinstance(value, float) and not math.isfinite(value):
        yield DefinitionFinding(path, "not-a-number", "this is not a number to count with", "write a finite number")
    elif isinstance(value, int) and abs(value) > MAX_INTEGER:
        yield DefinitionFinding(
            path, "out-of-range", "this whole number is too large", "write a number with fewer digits"
        )


def bad_character(text: str) -> tuple[int, str] | None:
    """Return index and name of the first character in ``text`` that cannot be printed, or None.

    Line ends are text: they separate lines on a face.
    """
    if text.isprintable():  # fast path for nearly every text
        return None
    for index, char in enumerate(text):
        if char != "\n" and (unicodedata.category(char) in ("Cc", "Cs") or char in "\ufffe\uffff"):
            return index, f"U+{ord(char):04X}"
    return None


def _key(key: str, path: KeyPath) -> Iterator[DefinitionFinding]:
    character = bad_character(key.replace("\n", "\0"))
    if character is not None:
        yield DefinitionFinding(path, "control-character", "this key holds a control character", "remove it", "key")


def _text(text: str, path: KeyPath) -> Iterator[DefinitionFinding]:
    character = bad_character(text)
    if character is not None:
        _, name = character
        hint = "write spaces for a tab" if name == "U+0009" else "remove it"
        yield DefinitionFinding(path, "control-character", f"this text holds the control character {name}", hint)


PROJECT_TABLE = "project"
SHEETS_TABLE = "sheets"
RESERVED_TABLES = (PROJECT_TABLE, SHEETS_TABLE)
_ENGINE = "engine"
_NEAR = 0.75
"""Least likeness of a misspelt table to the right one, from 0 to 1."""
"""Tables of a file that are no games."""
_MAX_CHAIN = 16
_SHIPPED = "shipped:"
_WANTED = 'the name of another table, "shipped:NAME", or "PACKAGE:NAME" for a game of an installed package'
_Address: TypeAlias = tuple[str | None, str]
"""Library of a table, None for the file in use, and its name."""


class TableMerger:
    """Finder of tables by name, which merges them with the tables they extend. Problems go to ``findings``."""

    def __init__(self, document: TomlDocument, libraries: Mapping[str, Path], findings: DefinitionFindings) -> None:
        self.document = document
        self.findings = findings
        self.libraries = DefinitionLibraries(libraries, document)
        self._resolved: dict[_Address, GameTable | None] = {}
        self._checked_ranks: set[int] = set()
        self._unusable: set[tuple[int, KeyPath]] = set()
        self._report_unusable(document)

    @property
    def files(self) -> tuple[Path, ...]:
        """Definition files read so far."""
        return tuple(dict.fromkeys((self.document.path, *self.libraries.files)))

    def report(self, table: GameTable, findings: Iterable[DefinitionFinding], *, together: bool = False) -> None:
        """Report findings of a merged table, each at the location of the value.

        With ``together``, values are wrong only in combination: then a value in another file is not to blame, and the
        location is the game's own table, which the user can mend.
        """
        for rank, diagnostic in self._locate_findings(table, findings, together):
            self.findings.add(rank, diagnostic)

    def set_aside(self, table: GameTable, findings: Iterable[DefinitionFinding]) -> None:
        """Set the game of a merged table aside: it cannot be used, though the definition is right."""
        for rank, diagnostic in self._locate_findings(table, findings, together=False):
            self.findings.set_aside(table.name, rank, diagnostic)

    def _locate_findings(
        self, table: GameTable, findings: Iterable[DefinitionFinding], together: bool
    ) -> Iterator[tuple[int, Diagnostic]]:
        for finding in findings:
            document, location = table.locate(finding.path, finding.part)
            own_layer = table.layers[0]
            if together and document is not own_layer.document:
                document, location = own_layer.document, own_layer.document.locate((own_layer.name,), "table")
            layer, path = table.owner(finding.path)
            if not self._is_unusable(layer.document, (layer.name, *path)):
                yield document.rank, Diagnostic(finding.code, finding.message, location, finding.hint)

    def report_in(self, document: TomlDocument, findings: Iterable[DefinitionFinding]) -> None:
        """Report findings of one file, by path from its top."""
        for finding in findings:
            if not self._is_unusable(document, finding.path):
                self.findings.add_at(document, finding)

    def report_assumed(self, findings: Iterable[tuple[AssumedEntry, DefinitionFinding]]) -> None:
        """Report findings of ``assumed`` entries, each in the table that holds it."""
        for entry, finding in findings:
            self.report_in(entry.layer.document, [finding.under((entry.layer.name,))])

    def is_plain(self, table: GameTable) -> bool:
        """Return True if all of a merged table is JSON data; otherwise that was reported."""
        return not any(
            rank == layer.document.rank and path[:1] == (layer.name,)
            for layer in table.layers
            for rank, path in self._unusable
        )

    def names(self) -> list[str]:
        """Return the games of the file, in its order. Stray keys at the top are reported."""
        names = []
        tables = self.document.data
        games = [key for key, value in tables.items() if _is_game(value)]
        for key, value in tables.items():
            if key in RESERVED_TABLES:
                continue
            if not isinstance(value, dict):
                self.report_in(self.document, [_stray(key, value)])
                continue
            hint = None if key in games else _meant_instead(key, value, games)
            if hint is not None:
                message = f"[{key}] is no game: it has no `engine`"
                self.report_in(self.document, [DefinitionFinding((key,), "unknown-table", message, hint, "key")])
                continue
            try:
                check_name(key)
            except ValueError as error:
                message, _, hint = str(error).rpartition(": ")
                self.report_in(self.document, [DefinitionFinding((key,), "bad-name", message, hint, "key")])
            names.append(key)
        return names

    def resolve(self, name: str) -> GameTable | None:
        """Return the game ``name`` merged with all that it extends. Return None if it was reported as wrong."""
        return self._resolve(self.document, name, ())

    def _resolve(self, document: TomlDocument, name: str, children: tuple[_Address, ...]) -> GameTable | None:
        key = (document.library, name)
        if key not in self._resolved:
            self._resolved[key] = None  # ends a cycle of tables
            self._resolved[key] = self._build(document, name, (*children, key))
        return self._resolved[key]

    def _build(self, document: TomlDocument, name: str, chain: tuple[_Address, ...]) -> GameTable | None:
        layer = TableLayer(document, name, document.data[name])
        if EXTENDS not in layer.data:
            return make_table(name, layer, None)
        parent = self._parent(document, name, layer.data[EXTENDS])
        if parent is None:
            return None
        key = (parent[0].library, parent[1])
        if key in chain or len(chain) > _MAX_CHAIN:
            names = [_spell_address(link) for link in (*chain[chain.index(key) :], key)] if key in chain else []
            message = (
                f"this table extends itself: {' → '.join(names)}" if names else "tables extend each other too often"
            )
            self._report_extends(document, name, "extends-cycle", message, "one of them must have an `engine` instead")
            return None
        merged_parent = self._resolve(*parent, chain)
        return None if merged_parent is None else make_table(name, layer, merged_parent)

    def _parent(self, document: TomlDocument, name: str, reference: Any) -> tuple[TomlDocument, str] | None:
        if not isinstance(reference, str):
            message = f"expected the name of a table in quotes, found {describe_value(reference)}"
            self._report_extends(document, name, "wrong-type", message, f"write {_WANTED}")
            return None
        library, colon, target = reference.partition(":")
        if not colon:
            source, target, prefix = document, reference, ""
        else:
            library_name = self.libraries.canonical_library(library)
            if library_name is None:
                message = f"there is no library {library!r}: {self._listed_libraries()}"
                self._report_extends(document, name, "unknown-library", message, self._library_hint(library, target))
                return None
            loaded = self._load(library_name)
            if loaded is None:
                return None
            source, prefix = loaded, f"{library_name}:"
        if target in _games_of(source):
            return source, target
        where = (
            "in this file" if not prefix else "among the shipped games" if prefix == _SHIPPED else f"in {library_name}"
        )
        message = f"there is no game {target!r} {where}"
        self._report_extends(
            document, name, "unknown-parent", message, self._parent_hint(document, name, prefix, target)
        )
        return None

    def _parent_hint(self, document: TomlDocument, name: str, prefix: str, target: str) -> str:
        """Return a hint: a game of that name elsewhere, the nearest name, or all games there are."""
        places = dict(self._extendable_games(document, name))
        for other, games in places.items():
            if other != prefix and target in games:
                return f'did you mean "{other}{target}"?'
        games = places[prefix]
        close = nearest(target, games)
        if close is not None:
            return f'did you mean "{prefix}{close}"?'
        if games:
            return f"there are {listed([prefix + game for game in games], 'and')}"
        return f'a shipped game is named "{_SHIPPED}NAME"'

    def _extendable_games(self, document: TomlDocument, name: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the games that the table ``name`` may extend, by the prefix in ``extends``."""
        yield "", [game for game in _games_of(document) if game != name]
        for library in self.libraries.names:
            library_file = self.libraries.try_read(library)
            yield f"{library}:", [] if library_file is None else _games_of(library_file)

    def _library_hint(self, library: str, target: str) -> str:
        close = nearest(library, self.libraries.names)
        meant = f'did you mean "{close}:{target}"? Else ' if close is not None else ""
        is_package = is_package_name(library) and not library.endswith(".toml")
        mend = f"install the package {library} into the same environment as pnp" if is_package else f"write {_WANTED}"
        return meant + mend

    def _listed_libraries(self) -> str:
        names = self.libraries.names
        return f"there {'is' if len(names) == 1 else 'are'} {listed(names, 'and') or 'none'}"

    def _report_extends(self, document: TomlDocument, name: str, code: str, message: str, hint: str | None) -> None:
        self.report_in(document, [DefinitionFinding((name, EXTENDS), code, message, hint)])

    def _load(self, library: str) -> TomlDocument | None:
        """Return the checked file of a library. Return None, after a report, if it cannot be read."""
        try:
            document = self.libraries.read(library)
        except DefinitionError as error:
            self.findings.add_error(self.libraries.rank(library), error)
            return None
        self._report_unusable(document)
        return document

    def _report_unusable(self, document: TomlDocument) -> None:
        if document.rank in self._checked_ranks:
            return
        self._checked_ranks.add(document.rank)
        findings = list(unusable_values(document.data))
        self.report_in(document, findings)
        self._unusable |= {(document.rank, finding.path) for finding in findings}

    def _is_unusable(self, document: TomlDocument, path: KeyPath) -> bool:
        return any((document.rank, path[:length]) in self._unusable for length in range(1, len(path) + 1))


def _games_of(document: TomlDocument) -> list[str]:
    return [key for key, value in document.data.items() if isinstance(value, dict) and key not in RESERVED_TABLES]


def _stray(key: str, value: Any) -> DefinitionFinding:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return DefinitionFinding(
            (key,),
            "wrong-type",
            f"{key!r} is a list of tables here, but a game is one table",
            f"write [{key}] with single brackets",
            "key",
        )
    return DefinitionFinding(
        (key,),
        "unknown-key",
        f"the key {key!r} stands outside every table",
        "every key belongs to [project] or to a game's table: put it below a header such as [red]",
        "key",
    )


def _spell_address(address: _Address) -> str:
    library, name = address
    return name if library is None else f"{library}:{name}"


def _meant_instead(key: str, table: Mapping[str, Any], games: Sequence[str]) -> str | None:
    """Return the hint for a table that is no game; None if no other table is likely to be meant."""
    nested = next((name for name, value in table.items() if _is_game(value)), None)
    if nested is not None:
        return f"a game has a table of its own: write [{nested}], not [{key}.{nested}]"
    meant = nearest(key, (*RESERVED_TABLES, *games), _NEAR)
    return None if meant is None else f"did you mean [{meant}]?"


def _is_game(value: object) -> bool:
    """Tell whether a value of a definition is a table with an engine, or one that extends a game."""
    return isinstance(value, dict) and bool({EXTENDS, _ENGINE} & value.keys())
