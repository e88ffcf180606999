"""A slip in the syntax of a template is told in plain words, at its line."""

from __future__ import annotations

import jinja2
import pytest

from pnp.rendering.templates.explain import SyntaxFault, explain_syntax


def fault_of(template: str) -> SyntaxFault:
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        jinja2.Environment().parse(template)
    return explain_syntax(str(caught.value.message), caught.value.lineno, template)


@pytest.mark.parametrize(
    ("template", "line", "message", "hint"),
    [
        (
            "a\n{{ card.title card.cost }}",
            2,
            "'card' cannot follow here: {{ … }} holds one value",
            "join values with ~",
        ),
        ("{{ card.title\n\n", 1, "this {{ is never closed", "write }} where it ends"),
        ("a\n{% if card.cost\n\n", 2, "this {% is never closed", "write %} where it ends"),
        ("{# a\n", 1, "this {# is never closed", "write #} where it ends"),
        ("\n{% for a in b %}\n{% if a %}x{% endif %}\n\n", 2, "this {% for %} is never closed", "write {% endfor %}"),
        ("{% if a %}{% endif %}\n{% if b %}\n", 2, "this {% if %} is never closed", "write {% endif %}"),
        ("{% set a %}\n{% set b = 1 %}\n", 1, "this {% set %} is never closed", "write {% endset %}"),
        (
            "{% if a %}{% for b in c %}{% endif %}",
            1,
            "{% endif %} does not belong to {% for %}",
            "{% endfor %} before it",
        ),
        ("{% endif %}", 1, "{% endif %} closes nothing", "is there {% if … %} before it?"),
        ("{% else %}", 1, "{% else %} belongs to no {% if %}", "write {% if … %} before it"),
        ("{% fro a in b %}", 1, "there is no statement {% fro %}", "did you mean 'for'?"),
        ("{% frobnicate %}", 1, "there is no statement {% frobnicate %}", "docs/templates.md"),
        ("{% if a = 1 %}{% endif %}", 1, "= gives a name its value", "write =="),
        ("{% if a %}{% else if b %}{% endif %}", 1, "'if' cannot follow here", "{% elif condition %}"),
        ("{% if a then b %}{% endif %}", 1, "'then' cannot follow here: the statement ends", None),
        ("{{ 'abc }}", 1, "the text that begins with ' never ends", "write another '"),
        ('{{ "a" "b }}', 1, 'the text that begins with " never ends', 'write another "'),
        ("{{ a && b }}", 1, "'&' means nothing here", "write 'and'"),
        ("{{ $a }}", 1, "'$' means nothing here", None),
        ("{{ line（a) }}", 1, "'（' means nothing here", "write ("),
        ("{{ line(“title”) }}", 1, "'“' means nothing here", 'write "'),
        ("{{ a、b }}", 1, "'、' means nothing here", None),
        ("{{ (a }}", 1, "')' is missing before '}'", None),
        ("{{ f(a b) }}", 1, "',' is missing before 'b'", None),
        ("{{ a == }}", 1, "a value is missing before '}}'", None),
        ("{% set x = %}", 1, "a value is missing before '%}'", None),
        ("{{ a. }}", 1, "a name is missing after the dot", None),
        ("{% for x y %}{% endfor %}", 1, "for takes its values after 'in'", "write {% for card in cards %}"),
        ("{{ f(a=1, b) }}", 1, "a value without a name follows one with a name", "write it before"),
        ("{{ {a }}", 1, "'{' begins a table here", "write {'name': value}"),
        (
            "{% if a %}x{% elseif b %}y{% endif %}",
            1,
            "there is no statement {% elseif %}",
            "write {% elif condition %}",
        ),
        ("{% for a in b %}x{% end %}", 1, "there is no statement {% end %}", "write {% endfor %}"),
        ("{% if a }x{% endif %}", 1, "'}' stands alone here", "write %} at the end of a statement"),
        ("{{ line(a, 8, 14, 30 4) }}", 1, "',' is missing before a number", None),
        ("{{ line(a 'title') }}", 1, "',' is missing before a text", None),
        ("{{ f(1,, 2) }}", 1, "',' cannot stand here", None),
    ],
)
def test_a_slip_is_told_in_plain_words(template: str, line: int, message: str, hint: str | None) -> None:
    fault = fault_of(template)
    assert (fault.line, message in fault.message) == (line, True), fault
    assert hint == fault.hint if hint is None else hint in str(fault.hint), fault


def test_no_message_has_words_of_the_template_engine() -> None:
    for template in ("{{ a", "{% for x in y %}", "{% endif %}", "{% block a %}{% endblock b %}", "{% import 'a' %}"):
        fault = fault_of(template)
        assert not {"Jinja", "token", "END", "tag"} & set(fault.message.replace("'", " ").split()), fault
