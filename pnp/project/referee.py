"""Referee of one game: answers cases by its rules."""

from __future__ import annotations

import json
from typing import Any

from pnp.games.core.answer import PositionError
from pnp.model.game import Game
from pnp.project.project import engine_of


def _refuse_constant(name: str) -> None:
    """Refuse NaN and infinity, which are no JSON (RFC 8259). Raises ValueError."""
    raise ValueError(f"{name} is no number of JSON")


class Referee:
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
