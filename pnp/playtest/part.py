"""Part of a playtest, played: what a process does, here or elsewhere, that has the order and nothing else."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Any

from pnp import __version__
from pnp.canonical import digest
from pnp.definition.settings import settings_of_resolved
from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.bots import PlayedGame
from pnp.playtest.plan import HOW, GameReference, Plan
from pnp.playtest.tally import Tally, begin_game, play_games, total
from pnp.playtest.words import Words
from pnp.project.definitions import engine_settings
from pnp.project.game_faults import noting_game_faults
from pnp.registry import engine, game_package, game_packages

_PLAYING = Lock()
"""Lock held while a part is played. Threads of a process would only wait for one another."""


def play_part(order: str, seeds: range) -> dict[str, int]:
    """Play the games of some seeds by an order, and return their counts. Raises PnpError if this process has another
    version of the program, or of the game."""
    with _PLAYING, noting_game_faults():
        game, plan = _read(order)
        return dict(total(_play_one(game, plan, seed) for seed in seeds).counts)


def words_of(order: str) -> Words:
    """Return the words of the game of an order. Raises PnpError as ``play_part`` does."""
    return Words.of(_read(order)[0])


def _play_one(game: PlayedGame, plan: Plan, seed: int) -> Tally:
    """Play one game. Each has the time of a run to itself."""
    begin_game()
    return play_games(game, plan.bots(), (seed,), plan.details_to_count())


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[PlayedGame, Plan]:
    """Return the game of an order, and how it is played."""
    order = json.loads(text)
    _refuse_other_version(order)
    record = engine(order["engine"])
    settings = settings_of_resolved(engine_settings(order["engine"]).settings, order["table"])
    if record.play is None or digest(order["table"]) != order["definition"]:
        message = f"{_here()} reads another definition than the one that was sent"
        raise PnpError(Diagnostic("changed", message, hint="let it have the same version of everything"))
    game = PlayedGame.of(record.play, record.rules(settings), order["players"], record.misreadings(settings))
    return game, Plan(GameReference(order["engine"]), games=0, **{key: order[key] for key in HOW})


def _refuse_other_version(order: Mapping[str, Any]) -> None:
    """Raise PnpError if the program, or the package of the game, is not the one of the order."""
    name = order["engine"]
    package = str(game_package(name)) if name in game_packages() else f"no {name}"
    for found, wanted in ((f"pnp {__version__}", f"pnp {order['pnp']}"), (package, order["package"])):
        if found != wanted:
            raise PnpError(other_version(_here(), found, wanted))


def other_version(where: str, found: str, wanted: str) -> Diagnostic:
    """Return the error that a process has another version of something than the one that gave the order."""
    message = f"{where} has {found}, not {wanted}: these games would be of two kinds"
    return Diagnostic("other-version", message, hint="install the same version there and here")


def _here() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"
