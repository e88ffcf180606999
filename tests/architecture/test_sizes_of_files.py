"""Files and functions stay short enough to be read at one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60


def sources(root: Path) -> Iterator[Path]:
    for folder in ("pnp", "tests", "benchmarks"):
        yield from sorted((root / folder).rglob("*.py"))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines below the signature, docstring and blank lines included: a command of the command line has its options
    in its signature, one or more lines each."""
    assert function.end_lineno is not None
    return function.end_lineno - function.body[0].lineno + 1


def test_no_file_has_more_than_four_hundred_lines(root: Path) -> None:
    lines = {path.relative_to(root).as_posix(): len(path.read_bytes().splitlines()) for path in sources(root)}
    assert len(lines) > 300
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}


def test_no_function_of_the_program_has_more_than_sixty_lines(trees: Mapping[str, ast.Module]) -> None:
    lengths = {
        f"{name}.{function.name}": length(function) for name, tree in trees.items() for function in functions(tree)
    }
    assert len(lengths) > 1000
    assert {name: count for name, count in lengths.items() if count > MOST_LINES_OF_A_FUNCTION} == {}


def test_the_length_of_a_function_is_that_of_all_its_lines() -> None:
    text = '@one\ndef outer(\n    one,\n):\n    """Says."""\n\n    def inner():\n        pass\n'
    outer, inner = functions(ast.parse(text))
    assert (length(outer), length(inner)) == (4, 1)
