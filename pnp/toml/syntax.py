"""Find all syntax errors of a TOML file at once, each in plain words.

``tomllib`` decides what is TOML, but stops at the first error and names states of a parser. Here the text is cut into
statements. ``tomllib`` reads each by itself, and a hand-written reader explains those that it refuses.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from pnp.diagnostics import Diagnostic, Location
from pnp.records import dataclass
from pnp.textfile import excerpt
from pnp.toml.positions import ValueLocations

# Extent of statements and strings

_NEXT = re.compile(r"""\"\"\"|'''|["'#\[\]{}\n]""")
_HEADER = re.compile(r"[ \t]*\[")
_LONG = ('"""', "'''")
_SHORT_END = {'"': re.compile(r'(?:[^"\\\n]|\\[^\n])*"'), "'": re.compile(r"[^'\n]*'")}


@dataclass(frozen=True, slots=True)
class StatementEnd:
    """End of a statement, behind its line end, and the bracket or quote still open at the end of the file."""

    end: int
    open: tuple[str, int] | None = None


def statement_end(text: str, start: int) -> StatementEnd:
    """Return the extent of the statement whose line begins at ``start``.

    A header ends with its line, and so does an unclosed one-line string. An unclosed bracket or long string reaches to
    the end of the text.
    """
    if _HEADER.match(text, start):
        return StatementEnd(min(_line_end(text, start) + 1, len(text)))
    stack: list[tuple[str, int]] = []
    offset = start
    while True:
        match = _NEXT.search(text, offset)
        if match is None:
            return StatementEnd(len(text), stack[-1] if stack else None)
        mark, offset = match[0], match.end()
        if mark == "\n":
            if not stack:
                return StatementEnd(offset)
        elif mark == "#":
            offset = _line_end(text, offset)
        elif mark in _LONG:
            end = long_string_end(text, match.start())
            if end is None:
                return StatementEnd(len(text), (mark, match.start()))
            offset = end
        elif mark in _SHORT_END:
            end = short_string_end(text, match.start())
            offset = _line_end(text, offset) if end is None else end
        elif mark in "[{":
            stack.append((mark, match.start()))
        elif stack:
            stack.pop()


def short_string_end(text: str, start: int) -> int | None:
    """Return the offset behind the one-line string at ``start``, or None if it is not closed in its line."""
    match = _SHORT_END[text[start]].match(text, start + 1)
    return match.end() if match else None


def long_string_end(text: str, start: int) -> int | None:
    """Return the offset behind the long string at ``start``, or None if it is never closed."""
    quote = text[start]
    offset = start + 3
    while True:
        offset = text.find(quote * 3, offset)
        if offset < 0:
            return None
        if quote == "'" or not _escaped(text, offset, start + 3):
            end = offset + 3
            while end < len(text) and text[end] == quote and end < offset + 5:
                end += 1
            return end
        offset += 1


def _escaped(text: str, offset: int, start: int) -> bool:
    slashes = 0
    while offset - slashes - 1 >= start and text[offset - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


def _line_end(text: str, offset: int) -> int:
    index = text.find("\n", offset)
    return len(text) if index < 0 else index


# Cursor over one statement, and its first fault

WORD = re.compile(r"[^\s,\]\[{}#=\"']+")


@dataclass(frozen=True, slots=True)
class Fault:
    """Syntax error between two offsets of the text. With ``ends_statement``, the rest of the statement is of no use."""

    start: int
    end: int
    code: str
    message: str
    hint: str | None = None
    ends_statement: bool = False


class SyntaxFaultError(Exception):
    """First fault of a statement."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Cursor:
    """Cursor over the statement between ``start`` and ``end`` of a text. Raises SyntaxFaultError at the first fault."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.offset = start
        self.end = end

    def control(self, offset: int) -> None:
        """Fail if there is a control character at ``offset``."""
        char = self.text[offset]
        if (char < " " and char not in "\t\n" and self.text[offset : offset + 2] != "\r\n") or char == "\x7f":
            message = f"the control character U+{ord(char):04X} cannot stand in this file"
            self.fail(offset, offset + 1, "control-character", message, "remove it")

    def blank(self, *, lines: bool = False) -> None:
        """Skip blanks, and with ``lines`` also comments and line ends."""
        while self.offset < self.end:
            char = self.text[self.offset]
            if char in " \t" or (lines and (char == "\n" or self.text.startswith("\r\n", self.offset))):
                self.offset += 1
            elif lines and char == "#":
                stop = self.line_end(self.offset)
                for offset in range(self.offset, stop):
                    self.control(offset)
                self.offset = stop
            else:
                return

    def peek(self) -> str:
        """Return the character at the cursor, or "" at the end."""
        return self.text[self.offset] if self.offset < self.end else ""

    def line_end(self, offset: int) -> int:
        """Return the offset of the end of the line at ``offset``."""
        index = self.text.find("\n", offset, self.end)
        return self.end if index < 0 else index

    def word_end(self, start: int) -> int:
        """Return the offset behind the word that begins at ``start``."""
        match = WORD.match(self.text, start)
        return match.end() if match else start + 1

    def fail(
        self, start: int, end: int, code: str, message: str, hint: str | None = None, *, ends_statement: bool = False
    ) -> NoReturn:
        """Raise the fault."""
        raise SyntaxFaultError(Fault(start, end, code, message, hint, ends_statement))


# Explanation of a word that is no TOML value

_LENGTH = re.compile(r"[+-]?\d+(?:\.\d+)?\s*(?:mm|cm|in|pt|[x×].*)", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"[+-]?0\d+")
_NUMBER_LIKE = re.compile(r"[+-]?[\d._]+(?:[eE][+-]?[\d_]*)?")
_DATE_LIKE = re.compile(r"\d{4}-\d|\d\d:\d")
_WORDS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_FULL_WIDTH = str.maketrans({chr(0xFF10 + digit): str(digit) for digit in range(10)})


def describe_bad_word(word: str, tail: str) -> tuple[str, str, str]:
    """Return code, message and hint for ``word`` in place of a value. ``tail`` is the rest of its line."""
    plain = word.translate(_FULL_WIDTH)
    lowered = word.lower()
    if lowered in _WORDS:
        meant = _WORDS[lowered]
        return "unquoted-text", f"{word} is not a value", f'write {meant} in small letters, or "{word}" for the text'
    if lowered in ("null", "none", "nil"):
        return "unquoted-text", f"{word} is not a value", "leave the key out where there is nothing to say"
    if word != plain and plain.isascii():
        return "bad-number", "this number is written in full-width digits", f"write {plain}"
    return _bad_figure(word) or ("unquoted-text", "a text needs double quotes", f'write "{_phrase(word, tail)}"')


def _bad_figure(word: str) -> tuple[str, str, str] | None:
    if _LENGTH.fullmatch(word):
        return "unquoted-text", f"{word} needs double quotes", f'write "{word}"'
    if _LEADING_ZERO.fullmatch(word):
        return "bad-number", "a number does not begin with zeros", "remove them"
    if _DATE_LIKE.match(word):
        return "bad-date", f"{word} is not a date or a time", f'write "{word}" for the text'
    if _NUMBER_LIKE.fullmatch(word):
        return "bad-number", f"{word} is not a number", "write digits, and at most one point between digits"
    return None


def _phrase(word: str, tail: str) -> str:
    """Return the word with the words behind it, if the whole line looks like one unquoted text."""
    continuation = tail.partition("#")[0].rstrip()
    if continuation and not re.search(r"[\[\]{}\"'=,]", continuation):
        return word + continuation
    return word


_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DATE_AND_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d[^\s,\]}#]*")
_CURLY = "“”„‟‘’‚「」『』＂＇«»"
_ESCAPE = re.compile(r'\\(?:[btnfr"\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})')
_CONTINUED = re.compile(r"\\[ \t]*\r?\n")
_FRESH_KEY = re.compile(r"""[ \t]*(?:[A-Za-z0-9_-]+|"[^"\n]*")(?:\.[A-Za-z0-9_-]+)*[ \t]*=""")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}\b")
_OTHER_ENTRY = re.compile(r"(?:, *|, *[A-Za-z0-9_-]+ *= *)")
"""End of a text whose quote was lost: it runs to the quote that opens another one."""
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+[ \t]*=")
_DEEPEST = 60


def explain_fault(text: str, start: int, extent: StatementEnd, tomllib_message: str) -> Fault:
    """Return the first fault of the statement at ``start``. ``said`` is tomllib's message, read only for its kind."""
    reader = _StatementReader(text, start, extent.end)
    try:
        reader.read()
    except SyntaxFaultError as error:
        return error.fault
    if "Duplicate inline table key" in tomllib_message or "Cannot" in tomllib_message:
        message = "this table gives the same key two meanings"
        return Fault(
            reader.value_start, reader.offset, "conflict", message, "give each key one value", ends_statement=True
        )
    return Fault(start, extent.end, "not-toml", "this line cannot be understood", "write a [table] or a key = value")


class _StatementReader(Cursor):
    """Reader of one statement, which raises ``SyntaxFaultError`` at the first fault."""

    def __init__(self, text: str, start: int, end: int) -> None:
        super().__init__(text, start, end)
        self.value_start = start

    def read(self) -> None:
        self.blank(lines=True)
        if self.offset >= self.end:
            return
        if self.peek() == "[":
            self._header()
        else:
            self._key()
            self._equals()
            self.value_start = self.offset
            self._value(0)
            self._end_of_line("value")

    def _header(self) -> None:
        opening = self.offset
        double = self.text.startswith("[[", self.offset)
        self.offset += 2 if double else 1
        self.blank()
        if self.peek() in ("]", "\n", "", "#"):
            if self.peek() == "]":
                self.fail(opening, self.offset + 1, "empty-name", "this table has no name", "write [name]")
            self._open_header(opening)
        self._key(in_header=True)
        if self.peek() != "]":
            self._open_header(opening)
        closing = "]]" if self.text.startswith("]]", self.offset) else "]"
        if double != (closing == "]]"):
            name = self.text[opening : self.offset].strip("[] ")
            message = "the brackets of this header do not match"
            self.fail(opening, self.offset + len(closing), "unmatched-bracket", message, f"write [{name}]")
        self.offset += len(closing)
        self._end_of_line("header")

    def _open_header(self, opening: int) -> NoReturn:
        stop = self.line_end(opening)
        if "]" in self.text[self.offset : stop].split("#")[0]:
            self.fail(
                self.offset,
                stop,
                "bad-name",
                "this cannot stand in the name of a table",
                'use letters, digits and hyphens, or put the name in quotes: ["my game"]',
            )
        name = self.text[opening:stop].split("#")[0].strip("[ \t\r")
        self.fail(opening, stop, "unclosed-bracket", "this header has no closing ]", f"write [{name}]")

    def _key(self, *, in_header: bool = False) -> None:
        while True:
            self.blank()
            start, char = self.offset, self.peek()
            if char in "\"'" and char:
                if self.text.startswith(char * 3, start):
                    self.fail(
                        start, start + 3, "bad-key", "a key takes one pair of quotes, not three", 'write "key" = value'
                    )
                self._string()
            elif (match := _BARE.match(self.text, start)) is not None:
                self.offset = match.end()
            else:
                self._bad_key(start, in_header)
            stop = self.offset
            self.blank()
            if self.peek() != ".":
                break
            self.offset += 1
        self._unquoted_key(start, stop, in_header)

    def _bad_key(self, start: int, in_header: bool) -> NoReturn:
        char = self.peek()
        if char == "=":
            self.fail(start, start + 1, "missing-name", "there is no key before this =", "write key = value")
        if char in ("", "\n", "\r", "#"):
            self.fail(start, start + 1, "missing-name", "there is a key missing here", "write key = value")
        if char in "]}":
            self.fail(
                start, start + 1, "unmatched-bracket", f"this {char} closes nothing", "remove it, or open it first"
            )
        if char == ",":
            self.fail(start, start + 1, "stray-comma", "there is a comma too many", "remove it")
        self.control(start)
        stop = self.word_end(start)
        word = self.text[start:stop]
        if word.isalpha() or not word.isascii():
            noun = "name" if in_header else "key"
            hint = f'write "{word.strip(_CURLY)}"'
            self.fail(start, stop, "unquoted-key", f"a {noun} with letters other than a–z needs double quotes", hint)
        self.fail(start, stop, "stray-text", f"{word!r} is neither a [table] nor a key = value", "# begins a comment")

    def _unquoted_key(self, start: int, stop: int, in_header: bool) -> None:
        """Fail at a key that goes on behind its end: ``my key``, ``naïve``."""
        char = self.peek()
        if char in ("", "\n", "\r", "#", "=", "]", ":") or (in_header and char in "[{"):
            return
        line = self.text[self.offset : self.line_end(self.offset)]
        closing = "]" if in_header else "="
        head, closed, _ = line.partition(closing)
        full_key = self.text[start : self.offset] + head
        if (
            closed
            and not re.search(r"[\"',{}\[]", head)
            and (in_header or self.offset == stop or " " not in head.strip())
        ):
            word = full_key.strip()
            noun = "name" if in_header else "key"
            self.fail(
                start,
                start + len(full_key.rstrip()),
                "unquoted-key",
                f"a {noun} with blanks or letters other than a–z needs double quotes",
                f'write "{word}"',
            )

    def _equals(self) -> None:
        if self.peek() == "=":
            self.offset += 1
            self.blank()
            if self.peek() == "=":
                self.fail(self.offset, self.offset + 1, "stray-equals", "there is one = too many", "write a single =")
            return
        line_start = self.text.rfind("\n", 0, self.offset) + 1
        key = self.text[line_start : self.offset].strip()
        if self.peek() in (":", "→", "＝", "："):
            self.fail(
                self.offset,
                self.offset + 1,
                "missing-equals",
                f"there is {self.peek()!r} where = belongs",
                f"write {key} = …",
            )
        value_text = self.text[self.offset : self.line_end(self.offset)].split("#")[0].strip()
        stop = max(line_start + len(self.text[line_start : self.offset].rstrip()), line_start + 1)
        start = line_start + len(self.text[line_start:stop]) - len(self.text[line_start:stop].lstrip())
        hint = f"write {key} = {value_text}" if value_text else f"write {key} = …, or # before a comment"
        self.fail(start, stop, "missing-equals", f"there is no = after the key {key!r}", hint)

    def _value(self, depth: int) -> None:
        start, char = self.offset, self.peek()
        if depth > _DEEPEST:
            self.fail(
                start,
                start + 1,
                "too-deep",
                "tables and lists are nested too deep here",
                "a definition needs few levels",
                ends_statement=True,
            )
        if char in ("", "\n", "\r", "#"):
            colour = _COLOUR.match(self.text, start)
            message, hint = "there is no value after this =", "write key = value"
            if colour is not None:
                message, hint = f"{message}: # begins a comment", f'write "{colour[0]}"'
            self.fail(max(start - 1, 0), start, "missing-value", message, hint)
        if char == "[":
            self._array(depth)
        elif char == "{":
            self._braces(depth)
        elif char in "\"'":
            self._string()
        elif char in _CURLY:
            stop = self.line_end(start)
            self.fail(
                start,
                min(start + 1, stop),
                "curly-quote",
                f"the quotation mark {char} is not a straight one",
                'write straight quotes: "…"',
            )
        else:
            self._word()

    def _word(self) -> None:
        start = self.offset
        match = _DATE_AND_TIME.match(self.text, start) or WORD.match(self.text, start)
        if match is None:
            message = f"there is a value missing before this {self.peek()}"
            self.fail(start, start + 1, "missing-value", message, "write a value, or remove it")
        word = match[0]
        try:
            tomllib.loads(f"x = {word}")
        except ValueError:
            for offset in range(start, match.end()):
                self.control(offset)
            tail = self.text[match.end() : self.line_end(start)]
            code, message, hint = describe_bad_word(word, tail)
            self.fail(start, match.end(), code, message, hint)
        self.offset = match.end()

    def _string(self) -> None:
        start, quote = self.offset, self.text[self.offset]
        triple = self.text.startswith(quote * 3, start)
        end = (long_string_end if triple else short_string_end)(self.text, start)
        body_end = end if end is not None else len(self.text) if triple else self.line_end(start)
        if end is not None and quote == '"':
            self._escapes(start + 1, end - 1, triple)
        if end is None:
            mark = quote * 3 if triple else quote
            if not triple and self.text[body_end - 1 : body_end] in "”’»」" and body_end > start + 1:
                self.fail(
                    body_end - 1,
                    body_end,
                    "curly-quote",
                    "this text ends with a curly quotation mark",
                    f"write {quote}",
                )
            self.fail(
                start,
                min(body_end, self.line_end(start)),
                "unclosed-string",
                f"this text has no closing {mark}",
                f"close it with {mark}",
            )
        self.offset = body_end
        for offset in range(start, body_end):
            if self.text[offset] < " " and self.text[offset] not in ("\t\r\n" if triple else "\t"):
                self.control(offset)

    def _escapes(self, start: int, end: int, triple: bool) -> None:
        offset = self.text.find("\\", start, end)
        while offset >= 0:
            match = _ESCAPE.match(self.text, offset) or (_CONTINUED.match(self.text, offset) if triple else None)
            if match is None:
                self.fail(
                    offset,
                    offset + 2,
                    "bad-escape",
                    f"{self.text[offset : offset + 2]!r} has no meaning in a text".replace("\\\\", "\\"),
                    "write two backslashes for one, or put the text in single quotes",
                )
            offset = self.text.find("\\", match.end(), end)

    def _array(self, depth: int) -> None:
        opening = self.offset
        self.offset += 1
        while True:
            self.blank(lines=True)
            if self.peek() == "]":
                self.offset += 1
                return
            self._require_closing(opening, "]")
            if self.peek() == ",":
                self.fail(
                    self.offset, self.offset + 1, "stray-comma", "there is a comma too many in this list", "remove it"
                )
            if _BARE_KEY.match(self.text, self.offset) and self.text[opening + 1 : self.offset].strip():
                self.fail(opening, opening + 1, "unclosed-bracket", "this [ is never closed", "close it with ]")
            value_start = self.offset
            self._value(depth + 1)
            value_end = self.offset
            self.blank(lines=True)
            if self.peek() == ",":
                self.offset += 1
            elif self.peek() != "]":
                self._require_closing(opening, "]")
                self._require_quote(value_start, value_end)
                self.fail(
                    value_end - 1,
                    value_end,
                    "missing-comma",
                    "there is no comma after this entry of the list",
                    "write a comma between two entries",
                )

    def _braces(self, depth: int) -> None:
        opening = self.offset
        self.offset += 1
        self.blank()
        if self.peek() == "}":
            self.offset += 1
            return
        while True:
            self._require_one_line(opening)
            if self.peek() in (",", "}"):
                self.fail(
                    self.offset - 1,
                    self.offset + 1,
                    "stray-comma",
                    "there is a comma too many in these braces",
                    "remove it",
                )
            self._key()
            self._equals()
            value_start = self.offset
            self._value(depth + 1)
            value_end = self.offset
            self.blank()
            if self.peek() == "}":
                self.offset += 1
                return
            self._require_one_line(opening)
            if self.peek() != ",":
                self._require_quote(value_start, value_end)
                self.fail(
                    value_end - 1,
                    value_end,
                    "missing-comma",
                    "there is no comma after this entry of the table",
                    "write a comma between two entries, and } at the end",
                )
            decimals = _DECIMALS.match(self.text, self.offset)
            whole = self.text[value_start:value_end]
            if decimals is not None and whole.isdecimal():
                hint = f"write {whole}.{decimals[1]}"
                self.fail(value_start, decimals.end(1), "decimal-comma", "a number has a decimal point", hint)
            self.offset += 1
            self.blank()

    def _require_quote(self, start: int, end: int) -> None:
        """Fail if the value between two offsets is a text that runs to the quote of another one."""
        text = self.text[start:end]
        if text[:1] == '"' and _OTHER_ENTRY.fullmatch(text[1:-1][text[1:-1].find(",") :]):
            self.fail(start, end, "unclosed-string", 'this text has no closing "', 'close it with "')

    def _require_one_line(self, opening: int) -> None:
        if self.peek() not in ("\n", "\r", "#", ""):
            return
        line_break = self.offset
        self.blank(lines=True)
        closed = "}" in self.text[self.offset : self.end]
        goes_on = self.peek() == "}" or self.text[opening:line_break].rstrip()[-1:] in ("{", ",")
        if (
            closed
            and goes_on
            and (self.peek() == "}" or _FRESH_KEY.match(self.text, self.offset))
            and self.line_end(opening) <= line_break + 1
        ):
            self.fail(
                opening,
                opening + 1,
                "line-break-in-braces",
                "a table in braces must stand on one line",
                "write it on one line, or as a [table] of its own",
                ends_statement=True,
            )
        self.fail(
            opening, opening + 1, "unclosed-bracket", "this { is never closed", "close it with } on the same line"
        )

    def _require_closing(self, opening: int, closing: str) -> None:
        char = self.peek()
        line_start = self.text.rfind("\n", 0, self.offset) + 1
        starts_key = line_start > opening and _FRESH_KEY.match(self.text, line_start)
        if char == "" or (starts_key and char not in "{[\"'"):
            self.fail(
                opening,
                opening + 1,
                "unclosed-bracket",
                f"this {self.text[opening]} is never closed",
                f"close it with {closing}",
            )
        if char == "}":
            self.fail(
                self.offset,
                self.offset + 1,
                "unmatched-bracket",
                "this } stands where the ] of a list belongs",
                "write ]",
            )

    def _end_of_line(self, noun: str) -> None:
        self.blank()
        char, start = self.peek(), self.offset
        if char in ("", "\n", "#") or self.text.startswith("\r\n", start):
            stop = self.line_end(start)
            for offset in range(start, stop):
                self.control(offset)
            return
        self.control(start)
        stop = self.line_end(start)
        text_end = start + len(self.text[start:stop].rstrip())
        if char in "]}":
            self.fail(
                start, start + 1, "unmatched-bracket", f"this {char} closes nothing", "remove it, or open it first"
            )
        if char == ",":
            hint = "remove it; a list stands in [ ]"
            self.fail(start, start + 1, "stray-comma", "there is a comma behind the value", hint)
        if char == "=":
            self.fail(start, start + 1, "stray-equals", "there is one = too many", "write one key = value on each line")
        hint = "write # before a comment, and each key on a line of its own"
        if self.text[start - 1] == '"' and '"' in self.text[start:text_end]:
            hint = "the text ends at this quote: within double quotes write single ones, or none"
        self.fail(start, text_end, "stray-text", f"there is text behind the {noun}", hint)


MAX_ERRORS = 20
_TOO_DEEP = "a definition needs no more than a few levels"
_BARE_OR_QUOTED = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DECIMALS = re.compile(r",([0-9]+)[ \t]*[,}]")
"""Comma within a number in braces, and the figures behind it."""
_KEY = rf"{_BARE_OR_QUOTED}(?:[ \t]*\.[ \t]*{_BARE_OR_QUOTED})*"
_FRESH = re.compile(rf"[ \t]*(?:{_KEY}[ \t]*=|\[{{1,2}}[ \t]*{_KEY}[ \t]*\]{{1,2}}[ \t]*(?:#.*)?\r?$)", re.MULTILINE)
_CUT = ("unclosed-bracket", "unclosed-string", "missing-value", "missing-equals")
_TOMLLIB_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class _Statement:
    """Statement from the line at ``start`` up to the line end behind its last bracket or quote."""

    start: int
    extent: StatementEnd

    @property
    def end(self) -> int:
        return self.extent.end


def syntax_errors(text: str, label: str, error: Exception) -> list[Diagnostic]:
    """Return the syntax errors of ``text`` in file order, at most ``MAX_ERRORS`` of them.

    ``error`` is tomllib's error for the whole text. It is worded if no statement is wrong by itself.
    """
    diagnostics: list[Diagnostic] = []
    for fault in _faults(text):
        location = _locate_fault(text, label, fault)
        if len(diagnostics) == MAX_ERRORS:
            message = f"there are more than {MAX_ERRORS} syntax errors; the rest is not listed"
            diagnostics.append(Diagnostic("too-many-errors", message, location, "mend these first"))
            break
        diagnostics.append(Diagnostic(fault.code, fault.message, location, fault.hint))
    return diagnostics or [*_duplicate_errors(text, label)] or [_whole_file_error(text, label, error)]


def _faults(text: str) -> Iterator[Fault]:
    offset = 0
    while offset < len(text):
        statement = _Statement(offset, statement_end(text, offset))
        fault = _fault_in(text, statement)
        if fault is None:
            offset = statement.end
        else:
            offset = _resume(text, statement, fault)
            yield _mark_cut_off(fault) if offset == len(text) and _ends_early(text, fault) else fault


def _ends_early(text: str, fault: Fault) -> bool:
    """Return True if the fault looks as if the end of the file had been lost."""
    is_open_to_end = fault.code in ("unclosed-bracket", "unclosed-string") and "\n" in text[fault.start :].rstrip("\n")
    return is_open_to_end or (fault.code in _CUT and not text.endswith("\n"))


def _mark_cut_off(fault: Fault) -> Fault:
    hint = f"{fault.hint}, if the end of the file is not lost" if fault.hint else "the end of the file may be lost"
    return replace(fault, code="cut-off", message=f"the file ends early: {fault.message}", hint=hint)


def _fault_in(text: str, statement: _Statement) -> Fault | None:
    body = text[statement.start : statement.end]
    try:
        tomllib.loads(body)
    except RecursionError:
        return Fault(
            statement.start, statement.start + 1, "too-deep", "tables and lists are nested too deep here", _TOO_DEEP
        )
    except ValueError as error:
        fault = explain_fault(text, statement.start, statement.extent, str(error))
        return _duplicate_in(text, statement) or fault if fault.code == "conflict" else fault
    return None


def _duplicate_in(text: str, statement: _Statement) -> Fault | None:
    """Return the fault of a key that a table in braces sets twice, or None."""
    body = text[statement.start : statement.end]
    for repeat in ValueLocations(body).repeats:
        start = statement.start
        for _ in range(repeat.span.line - 1):
            start = text.find("\n", start) + 1
        start, width = start + repeat.span.column - 1, repeat.span.end - repeat.span.column
        message = f"the key {str(repeat.path[-1])!r} is already set in this table"
        return Fault(start, start + width, "duplicate-key", message, "keep one of the two", ends_statement=True)
    return None


def _resume(text: str, statement: _Statement, fault: Fault) -> int:
    """Return the offset to go on from: behind the statement, or at a line in it that looks like a new one."""
    if fault.ends_statement:
        return statement.end
    line_end = text.find("\n", max(fault.start - 1, statement.start))
    if (
        fault.start > statement.start
        and _FRESH.match(text, _line_start(text, fault.start))
        and (_line_start(text, fault.start) > statement.start)
    ):
        return _line_start(text, fault.start)
    while 0 <= line_end < statement.end - 1:
        if _FRESH.match(text, line_end + 1):
            return line_end + 1
        line_end = text.find("\n", line_end + 1)
    return statement.end


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _locate_fault(text: str, label: str, fault: Fault) -> Location:
    start = min(fault.start, len(text))
    line_start = _line_start(text, start)
    line_end = text.find("\n", line_start)
    source = text[line_start : line_end if line_end >= 0 else len(text)].removesuffix("\r")
    column = min(start - line_start, len(source)) + 1
    end = max(column + 1, min(fault.end - line_start, len(source)) + 1)
    return Location(label, text.count("\n", 0, start) + 1, column, end, excerpt(source, column))


def _duplicate_errors(text: str, label: str) -> Iterator[Diagnostic]:
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    keys: list[tuple[str | int, ...]] = []
    for repeat in ValueLocations(text).repeats:
        if any(repeat.path[: len(key)] == key for key in keys):
            continue  # it lies in a value whose own key is set twice
        if not repeat.table:
            keys.append(repeat.path)
        span, name = repeat.span, ".".join(str(part) for part in repeat.path)
        source = excerpt(lines[span.line - 1], span.column)
        location = Location(label, span.line, span.column, span.end, source)
        if repeat.table:
            message = f"[{name}] is already defined in line {repeat.first.line}"
            yield Diagnostic("duplicate-table", message, location, "move its keys to the first, or rename it")
        else:
            message = f"the key {str(repeat.path[-1])!r} is already set in line {repeat.first.line}"
            yield Diagnostic("duplicate-key", message, location, "keep one of the two")


def _whole_file_error(text: str, label: str, error: Exception) -> Diagnostic:
    """Return the diagnostic of a file that contradicts itself across statements, as only tomllib sees."""
    if isinstance(error, RecursionError):
        return Diagnostic("too-deep", "tables and lists are nested too deep in this file", Location(label), _TOO_DEEP)
    match = _TOMLLIB_PLACE.search(str(error))
    start = len(text) if match is None else 0
    for _ in range(int(match[1]) - 1 if match is not None else 0):
        start = text.find("\n", start) + 1
    line = text[start:].partition("\n")[0]
    end = start + len(line.rstrip())
    start += len(line) - len(line.lstrip())
    message = "this does not go with what is defined above"
    hint = "a table and a value cannot have the same name, and a table in braces cannot be added to later"
    return Diagnostic("conflict", message, _locate_fault(text, label, Fault(start, end, "conflict", message)), hint)
