"""A sheet of an XLSX or ODS workbook as rows of texts, and all that is in it and cannot be printed."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from io import BytesIO
from itertools import groupby
from typing import Any, NoReturn, overload

from pnp.data.found_in_xml import (
    BadXmlError,
    OdsSheets,
    SheetOddities,
    TooLargeError,
    XlsxSheet,
    check_shared,
    letters,
    parse,
)
from pnp.data.table import CellGrid, TableProblems
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass

# A workbook is a zip file of XML: what is in it, within limits, before anything else looks at it.

_MAX_UNPACKED = 256_000_000
"""A hundred thousand rows of ten cells take 60 to 150 MB of XML."""
_MAX_PARTS = 5_000
_NEEDED = (".xml", ".rels", "mimetype")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_AS_XLSX = "save it as .xlsx, .ods or .csv"


def parts_of(raw: bytes, label: str) -> dict[str, bytes]:
    """The XML of a workbook by the names of its parts; pictures and the like are left out.

    Raises DefinitionError for what is no such file, is protected by a password, or unpacks to more than is sane.
    """
    if raw.startswith(_OLD):
        if _ENCRYPTED in raw:
            raise _password(label)
        raise _refused(label, "not-a-workbook", "this is an old Excel file (.xls), not .xlsx", _AS_XLSX)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            wanted = [one for one in archive.infolist() if one.filename.endswith(_NEEDED)]
            if len(wanted) > _MAX_PARTS or sum(one.file_size for one in wanted) > _MAX_UNPACKED:
                message = f"the workbook unpacks to more than {_MAX_UNPACKED // 1_000_000} MB"
                raise _refused(label, "too-large", message, "copy the sheet into a workbook of its own")
            if any(one.flag_bits & 1 for one in wanted):
                raise _password(label)
            parts = {one.filename: _read(archive, one) for one in wanted}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        message = "this is not a workbook, or it is damaged"
        raise _refused(label, "not-a-workbook", message, "open it in a spreadsheet program and save it anew") from error
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise _password(label)
    return parts


def _read(archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    # Asked for so many bytes, zipfile unpacks no more, whatever follows them in a file that lies about its sizes.
    with archive.open(one) as file:
        return file.read(one.file_size)


def repacked(parts: Mapping[str, bytes]) -> io.BytesIO:
    """These parts alone as a zip file again: a reader of it finds what was looked at here and nothing else."""
    whole = io.BytesIO()
    # Packed quickly: XML of a hundred megabytes would be there twice.
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    whole.seek(0)
    return whole


def _password(label: str) -> DefinitionError:
    message, hint = "this workbook is protected by a password", "save a copy without a password"
    return _refused(label, "password", message, hint)


def _refused(label: str, code: str, message: str, hint: str) -> DefinitionError:
    return DefinitionError(Diagnostic(code, message, Location(label), hint))


# Rows of texts in little memory: packed one by one, and unpacked when they are asked for.


class PackedRows(Sequence[Sequence[str]]):
    """Rows of texts, as they were given."""

    __slots__ = ("_ends", "_packed")

    def __init__(self, rows: Iterable[Sequence[str]]) -> None:
        self._packed = bytearray()
        self._ends = array("L", [0])
        for row in rows:
            self._packed += json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
            self._ends.append(len(self._packed))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        at = index if index >= 0 else len(self) + index
        row: list[str] = json.loads(self._packed[self._ends[at] : self._ends[at + 1]].decode("utf-8", "surrogatepass"))
        return row


_WORKBOOK, _RELATIONS, _STRINGS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
_CONTENT = "content.xml"
_SHEETS = "xl/worksheets/"
_PLAIN_SHEET = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_EXACT = 10**15
"""Spreadsheets keep fifteen digits of a number."""


@dataclass(frozen=True, slots=True)
class SheetCells:
    """Places of the cells of a sheet."""

    label: str
    sheet: str

    def place(self, row: int, column: int) -> Location:
        """The place of a cell, by row and column from 0."""
        name = f"{letters(column)}{row + 1}"
        return Location(self.label, row + 1, column + 1, cell=f"{_quoted(self.sheet)}!{name}")


def workbook_grid(raw: bytes, label: str, sheet: str | None, problems: TableProblems) -> CellGrid:
    """The rows of a sheet of a workbook, the first one that can be seen where none is named.

    A number is written as briefly as it can be, TRUE and FALSE in capitals: as in the CSV file that a spreadsheet saves
    of it. Raises DefinitionError for what is no workbook; what is wrong with cells is noted.
    """
    parts = parts_of(raw, label)
    if _CONTENT not in parts and _WORKBOOK not in parts:
        _refuse(label, "not-a-workbook", "this is neither an .xlsx nor an .ods workbook", "save it as one of these")
    try:
        return _grid(parts, label, sheet, problems)
    except TooLargeError:
        _refuse(label, "too-large", "this workbook holds more than a deck can have", "copy the cards into a new one")
    except BadXmlError:
        _unreadable(label)


def _grid(parts: dict[str, bytes], label: str, sheet: str | None, problems: TableProblems) -> CellGrid:
    found = OdsSheets(parts[_CONTENT]).sheets if _CONTENT in parts else {}
    targets = {} if found else _targets(parts)
    names, visible = _names(label, parts)
    chosen, notes = _chosen(label, sheet, names, visible)
    if targets:
        part = targets.get(chosen, "")
        if part not in parts:
            _unreadable(label)
        # Other sheets are left out: nothing is read that has not been looked at.
        for name in [name for name in parts if name != part and name.startswith(_SHEETS)]:
            del parts[name]
        looked = XlsxSheet(parts[part]).found
        check_shared(looked.cells, parts[part], parts.get(_STRINGS, b""))
    else:
        looked = found.get(chosen, SheetOddities())
    places = SheetCells(label, chosen)
    packed = repacked(parts)
    parts.clear()
    cells = PackedRows(
        [_text(value, row, column, places, problems) for column, value in enumerate(line)]
        for row, line in enumerate(_values(label, packed, chosen))
    )
    _tell(looked, places, problems)
    held = (row for row in looked.hidden if row < len(cells) and any(cells[row]))
    return CellGrid(label, cells, places, (*notes, *_hidden(label, chosen, held)))


def _calamine(label: str, packed: BytesIO) -> Any:
    import python_calamine  # noqa: PLC0415 - only where a workbook is named

    try:
        return python_calamine.CalamineWorkbook.from_filelike(packed)
    except Exception:
        _unreadable(label)
    except BaseException as error:
        _unless_a_panic(error)
        _unreadable(label)


def _names(label: str, parts: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
    """The sheets of cells, and those of them that can be seen."""
    book = _calamine(label, repacked({name: part for name, part in parts.items() if not name.startswith(_SHEETS)}))
    sheets = [one for one in book.sheets_metadata if str(one.typ).endswith("WorkSheet")]
    if not sheets:
        _refuse(label, "no-sheet", "this workbook has no sheet of cells", "save the cards in a sheet")
    return [one.name for one in sheets], [one.name for one in sheets if str(one.visible).endswith(".Visible")]


def _chosen(
    label: str, sheet: str | None, names: Sequence[str], visible: Sequence[str]
) -> tuple[str, list[Diagnostic]]:
    if sheet is None:
        seen = visible or names
        if len(seen) == 1:
            return seen[0], []
        listed = ", ".join(seen)
        message = f"of the sheets {listed} the first is read"
        hint = f'name the one that is meant: "{label.rpartition("/")[2]}#{seen[0]}"'
        return seen[0], [Diagnostic("first-sheet", message, Location(label), hint, severity="warning")]
    alike = [name for name in names if name.strip().casefold() == sheet.strip().casefold()]
    if sheet not in names and len(alike) != 1:
        close = get_close_matches(sheet, names, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"it has: {', '.join(names)}"
        _refuse(label, "unknown-sheet", f"there is no sheet {sheet!r} in it", hint)
    return sheet if sheet in names else alike[0], []


def _targets(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The parts of an XLSX workbook that hold its sheets, by their names."""
    paths: dict[str, str] = {}
    ids: dict[str, str] = {}

    def relation(name: str, given: dict[str, str]) -> None:
        if name == "Relationship":
            target = given.get("Target", "")
            paths[given.get("Id", "")] = target[1:] if target.startswith("/") else f"xl/{target}"

    def sheet(name: str, given: dict[str, str]) -> None:
        if name == "sheet":
            ids[given.get("name", "")] = given.get("id", "")

    parse(parts.get(_RELATIONS, b""), relation)
    parse(parts[_WORKBOOK], sheet)
    return {name: paths[key] for name, key in ids.items() if key in paths}


def _values(label: str, packed: BytesIO, sheet: str) -> Iterator[list[Any]]:
    """The rows of a sheet, one after the other."""
    book = _calamine(label, packed)
    try:
        found = book.get_sheet_by_name(sheet)
        if found.start is not None:
            # Told are the rows above the first cell, but not the columns to the left of it.
            left = [""] * found.start[1]
            yield from ([*left, *row] for row in found.iter_rows())
    except Exception:
        _unreadable(label)
    except BaseException as error:
        _unless_a_panic(error)
        _unreadable(label)


def _unless_a_panic(error: BaseException) -> None:
    """A damaged file may stop the reader in an unusual way, which is no Exception."""
    if type(error).__name__ != "PanicException":
        raise error


def _text(value: Any, row: int, column: int, places: SheetCells, problems: TableProblems) -> str:
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n").strip() if value else ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float | int):
        return str(int(value)) if abs(value) < _EXACT and value == int(value) else f"{value:.15g}"
    if isinstance(value, date | datetime | time | timedelta):
        kind = "a time" if isinstance(value, time | timedelta) else "a date"
        hint = "a spreadsheet makes a date of 1/2 and 3-4: format the cell as text and write it again"
        problems.add(places.place(row, column), "date-cell", f"this cell is {kind}: {value}", hint)
    return "" if value is None else str(value)


def _tell(found: SheetOddities, places: SheetCells, problems: TableProblems) -> None:
    """Note the oddities of a sheet that leave its cards in doubt."""
    for row, column in found.valueless:
        message = "this formula has no value: the file was written by a program that does not compute"
        hint = "open it in a spreadsheet program and save it"
        problems.add(places.place(row, column), "formula-without-value", message, hint)
    for row, column in found.errors:
        problems.add(places.place(row, column), "error-in-cell", "this cell shows an error", "mend its formula")
    for (top, left), (bottom, right) in found.merged:
        if top < found.height and left < found.width:
            message = f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1} are merged: only the first has the text"
            hint = "unmerge them, and write in each cell what it says"
            problems.add(places.place(top, left), "merged-cells", message, hint)


def _hidden(label: str, sheet: str, rows: Iterable[int]) -> list[Diagnostic]:
    """A warning for each stretch of rows that cannot be seen, and are cards all the same."""
    told: list[Diagnostic] = []
    for _, run in groupby(enumerate(sorted(rows)), lambda one: one[1] - one[0]):
        stretch = [row for _, row in run]
        first, last = stretch[0] + 1, stretch[-1] + 1
        said = f"row {first} is" if first == last else f"rows {first} to {last} are"
        place = SheetCells(label, sheet).place(stretch[0], 0)
        hint = "delete what is not to be printed, or choose with `where`"
        told.append(Diagnostic("hidden-rows", f"{said} hidden, and read all the same", place, hint, severity="warning"))
    return told


def _quoted(sheet: str) -> str:
    return sheet if _PLAIN_SHEET.fullmatch(sheet) else "'" + sheet.replace("'", "''") + "'"


def _unreadable(label: str) -> NoReturn:
    hint = "open it in a spreadsheet program and save it anew"
    _refuse(label, "not-a-workbook", "this workbook is damaged, or of an unknown kind", hint)


def _refuse(label: str, code: str, message: str, hint: str) -> NoReturn:
    raise DefinitionError(Diagnostic(code, message, Location(label), hint))
