"""Operators of mutation: each makes a small mistake that a person may make, in one place of a module."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from pnp.testing.mutate.source import Edit, Mutant, Source

_Edits = tuple[Edit, ...]


def mutants_of(source: Source) -> tuple[Mutant, ...]:
    """Return every mutant of a module, in the order of its lines. Each is Python that can be compiled."""
    mutants: dict[_Edits, Mutant] = {}
    for node in mutable_nodes(source.tree):
        for kind, operator in _OPERATORS.get(type(node), ()):
            for edits in operator(source, node):
                mutants.setdefault(edits, source.mutant(kind, edits))
    return tuple(sorted(mutants.values(), key=lambda mutant: (mutant.line, mutant.edits[0].start, mutant.after)))


# Signs between two expressions

_COMPARED: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
_CALCULATED: Mapping[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
}
_COMMENT = re.compile("#.*")


def _other_sign(source: Source, left: ast.expr, right: ast.expr, signs: tuple[str, str]) -> Iterator[Edit]:
    """Yield the edit that changes the sign between two expressions."""
    old, new = signs
    start, end = source.end(left), source.start(right)
    match = re.search(old, _COMMENT.sub(lambda comment: " " * len(comment[0]), source.text[start:end]))
    if match is not None:
        yield Edit(start + match.start(), start + match.end(), new)


def _comparison(source: Source, node: ast.Compare) -> Iterator[_Edits]:
    for (left, right), sign in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
        yield tuple(_other_sign(source, left, right, _COMPARED[type(sign)]))


def _connective(source: Source, node: ast.BoolOp) -> Iterator[_Edits]:
    signs = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    yield tuple(edit for left, right in pairwise(node.values) for edit in _other_sign(source, left, right, signs))


def _arithmetic(source: Source, node: ast.BinOp | ast.AugAssign) -> Iterator[_Edits]:
    signs = _CALCULATED.get(type(node.op))
    if signs is None:
        return
    if isinstance(node, ast.AugAssign):
        yield tuple(_other_sign(source, node.target, node.value, signs))
        return
    sign = tuple(_other_sign(source, node.left, node.right, signs))
    if isinstance(node.op, ast.BitAnd | ast.BitOr):  # the two bind differently
        sign = (Edit(source.start(node), source.start(node), "("), *sign, Edit(source.end(node), source.end(node), ")"))
    yield sign


# Values and conditions


def _constant(source: Source, node: ast.Constant) -> Iterator[_Edits]:
    if isinstance(node.value, bool):
        yield (source.replacement(node, str(not node.value)),)
    elif isinstance(node.value, int | float):
        yield (source.replacement(node, repr(node.value + 1)),)


def _negation(source: Source, node: ast.UnaryOp) -> Iterator[_Edits]:
    match = re.match(r"not\s*", source.segment(node))
    if match is not None:
        yield (Edit(source.start(node), source.start(node) + match.end(), ""),)


def _condition(source: Source, node: ast.If | ast.While | ast.IfExp) -> Iterator[_Edits]:
    yield from _negated(source, node.test)


def _filter(source: Source, node: ast.comprehension) -> Iterator[_Edits]:
    for test in node.ifs:
        yield from _negated(source, test)


def _negated(source: Source, test: ast.expr) -> Iterator[_Edits]:
    """Yield the negation of a condition that has no sign of its own to change."""
    if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.BinOp):
        yield (Edit(source.start(test), source.start(test), "not "),)


# Order

_OTHER_FUNCTION = {"max": "min", "min": "max", "any": "all", "all": "any", "reversed": "iter"}


def _order(source: Source, node: ast.Call) -> Iterator[_Edits]:
    match node.func:
        case ast.Name(id=name) as function if name in _OTHER_FUNCTION:
            yield (source.replacement(function, _OTHER_FUNCTION[name]),)
        case ast.Name(id="sorted") | ast.Attribute(attr="sort"):
            if all(keyword.arg not in ("reverse", None) for keyword in node.keywords):
                yield (_reverse_order(source, node),)


def _reverse_order(source: Source, node: ast.Call) -> Edit:
    start, end = source.end(node.func), source.end(node)
    arguments = source.text[start + 1 : end - 1]
    match node.args:
        case [ast.GeneratorExp() as only] if not node.keywords and source.end(only) == end:
            arguments = f"({arguments})"
    comma = "" if not arguments.strip() or arguments.rstrip().endswith(",") else ", "
    return Edit(start, end, f"({arguments}{comma}reverse=True)")


def _slice(source: Source, node: ast.Slice) -> Iterator[_Edits]:
    bounds = ["" if bound is None else source.segment(bound) for bound in (node.lower, node.upper, node.step)]
    for number, bound in enumerate(bounds):
        if bound:
            lower, upper, step = ("" if other == number else text for other, text in enumerate(bounds))
            text = f"{lower}:{upper}" + (f":{step}" if step else "")
            yield (source.replacement(node, text),)


# Returned values

_EMPTY = {
    **dict.fromkeys(("tuple", "Sequence", "Collection", "Iterable"), "()"),
    **dict.fromkeys(("dict", "Mapping", "MutableMapping"), "{}"),
    **{"list": "[]", "set": "set()", "frozenset": "frozenset()", "str": '""', "int": "0", "float": "0.0"},
}


def _returns(source: Source, node: ast.FunctionDef) -> Iterator[_Edits]:
    """Yield another value for each return: an empty one or 0, the negation of a truth, None for all else."""
    for statement in _own_statements(node.body):
        if isinstance(statement, ast.Return) and statement.value is not None:
            text = _other_value(source, node.returns, statement.value)
            if text is not None and text != source.segment(statement.value):
                yield (source.replacement(statement, f"return {text}"),)


def _other_value(source: Source, annotation: ast.expr | None, value: ast.expr) -> str | None:
    match annotation:
        case ast.Name(id="bool"):
            has_own_mutant = isinstance(value, ast.Constant | ast.UnaryOp | ast.Compare)
            return None if has_own_mutant else f"not ({source.segment(value)})"
        case ast.Name(id="int" | "float") if isinstance(value, ast.Constant):
            return None
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return _EMPTY.get(name, "None")
    return "None"


def _own_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a function without those of functions inside it."""
    for statement in body:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for branch in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    yield from _own_statements(getattr(branch, name, []))


# Arguments

_ANY_ORDER = frozenset(("max", "min", "isinstance", "issubclass", "getattr", "part", "kinds", "gathered"))
"""Functions whose positional arguments have no order, or cannot be swapped."""


def _arguments(source: Source, node: ast.Call) -> Iterator[_Edits]:
    ordered = not (isinstance(node.func, ast.Name) and node.func.id in _ANY_ORDER)
    positional = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    if ordered and len(positional) == len(node.args):
        yield from _swapped(source, positional)
    yield from _swapped(source, [keyword.value for keyword in node.keywords if keyword.arg is not None])


def _swapped(source: Source, values: list[ast.expr]) -> Iterator[_Edits]:
    for one, other in pairwise(values):
        first, second = source.segment(one), source.segment(other)
        if first != second and not (is_type(one) or is_type(other) or _are_of_two_types(one, other)):
            yield source.replacement(one, second), source.replacement(other, first)


def _are_of_two_types(first: ast.expr, other: ast.expr) -> bool:
    """Return True for two constants that a checker of types would not let swap."""
    return (
        isinstance(first, ast.Constant)
        and isinstance(other, ast.Constant)
        and type(first.value) is not type(other.value)
    )


# Statements


def _removed(source: Source, node: ast.FunctionDef) -> Iterator[_Edits]:
    """Yield a function without one of its statements. A name must still have a value: its only assignment stays."""
    statements = list(_own_statements(node.body))
    bound = [name for statement in statements for name in _names_bound(statement)]
    bound += [argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
    for statement in statements:
        if _is_removable(statement, node.body[-1], bound):
            yield (source.replacement(statement, "pass"),)


def _names_bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets):
            nodes: list[ast.expr] = targets
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.For(target=target):
            nodes = [target]
        case _:
            return
    for node in nodes:
        yield from (name.id for name in ast.walk(node) if isinstance(name, ast.Name) and not _is_read(name))


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _is_removable(statement: ast.stmt, last: ast.stmt, bound: list[str]) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            return True
        case ast.Return():
            return statement is not last
        case ast.Assign():
            names = list(_names_bound(statement))
            return all(bound.count(name) > 1 for name in names)
    return False


_OPERATORS: Mapping[type[ast.AST], tuple[tuple[str, Callable[..., Iterator[_Edits]]], ...]] = {
    ast.Compare: (("comparison", _comparison),),
    ast.BoolOp: (("and-or", _connective),),
    ast.BinOp: (("arithmetic", _arithmetic),),
    ast.AugAssign: (("arithmetic", _arithmetic),),
    ast.Constant: (("constant", _constant),),
    ast.UnaryOp: (("not", _negation),),
    ast.If: (("condition", _condition),),
    ast.While: (("condition", _condition),),
    ast.IfExp: (("condition", _condition),),
    ast.comprehension: (("condition", _filter),),
    ast.Call: (("order", _order), ("arguments", _arguments)),
    ast.Slice: (("order", _slice),),
    ast.FunctionDef: (("return", _returns), ("statement", _removed)),
}


# Parts that are mutated: all that runs, without declarations, types and the texts of errors.

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
    for name, field in ast.iter_fields(node):
        if name in _SKIPPED_FIELDS or (isinstance(node, ast.ClassDef) and name == "keywords"):
            continue
        for child in field if isinstance(field, list) else [field]:
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
