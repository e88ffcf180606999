"""``pnp verify`` and ``pnp preflight``: look at PDFs, those of this program and of others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cli.options import GamesOption, JsonOption
from pnp.diagnostics import Diagnostic, PnpError


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
