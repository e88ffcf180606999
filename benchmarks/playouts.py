"""``python -m benchmarks playouts``: how many games of random actions an engine plays in a second of processor time.

The seeds are fixed. Each batch of games begins with a fresh record of rules, so with empty memos. With ``--against``
the same games are played by the engines of another checkout, batch by batch in turn, and their courses are compared.
With ``--open-spiel`` the games that OpenSpiel has in Python are played as well, at the end of the same run.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from benchmarks.cases import ROOT
from benchmarks.measure import RunError

GAMES = ("red", "red7", "iroha", "collectmate", "kasane", "koka")
_COMPARED = 5
"""Games whose every state and legal action is compared with those of the other checkout."""
_PLAYER = Path("benchmarks", "player.py")
_OPEN_SPIEL = Path(__file__).with_name("peers") / "open_spiel_games.py"


@dataclass(frozen=True, slots=True)
class Asked:
    """What to measure: games by name, how many batches of each, how many seconds a batch takes, the checkout to compare
    with, if any, and the interpreter that has OpenSpiel, if any."""

    games: tuple[str, ...] = GAMES
    batches: int = 5
    seconds: float = 0.5
    against: Path | None = None
    open_spiel: Path | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """Games a second, and the share of legal actions in the time of a game; None if it is not known.

    Where there is another checkout: its games a second, the ratio of both (the median of the batches), and whether the
    games take the same course.
    """

    game: str
    players: int
    actions: float
    a_second: float
    legal_share: float | None
    other: float | None = None
    ratio: float | None = None
    same: bool | None = None


class Player:
    """A process that plays with the engines of a checkout."""

    def __init__(self, checkout: Path) -> None:
        if not (checkout / _PLAYER).is_file():
            raise RunError(f"{checkout} has no {_PLAYER.as_posix()}, so it has no engines to play with")
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        # The checkout's own player, since names differ. -P: what lies beside it is no module of its; the checkout is.
        self._process = subprocess.Popen(
            (sys.executable, "-P", str(checkout / _PLAYER)),
            cwd=checkout,
            env={**kept, "PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Player:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def ask(self, game: str, players: int, seeds: range, what: str) -> Any:
        """The answer to one request. Raises RunError where the process has ended, its messages on standard error."""
        pipe, answers = self._process.stdin, self._process.stdout
        if pipe is None or answers is None:
            raise RunError("the process that plays has no pipes")
        try:
            pipe.write(json.dumps([game, players, seeds.start, len(seeds), what]) + "\n")
            pipe.flush()
            line = answers.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RunError(f"{game}: the process that plays has ended")
        return json.loads(line)


def measure(asked: Asked) -> Iterator[Rate]:
    """The rate of every game with every number of players. Raises RunError where a game cannot be played."""
    with ExitStack() as stack:
        own = stack.enter_context(Player(ROOT))
        other = None if asked.against is None else stack.enter_context(Player(asked.against.resolve()))
        for game in asked.games:
            for players in own.ask(game, 0, range(0), "seats"):
                yield _rate(asked, own, other, game, players)
    if asked.open_spiel is not None:
        yield from _open_spiel_rates(asked.open_spiel, asked.seconds)


def _open_spiel_rates(python: Path, seconds: float) -> Iterator[Rate]:
    """Yield the rates of OpenSpiel's games. Raises RunError if the interpreter cannot play them."""
    command = (str(python), str(_OPEN_SPIEL), str(seconds))
    played = subprocess.run(command, capture_output=True, text=True, check=False)
    if played.returncode:
        raise RunError(f"{python} cannot play OpenSpiel's games: {played.stderr.strip()}")
    for row in map(json.loads, played.stdout.splitlines()):
        yield Rate(row["game"], row["players"], row["actions"], row["a_second"], None)


def table(rates: Sequence[Rate]) -> str:
    """The rates in columns."""
    head = f"{'game':<22}{'players':>8}{'actions':>9}{'games/s':>10}{'actions/s':>11}{'legal':>8}"
    lines = [f"{head}{'other':>10}{'ratio':>8}  course"]
    for one in rates:
        legal = "" if one.legal_share is None else f"{one.legal_share:.0%}"
        line = f"{one.game:<22}{one.players:>8}{one.actions:>9.1f}{one.a_second:>10.1f}"
        line += f"{one.actions * one.a_second:>11,.0f}{legal:>8}"
        if one.other is not None:
            line += f"{one.other:>10.1f}{one.ratio:>8.2f}  {'the same' if one.same else 'ANOTHER'}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def _rate(asked: Asked, own: Player, other: Player | None, game: str, players: int) -> Rate:
    count = _enough(own, game, players, asked.seconds)
    mine, theirs = [], []
    for batch in range(asked.batches):
        seeds = range(batch * count, (batch + 1) * count)
        mine.append(own.ask(game, players, seeds, "time"))
        if other is not None:
            theirs.append(other.ask(game, players, seeds, "time"))
    shares = own.ask(game, players, range(count), "shares")
    a_second, legal_share = count / statistics.median(mine), shares["legal"] / shares["all"]
    rate = Rate(game, players, shares["actions"] / count, a_second, legal_share)
    if other is None:
        return rate
    compared = range(min(count, _COMPARED))
    same = len({one.ask(game, players, compared, "digest") for one in (own, other)}) == 1
    ratio = statistics.median(there / here for here, there in zip(mine, theirs, strict=True))
    return Rate(game, players, rate.actions, a_second, legal_share, count / statistics.median(theirs), ratio, same)


def _enough(player: Player, game: str, players: int, seconds: float) -> int:
    """How many games take about so many seconds. It also sees to it that all code is loaded."""
    count = 1
    while (spent := player.ask(game, players, range(count), "time")) < seconds / 4:
        count *= 2
    return max(1, int(count * seconds / spent))
