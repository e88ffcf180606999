"""Positions of kasane that can be answered, and that no game reaches."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.kasane.rules.cards import PLUS_ONE_TEXT
from pnp.games.kasane.settings import KasaneSettings


def impossible(settings: KasaneSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can."""
    if kind in ("fits", "form"):
        return _row(settings, position["row"])
    if kind == "may_take":
        return _rows(settings, position["rows"], position["card"])
    if kind == "winners":
        return _results(settings, position["players"])
    if kind == "final_score":
        return _results(settings, [[position["points"], len(position["field"])]])
    held = len(position.get("hand", ())) + len(position.get("field", ())) + ("card" in position and kind == "acquire")
    turns = _turns(settings)
    return f"a seat takes {turns} cards in a game, and has {held} here" if held > turns else None


def _turns(settings: KasaneSettings) -> int:
    """Return the most turns of a seat, which is the most cards that it takes."""
    return max(entry.rounds * (entry.per_row - 1) for entry in settings.set_up)


def _row(settings: KasaneSettings, row: list[Any]) -> str | None:
    copies = {colour.number: colour.copies for colour in settings.colours}
    for card, count in Counter(row).items():
        if card != PLUS_ONE_TEXT and count > copies[card]:
            return f"the row has {count} cards {card}, and the deck {copies[card]}"
    return f"a seat takes {_turns(settings)} cards in a game, not {len(row)}" if len(row) > _turns(settings) else None


def _rows(settings: KasaneSettings, rows: list[list[Any]], card: int) -> str | None:
    for entry in settings.set_up:
        most = max(*map(len, rows), card + 1)
        if entry.players == len(rows) and most <= entry.per_row and sum(map(len, rows)) > len(rows):
            return None
    sizes = ", ".join(str(len(row)) for row in rows)
    return f"no round that goes on has {len(rows)} rows of {sizes} cards, and a card {card} in one"


def _results(settings: KasaneSettings, rows: list[list[int]]) -> str | None:
    slots = sum(sum(slot.points) for yaku in settings.yaku for slot in yaku.slots)
    plus_ones = settings.plus_one.copies * settings.plus_one.points
    most = slots + plus_ones + max(settings.bonus.colours) + settings.bonus.all_laid
    for points, cards in rows:
        if points and not cards:
            return (
                f"a seat has {points} points, and has laid no card: every point in play comes from a card on its field"
            )
        if points > most:
            return f"all slots, +1 cards and bonuses make {most} points, and a seat has {points}"
    return None
