"""Every syntax error of a TOML file at once, each in plain words.

``tomllib`` is the judge of what is TOML, but stops at the first error and names states of a parser. Here the text is
cut into statements; ``tomllib`` reads each by itself, and what it refuses is looked at by hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace

from pnp.definition.toml.faults import explain_fault
from pnp.definition.toml.scan import Extent, Fault, extent_of
from pnp.diagnostics import Diagnostic, Location
from pnp.records import dataclass
from pnp.textfile import excerpt

MAX_ERRORS = 20
_TOO_DEEP = "a definition needs no more than a few levels"
_BARE_OR_QUOTED = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEY = rf"{_BARE_OR_QUOTED}(?:[ \t]*\.[ \t]*{_BARE_OR_QUOTED})*"
_FRESH = re.compile(rf"[ \t]*(?:{_KEY}[ \t]*=|\[{{1,2}}[ \t]*{_KEY}[ \t]*\]{{1,2}}[ \t]*(?:#.*)?\r?$)", re.MULTILINE)
_CUT = ("unclosed-bracket", "unclosed-string", "missing-value", "missing-equals")
_TOMLLIB_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class _Statement:
    """The statement that begins at the line at ``start``: up to the line end behind its last bracket or quote."""

    start: int
    extent: Extent

    @property
    def end(self) -> int:
        return self.extent.end


def syntax_errors(text: str, label: str, error: Exception) -> list[Diagnostic]:
    """The syntax errors of ``text``, in file order, at most ``MAX_ERRORS`` of them.

    ``error`` is what tomllib raised on the whole text; it is worded when no statement is wrong by itself.
    """
    found: list[Diagnostic] = []
    for fault in _faults(text):
        place = _place(text, label, fault)
        if len(found) == MAX_ERRORS:
            message = f"there are more than {MAX_ERRORS} syntax errors; the rest is not listed"
            found.append(Diagnostic("too-many-errors", message, place, "mend these first"))
            break
        found.append(Diagnostic(fault.code, fault.message, place, fault.hint))
    return found or [*_repeats(text, label)] or [_of_the_whole(text, label, error)]


def _faults(text: str) -> Iterator[Fault]:
    at = 0
    while at < len(text):
        statement = _Statement(at, extent_of(text, at))
        fault = _fault_in(text, statement)
        if fault is None:
            at = statement.end
        else:
            at = _resume(text, statement, fault)
            yield _cut_off(fault) if at == len(text) and _ends_early(text, fault) else fault


def _ends_early(text: str, fault: Fault) -> bool:
    """Whether a fault looks as if the end of the file had been lost."""
    open_to_the_end = fault.code in ("unclosed-bracket", "unclosed-string") and "\n" in text[fault.start :].rstrip("\n")
    return open_to_the_end or (fault.code in _CUT and not text.endswith("\n"))


def _cut_off(fault: Fault) -> Fault:
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
        return _repeat_in(text, statement) or fault if fault.code == "conflict" else fault
    return None


def _repeat_in(text: str, statement: _Statement) -> Fault | None:
    """The key that a table in braces sets twice."""
    from pnp.definition.toml.positions import Positions  # noqa: PLC0415 - the parser is loaded only after an error

    body = text[statement.start : statement.end]
    for repeat in Positions(body).repeats:
        start = statement.start
        for _ in range(repeat.span.line - 1):
            start = text.find("\n", start) + 1
        start, width = start + repeat.span.column - 1, repeat.span.end - repeat.span.column
        message = f"the key {str(repeat.path[-1])!r} is already set in this table"
        return Fault(start, start + width, "duplicate-key", message, "keep one of the two", whole=True)
    return None


def _resume(text: str, statement: _Statement, fault: Fault) -> int:
    """Where to go on after a fault: behind the statement, or at a line inside it that looks like a new one."""
    if fault.whole:
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


def _place(text: str, label: str, fault: Fault) -> Location:
    start = min(fault.start, len(text))
    begin = _line_start(text, start)
    stop = text.find("\n", begin)
    source = text[begin : stop if stop >= 0 else len(text)].removesuffix("\r")
    column = min(start - begin, len(source)) + 1
    end = max(column + 1, min(fault.end - begin, len(source)) + 1)
    return Location(label, text.count("\n", 0, start) + 1, column, end, excerpt(source, column))


def _repeats(text: str, label: str) -> Iterator[Diagnostic]:
    from pnp.definition.toml.positions import Positions  # noqa: PLC0415 - the parser is loaded only after an error

    lines = [line.removesuffix("\r") for line in text.split("\n")]
    for repeat in Positions(text).repeats:
        span, name = repeat.span, ".".join(str(part) for part in repeat.path)
        source = excerpt(lines[span.line - 1], span.column)
        place = Location(label, span.line, span.column, span.end, source)
        if repeat.table:
            message = f"[{name}] is already defined in line {repeat.first.line}"
            yield Diagnostic("duplicate-table", message, place, "move its keys to the first, or rename it")
        else:
            message = f"the key {str(repeat.path[-1])!r} is already set in line {repeat.first.line}"
            yield Diagnostic("duplicate-key", message, place, "keep one of the two")


def _of_the_whole(text: str, label: str, error: Exception) -> Diagnostic:
    """What is left: a file that contradicts itself across statements in a way that only tomllib sees."""
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
    return Diagnostic("conflict", message, _place(text, label, Fault(start, end, "conflict", message)), hint)
