"""Build the kits that a command line asks for, in parallel if there are several."""

from __future__ import annotations

from functools import partial
from typing import Any

from pnp.build.options import BuildOptions
from pnp.cli.batch import run_all
from pnp.cli.output import report, say_json
from pnp.cli.work import kit_report
from pnp.cli.work.kits import KitRequest, build_and_write, build_options, parse_papers
from pnp.cli.work.watch import keep_building
from pnp.model.game import Game
from pnp.project.project import Project, open_project

__all__ = ["KitRequest", "build_kits", "build_options", "keep_building", "parse_papers"]


def build_kits(request: KitRequest, as_json: bool, quiet: bool) -> None:
    """Build every kit once and report it.

    Raises typer.Exit if one of several kits fails, PnpError if the only one does.
    """
    project = open_project(request.games, values=request.values)
    kits = request.kits(project)
    work = {name: partial(_build, project, game, options, quiet or as_json) for name, (game, options) in kits.items()}
    # Kits of one game share a process, and with it the searches and drawings for the game.
    batch = run_all(work, lambda name: kits[name][0].id, lambda name: _weight(kits[name][0]))
    reports = list(batch.results.values())
    batch.exit_on_error("written", as_json, reports)
    if as_json:
        say_json({"ok": True, "kits": reports})


def _weight(game: Game) -> int:
    """Estimate how long a kit of ``game`` takes, relative to kits of other games.

    The longer its table, the longer it takes; a card of a file counts as much as a line of the table. The weight
    decides only the order in which kits are begun.
    """
    table = {key: value for key, value in game.resolved.items() if key != "decks"}
    return len(str(table)) + 20 * sum(map(len, game.decks.values()))


def _build(project: Project, game: Game, options: BuildOptions, quiet: bool) -> dict[str, Any]:
    kit, paths = build_and_write(project, game, options, quiet)
    report(kit.warnings)
    if not quiet:
        kit_report.print_kit(kit, paths)
    return kit_report.kit_as_json(kit, paths)
