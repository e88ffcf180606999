"""Figures of a playtest, with their errors: what a tally says."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Literal

from pnp.playtest.tally import Tally
from pnp.records import dataclass

CONFIDENCE = 0.95
_FIRST_LOOK = 4
"""Parts of a run after which it is looked at first; then after twice as many each time."""
Verdict = Literal["yes", "no", "not yet known"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated share, with its standard error, and the number of cases that it rests on."""

    value: float
    error: float
    cases: int = 0

    def margin(self, confidence: float = CONFIDENCE) -> float:
        """Return half the width of the interval that holds the true value with this confidence."""
        return NormalDist().inv_cdf(0.5 + confidence / 2) * self.error

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval that holds the true share with this confidence, by Wilson (1927): it says little where
        there are few cases, also when all of them agree. A shared win makes it a little too wide."""
        if not self.cases:
            return 0.0, 1.0
        z = NormalDist().inv_cdf(0.5 + confidence / 2)
        spread = z * z / self.cases
        middle = (self.value + spread / 2) / (1 + spread)
        half = z * sqrt((self.value * (1 - self.value) + spread / 4) / self.cases) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean difference of two results in the same cases, with the middle of its interval and its standard error."""

    value: float
    middle: float
    error: float
    cases: int

    @classmethod
    def of_pairs(cls, pairs: Mapping[tuple[int, int], int]) -> Difference:
        """Return the share of wins that is lost from a first game to a second one.

        A pair is the number of seats that shared the win in either, 0 for a loss; it has the number of its cases. Two
        cases are added: one loses a win, and the other wins it. So a few cases that all agree say
        little (after Agresti and Min, "Simple improved confidence intervals for comparing matched proportions", 2005,
        who add one of each kind in halves).
        """
        cases = sum(pairs.values())
        losses = {pair: _part_of_win(pair[0]) - _part_of_win(pair[1]) for pair in pairs}
        lost = sum(losses[pair] * count for pair, count in pairs.items())
        squares = 1 + 1 + sum(losses[pair] ** 2 * count for pair, count in pairs.items())
        middle = lost / (cases + 2)
        error = sqrt(max(squares / (cases + 2) - middle**2, 0.0) / (cases + 2))
        return cls(lost / cases if cases else 0.0, middle, error, cases)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval that holds the true difference with this confidence."""
        margin = NormalDist().inv_cdf(0.5 + confidence / 2) * self.error
        return max(-1.0, self.middle - margin), min(1.0, self.middle + margin)


def _part_of_win(sharing: int) -> float:
    return 1 / sharing if sharing else 0.0


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread of a whole number over games: the values that 5, 50 and 95 % of all do not exceed."""

    low: int
    median: int
    high: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a tally says about single rounds of games with points."""

    count: int
    wins: tuple[Estimate, ...]
    """Share of the rounds that each place wins, in the order of turns of the round."""
    even: Estimate
    """Share of the rounds in which all score alike, so that no place wins."""
    turns: Spread | None
    """Turns of a player in a round."""
    winning: Spread | None
    """Points that winners of a round get in it."""
    in_game: Spread | None
    """Rounds in a game."""


def rounds_of(tally: Tally, players: int) -> Rounds | None:
    """Return the figures of rounds; None if no game had several."""
    games = tally.histogram("rounds")
    if not set(games) - {1}:
        return None
    count = sum(number * cases for number, cases in games.items())
    return Rounds(
        count,
        tuple(share_of_wins(tally, f"round-won {place}", players, count) for place in range(players)),
        share_of(tally.count("round-even"), count),
        _spread(tally.histogram("round-turns")),
        _spread(tally.histogram("round-winning")),
        _spread(games),
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """What a tally says about the weight of choices."""

    looked: int
    single: Estimate
    """Share of the decisions with one legal action."""
    safe: Estimate
    """Share of the decisions with several legal actions, where all lose at once, or all except one."""
    mattered: Estimate
    """Share of the decisions at which the best action leads to more wins than chance explains."""
    gain: Estimate
    """Wins that the best action leads to more than one taken by chance, at a decision."""


def choices_of(tally: Tally, parts: int, playouts: int) -> Choices:
    """Return how much choices matter. A win was counted in ``parts``, and ``playouts`` games were played out."""
    looked, unit = tally.count("looked"), parts * playouts
    gain = Estimate(0.0, 0.0)
    if looked:
        mean = (tally.count("gained") - tally.count("lost")) / looked / unit
        squares = tally.count("gain-squares") / looked / unit**2
        gain = Estimate(mean, sqrt(max(squares - mean**2, 0.0) / looked), looked)
    single, safe, mattered = (
        share_of(tally.count(key), looked) for key in ("looked-single", "looked-safe", "mattered")
    )
    return Choices(looked, single, safe, mattered, gain)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a tally says about a game. Endless games are in no figure but their own."""

    games: int
    endless: int
    wins: tuple[Estimate, ...]
    """Share of the games that each place wins, in the order of turns. A shared win counts as a part."""
    shared: Estimate
    """Share of the games whose win is shared."""
    length: Spread | None
    """Decisions of a game; None if no game ended."""
    forced: Estimate
    """Share of the decisions with one legal action."""
    choices: Spread | None
    """Legal actions at a decision."""
    winning: Spread | None
    """Points of winners; None if the game has none, but winners alone."""
    scores: Spread | None
    """Points of all players at the end; None as for ``winning``."""
    margin: Spread | None
    """Points by which a winner is ahead of the best of the others; None as for ``winning``."""
    turns: Spread | None
    """Turns of a player in a game."""
    game_turns: Spread | None
    """Turns of all players in a game."""
    options: Spread | None
    """Legal actions in a turn, at the decision of its player that has most of them."""
    choiceless: Estimate
    """Share of the turns in which every decision of their player has one legal action."""
    answers: Spread | None
    """Decisions of players in the turn of another, in a game; None if there are none."""


def figures_of(tally: Tally, players: int) -> Figures:
    """Return the figures of a tally of games with this number of players."""
    ended = tally.games - tally.count("endless")
    winning = tally.histogram("winning")
    shared_games = sum(
        sum(tally.count("won", place, winners) for place in range(players)) // winners
        for winners in range(2, players + 1)
    )
    options, answers = tally.histogram("options"), tally.histogram("answers")
    has_points = set(tally.histogram("result")) - {0, 1}
    return Figures(
        tally.games,
        tally.count("endless"),
        tuple(winshare_of(tally, place, players, ended) for place in range(players)),
        share_of(shared_games, ended),
        _spread(tally.histogram("length")),
        share_of(tally.count("choices", 1), tally.count("decisions")),
        _spread(tally.histogram("choices")),
        _spread(winning) if has_points else None,
        _spread(tally.histogram("result")) if has_points else None,
        _spread(tally.histogram("margin")) if has_points else None,
        _spread(tally.histogram("turns")),
        _spread(tally.histogram("game-turns")),
        _spread(options),
        share_of(options.get(1, 0), sum(options.values())),
        _spread(answers) if any(answers) else None,
    )


def winshare_of(tally: Tally, place: int, players: int, ended: int) -> Estimate:
    """Return the share of the games that a place wins."""
    return share_of_wins(tally, f"won {place}", players, ended)


def share_of_wins(tally: Tally, name: str, players: int, cases: int) -> Estimate:
    """Return the share of ``cases`` that were won. ``name`` counts them by the number of seats that shared the win."""
    if not cases:
        return Estimate(0.0, 0.0)
    counts = {winners: tally.count(name, winners) for winners in range(1, players + 1)}
    mean = sum(count / winners for winners, count in counts.items()) / cases
    squares = sum(count / winners**2 for winners, count in counts.items()) / cases
    return Estimate(mean, sqrt(max(squares - mean**2, 0.0) / cases), cases)


@dataclass(frozen=True, slots=True)
class PooledSums:
    """Sums over games of how many cards were laid, and of their wins in parts of a win."""

    laid: int
    won: int
    laid_squares: int
    won_squares: int
    laid_won: int

    def share(self, parts: int) -> Estimate:
        """Return the share of the cards laid that won, where a win has ``parts`` parts.

        The cards of one game are won or lost together, so that games are the cases (the ratio estimate of cluster
        samples, Cochran, "Sampling Techniques", 1977, chapter 6). The number of cases is how many single cards would
        say as much; it is no more than those laid.
        """
        if not self.laid:
            return Estimate(0.0, 0.0)
        share, games = self.won / parts / self.laid, self.laid**2 / self.laid_squares
        squares = self.won_squares / parts**2 - 2 * share * self.laid_won / parts + share**2 * self.laid_squares
        variance = max(squares, 0.0) / self.laid**2 * games / max(games - 1, 1)
        cases = share * (1 - share) / variance if variance > 1e-12 else games
        return Estimate(share, sqrt(variance), max(1, min(self.laid, int(cases))))


def fairness(figures: Figures, margin: float, confidence: float = CONFIDENCE) -> Verdict:
    """Tell whether every place wins its equal part of the games, within ``margin``.

    ``confidence`` is that of the whole answer: each place has its part of what may be wrong (Bonferroni).
    """
    players = len(figures.wins)
    least, most = 1 / players - margin, 1 / players + margin
    intervals = [share.interval(1 - (1 - confidence) / players) for share in figures.wins]
    if any(low > most or high < least for low, high in intervals):
        return "no"
    return "yes" if all(least <= low and high <= most for low, high in intervals) else "not yet known"


def games_to_tell(players: int, margin: float) -> int:
    """Return how many games it takes to call a game fair in which every place wins its equal part."""
    each, equal = 1 - (1 - CONFIDENCE) / players, 1 / players
    z = NormalDist().inv_cdf(0.5 + each / 2)
    # Wilson's interval is that of the normal distribution, moved a little towards a half.
    games = int(z * z * equal * (1 - equal) / margin**2)
    while any(abs(end - equal) > margin for end in Estimate(equal, 0.0, games).interval(each)):
        games += 1
    return games


def looks_at(parts: int) -> int | None:
    """Return the number of the look, from 0, that a run takes after this many parts; None if it takes none.

    >>> [looks_at(parts) for parts in (4, 5, 8, 16)]
    [0, None, 1, 2]
    """
    look = (parts // _FIRST_LOOK).bit_length() - 1
    return look if look >= 0 and parts == _FIRST_LOOK << look else None


def fairness_at_look(figures: Figures, margin: float, look: int) -> Verdict:
    """Tell what is known of fairness at a look. Looks share what may be wrong, so that a run may end at any of them:
    the first one has half of it, the next one a sixth, then a twelfth."""
    return fairness(figures, margin, 1 - (1 - CONFIDENCE) / ((look + 1) * (look + 2)))


def share_of(part: int, whole: int) -> Estimate:
    """Return the share of the cases that a part of them has."""
    if not whole:
        return Estimate(0.0, 0.0)
    share = part / whole
    return Estimate(share, sqrt(share * (1 - share) / whole), whole)


def _spread(histogram: Mapping[int, int]) -> Spread | None:
    """Return the spread of numbers in rising order, with the count of each; None without any."""
    whole = sum(histogram.values())
    if not whole:
        return None
    found = []
    for percent in (5, 50, 95):
        seen = 0
        for number, count in histogram.items():
            seen += count
            if 100 * seen >= percent * whole:
                found.append(number)
                break
    return Spread(*found)
