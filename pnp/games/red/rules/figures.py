"""What the rules of red rest on, and the deck, both derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.core.suits import suit_items
from pnp.games.red.settings import RedSettings
from pnp.model.component import Item


def figures(settings: RedSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and marks are left out.

    Where scored cards go (RED7-A1) is told only where they go back: without goals nothing is scored, and codes printed
    before there was this reading stay what they are.
    """
    readings = settings.readings
    returned = {"scored-cards": "return"} if settings.goals and readings.scored_cards == "return" else {}
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
            "single-card": readings.single_card,
            "nobody-fits": readings.nobody_fits,
            "same-colour-discard": readings.same_colour_discard,
            **returned,
        },
    }


def deck(settings: RedSettings) -> tuple[Item, ...]:
    """The colour cards, strongest colour first, numbers as in the settings.

    Fields: ``colour`` (id), ``number``, ``name``, ``letter``, ``ink``, ``mark``, and ``rule``, the criterion.
    """
    return suit_items(settings.strength, settings.numbers, "colour", settings.copies)
