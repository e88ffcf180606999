"""Draw the faces of games as pictures: contact sheets to look at, or exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions
from pnp.build.preview import contact_sheets
from pnp.build.scene import scene_picture
from pnp.cli.batch import run_all
from pnp.cli.output import note, progress, report, say, say_json
from pnp.export.export import export_kit
from pnp.export.options import ExportOptions
from pnp.files import replace_file
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project, open_project

__all__ = ["BuildOptions", "ExportOptions", "export_games", "open_games", "preview_games"]


def open_games(
    definition: Path | None, values: Mapping[str, str], names: Sequence[str]
) -> tuple[Project, Sequence[Game]]:
    """Open a definition with its free ``values``, and return the games called ``names``. Raises PnpError."""
    project = open_project(definition, values=values)
    return project, [project.game(name) for name in dict.fromkeys(names)]


def preview_games(
    project: Project,
    games: Sequence[Game],
    languages: Sequence[Language | None],
    options: BuildOptions,
    out: Path | None,
    dpi: int | None,
    scene: bool,
) -> None:
    """Write contact sheets of each game in each language, or a picture of the kit on a table."""
    draw = partial(_preview_scene, dpi=dpi or 96) if scene else partial(contact_sheets, dpi=dpi or 120)
    pairs = _pair_with_languages(games, languages)
    work = {
        name: partial(_preview, project, game, replace(options, language=language), out, draw)
        for name, (game, language) in pairs.items()
    }
    run_all(work).exit_on_error("drawn", as_json=False)


def export_games(
    project: Project,
    games: Sequence[Game],
    languages: Sequence[Language | None],
    options: ExportOptions,
    as_json: bool,
    quiet: bool,
) -> None:
    """Export each game in each language, and report it."""
    pairs = _pair_with_languages(games, languages)
    work = {
        name: partial(_export, project, game, replace(options, language=language), quiet or as_json)
        for name, (game, language) in pairs.items()
    }
    batch = run_all(work)
    exports = list(batch.results.values())
    batch.exit_on_error("written", as_json, exports)
    if as_json:
        say_json({"ok": True, "exports": exports})


def _pair_with_languages(
    games: Sequence[Game], languages: Sequence[Language | None]
) -> Mapping[str, tuple[Game, Language | None]]:
    """Pair games with languages, each pair by its name."""
    return {
        game.id + ("" if language is None else f" in {language}"): (game, language)
        for game in games
        for language in languages
    }


def _preview_scene(
    project: Project, game: Game, options: BuildOptions, dpi: int, progress: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    yield scene_picture(project, game, options, dpi, progress)


def _preview(
    project: Project,
    game: Game,
    options: BuildOptions,
    out: Path | None,
    draw: Callable[..., Iterator[tuple[str, bytes]]],
) -> None:
    folder = out if out is not None else project.folder / "output" / game.id
    with progress(f"drawing {game.id}") as step:
        for name, picture in draw(project, game, options, progress=step):
            replace_file(folder / name, picture, project.folder if out is None else folder)
            say(str(folder / name))


def _export(project: Project, game: Game, options: ExportOptions, quiet: bool) -> Mapping[str, Any]:
    with progress(f"exporting {game.id}", quiet) as step:
        export_result = export_kit(project, game, options, step)
    report(export_result.warnings)
    if not quiet:
        say(str(export_result.path))
        files, faces = len({row.file for row in export_result.listed}), sum(row.copies for row in export_result.listed)
        note(f"  {files} {'file' if files == 1 else 'files'} for {faces} printed faces; files.csv lists them")
        for line in export_result.notes:
            note(f"  {line}")
    return export_result.as_json()
