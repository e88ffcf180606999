"""What the rules of red rest on, and the deck, both derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.core.suits import suit_items
from pnp.games.red.settings import RedSettings
from pnp.model.component import Item


def figures(settings: RedSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and marks are left out."""
    return {
        "players": list(settings.players),
        "colours": [
            {"id": colour.id, "rule": {"is": colour.rule.is_, "of": colour.rule.of}} for colour in settings.strength
        ],
        "numbers": sorted(settings.numbers),
        "copies": settings.copies,
        "opening-rule": settings.opening_rule or settings.strength[0].id,
        "hand": settings.hand,
        "draw": settings.draw,
        "pass": settings.pass_,
        "goals": list(settings.goals),
        "readings": {
            "single-card": settings.readings.single_card,
            "nobody-fits": settings.readings.nobody_fits,
            "same-colour-discard": settings.readings.same_colour_discard,
        },
    }


def deck(settings: RedSettings) -> tuple[Item, ...]:
    """The colour cards, strongest colour first, numbers as in the settings.

    Fields: ``colour`` (id), ``number``, ``name``, ``letter``, ``ink``, ``mark``, and ``rule``, the criterion.
    """
    return suit_items(settings.strength, settings.numbers, "colour", settings.copies)
