"""The tables of the definition file and of the shipped one, with ``extends`` followed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pnp.definition.common import check_name
from pnp.definition.document import Document, KeyPath, read_document
from pnp.definition.findings import Finding, Findings, listed, nearest
from pnp.definition.merge import EXTENDS, AssumedEntry, Layer, Table, make_table
from pnp.definition.plain import unusable_values
from pnp.definition.wording import found
from pnp.diagnostics import DefinitionError, Diagnostic

PROJECT_TABLE = "project"
SHIPPED = "shipped:"
_MAX_CHAIN = 16


class Tables:
    """Finds tables by name and merges them with what they extend. Problems go to ``findings``."""

    def __init__(self, document: Document, shipped: Path, findings: Findings) -> None:
        self.document = document
        self.findings = findings
        self._shipped_path = shipped
        self._shipped: Document | None = document if _same_file(document.path, shipped) else None
        self._resolved: dict[tuple[int, str], Table | None] = {}
        self._unusable: set[tuple[int, KeyPath]] = set()
        self._refuse_unusable(document)

    @property
    def files(self) -> tuple[Path, ...]:
        """The definition files read so far."""
        documents = (self.document, self._shipped)
        return tuple(dict.fromkeys(document.path for document in documents if document is not None))

    def report(self, table: Table, findings: Iterable[Finding], *, together: bool = False) -> None:
        """Note what is wrong with a merged table, each at the place where the value stands.

        ``together`` says that values are wrong only with each other: then a value that stands in another file is not
        to blame, and the place is the game's own table, which the user can mend.
        """
        for finding in findings:
            document, place = table.locate(finding.path, finding.at)
            own = table.layers[0]
            if together and document is not own.document:
                document, place = own.document, own.document.locate((own.name,), "table")
            layer, path = table.owner(finding.path)
            if not self._is_unusable(layer.document, (layer.name, *path)):
                self.findings.add(document.rank, Diagnostic(finding.code, finding.message, place, finding.hint))

    def report_in(self, document: Document, findings: Iterable[Finding]) -> None:
        """Note what is wrong in one file, by path from its top."""
        for finding in findings:
            if not self._is_unusable(document, finding.path):
                place = document.locate(finding.path, finding.at)
                self.findings.add(document.rank, Diagnostic(finding.code, finding.message, place, finding.hint))

    def report_assumed(self, findings: Iterable[tuple[AssumedEntry, Finding]]) -> None:
        """Note what is wrong with entries of ``assumed``, each in the table that holds it."""
        for entry, finding in findings:
            self.report_in(entry.layer.document, [finding.under((entry.layer.name,))])

    def is_plain(self, table: Table) -> bool:
        """Whether all of a merged table is JSON data; if not, that has been reported."""
        return not any(
            rank == layer.document.rank and path[:1] == (layer.name,)
            for layer in table.layers
            for rank, path in self._unusable
        )

    def names(self) -> list[str]:
        """The games of the file, in its order. What stands at the top and is no game is reported."""
        names = []
        for key, value in self.document.data.items():
            if key == PROJECT_TABLE:
                continue
            if not isinstance(value, dict):
                self.report_in(self.document, [_stray(key, value)])
                continue
            try:
                check_name(key)
            except ValueError as error:
                message, _, hint = str(error).rpartition(": ")
                self.report_in(self.document, [Finding((key,), "bad-name", message, hint, "key")])
            names.append(key)
        return names

    def resolve(self, name: str) -> Table | None:
        """The game ``name`` of the file with all that it extends, or None when that was reported as wrong."""
        return self._resolve(self.document, name, ())

    def _resolve(self, document: Document, name: str, children: tuple[tuple[int, str], ...]) -> Table | None:
        key = (document.rank, name)
        if key not in self._resolved:
            self._resolved[key] = None  # for the tables of a cycle, which meet themselves
            self._resolved[key] = self._build(document, name, (*children, key))
        return self._resolved[key]

    def _build(self, document: Document, name: str, chain: tuple[tuple[int, str], ...]) -> Table | None:
        own = Layer(document, name, document.data[name])
        if EXTENDS not in own.data:
            return make_table(name, own, None)
        parent = self._parent(document, name, own.data[EXTENDS])
        if parent is None:
            return None
        key = (parent[0].rank, parent[1])
        if key in chain or len(chain) > _MAX_CHAIN:
            names = [*(link[1] for link in chain[chain.index(key) :]), parent[1]] if key in chain else []
            message = (
                f"this table extends itself: {' → '.join(names)}" if names else "tables extend each other too often"
            )
            self._at_extends(document, name, "extends-cycle", message, "one of them must have an `engine` instead")
            return None
        above = self._resolve(*parent, chain)
        return None if above is None else make_table(name, own, above)

    def _parent(self, document: Document, name: str, wanted: Any) -> tuple[Document, str] | None:
        if not isinstance(wanted, str):
            self._at_extends(
                document,
                name,
                "wrong-type",
                f"expected the name of a table in quotes, found {found(wanted)}",
                'write the name of another table, or "shipped:NAME"',
            )
            return None
        home: Document | None = document
        target = wanted
        if wanted.startswith(SHIPPED):
            home, target = self._load_shipped(), wanted.removeprefix(SHIPPED)
        if home is None:
            return None
        games = _games_of(home)
        if target in games:
            return home, target
        prefix = SHIPPED if wanted.startswith(SHIPPED) else ""
        where = "among the shipped games" if prefix else "in this file"
        message = f"there is no game {target!r} {where}"
        self._at_extends(document, name, "unknown-parent", message, self._parent_hint(target, games, prefix, name))
        return None

    def _parent_hint(self, target: str, games: list[str], prefix: str, name: str) -> str:
        shipped = None if prefix else self._shipped_quietly()
        if shipped is not None and target in _games_of(shipped):
            return f'did you mean "{SHIPPED}{target}"?'
        others = games if prefix else [game for game in games if game != name]
        close = nearest(target, others)
        if close is not None:
            return f'did you mean "{prefix}{close}"?'
        if others:
            return f"there are {listed([prefix + game for game in others], 'and')}"
        return f'a shipped game is named "{SHIPPED}NAME"'

    def _at_extends(self, document: Document, name: str, code: str, message: str, hint: str | None) -> None:
        self.report_in(document, [Finding((name, EXTENDS), code, message, hint)])

    def _load_shipped(self) -> Document | None:
        if self._shipped is None:
            try:
                label = f"{SHIPPED}{self._shipped_path.name}"
                self._shipped = read_document(self._shipped_path, 1, label)
            except DefinitionError as error:
                self.findings.add_error(1, error)
                return None
            self._refuse_unusable(self._shipped)
        return self._shipped

    def _shipped_quietly(self) -> Document | None:
        """The shipped file for a hint. That it cannot be read is no fault of the file in hand."""
        if self._shipped is not None:
            return self._shipped
        try:
            return read_document(self._shipped_path, 1)
        except DefinitionError:
            return None

    def _refuse_unusable(self, document: Document) -> None:
        bad = list(unusable_values(document.data))
        self.report_in(document, bad)
        self._unusable |= {(document.rank, finding.path) for finding in bad}

    def _is_unusable(self, document: Document, path: KeyPath) -> bool:
        return any((document.rank, path[:length]) in self._unusable for length in range(1, len(path) + 1))


def _games_of(document: Document) -> list[str]:
    return [key for key, value in document.data.items() if isinstance(value, dict) and key != PROJECT_TABLE]


def _stray(key: str, value: Any) -> Finding:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return Finding(
            (key,),
            "wrong-type",
            f"{key!r} is a list of tables here, but a game is one table",
            f"write [{key}] with single brackets",
            "key",
        )
    return Finding(
        (key,),
        "unknown-key",
        f"the key {key!r} stands outside every table",
        "every key belongs to [project] or to a game's table: put it below a header such as [red]",
        "key",
    )


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
