"""Weight of choices: at how many decisions the best action leads to more wins than one taken by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb, lcm
from random import Random
from typing import Any

from pnp.games.core.playing.seen import Memory
from pnp.playtest.bots import Decision, PlayedGame, survives
from pnp.playtest.tally import Move, PlayedOut, begin_game
from pnp.playtest.thinking import best_first, played_out, world_of

TRIED = 8
"""Most actions among which the best one is looked for: those that look best."""
_CHOSEN_BY = 8
"""Games played out after each of them, by which the best one is chosen."""
MEASURED_BY = 40
"""Games played out after the best action, and as many after one taken by chance. They are other games than those by
which it was chosen: the best of several looks better than it is in the games that chose it."""
EVERY = 4
"""One game in this number is looked at, at one decision: that takes as long as some dozens of games."""
CHANCE = 0.01
"""Share of the decisions without any difference that may be counted as decisions that mattered."""


def win_parts(players: int) -> int:
    """Return how many parts a win is counted in, so that each share of it is a whole number."""
    return lcm(*range(1, players + 1))


def count_choices(game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    """Look at one decision of each fourth game, drawn by its seed, if the game ended, and count.

    * ``looked``: decisions; ``looked-single``: those with one legal action; ``looked-safe``: those with several,
      where all lose at once, or all except one;
    * ``mattered``: those at which the best action leads to more wins than one taken by chance, by a sign test;
    * ``gained``, ``lost``: what it won more, or less, in all games played out, in parts of a win;
      ``gain-squares``: the sum over the decisions of the square of their difference.
    """
    counts: Counter[str] = Counter()
    if seed % EVERY or played.end is None or not played.moves:
        return counts
    random = Random(f"choice {seed}")  # noqa: S311 - a choice that can be repeated, no secret
    place = int(random.random() * len(played.moves))
    move = played.moves[place]
    counts["looked"] += 1
    if len(move.actions) == 1:
        counts["looked-single"] += 1
        return counts
    safe = [action for action in move.actions if _is_safe(game, move, action, random)]
    if len(safe) < 2:
        counts["looked-safe"] += 1
        return counts
    begin_game("playing games out after a decision")
    decision = Decision(move.state, move.seat, safe, _memory_at(game, played, place))
    gains = _gains(game, decision, _best(game, decision, random), random)
    counts["mattered"] += _is_more_than_chance(gains)
    counts["gained"] += sum(gain for gain in gains if gain > 0)
    counts["lost"] -= sum(gain for gain in gains if gain < 0)
    counts["gain-squares"] += sum(gains) ** 2
    return counts


def _is_safe(game: PlayedGame, move: Move, action: Any, random: Random) -> bool:
    """Tell whether an action does not lose at once."""
    after = game.play.apply(game.rules, move.state, action)
    return survives(game, move.state, move.seat, action, after, random)


def _memory_at(game: PlayedGame, played: PlayedOut, place: int) -> Memory:
    """Return what the seat of a move remembers at it."""
    memory, seat = Memory(), played.moves[place].seat
    for move, after in zip(played.moves[:place], played.moves[1 : place + 1], strict=True):
        memory = game.play.remember(game.rules, memory, seat, move.state, move.action, after.state)
    return memory


def _best(game: PlayedGame, decision: Decision, random: Random) -> Any:
    """Return the action of a decision that wins most games played out."""
    worlds = [(world_of(game, decision, random), random.random()) for _ in range(_CHOSEN_BY)]
    tried = best_first(game, decision, [worlds[0][0]], random)[:TRIED]
    return max(tried, key=lambda action: sum(_won(game, decision, action, *world) for world in worlds))


def _gains(game: PlayedGame, decision: Decision, best: Any, random: Random) -> Sequence[int]:
    """Return what the best action wins more than one taken by chance, in each of new games played out."""
    gains = []
    for _ in range(MEASURED_BY):
        world, other = (world_of(game, decision, random), random.random()), random.choice(decision.actions)
        gains.append(_won(game, decision, best, *world) - _won(game, decision, other, *world))
    return gains


def _won(game: PlayedGame, decision: Decision, action: Any, world: Any, seed: float) -> int:
    """Return what the seat wins after an action in a state that looks the same to it, in parts of a win."""
    after = game.play.apply(game.rules, world, action)
    share = played_out(game, after, Random(seed))[decision.seat]  # noqa: S311 - no secret
    return round(share * win_parts(game.players))


def _is_more_than_chance(gains: Sequence[int]) -> bool:
    """Tell whether more gains than losses than chance explains are among these (sign test, one-sided)."""
    above, below = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    cases = above + below
    chance: float = sum(comb(cases, hits) for hits in range(above, cases + 1)) / 2**cases
    return chance <= CHANCE
