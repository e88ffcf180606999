"""Templates compile as in Jinja, although some of Jinja's searches are skipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import TemplateSyntaxError
from jinja2.compiler import generate
from jinja2.lexer import Lexer
from jinja2.nodes import Node

from pnp.diagnostics import TemplateError
from pnp.rendering.templates import sandbox

Render = Callable[..., list[Any]]
LINE = "{{ line(%s, 5, 9, 3) }}"


def test_a_template_may_extend_another_and_fill_its_blocks(render: Render) -> None:
    base = (
        "{% block head %}" + LINE % "'theirs'" + "{% endblock %}{% block foot %}" + LINE % "'kept'" + "{% endblock %}"
    )
    child = "{% extends 'base.svg.j2' %}{% block head %}" + LINE % "'mine'" + "{% endblock %}"
    svg = render(child, files={"base.svg.j2": base})[0].svg
    assert [word in svg for word in (">mine<", ">kept<", ">theirs<")] == [True, True, False]


def test_a_block_within_a_condition_is_drawn(render: Render) -> None:
    assert ">yes<" in render("{% if true %}{% block a %}" + LINE % "'yes'" + "{% endblock %}{% endif %}")[0].svg


@pytest.mark.parametrize(
    ("sets", "expression"),
    [
        ("{% set a = 1 %}{% set a = a + 1 %}", "a"),
        ("{% set b, a = 1, 2 %}", "a"),
        ("{% set a = namespace(x=1) %}{% set a.x = a.x + 1 %}", "a.x"),
        ("{% set n = namespace(x=1) %}{% set a, n.x = 1, 2 %}", "n.x"),
        ("{% set a %}2{% endset %}", "a"),
    ],
)
def test_every_kind_of_assignment_holds(sets: str, expression: str, render: Render) -> None:
    assert ">2<" in render(sets + LINE % expression)[0].svg


@pytest.mark.parametrize(
    "source",
    [
        "{% if false %}{% set a = 1 %}{% endif %}" + LINE % "a",
        "{% if false %}{% set a = 1 %}{% else %}" + LINE % "a" + "{% endif %}",
        "{% for i in [1] %}{% set a = 1 %}{% endfor %}" + LINE % "a",
        "{% for i in [] %}{% set a = 1 %}{% else %}" + LINE % "a" + "{% endfor %}",
        "{% for i in [1, 2] %}{% if i == 2 %}" + LINE % "a" + "{% endif %}{% set a = 1 %}{% endfor %}",
        "{% with b = 1 %}{% set a = 1 %}{% endwith %}{% with b = 1 %}" + LINE % "a" + "{% endwith %}",
        "{% macro m() %}{% set a = 1 %}{% endmacro %}{{ m() }}" + LINE % "a",
        "{% macro m() %}" + LINE % "a" + "{% endmacro %}{{ m() }}{% set a = 1 %}",
        "{% set b = a %}" + LINE % "b",
        "{% macro m() %}" + LINE % "a" + "{% endmacro %}{{ m() }}{% macro a() %}{% endmacro %}",
        "{% if false %}{% macro a() %}{% endmacro %}{% endif %}" + LINE % "a",
        "{% if false %}{% import 'other.svg.j2' as a %}{% endif %}" + LINE % "a",
        "{% if false %}{% set a = 1 %}{% endif %}{% macro m() %}" + LINE % "a" + "{% endmacro %}{{ m() }}",
        # what is called after the loop that it was written in
        "{% set n = namespace(m=none) %}{% for i in [1] %}{% set a = 1 %}{% macro m() %}"
        + LINE % "a"
        + "{% endmacro %}{% set n.m = m %}{% endfor %}{{ n.m() }}",
        "{% set n = namespace(l=none) %}{% for i in [1] %}{% set a = 1 %}{% for j in [1] recursive %}"
        "{% if n.l %}" + LINE % "a" + "{% endif %}{% set n.l = loop %}{% endfor %}{% endfor %}{{ n.l([1]) }}",
    ],
)
def test_a_name_that_was_not_assigned_on_the_way_is_undefined(source: str, render: Render) -> None:
    with pytest.raises(TemplateError, match="'a' is undefined"):
        render(source, files={"other.svg.j2": ""})


@pytest.mark.parametrize(
    "source",
    [
        "{% set a = 1 %}{% for i in [1, 2] %}{% set a = a + i %}{% if i == 2 %}"
        + LINE % "a"
        + "{% endif %}{% endfor %}",
        "{% set a = 1 %}{% if true %}{% set a = 3 %}{% endif %}" + LINE % "a",
        "{% macro m(a) %}{% set a = a + 1 %}" + LINE % "a" + "{% endmacro %}{{ m(2) }}",
        "{% if true %}{% set a = 3 %}{% macro m() %}" + LINE % "a" + "{% endmacro %}{% endif %}{{ m() }}",
        "{% set a = 3 %}{% macro m() %}" + LINE % "a" + "{% endmacro %}{{ m() }}",
    ],
)
def test_a_name_has_the_value_that_was_assigned_last(source: str, render: Render) -> None:
    assert ">3<" in render(source)[0].svg


def test_an_attribute_of_what_is_no_namespace_cannot_be_set(render: Render) -> None:
    for sets in ("{% set card.x = 2 %}", "{% set a, card.x = 1, 2 %}"):
        with pytest.raises(TemplateError, match="cannot assign attribute on non-namespace object"):
            render(sets)


PIECES = [
    *("{%", "%}", "{{", "}}", "{#", "#}", "-%}", "{%-", "{%+", "+%}", "{{-", "-}}", "{#-", "-#}", "{% raw %}"),
    *("(", ")", "[", "]", "{", "}", "<=", "==", "//", "%", "|", ".", "$", "~", " ", "  ", "\n", "\n  ", "\r\n", "\f"),
    *("a", "b1", "é", "²", "a·", "1", "1.5", "1e5", "0x1f", "1_0", "0.", ".5", "text", " t\n"),
    *('"s"', "'t\\n'", '"\\x"', '"é"', '"a\nb"', '"un'),
]
"""Pieces of templates, right and wrong."""


def _tokens(lexer: Lexer, source: str) -> list[Any]:
    """Return the tokens of a template, and the error that ends them."""
    tokens: list[Any] = []
    try:
        tokens.extend(lexer.tokenize(source, "face.svg.j2", "face.svg.j2"))
    except TemplateSyntaxError as error:
        tokens.append((str(error), error.lineno))
    return tokens


def test_templates_are_read_as_jinja_reads_them() -> None:
    environment, random = sandbox.make_bare_environment(), Random(1)
    shipped = [path.read_text("utf-8") for path in Path("templates").rglob("*.j2")]
    mixed = ["".join(random.choices(PIECES, k=random.randint(1, 14))) for _ in range(1500)]
    tagged = [random.choice(("{{ ", "{% ", "a {%- ", "  {% ")) + piece for piece in mixed]
    closed = [piece + random.choice((" }}", " %}", "-%}\n b", "}}\n")) for piece in tagged]
    jinja = Lexer(environment)
    for source in (*shipped, *mixed, *tagged, *closed):
        assert _tokens(environment.lexer, source) == _tokens(jinja, source), source


DEPENDENTS = [
    "{{ a | upper | default('x' | lower) }}",
    "{% if a is not defined or a is divisibleby 3 %}{{ a | escape }}{% endif %}",
    "{% for x in a | sort if x is odd %}{{ loop.index }}{% else %}{{ b | list }}{% endfor %}",
    "{% filter upper | trim %}{{ a }}{% endfilter %}{% set c | title %}x{% endset %}",
    "{% macro m(x=a | first) %}{{ caller() }}{% endmacro %}{% call m() %}{{ [b | last] }}{% endcall %}",
    "{% if a %}{{ a | no_such_filter is no_such_test }}{% endif %}",
    "{% block a %}{{ a | upper }}{% for x in a %}{% block b scoped %}{{ x is odd }}{% endblock %}{% endfor %}"
    "{% endblock %}",
    *(file.read_text("utf-8") for file in sorted((Path(__file__).parents[2] / "templates").rglob("*.j2"))),
]


@pytest.mark.parametrize("source", DEPENDENTS, ids=range(len(DEPENDENTS)))
def test_filters_and_tests_that_the_parser_noted_are_those_that_a_search_finds(source: str) -> None:
    environment = sandbox.make_bare_environment()
    # Two trees, since the compiler changes what it reads.
    noted, searched = environment.parse(source), environment.parse(source)
    for node in (searched, *Node.find_all(searched, Node)):
        vars(node).pop("find_all", None)
        vars(node).pop("dependencies", None)
    assert generate(noted, environment, "mine", None) == generate(searched, environment, "mine", None)


def test_code_that_another_thread_forgets_meanwhile_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgotten(dict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key, value)
            self.clear()

    monkeypatch.setattr(sandbox, "_COMPILED", Forgotten())
    environment = sandbox.make_bare_environment()
    assert environment.compile("{{ 1 + 1 }}", "mine") is not None
    assert "mine" in environment.reads
