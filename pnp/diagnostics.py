"""Diagnostics: one form for every message, with what went wrong, where, and how to mend it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import ClassVar, Literal

from pnp.records import dataclass

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a text file. Lines and columns count characters from 1; ``end_column`` is exclusive."""

    file: str
    line: int | None = None
    column: int | None = None
    end_column: int | None = None
    source: str | None = None
    """The whole line of the file, for the caret."""
    cell: str | None = None
    """Of a workbook, the sheet and the cell: ``Units!C7``. Line and column are its row and column then."""

    def __str__(self) -> str:
        if self.cell is not None:
            return f"{self.file}:{self.cell}"
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message: a stable code, what is wrong, where, and a hint with the mend."""

    code: str
    message: str
    location: Location | None = None
    hint: str | None = None
    severity: Severity = "error"
    subject: str | None = None
    """The name that the message is about, for whoever knows where it stands in the definition."""
    key: str | None = None
    """The key of the game's table to mend, with dots between its parts, for the same."""
    lines: tuple[str, ...] = ()
    """Lines of a file to write, below the hint."""

    def render(self) -> str:
        """The message as plain text: ``file:line:col: error[code]: what is wrong``, the line, a caret, the hint. Names
        and texts of others are made ``visible``: they cannot begin a line, nor tell a terminal what to do.

        >>> place = Location("games.toml", 3, 1, 5, "hadn = 7")
        >>> print(Diagnostic("unknown-key", "there is no key 'hadn' here", place, "did you mean 'hand'?").render())
        games.toml:3:1: error[unknown-key]: there is no key 'hadn' here
            hadn = 7
            ^^^^
          hint: did you mean 'hand'?
        """
        place = f"{visible(str(self.location))}: " if self.location else ""
        lines = [f"{place}{self.severity}[{self.code}]: {visible(self.message)}"]
        if self.location and self.location.source is not None:
            lines += _excerpt(self.location)
        if self.hint:
            lines.append(f"  hint: {visible(self.hint)}")
        lines += map(visible, self.lines)
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """The message for programs that read ``--json``."""
        place = self.location
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": "\n".join((self.hint, *self.lines)) if self.hint else None,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            **({} if place is None or place.cell is None else {"cell": place.cell}),
        }


class PnpError(Exception):
    """An error a person can mend. Carries every diagnostic found in one run, in file order."""

    exit_status: ClassVar[int] = 2

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        self.diagnostics = (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        super().__init__("\n".join(item.render() for item in self.diagnostics))

    def __reduce__(self) -> tuple[type[PnpError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)


class DefinitionError(PnpError):
    """The definition file, or a file it names, is wrong (exit status 2)."""


class TemplateError(PnpError):
    """A template, its art or a text on a face is wrong (exit status 2)."""


class VerificationError(PnpError):
    """An example is not what the rules say, or not what was printed (exit status 1)."""

    exit_status = 1


class WriteError(PnpError):
    """The output could not be written; nothing was left behind (exit status 3)."""

    exit_status = 3


_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of writing, and so the order in which others are shown."""


def visible(text: str) -> str:
    """Show what a terminal would obey and not print: control characters as the pictures that Unicode has of them,
    others that end a line or turn its direction as a sign of replacement, halves of characters as their numbers.

    >>> visible("one\\ntwo \\x1b[31m \\u202e \\udcff")
    'one␊two ␛[31m � \\\\udcff'
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def picture(char: str) -> str:
    """One character as ``visible`` shows it in lines of files, where each has to take one place."""
    if char < " ":
        return chr(0x2400 + ord(char))
    if "\x7f" <= char <= "\x9f":
        return "\u2421"
    return "\ufffd" if char in _BIDI or char in "\u2028\u2029" or "\ud800" <= char <= "\udfff" else char


def _visible(char: str) -> str:
    return f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else picture(char)


def display_width(text: str) -> int:
    """Columns that ``text`` takes on a terminal: wide and full-width characters take two.

    >>> display_width("a赤")
    3
    """
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _excerpt(place: Location) -> list[str]:
    source = "".join(map(picture, (place.source or "").replace("\t", " ")))
    if place.column is None:
        return [f"    {source}"]
    start = place.column - 1
    end = max(start + 1, (place.end_column or place.column + 1) - 1)
    lead = display_width(source[:start])
    marked = max(1, display_width(source[start:end]))
    return [f"    {source}", f"    {' ' * lead}{'^' * marked}"]
