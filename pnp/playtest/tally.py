"""Tally of played games: whole numbers alone, so that parts of a run add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from pnp.playtest.bots import Bot, PlayedGame
from pnp.records import dataclass

MOST_DECISIONS = 20_000
"""Decisions after which a game is given up, and counted as endless."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often what happened. A place is counted in the order of turns: place 0 acts first.

    ``counts`` has these keys:

    * ``games``, ``endless``: all games, and those that were given up;
    * ``won PLACE WINNERS``: games that a place won, by the number of places that shared the win;
    * ``decisions``, ``forced``: choices of all seats in games that ended, and those with one legal action;
    * ``length N``: games with N decisions;
    * ``result N``, ``winning N``: seats with N points, and winners with N points.
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


def play_games(game: PlayedGame, bot: Bot, seeds: Iterable[int]) -> Tally:
    """Play a game by each seed, and count. A seed gives the deal and the choices of the bot."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        _play_game(game, bot, seed, counts)
    return Tally(dict(+counts))


def _play_game(game: PlayedGame, bot: Bot, seed: int, counts: Counter[str]) -> None:
    play, rules = game.play, game.rules
    random = Random(f"bot {seed}")  # noqa: S311 - choices that can be repeated, no secret
    state = play.initial_state(rules, play.deal(rules, game.players, seed))
    first = play.current_player(state) or 0
    decisions = forced = 0
    counts["games"] += 1
    while (seat := play.current_player(state)) is not None:
        if decisions == MOST_DECISIONS:
            counts["endless"] += 1
            return
        actions = play.legal_actions(rules, state)
        decisions += 1
        forced += len(actions) == 1
        state = bot.move(game, state, seat, actions, random)
    counts["decisions"] += decisions
    counts["forced"] += forced
    counts[f"length {decisions}"] += 1
    winners, results = play.winners(rules, state), play.returns(rules, state)
    for seat in winners:
        counts[f"won {(seat - first) % game.players} {len(winners)}"] += 1
        counts[f"winning {results[seat]}"] += 1
    for points in results:
        counts[f"result {points}"] += 1
