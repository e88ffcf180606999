"""Diagnostics: one form for every message, with what is wrong, where it is, and how to mend it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Literal

from pnp.records import dataclass

Severity = Literal["error", "warning", "note"]
MOST_MESSAGES = 50
"""Most messages of a command."""
_MOST_LETTERS = 900
"""Most letters of a message or a hint."""
_MOST_LINES = 1_000
"""Most lines to write that are shown below a hint: words that lack in a language, to be pasted into a file."""


@dataclass(frozen=True, slots=True)
class Location:
    """Place in a text file. Lines and columns count characters from 1; ``end_column`` is exclusive."""

    file: str
    line: int | None = None
    column: int | None = None
    end_column: int | None = None
    source: str | None = None
    """Whole line of the file, shown above the caret."""
    cell: str | None = None
    """Sheet and cell of a workbook, as ``Units!C7``. Line and column are then its row and column."""

    def __str__(self) -> str:
        if self.cell is not None:
            return f"{self.file}:{self.cell}"
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Message with a stable code, a location, and a hint how to mend it."""

    code: str
    message: str
    location: Location | None = None
    hint: str | None = None
    severity: Severity = "error"
    subject: str | None = None
    """Name that the message is about. Its place in the definition is looked up later."""
    key: str | None = None
    """Key of the game's table to mend, with dots between its parts. Its place is looked up later."""
    lines: tuple[str, ...] = ()
    """Lines of a file to write, shown below the hint."""
    faces: tuple[str, ...] = ()
    """Names of all cards or faces that it is about, where the message names the first and counts the others."""

    def render(self) -> str:
        """Return the message as plain text.

        The text has the form ``file:line:col: error[code]: message``, then the line, a caret and the hint. Foreign
        names and texts are made ``visible``: they can neither begin a line nor control a terminal.

        >>> place = Location("games.toml", 3, 1, 5, "hadn = 7")
        >>> print(Diagnostic("unknown-key", "there is no key 'hadn' here", place, "did you mean 'hand'?").render())
        games.toml:3:1: error[unknown-key]: there is no key 'hadn' here
            hadn = 7
            ^^^^
          hint: did you mean 'hand'?
        """
        prefix = f"{visible(shorten(str(self.location)))}: " if self.location else ""
        lines = [f"{prefix}{self.severity}[{self.code}]: {visible(shorten(self.message))}"]
        if self.location and self.location.source is not None:
            lines += _excerpt(self.location)
        if self.hint:
            lines.append(f"  hint: {visible(shorten(self.hint))}")
        lines += [visible(shorten(line)) for line in self.lines[:_MOST_LINES]]
        if len(self.lines) > _MOST_LINES:
            lines.append(f"  … and {len(self.lines) - _MOST_LINES} more lines")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """Return the message as JSON data for ``--json``."""
        location = self.location
        return {
            "severity": self.severity,
            "code": self.code,
            "message": shorten(self.message),
            "hint": "\n".join((shorten(self.hint), *map(shorten, self.lines))) if self.hint else None,
            "file": shorten(location.file) if location else None,
            "line": location.line if location else None,
            "column": location.column if location else None,
            **({} if location is None or location.cell is None else {"cell": location.cell}),
        }


def first_messages(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first 50 messages, each once, and one that tells how many more there are."""
    messages = list(dict.fromkeys(diagnostics))
    others = len(messages) - MOST_MESSAGES
    if others <= 0:
        return messages
    kinds = {message.severity for message in messages[MOST_MESSAGES:]}
    noun = f"{kinds.pop()}s" if len(kinds) == 1 else "messages"
    worst: Severity = "error" if any(message.severity == "error" for message in messages) else "warning"
    last = Diagnostic("more", f"and {others} more {noun if others > 1 else noun[:-1]}", severity=worst)
    return [*messages[:MOST_MESSAGES], last]


class PnpError(Exception):
    """Error that a person can mend. It carries all diagnostics of one run, in file order."""

    exit_status: ClassVar[int] = 2

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        self.diagnostics = (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        super().__init__("\n".join(diagnostic.render() for diagnostic in self.diagnostics))

    def __reduce__(self) -> tuple[type[PnpError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)


class DefinitionError(PnpError):
    """Error in the definition file, or in a file that it names (exit status 2)."""


class TemplateError(PnpError):
    """Error in a template, its art or a text on a face (exit status 2)."""


def refuse_warnings(diagnostics: Iterable[Diagnostic]) -> None:
    """Raise PnpError with every warning among ``diagnostics``, as an error; notes are none."""
    warnings = [replace(diagnostic, severity="error") for diagnostic in diagnostics if diagnostic.severity == "warning"]
    if warnings:
        raise PnpError(warnings)


class VerificationError(PnpError):
    """Example that differs from the rules or from the print (exit status 1)."""

    exit_status = 1


class WriteError(PnpError):
    """Output that could not be written; nothing is left behind (exit status 3)."""

    exit_status = 3


_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of writing, and with it the order in which others are shown."""


def shorten(text: str) -> str:
    """Return a text without its middle, if it is longer than anybody reads: names and values may be a stranger's."""
    if len(text) <= _MOST_LETTERS:
        return text
    half = _MOST_LETTERS // 2
    return f"{text[:half]} … {text[-half:]}"


def visible(text: str) -> str:
    """Replace the characters that a terminal would obey instead of printing.

    Control characters become their Unicode pictures. Other line ends and direction marks become replacement characters.
    Surrogates become their code points.

    >>> visible("one\\ntwo \\x1b[31m \\u202e \\udcff")
    'one␊two ␛[31m � \\\\udcff'
    """
    return text if text.isprintable() else "".join(map(_visible_char, text))


def picture(char: str) -> str:
    """Return one character as ``visible`` shows it in file lines, where each must take one column."""
    if char < " ":
        return chr(0x2400 + ord(char))
    if "\x7f" <= char <= "\x9f":
        return "\u2421"
    return "\ufffd" if char in _BIDI or char in "\u2028\u2029" or "\ud800" <= char <= "\udfff" else char


def _visible_char(char: str) -> str:
    return f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else picture(char)


def display_width(text: str) -> int:
    """Return the columns that ``text`` takes on a terminal. Wide and full-width characters take two.

    >>> display_width("a赤")
    3
    """
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _excerpt(location: Location) -> list[str]:
    source = "".join(map(picture, (location.source or "").replace("\t", " ")))
    if location.column is None:
        return [f"    {source}"]
    start = location.column - 1
    end = max(start + 1, (location.end_column or location.column + 1) - 1)
    indent = display_width(source[:start])
    carets = max(1, display_width(source[start:end]))
    return [f"    {source}", f"    {' ' * indent}{'^' * carets}"]
