"""A place in a text that is being read by hand, and the first fault found there."""

from __future__ import annotations

import re
from typing import NoReturn

from pnp.records import dataclass

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
