"""Every key is told: what it means, what it can be, with an example that fits; and it is found by name and by path."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pnp.definition.json_schema import definition_schema
from pnp.definition.keys.common import COMMON_DEFS, FORMATS, PROJECT
from pnp.definition.keys.samples import FORMS
from pnp.definition.keys.validator import SchemaValidator
from pnp.definition.reference import ANY, KeyEntry, reference
from pnp.definition.settings import game_schema
from pnp.definition.sheets import SHEETS
from pnp.project.definitions import engine_settings
from pnp.project.reference import Reference, every_key
from pnp.toml.findings import DefinitionFinding

_NO_GAMES = ("[project]", "[sheets.ID]")
REFERENCE = every_key()
KEYS = list(REFERENCE.keys)
WRONG: list[Any] = [
    "zz",
    "7",
    "2.5",
    "true",
    "",
    ["a"],
    ["3"],
    [],
    [1, 2],
    {"x": 1},
    {},
    3,
    0,
    2.5,
    -1,
    7.0,
    True,
    [[]],
]


def _name(key: KeyEntry) -> str:
    return f"{key.engine}{key.header}{key.name}{key.where}"


def _walker(key: KeyEntry) -> SchemaValidator:
    if key.header in _NO_GAMES:
        parts = {"project": PROJECT, "sheets": SHEETS}
        return SchemaValidator({"type": "object", "properties": parts, "$defs": COMMON_DEFS}, FORMATS)
    return SchemaValidator(game_schema(engine_settings(key.engine).settings if key.engine else None), FORMATS)


def _file(key: KeyEntry, value: Any) -> tuple[dict[str, Any], tuple[str | int, ...]]:
    """A table with nothing but this key, and the path to it."""
    names = key.header.strip("[]").split(".")[0 if key.header in _NO_GAMES else 1 :]
    around: dict[str, Any] = {key.name: value}
    if key.where:
        around |= tomllib.loads(key.where)
    data: Any = around
    path: list[str | int] = [key.name]
    for part in reversed(key.address[:-1]):
        if part != ANY:
            data, path = {part: data}, [part, *path]
            assert names.pop() == part
        elif names[-1] == "ID":
            data, path = {"x": data}, ["x", *path]
            names.pop()
        else:
            data, path = [data], [0, *path]
    return data, tuple(path)


def _findings_at(key: KeyEntry, data: Any, path: tuple[str | int, ...]) -> list[DefinitionFinding]:
    return [finding for finding in _walker(key).check(data) if finding.path[: len(path)] == path]


@pytest.mark.parametrize("key", KEYS, ids=_name)
def test_every_key_says_what_it_means_and_has_an_example_that_fits(key: KeyEntry) -> None:
    assert re.search(r"""[.]["']?$""", key.meaning), key.title
    assert key.kind
    example = tomllib.loads(key.example)
    assert list(example) == [key.name]
    data, path = _file(key, example[key.name])
    assert _findings_at(key, data, path) == []
    if key.default is not None and not key.default.startswith("that "):
        data, path = _file(key, tomllib.loads(f"x = {key.default}")["x"])
        assert _findings_at(key, data, path) == []


def _followed(hint: str, path: tuple[str | int, ...]) -> Iterator[Any]:
    """Return the value that follows from a hint."""
    rest = re.sub(r"^(put it in quotes: |write (the unit too, in quotes: |it without brackets: )?)", "", hint)
    rest = rest.removeprefix("a list, even of one entry: ").removesuffix(", without quotes")
    rest = rest.partition(", for example")[0]
    for option in rest.split(" or ") if rest.startswith('"') else [rest]:
        table = tomllib.loads(
            option if isinstance(path[-1], str) and option.startswith(f"{path[-1]} =") else f"x = {option}"
        )
        yield from table.values()


def _with(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    if isinstance(data, list):
        return [_with(entry, path[1:], value) if index == path[0] else entry for index, entry in enumerate(data)]
    return {**data, path[0]: _with(data[path[0]], path[1:], value)}


@pytest.mark.parametrize("key", KEYS, ids=_name)
def test_whoever_follows_the_hint_for_a_wrong_type_has_a_value_that_fits(key: KeyEntry) -> None:
    for value in WRONG:
        data, path = _file(key, value)
        for finding in _findings_at(key, data, path):
            if finding.code != "wrong-type" and "bare number" not in finding.message:
                continue
            if finding.hint is None:
                assert re.search(r'expected (true or false|".*"), found', finding.message), finding
                continue
            for meant in _followed(finding.hint, finding.path):
                left = _findings_at(key, _with(data, finding.path, meant), finding.path)
                assert [misfit for misfit in left if misfit.part != "key"] == [], (value, finding)
            query = re.search("`pnp explain (.*)`", finding.hint)
            if query:
                assert REFERENCE.find(query[1]), finding


@pytest.mark.parametrize("key", KEYS, ids=_name)
def test_every_key_is_found_by_its_name_and_by_its_path(key: KeyEntry) -> None:
    assert key in REFERENCE.find(key.name)
    assert key in REFERENCE.find(key.title)
    path = ".".join(part for part in key.address if part != ANY)
    matches = REFERENCE.find(f"{key.engine}.settings.{path}" if key.engine else path)
    assert key in matches
    assert {match.engine for match in matches} <= {"", key.engine} or not key.engine


def _titles(query: str) -> list[str]:
    return [key.title for key in REFERENCE.find(query)]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("edge", ["[project] edge", "[GAME] edge", "[GAME.components.ID] edge", "[GAME.components.ID.net] edge"]),
        ("components.edge", ["[GAME.components.ID] edge"]),
        ("components.cards.edge", ["[GAME.components.ID] edge"]),
        ("koka.components.edge", ["[GAME.components.ID] edge"]),
        ("red.settings.colours", ["[GAME] colours"]),
        ("red7.colours.red.rule", ["[[GAME.colours]] rule"]),
        ("red.opening_rule", ["[GAME] opening-rule"]),
        ("title.de", ["[GAME] title"]),
        ("components.cards", ["[GAME] components"]),
        ("red.colours.red", ["[GAME] colours"]),
        ("net.tab", ["[GAME.components.ID.net] tab"] * 2),
        ("paper", ["[project] paper", "[GAME] paper", "[sheets.ID] paper"]),
        ("sheets.mine.pitch", ["[sheets.ID] pitch"]),
        ("[project] paper", ["[project] paper"]),
        ("", []),
        ("..", []),
        ("components.egde", []),
        ("red", []),
        ("red.colors", []),
    ],
)
def test_a_name_or_a_path_finds_what_is_meant(query: str, titles: list[str]) -> None:
    assert _titles(query) == titles


@pytest.mark.parametrize(("table", "header"), [("sheets", "[sheets.ID]"), ("project", "[project]")])
def test_a_table_of_the_file_is_told_by_its_keys(table: str, header: str) -> None:
    matches = REFERENCE.find(table)
    assert {key.header for key in matches} == {header}
    assert matches == [key for key in KEYS if key.header == header]


@pytest.mark.parametrize(
    ("query", "meant"),
    [("egde", "edge"), ("components.egde", "components.edge"), ("red.colors", "red.colours"), ("bled", "bleed")],
)
def test_of_what_is_no_key_the_nearest_is_told(query: str, meant: str) -> None:
    assert meant in REFERENCE.near(query)


def test_what_is_like_no_key_has_no_nearest() -> None:
    assert REFERENCE.near("xyzzyx") == []
    assert REFERENCE.near("") == []


def test_keys_of_an_engine_from_outside_are_told_from_its_settings(kinds: Mapping[str, Any]) -> None:
    keys = reference(definition_schema(kinds), {"toy": [{"hand": 5, "suits": [{"rule": {"is": "sum", "of": 9}}]}]})
    toy = Reference(tuple(keys), {"toy": "toy"})
    (hand,) = toy.find("toy.hand")
    assert (hand.engine, hand.meaning, hand.kind, hand.example, hand.required) == (
        "toy",
        "How many cards are dealt.",
        "a whole number from 1 to 20",
        "hand = 5",
        True,
    )
    (rule,) = (key for key in toy.find("toy.suits.rule") if key.name == "rule")
    assert [key.name for key in toy.inside(rule)] == ["is", "of"]
    assert toy.find("toy.suits.rule.of")[0].example == "of = 9"


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_what_is_told_of_a_form_is_what_its_check_does(form: str) -> None:
    for text in FORMS[form].samples:
        FORMATS[form](text)
    ends = re.fullmatch(r"(?:each side )?(-?\d+)mm to (\d+)mm(, or the name of one)?", FORMS[form].limits)
    assert (ends is not None) == bool(FORMS[form].measure)
    if ends is not None:
        least, most = int(ends[1]), int(ends[2])
        two = "x" in FORMS[form].samples[-1]
        for value in (least, most):
            FORMATS[form](f"{value}mm x {value}mm" if two else f"{value}mm")
        for value in (least - 1, most + 1) if least else (most + 1,):
            with pytest.raises(ValueError, match=r"write|each side|above zero"):
                FORMATS[form](f"{value}mm x {value}mm" if two else f"{value}mm")
