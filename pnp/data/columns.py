"""Columns that hold nothing but numbers, or nothing but TRUE and FALSE, as such; all others are texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.records import dataclass

Value = str | int | float | bool

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_SWITCHES = {"TRUE": True, "True": True, "true": True, "FALSE": False, "False": False, "false": False}


@dataclass(frozen=True, slots=True)
class Column:
    """The values of a column. ``odd`` is the first row that keeps a column from being one of numbers, where most of its
    cells are."""

    values: Sequence[Value]
    odd: int | None = None


def column_of(texts: Sequence[str]) -> Column:
    """A column as values. Empty cells stay empty texts, whatever the others are.

    A cell is a number where the number, written out, is what the cell says: nothing that is printed changes.

    >>> column_of(["1", "", "2.5"]).values, column_of(["007", "1"]).values
    ([1, '', 2.5], ['007', '1'])
    """
    numbers: list[Value] = []
    for text in texts:
        number = "" if not text else number_of(text)
        if number is None:
            return _switches(texts) or Column(texts, _odd(texts))
        numbers.append(number)
    return Column(numbers)


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


def _switches(texts: Sequence[str]) -> Column | None:
    if any(text and text not in _SWITCHES for text in texts):
        return None
    return Column([_SWITCHES[text] if text else "" for text in texts])


def _odd(texts: Sequence[str]) -> int | None:
    """The first text of a column that is no number, where most of the others are."""
    filled = [text for text in texts if text]
    if 2 * sum(number_of(text) is not None for text in filled) <= len(filled):
        return None
    return next(row for row, text in enumerate(texts) if text and number_of(text) is None)
