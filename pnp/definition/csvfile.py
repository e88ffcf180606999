"""Cards from a CSV file, as spreadsheets write it: a header row, then one card per row. Every message has its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.definition.cards import MAX_CARDS, numbered, size_problem
from pnp.definition.common import check_card_id
from pnp.definition.findings import Findings
from pnp.definition.plain import bad_character
from pnp.definition.textfile import excerpt, read_text
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Translated

_DELIMITERS = ",;\t"
_NAMES = {",": "comma", ";": "semicolon", "\t": "tab"}
_SEP_LINE = re.compile(r"sep=([,;\t])\n")
_RUBY = ".ruby"
_OF_LANGUAGE = re.compile(rf"(.+)\.({'|'.join(LANGUAGES)})")


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row. ``start`` and ``end`` are offsets in the text of the file."""

    text: str
    start: int
    end: int


class _Sheet:
    """The text of a CSV file with what was found wrong in it."""

    def __init__(self, text: str, label: str) -> None:
        self.text = text
        self.label = label
        self.findings = Findings()

    def wrong(self, cell: Cell, code: str, message: str, hint: str | None = None) -> None:
        """Note a problem of ``cell``."""
        self.findings.add(0, Diagnostic(code, message, self._place(cell), hint))

    def _place(self, cell: Cell) -> Location:
        line = self.text.count("\n", 0, cell.start) + 1
        begin = self.text.rfind("\n", 0, cell.start) + 1
        stop = self.text.find("\n", begin)
        source = self.text[begin : stop if stop >= 0 else len(self.text)]
        last = min(max(cell.end, cell.start + 1), begin + max(1, len(source)))
        column = cell.start - begin + 1
        return Location(self.label, line, column, max(last - begin + 1, column + 1), excerpt(source, column))


def read_csv(path: Path, label: str) -> tuple[Item, ...]:
    """The cards of a CSV file (UTF-8, with or without a byte order mark; comma, semicolon or tab).

    ``copies`` and ``id`` are columns of their own, and optional; ``name.en`` and ``name.ja`` make one text ``name``.
    Raises DefinitionError with every problem found, at ``label:LINE:COL``.
    """
    text = read_text(path, label, bom=True).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise DefinitionError(
            Diagnostic("empty-file", "the file is empty", Location(label), "write a header row, then one card per row")
        )
    sheet = _Sheet(text, label)
    rows = [row for row in _rows(sheet) if any(cell.text for cell in row)]
    if rows and not len(sheet.findings):
        items = _items(sheet, rows)
        sheet.findings.raise_if_any()
        return items
    sheet.findings.raise_if_any()
    raise DefinitionError(Diagnostic("empty-file", "the file has no cells", Location(label), "write a header row"))


def _items(sheet: _Sheet, rows: list[list[Cell]]) -> tuple[Item, ...]:
    columns = _columns(sheet, rows[0])
    header, body = rows[0], rows[1:]
    if not body:
        sheet.wrong(header[0], "no-cards", "there is a header row, but no card below it", "write one card per row")
    if len(body) > MAX_CARDS:
        sheet.wrong(body[MAX_CARDS][0], "too-many-cards", f"a deck has at most {MAX_CARDS} cards", "split the file")
        return ()
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(body, 1):
        if len(row) != len(header):
            sheet.wrong(
                row[min(len(row), len(header) + 1) - 1],
                "wrong-number-of-fields",
                f"this row has {len(row)} fields, the header has {len(header)}",
                "put a text that holds the separator in double quotes",
            )
            continue
        item = _item(sheet, dict(zip(columns, row, strict=True)), numbered(number, len(body)))
        first = seen.setdefault(item.id.casefold(), number)
        if first != number:
            cell = row[columns.index("id")] if "id" in columns else row[0]
            sheet.wrong(
                cell,
                "duplicate-id",
                f"cards {first} and {number} are both called {item.id!r}",
                "give each card its own id; capital letters make no difference",
            )
        items.append(item)
    printed = tuple(item for item in items if item.copies)
    problem = size_problem(printed)
    if problem is not None and not len(sheet.findings):
        code, message, hint = problem
        sheet.wrong(header[0], code, message, hint)
    return printed


def _columns(sheet: _Sheet, header: list[Cell]) -> list[str]:
    names: list[str] = []
    for cell in header:
        if not cell.text:
            sheet.wrong(cell, "empty-header", "this column has no name", "name it, or delete the column")
        elif cell.text in names:
            sheet.wrong(cell, "duplicate-header", f"two columns are called {cell.text!r}", "give each its own name")
        names.append(cell.text)
    for cell in header:
        match = _OF_LANGUAGE.fullmatch(cell.text)
        if match is None:
            continue
        base = match[1]
        lacking = [f"{base}.{language}" for language in LANGUAGES if f"{base}.{language}" not in names]
        if base in names:
            sheet.wrong(
                cell,
                "duplicate-header",
                f"there is a column {base!r} and a column {cell.text!r}",
                f"keep {base!r}, or one column per language",
            )
        elif lacking:
            sheet.wrong(
                cell,
                "missing-column",
                f"a column {lacking[0]!r} is missing beside {cell.text!r}",
                f"add it, or call this one {base!r}",
            )
    return names


def _item(sheet: _Sheet, row: Mapping[str, Cell], number: str) -> Item:
    for cell in row.values():
        bad = bad_character(cell.text)
        if bad is not None:
            sheet.wrong(cell, "control-character", f"this text holds the control character {bad[1]}", "remove it")
    fields: dict[str, str | Translated] = {}
    for name, cell in row.items():
        match = _OF_LANGUAGE.fullmatch(name)
        if match is not None:
            words = [row[f"{match[1]}.{language}"].text for language in LANGUAGES if f"{match[1]}.{language}" in row]
            ruby = row.get(f"{match[1]}{_RUBY}")
            fields[match[1]] = Translated(words[0], words[-1], (ruby.text or None) if ruby else None)
        elif name not in ("id", "copies") and not _is_reading(name, row):
            fields[name] = cell.text
    return Item(_id(sheet, row.get("id"), number), fields, _copies(sheet, row.get("copies")))


def _is_reading(name: str, row: Mapping[str, Cell]) -> bool:
    """Whether a column holds how the Japanese wording beside it is read."""
    return name.endswith(_RUBY) and f"{name.removesuffix(_RUBY)}.ja" in row


def _id(sheet: _Sheet, cell: Cell | None, number: str) -> str:
    if cell is None or not cell.text:
        return number
    try:
        check_card_id(cell.text)
    except ValueError as error:
        message, _, hint = str(error).rpartition(": ")
        sheet.wrong(cell, "bad-card-id", message, hint)
    return cell.text


def _copies(sheet: _Sheet, cell: Cell | None) -> int:
    if cell is None or not cell.text:
        return 1
    text = cell.text
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= 999):
        sheet.wrong(cell, "bad-copies", f"{text!r} is not a number of copies", "write a whole number from 0 to 999")
        return 1
    return int(text)


def _rows(sheet: _Sheet) -> Iterator[list[Cell]]:
    text, start = sheet.text, 0
    given = _SEP_LINE.match(text)
    delimiter = given[1] if given else _delimiter(text)
    start = given.end() if given else 0
    row: list[Cell] = []
    while start <= len(text):
        cell, stop = _cell(sheet, start, delimiter)
        row.append(cell)
        if stop >= len(text) or text[stop] == "\n":
            yield row
            row = []
        start = stop + 1


def _cell(sheet: _Sheet, start: int, delimiter: str) -> tuple[Cell, int]:
    """The field that begins at ``start``, and the offset of the separator or line end behind it."""
    text = sheet.text
    if not text.startswith('"', start):
        stop = _next(text, start, delimiter)
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
    stop = _next(text, quote + 1, delimiter)
    if text[quote + 1 : stop].strip():
        sheet.wrong(
            Cell("", quote + 1, stop),
            "text-after-quote",
            f"there is text between a closing quote and the next {_NAMES[delimiter]}",
            'write a double quote inside quotes twice: ""',
        )
    return Cell(text[start + 1 : quote].replace('""', '"'), start, quote + 1), stop


def _next(text: str, start: int, delimiter: str) -> int:
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    found = text.find(delimiter, start, line_end)
    return line_end if found < 0 else found


def _delimiter(text: str) -> str:
    """The separator that the header row uses most, outside quotes."""
    header = re.sub(r'"[^"]*"', "", text.split("\n", 1)[0])
    return max(_DELIMITERS, key=header.count)
