"""Positions of koka that can be answered, and that no game reaches."""

from __future__ import annotations

from pnp.games.core.answer import Position
from pnp.games.koka.rules.dice import HAND
from pnp.games.koka.rules.record import ROUNDS
from pnp.games.koka.settings import KokaSettings


def impossible(settings: KokaSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can."""
    if kind in ("turn", "tray"):
        return _turn(settings, position)
    if kind == "match":
        return _match(settings, position)
    if kind == "drawer" and position["round"] >= ROUNDS:
        return f"a game has at most {ROUNDS} rounds, from 0, not a round {position['round']}"
    return None


def _turn(settings: KokaSettings, position: Position) -> str | None:
    """Return why no number of players leaves these dice to a seat, the tray and the discards, or why no seat gives back
    as many."""
    move = position["move"]
    if move[0] == "reroll" and len(move[4]) > HAND + len(move[3]):
        return f"a seat with {HAND + len(move[3])} dice does not give back {len(move[4])}"
    tray = len(position["tray"])
    seen = tray + sum(len(position[key]) for key in ("hand", "kept", "discards"))
    dice = sum(colour.dice for colour in settings.colours)
    if any(tray <= entry.dice and seen + (entry.players - 1) * HAND <= dice for entry in settings.per_round):
        return None
    return f"no number of players has {tray} dice in the tray, and {seen} beside the hands of the others"


def _match(settings: KokaSettings, position: Position) -> str | None:
    sets = settings.sets
    # A set of six beside equal sets of three scores no more than the better of these two.
    most = max(16 * sets.three, 2 * sets.six, *(one.points for one in settings.special_hands))
    highest = max(score for row in position["scores"] for score in row)
    return f"a game scores at most {most} points, not {highest}" if highest > most else None
