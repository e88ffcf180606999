"""CSV and TSV, as spreadsheets write them: every field with its place, every mistake in quoting told there.

A table is its file and where each row of it begins: rows are read when they are asked for, and a file of a hundred
thousand takes little more memory than its bytes.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import overload

from pnp.data.table import MAX_FIELDS, CellGrid, TableProblems
from pnp.diagnostics import Location
from pnp.records import dataclass
from pnp.textfile import excerpt

_DELIMITERS = (b",", b";", b"\t")
_NAMES = {b",": "comma", b";": "semicolon", b"\t": "tab"}
_LINE_END = ord("\n")
_SEP_LINE = re.compile(rb"sep=([,;\t])\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row. ``start`` and ``end`` are offsets in the bytes of the file."""

    text: str
    start: int
    end: int


class CsvRows(Sequence[Sequence[str]]):
    """The rows of a file, and the places of their fields.

    ``raw`` is UTF-8 with lines that end with a line feed alone.
    """

    def __init__(self, raw: bytes, label: str) -> None:
        given = _SEP_LINE.match(raw)
        self.delimiter = given[1] if given else _delimiter(raw)
        self._raw = raw
        self._label = label
        self._mark = mark = self.delimiter.decode()
        self._fields = re.compile(f'(?:"([^"]*(?:""[^"]*)*)"[^{mark}]*|([^{mark}]*))({mark}|\\Z)')
        """A field of a row in which no quote is wrong, and what ends it."""
        self._ends = re.compile(b"[" + self.delimiter + b"\n]")
        self._starts = array("I", [given.end() if given else 0])
        """Where each row begins; behind the last one, where a next one would."""

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, index: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        at = index if index >= 0 else len(self) + index
        return self._row(self._starts[at], self._starts[at + 1])

    def __iter__(self) -> Iterator[Sequence[str]]:
        for start, following in pairwise(self._starts):
            yield self._row(start, following)

    def find_rows(self, problems: TableProblems) -> None:
        """Find where rows begin, and note what is wrong with their quotes; too many fields end the search."""
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
                self._wrong(problems, cell, "too-large", f"there are more than {MAX_FIELDS:,} fields", "split the file")
                return
            left -= count
            start = stop + 1
            starts.append(start)

    def place(self, row: int, column: int) -> Location:
        """The place of a field; of a row that has fewer, that of its last one."""
        *_, (cell, _) = islice(self._cells(self._starts[row]), column + 1)
        line = self._lines[row] + self._raw.count(b"\n", self._starts[row], cell.start)
        return _located(self._label, self._raw, cell, line)

    @cached_property
    def _lines(self) -> array[int]:
        """The line in which each row begins; only messages ask for it."""
        line = self._raw.count(b"\n", 0, self._starts[0]) + 1
        lines = array("I")
        for start, following in pairwise(self._starts):
            lines.append(line)
            line += self._raw.count(b"\n", start, following)
        return lines

    def _row(self, start: int, following: int) -> Sequence[str]:
        row = self._raw[start : following - 1].decode()
        if '"' not in row:
            return [text.strip() for text in row.split(self._mark)]
        texts = []
        for quoted, plain, mark in self._fields.findall(row):
            texts.append(quoted.replace('""', '"') if quoted else plain.strip())
            if not mark:
                break
        return texts

    def _cells(self, start: int, problems: TableProblems | None = None) -> Iterator[tuple[Cell, int]]:
        """The fields of the row that begins at ``start``, each with the offset of the separator or line end behind."""
        stop = start - 1
        while stop < start or (stop < len(self._raw) and self._raw[stop] != _LINE_END):
            cell, stop = self._cell(stop + 1, problems)
            yield cell, stop

    def _cell(self, start: int, problems: TableProblems | None) -> tuple[Cell, int]:
        """The field that begins at ``start``, and the offset of the separator or line end behind it."""
        raw = self._raw
        if not raw.startswith(b'"', start):
            stop = self._next(start)
            return Cell(raw[start:stop].decode().strip(), start, stop), stop
        at = start + 1
        while True:
            quote = raw.find(b'"', at)
            if quote < 0:
                cell = Cell("", start, start + 1)
                self._wrong(
                    problems, cell, "unclosed-quote", "this double quote is never closed", 'close it with another "'
                )
                return cell, len(raw)
            if not raw.startswith(b'"', quote + 1):
                break
            at = quote + 2
        stop = self._next(quote + 1)
        if raw[quote + 1 : stop].decode().strip():
            self._wrong(
                problems,
                Cell("", quote + 1, stop),
                "text-after-quote",
                f"there is text between a closing quote and the next {_NAMES[self.delimiter]}",
                'write a double quote inside quotes twice: ""',
            )
        return Cell(raw[start + 1 : quote].decode().replace('""', '"'), start, quote + 1), stop

    def _next(self, start: int) -> int:
        found = self._ends.search(self._raw, start)
        return len(self._raw) if found is None else found.start()

    def _wrong(self, problems: TableProblems | None, cell: Cell, code: str, message: str, hint: str) -> None:
        """Note a problem of ``cell``, while rows are looked for."""
        if problems is None:
            return
        # Finding a place takes time by the length of the file: not for what nobody will read.
        place = Location(self._label)
        if not problems.full:
            place = _located(self._label, self._raw, cell, self._raw.count(b"\n", 0, cell.start) + 1)
        problems.add(place, code, message, hint)


def csv_grid(raw: bytes, label: str, problems: TableProblems) -> CellGrid:
    """The fields of a CSV file in UTF-8: comma, semicolon or tab, whichever its first row uses most, or ``sep=``
    names."""
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    rows = CsvRows(raw, label)
    rows.find_rows(problems)
    return CellGrid(label, rows, rows)


def _located(label: str, raw: bytes, cell: Cell, line: int) -> Location:
    begin = raw.rfind(b"\n", 0, cell.start) + 1
    stop = raw.find(b"\n", begin)
    stop = stop if stop >= 0 else len(raw)
    source = raw[begin:stop].decode()
    column = len(raw[begin : cell.start].decode()) + 1
    end = len(raw[begin : min(cell.end, stop)].decode())
    last = min(max(end, column), max(1, len(source)))
    return Location(label, line, column, max(last + 1, column + 1), excerpt(source, column))


def _delimiter(raw: bytes) -> bytes:
    """The separator that the header row uses most, outside quotes."""
    end = raw.find(b"\n")
    header = re.sub(b'"[^"]*"', b"", raw[: end if end >= 0 else len(raw)])
    return max(_DELIMITERS, key=header.count)
