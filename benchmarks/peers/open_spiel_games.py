"""Plays the games that OpenSpiel has in Python at random, and prints a line of JSON for each.

It runs under an interpreter that has ``open_spiel`` installed, and imports nothing of ``benchmarks``. A game with
simultaneous moves or without a course of its own is left out. Argument: seconds of processor time for each game.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from random import Random
from typing import Any

GAMES = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
)


def main() -> None:
    """Measure every game, in turn."""
    seconds = float(sys.argv[1])
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")  # registers them
    for name in GAMES:
        game, random, count, decisions = pyspiel.load_game(name), Random(0), 0, 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            decisions += _play(game, random)
            count += 1
        row = {"game": name, "players": game.num_players(), "actions": decisions / count, "a_second": count / spent}
        print(json.dumps(row), flush=True)


def _play(game: Any, random: Random) -> int:
    """Play one game. Return the number of its decisions: draws by chance are none."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    state.returns()
    return decisions


if __name__ == "__main__":
    main()
