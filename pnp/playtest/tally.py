"""Tally of played games: whole numbers alone, so that parts of a run add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from pnp.games.core.playing.seen import Memory
from pnp.playtest.bots import Bot, Decision, PlayedGame
from pnp.records import dataclass
from pnp.steps import begin_run, begin_step

MOST_DECISIONS = 20_000
"""Decisions after which a game is given up, and counted as endless."""
MOST_THOUGHT = 5_000
"""The same for bots that think: they take much longer over each."""
LEAST_AGAIN = 200
"""Decisions that a game which is played again may have, however short it was."""
_TIMES_AGAIN = 10
"""How many times as long a game may be when it is played again."""
_NOTHING = Memory()


@dataclass(frozen=True, slots=True)
class Tally:
    """How often what happened. A place is counted in the order of turns: place 0 acts first.

    ``counts`` has these keys, and those of ``details.py`` if they were asked for:

    * ``games``, ``endless``: all games, and those that were given up;
    * ``won PLACE WINNERS``: games that a place won, by the number of places that shared the win;
    * ``decisions``, ``choices N``: choices of all seats in games that ended, and those with N legal actions;
    * ``length N``: games with N decisions;
    * ``result N``, ``winning N``: seats with N points, and winners with N points;
    * ``margin N``: games in which a winner has N points more than the best of the others;
    * ``rival WINNERS``: games that the one seat with another bot won, by the number of seats that shared the win.
    """

    counts: Mapping[str, int]

    def __add__(self, other: Tally) -> Tally:
        return Tally(dict(Counter(self.counts) + Counter(other.counts)))

    def count(self, *key: str | int) -> int:
        """Return the count of a key, 0 if it never happened."""
        return self.counts.get(" ".join(map(str, key)), 0)

    def histogram(self, name: str) -> dict[int, int]:
        """Return the counts of a key with a number, in the order of the numbers."""
        pairs = (key.split(" ") for key in self.counts)
        return {number: self.count(name, number) for number in sorted(int(key[1]) for key in pairs if key[0] == name)}

    @property
    def games(self) -> int:
        """Number of all games."""
        return self.count("games")


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    counts: Counter[str] = Counter()
    for tally in tallies:
        counts.update(tally.counts)
    return Tally(dict(+counts))  # without zeros


class Seating(Protocol):
    """Bots by the seats of a game."""

    def seated(self, players: int, seed: int) -> tuple[int, int | None, Sequence[Bot]]:
        """Return the deal of a seed, the seat of the rival, and the bot of each seat."""
        ...


@dataclass(frozen=True, slots=True)
class Bots:
    """Bots of a game: one for all seats; or a rival in one of them, which sits at each seat of a deal in turn."""

    bot: Bot
    rival: Bot | None = None

    def seated(self, players: int, seed: int) -> tuple[int, int | None, list[Bot]]:
        """Return the deal of a seed, the seat of the rival, and the bot of each seat."""
        if self.rival is None:
            return seed, None, [self.bot] * players
        deal, rival = divmod(seed, players)
        return deal, rival, [self.rival if seat == rival else self.bot for seat in range(players)]


class Move(NamedTuple):
    """Decision of a seat, and the action that it chose."""

    state: Any
    seat: int
    actions: Sequence[Any]
    action: Any


class PlayedOut(NamedTuple):
    """Game that was played: its moves, and its last state; None if it was given up or cut off."""

    moves: Sequence[Move]
    end: Any | None
    rival: int | None

    def winners(self, game: PlayedGame) -> tuple[int, ...]:
        """Return the seats that won, none in a game that was given up."""
        return () if self.end is None else game.play.winners(game.rules, self.end)


Count = Callable[[PlayedGame, PlayedOut, int], Mapping[str, int]]
"""Counts of a game by its seed."""


def play_games(game: PlayedGame, bots: Bots, seeds: Iterable[int], details: Iterable[Count] = ()) -> Tally:
    """Play a game by each seed, and count. A seed gives the deal and the choices of the bots."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        played = play_out(game, bots, seed)
        _count(game, played, counts)
        for count in details:
            counts.update(count(game, played, seed))
    return Tally(dict(+counts))


def begin_game(work: str = "playing a game") -> None:
    """Give what is played next the processor time of a run to itself: a game, or a decision of a bot that thinks."""
    begin_run()
    begin_step(work)


def most_again(played: PlayedOut) -> int:
    """Return after how many decisions a game is given up when it is played again by other rules or choices."""
    return max(LEAST_AGAIN, _TIMES_AGAIN * len(played.moves))


def play_out(game: PlayedGame, bots: Seating, seed: int, choices: str = "bot", most: int | None = None) -> PlayedOut:
    """Play a game, at most ``most`` decisions if a number is given. Another word for ``choices`` lets the bots choose
    otherwise in the same deal."""
    play, rules = game.play, game.rules
    random = Random(f"{choices} {seed}")  # noqa: S311 - choices that can be repeated, no secret
    deal, rival, seated = bots.seated(game.players, seed)
    state = play.initial_state(rules, play.deal(rules, game.players, deal))
    memories = {seat: Memory() for seat, bot in enumerate(seated) if bot.remembers}
    moves: list[Move] = []
    bound = MOST_THOUGHT if memories else MOST_DECISIONS
    most = bound if most is None else min(most, bound)
    while (seat := play.current_player(state)) is not None:
        if len(moves) == most:
            return PlayedOut(moves, None, rival)
        if memories:
            begin_game("choosing an action")
        actions = play.legal_actions(rules, state)
        decision = Decision(state, seat, actions, memories.get(seat, _NOTHING))
        action, after = seated[seat].move(game, decision, random)
        moves.append(Move(state, seat, actions, action))
        for other, memory in memories.items():
            memories[other] = play.remember(rules, memory, other, state, action, after)
        state = after
    return PlayedOut(moves, None if play.was_cut_off(rules, state) else state, rival)


def _count(game: PlayedGame, played: PlayedOut, counts: Counter[str]) -> None:
    counts["games"] += 1
    if played.end is None:
        counts["endless"] += 1
        return
    moves, winners = played.moves, played.winners(game)
    first = moves[0].seat if moves else 0
    counts["decisions"] += len(moves)
    for move in moves:
        counts[f"choices {len(move.actions)}"] += 1
    counts[f"length {len(moves)}"] += 1
    points = game.play.points(game.rules, played.end) or game.play.returns(game.rules, played.end)
    for seat in winners:
        counts[f"won {(seat - first) % game.players} {len(winners)}"] += 1
        counts[f"winning {points[seat]}"] += 1
    if winners:
        others = [own for seat, own in enumerate(points) if seat != winners[0]]
        counts[f"margin {points[winners[0]] - max(others)}"] += bool(others)
    if played.rival in winners:
        counts[f"rival {len(winners)}"] += 1
    for own in points:
        counts[f"result {own}"] += 1
