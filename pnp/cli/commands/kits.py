"""``pnp build``, ``pnp check`` and ``pnp studio``: write kits, write nothing but say what a build would, or
show them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.kit_options import KitOptions, with_kit_options
from pnp.cli.options import (
    ChangedSinceOption,
    GamesOption,
    InkReportOption,
    JsonOption,
    NoCacheOption,
    QuietOption,
    SetOption,
    StrictOption,
    WatchOption,
    free_values,
)


@with_kit_options
def build(
    games_to_build: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME…", help="Tables of the definition file; none where it has only one."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Build every game of the definition.")] = False,
    games: GamesOption = None,
    *,
    kit: KitOptions,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write. Default: output/GAME beside the definition.")
    ] = None,
    changed_since: ChangedSinceOption = None,
    ink_report: InkReportOption = False,
    set_: SetOption = None,
    svg: Annotated[
        bool, typer.Option("--svg", help="Leave the faces as SVG files too, their pictures inside.")
    ] = False,
    svg_outlines: Annotated[
        bool, typer.Option("--svg-outlines", help="The same with shapes for all text, for programs without the fonts.")
    ] = False,
    watch: WatchOption = False,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build print-and-play PDFs: cards, backs, summaries and rule sheets, every example verified.

    [bold]pnp build red[/bold] writes output/red/red-en-a4.pdf. Print it at 100 %, on both sides, turned over the long
    edge.
    """
    from pnp.cli.work import build as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    options = work.build_options(
        kit,
        out=out,
        svg="outlines" if svg_outlines else "text" if svg else None,
        changed_since=changed_since,
        ink_report=ink_report,
        strict=strict,
    )
    papers = work.parse_papers(kit.paper)
    request = work.KitRequest(games, free_values(set_), games_to_build, everything, kit.lang or [None], papers, options)
    if watch:
        work.keep_building(request, as_json, quiet)
    else:
        work.build_kits(request, as_json, quiet)


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
