"""Positions that can be answered, and that no game comes to: they are never printed as examples."""

from __future__ import annotations

from pnp.games.core.answer import Position
from pnp_new_game.settings import NewGameSettings


def impossible(settings: NewGameSettings, kind: str, position: Position) -> str | None:
    """Why no game comes to a position, in a sentence; None if one does."""
    fewest, most = settings.players
    if kind == "may_act":
        held = len(position["hand"])
        return f"a hand has at most {settings.hand} cards, not {held}" if held > settings.hand else None
    counts, seats = (
        (position["taken"], len(position["taken"])) if kind == "winners" else ([len(position["taken"])], most)
    )
    if not fewest <= seats <= most:
        return f"{fewest} to {most} play, not {seats}"
    if sum(counts) > seats * settings.hand:
        return f"{seats} players take at most {seats * settings.hand} cards, not {sum(counts)}"
    return None
