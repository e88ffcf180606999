"""Check a kit, and compare it with a printed one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pnp.build.build import build_kit
from pnp.build.compare.face_images import FacePlace, face_image
from pnp.build.compare.printed_kit import open_printed_kit
from pnp.build.warnings import lint_definition
from pnp.check.check import check_game
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.formats.pictures import encode_png
from pnp.model.game import Game
from pnp.project.project import Project, open_project
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.studio.processes.committed import CommittedKit, committed_pdf
from pnp.studio.view import View
from pnp.units import MM_PER_INCH


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Kit to check: a definition with its free values, a game, the view of it, and the printed kit or the commit to
    compare with. ``store`` is a folder for kits of commits."""

    games: Path | None
    values: Mapping[str, str]
    game: str
    view: View
    against: Path | None = None
    since: str | None = None
    store: Path | None = None


@dataclass(frozen=True, slots=True)
class PieceChange:
    """Change of a piece since a kit was printed. ``status`` and ``reasons`` are those of ``--changed-since``."""

    status: str
    component: str
    card: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """Warnings about a kit, or its errors, and the changes since the ``printed`` kit."""

    messages: tuple[Diagnostic, ...]
    changes: tuple[PieceChange, ...] = ()
    printed: Path | None = None


def check_kit(request: CheckRequest) -> CheckAnswer:
    """Return the warnings about a kit as ``pnp check`` gives them, or its errors, and what changed since it was
    printed."""
    try:
        project = open_project(request.games, values=request.values, again=True)
        game, options = project.game(request.game), request.view.options()
        warnings = (
            *lint_definition(project, game, options.players, options.paper),
            *check_game(project, game, options).warnings,
        )
    except PnpError as error:
        return CheckAnswer(error.diagnostics)
    printed, changes = request.against, tuple[PieceChange, ...]()
    try:
        if request.since is not None and request.store is not None:
            printed = committed_pdf(
                CommittedKit(request.games, request.values, request.game, request.view, request.since, request.store)
            )
        if printed is not None:
            changes = _changes(project, game, request.view, printed)
    except PnpError as error:
        warnings = (*warnings, *error.diagnostics)
    return CheckAnswer(tuple(dict.fromkeys(warnings)), changes, printed)


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


@dataclass(frozen=True, slots=True)
class PrintedFaceRequest:
    """Face of a printed kit of a game, and the resolution of its picture in pixels per mm."""

    printed: Path
    game: str
    component: str
    card: str
    side: str
    resolution: float


def printed_face(request: PrintedFaceRequest) -> bytes | None:
    """Return the picture of a face of a printed kit as PNG, cut to its trim; None if no page shows it whole. Raises
    PnpError for a file that is no kit."""
    kit = open_printed_kit(request.printed, request.game)
    piece = kit.pieces.get((request.component, request.card))
    face = None if piece is None else piece.front if request.side == "front" else piece.back
    if face is None or face.place is None:
        return None
    begin_step("drawing a page of the printed kit", kit.label)
    place = FacePlace(face.place.page, face.place.box, face.place.rotation)
    try:
        image = face_image(kit.data, place, request.resolution)
    except IndexError as error:
        raise PnpError(Diagnostic("damaged-page", str(error), Location(kit.label))) from error
    return encode_png(image, round(request.resolution * MM_PER_INCH))
