"""Parts of a module that are mutated: all that runs, without declarations, types and the texts of errors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_TYPES = frozenset(
    ["bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple", "type", "None"]
)

_SKIPPED_FIELDS = frozenset(
    (
        *("annotation", "returns", "type_params", "decorator_list", "bases"),
        *("exc", "cause", "msg", "format_spec"),
    )
)
"""Fields of nodes that hold types, declarations, or what an error says."""


def mutable_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that may be mutated, in the order of the text."""
    yield from _below(tree)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in _SKIPPED_FIELDS or (isinstance(node, ast.ClassDef) and name == "keywords"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_skipped(node, child):
                yield child
                yield from _below(child)


def _is_skipped(parent: ast.AST, node: ast.AST) -> bool:
    """Return True for a node that says nothing of what the module does.

    Expressions inside of f-strings are skipped, too: before Python 3.12 their places are not known.
    """
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.keyword(arg="strict"):  # asks zip() for an error, which a game that works never meets
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return _is_type_argument(parent, node) or is_type(node)


def _is_type_argument(parent: ast.AST, node: ast.AST) -> bool:
    match parent:
        case ast.Subscript(value=value, slice=index):
            return node is index and is_type(value)
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, classes]):
            return node is classes
        case ast.Call(func=ast.Name(id="cast"), args=[target, _]):
            return node is target
    return False


def is_type(node: ast.AST) -> bool:
    """Return True for an expression that names a type, as ``int``, ``Card``, ``tuple[int, ...]`` and ``int | None``.

    By convention the name of a class begins with a capital, and has small letters.
    """
    match node:
        case ast.Name(id=name):
            return name in _TYPES or (name[:1].isupper() and not name.isupper())
        case ast.Constant(value=None):
            return True
        case ast.Subscript(value=value):
            return is_type(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return is_type(left) and is_type(right)
    return False
