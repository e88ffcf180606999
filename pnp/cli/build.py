"""``pnp build``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
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
from pnp.cli.changed import ChangedSinceOption, OnlyOption, as_json_of, tell_changes
from pnp.cli.cutting import CornerOption, CutFormatOption, CutOption, cut_wish, listed, told
from pnp.cli.inks import GreyOption, InkOption, InkReportOption, ink_as_json, ink_in_words
from pnp.cli.output import note, progress, report, say, say_json, tick
from pnp.cli.printer import PrinterOption, printer_option
from pnp.cli.several import each
from pnp.cli.sheets import SheetOption, papers, stock
from pnp.cli.splitting import SplitOption
from pnp.diagnostics import Diagnostic, PnpError


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
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build print-and-play PDFs: cards, backs, summaries and rule sheets, every example verified.

    [bold]pnp build red[/bold] writes output/red/red-en-a4.pdf. Print it at 100 %, on both sides, turned over the long
    edge.
    """
    from pnp.pipeline.options import BuildOptions  # noqa: PLC0415 - pnp --help must not load the pipeline
    from pnp.pipeline.project import open_project  # noqa: PLC0415

    project = open_project(games, values=free_values(set_))
    chosen = _chosen(project, games_to_build, everything)
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
    kits = _kits(project, chosen, list(lang) if lang else [None], _papers(paper), shared, quiet or as_json)
    if changed_since is not None and len(kits) > 1:
        raise PnpError(Diagnostic("usage", "--changed-since is for one kit", hint="name one game, language and paper"))
    if len(kits) > 1:
        import pnp.pipeline.building  # noqa: PLC0415, F401 - before processes are forked: else each reads it anew

    games_by_id = {game.id: game for game in chosen}
    # What is searched and drawn for a game serves all its kits.
    done = each(kits, _game_of, lambda called: _weight(games_by_id[_game_of(called)]))
    done.leave("written", as_json, list(done.results.values()))
    if as_json:
        say_json({"ok": True, "kits": list(done.results.values())})


def _kits(
    project: Any, games: Sequence[Any], languages: Sequence[str | None], sizes: Sequence[Any], shared: Any, quiet: bool
) -> dict[str, Any]:
    """What builds each kit, by what it is called."""
    return {
        _called(game, language, size): partial(
            _one, project, game, replace(shared, language=language, paper=size), quiet
        )
        for game in games
        for language in languages
        for size in sizes
    }


def _chosen(project: Any, named: list[str] | None, everything: bool) -> list[Any]:
    """The games to build. Raises PnpError unless they are named or all are asked for, where there are several."""
    only_one = len((*project.games, *project.set_aside)) == 1
    if everything == bool(named) and (everything or not only_one):
        raise PnpError(
            Diagnostic(
                "usage",
                "games are named and --all is said: say one of the two"
                if everything
                else "name the games to build, or say --all",
                hint=f"{project.label} has: {', '.join((*project.games, *project.set_aside))}",
            )
        )
    return [project.game(name) for name in dict.fromkeys(named)] if named else list(project.every_game())


def _papers(named: list[str] | None) -> list[Any]:
    """The papers to build for, None for the one that the definition says."""
    from pnp.model.sizes import paper as paper_named  # noqa: PLC0415

    try:
        return [paper_named(text) for text in named or ()] or [None]
    except ValueError as error:
        raise PnpError(Diagnostic("bad-paper", str(error))) from error


def _called(game: Any, language: str | None, sheet: Any) -> str:
    """What a kit among several is called: its game, and what was asked for by name."""
    parts = [game.id, "" if language is None else f"in {language}", "" if sheet is None else f"on {sheet.name}"]
    return " ".join(filter(None, parts))


def _game_of(called: str) -> str:
    """The game of a kit that is called as ``_called`` says."""
    return called.split(" ", maxsplit=1)[0]


def _weight(game: Any) -> int:
    """How long a kit of ``game`` takes beside kits of others, roughly: the longer, the more its table says, and a card
    of a file as much as a line of that. Only the order in which kits are begun depends on it."""
    said = {key: value for key, value in game.resolved.items() if key != "decks"}
    return len(str(said)) + 20 * sum(map(len, game.decks.values()))


def _one(project: Any, game: Any, options: Any, quiet: bool) -> dict[str, Any]:
    from pnp.pipeline.building import build_kit, write_kit  # noqa: PLC0415

    with progress(f"building {game.id}", quiet) as step:
        kit = build_kit(project, game, options, step)
    paths = write_kit(project, kit, options)
    for warning in kit.warnings:
        report([warning])
    if not quiet:
        if kit.changes is not None:
            tell_changes(kit.changes)
        if paths:
            _tell(kit, paths)
    return {
        "game": game.id,
        "file": str(paths[0]) if paths else None,
        "files": [
            {"file": str(path), "pages": len(file.pages), "sheets": file.sheets}
            for path, file in zip(paths, kit.files, strict=True)
        ],
        "language": kit.settings.language,
        "paper": kit.settings.paper.name,
        "printer": kit.settings.printer or None,
        "pages": kit.pages,
        "sheets": kit.sheets,
        "components": [{"id": part.id, "pieces": part.pieces, "unique": part.unique} for part in kit.components],
        "examples": len(kit.examples.examples),
        "printed_examples_read_back": kit.report.places,
        "unkilled": list(kit.examples.unkilled),
        "code": kit.code,
        "cut": listed(kit, paths),
        "ink": ink_as_json(kit.ink),
        **({} if kit.changes is None else as_json_of(kit.changes)),
    }


def _tell(kit: Any, paths: Sequence[Path]) -> None:
    for path, file in zip(paths, kit.files, strict=True):
        say(_shown(path))
        if len(paths) > 1:
            note(f"  {_counted(file.sheets, 'sheet')}, {_counted(len(file.pages), 'page')}")
    sheets, pages = _counted(kit.sheets, "sheet"), _counted(kit.pages, "page")
    parts = ", ".join(f"{part.pieces} {part.title}" if part.pieces > 1 else part.title for part in kit.components)
    note(f"  {sheets} of {papers(kit)}, {pages}: {parts}")
    if kit.ink is not None:
        note(f"  {ink_in_words(kit.ink)}")
    for line in (*stock(kit), *_choices(kit), *told(kit, paths)):
        note(line)
    if kit.settings.printer:
        note(f"  made for the printer {kit.settings.printer}: --printer none makes it for any")
    if kit.examples.examples:
        count = len(kit.examples.examples)
        killed = len({name for example in kit.examples.examples for name in example.kills})
        read_back = (
            f"and read back in {kit.report.places} places" if kit.report.places else "none of them on these parts"
        )
        note(
            f"  {tick(True, sys.stderr)} {count} examples and checks computed, agreed by the oracle, "
            f"{read_back}; they rule out {killed} misreadings"
        )
    if kit.report.places:
        note(f"  code {kit.code}: pnp verify --code {kit.code} tells whether a printed card still holds")
    for fallback in kit.fallbacks:
        note(f"  note: {fallback}")


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _choices(kit: Any) -> list[str]:
    """What could be printed in place of something that is, and how."""
    from pnp.model.text import say as worded  # noqa: PLC0415

    named = {one.id: worded(one.title, kit.settings.language) for one in kit.game.components}
    return [
        f"  {named[one.id]} can be printed instead of {named[one.instead_of]}: --with {one.id}"
        for one in kit.left_out
        if one.instead_of is not None
    ]


def _shown(path: Path) -> str:
    """The path as a person would type it: relative to the working directory where it lies below it."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if near.startswith("..") else near
