"""Every syntax error of a TOML file at once, each in plain words.

``tomllib`` is the judge of what is TOML, but stops at the first error and names states of a parser. Here the text is
cut into statements; ``tomllib`` reads each by itself, and what it refuses is looked at by hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.definition.faults import Fault, explain_fault
from pnp.definition.scan import Extent, extent_of
from pnp.diagnostics import Diagnostic, Location

MAX_ERRORS = 20
_BARE_OR_QUOTED = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEY = rf"{_BARE_OR_QUOTED}(?:[ \t]*\.[ \t]*{_BARE_OR_QUOTED})*"
_FRESH = re.compile(rf"[ \t]*(?:{_KEY}[ \t]*=|\[{{1,2}}[ \t]*{_KEY}[ \t]*\]{{1,2}}[ \t]*(?:#.*)?\r?$)", re.MULTILINE)
_TOMLLIB_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class _Statement:
    start: int
    end: int
    extent: Extent


def syntax_errors(text: str, label: str, error: Exception) -> list[Diagnostic]:
    """The syntax errors of ``text``, in file order, at most ``MAX_ERRORS`` of them.

    ``error`` is what tomllib raised on the whole text; it is worded when no statement is wrong by itself.
    """
    found: list[Diagnostic] = []
    for fault in _faults(text):
        if len(found) == MAX_ERRORS:
            message = f"there are more than {MAX_ERRORS} syntax errors; the rest is not listed"
            found.append(Diagnostic("too-many-errors", message, _place(text, label, fault), "mend these first"))
            break
        found.append(Diagnostic(fault.code, fault.message, _place(text, label, fault), fault.hint))
    return found or [*_repeats(text, label)] or [_of_the_whole(text, label, error)]


def _faults(text: str) -> Iterator[Fault]:
    at = 0
    while at < len(text):
        statement = _statement(text, at)
        fault = _fault_in(text, statement)
        if fault is None:
            at = statement.end
        else:
            yield fault
            at = _resume(text, statement, fault)


def _statement(text: str, start: int) -> _Statement:
    """The statement that begins at the line at ``start``: up to the line end behind its last bracket or quote."""
    extent = extent_of(text, start)
    return _Statement(start, extent.end, extent)


def _fault_in(text: str, statement: _Statement) -> Fault | None:
    body = text[statement.start : statement.end]
    try:
        tomllib.loads(body)
    except RecursionError:
        return Fault(statement.start, statement.start + 1, "too-deep", "tables and lists are nested too deep here")
    except ValueError as error:
        return explain_fault(text, statement.start, statement.extent, str(error))
    return None


def _resume(text: str, statement: _Statement, fault: Fault) -> int:
    """Where to go on after a fault: behind the statement, or at a line inside it that looks like a new one."""
    if fault.whole:
        return statement.end
    line_end = text.find("\n", max(fault.start - 1, statement.start))
    if fault.start > statement.start and _FRESH.match(text, _line_start(text, fault.start)) and (
        _line_start(text, fault.start) > statement.start
    ):
        return _line_start(text, fault.start)
    while 0 <= line_end < statement.end - 1:
        if _FRESH.match(text, line_end + 1):
            return line_end + 1
        line_end = text.find("\n", line_end + 1)
    return statement.end


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _place(text: str, label: str, fault: Fault) -> Location:
    start = min(fault.start, len(text))
    begin = _line_start(text, start)
    stop = text.find("\n", begin)
    source = text[begin : stop if stop >= 0 else len(text)].removesuffix("\r")
    column = min(start - begin, len(source)) + 1
    end = max(column + 1, min(fault.end - begin, len(source)) + 1)
    return Location(label, text.count("\n", 0, start) + 1, column, end, _visible(source))


def _visible(source: str) -> str:
    """The line with control characters replaced by pictures of them: a terminal must not obey a message."""
    return "".join(chr(0x2400 + ord(char)) if char < " " and char != "\t" else char for char in source)


def _repeats(text: str, label: str) -> Iterator[Diagnostic]:
    from pnp.definition.positions import Positions  # noqa: PLC0415 - the parser is loaded only after an error

    lines = [line.removesuffix("\r") for line in text.split("\n")]
    for repeat in Positions(text).repeats:
        span, name = repeat.span, ".".join(str(part) for part in repeat.path)
        place = Location(label, span.line, span.column, span.end, lines[span.line - 1])
        if repeat.table:
            message = f"the table [{name}] is defined a second time; the first is in line {repeat.first.line}"
            yield Diagnostic("duplicate-table", message, place, "move its keys below the first, or rename it")
        else:
            message = f"the key {str(repeat.path[-1])!r} is set a second time; the first is in line {repeat.first.line}"
            yield Diagnostic("duplicate-key", message, place, "keep one of the two")


def _of_the_whole(text: str, label: str, error: Exception) -> Diagnostic:
    """What is left: a file that contradicts itself across statements in a way that only tomllib sees."""
    if isinstance(error, RecursionError):
        return Diagnostic("too-deep", "tables and lists are nested too deep in this file", Location(label))
    match = _TOMLLIB_PLACE.search(str(error))
    if match is None:
        start = len(text)
    else:
        start = 0
        for _ in range(int(match[1]) - 1):
            start = text.find("\n", start) + 1
        start += max(0, int(match[2]) - 2)
    fault = Fault(start, start + 1, "conflict", "this does not go with what is defined above")
    hint = "a table and a value cannot have the same name, and a table in braces cannot be added to later"
    return Diagnostic(fault.code, fault.message, _place(text, label, fault), hint)
