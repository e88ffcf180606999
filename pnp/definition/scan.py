"""How far one TOML statement reaches: over brackets, strings and comments to the end of a line."""

from __future__ import annotations

import re

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
