"""Whole games as golden files: the legal actions of every moment, and the result.

After an intended change of the rules, write them anew with ``PNP_UPDATE_GOLDENS=1`` and read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pnp.testing.subject import Subject
from pnp.testing.walk import AnyPlay

UPDATE = "PNP_UPDATE_GOLDENS"
_SHOWN = 12
"""Lines of a difference that a message shows."""


class Played(NamedTuple):
    """Game that is kept as a golden file.

    It has the name of its definition, the number of players, and the seed of the deal and of the actions.
    """

    name: str
    players: int
    seed: int

    @property
    def file(self) -> str:
        """Name of the golden file."""
        return f"{self.name}-{self.players}.txt"


def playthrough(play: AnyPlay, rules: Any, game: Played) -> str:
    """Play a game of random legal actions, and return its text, moment by moment."""
    random = Random(game.seed)  # noqa: S311 - nothing secret
    state = play.initial_state(rules, play.deal(rules, game.players, game.seed))
    lines = [f"# {game.name}: {game.players} players, seed {game.seed}"]
    while not play.is_terminal(state):
        legal = play.legal_actions(rules, state)
        chosen = random.choice(legal)
        lines += ["", play.format_state(state), f"legal {len(legal)}: {', '.join(map(play.format_action, legal))}"]
        lines.append(f"seat {play.current_player(state)}: {play.format_action(chosen)}")
        state = play.apply(rules, state, chosen)
    lines += ["", play.format_state(state), f"returns: {' '.join(map(str, play.returns(rules, state)))}"]
    return "\n".join(lines) + "\n"


def playthrough_faults(subject: Subject, folder: Path, game: Played) -> Iterator[str]:
    """Yield the difference of a game from its golden file."""
    play = subject.engine.play
    if play is None:
        yield f"the game is not played by the program (play=None), so {game.file} cannot be told"
        return
    actual, path = playthrough(play, subject.rules, game), folder / game.file
    if os.environ.get(UPDATE):
        if os.environ.get("CI"):
            yield f"unset {UPDATE}: goldens are compared here, not written"
            return
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(actual, encoding="utf-8", newline="\n")
    if not path.is_file():
        yield f"there is no {path}; write it with {UPDATE}=1, and read it before you commit it"
        return
    expected = path.read_text(encoding="utf-8")
    if actual != expected:
        yield _difference(path, expected, actual)


def stray_faults(folder: Path, games: Iterable[Played]) -> Iterator[str]:
    """Yield golden files that no game is compared with."""
    expected = {game.file for game in games}
    present = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    for name in sorted(present - expected):
        yield f"{folder / name} belongs to no game of prove(..., games=[...]): delete it, or add its game"


def _difference(path: Path, expected: str, actual: str) -> str:
    lines = list(unified_diff(expected.splitlines(), actual.splitlines(), path.name, "now", lineterm="", n=1))
    more = f"\n… and {len(lines) - _SHOWN} lines more" if len(lines) > _SHOWN else ""
    return (
        f"the game no longer goes as {path} says; if that is meant, write it anew with {UPDATE}=1\n"
        + "\n".join(line if len(line) < 300 else f"{line[:300]}…" for line in lines[:_SHOWN])
        + more
    )
