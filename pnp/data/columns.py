"""Columns that hold nothing but numbers, or nothing but TRUE and FALSE, as such; all others are texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

Value = str | int | float | bool

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_SWITCHES = {"TRUE": True, "True": True, "true": True, "FALSE": False, "False": False, "false": False}


Kind = Literal["number", "switch", "text"]


class Column:
    """What a column holds, told its cells in pieces, from the first row to the last.

    A cell is a number where the number, written out, is what the cell says: nothing that is printed changes. Empty
    cells make no difference, and stay empty texts.

    >>> Column(["1", "", "2.5"]).kind, Column(["007", "1"]).kind
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
