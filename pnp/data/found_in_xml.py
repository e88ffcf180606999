"""Inspect sheet XML for facts that a table of its values hides.

These are formulas without values, errors, hidden rows, merged cells, and the real size of the sheet.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from xml.parsers import expat

from pnp.data.table import MAX_FIELDS

_MAX_TEXT = 200_000_000
_MAX_BLANKS = 1_000
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")

Spot = tuple[int, int]
"""Row and column of a cell, from 0."""


class TooLargeError(Exception):
    """Sheet with more cells or more text than a deck can have."""


class BadXmlError(Exception):
    """Part that is no XML, or that has contents foreign to workbooks."""


@dataclass(slots=True)
class SheetOddities:
    """Oddities of one sheet, by row and column. ``height`` and ``width`` reach to the last filled cell."""

    valueless: list[Spot] = field(default_factory=list)
    errors: list[Spot] = field(default_factory=list)
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    height: int = 0
    width: int = 0
    cells: int = 0

    def add_cells(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        """Count filled cells. Raises TooLargeError."""
        self.height, self.width = max(self.height, row + rows), max(self.width, column + columns)
        self.cells += rows * columns
        if self.cells > MAX_FIELDS or self.height * self.width > 2 * MAX_FIELDS:
            raise TooLargeError


def parse(part: bytes, start: Callable[[str, dict[str, str]], None], **handlers: Callable[..., Any]) -> None:
    """Parse a part, and pass each element to ``start`` with its local name and its attributes.

    Attributes have local names, too. Raises BadXmlError.
    """

    prefixed = re.compile(":").search

    def element(name: str, attributes: dict[str, str]) -> None:
        if ":" not in name and not any(map(prefixed, attributes)):
            start(name, attributes)
            return
        local = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if attributes.get("calcext:value-type") == "error":  # beside office:value-type, which says "string"
            local["value-type"] = "error"
        start(name.rpartition(":")[2], local)

    def refuse(*_: object) -> None:
        raise BadXmlError

    parser = expat.ParserCreate()
    parser.StartElementHandler = element
    parser.StartDoctypeDeclHandler = refuse
    for name, handler in handlers.items():
        setattr(parser, name, handler)
    try:
        parser.Parse(part, True)
    except expat.ExpatError as error:
        raise BadXmlError from error


def reference(text: str) -> Spot | None:
    """Return row and column, from 0, of a cell name such as ``C7``.

    >>> reference("C7"), reference("AA1")
    ((6, 2), (0, 26))
    """
    match = _REFERENCE.fullmatch(text)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1, column - 1


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
    matches = re.finditer(rb"<(?:\w+:)?" + element.encode() + rb"[ >/]", part)
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

    def __init__(self, part: bytes) -> None:
        self.oddities = SheetOddities()
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
            row = attributes.get("r", "")
            self._row = int(row) - 1 if row.isdecimal() and len(row) < 9 else self._row + 1
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

    def _cell(self, attributes: dict[str, str]) -> None:
        self._end_cell()
        self._element, self._type = "c", attributes.get("t", "")
        self._spot = reference(attributes.get("r", "")) or (self._row, self._column + 1)
        self._column = self._spot[1]
        self._counted = False
        if attributes.get("t") == "e":
            self.oddities.errors.append(self._spot)

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
        parse(part, self._start, EndElementHandler=self._end)
        _check_repeated(sum(oddities.cells for oddities in self.sheets.values()), part)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self._depth += 1
            if self._depth == 1:
                self._oddities = self.sheets[attributes.get("name", "")] = SheetOddities()
                self._row = 0
        elif self._depth != 1:
            return
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

    def _cell(self, attributes: dict[str, str]) -> None:
        spot = (self._row, self._column)
        self._columns = _repeat(attributes, "number-columns-repeated")
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
    text = attributes.get(key, "1")
    return int(text) if text.isdecimal() and len(text) < 9 else 1
