"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something.
"""

from __future__ import annotations

from pnp.games.core.answer import Answer, Oracle, Position
from pnp_new_tricks.settings import NewTricksSettings


def _may_play(settings: NewTricksSettings, position: Position) -> Answer:
    hand, table, card = position["hand"], position["table"], position["card"]
    why = None
    if table:
        led = table[0][0]
        if card[0] != led and led in [suit for suit, _ in hand]:
            why = "must-follow"
    return {"verdict": "allowed" if why is None else "not-allowed", "violation": why}


def _trick(settings: NewTricksSettings, position: Position) -> Answer:
    best = 0
    for place, (suit, number) in enumerate(position["plays"]):
        best_suit, best_number = position["plays"][best]
        higher = suit == best_suit and number > best_number
        trumps = suit == settings.trump and best_suit != settings.trump
        if higher or trumps:
            best = place
    return {"winner": best}


def _winners(settings: NewTricksSettings, position: Position) -> Answer:
    tricks = position["tricks"]
    return {"winners": [seat for seat, count in enumerate(tricks) if count == max(tricks)]}


oracle = Oracle[NewTricksSettings]({"may_play": _may_play, "trick": _trick, "winners": _winners})
