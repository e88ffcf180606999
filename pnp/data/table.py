"""Table of a file: a header and rows of texts, each cell with its location."""

from __future__ import annotations

import re
import sys
from abc import abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Literal, Protocol, overload

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass

MAX_FIELDS = 2_000_000
"""Most fields of a file: 100,000 cards of twenty columns. More are a mistake, and would take long to read."""
MAX_COLUMNS = 200
MAX_ERRORS = 50


class CellLocations(Protocol):
    """Locations of the cells of a file. Rows and columns are counted as in the table, from 0."""

    def place(self, row: int, column: int) -> Location:
        """Return the location of a cell. The header is in row -1."""


@dataclass(frozen=True, slots=True)
class Table:
    """Header and rows of equally many texts. ``label`` names the file in messages, with its sheet.

    ``notes`` are oddities that are no errors.
    """

    label: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    places: CellLocations
    notes: tuple[Diagnostic, ...] = ()


class TableProblems:
    """Problems of a file, in file order, up to the most that a reader would read."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._diagnostics: dict[tuple[str, str, str], Diagnostic] = {}
        self.more = 0
        self.broken_rows: set[int] = set()
        """Rows with problems of their own, from 0: what their cells say may belong to other columns."""
        self.are_of_rows = True
        """True if all problems are those of single rows."""

    def __len__(self) -> int:
        return len(self._diagnostics)

    @property
    def full(self) -> bool:
        """True if further problems are only counted."""
        return len(self._diagnostics) >= MAX_ERRORS

    def add(
        self,
        location: Location | Callable[[], Location],
        code: str,
        message: str,
        hint: str | None = None,
        row: int | None = None,
    ) -> None:
        """Add a problem once. A callable ``location`` is called only if the problem will be shown. ``row`` is the only
        row that it is about."""
        if row is None:
            self.are_of_rows = False
        else:
            self.broken_rows.add(row)
        if not isinstance(location, Location):
            if self.full:
                self.more += 1
                return
            location = location()
        key = (str(location), code, message)
        if not self.full:
            self._diagnostics.setdefault(key, Diagnostic(code, message, location, hint))
        elif key not in self._diagnostics:
            self.more += 1

    def number_rows(self, rows: Sequence[int]) -> None:
        """Number the broken rows as those of a table. ``rows`` are its rows of the file, with the header in front."""
        self.are_of_rows = self.are_of_rows and rows[0] not in self.broken_rows
        if self.broken_rows:
            self.broken_rows = {number - 1 for number, row in enumerate(rows) if number and row in self.broken_rows}

    def raise_if_any(self) -> None:
        """Raise DefinitionError with all problems, if there are any."""
        if self._diagnostics:
            raise DefinitionError(self.diagnostics())

    def diagnostics(self) -> list[Diagnostic]:
        """Return all problems in file order, and how many more there are."""
        diagnostics = sorted(self._diagnostics.values(), key=_order)
        if self.more:
            message = f"and {self.more} more errors in this file"
            diagnostics.append(Diagnostic("more-errors", message, Location(self._label, 10**9), "mend these first"))
        return diagnostics


def _order(diagnostic: Diagnostic) -> tuple[int, int]:
    location = diagnostic.location or Location("")
    return location.line or 0, location.column or 0


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return the folded form of a column name, as templates may spell it: small letters, ``_`` for blanks and hyphens.

    >>> folded("Attack Power")
    'attack_power'
    """
    return "_".join(name.casefold().replace("-", " ").split())


class RowsOnDemand(Sequence[Sequence[str]]):
    """Rows of texts, each made when it is asked for."""

    __slots__ = ()

    @abstractmethod
    def row(self, number: int) -> Sequence[str]:
        """Return a row by its number from 0."""

    @overload
    def __getitem__(self, index: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        numbers = range(len(self))
        return [*map(self.row, numbers[index])] if isinstance(index, slice) else self.row(numbers[index])

    def __iter__(self) -> Iterator[Sequence[str]]:
        return map(self.row, range(len(self)))


@dataclass(frozen=True, slots=True)
class CellGrid:
    """All rows of a file, blank ones included, before its header is found. ``places`` counts these rows.

    ``cells`` may read a row each time it is asked for.
    """

    label: str
    cells: Sequence[Sequence[str]]
    places: CellLocations
    notes: tuple[Diagnostic, ...] = ()


class _CardRows(RowsOnDemand):
    """Card rows, each as wide as the table, and the locations of their cells and of the header.

    ``rows`` are row numbers of the grid, with the header in front.
    """

    __slots__ = ("_grid", "_rows", "_width")

    def __init__(self, grid: CellGrid, rows: Sequence[int], width: int) -> None:
        self._grid = grid
        self._rows = rows
        self._width = width

    def place(self, row: int, column: int) -> Location:
        return self._grid.places.place(self._rows[row + 1], column)

    def __len__(self) -> int:
        return len(self._rows) - 1

    def row(self, number: int) -> Sequence[str]:
        """Return a row by its number from 0, without the header."""
        width, cells = self._width, self._grid.cells[self._rows[number + 1]]
        return cells if len(cells) == width else [*cells[:width], *[""] * (width - len(cells))]


@dataclass(slots=True)
class _RowWidths:
    """Widths of rows: most and fewest fields, and the last filled one among the header's fields."""

    most: int = 0
    fewest: int = sys.maxsize
    filled: int = 0

    def take(self, cells: Sequence[str], named: int, header: int) -> None:
        """Note a row. ``header`` counts the header's fields, ``named`` those up to the last named one."""
        count = len(cells)
        self.most, self.fewest = max(self.most, count), min(self.fewest, count)
        if count > named != header:
            self.filled = max(self.filled, _filled(cells[:header]))


def table_of(grid: CellGrid, problems: TableProblems) -> Table | None:
    """Return the table in a grid, or None if there is none.

    The first row with content is the header. Blank rows are skipped, and blank columns at the right. Problems of the
    header or of single rows are added to ``problems``.
    """
    numbers, widths = array("I"), _RowWidths()
    header: Sequence[str] = ()
    named = 0
    for row, cells in enumerate(grid.cells):
        if any(cells):
            if numbers:
                widths.take(cells, named, len(header))
            else:
                header, named = cells, _filled(cells)
            numbers.append(row)
    if not numbers:
        problems.add(
            Location(grid.label), "empty-file", "there is nothing in it", "write a header row, then one card per row"
        )
        return None
    problems.number_rows(numbers)
    if _has_wrong_header(grid, numbers, header, widths, problems):
        return None
    width = max(named, widths.filled)
    body = _CardRows(grid, numbers, width)
    if not body:
        message = "there is a header row, but no card below it"
        problems.add(body.place(-1, 0), "no-cards", message, "write one card per row")
    if width > MAX_COLUMNS:
        message = f"there are {width} columns; a card has at most {MAX_COLUMNS}"
        problems.add(body.place(-1, MAX_COLUMNS), "too-many-columns", message, "remove those that no card shows")
        return None
    _check_header(header[:width], body, problems)
    if body and not widths.fewest == widths.most == width:
        # Blank fields at the end come from a spreadsheet if the header or every row has them. In one row alone they
        # come from a separator within a text.
        _check_widths(grid, numbers, (width, max(len(header), widths.fewest)), problems)
    return Table(grid.label, tuple(header[:width]), body, body, grid.notes)


_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_CURLY = "“”„«»「『"
_FEWEST_COLUMNS = 3
"""Fewest columns of a file whose first row, of one cell, is taken for a title."""


def _has_wrong_header(
    grid: CellGrid, numbers: Sequence[int], header: Sequence[str], widths: _RowWidths, problems: TableProblems
) -> bool:
    """Report a first row that is no header: a title above it, or one with a separator of another file."""
    below = sum(map(bool, grid.cells[numbers[1]])) if len(numbers) > 1 else 0
    place = partial(grid.places.place, numbers[0], 0)
    is_wide = len(header) > 1 or widths.fewest == widths.most
    if sum(map(bool, header)) == 1 and below >= _FEWEST_COLUMNS and is_wide:
        message = f"this row has one cell, and the next one {below}: it does not name the columns"
        problems.add(place, "no-header", message, "delete it: the first row has the names of the columns")
        return True
    for column, name in enumerate(header):
        more = name.count(";") + name.count("\t")
        if more and widths.fewest == widths.most == len(header) + more:
            mark = ";" if ";" in name else "a tab"
            message = f"{mark} stands between two names, and all others are parted otherwise"
            place = partial(grid.places.place, numbers[0], column)
            problems.add(place, "stray-separator", message, "write the same separator everywhere")
            return True
    return False


def _filled(cells: Sequence[str]) -> int:
    """Return the number of cells up to the last one with content."""
    count = len(cells)
    while count and not cells[count - 1]:
        count -= 1
    return count


def _check_widths(grid: CellGrid, numbers: Sequence[int], widths: tuple[int, int], problems: TableProblems) -> None:
    """Report each row whose number of cells differs from the number of columns.

    ``widths`` are the number of columns, and the most fields of a row with blank ones at its end.
    """
    width, most = widths
    for number, row in enumerate(numbers[1:]):
        if number in problems.broken_rows:
            continue
        cells = grid.cells[row]
        if len(cells) < width or len(cells) > most or any(cells[width:]):
            curly = next((column for column, cell in enumerate(cells) if cell[:1] in _CURLY and cell), None)
            if curly is not None and len(cells) > width:
                message = f"the quotation mark {cells[curly][0]} is not a straight one"
                place = partial(grid.places.place, row, curly)
                hint = 'write " before and behind a text with a separator in it'
                problems.add(place, "curly-quote", message, hint, number)
                continue
            hint = "put a text that holds the separator in double quotes"
            if len(cells) < width:
                hint = (
                    _other_separator(cells, width)
                    or "write what it lacks: an empty field has its separator too, as in a,,c"
                )
            problems.add(
                partial(grid.places.place, row, min(len(cells), width + 1) - 1),
                "wrong-number-of-fields",
                f"this row has {len(cells)} fields, the header has {width}",
                hint,
                number,
            )


def _other_separator(cells: Sequence[str], width: int) -> str | None:
    """Return what to write for a row of one field, if it would have ``width`` with the separator of other files."""
    names = [name for separator, name in _SEPARATORS.items() if cells and cells[0].count(separator) == width - 1 > 0]
    return f"it has {names[0]} between its fields; write what the header has" if len(cells) == 1 and names else None


def _check_header(header: Sequence[str], places: CellLocations, problems: TableProblems) -> None:
    names: set[str] = set()
    for column, name in enumerate(header):
        if not name:
            problems.add(
                places.place(-1, column), "empty-header", "this column has no name", "name it, or delete the column"
            )
        elif name in names:
            message = f"two columns are called {name!r}"
            hint = LIKE_CARD if is_like_card(header) else "give each its own name"
            problems.add(places.place(-1, column), "duplicate-header", message, hint)
        names.add(name)


LIKE_CARD = "this first row looks like a card: write the names of the columns above it"


def is_like_card(header: Sequence[str]) -> bool:
    """Tell whether a header has cells that are no names."""
    return sum(_OF_A_CARD.fullmatch(cell) is not None for cell in header) > 1


# Types of columns: all numbers, all TRUE or FALSE, or texts

Value = str | int | float | bool

_OF_A_CARD = re.compile(r"-?[0-9.]+|#[0-9A-Fa-f]{3,8}|.*\{[a-z].*|TRUE|FALSE|.*[.!?]")
"""Cell that no name of a column is like: a figure, a colour, icons, a flag, a sentence."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_SWITCHES = {"TRUE": True, "True": True, "true": True, "FALSE": False, "False": False, "false": False}


Kind = Literal["number", "switch", "text"]


class ColumnContent:
    """Content of a column, taken cell by cell from the first row to the last.

    A cell is a number if the number, written out, equals the cell: no printed text changes. Empty cells do not count,
    and stay empty texts.

    >>> ColumnContent(["1", "", "2.5"]).kind, ColumnContent(["007", "1"]).kind
    ('number', 'text')
    """

    __slots__ = ("_filled", "_first", "_numbers", "_rows", "_switches")

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._rows = self._filled = self._numbers = 0
        self._switches = True
        self._first: int | None = None
        self.take(texts)

    def take(self, texts: Sequence[str]) -> None:
        """Take the cells of the next rows."""
        counts = Counter(texts)
        counts.pop("", None)
        self._filled += counts.total()
        self._switches = self._switches and counts.keys() <= _SWITCHES.keys()
        words = {text for text in counts if number_of(text) is None}
        self._numbers += sum(count for text, count in counts.items() if text not in words)
        if words and self._first is None:
            self._first = self._rows + next(row for row, text in enumerate(texts) if text in words)
        self._rows += len(texts)

    @property
    def kind(self) -> Kind:
        """Kind of all cells that are not empty."""
        return "number" if self._first is None else "switch" if self._switches else "text"

    @property
    def odd(self) -> int | None:
        """First row that prevents a column of numbers, if most of its cells are numbers."""
        return self._first if self.kind == "text" and 2 * self._numbers > self._filled else None


def value_in(kind: Kind, text: str) -> Value:
    """Return the value of a cell in a column of ``kind``."""
    if kind == "text" or not text:
        return text
    if kind == "switch":
        return _SWITCHES[text]
    return float(text) if "." in text else int(text)


def number_of(text: str) -> int | float | None:
    """Return the number that a text spells in its shortest form, or None.

    >>> number_of("12"), number_of("1.50"), number_of("1,5")
    (12, None, None)
    """
    if _NUMBER.fullmatch(text) is None or text == "-0":
        return None
    if "." not in text:
        return int(text)
    number = float(text)
    return number if repr(number) == text else None


def value_of(text: str) -> Value:
    """Return a single text as a value: a number, TRUE or FALSE, else the text itself."""
    number = number_of(text)
    return _SWITCHES.get(text, text) if number is None else number
