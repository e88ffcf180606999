"""docs/templates.md tells all that a template can read and call, and nothing else: it is held against the sandbox."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2.runtime import LoopContext

from pnp.cardsvg.values import is_slice
from pnp.model.text import LANGUAGES
from pnp.project.project import ResourceFolders, open_shipped
from pnp.rendering.context import LanguageKit, make_language_kit
from pnp.rendering.templates.sandbox import METHODS, make_bare_environment
from pnp.rendering.text.theme import load_theme
from pnp.shipped import shipped

PAGE = (Path(__file__).parents[2] / "docs" / "templates.md").read_text(encoding="utf-8")
OF_A_FACE = {"face", "card", "item", "component", "examples", "checks", "code", "net", "tight"}
OF_A_PAGE = {"page_break", "story", "contents_of_kit"}
OWN = {"counted"}
"""Filters that the program puts in by itself."""


def _section(heading: str) -> str:
    """What stands below a heading, up to the next one of its rank or above."""
    rank = heading.index(" ")
    found = PAGE.split(f"\n{heading}\n")[1]
    return re.split(rf"\n#{{1,{rank}}} ", found)[0]


def _rows(text: str) -> list[list[str]]:
    cells = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in text.split("\n") if line.startswith("| ")]
    return cells[1:]


def _named(text: str) -> list[str]:
    """The names that code in a text begins with."""
    return [re.match(r"\.?([\w=<>!]+)", code)[1] for code in re.findall(r"`([^`]+)`", text)]  # type: ignore[index]


def _told(text: str) -> set[str]:
    """The names in the first column of tables."""
    return {name for row in _rows(text) for name in _named(row[0])}


@pytest.fixture(scope="module")
def kit() -> LanguageKit:
    resources = ResourceFolders.of(None)
    return make_language_kit(resources.templates, open_shipped().games["red"], resources.fonts, "en")


def test_every_name_that_a_template_can_read_or_call_is_told(kit: LanguageKit) -> None:
    read = _told(_section("## What a template can read"))
    call = _told(_section("## What a template can call").split("\n### ")[0])
    assert read | call == {*kit.environment.globals, *OF_A_FACE, *OF_A_PAGE}
    functions = {name for name, value in kit.environment.globals.items() if callable(value)}
    assert call == functions


def test_every_filter_is_told() -> None:
    assert _told(_section("### Filters")) == set(make_bare_environment().filters) - OWN


def test_every_test_is_told_once() -> None:
    told = [name for row in _rows(_section("### Tests")) for name in _named(row[0])]
    assert sorted(told) == sorted(make_bare_environment().tests)


def test_every_method_is_told_once() -> None:
    told = {row[0]: sorted(_named(row[1])) for row in _rows(_section("### Methods"))}
    kinds = {"texts": (str,), "tables": (dict,), "lists": (list, tuple), "numbers": (int, float)}
    assert told == {of: sorted(set().union(*(METHODS[kind] for kind in kinds[of]))) for of in kinds}
    assert set(METHODS) - {bytes, set, frozenset} == {kind for some in kinds.values() for kind in some}


def test_all_that_a_loop_knows_is_told() -> None:
    told = set(re.findall(r"`loop\.(\w+)", _section("### Statements and loops")))
    assert told == {name for name in dir(LoopContext) if not name.startswith("_")} | {"depth0"}


def test_every_font_role_of_the_shared_theme_is_told() -> None:
    roles = _told(_section("### Fonts"))
    text = shipped("templates").joinpath("shared", "theme.toml").read_text(encoding="utf-8")
    for language in LANGUAGES:
        theme = load_theme({"theme.toml": text}, language)
        assert roles == set(theme.fonts)


def test_every_way_to_fit_a_picture_that_is_told_is_one() -> None:
    told = re.findall(r'`"((?:x\w+ \w+|none))"`', _section("### Pictures"))
    assert {fit: is_slice(fit) for fit in told} == {
        "xMidYMid meet": False,
        "xMidYMid slice": True,
        "none": False,
        "xMidYMin slice": True,
    }


def test_every_shared_macro_is_told() -> None:
    for file in sorted(shipped("templates").joinpath("shared").glob("*.svg.j2")):
        section = _section(f"### shared/{file.name}")
        text = file.read_text(encoding="utf-8")
        macros = {name for name in re.findall(r"\{% macro ([a-z]\w*)\(", text) if not name.startswith("_")}
        handed_on = set(re.findall(r"\{% set (\w+) = \w+\.\1 %\}", text))
        assert macros
        assert _told(section) == macros | handed_on, file.name


WORKS = [
    ("'abc'.partition('b')[2]", "c"),
    ("[3, 4] | sum", "7"),
    ("[{'n': 3}, {'n': 4}] | sum(attribute='n')", "7"),
    ("card.name | replace('O', 'A')", "Ane"),
    ("range(0, 9, 3) | join(',')", "0,3,6"),
    ("[1, 2, 3, 4][1:3] | join", "23"),
    ("([1] + [2]) | join", "12"),
    ("[{'a': 1, 'b': 2}, {'a': 2, 'b': 1}] | selectattr('a', 'equalto', 2) | map(attribute='b') | first", "1"),
]


@pytest.mark.parametrize(("expression", "value"), WORKS)
def test_what_is_told_works(expression: str, value: str) -> None:
    environment = make_bare_environment()
    assert environment.from_string(f"{{{{ {expression} }}}}").render(card={"name": "One"}) == value
