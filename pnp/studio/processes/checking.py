"""Check a kit, and compare it with a printed one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pnp.build.build import build_kit
from pnp.build.warnings import lint_definition
from pnp.check.check import check_game
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.game import Game
from pnp.project.project import Project, open_project
from pnp.records import dataclass
from pnp.studio.view import View


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Kit to check: a definition with its free values, a game, the view of it, and the printed kit to compare with."""

    games: Path | None
    values: Mapping[str, str]
    game: str
    view: View
    against: Path | None = None


@dataclass(frozen=True, slots=True)
class PieceChange:
    """Change of a piece since a kit was printed. ``status`` and ``reasons`` are those of ``--changed-since``."""

    status: str
    component: str
    card: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """Warnings about a kit, or its errors, and the changes since the printed kit."""

    messages: tuple[Diagnostic, ...]
    changes: tuple[PieceChange, ...] = ()


def check_kit(request: CheckRequest) -> CheckAnswer:
    """Return the warnings about a kit as ``pnp check`` gives them, or its errors, and what changed since it was
    printed."""
    try:
        project = open_project(request.games, values=request.values, again=True)
        game, options = project.game(request.game), request.view.options()
        warnings = (*lint_definition(project, game, options.players), *check_game(project, game, options).warnings)
    except PnpError as error:
        return CheckAnswer(error.diagnostics)
    try:
        changes = () if request.against is None else _changes(project, game, request.view, request.against)
    except PnpError as error:
        warnings, changes = (*warnings, *error.diagnostics), ()
    return CheckAnswer(tuple(dict.fromkeys(warnings)), changes)


def _changes(project: Project, game: Game, view: View, printed: Path) -> tuple[PieceChange, ...]:
    options = replace(view.options(), choices=False, changed_since=printed)
    changes = build_kit(project, game, options).changes
    return tuple(
        PieceChange(
            change.status,
            change.component,
            change.card,
            tuple(f"{side}: {reason.text}" for side, reason in change.reasons),
        )
        for change in (() if changes is None else changes.pieces)
    )
