"""Positions that can be answered, and that no game comes to: they are never printed as examples."""

from __future__ import annotations

from pnp.games.core.answer import Position
from pnp_lantern_row.settings import LanternRowSettings


def impossible(settings: LanternRowSettings, kind: str, position: Position) -> str | None:
    """Why no game comes to a position, in a sentence; None if one does."""
    if kind == "winners":
        return _impossible_points(settings, position["points"])
    fewest, row = settings.players[0], position["row"]
    if len(row) < fewest:
        return f"a row begins with {fewest} lanterns at least, and this one has {len(row)}"
    if len(position.get("hand", ())) > settings.hand:
        return f"a hand has at most {settings.hand} lanterns, not {len(position['hand'])}"
    return None


def _impossible_points(settings: LanternRowSettings, points: list[int]) -> str | None:
    (fewest, most), seats = settings.players, len(points)
    if not fewest <= seats <= most:
        return f"{fewest} to {most} play, not {seats}"
    if any(0 < one < settings.least for one in points):
        return f"a line scores {settings.least} points or more, so no player has {min(filter(None, points))}"
    lanterns = len(settings.colours) * len(settings.numbers)
    # A turn hangs one lantern, and scores at most all that hang then.
    highest = (lanterns // seats - 1) * lanterns
    return f"a player scores at most {highest} points, not {max(points)}" if max(points) > highest else None
