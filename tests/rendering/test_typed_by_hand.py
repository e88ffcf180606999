"""Words and figures on paper come from words.toml, the definition or the engine: no template types one by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(
    file for folder in (ROOT / "templates", *(ROOT / "examples").glob("*/*/templates")) for file in folder.rglob("*.j2")
)
SETTERS = frozenset(
    {"banner", "block", "box", "head", "label", "letter", "line", "points", "section", "steps", "text", "title"}
)
"""Functions and macros that set text: their first argument is the text, or a list of texts."""
LOOKED_UP = (nodes.Call, nodes.Filter, nodes.Test, nodes.Getitem, nodes.Compare)
"""What is not text: arguments of functions, such as keys of words.toml, and what is compared."""
MARKUP_TEXT = re.compile(r">([^<>{}]*\w[^<>{}]*)<")


def typed_strings(source: str) -> list[tuple[int, str]]:
    """The letters and digits that a template sets without looking them up, with their lines."""
    tree = jinja2.Environment().parse(source)
    found = [
        (const.lineno, const.value)
        for call in tree.find_all(nodes.Call)
        if _name(call.node) in SETTERS and call.args
        for const in _constants(call.args[0])
    ]
    found += [
        (data.lineno, text.strip())
        for data in tree.find_all(nodes.TemplateData)
        for text in MARKUP_TEXT.findall(data.data)
    ]
    return [(line, text) for line, text in found if any(char.isalnum() for char in text)]


def _name(node: nodes.Node) -> str:
    return node.name if isinstance(node, nodes.Name) else node.attr if isinstance(node, nodes.Getattr) else ""


def _constants(node: nodes.Node) -> Iterator[nodes.Const]:
    if isinstance(node, nodes.Const):
        yield from [node] if isinstance(node.value, str) else []
    elif isinstance(node, nodes.CondExpr):
        for branch in (node.expr1, node.expr2):
            yield from _constants(branch) if branch is not None else ()
    elif not isinstance(node, LOOKED_UP):
        for child in node.iter_child_nodes():
            yield from _constants(child)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: "/".join(file.parts[-2:]))
def test_no_template_types_words_or_figures_by_hand(file: Path) -> None:
    assert typed_strings(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "typed"),
    [
        ('{{ line("7 cards", 1, 2) }}', ["7 cards"]),
        ('{{ story.text(w("setup") ~ " and so on") }}', [" and so on"]),
        ('{{ story.steps([w("one"), "two" if en else "二"]) }}', ["two", "二"]),
        ("<text>by hand</text>", ["by hand"]),
        ('{{ line(w("setup", cards="x"), 1, 2, "strong", fill="#ffffff") }}', []),
        ('{{ line("+" ~ points, 1, 2) }}<path d="M0 0"/>', []),
        ('{{ block(t(name) if name == "sun" else w("moon"), 1, 2) }}', []),
    ],
)
def test_typed_words_are_found_and_keys_are_not(source: str, typed: list[str]) -> None:
    assert [text for _, text in typed_strings(source)] == typed
