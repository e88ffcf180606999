"""Rounds of played games: who wins one, how long it takes, what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.turns import turns_of
from pnp.playtest.tally import Move, PlayedOut


def count_rounds(game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    """Count the rounds of a game that ended; nothing for a game without points.

    The seat with most points in a round wins it. Place 0 is that of the seat that acts first in the round.

    * ``rounds N``: games with N rounds;
    * ``round-won PLACE WINNERS``: rounds that a place won, by the number of places that shared the win;
    * ``round-even``: rounds in which all seats scored alike, so that no seat won;
    * ``round-turns N``: seats that had N turns in a round;
    * ``round-winning N``: winners of a round with N points in it.
    """
    counts: Counter[str] = Counter()
    if played.end is None or not played.moves or not game.play.points(game.rules, played.end):
        return counts
    rounds = list(_rounds(game, played))
    counts[f"rounds {len(rounds)}"] += 1
    for moves, points in rounds:
        turns = Counter(turn[0].seat for turn in turns_of(game, moves))
        for seat in range(game.players):
            counts[f"round-turns {turns[seat]}"] += 1
        winners = [seat for seat, scored in enumerate(points) if scored == max(points) > min(points)]
        counts["round-even"] += not winners
        for seat in winners:
            counts[f"round-won {(seat - moves[0].seat) % game.players} {len(winners)}"] += 1
            counts[f"round-winning {points[seat]}"] += 1
    return counts


def _rounds(game: PlayedGame, played: PlayedOut) -> Iterator[tuple[Sequence[Move], Sequence[int]]]:
    """Yield the moves of each round, and the points that each seat got in it."""
    moves, play = played.moves, game.play
    later = [number for number in range(1, len(moves)) if play.ends_round(moves[number - 1].state, moves[number].state)]
    states = [*(moves[number].state for number in (0, *later)), played.end]
    totals = [play.points(game.rules, state) for state in states]
    for (first, end), (before, after) in zip(pairwise([0, *later, len(moves)]), pairwise(totals), strict=True):
        yield moves[first:end], [points - had for points, had in zip(after, before, strict=True)]
