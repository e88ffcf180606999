"""A file whose games are read when they are asked for, and told then what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from pnp.definition import Definition, DefinitionSource, EngineSettings
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError

from .conftest import KINDS, SHIPPED

WRONG = """
[worse]
extends = "toy"
hnad = 3

[worst]
extends = "toy"
card = "63"
"""


class Watched(Mapping[str, EngineSettings]):
    """Engines, and which of them were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getitem__(self, name: str) -> EngineSettings:
        self.asked.append(name)
        return KINDS[name]

    def __iter__(self) -> Iterator[str]:
        return iter(KINDS)

    def __len__(self) -> int:
        return len(KINDS)


def _on_demand(desk, text: str, kinds: Mapping[str, EngineSettings] = KINDS, **values: str) -> Definition:
    desk.write(text)
    return load_definition(DefinitionSource(desk.file, desk.libraries, values=values, on_demand=True), kinds)


def test_no_engine_is_asked_for_before_a_game_is(desk):
    kinds = Watched()
    games = _on_demand(desk, SHIPPED, kinds).games
    assert (list(games), len(games), "toy" in games, "top" in games, kinds.asked) == (["toy"], 1, True, False, [])
    assert games["toy"] is games["toy"]
    assert kinds.asked == ["toy"]


def test_the_games_are_those_that_are_read_at_once(desk):
    assert dict(_on_demand(desk, SHIPPED).games) == dict(desk.load(SHIPPED).games)


def test_a_name_that_is_not_there_is_no_game(desk):
    with pytest.raises(KeyError):
        _on_demand(desk, SHIPPED).games["top"]


def test_a_wrong_game_is_told_when_it_is_asked_for_and_blocks_no_other(desk):
    games = _on_demand(desk, SHIPPED + WRONG).games
    assert games["toy"].id == "toy"
    with pytest.raises(DefinitionError) as caught:
        games["worse"]
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["unknown-key"]


def test_every_wrong_game_is_told_at_once_where_all_are_asked_for(desk):
    games = _on_demand(desk, SHIPPED + WRONG).games
    with pytest.raises(DefinitionError) as caught:
        games.values()
    lines = [diagnostic.location.line for diagnostic in caught.value.diagnostics]
    assert len(lines) == 2
    assert lines == sorted(lines)


def test_an_engine_that_is_not_there_is_told_of_its_game(desk):
    games = _on_demand(desk, SHIPPED, {}).games
    with pytest.raises(DefinitionError) as caught:
        games["toy"]
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["unknown-engine"]


def test_what_stands_above_the_games_is_told_at_once(desk):
    with pytest.raises(DefinitionError) as caught:
        _on_demand(desk, '[project]\npaper = "a44"\n' + SHIPPED)
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} != set()


def test_values_from_outside_are_held_against_every_game(desk):
    with pytest.raises(DefinitionError):
        _on_demand(desk, SHIPPED, nonsense="3")
