"""Choose and sort the printed cards of a deck by ``where`` and ``sort``."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pnp.data.table import folded
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.model.component import Item
from pnp.model.text import Translated, wording_in
from pnp.records import dataclass
from pnp.toml.findings import DefinitionFinding, nearest

_QUOTED = re.compile(r"""["'](values\.\w+|card\.\w+)["']""")
_DIGITS = re.compile(r"(\d+)")
_MOST_REPORTED = 3
_CARDS_AT_ONCE = 10_000
"""Cards that share one grant of work."""


class CardExpression(Protocol):
    """Expression of templates over a card and the free values."""

    def begin(self) -> None:
        """Grant the work for the next cards of a deck, some thousands of them."""

    def __call__(self, fields: Mapping[str, Any], values: Mapping[str, Any], language: str) -> Any:
        """Return the value for a card. Raises ValueError with the message, and the column that was read last."""

    def unknown(self, fields: Mapping[str, Any], language: str) -> Sequence[str]:
        """Return a message for each name that is no column of such cards."""

    def never_equal(self, columns: Callable[[str], Collection[object]]) -> Sequence[tuple[str, str]]:
        """Return a message and a hint for each constant that a column never is, and nearly one of its cells, or of
        another type than all. ``columns`` gives the values of a column."""


Compile = Callable[[str], CardExpression]
"""Compile a text to an expression. Raises ValueError if it is none."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Choice of a deck's cards: a condition that wanted cards meet, and columns to sort by."""

    where: str | None
    sort: Sequence[str]
    values: Mapping[str, Any]
    language: str


def choose_cards(
    items: Sequence[Item], choice: CardChoice, compiled: Compile
) -> tuple[Sequence[int], list[DefinitionFinding]]:
    """Return the indexes of the wanted cards, in the wanted order, and the findings.

    All cards have the same columns. Raises DefinitionError if the condition asks for a column that a file lacks.
    """
    indexes: Sequence[int] = range(len(items))
    findings: list[DefinitionFinding] = []
    if choice.where is not None and items:
        indexes, findings = _filter(items, choice, choice.where, compiled)
    columns = tuple(items[0].fields) if items else ()
    for position, name in enumerate(reversed(choice.sort)):
        index = len(choice.sort) - 1 - position
        descending = name.startswith("-") and name not in columns
        column = _column(columns, name[1:] if descending else name)
        if column is None:
            findings.append(_unknown_column(columns, name, index))
        else:
            values = [_value(items[number], column, choice.language) for number in indexes]
            indexes = _sorted(indexes, values, descending)
    return indexes, findings


def _filter(
    items: Sequence[Item], choice: CardChoice, text: str, compiled: Compile
) -> tuple[Sequence[int], list[DefinitionFinding]]:
    path = ("where",)
    try:
        expression = compiled(text)
    except ValueError as error:
        hint = "write a condition over columns, such as \"cost > 2 and kind == 'unit'\""
        return range(len(items)), [DefinitionFinding(path, "bad-expression", f"this is no condition: {error}", hint)]
    unknown = expression.unknown(items[0].fields, choice.language)
    if unknown:
        return range(len(items)), [DefinitionFinding(path, "unknown-column", message) for message in unknown]
    indexes, failures = array("I"), 0
    findings: list[DefinitionFinding] = []
    lacking: dict[Diagnostic, None] = {}
    for index, item in enumerate(items):
        if index % _CARDS_AT_ONCE == 0:
            expression.begin()
        try:
            if expression(item.fields, choice.values, choice.language):
                indexes.append(index)
        except ValueError as error:
            missing = _lacking_column(item, error)
            if missing is not None:
                lacking[missing] = None
                continue
            failures += 1
            if failures <= _MOST_REPORTED:
                findings.append(_failure_finding(item, error, _QUOTED.search(choice.where or "")))
    if lacking:
        raise DefinitionError(lacking)
    if failures > _MOST_REPORTED:
        message = f"and so it is for {failures - _MOST_REPORTED} more cards"
        findings.append(DefinitionFinding(path, "bad-expression", message))
    if not indexes and not failures:
        message, hint = "no card of the deck meets this condition", "change the condition, or the cards"
        findings.append(DefinitionFinding(path, "no-cards", message, hint))
    return indexes, findings


def doubtful_texts(items: Sequence[Item], where: str, compiled: Compile) -> list[tuple[str, str]]:
    """Return a message and a hint for each doubtful constant of a condition. No card has it in the column that it is
    compared with; a card has nearly the same value, or all values have another type."""

    def values(column: str) -> Collection[object]:
        name = _column(tuple(items[0].fields), column) or column
        cells = (item.fields.get(name) for item in items)
        wordings = (cell.wordings.values() if isinstance(cell, Translated) else (cell,) for cell in cells)
        return [value for values in wordings for value in values if isinstance(value, str | int | float)]

    return list(compiled(where).never_equal(values))


def _lacking_column(item: Item, error: ValueError) -> Diagnostic | None:
    """Return the error that the file of a card lacks the column for which a condition fails; None if it has it."""
    column = error.args[1] if len(error.args) == 2 else None
    return None if column is None or item.origin is None else item.origin.lacking(column)


def _failure_finding(item: Item, error: ValueError, quoted: re.Match[str] | None) -> DefinitionFinding:
    """Return the finding of a card for which the condition fails, in which a name may be ``quoted``."""
    message, column = error.args if len(error.args) == 2 else (str(error), None)
    place, hint = "", None if quoted is None else f"write {quoted[1]} without quotes"
    if item.origin is not None:
        place = f" ({item.origin.place(column)})"
        text_location = None if column is None else item.origin.odd(column)
        if text_location is not None:
            hint = f"the column {column!r} is text: {text_location} is no number"
        elif column is not None and item.fields.get(column) == "":
            hint = f"the cell is empty; write \"{column} != '' and …\""
    return DefinitionFinding(("where",), "bad-expression", f"{message}{place}", hint)


def _column(columns: Sequence[str], name: str) -> str | None:
    """Return the column called ``name``, exactly or apart from capitals and blanks, or None."""
    if name in columns or name == "id":
        return name
    if name.endswith("-"):
        return None
    matches = [column for column in columns if folded(column) == folded(name)]
    return matches[0] if len(matches) == 1 else None


def _unknown_column(columns: Sequence[str], name: str, index: int) -> DefinitionFinding:
    plain = name.removeprefix("-")
    close = _column(columns, plain.removesuffix("-")) if plain.endswith("-") else nearest(plain, columns)
    minus = "-" if plain.endswith("-") else ""
    hint = None if close is None else f"did you mean {minus + close!r}?"
    if "," in plain:
        hint = f"write sort = [{', '.join(json.dumps(part.strip(), ensure_ascii=False) for part in name.split(','))}]"
    return DefinitionFinding(("sort", index), "unknown-column", f"no column {plain!r} to sort by", hint)


def _sorted(indexes: Sequence[int], values: Sequence[Any], descending: bool) -> Sequence[int]:
    """Sort ``indexes`` of cards by their ``values`` in a column. Equal ones keep their order.

    Numbers come before texts, and empty values last in both directions.
    """
    filled = [number for number, value in enumerate(values) if value not in ("", None)]
    empty = [number for number, value in enumerate(values) if value in ("", None)]
    if all(isinstance(values[number], bool | int | float) for number in filled):
        filled.sort(key=lambda number: float(values[number]), reverse=descending)
    else:
        filled.sort(key=lambda number: tuple(_sort_key(values[number])), reverse=descending)
    return array("I", (indexes[number] for number in (*filled, *empty)))


def _value(item: Item, column: str, language: str) -> Any:
    value = item.id if column == "id" and "id" not in item.fields else item.fields.get(column)
    return wording_in(value, language)[0] if isinstance(value, Translated) else value


def _sort_key(value: Any) -> Iterator[tuple[int, float, str]]:
    """Yield the parts of a sort key: ``card 2`` comes before ``card 10``; capitals make no difference."""
    if isinstance(value, bool | int | float):
        yield 0, float(value), ""
        return
    for part in _DIGITS.split(str(value)):
        yield (
            (1, float(part), "")
            if part.isascii() and part.isdecimal() and len(part) < 300
            else (2, 0.0, part.casefold())
        )
