"""Wrong arguments of the functions of templates are named, with what the function takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.diagnostics import TemplateError

Render = Callable[..., list[Any]]


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        ("line('x', 8, 14, 'title', 5)", "`size` of `line` takes a number, not 'title'", "text, x, y, size"),
        ("line('x', 8, 14, 5, 12)", "`font` of `line` takes a text, not 12", "text, x, y, size"),
        ("line('x', 8, 14, 5, width='3mm')", "`width` of `line` takes a number, not '3mm'", "text, x, y, size"),
        ("block('x', '8mm', 14, 20, 5)", "`x` of `block` takes a number, not '8mm'", "text, x, y, width, size"),
        ("block('x', [8], 14, 20, 5)", "`x` of `block` takes a number, not another value", "text, x, y"),
        ("line('x', 'y' ~ '" + "z" * 50 + "', 14, 5)", "`x` of `line` takes a number, not a long text", "text, x"),
        ("tint(0.5, '#112233')", "`colour` of `tint` takes a text, not 0.5", "`tint` takes colour, share"),
        ("line('x', 8, 14, 5, fil='#111')", "`line` has no `fil`", "did you mean `fill`?"),
        ("line('x', 8)", "`line` lacks", "it takes text, x, y, size"),
        (
            "block('x', 8, 14, 20, 5, anchor='midle')",
            "`anchor` of `block` is start, middle or end, not 'midle'",
            "did you mean 'middle'?",
        ),
        ("tint('a1b2c3', 0.5)", "'a1b2c3' is not a colour: write #a1b2c3", ""),
        ("round('x' ~ 1)", "`value` of `round` takes a number, not 'x1'", "`round` takes value, places"),
    ],
)
def test_a_wrong_argument_is_named(render: Render, call: str, message: str, hint: str) -> None:
    with pytest.raises(TemplateError) as raised:
        render(f"{{{{ {call} }}}}")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.message.startswith(message)
    assert hint in (diagnostic.hint or "")


def test_right_arguments_of_an_outer_function_are_not_blamed(render: Render) -> None:
    macro = "{% macro pic(x, y, width, height) %}{{ 1 + 'a' }}{% endmacro %}"
    with pytest.raises(TemplateError, match=r"'\+' combines a number with a text"):
        render(f"{macro}{{{{ pic(1, 2, 3, 4) }}}}")


def test_an_error_in_a_macro_of_another_file_names_the_line_that_calls_it(render: Render) -> None:
    macros = {"macros.svg.j2": "{% macro twice(figure) %}\n{{ figure * 2 }}{% endmacro %}"}
    with pytest.raises(TemplateError) as raised:
        render("{% from 'macros.svg.j2' import twice %}\n\n{{ twice('a') }}", files=macros)
    (diagnostic,) = raised.value.diagnostics
    assert str(diagnostic.location) == "templates/deck/macros.svg.j2:2"
    assert ", called at templates/deck/card.svg.j2:3" in diagnostic.message


@pytest.mark.parametrize(
    ("template", "hint"),
    [
        ("{{ macros.twice('a') }}", 'import it first: {% import "macros.svg.j2" as macros with context %}'),
        ("{{ marcos.twice('a') }}", "did you mean 'macros'?"),
        ("{% import 'macros.svg.j2' as macros with context %}{{ macros.twcie('a') }}", "did you mean 'twice'?"),
        ("{% import 'macro.svg.j2' as macros with context %}", "did you mean 'macros'?"),
        ("{{ colour }}", None),
    ],
)
def test_a_library_that_is_not_imported_or_misspelt_is_named(render: Render, template: str, hint: str | None) -> None:
    macros = {"macros.svg.j2": "{% macro twice(figure) %}\n{{ figure * 2 }}{% endmacro %}"}
    with pytest.raises(TemplateError) as raised:
        render(template, files=macros)
    assert [diagnostic.hint for diagnostic in raised.value.diagnostics] == [hint]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("https//example.org", "it begins with https:// or http://"),
        ("htps://example.org", "it begins with https:// or http://"),
        ("http:/example.org", "it begins with https:// or http://"),
        ("https://example.org/a b", "there is a blank in it"),
        ("values.link", "write it without quotes"),
        (" ", "a QR code of no text leads nowhere"),
    ],
)
def test_a_code_that_leads_nowhere_is_refused(render: Render, data: str, reason: str) -> None:
    with pytest.raises(TemplateError, match=reason):
        render(f"{{{{ qr('{data}', 5, 5, 30) }}}}")


@pytest.mark.parametrize(
    "data", ["https://example.org/a", "HTTP://EXAMPLE.ORG", "WIFI:S:inn;;", "Take 2 cards", "tel:+1"]
)
def test_a_code_of_an_address_or_a_text_is_drawn(render: Render, data: str) -> None:
    assert render(f"{{{{ qr('{data}', 5, 5, 30) }}}}")
