"""Reader of ``games.toml``: it turns a file into games, or reports every error at its location."""

from pnp.definition.source import Definition, DefinitionSource, EngineSettings, SettingsProblemLike, definition_sha256
from pnp.definition.starter import starter, tables_of

__all__ = [
    "Definition",
    "DefinitionSource",
    "EngineSettings",
    "SettingsProblemLike",
    "definition_sha256",
    "starter",
    "tables_of",
]
