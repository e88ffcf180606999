"""Every key of a definition file, of the engines that there are, with examples from the games that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.definition import schema
from pnp.definition.reference import KeyEntry, find, inside, keys_page, near, reference
from pnp.model.game import Game
from pnp.project.definitions import installed_games, load, settings_kinds
from pnp.records import dataclass
from pnp.registry import shipped_homes


@dataclass(frozen=True, slots=True)
class Reference:
    """The keys, and the engine of each game and engine by its name."""

    keys: tuple[KeyEntry, ...]
    engines: Mapping[str, str]

    def find(self, asked: str) -> list[KeyEntry]:
        """The keys that a name or a path names; none where there is none."""
        return find(self.keys, asked, self.engines)

    def near(self, asked: str) -> list[str]:
        """What may have been meant."""
        return near(self.keys, asked, self.engines)

    def inside(self, key: KeyEntry) -> list[KeyEntry]:
        """The keys of what a key may hold."""
        return inside(self.keys, key)

    def page(self) -> str:
        """The page of the documentation: what all games share, and the shipped engines."""
        return keys_page(key for key in self.keys if not key.engine or key.engine in shipped_homes())


def every_key() -> Reference:
    """The keys of all games, and of each engine that can be used."""
    games: dict[str, Game] = dict(load(None).games)
    games |= installed_games(games).games
    shown: dict[str, list[Mapping[str, Any]]] = {}
    for game in games.values():
        shown.setdefault(game.engine, []).append(game.resolved)
    kinds = settings_kinds()
    engines = {name: name for name in kinds} | {name: game.engine for name, game in games.items()}
    return Reference(tuple(reference(schema(kinds), shown)), engines)
