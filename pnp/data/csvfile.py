"""CSV and TSV, as spreadsheets write them: every field with its place, every mistake in quoting told there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.data.table import Grid, Problems
from pnp.diagnostics import Location
from pnp.records import dataclass
from pnp.textfile import excerpt

_DELIMITERS = ",;\t"
_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}
_MAX_FIELDS = 500_000
_SEP_LINE = re.compile(r"sep=([,;\t])\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row. ``start`` and ``end`` are offsets in the text of the file."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Offsets:
    """Places by the offsets of all fields."""

    label: str
    text: str
    rows: Sequence[Sequence[Cell]]

    def place(self, row: int, column: int) -> Location:
        cells = self.rows[row]
        return _located(self.label, self.text, cells[min(column, len(cells) - 1)])


class _Sheet:
    """The text of a CSV file with what was found wrong in it."""

    def __init__(self, text: str, label: str, problems: Problems) -> None:
        self.text = text
        self.label = label
        self._problems = problems

    def wrong(self, cell: Cell, code: str, message: str, hint: str) -> None:
        """Note a problem of ``cell``."""
        # Finding a place takes time by the length of the file: not for what nobody will read.
        place = Location(self.label) if self._problems.full else _located(self.label, self.text, cell)
        self._problems.add(place, code, message, hint)


def csv_grid(text: str, label: str, problems: Problems) -> Grid:
    """The fields of a CSV file: comma, semicolon or tab, whichever its first row uses most, or ``sep=`` names."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = list(_rows(_Sheet(text, label, problems)))
    return Grid(label, [[cell.text for cell in row] for row in rows], _Offsets(label, text, rows))


def _located(label: str, text: str, cell: Cell) -> Location:
    line = text.count("\n", 0, cell.start) + 1
    begin = text.rfind("\n", 0, cell.start) + 1
    stop = text.find("\n", begin)
    source = text[begin : stop if stop >= 0 else len(text)]
    last = min(max(cell.end, cell.start + 1), begin + max(1, len(source)))
    column = cell.start - begin + 1
    return Location(label, line, column, max(last - begin + 1, column + 1), excerpt(source, column))


def _rows(sheet: _Sheet) -> Iterator[list[Cell]]:
    text, start = sheet.text, 0
    given = _SEP_LINE.match(text)
    delimiter = given[1] if given else _delimiter(text)
    start = given.end() if given else 0
    ends = re.compile(f"[{delimiter}\n]")
    row: list[Cell] = []
    fields = 0
    while start <= len(text):
        cell, stop = _cell(sheet, start, delimiter, ends)
        fields += 1
        if fields > _MAX_FIELDS:
            sheet.wrong(cell, "too-large", f"there are more than {_MAX_FIELDS:,} fields", "split the file")
            return
        row.append(cell)
        if stop >= len(text) or text[stop] == "\n":
            yield row
            row = []
        start = stop + 1


def _cell(sheet: _Sheet, start: int, delimiter: str, ends: re.Pattern[str]) -> tuple[Cell, int]:
    """The field that begins at ``start``, and the offset of the separator or line end behind it."""
    text = sheet.text
    if not text.startswith('"', start):
        stop = _next(text, start, ends)
        return Cell(text[start:stop].strip(), start, stop), stop
    at = start + 1
    while True:
        quote = text.find('"', at)
        if quote < 0:
            cell = Cell("", start, start + 1)
            sheet.wrong(cell, "unclosed-quote", "this double quote is never closed", 'close it with another "')
            return cell, len(text)
        if not text.startswith('"', quote + 1):
            break
        at = quote + 2
    stop = _next(text, quote + 1, ends)
    if text[quote + 1 : stop].strip():
        sheet.wrong(
            Cell("", quote + 1, stop),
            "text-after-quote",
            f"there is text between a closing quote and the next {_NAMES[delimiter]}",
            'write a double quote inside quotes twice: ""',
        )
    return Cell(text[start + 1 : quote].replace('""', '"'), start, quote + 1), stop


def _next(text: str, start: int, ends: re.Pattern[str]) -> int:
    found = ends.search(text, start)
    return len(text) if found is None else found.start()


def _delimiter(text: str) -> str:
    """The separator that the header row uses most, outside quotes."""
    header = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(_DELIMITERS, key=header.count)
