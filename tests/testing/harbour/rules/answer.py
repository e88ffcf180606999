"""The one door of harbour."""

from __future__ import annotations

from harbour.rules.record import Rules
from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Door, Position, PositionError


def _race(rules: Rules, position: Position) -> Answer:
    """Return the answer which of two ships is first."""
    a, b = _ships(rules, position)
    return {"winner": 0 if rules.stronger(a, b) else 1 if rules.stronger(b, a) else None}


def _may_leave(rules: Rules, position: Position) -> Answer:
    """Return the verdict on a ship that leaves after another."""
    return {"verdict": "allowed" if rules.may_leave(*_ships(rules, position)) else "not-allowed"}


def _ships(rules: Rules, position: Position) -> tuple[int, int]:
    a, b = position["ships"]
    if not {a, b} <= set(rules.numbers):
        raise PositionError(f"there is no such ship among {[a, b]}")
    return a, b


answer = Door[HarbourSettings, Rules]({"race": _race, "may-leave": _may_leave})
