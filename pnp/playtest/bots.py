"""Bots: how a seat chooses among its legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, NamedTuple, Protocol

from pnp.games.core.lesson import Misreading
from pnp.games.core.playing.in_words import CardInWords
from pnp.games.core.playing.play import Play
from pnp.games.core.playing.seen import Memory
from pnp.games.core.playing.turn_game import EVERY_SEAT
from pnp.records import dataclass

AnyPlay = Play[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Game to be played: its engine's play, its rules, and the number of players."""

    play: AnyPlay
    rules: Any
    players: int
    misreadings: tuple[Misreading[Any], ...] = ()
    cards: Mapping[str, CardInWords] = field(default_factory=dict)
    """What the kit calls the cards, by their lines."""

    @classmethod
    def of(cls, play: AnyPlay, rules: Any, players: int, misreadings: tuple[Misreading[Any], ...]) -> PlayedGame:
        """Return a game with its cards in words."""
        return cls(play, rules, players, misreadings, play.cards_in_words(rules))


class Decision(NamedTuple):
    """Moment at which a seat is to act: the state, its legal actions, and what it remembers.

    ``state`` holds what the seat does not see. A bot that thinks ahead does so from states that it draws anew.
    """

    state: Any
    seat: int
    actions: Sequence[Any]
    memory: Memory = Memory()


class Bot(Protocol):
    """Player of a seat."""

    remembers: bool
    """Whether it needs the memory of a decision."""

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action that the seat chooses, and the state after it."""
        ...


class RandomSurvivor:
    """Bot that chooses at random among the actions that do not lose at once: after them the seat is still in, or it has
    won. If all of them lose at once, it chooses among all actions.

    Chance among all legal actions is a poor yardstick: a game of Red for two lasts four turns then, instead of twelve.
    """

    remembers = False

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it. Actions are tried in a random order, so that few are tried."""
        play, rules = game.play, game.rules
        state, seat, actions, _ = decision
        untried = list(actions)
        first = None
        while untried:
            place = int(random.random() * len(untried))
            action, untried[place] = untried[place], untried[-1]
            untried.pop()
            stays = play.stays_in(rules, state, seat, action)
            if stays is not False:
                after = play.apply(rules, state, action)
                if stays or survives(game, state, seat, action, after, random):
                    return action, after
            first = action if first is None else first
        if first is None:
            raise ValueError(f"seat {seat} has no legal action in {play.format_state(state)}")
        return first, play.apply(rules, state, first)


class RandomMove:
    """Bot that chooses at random among all legal actions."""

    remembers = False

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it."""
        action = decision.actions[int(random.random() * len(decision.actions))]
        return action, game.play.apply(game.rules, decision.state, action)


def survives(game: PlayedGame, before: Any, seat: int, action: Any, after: Any, random: Random) -> bool:
    """Tell whether a seat, after its action in the state ``before``, is not out and has not lost.

    Hidden cards may decide who wins a game that the action ends, or whether a card that it turns up puts its seat out.
    So both are looked up in a state that looks the same to the seat.
    """
    play, rules = game.play, game.rules
    if play.is_terminal(after) or play.still_in(before) is not EVERY_SEAT:
        before = play.redraw(rules, before, seat, _NOTHING, random)
        after = play.apply(rules, before, action)
    if play.is_terminal(after):
        return seat in play.winners(rules, after)
    return not play.put_out(rules, before, seat, after)


_NOTHING = Memory()
