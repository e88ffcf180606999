"""Build the kits that a command line asks for, in parallel if there are several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pnp.build.options import BuildOptions
from pnp.calibration.printers_file import find_printer
from pnp.cli.batch import run_all
from pnp.cli.options import CutMachine, length_in_mm
from pnp.cli.output import report, say_json
from pnp.cli.work import kit_report
from pnp.cli.work.kits import KitRequest, build_and_write, parse_papers
from pnp.cli.work.watch import keep_building
from pnp.cutting.machines import MACHINES, CutRequest
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.game import Game
from pnp.project.project import Project, open_project

__all__ = ["BuildOptions", "KitRequest", "build_kits", "cut_request", "find_printer", "keep_building", "parse_papers"]


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


def cut_request(machine: CutMachine | None, corner: str | None, formats: Sequence[str] | None) -> CutRequest | None:
    """Return the request for cut files, None without a machine.

    Raises PnpError for options that do not go together.
    """
    if machine is None:
        orphaned = [name for name, option in (("--corner", corner), ("--cut-format", formats)) if option]
        if orphaned:
            message = f"{orphaned[0]} is about cut files, and none are asked for"
            raise PnpError(Diagnostic("usage", message, hint="say for which machine, such as --cut silhouette"))
        return None
    possible = MACHINES[machine].possible
    unavailable = [name for name in formats or () if name not in possible]
    if unavailable:
        message = f"there are no {unavailable[0]} files for --cut {machine}"
        raise PnpError(Diagnostic("usage", message, hint=f"it has: {', '.join(possible)}"))
    chosen = tuple(name for name in possible if name in (formats or ())) or MACHINES[machine].formats
    return CutRequest(machine, chosen, length_in_mm("--corner", corner) or 0.0)


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
