"""Texts typed in a template instead of words.toml: they follow neither the language nor the settings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import Environment, nodes

_PRINTING = frozenset(("line", "block"))
"""Functions of templates that print their first argument."""
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_READ = re.compile(r"[^\W_]")
"""A letter or a figure. One alone is a sign, as the letter of a seat or the number of a step."""
_SVG_TEXT = re.compile(r"<(?:text|tspan|title|desc)\b[^>]*>([^<]+)")


def typed_texts(template: str) -> Iterator[tuple[int, str]]:
    """Yield the texts that a template prints and that are typed in it, each with its line.

    >>> list(typed_texts('{{ line(w("title"), 1, 2) }}{{ line("Draw 2", 1, 2) }}{{ line(n ~ "枚", 1, 2) }}'))
    [(1, 'Draw 2')]
    >>> list(typed_texts("<text>Turn</text>"))
    [(1, 'Turn')]
    """
    tree = Environment().parse(template)  # noqa: S701 - it is read, not run
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in _PRINTING and call.args:
            yield from ((text.lineno, text.value) for text in _typed(call.args[0]) if _is_read(text.value))
    for data in tree.find_all(nodes.TemplateData):
        for match in _SVG_TEXT.finditer(data.data):
            if _is_read(match[1]):
                yield data.lineno + data.data.count("\n", 0, match.start()), match[1].strip()


def _is_read(text: str) -> bool:
    return len(_READ.findall(_PLACEHOLDER.sub("", text))) > 1


def _typed(node: nodes.Node) -> Iterator[nodes.Const]:
    """Yield the texts of an expression that become part of its value."""
    match node:
        case nodes.Const(value=str()):
            yield node
        case nodes.Call() | nodes.Compare() | nodes.Getitem():
            return
        case nodes.CondExpr(expr1=one, expr2=other):
            yield from _typed(one)
            if other is not None:
                yield from _typed(other)
        case _:
            for child in node.iter_child_nodes():
                yield from _typed(child)
