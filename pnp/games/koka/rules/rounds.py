"""Rounds: who has a turn, who is complete after it, and what that scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.koka.rules.dice import Dice
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.scoring import best


class RoundResult(NamedTuple):
    """The seats that had a turn and those of them that are complete, each in the order of the turns, and the score of
    every seat, by seat."""

    turns: tuple[int, ...]
    completers: tuple[int, ...]
    scores: tuple[int, ...]


def round_result(rules: Rules, hands: Sequence[Dice], start: int) -> RoundResult:
    """What a round comes to that the seat ``start`` begins; ``hands`` are those after each seat's turn."""
    points: dict[int, int] = {}
    turns: list[int] = []
    for step in range(len(hands)):
        if turns and not rules.goes_on(bool(points)):
            break
        seat = (start + step) % len(hands)
        turns.append(seat)
        complete = best(rules, hands[seat])
        if complete is not None:
            points[seat] = complete.score.total
    completers = tuple(points)
    scorers = rules.scorers(completers)
    return RoundResult(
        tuple(turns), completers, tuple(points[seat] if seat in scorers else 0 for seat in range(len(hands)))
    )
