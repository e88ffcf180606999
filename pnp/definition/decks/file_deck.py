"""A deck of files: its cards are made of their rows when they are asked for."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, overload

from pnp.data.table import Kind, Problems, Table, value_in
from pnp.definition.decks.cards import numbered
from pnp.diagnostics import Location
from pnp.model.component import Item
from pnp.model.text import Language, of_language, translated
from pnp.records import dataclass

_KEPT = 2_000
"""Of so few cards each is made once: templates may look for one among them for every face."""


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
class Texts:
    """The columns that make one text: by language, and the one that says how it is read."""

    by_language: Mapping[Language, str]
    ruby: str | None


@dataclass(frozen=True, slots=True)
class Shape:
    """What the columns of a deck are: plain ones with what they hold, texts of several, and which keep from being
    numbers, and where."""

    plain: Mapping[str, Kind]
    texts: Mapping[str, Texts]
    odd: Mapping[str, Location]


@dataclass(frozen=True, slots=True)
class RowOrigin:
    """The row of a file that a card comes from."""

    part: Part
    row: int
    shape: Shape

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
        self, parts: Sequence[Part], shape: Shape, copies: Sequence[int], order: Sequence[int] | None = None
    ) -> None:
        self._shape = shape
        self._copies = copies
        self._order = range(len(copies)) if order is None else order
        self._whole = order is None
        self._parts = [(part, _Maker(part, shape)) for part in parts]
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

    def _made(self, number: int, part: Part, maker: _Maker, row: int, cells: Sequence[str]) -> Item:
        name, fields = maker.made(cells)
        name = name or numbered(number + 1, len(self._copies))
        return Item(name, fields, self._copies[number], None, RowOrigin(part, row, self._shape))


class _Maker:
    """Makes the fields of cards of the rows of a file."""

    __slots__ = ("_changed", "_id", "_plain", "_texts")

    def __init__(self, part: Part, shape: Shape) -> None:
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
