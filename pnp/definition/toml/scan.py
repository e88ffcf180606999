"""Scan TOML text by hand: a cursor, and how far one statement reaches."""

from __future__ import annotations

import re
from typing import NoReturn

from pnp.records import dataclass

_NEXT = re.compile(r"""\"\"\"|'''|["'#\[\]{}\n]""")
_HEADER = re.compile(r"[ \t]*\[")
_LONG = ('"""', "'''")
_SHORT_END = {'"': re.compile(r'(?:[^"\\\n]|\\[^\n])*"'), "'": re.compile(r"[^'\n]*'")}


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a statement ends (behind its line end), and the bracket or quote that is open when the file ends."""

    end: int
    open: tuple[str, int] | None = None


def extent_of(text: str, start: int) -> Extent:
    """The extent of the statement whose line begins at ``start``.

    A header ends with its line, and so does an unclosed one-line string; an unclosed bracket or long string reaches to
    the end of the text.
    """
    if _HEADER.match(text, start):
        return Extent(min(_line_end(text, start) + 1, len(text)))
    stack: list[tuple[str, int]] = []
    at = start
    while True:
        match = _NEXT.search(text, at)
        if match is None:
            return Extent(len(text), stack[-1] if stack else None)
        mark, at = match[0], match.end()
        if mark == "\n":
            if not stack:
                return Extent(at)
        elif mark == "#":
            at = _line_end(text, at)
        elif mark in _LONG:
            end = long_string_end(text, match.start())
            if end is None:
                return Extent(len(text), (mark, match.start()))
            at = end
        elif mark in _SHORT_END:
            end = short_string_end(text, match.start())
            at = _line_end(text, at) if end is None else end
        elif mark in "[{":
            stack.append((mark, match.start()))
        elif stack:
            stack.pop()


def short_string_end(text: str, start: int) -> int | None:
    """The offset behind the one-line string that begins at ``start``, or None when it is not closed in its line."""
    match = _SHORT_END[text[start]].match(text, start + 1)
    return match.end() if match else None


def long_string_end(text: str, start: int) -> int | None:
    """The offset behind the long string that begins at ``start``, or None when it is never closed."""
    quote = text[start]
    at = start + 3
    while True:
        at = text.find(quote * 3, at)
        if at < 0:
            return None
        if quote == "'" or not _escaped(text, at, start + 3):
            end = at + 3
            while end < len(text) and text[end] == quote and end < at + 5:
                end += 1
            return end
        at += 1


def _escaped(text: str, at: int, start: int) -> bool:
    slashes = 0
    while at - slashes - 1 >= start and text[at - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


# A place in a text that is being read by hand, and the first fault found there.

WORD = re.compile(r"[^\s,\]\[{}#=\"']+")


@dataclass(frozen=True, slots=True)
class Fault:
    """One syntax error between two offsets of the text. ``whole``: nothing behind it in the statement is of use."""

    start: int
    end: int
    code: str
    message: str
    hint: str | None = None
    whole: bool = False


class Found(Exception):  # noqa: N818 - it carries the result of the search, not a failure of it
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Cursor:
    """Moves over the statement between ``at`` and ``end`` of a text. Raises Found at the first fault."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.at = start
        self.end = end

    def control(self, at: int) -> None:
        """Fail when there is a control character at ``at``."""
        char = self.text[at]
        if (char < " " and char not in "\t\n" and self.text[at : at + 2] != "\r\n") or char == "\x7f":
            message = f"the control character U+{ord(char):04X} cannot stand in this file"
            self.fail(at, at + 1, "control-character", message, "remove it")

    def blank(self, *, lines: bool = False) -> None:
        """Skip blanks, and with ``lines`` also comments and line ends."""
        while self.at < self.end:
            char = self.text[self.at]
            if char in " \t" or (lines and (char == "\n" or self.text.startswith("\r\n", self.at))):
                self.at += 1
            elif lines and char == "#":
                stop = self.line_end(self.at)
                for offset in range(self.at, stop):
                    self.control(offset)
                self.at = stop
            else:
                return

    def peek(self) -> str:
        """The character here, or nothing at the end."""
        return self.text[self.at] if self.at < self.end else ""

    def line_end(self, at: int) -> int:
        """The offset of the end of the line at ``at``."""
        found = self.text.find("\n", at, self.end)
        return self.end if found < 0 else found

    def word_end(self, start: int) -> int:
        """The offset behind the word that begins at ``start``."""
        match = WORD.match(self.text, start)
        return match.end() if match else start + 1

    def fail(
        self, start: int, end: int, code: str, message: str, hint: str | None = None, *, whole: bool = False
    ) -> NoReturn:
        """Report a fault and stop."""
        raise Found(Fault(start, end, code, message, hint, whole))
