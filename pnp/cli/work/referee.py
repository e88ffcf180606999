"""Answer questions about the rules of a game, as JSON Lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pnp.cli.output import flush, write
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.games.core.answer import PositionError
from pnp.model.game import Game
from pnp.project.project import engine_of, open_project
from pnp.steps import begin_step


def _refuse_constant(name: str) -> None:
    """Refuse NaN and infinity, which are no JSON (RFC 8259). Raises ValueError."""
    raise ValueError(f"{name} is no number of JSON")


class _Referee:
    """Engine of ``game`` with the figures of its table, asked line by line."""

    def __init__(self, game: Game) -> None:
        self._settings = game.settings
        self._engine = engine_of(game)
        self._rules = self._engine.rules(game.settings)

    def answer_line(self, line: str) -> dict[str, Any]:
        """Answer one JSON line with ``id``, ``kind`` and ``out``, or ``error`` with one sentence."""
        try:
            case = json.loads(line, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            return {"id": None, "kind": None, "error": f"this line is not JSON: {error}"}
        if not isinstance(case, dict):
            return {"id": None, "kind": None, "error": "this line is not a JSON object with kind and in"}
        head = {"id": case.get("id"), "kind": case.get("kind")}
        kind, position = case.get("kind"), case.get("in")
        if not isinstance(kind, str) or kind not in self._engine.kinds:
            known = ", ".join(self._engine.kinds) or "none"
            return {**head, "error": f"there is no kind {kind!r}; the kinds of this game are: {known}"}
        if not isinstance(position, dict):
            return {**head, "error": "'in' must be a JSON object"}
        try:
            return {**head, "out": self._engine.answer(self._settings, self._rules, kind, position)}
        except PositionError as error:
            return {**head, "error": str(error)}


def answer_all(definition: Path | None, game: str, file: Path | None) -> bool:
    """Print an answer to every line as soon as it is known, and return True if none is an error."""
    referee = _Referee(open_project(definition).game(game))
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
