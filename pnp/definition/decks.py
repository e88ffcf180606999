"""The decks that a game's table spells out, from lists and from CSV files beside the TOML."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from pnp.definition.cards import cards_of_list
from pnp.definition.csvfile import read_csv
from pnp.definition.document import Document
from pnp.definition.findings import Finding, nearest
from pnp.definition.merge import Table
from pnp.definition.tables import Tables
from pnp.diagnostics import DefinitionError
from pnp.model.component import Item

_BEHIND = 1000
"""Messages about files of cards come behind those about the definition and all libraries."""


class Decks:
    """Reads decks, each CSV file once. Problems go to the tables' findings."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._read: dict[Path, tuple[Item, ...] | None] = {}

    @property
    def files(self) -> tuple[Path, ...]:
        """The CSV files read so far."""
        return tuple(self._read)

    def of(self, table: Table, entries: Mapping[str, Any], derived: Collection[str]) -> Mapping[str, tuple[Item, ...]]:
        """The decks of a table whose well-formed ``entries`` are given.

        ``derived`` are the names of those that its engine makes of the settings.
        """
        decks: dict[str, tuple[Item, ...]] = {}
        for name, cards in entries.items():
            path = ("decks", name)
            if name in derived:
                self._tables.report(
                    table,
                    [
                        Finding(
                            path,
                            "duplicate-deck",
                            f"the rules of this game make the deck {name!r} themselves",
                            "choose another name; the cards of that deck follow from the settings",
                            "key",
                        )
                    ],
                )
            elif isinstance(cards, str):
                decks[name] = self._from_file(table, path, cards)
            else:
                decks[name], findings = cards_of_list(cards, path)
                self._tables.report(table, findings)
        return decks

    def _from_file(self, table: Table, path: tuple[str, ...], name: str) -> tuple[Item, ...]:
        document = table.owner(path)[0].document
        found = _inside(document, name)
        if isinstance(found, Finding):
            self._tables.report(table, [found.under(path)])
            return ()
        if found not in self._read:
            try:
                self._read[found] = read_csv(found, document.beside(name))
            except DefinitionError as error:
                rank = _BEHIND + len(self._read)
                self._tables.findings.add_error(rank, error)
                self._read[found] = None
        return self._read[found] or ()


def _inside(document: Document, name: str) -> Path | Finding:
    """The CSV file ``name`` beside ``document``, links followed, or why it may not be read."""
    if "\\" in name:
        return Finding((), "bad-path", "folders are separated by /, not \\", f'write "{name.replace(chr(92), "/")}"')
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive:
        return Finding((), "outside-project", f"{name!r} is not beside the definition", "name a file in its folder")
    folder = document.path.parent
    try:
        root = folder.resolve()
        path = (folder / name).resolve()
        inside, exists = path.is_relative_to(root), path.exists()
    except (OSError, RuntimeError, ValueError):
        return Finding((), "bad-path", f"{name!r} leads nowhere", "name a CSV file beside the definition")
    if not inside:
        return Finding(
            (),
            "outside-project",
            f"{name!r} lies outside the project folder",
            "copy the file into the folder of the definition (a link to elsewhere will not do)",
        )
    if not exists:
        return Finding(
            (), "file-missing", f"there is no file {name!r} beside the definition", _missing_hint(root, name)
        )
    return path


def _missing_hint(root: Path, name: str) -> str:
    close = nearest(name, sorted(file.name for file in root.glob("*.csv")))
    return f"did you mean {close!r}?" if close else "write a CSV file there: a header row, then one card per row"
