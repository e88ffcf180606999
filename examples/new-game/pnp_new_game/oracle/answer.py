"""The oracle: the same questions answered again, as plainly as one would at the table.

Written from the rules alone. It may use the settings and what core/answer.py offers, and nothing of the engine: that is
what makes its agreement worth something.
"""

from __future__ import annotations

from pnp.games.core.answer import Answer, Oracle, Position, PositionError
from pnp_new_game.settings import NewGameSettings


def _may_act(settings: NewGameSettings, position: Position) -> Answer:
    top, hand = position["top"], list(position["hand"])
    _must_be_there(settings, [top, *hand])
    do, card = position["act"]
    if card not in hand or do not in ("lay", "take"):
        raise PositionError("no such act with this hand")
    why = None
    if do == "lay" and card <= top:
        why = "not-higher"
    if do == "take" and any(other > top for other in hand):
        why = "must-lay"
    return {"verdict": "allowed" if why is None else "not-allowed", "violation": why}


def _price(settings: NewGameSettings, position: Position) -> Answer:
    _must_be_there(settings, list(position["taken"]))
    return {"price": sum(settings.cost for _ in position["taken"])}


def _winners(settings: NewGameSettings, position: Position) -> Answer:
    taken = position["taken"]
    if len(taken) < 2 or min(taken) < 0:
        raise PositionError("two players or more have taken no cards or some")
    return {"winners": [seat for seat, count in enumerate(taken) if count == min(taken)]}


def _must_be_there(settings: NewGameSettings, cards: list[int]) -> None:
    for card in cards:
        if card not in settings.numbers or cards.count(card) > settings.copies:
            raise PositionError(f"there are not so many cards {card}")


oracle = Oracle[NewGameSettings]({"may_act": _may_act, "price": _price, "winners": _winners})
