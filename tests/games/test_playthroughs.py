"""Whole games as golden files: what was legal at every moment, and what came of it.

After a change of the rules that is meant, write them anew with ``PNP_UPDATE_GOLDENS=1`` and read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.games.core.engine import Engine
from pnp.games.core.play import Play

FOLDER = Path(__file__).parent / "playthroughs"
UPDATE = "PNP_UPDATE_GOLDENS"
GAMES = (
    ("red", "red", 2, 1),
    ("red", "red", 4, 2),
    ("red", "red7", 3, 3),
    ("red", "eight", 4, 4),
    ("iroha", "iroha", 3, 5),
    ("iroha", "iroha-tiny", 2, 6),
    ("collectmate", "collectmate", 2, 40),
    ("collectmate", "collectmate", 5, 51),
    ("collectmate", "collectmate-tiny", 2, 9),
    ("koka", "koka-special", 4, 150),
    ("koka", "koka-tiny", 2, 181),
    ("kasane", "kasane", 4, 7),
    ("kasane", "kasane-variants", 3, 8),
    ("kasane", "kasane-tiny", 2, 12),
)
"""Engine, definition, players, seed."""


def playthrough(play: Play[Any, Any, Any, Any], rules: Any, title: str, players: int, seed: int) -> str:
    """A game of random legal actions, moment by moment."""
    random = Random(seed)
    state = play.initial_state(rules, play.deal(rules, players, seed))
    lines = [f"# {title}: {players} players, seed {seed}"]
    while not play.is_terminal(state):
        legal = play.legal_actions(rules, state)
        chosen = random.choice(legal)
        lines += ["", play.format_state(state), f"legal {len(legal)}: {', '.join(map(play.format_action, legal))}"]
        lines.append(f"seat {play.current_player(state)}: {play.format_action(chosen)}")
        state = play.apply(rules, state, chosen)
    lines += ["", play.format_state(state), f"returns: {' '.join(map(str, play.returns(rules, state)))}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("engine_id", "name", "players", "seed"), GAMES)
def test_a_game_goes_as_it_did(
    engine_id: str, name: str, players: int, seed: int, variant: Callable[[str], Any], engines: Mapping[str, Engine]
) -> None:
    engine = engines[engine_id]
    assert engine.play is not None
    found = playthrough(engine.play, engine.rules(variant(name)), name, players, seed)
    path = FOLDER / f"{name}-{players}.txt"
    if os.environ.get(UPDATE):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert found == path.read_text(encoding="utf-8")


def test_every_game_that_can_be_played_has_a_playthrough(engines: Mapping[str, Engine]) -> None:
    assert {name for name, engine in engines.items() if engine.play is not None} == {game[0] for game in GAMES}


def test_every_golden_file_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{players}.txt" for _, name, players, _ in GAMES}


def test_nobody_left_the_rewriting_of_goldens_on() -> None:
    assert not (os.environ.get("CI") and os.environ.get(UPDATE)), f"unset {UPDATE}: goldens are compared here"
