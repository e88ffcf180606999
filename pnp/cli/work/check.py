"""Check the kits and exports that a command line asks for, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial

from pnp.build.options import BuildOptions
from pnp.build.warnings import lint_definition
from pnp.check.check import CheckResult, check_game
from pnp.check.translations import other_languages
from pnp.cli.batch import report_once, run_all
from pnp.cli.kit_options import KitOptions
from pnp.cli.options import unique
from pnp.cli.output import counted, say, say_json, tick
from pnp.cli.work.kits import KitRequest, build_options, parse_papers
from pnp.diagnostics import Diagnostic, PnpError, refuse_warnings
from pnp.export.export import check_export
from pnp.export.options import ExportOptions, ExportResult
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project, open_project
from pnp.toml.findings import listed

__all__ = ["KitRequest", "build_options", "check_exports", "check_kits", "export_options", "parse_papers"]

_OPTIONS_OF_EXPORTS = ("lang", "only", "instead", "without", "seed", "players", "edge")


def check_kits(request: KitRequest, as_json: bool) -> None:
    """Check the requested kits. Raises PnpError, also for warnings if the options are strict."""
    project, named = _open(request)
    kits = named.kits(project)
    asked = [language for language in named.languages if language is not None]
    reported: set[str] = set()
    work = {
        name: partial(_check, project, game, options, name, asked, as_json, reported)
        for name, (game, options) in kits.items()
    }
    batch = run_all(work)
    batch.exit_on_error("in order", as_json)
    if request.everything:
        project.require_all()
    if as_json:
        say_json({"ok": True, "games": [check_result.as_json() for check_result in batch.results.values()]})


def check_exports(request: KitRequest, options: ExportOptions, as_json: bool) -> None:
    """Check the exports of the requested games. Raises PnpError as ``check_kits`` does."""
    project, named = _open(request)
    reported: set[str] = set()
    work = {
        name: partial(_check_export, project, game, replace(options, language=kit.language), name, as_json, reported)
        for name, (game, kit) in named.kits(project).items()
    }
    batch = run_all(work)
    batch.exit_on_error("in order", as_json)
    if request.everything:
        project.require_all()
    if as_json:
        say_json({"ok": True, "exports": [export_result.as_json() for export_result in batch.results.values()]})


def export_options(kit: KitOptions, shop: str, strict: bool) -> ExportOptions:
    """Return the options of an export for ``shop``. Raises PnpError for options that only sheets have."""
    defaults = KitOptions()
    for option in fields(KitOptions):
        name = option.name
        if name not in _OPTIONS_OF_EXPORTS and getattr(kit, name) != getattr(defaults, name):
            message = f"--{name.replace('_', '-')} is for sheets, and an export for a print shop has none"
            raise PnpError(Diagnostic("usage", message, hint="leave it out, or check without --shop"))
    return ExportOptions(
        shop=shop,
        edge=kit.edge,
        only=unique(kit.only),
        instead=unique(kit.instead),
        without=unique(kit.without),
        seed=kit.seed,
        players=kit.players,
        strict=strict,
    )


def _open(request: KitRequest) -> tuple[Project, KitRequest]:
    """Open the definition. A request for every game becomes one for the games that can be read. Raises PnpError if
    there are none."""
    project = open_project(request.games, values=request.values)
    if request.names:
        return project, request
    if not project.games:
        project.require_all()
    return project, replace(request, names=tuple(project.games), everything=False)


def _check(
    project: Project,
    game: Game,
    options: BuildOptions,
    name: str,
    asked: Sequence[Language],
    as_json: bool,
    reported: set[str],
) -> CheckResult:
    """Check a kit and report on it. ``asked`` are the languages of all kits that are checked, ``reported`` the warnings
    about those before."""
    definition_warnings = tuple(lint_definition(project, game, options.players, options.paper))
    if not options.strict:
        report_once(definition_warnings, reported)
    check_result = check_game(project, game, options)
    if options.strict:
        refuse_warnings(check_result.warnings)
    report_once(check_result.warnings, reported)
    if not as_json:
        others = other_languages(project, game, [check_result.language, *asked])
        command = " ".join(["pnp check", game.id, *(f"--lang {language}" for language in others)])
        more = f"; also in {listed(others, 'and')}: {command}" if others else ""
        say(f"{tick(True)} {name}: {_summarize(check_result)}{more}")
    return check_result


def _check_export(
    project: Project, game: Game, options: ExportOptions, name: str, as_json: bool, reported: set[str]
) -> ExportResult:
    export_result = check_export(project, game, options)
    report_once(export_result.warnings, reported)
    if not as_json:
        files = len({row.file for row in export_result.listed})
        faces = sum(row.copies for row in export_result.listed)
        say(f"{tick(True)} {name}: {counted(files, 'file')} for {faces} printed faces ok")
    return export_result


def _summarize(check_result: CheckResult) -> str:
    """Write ``44 cards, 6 components ok``, and how many misreadings the examples rule out."""
    noun, count = ("card", check_result.cards) if check_result.cards else ("piece", check_result.pieces)
    pieces, parts = counted(count, noun), f"{counted(check_result.components, 'component')} ok"
    if not check_result.misreadings:
        return f"{pieces}, {parts}"
    ruled_out = check_result.misreadings - len(check_result.unkilled)
    examples = f"{check_result.examples} examples and checks"
    return f"{pieces}, {parts}; {examples} rule out {ruled_out} of {check_result.misreadings} misreadings"
