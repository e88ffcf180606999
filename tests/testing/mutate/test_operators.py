"""Operators of mutation make the mistakes that they are named after, in code that runs, and always Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pnp.testing.mutate.operators import mutants_of
from pnp.testing.mutate.source import Source


def changes(text: str, kind: str | None = None) -> list[str]:
    """The changed lines of all mutants, or of those of one kind."""
    mutants = mutants_of(Source("rules/record.py", text))
    return [mutant.after for mutant in mutants if kind in (None, mutant.kind)]


@pytest.mark.parametrize(
    ("kind", "line", "expected"),
    [
        ("comparison", "a < b", ["a <= b"]),
        ("comparison", "a <= b > c", ["a < b > c", "a <= b >= c"]),
        ("comparison", "(a) == (b)", ["(a) != (b)"]),
        ("comparison", "a not in b", ["a in b"]),
        ("comparison", "a is b", ["a is not b"]),
        ("comparison", "a in b and c is not d", ["a not in b and c is not d", "a in b and c is d"]),
        ("and-or", "(a and b) or c", ["(a or b) or c", "(a and b) and c"]),
        ("and-or", "a and b and c", ["a or b or c"]),
        ("arithmetic", "a + b - c", ["a - b - c", "a + b + c"]),
        ("arithmetic", "a * b // c % d", ["a // b // c % d", "a * b * c % d", "a * b // c * d"]),
        ("arithmetic", "a & b | c", ["(a | b) | c", "(a & b & c)"]),
        ("constant", "f(1, True, 2.5)", ["f(2, True, 2.5)", "f(1, False, 2.5)", "f(1, True, 3.5)"]),
        ("constant", "f('a', None, b'c')", []),
        ("constant", "zip(a, b, strict=True)", []),
        ("not", "not (a or b)", ["(a or b)"]),
        ("condition", "a if b else c", ["a if not b else c"]),
        ("condition", "[a for a in b if f(a) if a < 1]", ["[a for a in b if not f(a) if a < 1]"]),
        ("order", "sorted(a)", ["sorted(a, reverse=True)"]),
        ("order", "sorted(b for b in a)", ["sorted((b for b in a), reverse=True)"]),
        ("order", "sorted((b for b in a))", ["sorted((b for b in a), reverse=True)"]),
        ("order", "sorted(a, reverse=b)", []),
        ("order", "a.sort()", ["a.sort(reverse=True)"]),
        ("order", "max(any(a), b)", ["min(any(a), b)", "max(all(a), b)"]),
        ("order", "a[b:c]", ["a[:c]", "a[b:]"]),
        ("order", "a[::c]", ["a[:]"]),
        ("arguments", "f(a, b, c)", ["f(b, a, c)", "f(a, c, b)"]),
        ("arguments", "f(one=a, other=b)", ["f(one=b, other=a)"]),
        ("arguments", "f(a, a)", []),
        ("arguments", "f('a', 1)", []),
        ("arguments", "f(Card, a)", []),
        ("arguments", "f(*a, b)", []),
        ("arguments", "max(a, b)", []),
    ],
)
def test_an_expression_is_changed_in_one_place(kind: str, line: str, expected: list[str]) -> None:
    assert sorted(changes(f"x = {line}\n", kind)) == sorted(f"x = {text}" for text in expected)


@pytest.mark.parametrize(
    ("returned", "line", "expected"),
    [
        ("int", "a + b", "return 0"),
        ("tuple[int, ...]", "a", "return ()"),
        ("Sequence[int]", "a", "return ()"),
        ("list[str]", "a", "return []"),
        ("Mapping[str, int]", "a", "return {}"),
        ("str", "a", 'return ""'),
        ("bool", "a and b", "return not (a and b)"),
        ("Card", "a", "return None"),
        ("Card | None", "a", "return None"),
    ],
)
def test_a_function_returns_another_value_of_its_type(returned: str, line: str, expected: str) -> None:
    assert changes(f"def f() -> {returned}:\n    return {line}\n", "return") == [expected]


@pytest.mark.parametrize(
    ("returned", "line"), [("int", "1"), ("bool", "not a"), ("Card | None", "None"), ("str", '""')]
)
def test_a_value_that_another_operator_changes_is_left_to_it(returned: str, line: str) -> None:
    assert changes(f"def f() -> {returned}:\n    return {line}\n", "return") == []


STATEMENTS = '''
def f(a: int) -> int:
    """Return a number."""
    b = 1
    c = 2
    a = b
    if a:
        return 0
    for d in a:
        c += d
        e.append(d)
        continue
    match c:
        case 1:
            raise ValueError("no")
    return c
'''


def test_statements_are_removed_but_the_last_return_and_the_only_value_of_a_name() -> None:
    mutants = mutants_of(Source("a.py", STATEMENTS))
    removed = [mutant.before for mutant in mutants if mutant.kind == "statement"]
    assert removed == ["a = b", "return 0", "c += d", "e.append(d)", "continue", 'raise ValueError("no")']


LEFT_ALONE = '''
"""The first 1 < 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

if TYPE_CHECKING:
    from other import name

__all__ = ["one"][0:1]
Way: TypeAlias = Literal[1, 2] | None
Pair = tuple[int, Literal[1, 2]]
one: Annotated[int, Ge(1)]
"""Its docstring, not 1."""


@decorated(1, slots=True)
class Card(Base, total=False):
    """A card."""

    number: Annotated[int, Le(9)]

    def shown(self, value: Literal[1]) -> Literal[2] | None:
        """Return 1."""
        assert value < 1, 1 + 2
        return None
'''


def test_declarations_types_and_docstrings_stay() -> None:
    assert changes(LEFT_ALONE) == []


def test_the_texts_of_errors_and_the_classes_of_a_question_for_a_type_stay() -> None:
    text = "def f(a: int) -> None:\n    if isinstance(a, int | str):\n        raise ValueError(a + 1, f'{a + 1}')\n"
    assert changes(text) == ["if not isinstance(a, int | str):", "pass"]


def test_a_sign_in_a_comment_is_no_sign() -> None:
    assert changes("x = (\n    a  # this and that\n    and b\n)\n") == ["or b"]


def test_places_behind_other_scripts_are_found() -> None:
    assert changes("x = '赤' if 赤 < b else '青'\n") == ["x = '赤' if 赤 <= b else '青'"]


def test_a_mutant_says_its_line_and_applies_to_it_alone() -> None:
    text = "a = b\nx = f(\n    1,\n    c,\n)\n"
    (constant,) = [mutant for mutant in mutants_of(Source("a.py", text)) if mutant.kind == "constant"]
    assert (constant.line, constant.before, constant.after) == (3, "1,", "2,")
    assert constant.applied(text) == "a = b\nx = f(\n    2,\n    c,\n)\n"


def test_every_mutant_of_a_game_is_python_and_differs_from_it(root: Path) -> None:
    count = 0
    for path in sorted((root / "examples" / "new-game" / "pnp_new_game").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        same = ast.dump(ast.parse(text))
        for mutant in mutants_of(Source(path.name, text)):
            assert ast.dump(ast.parse(mutant.applied(text))) != same, mutant
            count += 1
    assert count > 150
