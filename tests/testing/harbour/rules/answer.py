"""The one door of harbour."""

from __future__ import annotations

from harbour.rules.record import Rules
from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Position, PositionError

KINDS = ("race", "may-leave")


def answer(settings: HarbourSettings, rules: Rules, kind: str, position: Position) -> Answer:
    """``race``: which of two ships is first. ``may-leave``: whether a ship may leave after another."""
    ships = position["ships"]
    if any(ship not in rules.numbers for ship in ships):
        raise PositionError(f"there is no such ship among {ships}")
    a, b = ships
    if kind == "race":
        return {"winner": 0 if rules.stronger(a, b) else 1 if rules.stronger(b, a) else None}
    return {"verdict": "allowed" if rules.may_leave(a, b) else "not-allowed"}
