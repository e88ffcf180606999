"""``pnp examples`` and ``pnp referee``: ask the rules of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import GamesOption, JsonOption, LangOption, NoCacheOption, SeedOption, StrictOption

_GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")]


def examples(
    game: _GameArgument,
    games: GamesOption = None,
    lang: LangOption = None,
    seed: SeedOption = 0,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_table: Annotated[bool, typer.Option("--table", help="Lesson × example × misreading instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the worked examples and rule checks that a kit prints, and the misreadings each of them rules out."""
    from pnp.cli.work import examples as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    form: work.Form = "json" if as_json else "table" if as_table else "words"
    work.show_examples(games, game, lang, seed, form, strict)


def referee(
    game: _GameArgument,
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
