"""``pnp preflight``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.cli.options import JsonOption


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
