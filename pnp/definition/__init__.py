"""The reader of ``games.toml``: a file becomes games, or every error in it is told at its place."""

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
    """The definition that ``source`` names, checked. ``kinds`` has the settings of every engine, by its name; it raises
    PnpError, in place of giving one, for an engine that cannot be loaded.

    A game whose engine is unknown or cannot be loaded is set aside with the reason. Raises DefinitionError with every
    problem found in one run, in file order, those of games set aside among them. Syntax errors stop before others.
    """
    from pnp.definition.load import load  # noqa: PLC0415 - pydantic takes a while to import

    return load(source, kinds)


def locate_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location:
    """Where the value at ``path`` of ``game`` stands: in its own table, or in the one that it extends.

    For messages about a definition that has been read before; the place of a missing key is that of its table.
    """
    from pnp.definition.load import locate  # noqa: PLC0415 - only for a message

    return locate(source, game, path)


def locate_own_value(source: DefinitionSource, game: str, path: tuple[str | int, ...]) -> Location | None:
    """Where the file in use itself says the value at ``path`` of ``game``, in a table of a game or for all of them in
    ``[project]``; None where it comes from a library, or is said nowhere."""
    from pnp.definition.load import locate_own  # noqa: PLC0415 - only for a message

    return locate_own(source, game, path)


def schema(kinds: Mapping[str, EngineSettings]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a definition file, for editors. Engines that cannot be loaded are not in it."""
    from pnp.definition.json_schema import definition_schema  # noqa: PLC0415 - pydantic takes a while to import

    return definition_schema(kinds)
