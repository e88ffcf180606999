"""A fault in drawn SVG is told at the line of the template that drew it, once for all cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.rendering.templates.line_marks import TemplateLine, read_marks

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
decks = { cards = "cards.csv" }
components = { cards = { kind = "cards", title = "cards", template = "face", of = "cards" } }
"""
LIBRARY = """\
{% macro box(name) %}
<rect x="1" y="1" width="4" height="3"/>
<circle cx="1" cy="1" r="3" fil="red"/>
{% endmacro %}
"""
CASES = {
    "plain text": ("<g>\n  <path d='M0 0h3'/>\n  <rect width='3' height='4' class='a'/>\n</g>", "face.svg.j2:3:30"),
    "after a value": ("{{ line(card.title, 5, 9, 4) }}<rect width='3' height='4' class='a'/>", "face.svg.j2:1"),
    "in a value": ("\n<rect width='3' height='4' fill='{{ card.ink }}'/>", "face.svg.j2:2:28"),
    "in a loop": ("{% for i in range(3) %}\n<path d='M0 0h3'/>\n<path d='{{ i }}'/>\n{% endfor %}", "face.svg.j2:3:7"),
    "after a statement": ("{% if true %}\n  <g>\n    <rect class='a'/></g>\n{% endif %}", "face.svg.j2:3:11"),
    "in a set block": ("{% set x %}\n<g class='a'/>\n{% endset %}\n\n{{ x }}", "face.svg.j2:2"),
    "in a library": ("{% import 'lib.svg.j2' as lib %}\n\n{{ lib.box(card.title) }}", "lib.svg.j2:3:29"),
    "in a part": ("<g>\n{% include 'part.svg.j2' %}\n</g>", "part.svg.j2:2:4"),
    "unclosed": ("<g>\n<path d='M0 0h3'/>\n", "face.svg.j2"),
}


@pytest.fixture
def told(pnp: Callable[..., Any], tmp_path: Path) -> Callable[[str], list[str]]:
    """Return the errors about a template of a deck of three cards."""
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title,ink\nNewt,nocolour\nToad,nocolour\nCrow,nocolour\n", encoding="utf-8")
    (folder / "lib.svg.j2").write_text(LIBRARY, encoding="utf-8")
    (folder / "part.svg.j2").write_text("<path d='M0 0h3'/>\n<g class='a'/>\n", encoding="utf-8")

    def check(template: str) -> list[str]:
        (folder / "face.svg.j2").write_text(template, encoding="utf-8")
        ran = pnp("check", "mine")
        assert ran.status == 2
        return [line for line in ran.err.splitlines() if "error[" in line]

    return check


@pytest.mark.parametrize("case", CASES)
def test_the_line_of_the_template_is_told_once(case: str, told: Callable[[str], list[str]]) -> None:
    template, place = CASES[case]
    lines = told(template)
    assert len(lines) == 1, lines
    (line,) = lines
    where = line.partition(": error")[0] if "cards.csv" not in line else line.rpartition(", at ")[2]
    assert where == f"templates/deck/{place}" or (place == "face.svg.j2" and where.startswith("templates/deck/face"))
    assert "as rendered for" not in line


def test_a_value_of_a_card_is_told_at_its_cell_and_with_the_line(told: Callable[[str], list[str]]) -> None:
    (line,) = told("\n<rect width='3' height='4' fill='{{ card.ink }}'/>")
    assert line.startswith(("cards.csv:2:6: error[bad-value]", "templates/deck/face.svg.j2:2: error[bad-value]"))
    assert "(cards/01 and 2 more)" in line


@given(st.lists(st.tuples(st.sampled_from(["a.j2", "b.j2"]), st.integers(1, 9), st.text("x\n", max_size=6))))
def test_marks_give_back_the_text_and_the_line_of_each_character(pieces: list[tuple[str, int, str]]) -> None:
    marked = "".join(f"\ue000{name}:{line}\ue001{text}" for name, line, text in pieces)
    text, line_at = read_marks(f"head{marked}")
    assert text == "head" + "".join(text for _, _, text in pieces)
    assert line_at(0) is None
    offset = 4
    for name, line, piece in pieces:
        for index in range(len(piece)):
            before = piece[:index]
            column = index - before.rfind("\n") if "\n" in before else None
            assert line_at(offset + index) == TemplateLine(name, line + before.count("\n"), column)
        offset += len(piece)
