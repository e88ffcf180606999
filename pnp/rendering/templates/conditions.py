"""Find conditions of a template whose outcome is known, and branches that were copied and not changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jinja2 import nodes

from pnp.records import dataclass

_EQUAL_TESTS = ("==", "eq", "equalto")
_EQUAL_FILTERS = ("selectattr", "rejectattr")


@dataclass(frozen=True, slots=True)
class TemplateSlip:
    """Slip at a line of a template, with a hint how to mend it."""

    line: int
    code: str
    message: str
    hint: str


def condition_slips(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield the slips of the conditions of a template."""
    yield from fixed_conditions(tree)
    yield from _rows_compared(tree)
    for condition in tree.find_all(nodes.If):
        branches = [(branch.test, branch.body) for branch in (condition, *condition.elif_)]
        yield from _asked_twice([test for test, _ in branches])
        yield from _copied_branches(branches)
    chained: set[int] = set()
    for choice in (branch for branch in tree.find_all(nodes.CondExpr) if id(branch) not in chained):
        tests, rest = [choice.test], choice.expr2
        while isinstance(rest, nodes.CondExpr):
            chained.add(id(rest))
            tests, rest = [*tests, rest.test], rest.expr2
        yield from _asked_twice(tests)


def fixed_conditions(tree: nodes.Node) -> Iterator[TemplateSlip]:
    """Yield a slip for each condition whose outcome is known: two written texts that are compared, a written text in
    place of a condition, and a whole component compared with a name."""
    for comparison in tree.find_all(nodes.Compare):
        sides = [comparison.expr, *(operand.expr for operand in comparison.ops)]
        texts = [side.value for side in sides if isinstance(side, nodes.Const) and isinstance(side.value, str)]
        if len(texts) == len(sides):
            message, hint = f"this compares two texts, {texts[0]!r} and {texts[1]!r}", "write names without quotes"
            yield TemplateSlip(comparison.lineno, "fixed-condition", message, hint)
        elif texts and isinstance(sides[0], nodes.Name) and sides[0].name in ("component", "card", "face"):
            message, hint = f"{sides[0].name} is no text, and never {texts[0]!r}", f"write {sides[0].name}.id"
            yield TemplateSlip(comparison.lineno, "fixed-condition", message, hint)
    for condition in tree.find_all((nodes.Or, nodes.And)):
        right = condition.right
        if (
            isinstance(condition.left, nodes.Compare)
            and isinstance(right, nodes.Const)
            and isinstance(right.value, str)
        ):
            message, hint = f"{right.value!r} alone is always true", 'write … in ("a", "b"), or the comparison again'
            yield TemplateSlip(condition.lineno, "fixed-condition", message, hint)


def _rows_compared(tree: nodes.Template) -> Iterator[TemplateSlip]:
    """Yield a slip for each row of a deck that stands in place of its id, where rows are chosen by a field."""
    loops = [loop for loop in tree.find_all(nodes.For) if isinstance(loop.target, nodes.Name)]
    rows = {loop.target.name for loop in loops if _is_deck(iterated_by(loop))}  # type: ignore[attr-defined]  # as above
    others = {loop.target.name for loop in loops if not _is_deck(iterated_by(loop))}  # type: ignore[attr-defined]
    others |= {node.target.name for node in tree.find_all(nodes.Assign) if isinstance(node.target, nodes.Name)}
    for chosen in (node for node in tree.find_all(nodes.Filter) if node.name in _EQUAL_FILTERS and len(node.args) == 3):
        _, test, value = chosen.args
        is_equal = isinstance(test, nodes.Const) and test.value in _EQUAL_TESTS
        if is_equal and isinstance(value, nodes.Name) and value.name in rows - others:
            message = f"{value.name!r} is a whole row of a deck, and no field is equal to it"
            yield TemplateSlip(chosen.lineno, "fixed-condition", message, f"write {value.name}.id")


def iterated_by(loop: nodes.For) -> nodes.Node:
    """Return what a loop goes through. The parser lets it go through a filter."""
    return loop.iter.node if isinstance(loop.iter, nodes.Filter) and loop.iter.node is not None else loop.iter


def _is_deck(node: nodes.Node) -> bool:
    """Tell whether an expression is ``game.decks["name"]``."""
    decks = node.node if isinstance(node, nodes.Getitem | nodes.Getattr) else None
    return isinstance(decks, nodes.Getattr) and decks.attr == "decks"


def _asked_twice(tests: Sequence[nodes.Node]) -> Iterator[TemplateSlip]:
    """Yield a slip for each condition of a chain that an earlier one asks, too: its branch is never reached."""
    for at, test in enumerate(tests):
        first = next((other for other in tests[:at] if other == test), None)
        if first is not None:
            message = f"line {first.lineno} asks the same before, and what follows here is never reached"
            yield TemplateSlip(test.lineno, "fixed-condition", message, "ask for the other case")


def _copied_branches(branches: Sequence[tuple[nodes.Node, Sequence[nodes.Node]]]) -> Iterator[TemplateSlip]:
    """Yield a slip for each branch that is a copy of another one: it names the text that the other one asks for, and
    not its own."""
    asked = [
        (_asked(test), body, {one.value for one in nodes.Output(body).find_all(nodes.Const)}) for test, body in branches
    ]
    for at, (one, body, named) in enumerate(asked):
        for other, other_body, _ in asked[:at]:
            if one is None or other is None or one.expr != other.expr or body != other_body:
                continue
            text, other_text = one.ops[0].expr.value, other.ops[0].expr.value  # type: ignore[attr-defined]  # by ``_asked``
            if (text in named) != (other_text in named):
                wrong, right = (other, text) if text in named else (one, other_text)
                named_wrong = wrong.ops[0].expr.value  # type: ignore[attr-defined]
                message = f"the branch of {named_wrong!r} is that of {right!r} once more"
                hint = f"draw what {named_wrong!r} has, or ask for both: in ({other_text!r}, {text!r})"
                yield TemplateSlip(wrong.lineno, "copied-branch", message, hint)


def _asked(test: nodes.Node) -> nodes.Compare | None:
    """Return a condition that asks for a written text, or None."""
    if not isinstance(test, nodes.Compare) or len(test.ops) != 1 or test.ops[0].op != "eq":
        return None
    right = test.ops[0].expr
    return test if isinstance(right, nodes.Const) and isinstance(right.value, str) else None
