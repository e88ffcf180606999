"""What the rules rest on, and the deck, both derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.model.component import Item
from pnp_lantern_row.settings import LanternRowSettings


def figures(settings: LanternRowSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, inks and marks are left out."""
    return {
        "players": list(settings.players),
        "colours": [colour.id for colour in settings.colours],
        "numbers": sorted(settings.numbers),
        "hand": settings.hand,
        "least": settings.least,
    }


def deck(settings: LanternRowSettings) -> tuple[Item, ...]:
    """The lanterns by colour and number. Fields: ``number``, ``name``, ``ink``, ``mark``."""
    return tuple(
        Item(
            f"{colour.id}-{number}",
            {"number": number, "name": colour.name, "ink": colour.ink, "mark": colour.mark},
        )
        for colour in settings.colours
        for number in sorted(settings.numbers)
    )
