"""A table as a file has it: a header and rows of texts, each cell with its place."""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Literal, Protocol, overload

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass

MAX_FIELDS = 2_000_000
"""Of a file: 100,000 cards of twenty columns. More are somebody's mistake, and would take long to look through."""
MAX_COLUMNS = 200
MAX_ERRORS = 50


class CellLocations(Protocol):
    """Where the cells of a file stand. Rows and columns are counted as the table counts them, from 0."""

    def place(self, row: int, column: int) -> Location:
        """The place of a cell; that of the header is in row -1."""


@dataclass(frozen=True, slots=True)
class Table:
    """A header and rows of as many texts each. ``label`` is what messages call the file, with its sheet.

    ``notes`` are what was found odd and is no error.
    """

    label: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    places: CellLocations
    notes: tuple[Diagnostic, ...] = ()


class TableProblems:
    """Collects what is wrong with a file, up to so many that nobody reads on, in the order of the file."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._found: dict[tuple[str, str, str], Diagnostic] = {}
        self.more = 0

    def __len__(self) -> int:
        return len(self._found)

    @property
    def full(self) -> bool:
        """Whether further problems are only counted."""
        return len(self._found) >= MAX_ERRORS

    def add(self, place: Location | Callable[[], Location], code: str, message: str, hint: str | None = None) -> None:
        """Note a problem, each once. What finds its place is asked only where the problem will be read."""
        if not isinstance(place, Location):
            if self.full:
                self.more += 1
                return
            place = place()
        key = (str(place), code, message)
        if not self.full:
            self._found.setdefault(key, Diagnostic(code, message, place, hint))
        elif key not in self._found:
            self.more += 1

    def raise_if_any(self) -> None:
        """Raises DefinitionError with everything noted."""
        if not self._found:
            return
        found = sorted(self._found.values(), key=_order)
        if self.more:
            message = f"and {self.more} more errors in this file"
            found.append(Diagnostic("more-errors", message, Location(self._label, 10**9), "mend these first"))
        raise DefinitionError(found)


def _order(found: Diagnostic) -> tuple[int, int]:
    place = found.location or Location("")
    return place.line or 0, place.column or 0


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A column's name as templates may also spell it: small letters, ``_`` for blanks and hyphens.

    >>> folded("Attack Power")
    'attack_power'
    """
    return "_".join(name.casefold().replace("-", " ").split())


@dataclass(frozen=True, slots=True)
class CellGrid:
    """All rows of a file, blank ones among them, before its header is looked for; ``places`` counts these rows.

    ``cells`` may read a row whenever it is asked for.
    """

    label: str
    cells: Sequence[Sequence[str]]
    places: CellLocations
    notes: tuple[Diagnostic, ...] = ()


class _CardRows(Sequence[Sequence[str]]):
    """The rows that are cards, each as wide as the table, and the places of these and of the header. ``rows`` has the
    number of the header in front."""

    __slots__ = ("_grid", "_rows", "_wide")

    def __init__(self, grid: CellGrid, rows: Sequence[int], wide: int) -> None:
        self._grid = grid
        self._rows = rows
        self._wide = wide

    def place(self, row: int, column: int) -> Location:
        return self._grid.places.place(self._rows[row + 1], column)

    def __len__(self) -> int:
        return len(self._rows) - 1

    def __iter__(self) -> Iterator[Sequence[str]]:
        return map(self.__getitem__, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        wide, at = self._wide, index if index >= 0 else len(self) + index
        cells = self._grid.cells[self._rows[at + 1]]
        return cells if len(cells) == wide else [*cells[:wide], *[""] * (wide - len(cells))]


@dataclass(slots=True)
class _RowWidths:
    """How wide rows are: the fields of the ones with most and fewest, and up to which of the header's one is filled."""

    most: int = 0
    fewest: int = sys.maxsize
    filled: int = 0

    def take(self, cells: Sequence[str], named: int, header: int) -> None:
        """Note a row. ``header`` are the fields of the header, ``named`` those up to the last that has a name."""
        count = len(cells)
        self.most, self.fewest = max(self.most, count), min(self.fewest, count)
        if count > named != header:
            self.filled = max(self.filled, _filled(cells[:header]))


def table_of(grid: CellGrid, problems: TableProblems) -> Table | None:
    """The table in a grid: its first row with anything in it is the header, blank rows and blank columns at the right
    are passed over. None where there is nothing; what is wrong with the header or with single rows is noted.
    """
    kept, widths = array("I"), _RowWidths()
    header: Sequence[str] = ()
    named = 0
    for row, cells in enumerate(grid.cells):
        if any(cells):
            if kept:
                widths.take(cells, named, len(header))
            else:
                header, named = cells, _filled(cells)
            kept.append(row)
    if not kept:
        problems.add(
            Location(grid.label), "empty-file", "there is nothing in it", "write a header row, then one card per row"
        )
        return None
    wide = max(named, widths.filled)
    body = _CardRows(grid, kept, wide)
    if not body:
        message = "there is a header row, but no card below it"
        problems.add(body.place(-1, 0), "no-cards", message, "write one card per row")
    if wide > MAX_COLUMNS:
        message = f"there are {wide} columns; a card has at most {MAX_COLUMNS}"
        problems.add(body.place(-1, MAX_COLUMNS), "too-many-columns", message, "remove those that no card shows")
        return None
    _check_header(header[:wide], body, problems)
    if body and not widths.fewest == widths.most == wide:
        # Blank fields at the end are those of a spreadsheet where the header or every row has them; in one row alone
        # they are what a separator within a text leaves behind.
        _check_widths(grid, kept, (wide, max(len(header), widths.fewest)), problems)
    return Table(grid.label, tuple(header[:wide]), body, body, grid.notes)


def _filled(cells: Sequence[str]) -> int:
    """How many cells there are up to the last with anything in it."""
    count = len(cells)
    while count and not cells[count - 1]:
        count -= 1
    return count


def _check_widths(grid: CellGrid, kept: Sequence[int], widths: tuple[int, int], problems: TableProblems) -> None:
    """Tell each row that has other cells than there are columns. ``widths`` are the columns there are, and the fields
    that a row may have with blank ones at its end."""
    wide, most = widths
    for row in kept[1:]:
        cells = grid.cells[row]
        if len(cells) < wide or len(cells) > most or any(cells[wide:]):
            problems.add(
                partial(grid.places.place, row, min(len(cells), wide + 1) - 1),
                "wrong-number-of-fields",
                f"this row has {len(cells)} fields, the header has {wide}",
                "put a text that holds the separator in double quotes",
            )


def _check_header(header: Sequence[str], places: CellLocations, problems: TableProblems) -> None:
    seen: set[str] = set()
    for column, name in enumerate(header):
        if not name:
            problems.add(
                places.place(-1, column), "empty-header", "this column has no name", "name it, or delete the column"
            )
        elif name in seen:
            message = f"two columns are called {name!r}"
            problems.add(places.place(-1, column), "duplicate-header", message, "give each its own name")
        seen.add(name)


# Columns that hold nothing but numbers, or nothing but TRUE and FALSE, as such; all others are texts.

Value = str | int | float | bool

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_SWITCHES = {"TRUE": True, "True": True, "true": True, "FALSE": False, "False": False, "false": False}


Kind = Literal["number", "switch", "text"]


class ColumnContent:
    """What a column holds, told its cells in pieces, from the first row to the last.

    A cell is a number where the number, written out, is what the cell says: nothing that is printed changes. Empty
    cells make no difference, and stay empty texts.

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
        """The cells of the rows that follow."""
        found = Counter(texts)
        found.pop("", None)
        self._filled += found.total()
        self._switches = self._switches and found.keys() <= _SWITCHES.keys()
        others = {text for text in found if number_of(text) is None}
        self._numbers += sum(times for text, times in found.items() if text not in others)
        if others and self._first is None:
            self._first = self._rows + next(row for row, text in enumerate(texts) if text in others)
        self._rows += len(texts)

    @property
    def kind(self) -> Kind:
        """What all cells are that are not empty."""
        return "number" if self._first is None else "switch" if self._switches else "text"

    @property
    def odd(self) -> int | None:
        """The first row that keeps the column from being one of numbers, where most of its cells are."""
        return self._first if self.kind == "text" and 2 * self._numbers > self._filled else None


def value_in(kind: Kind, text: str) -> Value:
    """The value of a cell in a column of that kind."""
    if kind == "text" or not text:
        return text
    if kind == "switch":
        return _SWITCHES[text]
    return float(text) if "." in text else int(text)


def number_of(text: str) -> int | float | None:
    """The number that a text is, and nothing but another writing of it; else None.

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
    """A single text as a value: a number, TRUE or FALSE, else itself."""
    number = number_of(text)
    return _SWITCHES.get(text, text) if number is None else number
