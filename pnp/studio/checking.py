"""Check a kit in a process of its own, which a save ends: a check never delays the next picture."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pnp.build.build import build_kit
from pnp.build.warnings import lint_definition
from pnp.cache.disk import FOLDER, cache_folder
from pnp.check.check import check_game
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.game import Game
from pnp.project.project import Project, open_project
from pnp.records import dataclass
from pnp.steps import limit_process
from pnp.studio.view import View

_NICE = 5
"""Priority of the process below that of the studio, which draws."""


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


class CheckProcess:
    """Process that checks one kit at a time. ``check`` and ``end`` are called by different threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def check(self, request: CheckRequest) -> CheckAnswer | None:
        """Check a kit. Returns None if the check was ended, or failed by itself."""
        with self._lock:
            if self._is_over:
                return None
            # With -P no module is taken from the working folder, which may be a stranger's project.
            script = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import answer_request; answer_request()"
            self._process = process = subprocess.Popen(  # noqa: S603 - this module
                [sys.executable, "-P", "-c", script],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | ({FOLDER: ""} if cache_folder() is None else {}),
            )
        answer, _ = process.communicate(pickle.dumps(request))
        with self._lock:
            self._process = None
        if process.returncode != 0:
            return None
        checked: CheckAnswer = pickle.loads(answer)  # noqa: S301 - written by the process begun above
        return checked

    def end(self, for_ever: bool = False) -> None:
        """End the check that runs, if any; ``for_ever``, so that none begins after it."""
        with self._lock:
            self._is_over = self._is_over or for_ever
            if self._process is not None:
                with suppress(OSError):
                    self._process.kill()


def _checked(request: CheckRequest) -> CheckAnswer:
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


def answer_request() -> None:
    """Check the kit that a request on the standard input names, and write the messages to the standard output."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    limit_process()
    request = pickle.load(sys.stdin.buffer)  # noqa: S301 - written by the process that has begun this one
    with suppress(BrokenPipeError):  # the studio has ended
        sys.stdout.buffer.write(pickle.dumps(_checked(request)))
        sys.stdout.buffer.flush()
