"""``pnp check``: check a definition without writing anything."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.options import (
    GamesOption,
    JsonOption,
    LangOption,
    NoCacheOption,
    SeedOption,
    SetOption,
    StrictOption,
    free_values,
)


def check(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="Default: every game.")] = None,
    games: GamesOption = None,
    lang: LangOption = None,
    seed: SeedOption = 0,
    set_: SetOption = None,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the definition, draw every face and compute the examples; write nothing."""
    from pnp.cli.work import check as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    work.check_games(games, free_values(set_), names or (), lang, seed, as_json, strict)
