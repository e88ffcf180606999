"""What TOML allows and a definition does not: dates, infinite numbers, control characters, endless nesting."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from pnp.definition.document import KeyPath
from pnp.definition.findings import Finding

MAX_DEPTH = 24
MAX_INTEGER = 2**63 - 1


def unusable_values(value: Any, path: KeyPath = ()) -> Iterator[Finding]:
    """Every value in parsed TOML that cannot stand in a definition. What is left is plain JSON data."""
    if len(path) > MAX_DEPTH:
        yield Finding(path, "too-deep", f"tables and lists are nested more than {MAX_DEPTH} deep here")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not key.isprintable():
                yield from _key(key, (*path, key))
            if type(item) is not str or not item.isprintable():
                yield from unusable_values(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from unusable_values(item, (*path, index))
    elif isinstance(value, str):
        yield from _text(value, path)
    elif isinstance(value, datetime | date | time):
        hint = (
            f'a year is a whole number: {value.year}; in a text, put it in quotes: "{value}"'
            if isinstance(value, date)
            else f'put it in quotes: "{value}"'
        )
        yield Finding(path, "date", "a date or a time has no meaning in a definition", hint)
    elif isinstance(value, float) and not math.isfinite(value):
        yield Finding(path, "not-a-number", "this is not a number to count with", "write a finite number")
    elif isinstance(value, int) and abs(value) > MAX_INTEGER:
        yield Finding(path, "out-of-range", "this whole number is too large", "no figure of a game has so many digits")


def bad_character(text: str) -> tuple[int, str] | None:
    """The place and the name of the first character in ``text`` that cannot be printed, or None.

    Line ends are text: they separate lines on a face.
    """
    if text.isprintable():  # nearly every text is, and none that is has such a character
        return None
    for index, char in enumerate(text):
        if char != "\n" and (unicodedata.category(char) in ("Cc", "Cs") or char in "\ufffe\uffff"):
            return index, f"U+{ord(char):04X}"
    return None


def _key(key: str, path: KeyPath) -> Iterator[Finding]:
    bad = bad_character(key.replace("\n", "\0"))
    if bad is not None:
        yield Finding(path, "control-character", "this key holds a control character", "remove it", "key")


def _text(text: str, path: KeyPath) -> Iterator[Finding]:
    bad = bad_character(text)
    if bad is not None:
        _, name = bad
        hint = "write spaces for a tab" if name == "U+0009" else "remove it"
        yield Finding(path, "control-character", f"this text holds the control character {name}", hint)
