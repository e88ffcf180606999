"""``pnp build``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import (
    BacksChoice,
    ChangedSinceOption,
    CornerOption,
    CutFormatOption,
    CutOption,
    EdgeChoice,
    FillOption,
    GamesOption,
    GreyOption,
    InkOption,
    InkReportOption,
    JsonOption,
    LangsOption,
    NoCacheOption,
    OnlyOption,
    PackOption,
    PrinterOption,
    QuietOption,
    SeedOption,
    SetOption,
    SheetOption,
    SplitOption,
    StrictOption,
    WatchOption,
    back_offset_in_mm,
    backs_and_flip,
    free_values,
    length_in_mm,
    unique,
)
from pnp.model.print_options import Flip, MarkInk, Marks


def build(
    games_to_build: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME…", help="Tables of the definition file; none where it has only one."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Build every game of the definition.")] = False,
    games: GamesOption = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(help="a4, letter, a3 … or a size such as '210mm x 297mm'; may be given more than once."),
    ] = None,
    lang: LangsOption = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write. Default: output/GAME beside the definition.")
    ] = None,
    only: OnlyOption = None,
    changed_since: ChangedSinceOption = None,
    instead: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="COMPONENT", help="Print this one in place of the one that it can replace."),
    ] = None,
    seed: SeedOption = 0,
    backs: Annotated[
        BacksChoice | None,
        typer.Option(
            help="duplex: behind the fronts; gutterfold: beside them, to fold and glue; separate: behind them, after "
            "all fronts. long-edge and short-edge are duplex with --flip.",
            metavar="duplex|gutterfold|separate|none",
            show_choices=False,
        ),
    ] = None,
    flip: Annotated[
        Flip | None,
        typer.Option(help="The edge of the paper over which sheets are turned for their backs."),
    ] = None,
    back_offset: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Shift the backs, as measured with pnp calibrate.")
    ] = None,
    printer: PrinterOption = None,
    gutter: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Room between cards, such as 6mm for bleed on every side.")
    ] = None,
    bleed: Annotated[str | None, typer.Option(metavar="LENGTH", help="Art beyond the trim.")] = None,
    margin: Annotated[str | None, typer.Option(metavar="LENGTH", help="What the printer cannot reach.")] = None,
    pack: PackOption = None,
    fill: FillOption = None,
    edge: Annotated[
        EdgeChoice | None,
        typer.Option(help="Of every component: art over the edge, or a plain border."),
    ] = None,
    marks: Annotated[
        Marks | None,
        typer.Option(help="What says where to cut: at the rim, lines, crosses where cuts meet, double marks, none."),
    ] = None,
    mark_ink: Annotated[
        MarkInk | None,
        typer.Option(help="Marks in black alone, or in black of all inks for a press."),
    ] = None,
    sheet: SheetOption = None,
    ink: InkOption = None,
    grey: GreyOption = False,
    ink_report: InkReportOption = False,
    players: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Print only the cards that are used with N players."),
    ] = None,
    cut: CutOption = None,
    corner: CornerOption = None,
    cut_format: CutFormatOption = None,
    split: SplitOption = None,
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

    values = free_values(set_)
    backs_place, flip_edge = backs_and_flip(backs, flip)
    options = work.BuildOptions(
        backs=backs_place,
        flip=flip_edge,
        back_offset=back_offset_in_mm(back_offset),
        printer=work.find_printer(printer),
        gutter=length_in_mm("--gutter", gutter),
        bleed=length_in_mm("--bleed", bleed),
        margin=length_in_mm("--margin", margin),
        edge=edge,
        marks=marks,
        mark_ink=mark_ink,
        sheet=sheet,
        pack=pack,
        fill=unique(fill),
        ink=ink,
        grey=grey,
        ink_report=ink_report,
        only=unique(only),
        instead=unique(instead),
        seed=seed,
        out=out,
        svg="outlines" if svg_outlines else "text" if svg else None,
        players=players,
        cut=work.cut_request(cut, corner, cut_format),
        changed_since=changed_since,
        split=split,
        strict=strict,
    )
    papers = work.parse_papers(paper)
    request = work.KitRequest(games, values, games_to_build, everything, lang or [None], papers, options)
    if watch:
        work.keep_building(request, as_json, quiet)
    else:
        work.build_kits(request, as_json, quiet)
