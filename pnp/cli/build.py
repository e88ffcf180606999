"""``pnp build``."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from pnp.cli.arguments import (
    BacksChoice,
    EdgeChoice,
    FlipChoice,
    GamesOption,
    JsonOption,
    LangsOption,
    MarkInkChoice,
    MarksChoice,
    QuietOption,
    SeedOption,
    SetOption,
    backs_option,
    free_values,
    length_option,
    offset_option,
)
from pnp.cli.output import note, progress, report, say, say_json, tick
from pnp.cli.several import each
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
    only: Annotated[
        list[str] | None, typer.Option(metavar="COMPONENT", help="Only this component; may be given more than once.")
    ] = None,
    instead: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="COMPONENT", help="Print this one in place of the one that it can replace."),
    ] = None,
    seed: SeedOption = 0,
    backs: Annotated[
        Optional[BacksChoice],  # noqa: UP045
        typer.Option(
            help="duplex: behind the fronts; gutterfold: beside them, to fold and glue; separate: behind them, after "
            "all fronts. long-edge and short-edge are duplex with --flip.",
            metavar="duplex|gutterfold|separate|none",
            show_choices=False,
        ),
    ] = None,
    flip: Annotated[
        Optional[FlipChoice],  # noqa: UP045
        typer.Option(help="The edge of the paper over which sheets are turned for their backs."),
    ] = None,
    back_offset: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Shift the backs, as measured with pnp calibrate.")
    ] = None,
    gutter: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Room between cards, such as 6mm for bleed on every side.")
    ] = None,
    bleed: Annotated[Optional[str], typer.Option(metavar="LENGTH", help="Art beyond the trim.")] = None,  # noqa: UP045
    margin: Annotated[Optional[str], typer.Option(metavar="LENGTH", help="What the printer cannot reach.")] = None,  # noqa: UP045
    edge: Annotated[
        Optional[EdgeChoice],  # noqa: UP045
        typer.Option(help="Of every component: art over the edge, or a plain border."),
    ] = None,
    marks: Annotated[
        Optional[MarksChoice],  # noqa: UP045
        typer.Option(help="What says where to cut: at the rim, lines, crosses where cuts meet, double marks, none."),
    ] = None,
    mark_ink: Annotated[
        Optional[MarkInkChoice],  # noqa: UP045
        typer.Option(help="Marks in black alone, or in black of all inks for a press."),
    ] = None,
    players: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, metavar="N", help="Print only the cards that are used with so many players."),
    ] = None,
    set_: SetOption = None,
    svg: Annotated[
        bool, typer.Option("--svg", help="Leave the faces as SVG files too, their pictures inside.")
    ] = False,
    svg_outlines: Annotated[
        bool, typer.Option("--svg-outlines", help="The same with shapes for all text, for programs without the fonts.")
    ] = False,
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
    only_one = len((*project.games, *project.set_aside)) == 1
    if everything == bool(games_to_build) and (everything or not only_one):
        raise PnpError(
            Diagnostic(
                "usage",
                "games are named and --all is said: say one of the two"
                if everything
                else "name the games to build, or say --all",
                hint=f"{project.label} has: {', '.join((*project.games, *project.set_aside))}",
            )
        )
    chosen = [project.game(name) for name in dict.fromkeys(games_to_build)] if games_to_build else project.every_game()
    languages: list[str | None] = list(lang) if lang else [None]
    where, turned = backs_option(backs, flip)
    shared = BuildOptions(
        backs=where,
        flip=turned,
        back_offset=offset_option(back_offset),
        gutter=length_option("--gutter", gutter),
        bleed=length_option("--bleed", bleed),
        margin=length_option("--margin", margin),
        edge=None if edge is None else edge.value,
        marks=None if marks is None else marks.value,
        mark_ink=None if mark_ink is None else mark_ink.value,
        only=tuple(dict.fromkeys(only or ())),
        instead=tuple(dict.fromkeys(instead or ())),
        seed=seed,
        out=out,
        svg="outlines" if svg_outlines else "text" if svg else None,
        players=players,
    )
    kits = {
        _called(game, language, sheet): partial(
            _one,
            project,
            game,
            replace(shared, language=language, paper=sheet),
            quiet or as_json,
        )
        for game in chosen
        for language in languages
        for sheet in _papers(paper)
    }
    done = each(kits)
    done.leave("written", as_json, list(done.results.values()))
    if as_json:
        say_json({"ok": True, "kits": list(done.results.values())})


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


def _one(project: Any, game: Any, options: Any, quiet: bool) -> dict[str, Any]:
    from pnp.pipeline.building import build_kit, write_kit  # noqa: PLC0415

    with progress(f"building {game.id}", quiet) as step:
        kit = build_kit(project, game, options, step)
    path = write_kit(project, kit, options)
    for warning in kit.warnings:
        report([warning])
    if not quiet:
        _tell(kit, path)
    return {
        "game": game.id,
        "file": str(path),
        "language": kit.settings.language,
        "paper": kit.settings.paper.name,
        "pages": kit.pages,
        "sheets": kit.sheets,
        "components": [{"id": part.id, "pieces": part.pieces, "unique": part.unique} for part in kit.components],
        "examples": len(kit.examples.examples),
        "printed_examples_read_back": kit.report.places,
        "unkilled": list(kit.examples.unkilled),
        "code": kit.code,
    }


def _tell(kit: Any, path: Path) -> None:
    say(_shown(path))
    sheets = "1 sheet" if kit.sheets == 1 else f"{kit.sheets} sheets"
    pages = "1 page" if kit.pages == 1 else f"{kit.pages} pages"
    parts = ", ".join(f"{part.pieces} {part.title}" if part.pieces > 1 else part.title for part in kit.components)
    note(f"  {sheets} of {kit.settings.paper.name}, {pages}: {parts}")
    for line in _choices(kit):
        note(line)
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
