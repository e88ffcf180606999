"""Reader of ``games.toml``: it turns a file into games, or reports every error at its location."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.definition.source import Definition, DefinitionSource, EngineSettings, SettingsProblemLike, definition_sha256
from pnp.definition.starter import starter, tables_of
from pnp.diagnostics import Location

__all__ = [
    "Definition",
    "DefinitionSource",
    "EngineSettings",
    "SettingsProblemLike",
    "definition_sha256",
    "load_definition",
    "locate_value",
    "schema",
    "starter",
    "tables_of",
]


def load_definition(source: DefinitionSource, kinds: Mapping[str, EngineSettings]) -> Definition:
    """Return the checked definition that ``source`` names.

    ``kinds`` maps the name of each engine to its settings. For an engine that cannot be loaded it raises PnpError
    instead of returning settings. A game whose engine is unknown or cannot be loaded is set aside with the reason.

    Raises DefinitionError with every problem of one run, in file order, those of games set aside included. Syntax
    errors stop before others.
    """
    from pnp.definition.load import load  # noqa: PLC0415 - pydantic takes a while to import

    return load(source, kinds)


def locate_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location:
    """Return the location of the value at ``path`` of ``game``, in its own table or the one that it extends.

    It serves messages about a definition that was read before. A missing key has the location of its table.
    """
    from pnp.definition.load import locate  # noqa: PLC0415 - only for a message

    return locate(source, game, path)


def locate_own_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location | None:
    """Return the location at which the file in use itself sets the value at ``path`` of ``game``.

    That may be the game's table or ``[project]``. Returns None if the value comes from a library, or is set nowhere.
    """
    from pnp.definition.load import locate_own  # noqa: PLC0415 - only for a message

    return locate_own(source, game, path)


def schema(kinds: Mapping[str, EngineSettings]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a definition file, for editors. It omits engines that cannot be loaded."""
    from pnp.definition.json_schema import definition_schema  # noqa: PLC0415 - pydantic takes a while to import

    return definition_schema(kinds)
