"""CSV and TSV as spreadsheets write them, with the location of every field and every mistake in quoting.

A table is its file and the offset of each row. Rows are read when they are asked for, so a file of a hundred thousand
rows takes little more memory than its bytes.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import islice, pairwise

from pnp.data.table import MAX_FIELDS, CellGrid, RowsOnDemand, TableProblems
from pnp.diagnostics import Location
from pnp.records import dataclass
from pnp.textfile import excerpt

_DELIMITERS = (b",", b";", b"\t")
_NAMES = {b",": "comma", b";": "semicolon", b"\t": "tab"}
_LINE_END = ord("\n")
_SEP_LINE = re.compile(rb"sep=([,;\t])\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """Field of a row. ``start`` and ``end`` are offsets in the bytes of the file."""

    text: str
    start: int
    end: int


class CsvRows(RowsOnDemand):
    """Rows of a file, and the locations of their fields.

    ``raw`` is UTF-8 whose lines end with a line feed alone.
    """

    def __init__(self, raw: bytes, label: str) -> None:
        declared = _SEP_LINE.match(raw)
        self.delimiter = declared[1] if declared else _delimiter(raw)
        self._raw = raw
        self._label = label
        self._separator = separator = self.delimiter.decode()
        self._field_pattern = re.compile(f'(?:"([^"]*(?:""[^"]*)*)"[^{separator}]*|([^{separator}]*))({separator}|\\Z)')
        """Correctly quoted field, and the separator behind it."""
        self._end_pattern = re.compile(b"[" + self.delimiter + b"\n]")
        self._starts = array("I", [declared.end() if declared else 0])
        """Offset of each row, and of the end of the last one."""

    def __len__(self) -> int:
        return len(self._starts) - 1

    def row(self, number: int) -> Sequence[str]:
        """Return a row by its number from 0."""
        return self._row(self._starts[number], self._starts[number + 1])

    def __iter__(self) -> Iterator[Sequence[str]]:
        for start, following in pairwise(self._starts):
            yield self._row(start, following)

    def find_rows(self, problems: TableProblems) -> None:
        """Find the row offsets, and note mistakes in quoting. Too many fields end the search."""
        raw, delimiter, starts, left = self._raw, self.delimiter, self._starts, MAX_FIELDS
        start = starts[0]
        while start <= len(raw):
            stop = raw.find(b"\n", start)
            stop = len(raw) if stop < 0 else stop
            if raw.find(b'"', start, stop) < 0:
                count = raw.count(delimiter, start, stop) + 1
            else:
                for count, (_, stop) in enumerate(islice(self._cells(start, problems), left + 1), 1):  # noqa: B007
                    pass
            if count > left:
                cell, _ = next(islice(self._cells(start), left, None))
                message = f"there are more than {MAX_FIELDS:,} fields"
                problems.add(partial(self._location_of, cell), "too-large", message, "split the file")
                return
            left -= count
            start = stop + 1
            starts.append(start)

    def place(self, row: int, column: int) -> Location:
        """Return the location of a field. For a field that its row lacks, return that of the last one."""
        *_, (cell, _) = islice(self._cells(self._starts[row]), column + 1)
        line = self._lines[row] + self._raw.count(b"\n", self._starts[row], cell.start)
        return _location(self._label, self._raw, cell, line)

    @cached_property
    def _lines(self) -> array[int]:
        """Line number of each row; only messages need it."""
        line = self._raw.count(b"\n", 0, self._starts[0]) + 1
        lines = array("I")
        for start, following in pairwise(self._starts):
            lines.append(line)
            line += self._raw.count(b"\n", start, following)
        return lines

    def _row(self, start: int, following: int) -> Sequence[str]:
        row = self._raw[start : following - 1].decode()
        if '"' not in row:
            return [text.strip() for text in row.split(self._separator)]
        texts = []
        for quoted, plain, separator in self._field_pattern.findall(row):
            texts.append(quoted.replace('""', '"') if quoted else plain.strip())
            if not separator:
                break
        return texts

    def _cells(self, start: int, problems: TableProblems | None = None) -> Iterator[tuple[Cell, int]]:
        """Yield the fields of the row at ``start``, each with the offset of the separator or line end behind it."""
        stop = start - 1
        while stop < start or (stop < len(self._raw) and self._raw[stop] != _LINE_END):
            cell, stop = self._cell(stop + 1, problems)
            yield cell, stop

    def _cell(self, start: int, problems: TableProblems | None) -> tuple[Cell, int]:
        """Return the field at ``start``, and the offset of the separator or line end behind it."""
        raw = self._raw
        if not raw.startswith(b'"', start):
            stop = self._field_end(start)
            return Cell(raw[start:stop].decode().strip(), start, stop), stop
        position = start + 1
        while True:
            quote = raw.find(b'"', position)
            if quote < 0:
                cell = Cell("", start, start + 1)
                self._add_problem(
                    problems, cell, "unclosed-quote", "this double quote is never closed", 'close it with another "'
                )
                stop = raw.find(b"\n", start)
                return cell, len(raw) if stop < 0 else stop
            if not raw.startswith(b'"', quote + 1):
                break
            position = quote + 2
        stop = self._field_end(quote + 1)
        if raw[quote + 1 : stop].decode().strip():
            if raw[quote - 1] in (ord(self.delimiter), _LINE_END) and quote > start + 1:
                return self._unclosed_cell(start, quote, problems)
            self._add_problem(
                problems,
                Cell("", quote + 1, stop),
                "text-after-quote",
                f"there is text between a closing quote and the next {_NAMES[self.delimiter]}",
                'write a double quote inside quotes twice: ""',
            )
        return Cell(raw[start + 1 : quote].decode().replace('""', '"'), start, quote + 1), stop

    def _unclosed_cell(self, start: int, quote: int, problems: TableProblems | None) -> tuple[Cell, int]:
        """Return the field at ``start``, which ends at the ``quote`` that opens another field, as ``_cell`` does. It is
        read to the end of its line, or to that field, so that the rows behind it are read as they are meant."""
        raw = self._raw
        stop = raw.find(b"\n", start, quote)
        stop = quote - 1 if stop < 0 else stop
        self._add_problem(
            problems,
            Cell("", start, stop),
            "unclosed-quote",
            "this double quote is not closed: the next one opens another text",
            'close it with another "; write a double quote inside quotes twice: ""',
        )
        return Cell(raw[start + 1 : stop].decode(), start, stop), stop

    def _field_end(self, start: int) -> int:
        match = self._end_pattern.search(self._raw, start)
        return len(self._raw) if match is None else match.start()

    def _add_problem(self, problems: TableProblems | None, cell: Cell, code: str, message: str, hint: str) -> None:
        """Add a problem of ``cell`` while rows are searched."""
        if problems is not None:
            problems.add(partial(self._location_of, cell), code, message, hint, len(self))

    def _location_of(self, cell: Cell) -> Location:
        return _location(self._label, self._raw, cell, self._raw.count(b"\n", 0, cell.start) + 1)


def csv_grid(raw: bytes, label: str, problems: TableProblems) -> CellGrid:
    """Return the fields of a CSV file in UTF-8.

    The separator is comma, semicolon or tab: the one that ``sep=`` declares, or the most frequent in the first row.
    """
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    rows = CsvRows(raw, label)
    rows.find_rows(problems)
    return CellGrid(label, rows, rows)


def _location(label: str, raw: bytes, cell: Cell, line: int) -> Location:
    line_start = raw.rfind(b"\n", 0, cell.start) + 1
    line_end = raw.find(b"\n", line_start)
    line_end = line_end if line_end >= 0 else len(raw)
    source = raw[line_start:line_end].decode()
    column = len(raw[line_start : cell.start].decode()) + 1
    end_column = len(raw[line_start : min(cell.end, line_end)].decode())
    last = min(max(end_column, column), max(1, len(source)))
    return Location(label, line, column, max(last + 1, column + 1), excerpt(source, column))


def _delimiter(raw: bytes) -> bytes:
    """Return the separator that is most frequent in the header row, outside quotes."""
    end = raw.find(b"\n")
    header = re.sub(b'"[^"]*"', b"", raw[: end if end >= 0 else len(raw)])
    return max(_DELIMITERS, key=header.count)
