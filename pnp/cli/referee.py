"""``pnp referee``: cases in, answers out, as JSON Lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli.arguments import GamesOption
from pnp.cli.output import flush, write
from pnp.diagnostics import Diagnostic, Location, PnpError


def referee(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="JSON Lines, or a file of cases. Default: standard input."),
    ] = None,
    games: GamesOption = None,
) -> None:
    """Answer questions about the rules: one JSON object with kind and in per line; one answer per line, in order.

    A line that cannot be answered gives an error, the others are still answered, and the exit status is 1.
    """
    from pnp.project.project import open_project  # noqa: PLC0415
    from pnp.project.referee import Referee  # noqa: PLC0415

    project = open_project(games)
    found = Referee(project.game(game))
    good = True
    for line in _lines(file):
        answer = found.answer_line(line)
        good = good and "error" not in answer
        write(sys.stdout, json.dumps(answer, ensure_ascii=True) + "\n")
        flush()
    if not good:
        raise typer.Exit(1)


def _lines(file: Path | None) -> Iterable[str]:
    """The lines to answer: of standard input as they come, of a JSON Lines file, or the cases of a whole file."""
    if file is None:
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape")
        return (line for line in sys.stdin if line.strip())
    try:
        text = file.read_text(encoding="utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise PnpError(
            Diagnostic("unreadable", f"the file cannot be read: {error.strerror}", Location(str(file)))
        ) from error
    return _cases(text)


def _cases(text: str) -> Iterator[str]:
    try:
        whole: Any = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("cases"), list):
        return (json.dumps(case) for case in whole["cases"])
    return (line for line in text.splitlines() if line.strip())
