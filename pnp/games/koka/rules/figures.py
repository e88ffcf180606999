"""What the rules of koka rest on, derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.koka.settings import KokaSettings


def figures(settings: KokaSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and art are left out."""
    readings = settings.readings
    return {
        "players": list(settings.players),
        "colours": [{"id": colour.id, "dice": colour.dice} for colour in settings.colours],
        "per-round": [{"players": entry.players, "dice": entry.dice} for entry in settings.per_round],
        "kept": settings.kept,
        "games": settings.games,
        "sets": {"three": settings.sets.three, "six": settings.sets.six},
        "special-hands": [
            {
                "groups": [{"size": group.size, "colour": group.colour, "value": group.value} for group in hand.groups],
                "points": hand.points,
            }
            for hand in settings.special_hands
        ],
        "readings": {
            "equal-sets": readings.equal_sets,
            "partition": readings.partition,
            "two-sixes": readings.two_sixes,
            "untaken-dice": readings.untaken_dice,
            "reroll-count": readings.reroll_count,
        },
    }
