"""``pnp preflight``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from pnp.cli.arguments import JsonOption, ProfileChoice
from pnp.cli.output import report, say, say_json, tick
from pnp.cli.several import each


def preflight(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.pdf…", help="PDFs of any program.")],
    standard: Annotated[
        Optional[ProfileChoice],  # noqa: UP045 - typer reads annotations at run time on every supported Python
        typer.Option(help="What to hold them to. Default: what each says it is, else home."),
    ] = None,
    ink: Annotated[float, typer.Option(metavar="PERCENT", help="The most ink: 100 is one ink in full.")] = 300.0,
    min_type: Annotated[float, typer.Option("--min-type", metavar="PT", help="The smallest type, in points.")] = 6.0,
    as_json: JsonOption = False,
) -> None:
    """Look at PDFs as a print shop does: boxes, fonts, colours, ink, pictures, lines, type, transparency.

    Exit status 1 when an error is found. Needs the extra: pip install "pnp-kit\\[preflight]".
    """
    from pnp.preflight.inspect import NAMES, preflight_file  # noqa: PLC0415 - pnp --help must not load it

    profile = None if standard is None else standard.value
    done = each({str(path): partial(preflight_file, path, profile, ink, min_type) for path in files})
    found: list[Any] = list(done.results.values())
    for one in found:
        report(one.diagnostics())
    if as_json:
        say_json(
            [one.as_json() for one in found]
            + [
                {"file": path, "ok": False, "diagnostics": [item.as_json() for item in error.diagnostics]}
                for path, error in done.errors.items()
            ]
        )
    else:
        for one in found:
            errors = sum(item["severity"] == "error" for item in one.findings)
            warnings = len(one.findings) - errors
            said = ", ".join(
                _count(number, what) for number, what in ((errors, "error"), (warnings, "warning")) if number
            )
            pages = _count(one.pages, "page")
            say(f"{tick(one.passed)} {one.path}: {pages}, held to {NAMES[one.profile]}: {said or 'nothing found'}")
    done.leave("looked at", as_json=False)
    if not all(one.passed for one in found):
        raise typer.Exit(1)


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
