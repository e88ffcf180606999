"""Definition files read with what the reader may know: the engines there are, and the libraries to extend."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pnp.definition import Definition, DefinitionSource, EngineSettings, load_definition
from pnp.definition.decks.sources import NoInputError
from pnp.diagnostics import DefinitionError, Diagnostic, Location
from pnp.model.game import Game
from pnp.records import dataclass
from pnp.registry import EngineError, GamePackage, engine, homes, installed_homes, libraries
from pnp.shipped import shipped
from pnp.textfile import MAX_TABLE

if TYPE_CHECKING:
    from pnp.definition.decks.choose import CardExpression


GAMES_FILE = "games.toml"
_READING = Lock()
"""Held while standard input is read."""

SHIPPED = "shipped"
"""The name of the shipped definition, as in ``extends = "shipped:red"``."""


@dataclass(frozen=True, slots=True)
class InstalledGames:
    """The games of installed packages, with the definition file of each, and why others cannot be used."""

    games: Mapping[str, Game] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)


def installed_games(taken: Collection[str]) -> InstalledGames:
    """The games in the definition files of installed packages, but for names that are ``taken``.

    Of two packages with a game of one name the first in the order of their names has it. A file with errors, or an
    engine that cannot be used, sets its own games aside and no others; one whose name is taken is called by its
    package and its name.
    """
    games: dict[str, Game] = {}
    files: dict[str, Path] = {}
    aside: dict[str, tuple[Diagnostic, ...]] = {}
    for one in installed_homes().values():
        found = {} if one.distribution in libraries() else _why_not(one)
        for name, reasons in found.items():
            aside[name if name not in taken else f"{one.distribution}:{name}"] = reasons
    for distribution, file in sorted(libraries().items()):
        try:
            definition = load(file)
        except DefinitionError as error:
            names = [one.name for one in installed_homes().values() if one.distribution == distribution]
            reasons_of = dict.fromkeys(names, error.diagnostics)
        else:
            reasons_of = dict(definition.set_aside)
            new = {name: game for name, game in definition.games.items() if name not in taken and name not in games}
            games |= new
            files |= dict.fromkeys(new, file)
        for name, reasons in reasons_of.items():
            free = name not in (*taken, *games)
            aside[name if free else f"{distribution}:{name}"] = reasons if name not in taken else (_taken(name, file),)
    return InstalledGames(games, files, aside)


def _taken(name: str, file: Path) -> Diagnostic:
    message = f"a package brings a game {name!r}, and a shipped one has that name"
    return Diagnostic("name-taken", message, Location(str(file)), "its package has to call it otherwise")


def _why_not(one: GamePackage) -> dict[str, tuple[Diagnostic, ...]]:
    """Why the engine of a package without a definition cannot be used; nothing where it can."""
    try:
        engine(one.name)
    except EngineError as error:
        return {one.name: error.diagnostics}
    return {}


def load(
    file: Path | None,
    more: Mapping[str, Path] | None = None,
    values: Mapping[str, str] | None = None,
    again: bool = False,
) -> Definition:
    """The definition in ``file``, None for the shipped one. ``more`` are libraries beside those that there are,
    ``values`` free values to be others than the file says; ``again`` says that it is read more than once.

    Raises DefinitionError.
    """
    return load_definition(source_of(file, more, values, again), _SettingsByEngine())


def source_of(
    file: Path | None,
    more: Mapping[str, Path] | None = None,
    values: Mapping[str, str] | None = None,
    again: bool = False,
) -> DefinitionSource:
    """A definition file, None for the shipped one, with the libraries that it can extend."""
    path = shipped(GAMES_FILE) if file is None else file
    ours = file is None or _is_shipped(file)
    piped = _not_again if again else standard_input
    return DefinitionSource(path, _LibraryPaths(more or {}), values or {}, piped, _compiled, on_demand=ours)


def _is_shipped(file: Path) -> bool:
    """Whether ``file`` is the shipped definition under another name, as it is in a working copy of the program."""
    try:
        return file.samefile(shipped(GAMES_FILE))
    except OSError:
        return False


def _not_again() -> bytes | None:
    """In place of standard input, for whoever reads a definition again and again."""
    message = "this deck is read from standard input, which comes once: no change of it can be seen"
    raise NoInputError(message, "write these cards to a file beside the definition, or build without --watch")


def standard_input() -> bytes | None:
    """What is piped into the program, read once for all that ask; None where nothing is."""
    with _READING:  # else a second thread would read what the first has left: nothing
        return _piped()


@cache
def _piped() -> bytes | None:
    try:
        if sys.stdin is None or sys.stdin.isatty():
            return None
        return sys.stdin.buffer.read(MAX_TABLE + 1) or None
    except (OSError, ValueError, AttributeError):
        return None


def _compiled(text: str) -> CardExpression:
    from pnp.rendering.templates.running import CompiledExpression as Compiled  # noqa: PLC0415 - only where a deck has a condition

    return Compiled(text)


def kind_of(name: str) -> EngineSettings:
    """What the definition reader may know of the engine ``name``. Raises KeyError, and EngineError where it cannot be
    used."""
    found = engine(name)
    play = found.play
    seats = None if play is None else lambda settings: play.seats(found.rules(settings))
    return EngineSettings(found.settings, found.problems, tuple(found.decks), seats)


def settings_kinds() -> Mapping[str, EngineSettings]:
    """The settings of every engine that can be used, for the JSON Schema."""
    found = {}
    for name in homes():
        with suppress(EngineError):
            found[name] = kind_of(name)
    return found


class _SettingsByEngine(Mapping[str, EngineSettings]):
    """What the definition reader may know of each engine, looked for when it is asked."""

    def __getitem__(self, name: str) -> EngineSettings:
        return kind_of(name)

    def __iter__(self) -> Iterator[str]:
        return iter(homes())

    def __len__(self) -> int:
        return len(homes())


class _LibraryPaths(Mapping[str, Path]):
    """The definition files that can be extended: the shipped one, and those of packages, looked for when asked."""

    def __init__(self, more: Mapping[str, Path]) -> None:
        self._near = {SHIPPED: shipped(GAMES_FILE), **more}

    def __getitem__(self, name: str) -> Path:
        return self._near[name] if name in self._near else libraries()[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._near, **libraries()})

    def __len__(self) -> int:
        return len({**self._near, **libraries()})
