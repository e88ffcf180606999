"""Run of a playtest: games in parts, in several processes. Any number of them gives the same tally."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Thread

from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.bots import PlayedGame
from pnp.playtest.plan import Plan
from pnp.playtest.tally import Tally, play_games, total
from pnp.steps import begin_run, begin_step, limit_process, without_limits

PART = 250
"""Games of a part. A part is played by one process, and saved when it is done."""
_ALONE = 20
"""Most parts that a run plays in its own process, whose processor time is limited. Longer runs have a process for it,
which is replaced if it ends."""
_AHEAD = 3
"""Parts a process that are given out before the first of them is needed."""
_MOST_ENDS = 3
"""How often a part may end its process before the run gives up."""

Parts = Mapping[int, Tally]
"""Tallies of parts, by the number of the part."""


def parts_of(plan: Plan) -> Sequence[range]:
    """Return the seeds of each part of a plan.

    >>> from pnp.playtest.plan import GameReference
    >>> [len(part) for part in parts_of(Plan(GameReference("red"), 2, 600))]
    [250, 250, 100]
    """
    end = plan.seed + plan.games
    return [range(first, min(first + PART, end)) for first in range(plan.seed, end, PART)]


def run_parts(plan: Plan, processes: int, known: Parts) -> Generator[tuple[int, Tally], None, None]:
    """Yield the number and the tally of every part of a plan, in order. ``known`` are parts that need not be played.

    Raises PnpError if the game cannot be played, or a part ends one process after another.
    """
    parts = parts_of(plan)
    if processes == 1 and len(parts) <= _ALONE:
        game = plan.game.open(plan.players)
        for number, seeds in enumerate(parts):
            yield number, known[number] if number in known else _play(game, plan, seeds)
        return
    with _Farm(plan, processes) as farm:
        waiting = deque(number for number in range(len(parts)) if number not in known)
        for number in range(len(parts)):
            if number in known:
                yield number, known[number]
                continue
            while waiting and len(farm) < processes * _AHEAD:
                farm.begin(waiting[0], parts[waiting[0]])
                waiting.popleft()
            yield number, farm.result(number)


class _Farm:
    """Processes that play parts. One that dies is replaced, and its parts are played again."""

    def __init__(self, plan: Plan, processes: int) -> None:
        self._plan, self._processes, self._digest = plan, processes, plan.game.digest()
        self._pool = self._new_pool()
        self._seeds: dict[int, range] = {}
        self._begun: dict[int, Future[dict[str, int]]] = {}
        self._ends = 0

    def __enter__(self) -> _Farm:
        return self

    def __exit__(self, *_: object) -> None:
        # What they play now is not needed any more.
        for process in multiprocessing.active_children():
            process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        return len(self._begun)

    def begin(self, number: int, seeds: range) -> None:
        """Let a process play a part."""
        self._seeds[number] = seeds
        # A pool that breaks at this moment raises OSError. Either is told when the result is asked for.
        # A new process gets the limits of this one, which has used up some of them: it sets its own.
        with suppress(BrokenProcessPool, OSError), without_limits():
            self._begun[number] = self._pool.submit(_play_part, seeds)
            return
        self._begun[number] = Future()
        self._begun[number].set_exception(BrokenProcessPool())

    def result(self, number: int) -> Tally:
        """Wait for the tally of a part that was begun. Raises PnpError."""
        while True:
            try:
                tally = Tally(self._begun[number].result())
            except BrokenProcessPool:
                self._restart(number)
                continue
            self._ends = 0
            del self._begun[number], self._seeds[number]
            return tally

    def _restart(self, number: int) -> None:
        self._ends += 1
        if self._ends > _MOST_ENDS:
            first, last = self._seeds[number][0], self._seeds[number][-1]
            message = f"the process that plays the games {first} to {last} ended {self._ends} times"
            hint = "a single game may take too long, or too much memory: try these seeds with --seed and --games"
            raise PnpError(Diagnostic("stopped", message, hint=hint))
        with suppress(OSError):  # it has just broken, and closed what it is woken by
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
        done = {part for part, future in self._begun.items() if future.done() and future.exception() is None}
        for part in sorted(self._begun.keys() - done):
            self.begin(part, self._seeds[part])

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, _open_game, (self._plan, self._digest))


_GAME: list[tuple[PlayedGame, Plan] | PnpError] = []
"""The game that this process plays, and the plan; or why it cannot play."""


def _open_game(plan: Plan, digest: str) -> None:
    """Make this process one that plays a plan, and that ends with the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_process()
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        if plan.game.digest() != digest:
            message = f"the definition of {plan.game.name!r} was changed while it was played"
            raise PnpError(Diagnostic("changed", message, hint="begin again: these games would be of two kinds"))
        _GAME[:] = [(plan.game.open(plan.players), plan)]
    except PnpError as error:
        _GAME[:] = [error]


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_part(seeds: range) -> dict[str, int]:
    game = _GAME[0]
    if isinstance(game, PnpError):
        raise game
    return dict(_play(*game, seeds).counts)


def _play(game: PlayedGame, plan: Plan, seeds: range) -> Tally:
    return total(_play_one(game, plan, seed) for seed in seeds)


def _play_one(game: PlayedGame, plan: Plan, seed: int) -> Tally:
    """Play one game. Each has the time of a run to itself."""
    begin_run()
    begin_step("playing a game")
    return play_games(game, plan.bots(), (seed,), plan.details_to_count())
