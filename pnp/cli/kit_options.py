"""Options of a kit: what ``pnp build`` makes, and what ``pnp check`` checks as if it were made."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from pnp.cli.options import (
    BacksChoice,
    CornerOption,
    CutFormatOption,
    CutOption,
    EdgeChoice,
    FillOption,
    GreyOption,
    InkOption,
    LangsOption,
    OnlyOption,
    PackOption,
    PrinterOption,
    SeedOption,
    SheetOption,
    SplitOption,
    WithoutOption,
)
from pnp.model.print_options import Flip, MarkInk, Marks
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KitOptions:
    """Options of a kit as the command line gives them. None leaves a setting to the definition."""

    paper: Annotated[
        list[str] | None,
        typer.Option(help="a4, letter, a3 … or a size such as '210mm x 297mm'; may be given more than once."),
    ] = None
    lang: LangsOption = None
    only: OnlyOption = None
    instead: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="COMPONENT", help="Print this one in place of the one that it can replace."),
    ] = None
    without: WithoutOption = None
    seed: SeedOption = 0
    backs: Annotated[
        BacksChoice | None,
        typer.Option(
            help="duplex: behind the fronts; gutterfold: beside them, to fold and glue; separate: behind them, after "
            "all fronts. long-edge and short-edge are duplex with --flip.",
            metavar="duplex|gutterfold|separate|none",
            show_choices=False,
        ),
    ] = None
    flip: Annotated[
        Flip | None,
        typer.Option(help="The edge of the paper over which sheets are turned for their backs."),
    ] = None
    back_offset: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Shift the backs, as measured with pnp calibrate.")
    ] = None
    printer: PrinterOption = None
    gutter: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="Room between cards, such as 6mm for bleed on every side.")
    ] = None
    bleed: Annotated[str | None, typer.Option(metavar="LENGTH", help="Art beyond the trim.")] = None
    margin: Annotated[str | None, typer.Option(metavar="LENGTH", help="What the printer cannot reach.")] = None
    pack: PackOption = None
    fill: FillOption = None
    edge: Annotated[
        EdgeChoice | None,
        typer.Option(help="Of every component: art over the edge, or a plain border."),
    ] = None
    marks: Annotated[
        Marks | None,
        typer.Option(help="What says where to cut: at the rim, lines, crosses where cuts meet, double marks, none."),
    ] = None
    mark_ink: Annotated[
        MarkInk | None,
        typer.Option(help="Marks in black alone, or in black of all inks for a press."),
    ] = None
    sheet: SheetOption = None
    ink: InkOption = None
    grey: GreyOption = False
    players: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Print only the cards that are used with N players."),
    ] = None
    cut: CutOption = None
    corner: CornerOption = None
    cut_format: CutFormatOption = None
    split: SplitOption = None


def with_kit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a kit to those of a command, which takes them together as its argument ``kit``.

    typer reads the signature of a command. So the fields of ``KitOptions`` stand in it in the place of ``kit``.
    """
    hints = get_type_hints(KitOptions, include_extras=True)
    added = [
        inspect.Parameter(
            option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=hints[option.name]
        )
        for option in fields(KitOptions)
    ]
    own = inspect.signature(command, eval_str=True).parameters.values()
    parameters = [
        spread.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in own
        for spread in (added if parameter.name == "kit" else [parameter])
    ]

    @wraps(command)
    def run(**values: Any) -> None:
        kit = KitOptions(**{parameter.name: values.pop(parameter.name) for parameter in added})
        command(**values, kit=kit)

    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what inspect looks for
    del run.__wrapped__  # its hints lack those of the kit
    return run
