"""Preferences of a teacher of red: what every example of a turn is like."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Preference
from pnp.games.red.rules.cards import Card
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import can_stay_in
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.reasons import palettes_of


def preferences(settings: RedSettings) -> tuple[Preference, ...]:
    """Return the preferences: a seat that goes out had no better move with the cards that are shown."""
    rules = rules_of(settings)

    def no_way_out(position: Position, out: Answer) -> bool:
        if out["verdict"] != "out":
            return True
        palettes, me, rule = palettes_of(position), position["me"], position["rule"]
        return not can_stay_in(rules, palettes, me, rule, tuple(Card(*card) for card in position["hand"]))

    return (Preference("no-way-out", ("may_move",), no_way_out, excepted=("check-pass",)),)
