"""``pnp calibrate``: measure a printer, and save its profile."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import JsonOption, LangOption
from pnp.model.print_options import Flip


def calibrate(
    paper: Annotated[str, typer.Option(help="a4, letter … or a size such as '210mm x 297mm'.")] = "a4",
    lang: LangOption = None,
    flip: Annotated[
        Flip | None,
        typer.Option(help="The edge of the paper over which the printer turns sheets. Default: long."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write the sheet. Default: calibration.pdf."),
    ] = None,
    single: Annotated[bool, typer.Option("--single", help="A sheet for a printer that prints one side.")] = False,
    back_offset: Annotated[
        str | None,
        typer.Option(metavar="X,Y", help="Print the sheet, or say that it was printed, with backs shifted already."),
    ] = None,
    printer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Print the sheet for a saved printer: the cross then reads 10, the scales 0."
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Keep what follows as this printer, for pnp build --printer."),
    ] = None,
    read: Annotated[
        str | None,
        typer.Option(metavar="FIGURES", help="The figures of the cross and the scales: 'X10.5 Y9.5 A0.3 B0.2 C3.9 …'."),
    ] = None,
    across: Annotated[
        str | None,
        typer.Option(metavar="LENGTH", help="How long the line across the sheet is, by your ruler."),
    ] = None,
    down: Annotated[
        str | None,
        typer.Option(metavar="LENGTH", help="How long the line down the sheet is."),
    ] = None,
    margin: Annotated[
        str | None,
        typer.Option(metavar="LENGTH", help="What the printer cannot reach."),
    ] = None,
    default: Annotated[
        bool, typer.Option("--default", help="With --save or --printer: build for this one from now on.")
    ] = False,
    listing: Annotated[bool, typer.Option("--list", help="Show the printers that are kept.")] = False,
    forget: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Forget a printer."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write a sheet that shows how a printer shifts, turns and scales, and keep what you read off it.

    calibrate · calibrate --save "Brother at home" --read "X10.5 Y10 A0.3 …" --across 180mm --down 249.5mm --margin 4mm

    The sheet itself says how to read it. Then: build red --printer "Brother at home", or --default once.
    """
    from pnp.cli.work import calibrate as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    work.calibrate(
        work.CalibrateOptions(
            paper=paper,
            language=lang,
            flip=flip,
            out=out,
            single=single,
            back_offset=back_offset,
            printer=printer,
            save=save,
            read=read,
            across=across,
            down=down,
            margin=margin,
            default=default,
            listing=listing,
            forget=forget,
            as_json=as_json,
        )
    )
