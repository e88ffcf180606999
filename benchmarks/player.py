"""Plays games of random actions, as another process is told to: ``benchmarks.playouts`` starts one for each checkout.

Each checkout has its own, which knows where its engines are. It imports nothing of ``benchmarks``. Requests are lines
of ``[game, players, first seed, games, what]`` in JSON, answers are lines of JSON; ``what`` is a key of ``_ANSWERS``.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pnp
from pnp.project.project import engine_of, open_shipped

Clock: TypeAlias = Callable[[], float]
Batch: TypeAlias = tuple[Any, Any, int, range]
"""The game, a fresh record of its rules, how many play, and the seeds."""


def main() -> int:
    """Answer requests until there is no further line. Exit status 1 where the engines are not those of this folder."""
    if Path(pnp.__file__).resolve().parent.parent != Path.cwd().resolve():
        print(f"{Path.cwd()} has no engines of its own: those of {pnp.__file__} would play", file=sys.stderr)
        return 1
    project = open_shipped()
    for line in sys.stdin:
        name, players, first, games, what = json.loads(line)
        found = project.game(name)
        engine = engine_of(found)
        if what == "seats":
            seats = () if engine.play is None else engine.play.seats(engine.rules(found.settings))
            print(json.dumps(list(seats)), flush=True)
            continue
        batch = (engine.play, engine.rules(found.settings), players, range(first, first + games))
        print(json.dumps(_ANSWERS[what](batch)), flush=True)
    return 0


def _timed(batch: Batch) -> float:
    """Seconds of processor time for all games of a batch, deals and results included."""
    play, rules, players, seeds = batch
    start = time.process_time()
    for seed in seeds:
        random = Random(seed)
        state = play.initial_state(rules, play.deal(rules, players, seed))
        while legal := play.legal_actions(rules, state):
            state = play.apply(rules, state, random.choice(legal))
        play.returns(rules, state)
    return time.process_time() - start


def _shares(batch: Batch) -> dict[str, float]:
    """Seconds of processor time for legal actions and for all, and how many actions there were. The clock itself takes
    some of it, so that the games a second are measured without it."""
    play, rules, players, seeds = batch
    clock: Clock = time.process_time
    in_legal, actions, start = 0.0, 0, clock()
    for seed in seeds:
        random = Random(seed)
        state = play.initial_state(rules, play.deal(rules, players, seed))
        while True:
            before = clock()
            legal = play.legal_actions(rules, state)
            in_legal += clock() - before
            if not legal:
                break
            actions += 1
            state = play.apply(rules, state, random.choice(legal))
        play.returns(rules, state)
    return {"legal": in_legal, "all": clock() - start, "actions": actions}


def _digest(batch: Batch) -> str:
    """What all games of a batch come to: every state, every legal action in order, every result, as lines."""
    play, rules, players, seeds = batch
    digest = hashlib.sha256()
    for seed in seeds:
        random = Random(seed)
        state = play.initial_state(rules, play.deal(rules, players, seed))
        while True:
            legal = play.legal_actions(rules, state)
            lines = [play.format_state(state), *map(play.format_action, legal)]
            digest.update("\n".join(lines).encode())
            if not legal:
                break
            state = play.apply(rules, state, random.choice(legal))
        digest.update(repr(play.returns(rules, state)).encode())
    return digest.hexdigest()


_ANSWERS: dict[str, Callable[[Batch], Any]] = {"time": _timed, "shares": _shares, "digest": _digest}

if __name__ == "__main__":
    sys.exit(main())
