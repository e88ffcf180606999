"""``pnp new``: what an author starts from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
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
    inside: Annotated[
        bool,
        typer.Option("--shipped", help="Into the checkout of this program in which you stand, as one of its games."),
    ] = False,
) -> None:
    """Write a small complete game as a package of its own: engine, oracle, lessons, faces, words and tests.

    It builds, verifies and passes its tests at once; docs/your-own-game.md walks from there to another game.
    """
    from pnp.project.new_project import new_package, new_shipped_game  # noqa: PLC0415

    if inside and folder is not None:
        raise PnpError(Diagnostic("usage", "--shipped writes into this checkout: leave --out away"))
    if inside:
        files = new_shipped_game(name, Path(), title)
        _write(Path(), files, replaced=frozenset({PurePosixPath("games.toml")}))
        say(f"pnp/games/{name}")
        note(f"  {len(files)} files, and a table in games.toml; now: pytest tests/games/{name}; pnp build {name}")
    else:
        files = new_package(name, title)
        home = Path(name) if folder is None else folder
        _write(home, files)
        say(str(home))
        note(f"  {len(files)} files; now: cd {home}; pip install -e '.[test]'; pytest; pnp build {name}")
    note("  what to change, chapter by chapter: docs/your-own-game.md")


def _write(home: Path, files: Mapping[PurePosixPath, bytes], replaced: frozenset[PurePosixPath] = frozenset()) -> None:
    """Write all files below ``home``. Raises PnpError before the first where one is there already."""
    from pnp.files import replace_file  # noqa: PLC0415

    there = next((home / path for path in files if path not in replaced and os.path.lexists(home / path)), None)
    if there is not None or (os.path.lexists(home) and not home.is_dir()):
        place = Location(str(there or home))
        raise PnpError(Diagnostic("exists", "there is something there already", place, "choose another name or --out"))
    try:
        for path, data in files.items():
            replace_file(home / path, data)
    except WriteError as error:
        told = [replace(item, hint="name another folder with --out") for item in error.diagnostics]
        raise WriteError(told) from error
