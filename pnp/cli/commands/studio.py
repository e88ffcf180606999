"""``pnp studio``: the kit in the browser while it is being made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import GamesOption, NoCacheOption, SetOption, free_values


def studio(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Game to begin with. Default: the first.")] = None,
    games: GamesOption = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Port to listen to. Default: one of the project's own.")
    ] = None,
    editor: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            envvar="PNP_EDITOR",
            help="Editor that opens lines: vscode, vscodium, cursor, zed, idea, sublime, textmate, or a pattern "
            "such as myeditor://{path}:{line}.",
        ),
    ] = "vscode",
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address, and open no browser.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where buttons write. Default: output/GAME beside the definition."),
    ] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE.pdf", help="Say what changed since this kit was printed, and why.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="COMMIT", help="Say what changed since this commit of git, and why.")
    ] = None,
    set_: SetOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Show the kit in the browser, and draw it again at every save. Ctrl-C ends it."""
    from pnp.cli.work import studio as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    work.run_studio(
        work.StudioRequest(games, free_values(set_), game, out, against, since), port, editor, opens=not no_open
    )
