"""``pnp verify``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
