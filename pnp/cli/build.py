"""``pnp build``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from pnp.cli.arguments import (
    BacksChoice,
    EdgeChoice,
    FillOption,
    FlipChoice,
    GamesOption,
    JsonOption,
    LangsOption,
    MarkInkChoice,
    MarksChoice,
    NoCacheOption,
    PackOption,
    QuietOption,
    SeedOption,
    SetOption,
    backs_option,
    free_values,
    length_option,
    offset_option,
)
from pnp.cli.changed import ChangedSinceOption, OnlyOption
from pnp.cli.cutting import CornerOption, CutFormatOption, CutOption, cut_wish
from pnp.cli.inks import GreyOption, InkOption, InkReportOption
from pnp.cli.kits import Wanted, make, papers_named
from pnp.cli.output import report, say_json
from pnp.cli.printer import PrinterOption, printer_option
from pnp.cli.several import Done, each
from pnp.cli.sheets import SheetOption
from pnp.cli.splitting import SplitOption
from pnp.cli.watch import WatchOption, keep_building


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
        Optional[BacksChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(
            help="duplex: behind the fronts; gutterfold: beside them, to fold and glue; separate: behind them, after "
            "all fronts. long-edge and short-edge are duplex with --flip.",
            metavar="duplex|gutterfold|separate|none",
            show_choices=False,
        ),
    ] = None,
    flip: Annotated[
        Optional[FlipChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="The edge of the paper over which sheets are turned for their backs."),
    ] = None,
    back_offset: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Shift the backs, as measured with pnp calibrate.")
    ] = None,
    printer: PrinterOption = None,
    gutter: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Room between cards, such as 6mm for bleed on every side.")
    ] = None,
    bleed: Annotated[Optional[str], typer.Option(metavar="LENGTH", help="Art beyond the trim.")] = None,  # noqa: UP045 - typer reads it at run time
    margin: Annotated[Optional[str], typer.Option(metavar="LENGTH", help="What the printer cannot reach.")] = None,  # noqa: UP045 - typer reads it at run time
    pack: PackOption = None,
    fill: FillOption = None,
    edge: Annotated[
        Optional[EdgeChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="Of every component: art over the edge, or a plain border."),
    ] = None,
    marks: Annotated[
        Optional[MarksChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="What says where to cut: at the rim, lines, crosses where cuts meet, double marks, none."),
    ] = None,
    mark_ink: Annotated[
        Optional[MarkInkChoice],  # noqa: UP045 - typer reads it at run time
        typer.Option(help="Marks in black alone, or in black of all inks for a press."),
    ] = None,
    sheet: SheetOption = None,
    ink: InkOption = None,
    grey: GreyOption = False,
    ink_report: InkReportOption = False,
    players: Annotated[
        Optional[int],  # noqa: UP045 - typer reads it at run time
        typer.Option(min=1, metavar="N", help="Print only the cards that are used with so many players."),
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
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build print-and-play PDFs: cards, backs, summaries and rule sheets, every example verified.

    [bold]pnp build red[/bold] writes output/red/red-en-a4.pdf. Print it at 100 %, on both sides, turned over the long
    edge.
    """
    from pnp.build.options import BuildOptions  # noqa: PLC0415 - pnp --help must not load the pipeline

    values = free_values(set_)
    where, turned = backs_option(backs, flip)
    shared = BuildOptions(
        backs=where,
        flip=turned,
        back_offset=offset_option(back_offset),
        printer=printer_option(printer),
        gutter=length_option("--gutter", gutter),
        bleed=length_option("--bleed", bleed),
        margin=length_option("--margin", margin),
        edge=None if edge is None else edge.value,
        marks=None if marks is None else marks.value,
        mark_ink=None if mark_ink is None else mark_ink.value,
        sheet=sheet,
        pack=None if pack is None else pack.value,
        fill=tuple(dict.fromkeys(fill or ())),
        ink=None if ink is None else ink.value,
        grey=grey,
        ink_report=ink_report,
        only=tuple(dict.fromkeys(only or ())),
        instead=tuple(dict.fromkeys(instead or ())),
        seed=seed,
        out=out,
        svg="outlines" if svg_outlines else "text" if svg else None,
        players=players,
        cut=cut_wish(cut, corner, cut_format),
        changed_since=changed_since,
        split=None if split is None else split.value,
    )
    wanted = Wanted(
        games, values, games_to_build, everything, list(lang) if lang else [None], papers_named(paper), shared
    )
    if watch:
        keep_building(wanted, as_json, quiet)
        return
    done = _built(wanted, quiet or as_json)
    done.leave("written", as_json, list(done.results.values()))
    if as_json:
        say_json({"ok": True, "kits": list(done.results.values())})


def _built(wanted: Wanted, quiet: bool) -> Done[dict[str, Any]]:
    """Build all kits, side by side where there are several: what is searched and drawn for a game serves all of its."""
    from pnp.project.project import open_project  # noqa: PLC0415 - as above

    project = open_project(wanted.games, values=wanted.values)
    kits = wanted.kits(project)
    if len(kits) > 1:
        import pnp.build.build  # noqa: PLC0415, F401 - before processes are forked: else each reads it anew

    work = {called: partial(_one, project, game, options, quiet) for called, (game, options) in kits.items()}
    return each(work, lambda called: kits[called][0].id, lambda called: _weight(kits[called][0]))


def _weight(game: Any) -> int:
    """How long a kit of ``game`` takes beside kits of others, roughly: the longer, the more its table says, and a card
    of a file as much as a line of that. Only the order in which kits are begun depends on it."""
    said = {key: value for key, value in game.resolved.items() if key != "decks"}
    return len(str(said)) + 20 * sum(map(len, game.decks.values()))


def _one(project: Any, game: Any, options: Any, quiet: bool) -> dict[str, Any]:
    from pnp.cli.built import as_json, tell  # noqa: PLC0415 - pnp --help must not load it

    kit, paths = make(project, game, options, quiet)
    report(kit.warnings)
    if not quiet:
        tell(kit, paths)
    return as_json(kit, paths)
