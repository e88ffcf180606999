"""Check the games of a definition, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pnp.build.warnings import lint_definition
from pnp.check.check import CheckResult, check_game
from pnp.cli.batch import run_all
from pnp.cli.output import report, say, say_json, tick
from pnp.diagnostics import refuse_warnings
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
    strict: bool,
) -> None:
    """Check the games called ``names``, or without names all of the definition.

    Raises PnpError, also for warnings if ``strict``.
    """
    project = open_project(definition, values=values)
    games = [project.game(name) for name in names] if names else list(project.games.values())
    batch = run_all({game.id: partial(_check, project, game, language, seed, as_json, strict) for game in games})
    batch.exit_on_error("in order", as_json)
    if not names:
        project.require_all()
    if as_json:
        say_json({"ok": True, "games": [check_result.as_json() for check_result in batch.results.values()]})


def _check(
    project: Project, game: Game, language: Language | None, seed: int, as_json: bool, strict: bool
) -> CheckResult:
    definition_warnings = tuple(lint_definition(project, game, None))
    if not strict:
        report(definition_warnings)
    check_result = check_game(project, game, language, seed)
    if strict:
        refuse_warnings((*definition_warnings, *check_result.warnings))
    report(check_result.warnings)
    if not as_json:
        say(f"{tick(True)} {game.id}: {_summarize(check_result)}")
    return check_result


def _summarize(check_result: CheckResult) -> str:
    """Write ``44 cards, 6 components ok``, and how many misreadings the examples rule out."""
    noun, count = ("card", check_result.cards) if check_result.cards else ("piece", check_result.pieces)
    pieces = f"{count} {noun}{'s' if count != 1 else ''}"
    parts = f"{check_result.components} component{'s' if check_result.components != 1 else ''} ok"
    if not check_result.misreadings:
        return f"{pieces}, {parts}"
    ruled_out = check_result.misreadings - len(check_result.unkilled)
    examples = f"{check_result.examples} examples and checks"
    return f"{pieces}, {parts}; {examples} rule out {ruled_out} of {check_result.misreadings} misreadings"
