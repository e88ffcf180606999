"""A deck of files: its cards are made of their rows when they are asked for."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import accumulate
from typing import Any, overload

from pnp.data.table import ColumnContent, Kind, Table, TableProblems, folded, value_in
from pnp.definition.decks.cards import numbered
from pnp.definition.keys.common import check_card_id
from pnp.definition.tables import bad_character
from pnp.definition.toml.findings import listed
from pnp.diagnostics import Location
from pnp.model.component import Item
from pnp.model.text import LANGUAGES, Language, language_tag, of_language, translated
from pnp.records import dataclass

_KEPT = 2_000
"""Of so few cards each is made once: templates may look for one among them for every face."""


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A file of a deck: its table, what is wrong with it, and which of its columns holds which of the deck's."""

    table: Table
    problems: TableProblems
    columns: Mapping[str, int]

    def place(self, row: int, column: str | None) -> Location:
        """Where a cell stands; without a column, or where the file lacks it, where the row begins."""
        return self.table.places.place(row, self.columns.get(str(column), 0))


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The columns that make one text: by language, and the one that says how it is read."""

    by_language: Mapping[Language, str]
    ruby: str | None


@dataclass(frozen=True, slots=True)
class DeckColumns:
    """What the columns of a deck are: plain ones with what they hold, texts of several, and which keep from being
    numbers, and where."""

    plain: Mapping[str, Kind]
    texts: Mapping[str, TextColumns]
    odd: Mapping[str, Location]


@dataclass(frozen=True, slots=True)
class RowOrigin:
    """The row of a file that a card comes from."""

    part: DeckFile
    row: int
    shape: DeckColumns

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


class FileDeck(Sequence[Item]):
    """The cards of files, in the order in which they are printed; each is made whenever it is asked for.

    ``copies`` has the copies of every row of all ``parts``; ``order`` the numbers of the rows that are cards of the
    deck.
    """

    def __init__(
        self, parts: Sequence[DeckFile], shape: DeckColumns, copies: Sequence[int], order: Sequence[int] | None = None
    ) -> None:
        self._shape = shape
        self._copies = copies
        self._order = range(len(copies)) if order is None else order
        self._whole = order is None
        self._parts = [(part, _FieldReader(part, shape)) for part in parts]
        self._begins = [0, *accumulate(len(part.table.rows) for part in parts)]

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
            for part, maker in self._parts:
                for row, cells in enumerate(part.table.rows):
                    yield self._made(next(numbers), part, maker, row, cells)
        else:
            yield from map(self._item, self._order)

    @property
    def total(self) -> int:
        """How many cards there are with all copies."""
        return sum(self._copies[number] for number in self._order)

    def picked(self, places: Iterable[int]) -> FileDeck:
        """The cards at these places of the deck, in this order, but for those with no copies."""
        numbers = map(self._order.__getitem__, places)
        order = array("I", (number for number in numbers if self._copies[number]))
        parts = [part for part, _ in self._parts]
        whole = len(order) == len(self._copies) and all(map(int.__eq__, order, range(len(order))))
        return FileDeck(parts, self._shape, self._copies, None if whole else order)

    def kept(self) -> Sequence[Item]:
        """The cards as they are asked for most quickly: made, where there are few."""
        return tuple(self) if len(self) <= _KEPT else self

    def _item(self, number: int) -> Item:
        at = 0 if len(self._parts) == 1 else bisect_right(self._begins, number) - 1
        part, maker = self._parts[at]
        row = number - self._begins[at]
        return self._made(number, part, maker, row, part.table.rows[row])

    def _made(self, number: int, part: DeckFile, maker: _FieldReader, row: int, cells: Sequence[str]) -> Item:
        name, fields = maker.made(cells)
        name = name or numbered(number + 1, len(self._copies))
        return Item(name, fields, self._copies[number], None, RowOrigin(part, row, self._shape))


class _FieldReader:
    """Makes the fields of cards of the rows of a file."""

    __slots__ = ("_changed", "_id", "_plain", "_texts")

    def __init__(self, part: DeckFile, shape: DeckColumns) -> None:
        def at(name: str | None) -> int | None:
            return None if name is None else part.columns.get(name)

        self._id = at("id")
        self._plain = [(name, at(name)) for name in shape.plain]
        self._changed = [(name, kind) for name, kind in shape.plain.items() if kind != "text" and name in part.columns]
        self._texts = [
            (base, [(language, at(name)) for language, name in one.by_language.items()], at(one.ruby))
            for base, one in shape.texts.items()
        ]

    def made(self, cells: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """The id that a row says, empty where it says none, and its fields."""
        fields: dict[str, Any] = {name: "" if at is None else cells[at] for name, at in self._plain}
        for name, kind in self._changed:
            fields[name] = value_in(kind, fields[name])
        for base, columns, ruby in self._texts:
            wordings = {language: "" if at is None else cells[at] for language, at in columns}
            fields[base] = translated(wordings, None if ruby is None else cells[ruby] or None)
        return "" if self._id is None else cells[self._id], fields


# Cards from tables of files: a row is a card, ``id`` and ``copies`` are columns of their own, and ``name.en`` with
# ``name.ja`` make one text.

_OWN = ("id", "copies")
_RUBY = "ruby"
_PIECE = 500
"""Rows that are looked through together."""
_BAD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What ``bad_character`` finds."""


def parts_of(tables: Sequence[tuple[Table, TableProblems]]) -> list[DeckFile]:
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
        parts.append(DeckFile(table, problems, columns))
    return parts


def deck_of(parts: Sequence[DeckFile]) -> FileDeck:
    """All cards of a deck's files, one after the other, those with no copies among them; what is wrong is noted.

    A column that a file lacks is empty for its cards.
    """
    names = list(dict.fromkeys(name for part in parts for name in part.columns))
    texts = dict(_texts(parts, names))
    taken = {column for one in texts.values() for column in (*one.by_language.values(), one.ruby)}
    columns = {name: ColumnContent() for name in names if name not in _OWN and name not in taken}
    looked = _DeckSummary(sum(len(part.table.rows) for part in parts), "id" in names)
    for part in parts:
        for rows in _pieces(part):
            cells = list(zip(*rows, strict=True))
            for name, column in columns.items():
                index = part.columns.get(name)
                column.take([""] * len(rows) if index is None else cells[index])
            looked.look(part, cells, len(rows))
    odd = {name: _place(parts, column.odd, name) for name, column in columns.items() if column.odd is not None}
    if not looked.sound:
        _tell(parts)
    return FileDeck(
        parts, DeckColumns({name: column.kind for name, column in columns.items()}, texts, odd), looked.copies
    )


def _pieces(part: DeckFile) -> Iterator[Sequence[Sequence[str]]]:
    """The rows of a file, so many at once as are quickly looked through together."""
    for start in range(0, len(part.table.rows), _PIECE):
        yield part.table.rows[start : start + _PIECE]


class _DeckSummary:
    """What is seen of the rows of a deck without a look at each: the copies, and whether all is surely right."""

    def __init__(self, total: int, has_ids: bool) -> None:
        self.copies = array("H")
        self._total = total
        self._has_ids = has_ids
        self._right = True
        self._names = array("q")
        """Of each name that cards are told apart by a number: two that are alike have the same."""

    def look(self, part: DeckFile, cells: Sequence[Sequence[str]], count: int) -> None:
        """Look at so many rows of a file, whose columns are ``cells``."""
        ids, copies = (cells[part.columns[name]] if name in part.columns else ("",) * count for name in _OWN)
        first = len(self.copies) + 1
        self._right = (
            self._right
            and all(_copies_said(text) is not None for text in set(copies))
            and all(_wrong_id(text) is None for text in ids if text)
            and all(_BAD.search("".join(column)) is None for column in cells)
        )
        self.copies.extend(_copies_said(text) or 0 for text in copies)
        if self._has_ids:
            names = (text or numbered(first + row, self._total) for row, text in enumerate(ids))
            self._names.extend(hash(name.casefold()) for name in names)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with any row; where something may be, each has to be looked at."""
        return self._right and len(set(self._names)) == len(self._names)


def _tell(parts: Sequence[DeckFile]) -> None:
    """Note what is wrong with single rows, card by card."""
    total = sum(len(part.table.rows) for part in parts)
    seen: dict[str, int] = {}
    number = 0
    for part in parts:
        own, copies = part.columns.get("id"), part.columns.get("copies")
        for row, cells in enumerate(part.table.rows):
            _check_characters(part, row, cells)
            said = "" if own is None else cells[own]
            _check_id(part, row, said)
            _check_unique(part, row, said or numbered(number + 1, total), seen, number)
            _check_copies(part, row, "" if copies is None else cells[copies])
            number += 1


def _place(parts: Sequence[DeckFile], number: int, name: str) -> Location:
    """The place of a cell by the card's number in the whole deck."""
    for part in parts:
        if number < len(part.table.rows):
            return part.place(number, name)
        number -= len(part.table.rows)
    raise IndexError(number)


def _texts(parts: Sequence[DeckFile], names: Sequence[str]) -> Iterator[tuple[str, TextColumns]]:
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
        yield base, TextColumns(columns, ruby if ruby in names and "ja" in columns else None)


def _check_characters(part: DeckFile, row: int, cells: Sequence[str]) -> None:
    for column, text in enumerate(cells):
        bad = None if text.isprintable() else bad_character(text)
        if bad is not None:
            message = f"this text holds the control character {bad[1]}"
            part.problems.add(partial(part.table.places.place, row, column), "control-character", message, "remove it")


def _check_unique(part: DeckFile, row: int, name: str, seen: dict[str, int], number: int) -> None:
    first = seen.setdefault(name.casefold(), number)
    if first != number:
        message = f"cards {first + 1} and {number + 1} are both called {name!r}"
        hint = "give each card its own id; capital letters make no difference"
        part.problems.add(partial(part.place, row, "id"), "duplicate-id", message, hint)


def _check_id(part: DeckFile, row: int, text: str) -> None:
    wrong = _wrong_id(text) if text else None
    if wrong is not None:
        message, _, hint = wrong.rpartition(": ")
        part.problems.add(partial(part.place, row, "id"), "bad-card-id", message, hint)


def _wrong_id(text: str) -> str | None:
    try:
        check_card_id(text)
    except ValueError as error:
        return str(error)
    return None


def _check_copies(part: DeckFile, row: int, text: str) -> None:
    if _copies_said(text) is None:
        message = f"{text!r} is not a number of copies"
        hint = "write a whole number from 0 to 999"
        part.problems.add(partial(part.place, row, "copies"), "bad-copies", message, hint)


def _copies_said(text: str) -> int | None:
    """The copies that a cell says, one where it says nothing; None for what is no number of them."""
    if not text:
        return 1
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= 999 else None


def unlike_columns(parts: Sequence[DeckFile]) -> Iterator[tuple[DeckFile, str, str]]:
    """Columns that one file alone has and that are spelled much like one that it lacks and the first file has."""

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
