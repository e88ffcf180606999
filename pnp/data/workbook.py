"""Read a sheet of an XLSX or ODS workbook as rows of texts, and report contents that cannot be printed."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any, NoReturn

import python_calamine

from pnp.data.formats import marked_strings, number_formats, shown_figure, struck_strings, struck_styles
from pnp.data.parts import BadXmlError, parse
from pnp.data.table import MAX_FIELDS, CellGrid, RowsOnDemand, TableProblems
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass

# Oddities in the XML of a workbook

_MAX_TEXT = 200_000_000
_MAX_BLANKS = 1_000
_STRUCK = ("text-line-through-style", "text-line-through-type")
"""Attributes of an OpenDocument style that strikes text out."""
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
"""The largest sheet of Excel and LibreOffice."""
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_COUNT = re.compile(r"[0-9]{1,8}")
_STRING_TABLE = re.compile(rb"<(?:[^<>\s/:]+:)?sst\b[^>]*>")
_STRING_COUNTS = re.compile(rb"""\s(?:c|uniqueC)ount\s*=\s*(?:"[^"]*"|'[^']*')""")

Spot = tuple[int, int]
"""Row and column of a cell, from 0."""


class TooLargeError(Exception):
    """Sheet with more cells or more text than a deck can have."""


@dataclass(slots=True)
class SheetOddities:
    """Oddities of one sheet, by row and column. ``height`` and ``width`` reach to the last filled cell."""

    valueless: list[Spot] = field(default_factory=list)
    errors: list[Spot] = field(default_factory=list)
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    styles: dict[Spot, int] = field(default_factory=dict)
    """Styles of cells that have one, by their numbers."""
    strings: dict[Spot, int] = field(default_factory=dict)
    """Texts of cells that are partly bold or italic, by their numbers."""
    struck: list[Spot] = field(default_factory=list)
    """Cells with words that are struck out."""
    height: int = 0
    width: int = 0
    cells: int = 0

    def add_cells(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        """Count filled cells. Raises TooLargeError."""
        self.height, self.width = max(self.height, row + rows), max(self.width, column + columns)
        self.cells += rows * columns
        if self.cells > MAX_FIELDS or self.height * self.width > 2 * MAX_FIELDS:
            raise TooLargeError


def reference(text: str) -> Spot | None:
    """Return row and column, from 0, of a cell name such as ``C7``; None for other texts.

    >>> reference("C7"), reference("AA1"), reference("c7"), reference("XFE1")
    ((6, 2), (0, 26), None, None)
    """
    match = _REFERENCE.fullmatch(text)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return (int(match[2]) - 1, column - 1) if int(match[2]) <= _LAST_ROW and column <= _LAST_COLUMN else None


def letters(column: int) -> str:
    """Return the letters of a column, counted from 0.

    >>> letters(2), letters(26)
    ('C', 'AA')
    """
    name = ""
    column += 1
    while column:
        column, remainder = divmod(column - 1, 26)
        name = chr(65 + remainder) + name
    return name


def _element_lengths(part: bytes, element: str) -> array[int]:
    """Return the length in bytes of each ``element`` of a part, contents included."""
    matches = re.finditer(rb"<(?:[^<>\s/:]+:)?" + element.encode() + rb"[\s>/]", part)
    starts = array("I", (match.start() for match in matches))
    starts.append(len(part))
    return array("I", (end - start for start, end in pairwise(starts)))


def check_shared(cells: int, part: bytes, strings: bytes) -> None:
    """Check the total text of a worksheet whose ``cells`` share the workbook's ``strings``.

    Raises TooLargeError if it is too long; raises BadXmlError.
    """
    lengths = _element_lengths(strings, "si")
    if cells * max(lengths, default=0) <= _MAX_TEXT:
        return  # safe even if every cell shows the longest string
    total, number, shared = 0, "", False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal number, shared
        if name == "c":
            shared = attributes.get("t") == "s"
        number = ""

    def text_data(text: str) -> None:
        nonlocal number
        number += text.strip() if shared else ""

    def end(_name: str) -> None:
        nonlocal number, total
        if number.isdecimal() and len(number) < 9 and int(number) < len(lengths):
            total += lengths[int(number)]
        number = ""
        if total > _MAX_TEXT:
            raise TooLargeError

    parse(part, start, CharacterDataHandler=text_data, EndElementHandler=end)


def _check_repeated(cells: int, part: bytes) -> None:
    """Check the total text of OpenDocument tables with ``cells`` cells, since many repeat.

    Raises TooLargeError if it is too long.
    """
    if cells * max(_element_lengths(part, "table-cell"), default=0) <= _MAX_TEXT:
        return  # safe even if every cell repeats the longest text
    total, length, rows, columns = 0, 0, 1, 1

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal rows, columns, length
        if name == "table-row":
            rows = _repeat(attributes, "number-rows-repeated")
        elif name == "table-cell":
            columns = _repeat(attributes, "number-columns-repeated")
            length = len(attributes.get("string-value", "").encode())
        elif name == "s":
            length += _repeat(attributes, "c")

    def text_data(text: str) -> None:
        nonlocal length
        length += len(text.encode())

    def end(name: str) -> None:
        nonlocal total
        if name.rpartition(":")[2] == "table-cell":
            total += length * rows * columns
        if total > _MAX_TEXT:
            raise TooLargeError

    parse(part, start, CharacterDataHandler=text_data, EndElementHandler=end)


class XlsxSheet:
    """Reader of the oddities in the XML of a worksheet."""

    def __init__(
        self,
        part: bytes,
        styles: Collection[int] = (),
        strings: Collection[int] = (),
        struck: tuple[Collection[int], Collection[int]] = ((), ()),
    ) -> None:
        """Read a sheet. ``styles`` are those that show another figure than the one that is read; ``strings`` are the
        shared texts with bold or italic words; ``struck`` has the styles and the shared texts that are struck out."""
        self.oddities = SheetOddities()
        self._styles, self._strings = styles, strings
        self._struck_styles, self._struck_strings = struck
        self._row, self._column = -1, -1
        self._pending: Spot | None = None
        """Cell with a formula whose value has not appeared yet."""
        self._spot: Spot = (0, 0)
        self._counted = False
        self._element = self._type = ""
        parse(part, self._start, CharacterDataHandler=self._text_data)
        self._end_cell()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._cell(attributes)
        elif name in ("v", "is", "f"):
            if not self._counted:
                self._counted = True
                self.oddities.add_cells(*self._spot)
            if name == "f":
                self._pending = self._spot
            elif self._type == "str" or name == "is":
                self._pending = None  # a formula may yield an empty text: the type attribute tells
            self._element = name
        elif name == "row":
            self._end_cell()
            self._row = _number(attributes, "r", self._row + 2) - 1
            self._column = -1
            if attributes.get("hidden") in ("1", "true"):
                self.oddities.hidden.add(self._row)
        elif name == "mergeCell":
            begin, _, end = attributes.get("ref", "").partition(":")
            first, last = reference(begin), reference(end)
            if first is not None and last is not None:
                self.oddities.merged.append((first, last))

    def _text_data(self, text: str) -> None:
        """Close a formula at a written value. Some programs write an empty value if they know none."""
        if self._element == "v" and text.strip():
            self._pending = None
            if self._strings and self._type == "s" and _COUNT.fullmatch(text) and int(text) in self._strings:
                self.oddities.strings[self._spot] = int(text)
            if self._struck_strings and self._type == "s" and _COUNT.fullmatch(text):
                self.oddities.struck += [self._spot] * (int(text) in self._struck_strings)

    def _cell(self, attributes: dict[str, str]) -> None:
        self._end_cell()
        self._element, self._type = "c", attributes.get("t", "")
        name = attributes.get("r")
        spot = (self._row, self._column + 1) if name is None else reference(name)
        if spot is None:
            raise BadXmlError  # another reader may take it for some other cell
        self._spot = spot
        self._column = self._spot[1]
        self._counted = False
        if attributes.get("t") == "e":
            self.oddities.errors.append(self._spot)
        style = attributes.get("s", "")
        if self._styles and _COUNT.fullmatch(style) and int(style) in self._styles:
            self.oddities.styles[self._spot] = int(style)
        if self._struck_styles and _COUNT.fullmatch(style) and int(style) in self._struck_styles:
            self.oddities.struck.append(self._spot)

    def _end_cell(self) -> None:
        if self._pending is not None:
            self.oddities.valueless.append(self._pending)
            self._pending = None


class OdsSheets:
    """Reader of the oddities in an OpenDocument workbook, by sheet. Raises BadXmlError and TooLargeError."""

    def __init__(self, part: bytes) -> None:
        self.sheets: dict[str, SheetOddities] = {}
        self._oddities = SheetOddities()
        self._depth = 0
        self._row, self._column = 0, 0
        self._rows, self._columns = 1, 1
        self._pending: Spot | None = None
        self._style = ""
        self._struck: set[str] = set()
        """Names of styles whose text is struck out."""
        parse(part, self._start, EndElementHandler=self._end)
        _check_repeated(sum(oddities.cells for oddities in self.sheets.values()), part)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self._depth += 1
            if self._depth == 1:
                self._oddities = self.sheets[attributes.get("name", "")] = SheetOddities()
                self._row = 0
        elif self._depth != 1:
            self._read_style(name, attributes)
        elif name == "table-row":
            self._rows, self._column = _repeat(attributes, "number-rows-repeated"), 0
            if attributes.get("visibility") in ("collapse", "filter"):
                self._oddities.hidden.update(range(self._row, min(self._row + self._rows, MAX_FIELDS)))
        elif name in ("table-cell", "covered-table-cell"):
            self._cell(attributes)
        elif name == "p" and self._pending is not None:
            self._oddities.add_cells(*self._pending, self._rows, self._columns)
            self._pending = None
        elif name == "s" and _repeat(attributes, "c") > _MAX_BLANKS:
            raise TooLargeError
        elif name == "span" and attributes.get("style-name") in self._struck:
            self._oddities.struck.append((self._row, self._column - self._columns))

    def _read_style(self, name: str, attributes: dict[str, str]) -> None:
        """Keep the name of a style that strikes text out."""
        if name == "style":
            self._style = attributes.get("name", "")
        elif name == "text-properties" and {attributes.get(key, "none") for key in _STRUCK} != {"none"}:
            self._struck.add(self._style)

    def _cell(self, attributes: dict[str, str]) -> None:
        spot = (self._row, self._column)
        self._columns = _repeat(attributes, "number-columns-repeated")
        if attributes.get("style-name") in self._struck:
            self._oddities.struck.append(spot)
        kind = attributes.get("value-type")
        self._pending = spot
        if kind is not None or "formula" in attributes:
            self._pending = None
            self._oddities.add_cells(*spot, self._rows, self._columns)
        if kind == "error":
            self._oddities.errors.append(spot)
        elif kind is None and "formula" in attributes:
            self._oddities.valueless.append(spot)
        columns, rows = _repeat(attributes, "number-columns-spanned"), _repeat(attributes, "number-rows-spanned")
        if columns > 1 or rows > 1:
            self._oddities.merged.append((spot, (spot[0] + rows - 1, spot[1] + columns - 1)))
        self._column += self._columns

    def _end(self, name: str) -> None:
        local = name.rpartition(":")[2]
        if local == "table":
            self._depth -= 1
        elif local == "table-row" and self._depth == 1:
            self._row += self._rows


def _repeat(attributes: dict[str, str], key: str) -> int:
    return _number(attributes, key, 1)


def _number(attributes: dict[str, str], key: str, otherwise: int) -> int:
    """Return the number of an attribute, ``otherwise`` if it is missing.

    Raises TooLargeError for nine digits and more, BadXmlError for anything else: another reader may take it for a
    number.
    """
    text = attributes.get(key)
    if text is None:
        return otherwise
    if not _COUNT.fullmatch(text):
        raise TooLargeError if text.isdecimal() else BadXmlError
    return int(text)


# Unpacking a workbook, a zip file of XML, within limits

_MAX_UNPACKED = 256_000_000
"""Most unpacked bytes. A hundred thousand rows of ten cells take 60 to 150 MB of XML."""
_MAX_PARTS = 5_000
_NEEDED = (".xml", ".rels", "mimetype")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_AS_XLSX = "save it as .xlsx, .ods or .csv"


def unpack_parts(raw: bytes, label: str) -> dict[str, bytes]:
    """Return the XML parts of a workbook by name, without pictures and the like.

    Raises DefinitionError if the file is no workbook, has a password, or unpacks to more than is sane.
    """
    if raw.startswith(_OLD):
        if _ENCRYPTED in raw:
            raise _password_error(label)
        raise _file_error(label, "not-a-workbook", "this is an old Excel file (.xls), not .xlsx", _AS_XLSX)
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = [member for member in archive.infolist() if member.filename.endswith(_NEEDED)]
            if len(members) > _MAX_PARTS or sum(member.file_size for member in members) > _MAX_UNPACKED:
                message = f"the workbook unpacks to more than {_MAX_UNPACKED // 1_000_000} MB"
                raise _file_error(label, "too-large", message, "copy the sheet into a workbook of its own")
            if any(member.flag_bits & 1 for member in members):
                raise _password_error(label)
            names = [_part_name(member.filename) for member in members]
            if len({name.casefold() for name in names}) < len(names):
                raise zipfile.BadZipFile("two parts have one name")
            parts = {name: _read_member(archive, member) for name, member in zip(names, members, strict=True)}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        message = "this is not a workbook, or it is damaged"
        raise _file_error(
            label, "not-a-workbook", message, "open it in a spreadsheet program and save it anew"
        ) from error
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise _password_error(label)
    return parts


def _part_name(name: str) -> str:
    """Return the name of a part as this module writes it. Readers of workbooks disagree about capitals and slashes."""
    plain = name.replace("\\", "/").lstrip("/")
    return next((known for known in _KNOWN_PARTS if known.casefold() == plain.casefold()), plain)


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    # With a size, zipfile unpacks no more than that, even from a file that lies about its sizes.
    with archive.open(member) as file:
        return file.read(member.file_size)


def repack(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Return these parts alone as a zip file: its reader sees only parts that were checked."""
    packed = io.BytesIO()
    # Fast compression: otherwise a hundred megabytes of XML would be in memory twice.
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    packed.seek(0)
    return packed


def _password_error(label: str) -> DefinitionError:
    message, hint = "this workbook is protected by a password", "save a copy without a password"
    return _file_error(label, "password", message, hint)


def _file_error(label: str, code: str, message: str, hint: str) -> DefinitionError:
    return DefinitionError(Diagnostic(code, message, Location(label), hint))


class PackedRows(RowsOnDemand):
    """Rows of texts in little memory: packed one by one, and unpacked when they are asked for."""

    __slots__ = ("_ends", "_packed")

    def __init__(self, rows: Iterable[Sequence[str]]) -> None:
        self._packed = bytearray()
        self._ends = array("L", [0])
        for row in rows:
            self._packed += json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
            self._ends.append(len(self._packed))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def row(self, number: int) -> Sequence[str]:
        """Return a row by its number from 0."""
        row: list[str] = json.loads(
            self._packed[self._ends[number] : self._ends[number + 1]].decode("utf-8", "surrogatepass")
        )
        return row


_WORKBOOK, _RELATIONS, _STRINGS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
_CONTENT = "content.xml"
_STYLES = "xl/styles.xml"
_KNOWN_PARTS = (_WORKBOOK, _RELATIONS, _STRINGS, _CONTENT, _STYLES)
_SHEETS = "xl/worksheets/"
_PLAIN_SHEET = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_MOST_NAMED = 4
"""Most sheets that a hint names."""
_EXACT = 10**15
"""Bound of exact integers: spreadsheets keep fifteen digits of a number."""


@dataclass(frozen=True, slots=True)
class SheetCells:
    """Locations of the cells of a sheet."""

    label: str
    sheet: str

    def place(self, row: int, column: int) -> Location:
        """Return the location of a cell, by row and column from 0."""
        name = f"{letters(column)}{row + 1}"
        return Location(self.label, row + 1, column + 1, cell=f"{_quoted_sheet(self.sheet)}!{name}")


def workbook_grid(raw: bytes, label: str, sheet: str | None, problems: TableProblems) -> CellGrid:
    """Return the rows of a workbook sheet; without ``sheet`` the first visible one.

    A number is written as briefly as possible, TRUE and FALSE in capitals: as in the CSV file that a spreadsheet saves.
    Problems of cells are added to ``problems``. Raises DefinitionError if the file is no workbook.
    """
    parts = unpack_parts(raw, label)
    if _STRINGS in parts:
        # The library trusts the count and takes memory for all strings at once.
        parts[_STRINGS] = _STRING_TABLE.sub(lambda tag: _STRING_COUNTS.sub(b"", tag[0]), parts[_STRINGS])
    if _CONTENT not in parts and _WORKBOOK not in parts:
        _refuse(label, "not-a-workbook", "this is neither an .xlsx nor an .ods workbook", "save it as one of these")
    try:
        return _grid(parts, label, sheet, problems)
    except TooLargeError:
        _refuse(label, "too-large", "this workbook holds more than a deck can have", "copy the cards into a new one")
    except BadXmlError:
        _refuse_damaged(label)


def _grid(parts: dict[str, bytes], label: str, sheet: str | None, problems: TableProblems) -> CellGrid:
    ods_sheets = OdsSheets(parts[_CONTENT]).sheets if _CONTENT in parts else {}
    formats: Mapping[int, str] = {}
    marked: Mapping[int, str] = {}
    targets = {} if ods_sheets else _sheet_parts(parts)
    names, visible = _sheet_names(label, parts)
    sheet_name, notes = _choose_sheet(label, sheet, names, visible)
    if targets:
        part = targets.get(sheet_name, "")
        if part not in parts:
            _refuse_damaged(label)
        # Other sheets are left out: no part is read that was not checked.
        for name in [name for name in parts if name != part and name.startswith(_SHEETS)]:
            del parts[name]
        formats, marked = number_formats(parts.get(_STYLES, b"")), marked_strings(parts.get(_STRINGS, b""))
        struck = struck_styles(parts.get(_STYLES, b"")), struck_strings(parts.get(_STRINGS, b""))
        oddities = XlsxSheet(parts[part], formats, marked, struck).oddities
        if _STRINGS in parts:
            check_shared(oddities.cells, parts[part], parts[_STRINGS])
    else:
        oddities = ods_sheets.get(sheet_name, SheetOddities())
    places = SheetCells(label, sheet_name)
    packed = repack(parts)
    parts.clear()
    cells = PackedRows(
        [_cell_text(value, row, column, places, problems) for column, value in enumerate(cells_of_row)]
        for row, cells_of_row in enumerate(_sheet_rows(label, packed, sheet_name))
    )
    _add_problems(oddities, places, problems)
    hidden = (row for row in oddities.hidden if row < len(cells) and any(cells[row]))
    notes += _hidden_rows(label, sheet_name, hidden)
    notes += _shown_otherwise(oddities, cells, places, formats)
    notes += _marked_words(oddities, places, marked)
    notes += _struck_out(oddities, cells, places)
    return CellGrid(label, cells, places, tuple(notes))


def _open_workbook(label: str, packed: BytesIO) -> Any:
    try:
        return python_calamine.CalamineWorkbook.from_filelike(packed)
    except Exception:
        _refuse_damaged(label)
    except BaseException as error:
        _raise_unless_panic(error)
        _refuse_damaged(label)


def _sheet_names(label: str, parts: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
    """Return the sheets of cells, and the visible ones among them."""
    book = _open_workbook(label, repack({name: part for name, part in parts.items() if not name.startswith(_SHEETS)}))
    sheets = [sheet for sheet in book.sheets_metadata if str(sheet.typ).endswith("WorkSheet")]
    if not sheets:
        _refuse(label, "no-sheet", "this workbook has no sheet of cells", "save the cards in a sheet")
    return [sheet.name for sheet in sheets], [sheet.name for sheet in sheets if str(sheet.visible).endswith(".Visible")]


def _choose_sheet(
    label: str, sheet: str | None, names: Sequence[str], visible: Sequence[str]
) -> tuple[str, list[Diagnostic]]:
    if sheet is None:
        candidates = visible or names
        if len(candidates) == 1:
            return candidates[0], []
        listed = ", ".join(candidates)
        message = f"of the sheets {listed} the first is read"
        file = label.rpartition("/")[2]
        meant = (f'"{file}#{name}"' for name in candidates[:_MOST_NAMED])
        hint = f"name the one that is meant: {' or '.join(meant)}"
        return candidates[0], [Diagnostic("first-sheet", message, Location(label), hint, severity="warning")]
    matches = [name for name in names if name.strip().casefold() == sheet.strip().casefold()]
    if sheet not in names and len(matches) != 1:
        close = get_close_matches(sheet, names, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"it has: {', '.join(names)}"
        _refuse(label, "unknown-sheet", f"there is no sheet {sheet!r} in {label}", hint)
    return sheet if sheet in names else matches[0], []


def _sheet_parts(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the part names of an XLSX workbook's sheets, by sheet name."""
    paths: dict[str, str] = {}
    ids: dict[str, str] = {}

    def relation(name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship":
            target = attributes.get("Target", "")
            paths[attributes.get("Id", "")] = target[1:] if target.startswith("/") else f"xl/{target}"

    def sheet(name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            ids[attributes.get("name", "")] = attributes.get("id", "")

    parse(parts.get(_RELATIONS, b""), relation)
    parse(parts[_WORKBOOK], sheet)
    return {name: paths[key] for name, key in ids.items() if key in paths}


def _sheet_rows(label: str, packed: BytesIO, sheet: str) -> Iterator[list[Any]]:
    """Yield the rows of a sheet."""
    book = _open_workbook(label, packed)
    try:
        worksheet = book.get_sheet_by_name(sheet)
        if worksheet.start is not None:
            # The reader returns the rows above the first cell, but not the columns to the left of it.
            padding = [""] * worksheet.start[1]
            yield from ([*padding, *row] for row in worksheet.iter_rows())
    except Exception:
        _refuse_damaged(label)
    except BaseException as error:
        _raise_unless_panic(error)
        _refuse_damaged(label)


def _raise_unless_panic(error: BaseException) -> None:
    """Re-raise all but the reader's panic at a damaged file, which is no Exception."""
    if type(error).__name__ != "PanicException":
        raise error


def _cell_text(value: Any, row: int, column: int, places: SheetCells, problems: TableProblems) -> str:
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n").strip() if value else ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float | int):
        return str(int(value)) if abs(value) < _EXACT and value == int(value) else f"{value:.15g}"
    if isinstance(value, date | datetime | time | timedelta):
        kind = "a time" if isinstance(value, time | timedelta) else "a date"
        hint = "a spreadsheet makes a date of 1/2 and 3-4: format the cell as text and write it again"
        problems.add(places.place(row, column), "date-cell", f"this cell is {kind}: {value}", hint, row)
    return "" if value is None else str(value)


def _add_problems(oddities: SheetOddities, places: SheetCells, problems: TableProblems) -> None:
    """Report the oddities of a sheet that leave its cards in doubt."""
    for row, column in oddities.valueless:
        message = "this formula has no value: the file was written by a program that does not compute"
        hint = "open it in a spreadsheet program and save it"
        problems.add(places.place(row, column), "formula-without-value", message, hint, row)
    for row, column in oddities.errors:
        place = places.place(row, column)
        problems.add(place, "error-in-cell", "this cell shows an error", "mend its formula", row)
    for (top, left), (bottom, right) in oddities.merged:
        if top < oddities.height and left < oddities.width:
            message = f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1} are merged: only the first has the text"
            hint = "unmerge them, and write in each cell what it says"
            problems.add(places.place(top, left), "merged-cells", message, hint)


def _hidden_rows(label: str, sheet: str, rows: Iterable[int]) -> list[Diagnostic]:
    """Return a warning for each run of hidden rows, since they are cards all the same."""
    warnings: list[Diagnostic] = []
    for _, group in groupby(enumerate(sorted(rows)), lambda pair: pair[1] - pair[0]):
        numbers = [row for _, row in group]
        first, last = numbers[0] + 1, numbers[-1] + 1
        subject = f"row {first} is" if first == last else f"rows {first} to {last} are"
        place = SheetCells(label, sheet).place(numbers[0], 0)
        hint = "delete what is not to be printed, or choose with `where`"
        warnings.append(
            Diagnostic("hidden-rows", f"{subject} hidden, and read all the same", place, hint, severity="warning")
        )
    return warnings


def _shown_otherwise(
    oddities: SheetOddities, cells: Sequence[Sequence[str]], places: SheetCells, formats: Mapping[int, str]
) -> list[Diagnostic]:
    """Return a warning for the first cell of each column that shows another figure than the one that is read."""
    told: dict[int, Diagnostic] = {}
    for (row, column), style in oddities.styles.items():
        text = cells[row][column] if row < len(cells) and column < len(cells[row]) else ""
        shown = None if column in told else shown_figure(text, formats[style])
        if shown is not None:
            message = f"the sheet shows {shown}, and {text} is read, without its format"
            hint = f"for {shown} on the card format the column as text, and write it so"
            told[column] = Diagnostic("shown-otherwise", message, places.place(row, column), hint, severity="warning")
    return list(told.values())


def _marked_words(oddities: SheetOddities, places: SheetCells, marked: Mapping[int, str]) -> list[Diagnostic]:
    """Return a warning for the first cell of a sheet with words in bold or italic, which are not read as such."""
    cells = [(spot, number) for spot, number in oddities.strings.items() if spot[0]]  # a header is no text
    for spot, number in cells[:1]:
        more = f", and {len(cells) - 1} more cells have such" if len(cells) > 1 else ""
        message = f"words of this cell are bold or italic, and its letters alone are read{more}"
        hint = f"write {marked[number]}, as texts with markup have it"
        return [Diagnostic("shown-otherwise", message, places.place(*spot), hint, severity="warning")]
    return []


def _struck_out(oddities: SheetOddities, cells: Sequence[Sequence[str]], places: SheetCells) -> list[Diagnostic]:
    """Return a warning for the first cell with words that are struck out, since they are read as all others are."""
    spots = dict.fromkeys(
        (row, column)
        for row, column in oddities.struck
        if row < len(cells) and column < len(cells[row]) and cells[row][column]
    )
    for spot in [*spots][:1]:
        others = len(spots) - 1
        more = f", and {others} more cell{'s have' if others > 1 else ' has'} such" if others else ""
        message = f"words of this cell are struck out, and read all the same{more}"
        hint = "delete what is not to be printed, or take the line away"
        return [Diagnostic("struck-out", message, places.place(*spot), hint, severity="warning")]
    return []


def _quoted_sheet(sheet: str) -> str:
    return sheet if _PLAIN_SHEET.fullmatch(sheet) else "'" + sheet.replace("'", "''") + "'"


def _refuse_damaged(label: str) -> NoReturn:
    hint = "open it in a spreadsheet program and save it anew"
    _refuse(label, "not-a-workbook", "this workbook is damaged, or of an unknown kind", hint)


def _refuse(label: str, code: str, message: str, hint: str) -> NoReturn:
    raise _file_error(label, code, message, hint)
