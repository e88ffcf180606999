"""Templates compile as in Jinja, although some of Jinja's searches are skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

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


def test_an_attribute_of_what_is_no_namespace_cannot_be_set(render: Render) -> None:
    for sets in ("{% set card.x = 2 %}", "{% set a, card.x = 1, 2 %}"):
        with pytest.raises(TemplateError, match="cannot assign attribute on non-namespace object"):
            render(sets)


def test_code_that_another_thread_forgets_meanwhile_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgotten(dict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key, value)
            self.clear()

    monkeypatch.setattr(sandbox, "_COMPILED", Forgotten())
    environment = sandbox.make_bare_environment()
    assert environment.compile("{{ 1 + 1 }}", "mine") is not None
    assert "mine" in environment.reads
