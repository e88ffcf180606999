"""What the rules of kasane rest on, derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.kasane.settings import Condition, KasaneSettings


def figures(settings: KasaneSettings) -> Mapping[str, Any]:
    """The settings that an answer or a printed rule may depend on, as JSON data: names, inks, frames, art and the score
    track are left out. The variants are here, although questions name them: a card printed for one says so."""
    return {
        "players": list(settings.players),
        "colours": {str(one.number): one.copies for one in sorted(settings.colours, key=lambda one: one.number)},
        "plus-one": {"copies": settings.plus_one.copies, "points": settings.plus_one.points},
        "set-up": [
            {
                "players": one.players,
                "per-row": one.per_row,
                "rounds": one.rounds,
                "remove": one.remove,
                "remove-plus-one": one.remove_plus_one,
            }
            for one in sorted(settings.set_up, key=lambda one: one.players)
        ],
        "yaku": {
            one.id: {
                "rule": _rule(one.rule),
                "slots": {str(slots.cards): list(slots.points) for slots in one.slots},
            }
            for one in settings.yaku
        },
        "field-cards": settings.field_cards,
        "bonus": {
            "from": settings.bonus.from_,
            "colours": list(settings.bonus.colours),
            "all-laid": settings.bonus.all_laid,
        },
        "variants": {
            "opening-tokens": [
                [one.players, one.yaku, one.cards]
                for one in settings.opening_tokens
                if settings.variants.opening_tokens
            ],
            "plus-one-yaku": settings.variants.plus_one_yaku,
        },
    }


def _rule(rule: Condition) -> dict[str, Any]:
    """The condition with the figures that its sort has."""
    known = {"of": rule.of, "numbers": rule.numbers and list(rule.numbers), "from": rule.from_, "to": rule.to}
    return {"is": rule.is_, **{key: value for key, value in known.items() if value is not None}}
