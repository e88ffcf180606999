"""Check that the settings of a game hold data only.

Engine and oracle both read the settings. What settings compute is computed for both, so a mistake in it shows in
neither: the two would agree on a wrong answer.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from inspect import isbuiltin

from pnp.testing.source.files import SourceFile

DATA_MODULES = frozenset({"__future__", "collections.abc", "dataclasses", "decimal", "enum", "fractions", "typing"})
"""Modules of the standard library that settings may import."""

_COMPUTING: Mapping[type[ast.AST], str] = {
    ast.FunctionDef: "define the function {name}",
    ast.AsyncFunctionDef: "define the function {name}",
    ast.Lambda: "have a lambda",
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), "have a comprehension"),
    **dict.fromkeys((ast.For, ast.AsyncFor, ast.While), "have a loop"),
    **dict.fromkeys((ast.If, ast.IfExp, ast.Match, ast.Try, ast.TryStar), "have a branch"),
    **dict.fromkeys((ast.Compare, ast.BoolOp), "compare values"),
}
"""Syntax that computes, and what is told of it."""

_BUILT_IN = {name for name, value in vars(builtins).items() if isbuiltin(value)} | {"filter", "map", "property"}
"""Built-in functions. Types such as ``tuple`` are none."""


def computing_faults(file: SourceFile) -> Iterator[str]:
    """Yield what a file of settings computes."""
    named = set(_named(file.tree))
    for node in _walk(file.tree):
        computed = _computed(node, named)
        if computed is not None:
            yield (
                f"{file.label}:{getattr(node, 'lineno', 1)}: settings {computed}; they hold data only, since a mistake "
                "in what engine and oracle both use shows in neither: put it in rules/, and write it again in oracle/"
            )


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield the names of classes and of what is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those inside of what computes, which is reported once, and imports for annotations."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            continue
        yield child
        if type(child) not in _COMPUTING:
            yield from _walk(child)


def _computed(node: ast.AST, named: set[str]) -> str | None:
    """Return what a node computes, or None. ``named`` are classes and imported names, whose attributes are data."""
    if type(node) in _COMPUTING:
        return _COMPUTING[type(node)].format(name=repr(getattr(node, "name", "")))
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in _BUILT_IN:
            return f"use {name!r}"
        case ast.Attribute(value=ast.Name(id=owner)) if owner in named:
            return None
        case ast.Attribute(value=ast.Attribute()):
            return None  # its own value is looked at by itself
        case ast.Attribute(attr=method):
            return f"use the method {method!r}"
    return None
