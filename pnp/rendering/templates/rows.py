"""Locate errors of a template at the row of a deck that it read last, if a cell of that row is to blame."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.rendering.templates.sandbox import Sandbox

_FAULT = re.compile(r"there is no icon '([^']+)'|'(\{[^']*|\})' in the text")


def has_mark_to_mend(diagnostic: Diagnostic, text: str) -> bool:
    """Tell whether a text has what a message about an icon or a brace asks to mend; False for other messages."""
    match = _FAULT.match(diagnostic.message)
    if match is None:
        return False
    mark = f"{{{match[1]}" if match[1] else match[2]
    return mark in text and (len(mark) > 1 or text.count("{") != text.count("}"))


def has_fault(diagnostic: Diagnostic, text: str) -> bool:
    """Tell whether a text is the part of the text of a message that has the mark to mend."""
    return text in str(diagnostic.subject) and has_mark_to_mend(diagnostic, text)


def at_row(diagnostic: Diagnostic, environment: Sandbox) -> Diagnostic:
    """Return an error of a template, at the cell of a row of ``game.decks`` that causes it: one that the line reads and
    that is empty, is what the message quotes, or keeps its column from being numbers. Other errors are unchanged."""
    fields, last = environment.last_read or (None, "")
    game, place = environment.globals.get("game"), diagnostic.location
    if not isinstance(fields, dict) or not isinstance(game, Game) or place is None:
        return diagnostic
    item, line = _item_of(game, fields), environment.line_at(place)
    if item is None:
        return diagnostic
    for column in dict.fromkeys((last, *(name for name in fields if re.search(rf"\.{re.escape(name)}\b", line)))):
        blamed = _blamed(diagnostic, item, column, line)
        if blamed is not None:
            location, hint = blamed
            message = f"{diagnostic.message}, at {place}"
            return replace(diagnostic, message=message, location=location, hint=hint, subject=None)
    return diagnostic


def _blamed(diagnostic: Diagnostic, item: Item, column: str, line: str) -> tuple[Location, str | None] | None:
    """Return the place and the hint of an error that a cell causes, which a line of a template reads; else None."""
    value, origin, is_of_value = item.fields.get(column), item.origin, diagnostic.code == "template-error"
    if origin is None or not isinstance(value, str):
        return None
    is_quoted = value == diagnostic.subject or repr(value) in diagnostic.message or has_fault(diagnostic, value)
    odd = origin.odd(column) if is_of_value else None
    if odd is not None:
        return odd, f"here {column!r} is no number, so that all of the column is text"
    if value == "" and (is_quoted or is_of_value):
        return origin.place(column), f"{column!r} of {item.id!r} is empty: fill it in"
    is_written_there = any(f"{quote}{value}{quote}" in line for quote in "'\"")
    return (origin.place(column), diagnostic.hint) if is_quoted and not is_written_there else None


def _item_of(game: Game, fields: Mapping[str, Any]) -> Item | None:
    """Return the card with these fields. Those of a large deck are made anew each time, so equal ones will do."""
    items = [item for deck in game.decks.values() for item in deck if item.fields == fields]
    return next((item for item in items if item.fields is fields), items[0] if items else None)
