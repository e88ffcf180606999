"""Reach of a proof: the lines of a game that it runs. A change of a line that never runs cannot be noticed."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FrameType
from typing import Any

from pnp.testing.mutate.source import Mutant, Source

_Lines = dict[str, set[int]]


def lines_run(files: Collection[str], run: Callable[[], None]) -> _Lines:
    """Return the lines of ``files`` that are run by a function, by file.

    Lines are counted once for each piece of code, so that code which was run as a whole costs no more time.
    """
    awaited: dict[int, set[int]] = {}
    codes: list[CodeType] = []  # kept, so that no other code gets the same number

    def on_call(frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        lines = awaited.get(id(code))
        if lines is None:
            lines = awaited[id(code)] = _lines_of(code) if code.co_filename in files else set()
            codes.append(code)
        return on_line if lines else None

    def on_line(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            awaited[id(frame.f_code)].discard(frame.f_lineno)
        return on_line

    threading.settrace(on_call)
    sys.settrace(on_call)
    try:
        run()
    finally:
        sys.settrace(None)
        threading.settrace(None)
    lines: _Lines = {file: set() for file in files}
    for code in codes:
        if code.co_filename in lines:
            lines[code.co_filename] |= {code.co_firstlineno, *(_lines_of(code) - awaited[id(code)])}
    return lines


def _lines_of(code: CodeType) -> set[int]:
    """Return the lines of a piece of code. Its first has no event of its own: it is run when the code is called."""
    return {line for _, _, line in code.co_lines() if line is not None} - {code.co_firstlineno}


def unreached(source: Source, mutants: Collection[Mutant], lines: Collection[int]) -> Iterator[Mutant]:
    """Yield the mutants of a module in statements without any of ``lines``."""
    spans = sorted(_statement_spans(source.tree), key=len)
    for mutant in mutants:
        span = next((span for span in spans if mutant.line in span), None)
        if span is not None and not any(line in span for line in lines):
            yield mutant


def _statement_spans(tree: ast.Module) -> Iterator[range]:
    """Yield the lines of each statement; of one with a body, the lines above it, which run with it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            assert node.end_lineno is not None
            yield range(node.lineno, max(body[0].lineno, node.lineno + 1) if body else node.end_lineno + 1)
