"""Regular expressions take time in proportion to the text: none looks at the same blanks again and again."""

from __future__ import annotations

import ast
import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.architecture.conftest import read_trees
from tests.conftest import ROOT

_LENGTH = 200_000
_BUDGET = 10
"""Seconds of processor time after which a pattern is taken for one that does not end; it needs some milliseconds."""
_USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
_TEXTS = tuple(
    before + letter * _LENGTH + after
    for letter in (" ", "a", "1", "(", "-")
    for before, after in (("", "\0"), ("url(", "x"), ("a", "{"))
)


def _uses() -> Iterator[tuple[str, str, Any, str]]:
    """Yield the module, the name, the pattern and the method of each use of a regular expression in the program."""
    for module, tree in read_trees(ROOT).items():
        if module.startswith("pnp.testing"):
            continue  # it reads the files of a game's own author
        named: dict[str, re.Pattern[Any]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                pattern = _compiled(node.value)
                if pattern is not None:
                    named[node.targets[0].id] = pattern
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Attribute) and node.attr in _USES and isinstance(node.value, ast.Name)):
                continue
            if node.value.id in named:
                yield module, node.value.id, named[node.value.id], node.attr
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _USES:
                inline = _constant(node.args[0]) if node.args and ast.unparse(node.func.value) == "re" else None
                if inline is not None:
                    yield module, f"line {node.lineno}", re.compile(inline), node.func.attr


def _compiled(node: ast.expr) -> re.Pattern[Any] | None:
    """Return the pattern of ``re.compile`` with constant arguments."""
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"):
        return None
    text = _constant(node.args[0])
    flags = 0
    for flag in (*node.args[1:], *(keyword.value for keyword in node.keywords)):
        flags |= eval(ast.unparse(flag), {"re": re})
    return None if text is None else re.compile(text, flags)


def _constant(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) else None


USES = {f"{module} {name} {method}": (pattern, method) for module, name, pattern, method in _uses()}


def test_there_are_patterns_to_look_at() -> None:
    assert len(USES) > 100
    assert {method for _, method in USES.values()} == {*_USES} - {"subn"}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers of processor time")
@pytest.mark.parametrize("use", USES)
def test_a_long_text_takes_no_more_than_its_length(use: str) -> None:
    pattern, method = USES[use]

    def stop(*_: object) -> None:
        raise TimeoutError(f"{use}: {pattern.pattern!r} does not end")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _BUDGET)
    try:
        for text in _TEXTS:
            given: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
            arguments = (given[:0], given) if method == "sub" else (given,)
            found = getattr(pattern, method)(*arguments)
            if method == "finditer":
                assert sum(1 for _ in found) >= 0
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
