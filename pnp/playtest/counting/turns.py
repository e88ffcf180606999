"""Turns of played games: how many a player has, and how much choice they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.playtest.bots import PlayedGame
from pnp.playtest.tally import Move, PlayedOut


def count_turns(game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    """Count the turns of a game that ended. A turn belongs to the seat that acts first in it.

    * ``turns N``: seats that had N turns; ``game-turns N``: games with N turns, of all seats together;
    * ``options N``: turns in which the seat chose from N legal actions, at the decision that left it the most;
    * ``answers N``: games in which seats decided N times in the turn of another seat.
    """
    counts: Counter[str] = Counter()
    if played.end is None:
        return counts
    turns, answers = [0] * game.players, 0
    for moves in turns_of(game, played.moves):
        seat = moves[0].seat
        turns[seat] += 1
        own = [len(move.actions) for move in moves if move.seat == seat]
        answers += len(moves) - len(own)
        counts[f"options {max(own)}"] += 1
    counts[f"game-turns {sum(turns)}"] += 1
    counts[f"answers {answers}"] += 1
    for number in turns:
        counts[f"turns {number}"] += 1
    return counts


def turns_of(game: PlayedGame, moves: Sequence[Move]) -> Iterator[Sequence[Move]]:
    """Yield the moves of each turn. The last turn ends with the last move."""
    ends_turn, first = game.play.ends_turn, 0
    for number, (move, after) in enumerate(pairwise(moves), 1):
        if ends_turn(move.state, after.state):
            yield moves[first:number]
            first = number
    if moves:
        yield moves[first:]
