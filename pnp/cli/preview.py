"""``pnp preview``: look before printing."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.arguments import GamesOption, LangsOption, NoCacheOption, SeedOption, SetOption, free_values
from pnp.cli.output import progress, say
from pnp.cli.several import each


def preview(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="Tables of the definition file.")],
    games: GamesOption = None,
    lang: LangsOption = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="COMPONENT", help="Only this component; may be given more than once.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Default: output/GAME beside the definition.")] = None,
    dpi: Annotated[int, typer.Option(min=36, max=600, help="Dots per inch of the picture.")] = 120,
    seed: SeedOption = 0,
    set_: SetOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Write PNG contact sheets of every face: fronts, backs, summaries, rule sheet."""
    from pnp.build.options import BuildOptions  # noqa: PLC0415
    from pnp.project.project import open_project  # noqa: PLC0415

    project = open_project(games, values=free_values(set_))
    chosen = [project.game(name) for name in dict.fromkeys(names)]
    languages: list[str | None] = list(lang) if lang else [None]
    work = {
        game.id + ("" if language is None else f" in {language}"): partial(
            _one,
            project,
            game,
            BuildOptions(language=language, only=tuple(only or ()), seed=seed, choices=True),
            out,
            dpi,
        )
        for game in chosen
        for language in languages
    }
    each(work).leave("drawn", as_json=False)


def _one(project: Any, game: Any, options: Any, out: Path | None, dpi: int) -> None:
    from pnp.build.preview import contact_sheets  # noqa: PLC0415
    from pnp.files import replace_file  # noqa: PLC0415

    folder = out if out is not None else project.folder / "output" / game.id
    with progress(f"drawing {game.id}") as step:
        for name, picture in contact_sheets(project, game, options, dpi, step):
            replace_file(folder / name, picture, project.folder if out is None else folder)
            say(str(folder / name))
