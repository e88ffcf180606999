"""Reference of every key of a definition file, with examples from the available games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pnp.definition.json_schema import definition_schema
from pnp.definition.reference import KeyEntry, find_keys, keys_page, nested_keys, reference, suggest_keys
from pnp.model.game import Game
from pnp.project.definitions import all_engine_settings, installed_games, load
from pnp.records import dataclass
from pnp.registry import shipped_packages


@dataclass(frozen=True, slots=True)
class Reference:
    """Keys of definition files, and the engine of each game and engine by its name."""

    keys: tuple[KeyEntry, ...]
    engines: Mapping[str, str]

    def find(self, name: str) -> list[KeyEntry]:
        """Return the keys that a name or a path denotes; an empty list for an unknown one."""
        return find_keys(self.keys, name, self.engines)

    def near(self, name: str) -> list[str]:
        """Return names close to a misspelt one."""
        return suggest_keys(self.keys, name, self.engines)

    def inside(self, key: KeyEntry) -> list[KeyEntry]:
        """Return the keys of the tables that a key may hold."""
        return nested_keys(self.keys, key)

    def page(self, engines: Collection[str] | None = None) -> str:
        """Return the page of the documentation: the keys of all games and of ``engines``, by default the shipped
        ones."""
        listed = shipped_packages() if engines is None else engines
        return keys_page(key for key in self.keys if not key.engine or key.engine in listed)


def every_key() -> Reference:
    """Return the keys of all games, and of each usable engine."""
    games: dict[str, Game] = dict(load(None).games)
    games |= installed_games(games).games
    tables_by_engine: dict[str, list[Mapping[str, Any]]] = {}
    for game in games.values():
        tables_by_engine.setdefault(game.engine, []).append(game.resolved)
    settings = all_engine_settings()
    engines = {name: name for name in settings} | {name: game.engine for name, game in games.items()}
    return Reference(tuple(reference(definition_schema(settings), tables_by_engine)), engines)
