"""``pnp export``: every face as a picture, or what a print shop wants."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from pnp.cli.arguments import (
    EdgeChoice,
    FormatChoice,
    GamesOption,
    JsonOption,
    LangsOption,
    NoCacheOption,
    QuietOption,
    SeedOption,
    SetOption,
    StandardChoice,
    free_values,
    length_option,
)
from pnp.cli.output import note, progress, report, say, say_json
from pnp.cli.several import each


def export(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="Tables of the definition file.")],
    to: Annotated[
        Optional[FormatChoice],  # noqa: UP045 - typer reads annotations at run time on every supported Python
        typer.Option("--to", help="One file a face; pdf and svg keep shapes and type, pdfx is for presses."),
    ] = None,
    shop: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(
            metavar="NAME", help="A zip as this print shop wants it: mpc, tgc, dtc, ppg, mbprint, or your own."
        ),
    ] = None,
    edge: Annotated[
        Optional[EdgeChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="Art that runs over the edge, with its bleed, or a plain border."),
    ] = None,
    bleed: Annotated[
        Optional[str],  # noqa: UP045 - typer reads it at run time
        typer.Option(metavar="LENGTH", help="Art beyond the trim. Default: none; with --edge bleed, the definition's."),
    ] = None,
    dpi: Annotated[Optional[int], typer.Option(help="Dots per inch of pictures, 36 to 1200. Default: 300.")] = None,  # noqa: UP045 - typer reads it at run time
    standard: Annotated[
        Optional[StandardChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="With --to pdfx: PDF/X-4 or PDF/X-1a:2003. Default: x4, or what the shop takes."),
    ] = None,
    icc: Annotated[
        Optional[Path],  # noqa: UP045 - typer reads it at run time
        typer.Option("--icc", metavar="FILE", help="With --to pdfx: the shop's CMYK profile. Default: FOGRA39 coated."),
    ] = None,
    cut_line: Annotated[
        bool, typer.Option("--cut-line", help="In PDFs: a line along the trim in the spot colour CutContour.")
    ] = False,
    outlines: Annotated[bool, typer.Option("--outlines", help="In PDFs and SVG files: shapes for all type.")] = False,
    games: GamesOption = None,
    lang: LangsOption = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="COMPONENT", help="Only this component; may be given more than once.")
    ] = None,
    instead: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="COMPONENT", help="This one in place of the one that it can replace."),
    ] = None,
    players: Annotated[
        Optional[int],  # noqa: UP045 - typer reads it at run time
        typer.Option(min=1, metavar="N", help="Only the cards that are used with so many players."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Default: output/GAME beside the definition.")] = None,
    seed: SeedOption = 0,
    set_: SetOption = None,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Export faces: one picture, page or SVG file each, or a zip for a print shop.

    [bold]pnp export red --to png[/bold] writes output/red/red-en-png/, in which files.csv says how many of each.
    """
    from pnp.export.options import ExportOptions  # noqa: PLC0415 - pnp --help must not load the pipeline
    from pnp.project.project import open_project  # noqa: PLC0415

    project = open_project(games, values=free_values(set_))
    chosen = [project.game(name) for name in dict.fromkeys(names)]
    languages: list[str | None] = list(lang) if lang else [None]
    shared = ExportOptions(
        format=None if to is None else to.value,
        shop=shop,
        edge=None if edge is None else edge.value,
        bleed=length_option("--bleed", bleed),
        dpi=dpi,
        outlines=outlines,
        standard=None if standard is None else standard.value,
        icc=icc,
        cut_line=cut_line,
        only=tuple(dict.fromkeys(only or ())),
        instead=tuple(dict.fromkeys(instead or ())),
        seed=seed,
        players=players,
        out=out,
    )
    work = {
        game.id + ("" if language is None else f" in {language}"): partial(
            _one, project, game, replace(shared, language=language), quiet or as_json
        )
        for game in chosen
        for language in languages
    }
    done = each(work)
    done.leave("written", as_json, list(done.results.values()))
    if as_json:
        say_json({"ok": True, "exports": list(done.results.values())})


def _one(project: Any, game: Any, options: Any, quiet: bool) -> Any:
    from pnp.export.export import export_kit  # noqa: PLC0415

    with progress(f"exporting {game.id}", quiet) as step:
        found = export_kit(project, game, options, step)
    report(found.warnings)
    if not quiet:
        say(str(found.path))
        files, faces = len({row.file for row in found.listed}), sum(row.copies for row in found.listed)
        note(f"  {files} {'file' if files == 1 else 'files'} for {faces} printed faces; files.csv lists them")
        for line in found.notes:
            note(f"  {line}")
    return found.as_json()
