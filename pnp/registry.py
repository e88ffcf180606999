"""The games that there are: those in ``pnp/games``, by their folders, and those that installed packages bring.

A package brings games by an entry point in the group ``pnp.games``: its name is that of an engine, its value the
package with the engine's record ``ENGINE`` and, beside it, ``games.toml``, ``templates`` and ``fonts``. The package
says in ``INTERFACE`` for which version of this program's interface it was written; that number is read without running
the package, since one written for another interface may not even import.
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
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from pnp import __version__, games
from pnp.diagnostics import Diagnostic, PnpError
from pnp.games.core.engine import INTERFACE, AnyEngine, Engine
from pnp.records import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pnp.games"
"""The group of entry points by which packages bring games."""

OWN = "pnp-kit"
"""The distribution of the games that are shipped with the program."""

_SHARED = "core"
"""What the games share, which is none itself."""


class EngineError(PnpError):
    """There is such a game, and it cannot be used; the one diagnostic says why."""


@dataclass(frozen=True)
class GamePackage:
    """Where a game comes from: the import package with its engine, and the distribution that brought it."""

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
        """The folder of a package from outside, where its definition, templates and fonts lie; None of a shipped game.

        Raises EngineError where the package is not there.
        """
        if self.distribution == OWN:
            return None
        spec = _spec(self)
        if spec.submodule_search_locations is None:
            raise _refused(self, "no-package", f"{self.package!r} is a module, not a package with files beside it")
        return Path(next(iter(spec.submodule_search_locations)))

    @property
    def definition(self) -> Path | None:
        """The definition file of a package from outside, None where there is none. Raises EngineError as above."""
        file = None if self.folder is None else self.folder / "games.toml"
        return file if file is not None and file.is_file() else None


def home(name: str) -> GamePackage:
    """Where the game called ``name`` comes from. Raises KeyError where there is no such game."""
    return shipped_homes().get(name) or installed_homes()[name]


def homes() -> Mapping[str, GamePackage]:
    """Every game by name: the shipped ones, then those of installed packages. A shipped name cannot be taken."""
    return {**shipped_homes(), **{name: one for name, one in installed_homes().items() if name not in shipped_homes()}}


@cache
def shipped_homes() -> Mapping[str, GamePackage]:
    """The games that are shipped with the program: a folder each."""
    inside = sorted(one.parent.name for shelf in games.__path__ for one in Path(shelf).glob("*/__init__.py"))
    return {name: GamePackage(name, f"pnp.games.{name}") for name in inside if name != _SHARED}


@cache
def installed_homes() -> Mapping[str, GamePackage]:
    """The games of installed packages, by the names of their entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes as long as all the engines together

    found: dict[str, GamePackage] = {}
    for one in sorted(map(_home_of, entry_points(group=GROUP)), key=lambda one: (one.name, one.distribution)):
        first = found.setdefault(one.name, one)
        if one.distribution != first.distribution:
            found[one.name] = replace(first, rivals=(*first.rivals, one.distribution))
    return found


def libraries() -> Mapping[str, Path]:
    """The definition files of installed packages, by the names of their distributions.

    Packages that cannot be used are left out: ``engine`` says why.
    """
    found: dict[str, Path] = {}
    for one in installed_homes().values():
        with suppress(EngineError):
            if one.definition is not None:
                found[one.distribution] = one.definition
    return found


@cache
def engine(name: str) -> AnyEngine:
    """The engine called ``name``, imported at the first call.

    Raises KeyError where there is none, EngineError where it was written for another interface, or does not import.
    """
    where = home(name)
    if where.distribution != OWN:
        _check_rivals(where)
        _check_interface(where)
    try:
        module = import_module(where.package)
    except Exception as error:
        # A game may fail in any way when it is imported; that is told as its failure, and blocks no other.
        told = f"importing it fails{_line_in(where, error)}: {type(error).__name__}: {error}"
        raise _refused(where, "broken-engine", told) from error
    found = getattr(module, "ENGINE", None)
    if not isinstance(found, Engine):
        raise _refused(where, "no-engine", f"{where.package!r} has no ENGINE", "see docs/your-own-game.md")
    return found


def _home_of(point: EntryPoint) -> GamePackage:
    brought_by = point.dist
    name = re.sub(r"[-_.]+", "-", brought_by.name).lower() if brought_by is not None else point.module
    return GamePackage(point.name, point.module, name, brought_by.version if brought_by is not None else None)


def _check_rivals(where: GamePackage) -> None:
    if where.rivals:
        others = " and ".join(where.rivals)
        raise _refused(where, "contested-name", f"{others} brings a game of this name as well", "uninstall one of them")


def _check_interface(where: GamePackage) -> None:
    written_for = _interface_of(where)
    if written_for == INTERFACE:
        return
    if written_for is None:
        reason = f"its package does not say for which interface it was written, and this is interface {INTERFACE}"
        raise _refused(where, "no-interface", reason, f"add to its __init__.py: INTERFACE = {INTERFACE}")
    newer = written_for > INTERFACE
    raise _refused(
        where,
        "other-interface",
        f"it was written for interface {written_for}, and this is interface {INTERFACE}",
        "install a newer pnp" if newer else f"install a version of {where.distribution} for interface {INTERFACE}",
    )


def _interface_of(where: GamePackage) -> int | None:
    """The number that a package gives as its ``INTERFACE``, read from its text; None where there is none."""
    loader = _spec(where).loader
    source = loader.get_source(where.package) if isinstance(loader, InspectLoader) else None
    try:
        body = ast.parse(source or "").body
    except SyntaxError as error:
        raise _refused(where, "broken-engine", f"line {error.lineno} of its __init__.py is not Python") from error
    for line in body:
        match line:
            case ast.Assign(targets=[ast.Name("INTERFACE")], value=ast.Constant(int(number))):
                return number
            case ast.AnnAssign(target=ast.Name("INTERFACE"), value=ast.Constant(int(number))):
                return number
    return None


def _line_in(where: GamePackage, error: Exception) -> str:
    """Where in the package an import failed, as `` at rules/record.py:12``; nothing where it failed elsewhere."""
    folder, found = Path(next(iter(_spec(where).submodule_search_locations or [""]))), ""
    lines = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    for file, line in lines:
        if Path(file).is_relative_to(folder):
            found = f" at {Path(file).relative_to(folder.parent)}:{line}"
    return found


def _spec(where: GamePackage) -> ModuleSpec:
    try:
        found = find_spec(where.package)
    except (ImportError, ValueError) as error:
        raise _refused(where, "broken-engine", f"importing it fails: {error}") from error
    if found is None:
        raise _refused(where, "no-package", f"there is no package {where.package!r}", "install it again")
    return found


def _refused(where: GamePackage, code: str, reason: str, hint: str | None = None) -> EngineError:
    message = f"the game {where.name!r} of the package {where.distribution} cannot be used: {reason}"
    return EngineError(Diagnostic(code, message, hint=hint))
