"""What the rules of iroha rest on, and the deck, both derived from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.core.suits import printed_fields
from pnp.games.iroha.rules.cards import Card
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.component import Item


def figures(settings: IrohaSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and art are left out."""
    first_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return {
        "players": list(settings.players),
        "suits": [suit.id for suit in settings.suits],
        "numbers": [{"number": number, "from": first_players[number]} for number in sorted(settings.numbers)],
        "dealt": settings.dealt,
        "passed": settings.passed,
        "cost": settings.cost,
        "deals-each": settings.deals_each,
    }


def deck(settings: IrohaSettings) -> tuple[Item, ...]:
    """The suit cards, suits as in the settings, numbers rising: those that some number of players uses.

    Fields: ``suit`` (id), ``number``, ``name``, ``letter``, ``ink``, ``motif``, ``pattern``, and ``icon``: the fewest
    and the most players with whom the card is used, which is also the item's ``players``.
    """
    fewest, most = settings.players
    first_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return tuple(
        Item(
            str(Card(suit.id, number)),
            {
                "suit": suit.id,
                "number": number,
                **printed_fields(suit),
                "icon": (max(fewest, first_players[number]), most),
            },
            players=(max(fewest, first_players[number]), most),
        )
        for suit in settings.suits
        for number in sorted(settings.numbers)
        if first_players[number] <= most
    )
