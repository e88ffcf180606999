"""Files that a deck names, beside the definition and in no other folder, each read once; or standard input."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath

from pnp.data.csvfile import csv_grid
from pnp.data.table import CellGrid, Table, TableProblems, table_of
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.inside import lies_in
from pnp.records import dataclass
from pnp.textfile import MAX_TABLE, MAX_WORKBOOK, check_utf8, read_bytes
from pnp.toml.document import KeyPath, TomlDocument
from pnp.toml.findings import DefinitionFinding, nearest

STANDARD_INPUT = "-"
INPUT_LABEL = "standard input"
_OF_WORKBOOK = re.compile(r"(.+\.(?:xlsx|xlsm|ods))(?:#(.*))?", re.IGNORECASE | re.DOTALL)
_OTHER_WORKBOOK = re.compile(r".+\.(xls|xlsb|fods|numbers|gsheet)(?:#.*)?", re.IGNORECASE | re.DOTALL)
_KINDS = ("*.csv", "*.tsv", "*.xlsx", "*.ods")
_ZIP = b"PK\x03\x04"

Input = Callable[[], bytes | None]
"""Return all data on standard input, or None if no data are piped. May raise NoInputError with another reason."""


class NoInputError(Exception):
    """Standard input without data; ``message`` tells the reason if it cannot serve."""

    def __init__(
        self,
        message: str = "this deck is read from standard input, where there is nothing",
        hint: str = "pipe a CSV file or a workbook into it: pnp … < cards.csv",
    ) -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Table that was read, with its problems; None for an unreadable one, which was reported."""

    table: Table | None
    problems: TableProblems
    error: DefinitionError | None = None


class DeckSources:
    """Reader of deck files, each once. ``passes_rows`` says that a text file with wrong quotes in some rows is read."""

    def __init__(self, standard_input: Input, passes_rows: bool = False) -> None:
        self._input = standard_input
        self._passes_rows = passes_rows
        self._input_reader: tuple[TomlDocument, KeyPath] | None = None
        self._read: dict[tuple[Path | None, str | None], ReadTable] = {}

    @property
    def files(self) -> tuple[Path, ...]:
        """Files read so far."""
        return tuple(dict.fromkeys(path for path, _ in self._read if path is not None))

    def read(self, document: TomlDocument, path: KeyPath, name: str) -> ReadTable | DefinitionFinding:
        """Return the table that ``name``, at ``path`` of a definition file, refers to.

        Returns a finding if it may not be read. Raises NoInputError.
        """
        if name == STANDARD_INPUT:
            return self._standard_input(document, path)
        unsupported = _OTHER_WORKBOOK.fullmatch(name)
        if unsupported is not None:
            message = f"workbooks of the kind .{unsupported[1].lower()} cannot be read"
            return DefinitionFinding((), "bad-path", message, "save it as .xlsx, .ods or .csv")
        workbook = _OF_WORKBOOK.fullmatch(name)
        file, sheet = (workbook[1], workbook[2]) if workbook else (name, None)
        if sheet is not None and not sheet.strip():
            return DefinitionFinding(
                (), "bad-path", "there is no sheet's name behind #", f'write "{file}#Sheet", or "{file}"'
            )
        file_path = _path_in_project(document, file)
        if isinstance(file_path, DefinitionFinding):
            return file_path
        key = (file_path, sheet)
        if key not in self._read:
            label = document.beside(file)
            most = MAX_WORKBOOK if workbook else MAX_TABLE
            self._read[key] = self._table(
                lambda: read_bytes(file_path, label, most), label, sheet, workbook=workbook is not None
            )
        error = self._read[key].error
        if error is not None and error.diagnostics[0].code == "unknown-sheet":  # the name is wrong, not the file
            return DefinitionFinding((), "unknown-sheet", error.diagnostics[0].message, error.diagnostics[0].hint)
        return self._read[key]

    def _standard_input(self, document: TomlDocument, path: KeyPath) -> ReadTable | DefinitionFinding:
        if document.library is not None:
            message = "a definition that others extend cannot read standard input"
            return DefinitionFinding((), "standard-input", message, "name a file beside it")
        if self._input_reader not in (None, (document, path)):
            message = "standard input is read once, and another deck reads it"
            return DefinitionFinding((), "standard-input", message, "write one of them to a file")
        self._input_reader = (document, path)
        key = (None, None)
        if key not in self._read:
            raw = self._input()
            if raw is None:
                raise NoInputError
            self._read[key] = self._table(lambda: _check_length(raw), INPUT_LABEL, None, workbook=raw.startswith(_ZIP))
        return self._read[key]

    def _table(self, raw: Callable[[], bytes], label: str, sheet: str | None, *, workbook: bool) -> ReadTable:
        problems = TableProblems(label)
        try:
            grid = _workbook(raw(), label, sheet, problems) if workbook else _text(raw(), label, problems)
        except DefinitionError as error:
            return ReadTable(None, problems, error)
        # With wrong quotes the fields of a text file are unreliable.
        is_reliable = workbook or not len(problems) or (self._passes_rows and problems.are_of_rows)
        return ReadTable(table_of(grid, problems) if is_reliable else None, problems)


def _workbook(raw: bytes, label: str, sheet: str | None, problems: TableProblems) -> CellGrid:
    from pnp.data.workbook import workbook_grid  # noqa: PLC0415 - only where a workbook is named

    return workbook_grid(raw, label, sheet, problems)


def _text(raw: bytes, label: str, problems: TableProblems) -> CellGrid:
    if raw.startswith(_ZIP):
        message = "this is a workbook, or another zip file, and no CSV"
        raise DefinitionError(Diagnostic("not-a-text", message, Location(label), "call it .xlsx or .ods"))
    return csv_grid(check_utf8(raw, label, bom=True), label, problems)


def _check_length(raw: bytes) -> bytes:
    most = MAX_WORKBOOK if raw.startswith(_ZIP) else MAX_TABLE
    if len(raw) > most:
        message = f"standard input is longer than {most // 1_000_000} MB"
        raise DefinitionError(Diagnostic("too-long", message, Location(INPUT_LABEL), "split it"))
    return raw


def _path_in_project(document: TomlDocument, name: str) -> Path | DefinitionFinding:
    """Return the path of the file ``name`` beside ``document``, with links followed, or a finding."""
    if "\\" in name:
        return DefinitionFinding(
            (), "bad-path", "folders are separated by /, not \\", f'write "{name.replace(chr(92), "/")}"'
        )
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive:
        return DefinitionFinding(
            (), "outside-project", f"{name!r} is not beside the definition", "name a file in its folder"
        )
    folder = document.path.parent
    try:
        root, path = folder.resolve(), (folder / name).resolve()
        is_inside, exists = lies_in(path, folder), path.exists()
    except (OSError, RuntimeError, ValueError):
        return DefinitionFinding(
            (), "bad-path", f"{name!r} leads nowhere", "name a CSV file or a workbook beside the definition"
        )
    if not is_inside:
        return DefinitionFinding(
            (),
            "outside-project",
            f"{name!r} lies outside the project folder",
            "copy the file into the folder of the definition (a link to elsewhere will not do)",
        )
    if not exists:
        return DefinitionFinding(
            (), "file-missing", f"there is no file {name!r} beside the definition", _missing_hint(root, name)
        )
    return path


def _missing_hint(root: Path, name: str) -> str:
    # All endings are alike, so stems are compared.
    files = {file.stem: file.name for kind in _KINDS for file in sorted(root.glob(kind))}
    stem = nearest(PurePosixPath(name).stem, files)
    close = None if stem is None else files[stem]
    return f"did you mean {close!r}?" if close else "write a CSV file there: a header row, then one card per row"
