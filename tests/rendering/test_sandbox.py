"""Templates from strangers can neither leave their data nor run without end: they get a message with its line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.diagnostics import TemplateError
from pnp.model.text import say, translated
from pnp.rendering.printable import plain
from pnp.rendering.templates.sandbox import make_bare_environment

Render = Callable[..., list[Any]]

ESCAPES = [
    "{{ ''.__class__ }}",
    "{{ ''['__class__'] }}",
    "{{ '' | attr('__class__') }}",
    "{{ line.__globals__ }}",
    "{{ line.__self__ }}",
    "{{ line.__func__.__code__ }}",
    "{{ w.__init__.__globals__ }}",
    "{{ game.__class__.__mro__ }}",
    "{{ game.__dataclass_fields__ }}",
    "{{ fail.__closure__ }}",
    "{{ settings.__class__.__subclasses__() }}",
    "{{ card.__class__ }}",
    "{{ (card | items | first).__class__ }}",
    "{{ range.__call__ }}",
    "{{ self.__dict__ }}",
    "{{ self._TemplateReference__context }}",
    "{{ namespace.__init__.__globals__ }}",
    "{% set x = game %}{{ x._ }}",
    "{{ ['__class__'] | map('attr', '__class__') | first }}",
    "{{ [game] | map(attribute='__class__') | first }}",
    "{{ open('/etc/passwd') }}",
    "{{ lipsum.__globals__ }}",
    "{{ cycler }}",
    "{{ config }}",
    "{% set game.title = 'x' %}",
    "{{ card.update({'name': 'x'}) }}",
    "{{ card.pop('name') }}",
    "{{ [].append(1) }}",
]
BOMBS = [
    "{{ 'a' * 1000000000 }}",
    "{{ 1000000000 * 'a' }}",
    "{{ [1] * 1000000000 }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ 'a'.center(1000000000) }}",
    "{{ 'a'.ljust(1000000000) }}",
    "{{ 'a'.zfill(1000000000) }}",
    "{{ '{:1000000000}'.format(1) }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ 'a'.replace('', 'b') }}",
    "{{ ''.join(['a']) }}",
    "{{ 'a'.translate({97: 'b'}) }}",
    "{{ 'a\tb'.expandtabs(1000000000) }}",
    "{{ 'a' | center(1000000000) }}",
    "{{ '%1000000000d' | format(1) }}",
    "{{ 'a' | indent(1000000000) }}",
    "{{ [1] | batch(1000000000, 0) | list }}",
    "{{ [1] | slice(1000000000) | list }}",
    "{{ 'a' | wordwrap(1) }}",
    "{{ range(1000000000) | list | length }}",
    "{{ range(20000) | join('a' ~ (range(20000) | join)) }}",
    "{{ (range(20000) | join) | replace('1', range(20000) | join) }}",
    "{{ 5 | round(-1000000000) }}",
    "{{ round(5, -1000000000) }}",
    "{{ 10 ** 1000000000 }}",
    "{{ 100000 ** 9 }}",
    "{{ 100000 ** 2 }}",
    "{{ (5).to_bytes(1000000000, 'big') | length }}",
    "{% set n = namespace(s='ab') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s='ab') %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s=99) %}{% for i in range(60) %}{% set n.s = n.s * n.s %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s='ab') %}{% for i in range(60) %}{% set x %}{{ n.s }}{{ n.s }}{% endset %}"
    "{% set n.s = x %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s | string }}",
    "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ 'a' ~ n.s }}",
    "{% for i in range(1000000000) %}{% endfor %}",
    "{% for a in range(20000) %}{% for b in range(20000) %}{% endfor %}{% endfor %}",
    "{% for a in range(20000) %}{% for b in 'abcdefghijklmnopqrstuvwxyz' %}{% endfor %}{% endfor %}",
    "{% for a in range(9000) %}<g>{% for b in range(20) %}<path d='M0 0h1'/>{% endfor %}</g>{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "{% include 'card.svg.j2' %}",
    "{% import 'card.svg.j2' as x %}",
    "{% extends 'card.svg.j2' %}",
    "{% for x in [[1]] recursive %}{{ loop([[1]]) }}{% endfor %}",
    "{{ block(range(20000) | join(' '), 0, 0, 50, 3) }}",
    "{{ block('text', 0, 0, 50, 'nan' | float) }}",
    "{{ block('text', 0, 0, 50, 'inf' | float) }}",
    "{{ block('a b', 0, 0, 1, 1e9, height=1) }}",
    "{{ line('text', 0, 'nan' | float, 3) }}",
    "{{ sunburst(0, 0, 10, 1000000000, '#000000') }}",
    "{{ qr('a' ~ (range(9999) | join), 0, 0, 10) }}",
]


@pytest.mark.parametrize("template", ESCAPES)
def test_a_template_cannot_reach_beyond_its_data(template: str, render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render(f"<g>\n{template}\n</g>")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.location
    assert diagnostic.location.file == "templates/deck/card.svg.j2"


@pytest.mark.parametrize("template", BOMBS)
def test_a_template_cannot_make_much_out_of_little_or_run_without_end(template: str, render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render(f"<g>\n{template}\n</g>")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.location
    assert diagnostic.location.file.endswith("deck/card.svg.j2")


@pytest.mark.parametrize("choice", ["select('odd')", "map('abs')", "reject('odd')", "unique", "reverse"])
def test_what_a_filter_gives_can_be_gone_through_twice(choice: str) -> None:
    twice = f"{{% set some = [1, 1, 2] | {choice} %}}{{{{ some | sum }}}} {{{{ some | sum }}}}"
    first, second = make_bare_environment().from_string(twice).render().split()
    assert first == second != "0"


_LONG = "{% set xs = range(20000) | list %}{% set ns = namespace(s='a') %}"
_LONG += "{% for i in range(16) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}"


@pytest.mark.parametrize(
    "work",
    [
        "xs | sort | first",
        "xs | map('string') | map('upper') | list | first",
        "xs | map('upper') | map('upper') | unique | first",
        "xs | sum",
        "xs | max",
        "max(xs)",
        "max(range(100), key=line)",
        "xs.count(1)",
        "xs[1:] | first",
        "-1 in xs",
        "xs == xs",
        "[[xs, xs]] == [[xs]]",
        "ns.s | upper | length",
        "ns.s.upper() | length",
        "ns.s | replace('b', 'c') | length",
        "(ns.s ~ 'b') | length",
        "'b' in ns.s",
    ],
)
def test_what_goes_through_long_lists_and_texts_is_counted(
    work: str, render: Render, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.rendering.templates.sandbox.MAX_WORK", 20_000)
    times = "{% for i in range(400) %}{% set y = " + work.replace("key=line", "key=xs.index") + " %}{% endfor %}"
    with pytest.raises(TemplateError, match="calls and steps"):
        render(_LONG + times)


def test_a_long_list_may_be_asked_for_its_length_and_its_items(render: Render) -> None:
    times = "{% for i in range(4000) %}{% set y = xs | length + xs[i] + xs | first %}{% endfor %}"
    assert render(_LONG + times)


def test_lists_nested_without_end_come_to_an_end(render: Render) -> None:
    double = "{% for i in range(90) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}"
    with pytest.raises(TemplateError, match="calls and steps"):
        render("{% set ns = namespace(a=[1], b=[1]) %}" + double + "{% if ns.a == ns.b %}{% endif %}")


@pytest.mark.parametrize("code", ["{{ 1 }}" * 20_000, "{% set x = [" + "1," * 30_000 + "] %}"])
def test_a_template_that_would_take_long_to_compile_is_refused(code: str, render: Render) -> None:
    with pytest.raises(TemplateError, match="at most 50,000 names, numbers, signs and texts"):
        render(code)


def test_templates_that_include_one_another_twice_each_come_to_an_end(render: Render) -> None:
    files = {f"p{n}.svg.j2": f"{{% include 'p{n + 1}.svg.j2' %}}" * 2 for n in range(40)}
    with pytest.raises(TemplateError, match="calls and steps"):
        render("{% include 'p0.svg.j2' %}", files={**files, "p40.svg.j2": "<path d='M0 0'/>"})


def test_a_message_names_the_line_of_the_template_and_the_card(render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render("<g>\n\n{% if item.id == 'two' %}\n{{ 'a' * 9 }}\n{% endif %}\n</g>")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location and diagnostic.location.line) == ("template-refused", 4)
    assert "cards/two" in diagnostic.message


def test_a_line_of_an_included_file_is_named(render: Render) -> None:
    files = {"m.svg.j2": "{% macro f(x) %}\n{{ x.nothing }}\n{% endmacro %}"}
    with pytest.raises(TemplateError) as raised:
        render("{% import 'm.svg.j2' as m with context %}\n\n{{ m.f(card) }}", files=files)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.location
    assert (diagnostic.location.file, diagnostic.location.line) == ("templates/deck/m.svg.j2", 2)


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("{% for %}", 1),
        ("\n{{ 1 + }}", 2),
        ("\n\n{% endfor %}", 3),
        ("{{ x | nofilter }}", 1),
        ("{% if x is nosuchtest %}{% endif %}", 1),
        ("{% nosuchtag %}", 1),
        ("{{ missing }}", 1),
        ("<g>\n{{ card.missing }}</g>", 2),
        ("{{ 1 / 0 }}", 1),
        ("{{ 'a' + 1 }}", 1),
        ("{{ line('a', 1) }}", 1),
        ("{{ line('a', 1, 1, 3, 'nosuchfont') }}", None),
        ("{{ art('none', 0, 0, 5) }}", 1),
        ("{{ art('../../secret', 0, 0, 5) }}", 1),
        ("{{ w('no-such-words') }}", None),
        ("{{ lookup(settings.nothing, 'x') }}", 1),
        ("{{ fail('not with me') }}", 1),
        ("{% include 'none.svg.j2' %}", None),
        ("{% include '../red/card.svg.j2' %}", None),
        ("{% include '/etc/passwd' %}", None),
        ("{% include 'a\\\\b' %}", None),
    ],
)
def test_every_mistake_in_a_template_is_told(template: str, line: int | None, render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render(template)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.message
    if line is not None:
        assert diagnostic.location
        assert (diagnostic.location.file, diagnostic.location.line) == ("templates/deck/card.svg.j2", line)


def test_honest_templates_keep_what_they_need(render: Render) -> None:
    template = """
{% set parts = namespace(text="") %}
{% for tag in (card.tags ~ " x y").split(" ") %}
{% set parts.text = parts.text ~ (", " if loop.index0 else "") ~ tag %}{% endfor %}
{{ line(parts.text | upper, 5, 10, 3) }}
{{ line([3, 1, 2] | sort | join("<") , 5, 20, 3) }}
{{ line("a-b" | replace("-", "&"), 5, 30, 3) }}
{{ line((2.34567 | round(2)) ~ "|" ~ round(7.5) ~ "|" ~ max(1, 4) ~ "|" ~ 2 ** 3 ~ "|" ~ 250000 ** 0.5, 5, 40, 3) }}
{{ line(["x", "yy"] | map("length") | list | last | string, 5, 50, 3) }}
<path d="M{% for n in range(3) %}{{ n }} {{ loop.length }} {% endfor %}"/>
"""
    svg = render(template)[0].svg
    for text in (">A, X, Y<", ">1&lt;2&lt;3<", ">a&amp;b<", ">2.35|8|4|8|500.0<", ">2<", 'd="M0 3 1 3 2 3 "'):
        assert text in svg


def test_what_a_definition_says_is_text_and_never_markup(render: Render, folder: Any) -> None:
    path = folder / "games.toml"
    path.write_text(path.read_text("utf-8").replace('"One"', "'<script>\"&'"), encoding="utf-8")
    svg = render("{{ line(card.name, 5, 10, 3) }}<g>{{ line('x', 1, 5, 3, fill='#000000') }}</g>")[0].svg
    assert '>&lt;script&gt;"&amp;<' in svg or "&lt;script&gt;&#34;&amp;" in svg
    with pytest.raises(TemplateError):
        render("{{ line('x', 1, 5, 3, fill=card.name) }}")


@pytest.mark.parametrize(
    ("template", "message", "hint"),
    [
        (
            "{{ card.name.replace('O', 'A') }}",
            "a template cannot call .replace() of a text",
            'write it as a filter: text | replace("old", "new")',
        ),
        (
            "{{ ', '.join(['a']) }}",
            "a template cannot call .join() of a text",
            'write it as a filter: items | join(", ")',
        ),
        (
            "{{ '%s'.format(1) }}",
            "a template cannot call .format() of a text",
            "join texts with ~, and round figures with | round(1)",
        ),
        (
            "{{ [1].append(2) }}",
            "a template cannot call .append() of a list",
            "lists and tables cannot be changed: set a new one, such as xs + [x], or keep a value in a namespace",
        ),
        (
            "{{ {}.fromkeys('a') }}",
            "a template cannot call .fromkeys() of a table",
            "it has .get(), .items(), .keys(), .values()",
        ),
        (
            "{{ (5).bit_length() }}",
            "a template cannot call .bit_length() of a number",
            "a number has no methods here",
        ),
        ("{{ 'a' | uper }}", "there is no filter 'uper'", "did you mean 'upper'?"),
        (
            "{{ 'a' | format(1) }}",
            "there is no filter 'format'",
            "join texts with ~, and round figures with | round(1)",
        ),
        ("{{ 1 is evn }}", "there is no test 'evn'", "did you mean 'even'?"),
        (
            "{{ 1 is prime }}",
            "there is no test 'prime'",
            "docs/templates.md tells all that a template can call",
        ),
        ("{{ blok('a', 1, 2, 3, 4) }}", "'blok' is undefined", "did you mean 'block'?"),
        ("{{ crad.name }}", "'crad' is undefined", "did you mean 'card'?"),
        ("{{ lien(card.name, 5, 20, 4) }}", "'lien' is undefined", "did you mean 'line'?"),
        ("{{ w(turn-heading) }}", "'turn' is undefined", 'a key stands between quotes: w("turn-heading")'),
    ],
)
def test_what_is_refused_is_told_with_what_to_write_instead(
    template: str, message: str, hint: str, render: Render
) -> None:
    with pytest.raises(TemplateError) as raised:
        render(f"<g>\n{template}\n</g>")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{message} (cards/one and 1 more)", hint)
    assert str(diagnostic.location) == "templates/deck/card.svg.j2:2"


@pytest.mark.parametrize(
    ("template", "code", "message"),
    [
        ("{{ line }}", "template-refused", "a function cannot be printed"),
        ("<g id='{{ line }}'/>", "template-refused", "a function cannot be printed"),
        ("{{ 'a' ~ w }}", "template-refused", "a function cannot be printed"),
        ("{{ [line] | join }}", "template-refused", "a function cannot be printed"),
        ("{{ wreath.cache_clear() }}", "undefined-name", "a function has no 'cache_clear'"),
        ("{{ w.accessed.intersection_update([]) }}", "template-refused", "cannot call .intersection_update()"),
        ("{% for i in [1e400] %}{{ i }}{% endfor %}", "template-syntax", "this number is too large"),
        ("{% for i in [1] %}" * 21 + "{% endfor %}" * 21, "template-refused", "statements are nested too deeply"),
        ("{% if true %}" * 101 + "{% endif %}" * 101, "template-refused", "statements are nested too deeply"),
        (f"{{{{ {'(' * 900}1{')' * 900} }}}}", "template-refused", "an expression is nested too deeply"),
    ],
    ids=["print", "attribute", "joined", "list", "cache", "set", "infinity", "for", "if", "parentheses"],
)
def test_what_python_would_say_is_told_in_words_of_templates(
    template: str, code: str, message: str, render: Render
) -> None:
    with pytest.raises(TemplateError) as raised:
        render(template)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, message in diagnostic.message) == (code, True), diagnostic.message
    assert "0x" not in diagnostic.message


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        ("line('x', 5, 9, 4, align='end')", "`line` has no `align`", "it takes text, x, y, size, font"),
        ("block('x', 5, 9, 40, 4, minimun=2)", "`block` has no `minimun`", "did you mean `minimum`?"),
        ("art('coin', 1, 2)", "`art` lacks `width`", "it takes name, x, y, width"),
        ("line('x', 5)", "`line` lacks `y` and `size`", "it takes text, x, y, size"),
        ("line('x', 5, 9, 4, x=3)", "`line` gets `x` twice", "it takes text, x"),
        ("line('x', 5, 9, 4, 'text', 1, 2)", "`line` gets more values than it takes", "it takes text, x"),
        ("w('a', 'b')", "`w` gets more values than it takes", "docs/templates.md tells"),
    ],
)
def test_wrong_arguments_are_told_with_those_there_are(call: str, message: str, hint: str, render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render(f"\n{{{{ {call} }}}}")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location and diagnostic.location.line) == ("template-error", 2)
    assert diagnostic.message.startswith(message)
    assert (diagnostic.hint or "").startswith(hint)


@pytest.mark.parametrize("call", ["line(none, 5, 9, 3)", "block(none, 5, 9, 30, 3)"])
def test_no_text_is_not_printed_as_none(call: str, render: Render) -> None:
    with pytest.raises(TemplateError, match="the text is none: write"):
        render(f"{{{{ {call} }}}}")


@pytest.mark.parametrize("items", ["['a', 1]", "[[1], [2]]", "[1, none]", "[{'n': 1}]"])
def test_only_numbers_are_added_up(items: str, render: Render) -> None:
    with pytest.raises(TemplateError, match=r"combines a number with|a number is needed here"):
        render(f"{{{{ {items} | sum }}}}")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("<text>{{ 'a' ~ card }}</text>", "this is no text: print one of its values, such as card.name"),
        ("{{ line(card, 5, 9, 3) }}", "this is no text: print one of its values, such as card.name"),
        ("{{ card }}", "this is no text: print one of its values, such as card.name"),
        ("{{ block(['a'], 5, 9, 30, 3) }}", "a list is no text: print its items"),
    ],
)
def test_what_is_no_text_is_not_printed_as_python_writes_it(template: str, message: str, render: Render) -> None:
    with pytest.raises(TemplateError) as raised:
        render(template)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.message.startswith(message)


def test_a_text_in_several_languages_is_printed_in_one() -> None:
    text = translated({"en": "red", "de": "rot"})
    with pytest.raises(ValueError, match=r"this is a text in several languages: write t\( \) around it"):
        plain(text)
    assert plain(say(text, "de")) == "rot"
