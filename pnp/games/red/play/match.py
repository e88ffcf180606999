"""A match over several rounds, for definitions with goals: rounds add up until somebody reaches the goal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.games.red.rules.record import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """Points per seat, and how many rounds were played."""

    points: tuple[int, ...]
    rounds: int = 0

    def after_round(self, returns: Iterable[int]) -> Match:
        """The match after a round with these returns per seat."""
        points = tuple(held + won for held, won in zip(self.points, returns, strict=True))
        return Match(points, self.rounds + 1)


def start(players: int) -> Match:
    """A match before its first round."""
    return Match((0,) * players)


def goal(rules: Rules, players: int) -> int:
    """The points to reach with that many players. Raises ValueError when the definition has none."""
    index = players - rules.players[0]
    if not 0 <= index < len(rules.goals):
        raise ValueError(f"there is no goal for {players} players: {len(rules.goals)} goals are defined")
    return rules.goals[index]


def winner_of(rules: Rules, match: Match) -> int | None:
    """The seat that has reached the goal, or None. Only the winner of a round scores, so it is never two."""
    target = goal(rules, len(match.points))
    return next((seat for seat, points in enumerate(match.points) if points >= target), None)
