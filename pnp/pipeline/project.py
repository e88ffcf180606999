"""Open a project: the definition in use, and the folders of templates and fonts that go with it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.definition import DefinitionSource, SettingsOf, load_definition, locate_value
from pnp.definition.textfile import label_of
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError
from pnp.games.core.engine import AnyEngine
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.pipeline.resources import Resources
from pnp.registry import engine, home, homes
from pnp.shipped import shipped

if TYPE_CHECKING:
    from pnp.examples import ExampleSet

GAMES_FILE = "games.toml"


@dataclass(frozen=True)
class Project:
    """A definition and the folder it lies in.

    ``folder`` is where output goes and where the user's ``templates`` and ``fonts`` lie; ``file`` is None when the
    shipped definition is in use.
    """

    folder: Path
    file: Path | None
    games: Mapping[str, Game]
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Games of the definition that cannot be used here, and why."""

    @cached_property
    def found(self) -> dict[tuple[str, int], ExampleSet]:
        """Examples searched before, by game and seed: one search serves every language and paper of a command."""
        return {}

    def resources(self, game: Game) -> Resources:
        """The templates, fonts and pictures of ``game``: the user's, those of the package that brings its engine, and
        the shipped ones."""
        package = home(game.engine).folder
        if package not in self._resources:
            own = None if self.file is None else self.folder
            self._resources[package] = Resources.of(own, package)
        return self._resources[package]

    @cached_property
    def _resources(self) -> dict[Path | None, Resources]:
        return {}

    def game(self, name: str) -> Game:
        """The game called ``name``. Raises PnpError: with the nearest name, or with why it was set aside."""
        if name in self.games:
            return self.games[name]
        if name in self.set_aside:
            raise DefinitionError(self.set_aside[name])
        from difflib import get_close_matches  # noqa: PLC0415 - only for a message

        known = (*self.games, *self.set_aside)
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"the definition has: {', '.join(known)}"
        raise PnpError(Diagnostic("unknown-game", f"there is no game {name!r} in {self.label}", hint=hint))

    def every_game(self) -> tuple[Game, ...]:
        """All games, in file order. Raises DefinitionError with why each of those set aside cannot be used."""
        self.require_all()
        return tuple(self.games.values())

    def require_all(self) -> None:
        """Raises DefinitionError if games were set aside, with every reason once."""
        reasons = dict.fromkeys(reason for reasons in self.set_aside.values() for reason in reasons)
        if reasons:
            raise DefinitionError(reasons)

    def locate(self, name: str, path: tuple[str | int, ...]) -> Location:
        """Where the value at ``path`` of the game ``name`` stands in the definition, for messages."""
        return locate_value(_source(self.file), name, path)

    @property
    def label(self) -> str:
        """What messages call the definition."""
        return label_of(self.file) if self.file is not None else "the shipped definition"


def engine_of(game: Game) -> AnyEngine:
    """The engine that ``game`` is played by."""
    return engine(game.engine)


def decks_of(game: Game) -> Mapping[str, tuple[Item, ...]]:
    """Every deck of a game: those spelled out in its definition and those its engine derives."""
    derived = {name: make(game.settings) for name, make in engine_of(game).decks.items()}
    return {**derived, **game.decks}


def open_project(games: Path | None = None, folder: Path | None = None) -> Project:
    """The definition ``games``, else ``games.toml`` in ``folder`` (the working directory), else the shipped one.

    Raises DefinitionError with every problem found.
    """
    folder = Path.cwd() if folder is None else folder
    if games is None and os.path.lexists(folder / GAMES_FILE):
        games = folder / GAMES_FILE
    definition = load_definition(_source(games), _Kinds())
    home = folder if games is None else games.resolve().parent
    return Project(home, games, definition.games, definition.set_aside)


def open_shipped() -> Project:
    """The shipped definition, whatever lies in the working directory."""
    definition = load_definition(_source(None), _Kinds())
    return Project(Path.cwd(), None, definition.games, definition.set_aside)


def _source(file: Path | None) -> DefinitionSource:
    return DefinitionSource(shipped(GAMES_FILE) if file is None else file, {"shipped": shipped(GAMES_FILE)})


def kind_of(name: str) -> SettingsOf:
    """What the definition reader may know of the engine ``name``. Raises KeyError."""
    found = engine(name)
    return SettingsOf(found.settings, found.problems, tuple(found.decks))


class _Kinds(Mapping[str, SettingsOf]):
    """What the definition reader may know of each engine."""

    def __getitem__(self, name: str) -> SettingsOf:
        return kind_of(name)

    def __iter__(self) -> Iterator[str]:
        return iter(homes())

    def __len__(self) -> int:
        return len(homes())


def settings_kinds() -> Mapping[str, SettingsOf]:
    """The settings of every engine, for the JSON Schema."""
    return _Kinds()
