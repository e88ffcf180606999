"""``pnp new``: what an author starts from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.output import note, say
from pnp.diagnostics import Diagnostic, Location, PnpError, WriteError

new = typer.Typer(help="Start a game of your own, with rules.", no_args_is_help=True)


@new.callback()
def _new() -> None:
    """Start a game of your own, with rules."""


@new.command("game")
def game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What its table is called, such as high-tide.")],
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="The folder of the package. Default: NAME, here.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="What it is called on paper. Default: from its name.")] = None,
) -> None:
    """Write a small complete game as a package of its own: engine, oracle, lessons, faces, words and tests.

    It builds, verifies and passes its tests at once; docs/your-own-game.md walks from there to another game.
    """
    from pnp.pipeline.new_game import new_game  # noqa: PLC0415
    from pnp.printing.files import replace_file  # noqa: PLC0415

    files = new_game(name, title)
    home = Path(name) if folder is None else folder
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        there = Diagnostic(
            "exists", "there is something there already", Location(str(home)), "name a folder with --out"
        )
        raise PnpError(there)
    try:
        for path, data in files.items():
            replace_file(home / path, data)
    except WriteError as error:
        told = [replace(item, hint="name another folder with --out") for item in error.diagnostics]
        raise WriteError(told) from error
    say(str(home))
    note(f"  {len(files)} files; now: cd {home}; pip install -e '.[test]'; pytest; pnp build {name}")
    note("  what to change, chapter by chapter: docs/your-own-game.md")
