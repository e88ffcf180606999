"""A game of several rounds: what a round adds, which cards are left to deal, and who has won the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.red.rules.cards import Palette
from pnp.games.red.rules.record import Rules
from pnp.games.red.rules.scoring import round_score


class Standing(NamedTuple):
    """A game between two rounds: points by seat, how many cards the next round is dealt from, and who has won.

    While the game goes on nobody has won. Several seats have won where they have equally many points at the end.
    """

    points: tuple[int, ...]
    cards: int
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.winners)


def goal(rules: Rules, players: int) -> int:
    """The points to reach with that many players. Raises ValueError when the definition has none."""
    index = players - rules.players[0]
    if not 0 <= index < len(rules.goals):
        raise ValueError(f"there is no goal for {players} players: {len(rules.goals)} goals are defined")
    return rules.goals[index]


def cards_to_deal(rules: Rules, players: int) -> int:
    """How many cards a round takes: a hand and the first card of a palette each."""
    return players * (rules.hand + 1)


def after_round(rules: Rules, points: Sequence[int], cards: int, winner: int, palette: Palette, rule: str) -> Standing:
    """The game after a round that was dealt from ``cards`` cards and won by the seat ``winner``, with ``palette`` under
    the colour ``rule``. ``points`` are those before the round, by seat. Raises ValueError without goals."""
    score = round_score(rules, palette, rule)
    added = tuple(held + score.total if seat == winner else held for seat, held in enumerate(points))
    left = cards - rules.leaving(len(score.items))
    if rules.reaches(added[winner], goal(rules, len(points))):
        return Standing(added, left, (winner,))
    if left < cards_to_deal(rules, len(points)):
        return Standing(added, left, rules.wins_undealt(added, winner))
    return Standing(added, left, ())
