"""Every warning that the program prints stands in a table of docs/decks.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GIVEN_ELSEWHERE = {
    "pnp/build/warnings.py": {"english-sheets"},
    "pnp/build/compare/changed.py": {"other-bleed", "other-margin"},
    "pnp/check/check.py": {"flap-outside", "open-lid", "unglued"},
    "pnp/project/examples.py": {"no-claims", "unkilled", "unshown"},
}
"""Codes by the module that makes a warning of them, where the call does not write them."""
MAKERS = {"Diagnostic": 0, "face_warning": 0, "note": 0, "TemplateSlip": 1}
"""Functions that make a warning, and the place of the code among their arguments."""
PASSED_ON = {"pnp/check/component_findings.py", "pnp/check/templates.py"}
"""Modules whose warnings have the codes of their callers."""


def is_warning(call: ast.Call) -> bool:
    """Tell whether a call makes a warning."""
    name = getattr(call.func, "id", None)
    values = [*call.args, *(option.value for option in call.keywords)]
    says_so = any(isinstance(value, ast.Constant) and value.value == "warning" for value in values)
    is_remark = name == "note" and len(call.args) == 1  # on what a command has done
    return (name in MAKERS and not is_remark) if name != "Diagnostic" else says_so


def warnings_of(source: str) -> Iterator[str | None]:
    """Yield the code of each warning that a module makes, None if the call does not write it."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and is_warning(call):
            place = MAKERS[call.func.id]  # type: ignore[attr-defined]  # as ``is_warning`` says
            code = call.args[place] if place < len(call.args) else None
            yield code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None


def codes_of(path: Path) -> set[str]:
    """The codes of the warnings of a module."""
    name, found = path.relative_to(ROOT).as_posix(), set(warnings_of(path.read_text(encoding="utf-8")))
    unwritten = None in found and name not in PASSED_ON
    assert unwritten <= (name in GIVEN_ELSEWHERE), f"{name} makes a warning whose code this test cannot read"
    return {code for code in found if code is not None} | GIVEN_ELSEWHERE.get(name, set())


@pytest.fixture(scope="module")
def told() -> set[str]:
    """The warnings in the tables of the page."""
    rows = re.findall(
        r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|", (ROOT / "docs" / "decks.md").read_text("utf-8"), re.MULTILINE
    )
    return {code for row in rows for code in re.findall("[a-z-]+", row)}


def test_every_warning_stands_in_a_table_of_the_page(told: set[str]) -> None:
    printed = set().union(*(codes_of(path) for path in sorted((ROOT / "pnp").rglob("*.py"))))
    assert {"unread-column", "fixed-condition", "hidden-rows", "open-lid", "white-bleed", "other-bleed"} <= printed
    assert printed - told == set()


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ("Diagnostic('a', 'b', severity='warning')", ["a"]),
        ("Diagnostic('a', 'b', None, None, 'warning')", ["a"]),
        ("Diagnostic('a', 'b')", []),
        ("Diagnostic(code, 'b', severity='warning')", [None]),
        ("TemplateSlip(3, 'a', 'b', 'c')", ["a"]),
    ],
)
def test_warnings_are_found_in_the_source(source: str, codes: list[str | None]) -> None:
    assert list(warnings_of(source)) == codes
