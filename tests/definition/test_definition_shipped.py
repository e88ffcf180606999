"""The definition that ships with the program."""

from __future__ import annotations

import tomllib

import pytest

from pnp.definition import DefinitionSource, definition_sha256, starter
from pnp.definition.json_schema import definition_schema
from pnp.definition.keys.validator import SchemaValidator
from pnp.definition.load import load_definition
from pnp.project.definitions import engine_settings
from pnp.registry import game_packages
from pnp.shipped import shipped

WORDED = ("title", "name", "letter", "note")


@pytest.fixture(scope="module")
def engines():
    """The settings of every engine that the program has."""
    return {name: engine_settings(name) for name in game_packages()}


def _texts(value, path=()):
    if isinstance(value, dict):
        for key, item in value.items():
            if key in WORDED:
                yield (*path, key), item
            else:
                yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index))


def test_nothing_is_wrong_with_it(engines):
    definition = load_definition(DefinitionSource(shipped("games.toml"), {"shipped": shipped("games.toml")}), engines)
    assert definition.games
    assert len({definition_sha256(game) for game in definition.games.values()}) == len(definition.games)


def test_its_texts_are_in_both_languages():
    texts = list(_texts(tomllib.loads(shipped("games.toml").read_text(encoding="utf-8"))))
    assert texts
    assert [path for path, text in texts if not isinstance(text, dict) or text.keys() - {"ruby"} != {"en", "ja"}] == []


def test_it_fits_the_schema_for_editors(engines):
    data = tomllib.loads(shipped("games.toml").read_text(encoding="utf-8"))
    assert SchemaValidator(definition_schema(engines)).check(data) == []


def test_a_starter_with_every_game_is_a_definition(engines, tmp_path):
    names = list(
        load_definition(DefinitionSource(shipped("games.toml"), {"shipped": shipped("games.toml")}), engines).games
    )
    file = tmp_path / "games.toml"
    file.write_text(starter(dict.fromkeys(names, "shipped")), encoding="utf-8")
    assert list(load_definition(DefinitionSource(file, {"shipped": shipped("games.toml")}), engines).games) == names
