"""Checks the games of a definition, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pnp.build.warnings import doubts
from pnp.check.check import CheckResult, check_game
from pnp.cli.batch import run_all
from pnp.cli.output import report, say, say_json, tick
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project, open_project


def check_games(
    definition: Path | None,
    values: Mapping[str, str],
    names: Sequence[str],
    language: Language | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check the games called ``names``, without names all of the definition. Raises PnpError."""
    project = open_project(definition, values=values)
    games = [project.game(name) for name in names] if names else list(project.games.values())
    batch = run_all({game.id: partial(_check, project, game, language, seed, as_json) for game in games})
    batch.leave("in order", as_json)
    if not names:
        project.require_all()
    if as_json:
        say_json({"ok": True, "games": [checked.as_json() for checked in batch.results.values()]})


def _check(project: Project, game: Game, language: Language | None, seed: int, as_json: bool) -> CheckResult:
    report(doubts(project, game, None))
    checked = check_game(project, game, language, seed)
    report(checked.warnings)
    if not as_json:
        say(f"{tick(True)} {game.id}: {_in_words(checked)}")
    return checked


def _in_words(checked: CheckResult) -> str:
    """Write ``44 cards, 6 components ok``, and how many misreadings the examples rule out."""
    noun, count = ("card", checked.cards) if checked.cards else ("piece", checked.pieces)
    pieces = f"{count} {noun}{'s' if count != 1 else ''}"
    parts = f"{checked.components} component{'s' if checked.components != 1 else ''} ok"
    if not checked.misreadings:
        return f"{pieces}, {parts}"
    ruled_out = checked.misreadings - len(checked.unkilled)
    return (
        f"{pieces}, {parts}; {checked.examples} examples and checks rule out {ruled_out} of {checked.misreadings} "
        "misreadings"
    )
