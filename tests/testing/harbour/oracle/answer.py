"""Harbour, read a second time."""

from __future__ import annotations

from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Position, PositionError


def oracle(settings: HarbourSettings, kind: str, position: Position) -> Answer:
    """The same answers, by sorting."""
    ships = list(position["ships"])
    if not set(ships) <= set(settings.numbers):
        raise PositionError("unknown ship")
    order = sorted(ships)
    if kind == "race":
        return {"winner": None if order[0] == order[1] else ships.index(order[1])}
    return {"verdict": "allowed" if ships == order and order[0] != order[1] else "not-allowed"}
