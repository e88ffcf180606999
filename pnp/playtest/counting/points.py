"""Points of played games by what they were scored for, as far as a game names its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pnp.playtest.bots import PlayedGame
from pnp.playtest.tally import PlayedOut


def count_points(game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    """Count the points of a game that ended, by source.

    * ``scored SOURCE``, ``paid SOURCE``: points that all seats got, and that they lost;
    * ``scorers SOURCE``: seats that got or lost any;
    * ``winner-scored SOURCE``, ``winner-paid SOURCE``: those of the winners.
    """
    counts: Counter[str] = Counter()
    if played.end is None:
        return counts
    winners, own = played.winners(game), Counter[tuple[int, str]]()
    seats: set[tuple[int, str]] = set()
    afters = [*(move.state for move in played.moves[1:]), played.end]
    for move, after in zip(played.moves, afters, strict=True):
        for seat, source, points in game.play.scored(game.rules, move.state, move.action, after):
            own[seat, source] += points
            if points:
                seats.add((seat, source))
    for (seat, source), points in own.items():
        sign, number = ("scored", points) if points >= 0 else ("paid", -points)
        counts[f"{sign} {source}"] += number
        counts[f"winner-{sign} {source}"] += number * (seat in winners)
    counts.update(f"scorers {source}" for _, source in seats)
    return counts
