"""Inspect the XML of a sheet for what a table of its values does not show: formulas without values, errors, hidden
rows, merged cells, and its real size."""

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
"""Row and column, from 0."""


class TooLargeError(Exception):
    """A sheet has more cells, or more text, than a deck can have."""


class BadXmlError(Exception):
    """A part is no XML, or has what workbooks do not have."""


@dataclass(slots=True)
class SheetOddities:
    """Oddities of one sheet, by row and column. ``height`` and ``width`` reach to the last cell that holds anything."""

    valueless: list[Spot] = field(default_factory=list)
    errors: list[Spot] = field(default_factory=list)
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    height: int = 0
    width: int = 0
    cells: int = 0

    def holds(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        """Note cells that hold something. Raises TooLarge."""
        self.height, self.width = max(self.height, row + rows), max(self.width, column + columns)
        self.cells += rows * columns
        if self.cells > MAX_FIELDS or self.height * self.width > 2 * MAX_FIELDS:
            raise TooLargeError


def parse(part: bytes, start: Callable[[str, dict[str, str]], None], **more: Callable[..., Any]) -> None:
    """Walk over a part: ``start`` is told every element by its local name, and its attributes by theirs. Raises
    BadXml."""

    prefixed = re.compile(":").search

    def element(name: str, given: dict[str, str]) -> None:
        if ":" not in name and not any(map(prefixed, given)):
            start(name, given)
            return
        plain = {key.rpartition(":")[2]: value for key, value in given.items()}
        if given.get("calcext:value-type") == "error":  # beside office:value-type, which says "string"
            plain["value-type"] = "error"
        start(name.rpartition(":")[2], plain)

    def refuse(*_: object) -> None:
        raise BadXmlError

    parser = expat.ParserCreate()
    parser.StartElementHandler = element
    parser.StartDoctypeDeclHandler = refuse
    for name, handler in more.items():
        setattr(parser, name, handler)
    try:
        parser.Parse(part, True)
    except expat.ExpatError as error:
        raise BadXmlError from error


def reference(text: str) -> Spot | None:
    """Row and column of ``C7``, from 0.

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
    """The letters of a column, counted from 0.

    >>> letters(2), letters(26)
    ('C', 'AA')
    """
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _lengths(part: bytes, element: str) -> array[int]:
    """How many bytes each ``element`` of a part takes, with all that is in it."""
    found = re.finditer(rb"<(?:\w+:)?" + element.encode() + rb"[ >/]", part)
    starts = array("I", (match.start() for match in found))
    starts.append(len(part))
    return array("I", (after - here for here, after in pairwise(starts)))


def check_shared(cells: int, part: bytes, strings: bytes) -> None:
    """Raises TooLarge where the ``cells`` of a worksheet come to too much text, since many show the same of the
    workbook's ``strings``; raises BadXml."""
    lengths = _lengths(strings, "si")
    if cells * max(lengths, default=0) <= _MAX_TEXT:
        return  # however often the longest is shown
    total, number, shared = 0, "", False

    def start(name: str, given: dict[str, str]) -> None:
        nonlocal number, shared
        if name == "c":
            shared = given.get("t") == "s"
        number = ""

    def said(text: str) -> None:
        nonlocal number
        number += text.strip() if shared else ""

    def end(_name: str) -> None:
        nonlocal number, total
        if number.isdecimal() and len(number) < 9 and int(number) < len(lengths):
            total += lengths[int(number)]
        number = ""
        if total > _MAX_TEXT:
            raise TooLargeError

    parse(part, start, CharacterDataHandler=said, EndElementHandler=end)


def _check_repeated(cells: int, part: bytes) -> None:
    """Raises TooLarge where the ``cells`` of OpenDocument tables come to too much text, since many are repeated."""
    if cells * max(_lengths(part, "table-cell"), default=0) <= _MAX_TEXT:
        return  # however often the longest is repeated
    total, here, rows, columns = 0, 0, 1, 1

    def start(name: str, given: dict[str, str]) -> None:
        nonlocal rows, columns, here
        if name == "table-row":
            rows = _repeat(given, "number-rows-repeated")
        elif name == "table-cell":
            columns, here = _repeat(given, "number-columns-repeated"), len(given.get("string-value", "").encode())
        elif name == "s":
            here += _repeat(given, "c")

    def said(text: str) -> None:
        nonlocal here
        here += len(text.encode())

    def end(name: str) -> None:
        nonlocal total
        if name.rpartition(":")[2] == "table-cell":
            total += here * rows * columns
        if total > _MAX_TEXT:
            raise TooLargeError

    parse(part, start, CharacterDataHandler=said, EndElementHandler=end)


class XlsxSheet:
    """Finds oddities in the XML of a worksheet."""

    def __init__(self, part: bytes) -> None:
        self.found = SheetOddities()
        self._row, self._column = -1, -1
        self._open: Spot | None = None
        """A cell with a formula of which no value has been seen."""
        self._here: Spot = (0, 0)
        self._counted = False
        self._element = self._type = ""
        parse(part, self._start, CharacterDataHandler=self._said)
        self._end_cell()

    def _start(self, name: str, given: dict[str, str]) -> None:
        if name == "c":
            self._cell(given)
        elif name in ("v", "is", "f"):
            if not self._counted:
                self._counted = True
                self.found.holds(*self._here)
            if name == "f":
                self._open = self._here
            elif self._type == "str" or name == "is":
                self._open = None  # a formula may come to an empty text, which has its type beside it
            self._element = name
        elif name == "row":
            self._end_cell()
            row = given.get("r", "")
            self._row = int(row) - 1 if row.isdecimal() and len(row) < 9 else self._row + 1
            self._column = -1
            if given.get("hidden") in ("1", "true"):
                self.found.hidden.add(self._row)
        elif name == "mergeCell":
            begin, _, end = given.get("ref", "").partition(":")
            first, last = reference(begin), reference(end)
            if first is not None and last is not None:
                self.found.merged.append((first, last))

    def _said(self, text: str) -> None:
        """A value is what is written in it: some programs write an empty one where they know none."""
        if self._element == "v" and text.strip():
            self._open = None

    def _cell(self, given: dict[str, str]) -> None:
        self._end_cell()
        self._element, self._type = "c", given.get("t", "")
        self._here = reference(given.get("r", "")) or (self._row, self._column + 1)
        self._column = self._here[1]
        self._counted = False
        if given.get("t") == "e":
            self.found.errors.append(self._here)

    def _end_cell(self) -> None:
        if self._open is not None:
            self.found.valueless.append(self._open)
            self._open = None


class OdsSheets:
    """Finds oddities in the content of an OpenDocument workbook, by sheet. Raises BadXml and TooLarge."""

    def __init__(self, part: bytes) -> None:
        self.sheets: dict[str, SheetOddities] = {}
        self._found = SheetOddities()
        self._depth = 0
        self._row, self._column = 0, 0
        self._rows, self._columns = 1, 1
        self._open: Spot | None = None
        parse(part, self._start, EndElementHandler=self._end)
        _check_repeated(sum(found.cells for found in self.sheets.values()), part)

    def _start(self, name: str, given: dict[str, str]) -> None:
        if name == "table":
            self._depth += 1
            if self._depth == 1:
                self._found = self.sheets[given.get("name", "")] = SheetOddities()
                self._row = 0
        elif self._depth != 1:
            return
        elif name == "table-row":
            self._rows, self._column = _repeat(given, "number-rows-repeated"), 0
            if given.get("visibility") in ("collapse", "filter"):
                self._found.hidden.update(range(self._row, min(self._row + self._rows, MAX_FIELDS)))
        elif name in ("table-cell", "covered-table-cell"):
            self._cell(given)
        elif name == "p" and self._open is not None:
            self._found.holds(*self._open, self._rows, self._columns)
            self._open = None
        elif name == "s" and _repeat(given, "c") > _MAX_BLANKS:
            raise TooLargeError

    def _cell(self, given: dict[str, str]) -> None:
        here = (self._row, self._column)
        self._columns = _repeat(given, "number-columns-repeated")
        kind = given.get("value-type")
        self._open = here
        if kind is not None or "formula" in given:
            self._open = None
            self._found.holds(*here, self._rows, self._columns)
        if kind == "error":
            self._found.errors.append(here)
        elif kind is None and "formula" in given:
            self._found.valueless.append(here)
        wide, tall = _repeat(given, "number-columns-spanned"), _repeat(given, "number-rows-spanned")
        if wide > 1 or tall > 1:
            self._found.merged.append((here, (here[0] + tall - 1, here[1] + wide - 1)))
        self._column += self._columns

    def _end(self, name: str) -> None:
        local = name.rpartition(":")[2]
        if local == "table":
            self._depth -= 1
        elif local == "table-row" and self._depth == 1:
            self._row += self._rows


def _repeat(given: dict[str, str], key: str) -> int:
    text = given.get(key, "1")
    return int(text) if text.isdecimal() and len(text) < 9 else 1
