"""Cards from tables of files: a row is a card, ``id`` and ``copies`` are columns of their own, and ``name.en`` with
``name.ja`` make one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.data.columns import column_of
from pnp.data.table import Problems, Table, folded
from pnp.definition.cards import numbered
from pnp.definition.common import check_card_id
from pnp.definition.findings import listed
from pnp.definition.plain import bad_character
from pnp.diagnostics import Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, language_tag, of_language, translated
from pnp.records import dataclass

_OWN = ("id", "copies")
_RUBY = "ruby"


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a deck: its table, what is wrong with it, and which of its columns holds which of the deck's."""

    table: Table
    problems: Problems
    columns: Mapping[str, int]

    def place(self, row: int, column: str | None) -> Location:
        """Where a cell stands; without a column, or where the file lacks it, where the row begins."""
        return self.table.places.place(row, self.columns.get(str(column), 0))


@dataclass(frozen=True, slots=True)
class _Texts:
    """The columns that make one text: by language, and the one that says how it is read."""

    by_language: Mapping[Language, str]
    ruby: str | None


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the columns of a deck are: plain ones, texts of several, and which keep from being numbers, and where."""

    plain: Sequence[str]
    texts: Mapping[str, _Texts]
    odd: Mapping[str, Location]


@dataclass(frozen=True, slots=True)
class RowOrigin:
    """The row of a file that a card comes from."""

    part: Part
    row: int
    shape: _Shape

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """The cell of a field, in the language given or the first that the file has; the row's first cell without."""
        texts = self.shape.texts.get(str(name))
        if texts is None:
            return self.part.place(self.row, name)
        column = of_language(texts.by_language, str(language)) or next(iter(texts.by_language.values()))
        return self.part.place(self.row, column)

    def odd(self, name: str) -> Location | None:
        """The cell that makes a column of numbers one of texts."""
        return self.shape.odd.get(name)


def parts_of(tables: Sequence[tuple[Table, Problems]]) -> list[Part]:
    """The files of a deck, their columns under one name each: capitals and blanks make no difference between files.

    ``ID`` and ``Copies`` are ``id`` and ``copies``.
    """
    known: dict[str, str] = {name: name for name in _OWN}
    parts = []
    for table, problems in tables:
        own = set(table.columns)
        columns: dict[str, int] = {}
        for index, written in enumerate(table.columns):
            alike = known.get(folded(written), written)
            name = written if alike != written and (alike in own or alike in columns) else alike
            columns.setdefault(name, index)
            known.setdefault(folded(written), name)
        parts.append(Part(table, problems, columns))
    return parts


def items_of(parts: Sequence[Part]) -> list[Item]:
    """All cards of a deck's files, one after the other, those with no copies among them; what is wrong is noted.

    A column that a file lacks is empty for its cards.
    """
    names = list(dict.fromkeys(name for part in parts for name in part.columns))
    texts = dict(_texts(parts, names))
    taken = {column for one in texts.values() for column in (*one.by_language.values(), one.ruby)}
    plain = [name for name in names if name not in _OWN and name not in taken]
    columns: dict[str, Sequence[Any]] = {}
    odd: dict[str, Location] = {}
    for name in names:
        written = [cell for part in parts for cell in _cells(part, name)]
        found = column_of(written) if name in plain else None
        columns[name] = written if found is None else found.values
        if found is not None and found.odd is not None:
            odd[name] = _place(parts, found.odd, name)
    shape = _Shape(plain, texts, odd)
    total = sum(len(part.table.rows) for part in parts)
    items: list[Item] = []
    seen: dict[str, int] = {}
    for part in parts:
        for row in range(len(part.table.rows)):
            number = len(items)
            _check_characters(part, row)
            said = columns["id"][number] if "id" in columns else ""
            name = _id(part, row, said) or numbered(number + 1, total)
            _check_unique(part, row, name, seen, number)
            copies = _copies(part, row, columns["copies"][number] if "copies" in columns else "")
            items.append(Item(name, _fields(shape, columns, number), copies, origin=RowOrigin(part, row, shape)))
    return items


def _cells(part: Part, name: str) -> list[str]:
    index = part.columns.get(name)
    return [""] * len(part.table.rows) if index is None else [row[index] for row in part.table.rows]


def _place(parts: Sequence[Part], number: int, name: str) -> Location:
    """The place of a cell by the card's number in the whole deck."""
    for part in parts:
        if number < len(part.table.rows):
            return part.place(number, name)
        number -= len(part.table.rows)
    raise IndexError(number)


def _texts(parts: Sequence[Part], names: Sequence[str]) -> Iterator[tuple[str, _Texts]]:
    """The texts that are made of several columns, ``name.en`` beside ``name.ja``; what they lack is noted.

    A single such column is one only where its language is shipped, or others have it: ``card.no`` is a number.
    """
    found: dict[str, dict[Language, str]] = {}
    for name in names:
        base, _, last = name.rpartition(".")
        tag = language_tag(last)
        if base and tag is not None:
            found.setdefault(base, {})[tag] = name
    usual = {*LANGUAGES, *(tag for columns in found.values() if len(columns) > 1 for tag in columns)}
    for base, columns in found.items():
        part = next(part for part in parts if any(name in part.columns for name in columns.values()))
        if len(columns) == 1:
            ((tag, column),) = columns.items()
            if tag not in usual:
                continue
            lacking = next((one for one in ("en", "ja", *sorted(usual)) if one != tag and one in usual), "ja")
            message = f"a column {f'{base}.{lacking}'!r} is missing beside {column!r}"
            part.problems.add(part.place(-1, column), "missing-column", message, f"add it, or call this one {base!r}")
        if base in names:
            for column in columns.values():
                message = f"there is a column {base!r} and a column {column!r}"
                hint = f"keep {base!r}, or one column per language"
                part.problems.add(part.place(-1, column), "duplicate-header", message, hint)
        ruby = f"{base}.{_RUBY}"
        yield base, _Texts(columns, ruby if ruby in names and "ja" in columns else None)


def _fields(shape: _Shape, columns: Mapping[str, Sequence[Any]], number: int) -> dict[str, Any]:
    fields = {name: columns[name][number] for name in shape.plain}
    for base, texts in shape.texts.items():
        wordings = {language: columns[name][number] for language, name in texts.by_language.items()}
        ruby = None if texts.ruby is None else columns[texts.ruby][number] or None
        fields[base] = translated(wordings, ruby)
    return fields


def _check_characters(part: Part, row: int) -> None:
    for column, text in enumerate(part.table.rows[row]):
        bad = None if text.isprintable() else bad_character(text)
        if bad is not None:
            message = f"this text holds the control character {bad[1]}"
            part.problems.add(part.table.places.place(row, column), "control-character", message, "remove it")


def _check_unique(part: Part, row: int, name: str, seen: dict[str, int], number: int) -> None:
    first = seen.setdefault(name.casefold(), number)
    if first != number:
        message = f"cards {first + 1} and {number + 1} are both called {name!r}"
        hint = "give each card its own id; capital letters make no difference"
        part.problems.add(part.place(row, "id"), "duplicate-id", message, hint)


def _id(part: Part, row: int, text: str) -> str:
    if text:
        try:
            check_card_id(text)
        except ValueError as error:
            message, _, hint = str(error).rpartition(": ")
            part.problems.add(part.place(row, "id"), "bad-card-id", message, hint)
    return text


def _copies(part: Part, row: int, text: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= 999):
        message = f"{text!r} is not a number of copies"
        part.problems.add(part.place(row, "copies"), "bad-copies", message, "write a whole number from 0 to 999")
        return 1
    return int(text)


def unlike_columns(parts: Sequence[Part]) -> Iterator[tuple[Part, str, str]]:
    """Columns that one file alone has and that are spelled much like one that it lacks and the first file has."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a list of files

    for part in parts[1:]:
        first = parts[0]
        missing = [name for name in first.columns if name not in part.columns]
        for name in part.columns:
            close = get_close_matches(name, missing, 1, 0.8) if name not in first.columns else []
            if close:
                yield part, name, close[0]


def listed_columns(fields: Mapping[str, Any]) -> str:
    """The columns of a card in a sentence."""
    return listed([repr(name) for name in fields], "and")
