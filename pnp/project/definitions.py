"""Loading of definition files, with the available engines and the libraries to extend."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pnp.definition import Definition, DefinitionSource, EngineSettings
from pnp.definition.decks.sources import NoInputError
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.registry import EngineError, GamePackage, engine, game_packages, installed_packages, libraries
from pnp.rendering.templates.expressions import CompiledExpression as Compiled
from pnp.shipped import shipped
from pnp.textfile import MAX_TABLE

if TYPE_CHECKING:
    from pnp.definition.decks.choose import CardExpression


GAMES_FILE = "games.toml"
_READING = Lock()
"""Lock held while standard input is read."""

SHIPPED = "shipped"
"""Name of the shipped definition, as in ``extends = "shipped:red"``."""


@dataclass(frozen=True, slots=True)
class InstalledGames:
    """Games of installed packages, the definition file of each, and reasons why others cannot be used."""

    games: Mapping[str, Game] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)


def installed_games(taken: Collection[str]) -> InstalledGames:
    """Load the games in the definition files of installed packages, without names that are ``taken``.

    If two packages have a game of one name, the first package in the order of names has it. A file with errors, or an
    unusable engine, sets its own games aside and no others. A game whose name is taken is listed under its package and
    its name.
    """
    games: dict[str, Game] = {}
    files: dict[str, Path] = {}
    set_aside: dict[str, tuple[Diagnostic, ...]] = {}
    for package in installed_packages().values():
        reasons_by_name = {} if package.distribution in libraries() else _engine_errors(package)
        for name, reasons in reasons_by_name.items():
            set_aside[name if name not in taken else f"{package.distribution}:{name}"] = reasons
    for distribution, file in sorted(libraries().items()):
        try:
            definition = load(file)
        except DefinitionError as error:
            names = [package.name for package in installed_packages().values() if package.distribution == distribution]
            reasons_by_name = dict.fromkeys(names, error.diagnostics)
        else:
            reasons_by_name = dict(definition.set_aside)
            new_games = {
                name: game for name, game in definition.games.items() if name not in taken and name not in games
            }
            games |= new_games
            files |= dict.fromkeys(new_games, file)
        for name, reasons in reasons_by_name.items():
            is_free = name not in (*taken, *games)
            set_aside[name if is_free else f"{distribution}:{name}"] = (
                reasons if name not in taken else (_name_taken(name, file),)
            )
    return InstalledGames(games, files, set_aside)


def _name_taken(name: str, file: Path) -> Diagnostic:
    message = f"a package brings a game {name!r}, and a shipped one has that name"
    return Diagnostic("name-taken", message, Location(str(file)), "its package has to call it otherwise")


def _engine_errors(package: GamePackage) -> dict[str, tuple[Diagnostic, ...]]:
    """Return the errors of the engine of a package without a definition; empty if it can be used."""
    try:
        engine(package.name)
    except EngineError as error:
        return {package.name: error.diagnostics}
    return {}


def load(
    file: Path | None,
    more: Mapping[str, Path] | None = None,
    values: Mapping[str, str] | None = None,
    again: bool = False,
    earlier: Mapping[str, Game] | None = None,
) -> Definition:
    """Load the definition in ``file``; None is the shipped one. ``more`` are further libraries, ``values`` override
    free values of the file; ``again`` marks a file that is read repeatedly. With its ``earlier`` games, rows of card
    files with errors are passed over. Raises DefinitionError."""
    source = replace(source_of(file, more, values, again), earlier=earlier)
    return load_definition(source, _SettingsByEngine())


def source_of(
    file: Path | None,
    more: Mapping[str, Path] | None = None,
    values: Mapping[str, str] | None = None,
    again: bool = False,
) -> DefinitionSource:
    """Return a definition file, None for the shipped one, with the libraries that it can extend."""
    path = shipped(GAMES_FILE) if file is None else file
    is_shipped = file is None or _is_shipped(file)
    read_input = _refuse_input if again else standard_input
    return DefinitionSource(path, _LibraryPaths(more or {}), values or {}, read_input, _compile, on_demand=is_shipped)


def _is_shipped(file: Path) -> bool:
    """Tell whether ``file`` is the shipped definition under another path, as in a working copy of the program."""
    try:
        return file.samefile(shipped(GAMES_FILE))
    except OSError:
        return False


def _refuse_input() -> bytes | None:
    """Raise NoInputError, in place of reading standard input, for a definition that is read repeatedly."""
    message = "this deck is read from standard input, which comes once: no change of it can be seen"
    raise NoInputError(message, "write these cards to a file beside the definition, or build without --watch")


def standard_input() -> bytes | None:
    """Return the bytes piped into the program, read once; None without any."""
    with _READING:  # or a second thread finds standard input empty
        return _read_piped()


@cache
def _read_piped() -> bytes | None:
    try:
        if sys.stdin is None or sys.stdin.isatty():
            return None
        return sys.stdin.buffer.read(MAX_TABLE + 1) or None
    except (OSError, ValueError, AttributeError):
        return None


def _compile(text: str) -> CardExpression:
    return Compiled(text)


def engine_settings(name: str) -> EngineSettings:
    """Return an engine's settings for the definition reader. Raises KeyError, and EngineError for an unusable
    engine."""
    game_engine = engine(name)
    play = game_engine.play
    seats = None if play is None else lambda settings: play.seats(game_engine.rules(settings))
    return EngineSettings(game_engine.settings, game_engine.problems, game_engine.decks, seats)


def all_engine_settings() -> Mapping[str, EngineSettings]:
    """Return the settings of every usable engine, for the JSON Schema."""
    settings = {}
    for name in game_packages():
        with suppress(EngineError):
            settings[name] = engine_settings(name)
    return settings


class _SettingsByEngine(Mapping[str, EngineSettings]):
    """Settings of each engine for the definition reader, looked up on demand."""

    def __getitem__(self, name: str) -> EngineSettings:
        return engine_settings(name)

    def __iter__(self) -> Iterator[str]:
        return iter(game_packages())

    def __len__(self) -> int:
        return len(game_packages())


class _LibraryPaths(Mapping[str, Path]):
    """Definition files that can be extended: the shipped one and those of packages, looked up on demand."""

    def __init__(self, more: Mapping[str, Path]) -> None:
        self._known = {SHIPPED: shipped(GAMES_FILE), **more}

    def __getitem__(self, name: str) -> Path:
        return self._known[name] if name in self._known else libraries()[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._known, **libraries()})

    def __len__(self) -> int:
        return len({**self._known, **libraries()})
