"""``pnp referee``: cases in, answers out, as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import GamesOption


def referee(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="JSON Lines, or a file of cases. Default: standard input."),
    ] = None,
    games: GamesOption = None,
) -> None:
    """Answer questions about the rules: one JSON object with kind and in per line; one answer per line, in order.

    A line that cannot be answered gives an error, the others are still answered, and the exit status is 1.
    """
    from pnp.cli.work import referee as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    if not work.answer_all(games, game, file):
        raise typer.Exit(1)
