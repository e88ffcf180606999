"""A table as a file has it: a header and rows of texts, each cell with its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.records import dataclass

MAX_ROWS = 10_000
MAX_COLUMNS = 200
MAX_ERRORS = 50


class Places(Protocol):
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
    places: Places
    notes: tuple[Diagnostic, ...] = ()


class Problems:
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

    def add(self, place: Location, code: str, message: str, hint: str | None = None) -> None:
        """Note a problem, each once."""
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
class Grid:
    """All rows of a file, blank ones among them, before its header is looked for; ``places`` counts these rows."""

    label: str
    cells: Sequence[Sequence[str]]
    places: Places
    notes: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _Picked:
    """Places of the rows that are a header and cards. ``rows`` has that of the header in front."""

    places: Places
    rows: Sequence[int]

    def place(self, row: int, column: int) -> Location:
        return self.places.place(self.rows[row + 1], column)


def table_of(grid: Grid, problems: Problems) -> Table | None:
    """The table in a grid: its first row with anything in it is the header, blank rows and blank columns at the right
    are passed over. None where there is nothing; what is wrong with the header or with single rows is noted.
    """
    kept = [row for row, cells in enumerate(grid.cells) if any(cells)]
    if not kept:
        problems.add(
            Location(grid.label), "empty-file", "there is nothing in it", "write a header row, then one card per row"
        )
        return None
    places = _Picked(grid.places, kept)
    header, body = grid.cells[kept[0]], [grid.cells[row] for row in kept[1:]]
    if not body:
        message = "there is a header row, but no card below it"
        problems.add(places.place(-1, 0), "no-cards", message, "write one card per row")
    if len(body) > MAX_ROWS:
        message = f"a deck has at most {MAX_ROWS} cards"
        problems.add(places.place(MAX_ROWS, 0), "too-many-cards", message, "split the file")
        return None
    wide = len(header)
    while wide and not header[wide - 1] and all(len(row) < wide or not row[wide - 1] for row in body):
        wide -= 1
    if wide > MAX_COLUMNS:
        message = f"there are {wide} columns; a card has at most {MAX_COLUMNS}"
        problems.add(places.place(-1, MAX_COLUMNS), "too-many-columns", message, "remove those that no card shows")
        return None
    _check_header(header[:wide], places, problems)
    # Blank fields at the end are those of a spreadsheet where the header or every row has them; in one row alone they
    # are what a separator within a text leaves behind.
    most = max(len(header), min(map(len, body), default=0))
    rows = [_row(cells, number, (wide, most), places, problems) for number, cells in enumerate(body)]
    return Table(grid.label, tuple(header[:wide]), rows, places, grid.notes)


def _row(
    cells: Sequence[str], number: int, widths: tuple[int, int], places: Places, problems: Problems
) -> Sequence[str]:
    """The cells of a row, as many as there are columns; told where it has others. ``widths`` are the columns there are,
    and the fields that a row may have with blank ones at its end."""
    wide, most = widths
    if len(cells) == wide:
        return cells
    if len(cells) < wide or len(cells) > most or any(cells[wide:]):
        problems.add(
            places.place(number, min(len(cells), wide + 1) - 1),
            "wrong-number-of-fields",
            f"this row has {len(cells)} fields, the header has {wide}",
            "put a text that holds the separator in double quotes",
        )
    return [*cells[:wide], *[""] * (wide - len(cells))]


def _check_header(header: Sequence[str], places: Places, problems: Problems) -> None:
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
