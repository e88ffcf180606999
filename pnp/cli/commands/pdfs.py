"""``pnp verify``, ``pnp preflight`` and ``pnp calibrate``: look at PDFs and at what a printer makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cli.options import GamesOption, JsonOption, LangOption
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.print_options import Flip


def verify(
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE.pdf…", help="PDFs that pnp has built.")] = None,
    code: Annotated[str | None, typer.Option("--code", metavar="CODE", help="The code on a printed card.")] = None,
    games: GamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Re-check every example of a built PDF, or the code of a printed card, against the rules of today.

    Exit status 1 when an example does not hold or is not what is printed.
    """
    if bool(files) == bool(code):
        raise PnpError(Diagnostic("usage", "name a PDF to verify, or a code with --code; one of the two"))
    from pnp.cli.work import verify as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    holds = work.verify_code(games, code, as_json) if code else work.verify_files(games, files or [], as_json)
    if not holds:
        raise typer.Exit(1)


def preflight(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.pdf…", help="PDFs of any program.")],
    standard: Annotated[
        Literal["x1a", "x4", "home"] | None,
        typer.Option(help="What to hold them to. Default: what each says it is, else home."),
    ] = None,
    ink: Annotated[float, typer.Option(metavar="PERCENT", help="The most ink: 100 is one ink in full.")] = 300.0,
    min_type: Annotated[float, typer.Option("--min-type", metavar="PT", help="The smallest type, in points.")] = 6.0,
    as_json: JsonOption = False,
) -> None:
    """Look at PDFs as a print shop does: boxes, fonts, colours, ink, pictures, lines, type, transparency.

    Exit status 1 when an error is found. Needs the extra: pip install "pnp-kit\\[preflight]".
    """
    from pnp.cli.work import preflight as work  # noqa: PLC0415 - pnp --help must not load it

    if not work.preflight_files(files, standard, ink, min_type, as_json):
        raise typer.Exit(1)


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
