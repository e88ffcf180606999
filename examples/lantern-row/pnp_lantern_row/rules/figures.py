"""The deck, derived from the settings."""

from __future__ import annotations

from pnp.games.core.suits import suit_items
from pnp.model.component import Item
from pnp_lantern_row.settings import LanternRowSettings


def deck(settings: LanternRowSettings) -> tuple[Item, ...]:
    """The lanterns by colour and number. Fields: ``colour`` (id), ``number``, and those of the colour."""
    return suit_items(settings.colours, sorted(settings.numbers), "colour")
