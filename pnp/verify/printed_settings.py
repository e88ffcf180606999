"""Settings that a file was printed with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.canonical import digest
from pnp.definition import definition_sha256
from pnp.definition.settings import settings_of_resolved
from pnp.diagnostics import Diagnostic, Location
from pnp.model.game import Game
from pnp.project.definitions import engine_settings
from pnp.project.project import Project
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class PrintedSettings:
    """Settings of a game for a printed file.

    ``printed`` are those that it was printed with; its examples have to hold under today's. ``problems`` and ``notes``
    are about the file.
    """

    printed: Any
    problems: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()


def printed_settings(manifest: Mapping[str, Any], today: Game, project: Project, label: str) -> PrintedSettings:
    """Return the settings of a printed file. Raises DefinitionError if today's engine cannot read its definition."""
    recorded, table, place = str(manifest.get("definition_sha256")), manifest.get("definition"), Location(label)
    if recorded == definition_sha256(today):
        return PrintedSettings(today.settings)
    if not isinstance(table, dict) or digest(table) != recorded:
        message = "the definition in the manifest is not the one the file was built from"
        return PrintedSettings(today.settings, (Diagnostic("altered-manifest", message, place),))
    differs = (
        f"the file was printed from another version of [{today.id}] than {project.label} holds now; its examples are "
        "checked against today's rules"
    )
    note = Diagnostic("definition-differs", differs, place, severity="note")
    return PrintedSettings(settings_of_resolved(engine_settings(today.engine).settings, table), notes=(note,))
