"""Read settings from a resolved table that was checked before, such as the one in a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.definition.source import EngineSettings
from pnp.diagnostics import DefinitionError, Diagnostic


def settings_of_resolved(kind: EngineSettings, table: Mapping[str, Any]) -> Any:
    """Return the engine's settings in a resolved table.

    Raises DefinitionError if this engine cannot read the table.
    """
    from pnp.definition.settings import read_settings  # noqa: PLC0415 - pydantic takes a while to import

    settings, findings = read_settings(kind.settings, table)
    if settings is None:
        raise DefinitionError(
            Diagnostic(
                "unreadable-definition",
                f"the definition that was recorded cannot be read: {findings[0].message}",
                hint="it was written by another version of pnp",
            )
        )
    return settings
