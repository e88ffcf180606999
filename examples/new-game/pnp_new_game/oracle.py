"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something.
"""

from __future__ import annotations

from pnp.games.core.answer import Answer, Oracle, Position
from pnp_new_game.settings import NewGameSettings


def _may_act(settings: NewGameSettings, position: Position) -> Answer:
    top, (do, card) = position["top"], position["act"]
    why = None
    if do == "lay" and card <= top:
        why = "not-higher"
    if do == "take" and any(other > top for other in position["hand"]):
        why = "must-lay"
    return {"verdict": "allowed" if why is None else "not-allowed", "violation": why}


def _price(settings: NewGameSettings, position: Position) -> Answer:
    return {"price": sum(settings.cost for _ in position["taken"])}


def _winners(settings: NewGameSettings, position: Position) -> Answer:
    taken = position["taken"]
    return {"winners": [seat for seat, count in enumerate(taken) if count == min(taken)]}


oracle = Oracle[NewGameSettings]({"may_act": _may_act, "price": _price, "winners": _winners})
