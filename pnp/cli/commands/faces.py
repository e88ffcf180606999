"""``pnp preview`` and ``pnp export``: faces as pictures, to look at or for a print shop."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cli.options import (
    EdgeChoice,
    GamesOption,
    JsonOption,
    LangsOption,
    NoCacheOption,
    QuietOption,
    SeedOption,
    SetOption,
    StrictOption,
    WithoutOption,
    free_values,
    length_in_mm,
    unique,
)

_Format = Literal["png", "jpg", "tiff", "webp", "pdf", "pdfx", "svg"]
_Standard = Literal["x4", "x1a"]

_OnlyOption = Annotated[
    list[str] | None, typer.Option(metavar="COMPONENT", help="Only this component; may be given more than once.")
]


def preview(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="Tables of the definition file.")],
    games: GamesOption = None,
    lang: LangsOption = None,
    only: _OnlyOption = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Default: output/GAME beside the definition.")] = None,
    dpi: Annotated[
        int | None,
        typer.Option(min=36, max=600, help="Dots per inch of the picture. Default: 120; of a scene 96: 1600 × 900."),
    ] = None,
    scene: Annotated[bool, typer.Option("--scene", help="One picture instead: the kit on a table.")] = False,
    seed: SeedOption = 0,
    set_: SetOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Write PNG contact sheets of every face: fronts, backs, summaries, rule sheet."""
    from pnp.cli.work import faces as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    project, chosen = work.open_games(games, free_values(set_), names)
    options = work.BuildOptions(only=tuple(only or ()), seed=seed, choices=not scene)
    work.preview_games(project, chosen, lang or [None], options, out, dpi, scene)


def export(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="Tables of the definition file.")],
    to: Annotated[
        _Format | None,
        typer.Option("--to", help="One file a face; pdf and svg keep shapes and type, pdfx is for presses."),
    ] = None,
    shop: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="A zip as this print shop wants it: mpc, tgc, dtc, ppg, mbprint, or your own."
        ),
    ] = None,
    edge: Annotated[
        EdgeChoice | None,
        typer.Option(help="Art that runs over the edge, with its bleed, or a plain border."),
    ] = None,
    bleed: Annotated[
        str | None,
        typer.Option(metavar="LENGTH", help="Art beyond the trim. Default: none; with --edge bleed, the definition's."),
    ] = None,
    dpi: Annotated[int | None, typer.Option(help="Dots per inch of pictures, 36 to 1200. Default: 300.")] = None,
    standard: Annotated[
        _Standard | None,
        typer.Option(help="With --to pdfx: PDF/X-4 or PDF/X-1a:2003. Default: x4, or what the shop takes."),
    ] = None,
    icc: Annotated[
        Path | None,
        typer.Option("--icc", metavar="FILE", help="With --to pdfx: the shop's CMYK profile. Default: FOGRA39 coated."),
    ] = None,
    cut_line: Annotated[
        bool, typer.Option("--cut-line", help="In PDFs: a line along the trim in the spot colour CutContour.")
    ] = False,
    outlines: Annotated[bool, typer.Option("--outlines", help="In PDFs and SVG files: shapes for all type.")] = False,
    games: GamesOption = None,
    lang: LangsOption = None,
    only: _OnlyOption = None,
    instead: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="COMPONENT", help="This one in place of the one that it can replace."),
    ] = None,
    without: WithoutOption = None,
    players: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only the cards that are used with N players."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Default: output/GAME beside the definition.")] = None,
    seed: SeedOption = 0,
    set_: SetOption = None,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Export faces: one picture, page or SVG file each, or a zip for a print shop.

    [bold]pnp export red --to png[/bold] writes output/red/red-en-png/, in which files.csv says how many of each.
    """
    from pnp.cli.work import faces as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    project, chosen = work.open_games(games, free_values(set_), names)
    options = work.ExportOptions(
        format=to,
        shop=shop,
        edge=edge,
        bleed=length_in_mm("--bleed", bleed),
        dpi=dpi,
        outlines=outlines,
        standard=standard,
        icc=icc,
        cut_line=cut_line,
        only=unique(only),
        instead=unique(instead),
        without=unique(without),
        seed=seed,
        players=players,
        strict=strict,
        out=out,
    )
    work.export_games(project, chosen, lang or [None], options, as_json, quiet)
