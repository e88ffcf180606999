"""Harbour, read a second time, by sorting."""

from __future__ import annotations

from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Oracle, Position, PositionError


def _race(settings: HarbourSettings, position: Position) -> Answer:
    ships = _ships(settings, position)
    order = sorted(ships)
    return {"winner": None if order[0] == order[1] else ships.index(order[1])}


def _may_leave(settings: HarbourSettings, position: Position) -> Answer:
    ships = _ships(settings, position)
    return {"verdict": "allowed" if ships == sorted(ships) and ships[0] != ships[1] else "not-allowed"}


def _ships(settings: HarbourSettings, position: Position) -> list[int]:
    ships = list(position["ships"])
    if len(ships) != 2 or not set(ships) <= set(settings.numbers):
        raise PositionError("unknown ship")
    return ships


oracle = Oracle[HarbourSettings]({"race": _race, "may-leave": _may_leave})
