"""``pnp check``: check a definition without writing anything."""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.cli.kit_options import KitOptions, with_kit_options
from pnp.cli.options import GamesOption, JsonOption, NoCacheOption, SetOption, StrictOption, free_values


@with_kit_options
def check(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="Default: every game.")] = None,
    games: GamesOption = None,
    *,
    shop: Annotated[
        str | None, typer.Option(metavar="NAME", help="Check the export for this print shop, not the sheets.")
    ] = None,
    kit: KitOptions,
    set_: SetOption = None,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
) -> None:
    """Do all that a build does, look at every face, and write nothing. Takes the options of a build."""
    from pnp.cli.work import check as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    options, papers = work.build_options(kit, strict=strict), work.parse_papers(kit.paper)
    request = work.KitRequest(games, free_values(set_), names, not names, kit.lang or [None], papers, options)
    if shop is None:
        work.check_kits(request, as_json)
    else:
        work.check_exports(request, work.export_options(kit, shop, strict=strict), as_json)
