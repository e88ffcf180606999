"""Deck of files: its cards are created from their rows when they are asked for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import accumulate
from typing import Any, overload
from unicodedata import normalize

from pnp.data.table import LIKE_CARD, ColumnContent, Kind, Table, TableProblems, folded, is_like_card, value_in
from pnp.definition.decks.cards import default_id
from pnp.definition.keys.common import check_card_id
from pnp.definition.tables import bad_character
from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, for_language, language_tag, translated
from pnp.records import dataclass
from pnp.toml.findings import nearest

_MOST_IN_MEMORY = 2_000
"""Most cards of a deck that is kept in memory: templates may look for a card in it for every face."""


@dataclass(frozen=True, slots=True)
class DeckFile:
    """File of a deck: its table, its problems, and the column numbers by the deck's column names."""

    table: Table
    problems: TableProblems
    columns: Mapping[str, int]

    def place(self, row: int, column: str | None) -> Location:
        """Return the location of a cell; without a column, or if the file lacks it, that of the row."""
        return self.table.places.place(row, self.columns.get(str(column), 0))


@dataclass(frozen=True, slots=True)
class TextColumns:
    """Columns that make one text: by language, and the one with its reading."""

    by_language: Mapping[Language, str]
    ruby: str | None


@dataclass(frozen=True, slots=True)
class DeckColumns:
    """Columns of a deck: plain ones with their kind, texts of several, and the locations of odd texts.

    An odd text is the first one that prevents a column of numbers.
    """

    plain: Mapping[str, Kind]
    texts: Mapping[str, TextColumns]
    odd: Mapping[str, Location]


@dataclass(frozen=True, slots=True)
class RowOrigin:
    """Row of a file that a card comes from."""

    part: DeckFile
    row: int
    shape: DeckColumns

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """Return the location of a field in ``language``, or in the first language of the file.

        Without a name, return that of the row.
        """
        texts = self.shape.texts.get(str(name))
        if texts is None:
            return self.part.place(self.row, name)
        column = for_language(texts.by_language, str(language)) or next(iter(texts.by_language.values()))
        return self.part.place(self.row, column)

    def header(self, name: str) -> Location:
        """Return the location of the head of a column, or of the first column of a text."""
        texts = self.shape.texts.get(name)
        return self.part.place(-1, name if texts is None else next(iter(texts.by_language.values())))

    def odd(self, name: str) -> Location | None:
        """Return the location of the cell that turns a column of numbers into one of texts."""
        return self.shape.odd.get(name)

    def lacking(self, name: str) -> Diagnostic | None:
        """Return the error that the file lacks the column of a field; None if it has it."""
        texts, columns = self.shape.texts.get(name), self.part.columns
        if not columns.keys().isdisjoint((name,) if texts is None else texts.by_language.values()):
            return None
        spellings = {normalize("NFKC", column): column for column in columns if column not in _CARD_COLUMNS}
        near = nearest(name, spellings)
        if near is not None:
            hint = f"write {name} for {spellings[near]}"
        elif is_like_card(self.part.table.columns):
            hint = LIKE_CARD
        else:
            hint = f"call the column of this file {name!r}, or add it"
        place = self.part.place(-1, None if near is None else spellings[near])
        message = f"this file has no column {name!r}, which another file of the deck has"
        return Diagnostic("missing-column", message, place, hint)


class FileDeck(Sequence[Item]):
    """Cards of files in print order, each created when it is asked for.

    ``copies`` has the copies of every row of all ``parts``; ``order`` the numbers of the rows that are cards of the
    deck; ``stand_ins`` the cards that take the places of rows, by the numbers of these.
    """

    def __init__(
        self,
        parts: Sequence[DeckFile],
        shape: DeckColumns,
        copies: Sequence[int],
        order: Sequence[int] | None = None,
        stand_ins: Mapping[int, Item] | None = None,
    ) -> None:
        self._shape = shape
        self._copies = copies
        self._stand_ins = stand_ins or {}
        self._order = range(len(copies)) if order is None else order
        self._whole = order is None
        self._parts = [(part, _FieldReader(part, shape)) for part in parts]
        self._starts = [0, *accumulate(len(part.table.rows) for part in parts)]

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        if isinstance(index, slice):
            return tuple(map(self._item, self._order[index]))
        return self._item(self._order[index])

    def __iter__(self) -> Iterator[Item]:
        if self._whole:
            numbers = iter(self._order)
            for part, reader in self._parts:
                for row, cells in enumerate(part.table.rows):
                    yield self._make_item(next(numbers), part, reader, row, cells)
        else:
            yield from map(self._item, self._order)

    @property
    def total(self) -> int:
        """Number of cards with all copies."""
        return sum(self._copies[number] for number in self._order)

    def pick(self, indexes: Iterable[int]) -> FileDeck:
        """Return the deck of the cards at these indexes, in this order, without those of no copies."""
        numbers = map(self._order.__getitem__, indexes)
        order = array("I", (number for number in numbers if self._copies[number]))
        parts = [part for part, _ in self._parts]
        is_whole = len(order) == len(self._copies) and all(map(int.__eq__, order, range(len(order))))
        return FileDeck(parts, self._shape, self._copies, None if is_whole else order, self._stand_ins)

    @property
    def columns(self) -> frozenset[str]:
        """Names of the fields of every card."""
        return frozenset((*self._shape.plain, *self._shape.texts))

    def broken_rows(self) -> Iterator[tuple[int, str, RowOrigin]]:
        """Yield the number, the id and the origin of each row with problems."""
        for start, (part, reader) in zip(self._starts, self._parts, strict=False):
            for row in sorted(part.problems.broken_rows):
                name = reader.id_of(part.table.rows[row]) or default_id(start + row + 1, len(self._copies))
                yield start + row, name, RowOrigin(part, row, self._shape)

    def with_stand_ins(self, cards: Mapping[int, Item | None]) -> FileDeck:
        """Return the deck with ``cards`` in the places of rows, by their numbers; without the rows of None."""
        copies, stand_ins = array("H", self._copies), {number: card for number, card in cards.items() if card}
        for number, card in stand_ins.items():
            copies[number] = card.copies
        order = array("I", (number for number in self._order if cards.get(number, True) is not None))
        return FileDeck([part for part, _ in self._parts], self._shape, copies, order, stand_ins)

    def in_memory(self) -> Sequence[Item]:
        """Return the cards in the form that is read fastest: as a tuple if they are few."""
        return tuple(self) if len(self) <= _MOST_IN_MEMORY else self

    def _item(self, number: int) -> Item:
        index = 0 if len(self._parts) == 1 else bisect_right(self._starts, number) - 1
        part, reader = self._parts[index]
        row = number - self._starts[index]
        return self._make_item(number, part, reader, row, part.table.rows[row])

    def _make_item(self, number: int, part: DeckFile, reader: _FieldReader, row: int, cells: Sequence[str]) -> Item:
        if number in self._stand_ins:
            return self._stand_ins[number]
        name, fields = reader.read(cells)
        name = name or default_id(number + 1, len(self._copies))
        return Item(name, fields, self._copies[number], None, RowOrigin(part, row, self._shape))


class _FieldReader:
    """Reader of card fields from the rows of a file."""

    __slots__ = ("_converted", "_id", "_plain", "_texts")

    def __init__(self, part: DeckFile, shape: DeckColumns) -> None:
        def index(name: str | None) -> int | None:
            return None if name is None else part.columns.get(name)

        self._id = index("id")
        self._plain = [(name, index(name)) for name in shape.plain]
        self._converted = [
            (name, kind) for name, kind in shape.plain.items() if kind != "text" and name in part.columns
        ]
        self._texts = [
            (base, [(language, index(name)) for language, name in text.by_language.items()], index(text.ruby))
            for base, text in shape.texts.items()
        ]

    def id_of(self, cells: Sequence[str]) -> str:
        """Return the id in a row, or ""."""
        return "" if self._id is None else cells[self._id]

    def read(self, cells: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """Return the id in a row, or "", and its fields."""
        fields: dict[str, Any] = {name: "" if index is None else cells[index] for name, index in self._plain}
        for name, kind in self._converted:
            fields[name] = value_in(kind, fields[name])
        for base, columns, ruby in self._texts:
            wordings = {language: "" if index is None else cells[index] for language, index in columns}
            fields[base] = translated(wordings, None if ruby is None else cells[ruby] or None)
        return self.id_of(cells), fields


# Reading rows: a row is a card, ``id`` and ``copies`` are columns of their own, and ``name.en`` with ``name.ja`` make
# one text.

_CARD_COLUMNS = ("id", "copies")
_NEAR = 0.8
"""Least likeness of a misspelt column to the right one, from 0 to 1."""
_RUBY = "ruby"
_CHUNK = 500
"""Rows that are checked together."""
_BAD_CHARACTER = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that ``bad_character`` finds."""
_SHEET_ERRORS = frozenset(
    (
        *("#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"),
        *("#BEZUG!", "#WERT!", "#NV", "#ZAHL!", "#NOM?", "#VALEUR!", "#NOMBRE!"),
        *(f"Err:{code}" for code in range(501, 540)),
    )
)
"""What spreadsheets show, and save as CSV, for a formula that fails: in English, German and French, and LibreOffice."""


def make_deck_files(tables: Sequence[tuple[Table, TableProblems]]) -> list[DeckFile]:
    """Return the files of a deck, with one name for each column.

    Capitals and blanks make no difference between files. ``ID`` and ``Copies`` are ``id`` and ``copies``.
    """
    name_by_folded: dict[str, str] = {name: name for name in _CARD_COLUMNS}
    parts = []
    for table, problems in tables:
        written_names = set(table.columns)
        columns: dict[str, int] = {}
        for index, written in enumerate(table.columns):
            shared = name_by_folded.get(folded(written), written)
            name = written if shared != written and (shared in written_names or shared in columns) else shared
            columns.setdefault(name, index)
            name_by_folded.setdefault(folded(written), name)
        parts.append(DeckFile(table, problems, columns))
    return parts


def make_deck(parts: Sequence[DeckFile]) -> FileDeck:
    """Return all cards of a deck's files in order, those of no copies included. Problems are noted.

    A column that a file lacks is empty for its cards.
    """
    names = list(dict.fromkeys(name for part in parts for name in part.columns))
    texts = dict(_texts(parts, names))
    text_columns = {column for text in texts.values() for column in (*text.by_language.values(), text.ruby)}
    columns = {name: ColumnContent() for name in names if name not in _CARD_COLUMNS and name not in text_columns}
    summary = _DeckSummary(sum(len(part.table.rows) for part in parts), "id" in names)
    for part in parts:
        for rows in _chunks(part):
            cells = list(zip(*rows, strict=True))
            for name, column in columns.items():
                index = part.columns.get(name)
                column.take([""] * len(rows) if index is None else cells[index])
            summary.take(part, cells, len(rows))
    odd = {name: _place(parts, column.odd, name) for name, column in columns.items() if column.odd is not None}
    if not summary.sound:
        _check_rows(parts)
    return FileDeck(
        parts, DeckColumns({name: column.kind for name, column in columns.items()}, texts, odd), summary.copies
    )


def _chunks(part: DeckFile) -> Iterator[Sequence[Sequence[str]]]:
    """Yield the rows of a file in chunks that are checked together. Broken rows are empty."""
    broken, blank = part.problems.broken_rows, [""] * len(part.table.columns)
    for start in range(0, len(part.table.rows), _CHUNK):
        rows = part.table.rows[start : start + _CHUNK]
        yield [blank if row in broken else cells for row, cells in enumerate(rows, start)] if broken else rows


class _DeckSummary:
    """Summary of a deck's rows by chunks: the copies, and True if every row is surely right."""

    def __init__(self, total: int, has_ids: bool) -> None:
        self.copies = array("H")
        self._total = total
        self._has_ids = has_ids
        self._rows_right = True
        self._names = array("q")
        """Hash of each card name: equal names have equal hashes."""

    def take(self, part: DeckFile, cells: Sequence[Sequence[str]], count: int) -> None:
        """Take ``count`` rows of a file, whose columns are ``cells``."""
        ids, copies = (cells[part.columns[name]] if name in part.columns else ("",) * count for name in _CARD_COLUMNS)
        first = len(self.copies) + 1
        self._rows_right = (
            self._rows_right
            and all(_read_copies(text) is not None for text in set(copies))
            and all(_id_error(text) is None for text in ids if text)
            and all(_BAD_CHARACTER.search("".join(column)) is None for column in cells)
            and all(map(_SHEET_ERRORS.isdisjoint, cells))
            and not any(head in column for head, column in zip(part.table.columns[:1], cells, strict=False))
        )
        self.copies.extend(_read_copies(text) or 0 for text in copies)
        if self._has_ids:
            names = (text or default_id(first + row, self._total) for row, text in enumerate(ids))
            self._names.extend(hash(name.casefold()) for name in names)

    @property
    def sound(self) -> bool:
        """True if every row is right; otherwise each row has to be checked."""
        return self._rows_right and len(set(self._names)) == len(self._names)


def _check_rows(parts: Sequence[DeckFile]) -> None:
    """Note the problems of single rows, card by card."""
    total = sum(len(part.table.rows) for part in parts)
    row_by_name: dict[str, tuple[int, DeckFile, int]] = {}
    broken = [frozenset(part.problems.broken_rows) for part in parts]
    number = 0
    for part, broken_rows in zip(parts, broken, strict=True):
        id_column, copies_column = part.columns.get("id"), part.columns.get("copies")
        heads = [*part.table.columns]
        for row, cells in enumerate(part.table.rows):
            number += 1
            if row in broken_rows:
                continue
            if cells[0] == heads[0] and len(heads) > 1 and [*cells[: len(heads)]] == heads:
                message, hint = "this row has the names of the columns once more", "delete it"
                part.problems.add(partial(part.table.places.place, row, 0), "second-header", message, hint, row)
                continue
            _check_texts(part, row, cells)
            card_id = "" if id_column is None else cells[id_column]
            _check_id(part, row, card_id)
            _check_unique(part, row, card_id or default_id(number, total), row_by_name, number)
            _check_copies(part, row, "" if copies_column is None else cells[copies_column])


def _place(parts: Sequence[DeckFile], number: int, name: str) -> Location:
    """Return the location of a cell by the card's number in the whole deck."""
    for part in parts:
        if number < len(part.table.rows):
            return part.place(number, name)
        number -= len(part.table.rows)
    raise IndexError(number)


def _texts(parts: Sequence[DeckFile], names: Sequence[str]) -> Iterator[tuple[str, TextColumns]]:
    """Yield the texts that are made from several columns, ``name.en`` beside ``name.ja``. Missing ones are noted.

    A single such column makes a text only if its language is shipped, or other texts have it: ``card.no`` is a number.
    """
    columns_by_base: dict[str, dict[Language, str]] = {}
    for name in names:
        base, _, last = name.rpartition(".")
        tag = language_tag(last)
        if base and tag is not None:
            columns_by_base.setdefault(base, {})[tag] = name
    noted: set[str] = set()
    used_tags = {*LANGUAGES, *(tag for columns in columns_by_base.values() if len(columns) > 1 for tag in columns)}
    for base, columns in columns_by_base.items():
        part = next(part for part in parts if any(name in part.columns for name in columns.values()))
        if len(columns) == 1:
            ((tag, column),) = columns.items()
            if tag not in used_tags:
                continue
            odd = next((name for name in names if name.rpartition(".")[0] == base and name != column), None)
            if odd is not None:
                wanted = sorted(used_tags - {*columns})
                near = nearest(odd.rpartition(".")[2], wanted) or (wanted[0] if len(wanted) == 1 else None)
                hint = f"did you mean {f'{base}.{near}'!r}?" if near else f"write the tag of a language: {base}.de"
                part.problems.add(part.place(-1, odd), "no-language", f"{odd!r} names no language", hint)
                continue
            if column not in noted:
                noted |= _note_single(part, tag, column, columns_by_base, names)
        if base in names:
            for column in columns.values():
                message = f"there is a column {base!r} and a column {column!r}"
                hint = f"keep {base!r}, or one column per language"
                part.problems.add(part.place(-1, column), "duplicate-header", message, hint)
        ruby = f"{base}.{_RUBY}"
        yield base, TextColumns(columns, ruby if ruby in names and "ja" in columns else None)


def _note_single(
    part: DeckFile,
    tag: Language,
    column: str,
    columns_by_base: Mapping[str, Mapping[Language, str]],
    names: Sequence[str],
) -> set[str]:
    """Note that the text ``column`` is in the language ``tag`` alone. The other languages of the deck may be in columns
    with a misspelt name. Return the columns that this message is about."""
    base = column.rpartition(".")[0]
    others = dict.fromkeys(other for columns in columns_by_base.values() for other in columns if other != tag)
    wanted = [f"{base}.{other}" for other in (*others, *LANGUAGES) if other != tag]
    complete = {name for columns in columns_by_base.values() if len(columns) > 1 for name in columns.values()}
    candidates = [name for name in names if name != column and name not in complete and name not in _CARD_COLUMNS]
    alike = [(name, near) for name in wanted if (near := nearest(name, candidates, _NEAR)) is not None]
    if not alike:
        message = f"a column {wanted[0]!r} is missing beside {column!r}"
        part.problems.add(part.place(-1, column), "missing-column", message, f"add it, or call this one {base!r}")
        return {column}
    missing, near = alike[0]
    other_base, _, last = near.rpartition(".")
    if other_base and language_tag(last) == missing.rpartition(".")[2]:
        message = f"{column!r} and {near!r} are no text in two languages"
        hint = f"write the same name before the dot: {f'{other_base}.{tag}'!r}, or {missing!r}"
        part.problems.add(part.place(-1, column), "missing-column", message, hint)
    else:
        message = f"a column {missing!r} is missing beside {column!r}, and there is {near!r}"
        part.problems.add(part.place(-1, near), "missing-column", message, f"did you mean {missing!r}?")
    return {column, near}


def _check_texts(part: DeckFile, row: int, cells: Sequence[str]) -> None:
    for column, text in enumerate(cells):
        character = None if text.isprintable() else bad_character(text)
        if character is not None:
            message = f"this text holds the control character {character[1]}"
            place = partial(part.table.places.place, row, column)
            part.problems.add(place, "control-character", message, "remove it", row)
        if text in _SHEET_ERRORS:
            place = partial(part.table.places.place, row, column)
            part.problems.add(place, "error-in-cell", "this cell shows an error", "mend its formula", row)


def _check_unique(
    part: DeckFile, row: int, name: str, row_by_name: dict[str, tuple[int, DeckFile, int]], number: int
) -> None:
    first, first_part, first_row = row_by_name.setdefault(name.casefold(), (number, part, row))
    if first != number:
        first_part.problems.broken_rows.add(first_row)
        message = f"cards {first} and {number} are both called {name!r}"
        hint = "give each card its own id; capital letters make no difference"
        part.problems.add(partial(part.place, row, "id"), "duplicate-id", message, hint, row)


def _check_id(part: DeckFile, row: int, text: str) -> None:
    error = _id_error(text) if text else None
    if error is not None:
        message, _, hint = error.rpartition(": ")
        part.problems.add(partial(part.place, row, "id"), "bad-card-id", message, hint, row)


def _id_error(text: str) -> str | None:
    try:
        check_card_id(text)
    except ValueError as error:
        return str(error)
    return None


def _check_copies(part: DeckFile, row: int, text: str) -> None:
    if _read_copies(text) is None:
        message = f"{text!r} is not a number of copies"
        hint = "write a whole number from 0 to 999"
        part.problems.add(partial(part.place, row, "copies"), "bad-copies", message, hint, row)


def _read_copies(text: str) -> int | None:
    """Return the copies in a cell: 1 if it is empty, None if it is no valid number."""
    if not text:
        return 1
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= 999 else None


def oddities(parts: Sequence[DeckFile]) -> Iterator[Diagnostic]:
    """Yield the oddities of a deck's files that are no errors."""
    for part in parts:
        yield from part.table.notes
    for place in filter(None, map(_empty_copies, parts)):
        message = "this cell of copies is empty, which makes one card, and most others say how many"
        yield Diagnostic("empty-copies", message, place, "write 1, or how many there are", severity="warning")
    for part, name, meant in _unlike_columns(parts):
        message = f"the column {name!r} is called {meant!r} in {parts[0].table.label}"
        hint = "call both the same, or leave it: the cards of each file lack the other's column"
        yield Diagnostic("unlike-columns", message, part.place(-1, name), hint, severity="warning")


def _unlike_columns(parts: Sequence[DeckFile]) -> Iterator[tuple[DeckFile, str, str]]:
    """Yield columns of one file that are spelled much like one of the first file that it lacks."""
    for part in parts[1:]:
        first = parts[0]
        missing = [name for name in first.columns if name not in part.columns]
        for name in part.columns:
            close = get_close_matches(name, missing, 1, _NEAR) if name not in first.columns else []
            if close:
                yield part, name, close[0]


_FEWEST_COPIES = 4
"""Fewest rows of a file in which one row without its copies is told."""


def _empty_copies(part: DeckFile) -> Location | None:
    """Return the location of the first empty cell of copies in a file, if that looks like an oversight.

    It does if most other cells say how many, and one of them says 1; or if it is the only empty one of four or more.
    """
    index = part.columns.get("copies")
    if index is None:
        return None
    cells = [cells[index] for cells in part.table.rows]
    empty = cells.count("")
    is_exception = (2 * empty < len(cells) and "1" in cells) or (empty == 1 and len(cells) >= _FEWEST_COPIES)
    return part.place(cells.index(""), "copies") if empty and is_exception else None
