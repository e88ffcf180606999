"""Choose the printed cards of a deck and sort them: ``where`` and ``sort``."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pnp.data.table import folded
from pnp.definition.toml.findings import DefinitionFinding, nearest
from pnp.model.component import Item
from pnp.model.text import Translated, said_in
from pnp.records import dataclass

_DIGITS = re.compile(r"(\d+)")
_MOST_TOLD = 3
_CARDS_AT_ONCE = 10_000
"""So many cards share the work that is granted."""


class CardExpression(Protocol):
    """An expression of templates over a card and the free values."""

    def begin(self) -> None:
        """Grant the work that the cards of a deck may take, so many thousand of them at once."""

    def __call__(self, fields: Mapping[str, Any], values: Mapping[str, Any], language: str) -> Any:
        """What it says of a card. Raises ValueError: what is wrong, and the column that was read last."""

    def unknown(self, fields: Mapping[str, Any], language: str) -> Sequence[str]:
        """What to say of each name that is no column of such cards."""


Compile = Callable[[str], CardExpression]
"""Raises ValueError where a text is no expression."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """What a deck says of its cards: an expression that holds of those wanted, and columns to sort by."""

    where: str | None
    sort: Sequence[str]
    values: Mapping[str, Any]
    language: str


def chosen(
    items: Sequence[Item], choice: CardChoice, compiled: Compile
) -> tuple[Sequence[int], list[DefinitionFinding]]:
    """The places of the cards that are wanted, in the order that is wanted, and what is wrong with the choice.

    All cards have the same columns.
    """
    kept: Sequence[int] = range(len(items))
    findings: list[DefinitionFinding] = []
    if choice.where is not None and items:
        kept, findings = _where(items, choice, choice.where, compiled)
    columns = tuple(items[0].fields) if items else ()
    for place, name in enumerate(reversed(choice.sort)):
        index = len(choice.sort) - 1 - place
        down = name.startswith("-") and name not in columns
        column = _column(columns, name[1:] if down else name)
        if column is None:
            findings.append(_no_column(columns, name, index))
        else:
            kept = _sorted(kept, [_said(items[at], column, choice.language) for at in kept], down)
    return kept, findings


def _where(
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
    kept, wrong = array("I"), 0
    findings: list[DefinitionFinding] = []
    for at, item in enumerate(items):
        if at % _CARDS_AT_ONCE == 0:
            expression.begin()
        try:
            if expression(item.fields, choice.values, choice.language):
                kept.append(at)
        except ValueError as error:
            wrong += 1
            if wrong <= _MOST_TOLD:
                findings.append(_unworkable(item, error))
    if wrong > _MOST_TOLD:
        message = f"and so it is for {wrong - _MOST_TOLD} more cards"
        findings.append(DefinitionFinding(path, "bad-expression", message))
    if not kept and not wrong:
        message, hint = "none of the cards is so", "change the condition, or the cards"
        findings.append(DefinitionFinding(path, "no-cards", message, hint))
    return kept, findings


def _unworkable(item: Item, error: ValueError) -> DefinitionFinding:
    message, column = error.args if len(error.args) == 2 else (str(error), None)
    at, hint = "", None
    if item.origin is not None:
        at = f" ({item.origin.place(column)})"
        odd = None if column is None else item.origin.odd(column)
        if odd is not None:
            hint = f"the column {column!r} is text: {odd} is no number"
        elif column is not None and item.fields.get(column) == "":
            hint = f"the cell is empty; write \"{column} != '' and …\""
    return DefinitionFinding(("where",), "bad-expression", f"{message}{at}", hint)


def _column(columns: Sequence[str], name: str) -> str | None:
    """The column that is called so, exactly or but for capitals and blanks."""
    if name in columns or name == "id":
        return name
    alike = [one for one in columns if folded(one) == folded(name)]
    return alike[0] if len(alike) == 1 else None


def _no_column(columns: Sequence[str], name: str, index: int) -> DefinitionFinding:
    plain = name.removeprefix("-")
    close = nearest(plain, columns)
    hint = None if close is None else f"did you mean {close!r}?"
    return DefinitionFinding(("sort", index), "unknown-column", f"no column {plain!r} to sort by", hint)


def _sorted(places: Sequence[int], said: Sequence[Any], down: bool) -> Sequence[int]:
    """``places`` of cards sorted by what a column says of each, equal ones as they were; numbers before texts, and what
    is empty at the end either way."""
    filled = [at for at, value in enumerate(said) if value not in ("", None)]
    empty = [at for at, value in enumerate(said) if value in ("", None)]
    if all(isinstance(said[at], bool | int | float) for at in filled):
        filled.sort(key=lambda at: float(said[at]), reverse=down)
    else:
        filled.sort(key=lambda at: tuple(_key(said[at])), reverse=down)
    return array("I", (places[at] for at in (*filled, *empty)))


def _said(item: Item, column: str, language: str) -> Any:
    value = item.id if column == "id" and "id" not in item.fields else item.fields.get(column)
    return said_in(value, language)[0] if isinstance(value, Translated) else value


def _key(value: Any) -> Iterator[tuple[int, float, str]]:
    """``card 2`` comes before ``card 10``; capitals make no difference."""
    if isinstance(value, bool | int | float):
        yield 0, float(value), ""
        return
    for part in _DIGITS.split(str(value)):
        yield (
            (1, float(part), "")
            if part.isascii() and part.isdecimal() and len(part) < 300
            else (2, 0.0, part.casefold())
        )
