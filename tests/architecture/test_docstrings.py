"""Examples in docstrings are true."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Mapping
from importlib import import_module


def examples_in(tree: ast.Module) -> int:
    """How many lines of docstrings start an example."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    texts = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds)]
    return sum(line.lstrip().startswith(">>> ") for text in texts for line in text.splitlines())


def test_every_example_in_a_docstring_of_the_program_holds(trees: Mapping[str, ast.Module]) -> None:
    written = {name: examples_in(tree) for name, tree in trees.items()}
    found = {name: doctest.testmod(import_module(name)) for name, count in written.items() if count}
    assert {name: result.failed for name, result in found.items() if result.failed} == {}
    # Those of a class or function that is made elsewhere or wrapped would be passed over without a word.
    assert {name: result.attempted for name, result in found.items()} == {name: written[name] for name in found}
    assert sum(written.values()) > 40
