"""The one door of harbour."""

from __future__ import annotations

from harbour.rules.record import Rules
from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_list


def _race(rules: Rules, position: Position) -> Answer:
    """Return the answer which of two ships is first."""
    a, b = _ships(rules, position)
    return {"winner": 0 if rules.stronger(a, b) else 1 if rules.stronger(b, a) else None}


def _may_leave(rules: Rules, position: Position) -> Answer:
    """Return the verdict on a ship that leaves after another."""
    return {"verdict": "allowed" if rules.may_leave(*_ships(rules, position)) else "not-allowed"}


def _ships(rules: Rules, position: Position) -> tuple[int, int]:
    a, b = read_list(read(position, "ships"), "'ships'", 2, 2)
    if type(a) is not int or type(b) is not int or not {a, b} <= set(rules.numbers):
        raise PositionError(f"there is no such ship among {[a, b]}")
    return a, b


def impossible(settings: HarbourSettings, kind: str, position: Position) -> str | None:
    """Return None: two ships that exist may be anywhere."""
    return None


answer = Door[HarbourSettings, Rules]({"race": _race, "may-leave": _may_leave})
