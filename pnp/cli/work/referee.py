"""Answer questions about the rules of a game, as JSON Lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pnp.cli.output import flush, write
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.project.project import open_project
from pnp.project.referee import Referee
from pnp.steps import begin_step


def answer_all(definition: Path | None, game: str, file: Path | None) -> bool:
    """Print an answer to every line as soon as it is known, and return True if none is an error."""
    referee = Referee(open_project(definition).game(game))
    all_answered = True
    for number, line in enumerate(_lines(file), 1):
        begin_step(f"answering line {number}")
        answer = referee.answer_line(line)
        all_answered = all_answered and "error" not in answer
        write(sys.stdout, json.dumps(answer, ensure_ascii=True) + "\n")
        flush()
    return all_answered


def _lines(file: Path | None) -> Iterable[str]:
    """Read the lines to answer: from standard input as they come, or the lines or cases of a file. Raises PnpError."""
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
        document: Any = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if isinstance(document, dict) and isinstance(document.get("cases"), list):
        return (json.dumps(case) for case in document["cases"])
    return (line for line in text.splitlines() if line.strip())
