"""What may be wrong with harbour's settings together."""

from __future__ import annotations

from collections.abc import Iterator

from harbour.settings import HarbourSettings
from pnp.games.core.engine import SettingsProblem


def problems(settings: HarbourSettings) -> Iterator[SettingsProblem]:
    """Check that there are ships for two hands."""
    if 2 * settings.hand > 2 * len(settings.numbers):
        yield SettingsProblem(("hand",), "too-few-ships", "there are too few ships for two hands", "write fewer")
