"""Bots: how a seat chooses among its legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from pnp.games.core.playing.play import Play
from pnp.records import dataclass

AnyPlay = Play[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Game to be played: its engine's play, its rules, and the number of players."""

    play: AnyPlay
    rules: Any
    players: int


class Bot(Protocol):
    """Player of all seats of a game."""

    def move(self, game: PlayedGame, state: Any, seat: int, actions: Sequence[Any], random: Random) -> Any:
        """Return the state after the action that ``seat`` chooses among its legal ``actions``."""
        ...


class RandomSurvivor:
    """Bot that chooses at random among the actions that do not lose at once: after them the seat is still in, or it has
    won. If all of them lose at once, it chooses among all actions.

    Chance among all legal actions is a poor yardstick: a game of Red for two lasts four turns then, instead of twelve.
    """

    def move(self, game: PlayedGame, state: Any, seat: int, actions: Sequence[Any], random: Random) -> Any:
        """Return the state after the action. Actions are tried in a random order, so that few are tried."""
        untried = list(actions)
        first = None
        while untried:
            place = int(random.random() * len(untried))
            untried[place], untried[-1] = untried[-1], untried[place]
            after = game.play.apply(game.rules, state, untried.pop())
            if survives(game, after, seat):
                return after
            first = after if first is None else first
        return first


class RandomMove:
    """Bot that chooses at random among all legal actions."""

    def move(self, game: PlayedGame, state: Any, seat: int, actions: Sequence[Any], random: Random) -> Any:
        """Return the state after the action."""
        return game.play.apply(game.rules, state, actions[int(random.random() * len(actions))])


def survives(game: PlayedGame, state: Any, seat: int) -> bool:
    """Tell whether a seat, after its action, is not out and has not lost."""
    if game.play.is_terminal(state):
        return seat in game.play.winners(game.rules, state)
    return seat in game.play.still_in(state)


BOTS: dict[str, Bot] = {"survivor": RandomSurvivor(), "random": RandomMove()}
"""Bots by the name that the command line knows."""
