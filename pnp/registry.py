"""Registry of games: those in ``pnp/games``, by their folders, and those of installed packages.

A package brings games by an entry point in the group ``pnp.games``: its name is that of an engine, its value the
package with the engine's record ``ENGINE`` and, beside it, ``games.toml``, ``templates`` and ``fonts``. ``INTERFACE``
in the package is the version of this program's interface that it was written for. That number is read without running
the package: one written for another interface may not even import.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb

from pnp import __version__, games
from pnp.diagnostics import Diagnostic, PnpError
from pnp.games.core.engine import INTERFACE, AnyEngine, Engine
from pnp.records import dataclass

GROUP = "pnp.games"
"""Group of entry points by which packages bring games."""

OWN = "pnp-kit"
"""Distribution of the games that are shipped with the program."""

_SHARED = "core"
"""Package of shared code between the games."""


class EngineError(PnpError):
    """Game that exists but cannot be used. Its single diagnostic gives the reason."""


@dataclass(frozen=True)
class GamePackage:
    """Source of a game: the import package of its engine, and the distribution that brought it."""

    name: str
    package: str
    distribution: str = OWN
    version: str | None = __version__
    rivals: tuple[str, ...] = ()
    """Other distributions that bring a game of this name: then none of them can be used."""

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}" if self.version else self.distribution

    @cached_property
    def folder(self) -> Path | None:
        """Folder of an external package with its definition, templates and fonts; None for a shipped game.

        Raises EngineError if the package is missing.
        """
        if self.distribution == OWN:
            return None
        spec = _spec(self)
        if spec.submodule_search_locations is None:
            raise _unusable(self, "no-package", f"{self.package!r} is a module, not a package with files beside it")
        return Path(next(iter(spec.submodule_search_locations)))

    @property
    def definition(self) -> Path | None:
        """Definition file of an external package, or None. Raises EngineError if the package is missing."""
        file = None if self.folder is None else self.folder / "games.toml"
        return file if file is not None and file.is_file() else None


def game_package(name: str) -> GamePackage:
    """Return the package of the game called ``name``. Raises KeyError if there is no such game."""
    return shipped_packages().get(name) or installed_packages()[name]


def game_packages() -> Mapping[str, GamePackage]:
    """Return every game package by name: the shipped ones, then installed ones. A shipped name cannot be taken."""
    installed = {name: game for name, game in installed_packages().items() if name not in shipped_packages()}
    return {**shipped_packages(), **installed}


@cache
def shipped_packages() -> Mapping[str, GamePackage]:
    """Return the games that are shipped with the program, one per folder."""
    names = sorted(file.parent.name for folder in games.__path__ for file in Path(folder).glob("*/__init__.py"))
    return {name: GamePackage(name, f"pnp.games.{name}") for name in names if name != _SHARED}


@cache
def installed_packages() -> Mapping[str, GamePackage]:
    """Return the games of installed packages, by the names of their entry points."""
    packages: dict[str, GamePackage] = {}
    for game in sorted(map(_package_of, entry_points(group=GROUP)), key=lambda game: (game.name, game.distribution)):
        first = packages.setdefault(game.name, game)
        if game.distribution != first.distribution:
            packages[game.name] = replace(first, rivals=(*first.rivals, game.distribution))
    return packages


def libraries() -> Mapping[str, Path]:
    """Return the definition files of installed packages, by the names of their distributions.

    Packages that cannot be used are left out: ``engine`` reports the reason.
    """
    definitions: dict[str, Path] = {}
    for game in installed_packages().values():
        with suppress(EngineError):
            if game.definition is not None:
                definitions[game.distribution] = game.definition
    return definitions


@cache
def engine(name: str) -> AnyEngine:
    """Return the engine called ``name``, imported at the first call.

    Raises KeyError if there is none, EngineError if it was written for another interface or does not import.
    """
    game = game_package(name)
    if game.distribution != OWN:
        _check_rivals(game)
        _check_interface(game)
    try:
        module = import_module(game.package)
    except Exception as error:
        # Importing a game may fail in any way. The failure is reported for that game and blocks no other.
        reason = f"importing it fails{_line_in(game, error)}: {type(error).__name__}: {error}"
        raise _unusable(game, "broken-engine", reason) from error
    record = getattr(module, "ENGINE", None)
    if not isinstance(record, Engine):
        raise _unusable(game, "no-engine", f"{game.package!r} has no ENGINE", "see docs/your-own-game.md")
    return record


def _package_of(point: EntryPoint) -> GamePackage:
    distribution = point.dist
    if distribution is None:
        return GamePackage(point.name, point.module, point.module, None)
    name = re.sub(r"[-_.]+", "-", distribution.name).lower()
    return GamePackage(point.name, point.module, name, distribution.version)


def _check_rivals(game: GamePackage) -> None:
    if game.rivals:
        others = " and ".join(game.rivals)
        raise _unusable(game, "contested-name", f"{others} brings a game of this name as well", "uninstall one of them")


def _check_interface(game: GamePackage) -> None:
    interface = _interface_of(game)
    if interface == INTERFACE:
        return
    if interface is None:
        reason = f"its package does not say for which interface it was written, and this is interface {INTERFACE}"
        raise _unusable(game, "no-interface", reason, f"add to its __init__.py: INTERFACE = {INTERFACE}")
    newer = interface > INTERFACE
    raise _unusable(
        game,
        "other-interface",
        f"it was written for interface {interface}, and this is interface {INTERFACE}",
        "install a newer pnp"
        if newer
        else f"install a version of {game.distribution} for interface {INTERFACE}; to make one: docs/interface.md, "
        f"“From {interface} to {INTERFACE}”",
    )


def _interface_of(game: GamePackage) -> int | None:
    """Return the ``INTERFACE`` number of a package, read from its source text, or None."""
    loader = _spec(game).loader
    source = loader.get_source(game.package) if isinstance(loader, InspectLoader) else None
    try:
        body = ast.parse(source or "").body
    except SyntaxError as error:
        raise _unusable(game, "broken-engine", f"line {error.lineno} of its __init__.py is not Python") from error
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name("INTERFACE")], value=ast.Constant(int(number))):
                return number
            case ast.AnnAssign(target=ast.Name("INTERFACE"), value=ast.Constant(int(number))):
                return number
    return None


def _line_in(game: GamePackage, error: Exception) -> str:
    """Return the place in the package where an import failed, as `` at rules/record.py:12``, or ""."""
    folder, place = Path(next(iter(_spec(game).submodule_search_locations or [""]))), ""
    lines = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    for file, line in lines:
        if Path(file).is_relative_to(folder):
            place = f" at {Path(file).relative_to(folder.parent)}:{line}"
    return place


def _spec(game: GamePackage) -> ModuleSpec:
    try:
        spec = find_spec(game.package)
    except (ImportError, ValueError) as error:
        raise _unusable(game, "broken-engine", f"importing it fails: {error}") from error
    if spec is None:
        raise _unusable(game, "no-package", f"there is no package {game.package!r}", "install it again")
    return spec


def _unusable(game: GamePackage, code: str, reason: str, hint: str | None = None) -> EngineError:
    message = f"the game {game.name!r} of the package {game.distribution} cannot be used: {reason}"
    return EngineError(Diagnostic(code, message, hint=hint))
