"""Check a kit, and compare it with a printed one or with that of an earlier commit.

The project may be a stranger's, and with it the settings of its repository. So only commands of git are used that run
nothing which settings name: they list trees and read objects, and fetch none.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from pnp.build.build import build_kit
from pnp.build.compare.face_images import FacePlace, face_image
from pnp.build.compare.printed_kit import open_printed_kit
from pnp.build.warnings import lint_definition
from pnp.check.check import check_game
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.formats.pictures import encode_png
from pnp.model.game import Game
from pnp.project.definitions import GAMES_FILE
from pnp.project.project import Project, open_project
from pnp.project.watching import MOST_FILES
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.studio.view import View
from pnp.units import MM_PER_INCH

_MOST_BYTES = 500_000_000
"""Most bytes of the files of a commit."""
_SAFE = ("-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "-c", "core.hooksPath=/dev/null")
_REGULAR = frozenset({"100644", "100755"})


@dataclass(frozen=True, slots=True)
class CommittedKit:
    """Kit of a commit: a game of a definition, in a view. ``store`` is the folder that keeps its PDF."""

    games: Path | None
    values: Mapping[str, str]
    game: str
    view: View
    since: str
    store: Path


def committed_pdf(kit: CommittedKit) -> Path:
    """Return the PDF of a kit at a commit, built unless it is there already. Raises PnpError if there is no
    git, no repository or no such commit, and for the errors that the kit had."""
    definition = Path(GAMES_FILE) if kit.games is None else kit.games
    folder = definition.resolve().parent
    commit = _git(folder, "rev-parse", "--verify", "--end-of-options", f"{kit.since}^{{commit}}").decode().strip()
    name = hashlib.sha256(f"{commit} {folder} {kit.game} {kit.view}".encode("utf-8", "surrogateescape")).hexdigest()
    path = kit.store / f"{name}.pdf"
    if path.is_file():
        return path
    kit.store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kit.store) as written:
        begin_step("reading the files of a commit", kit.since)
        _write_files(folder, commit, Path(written))
        try:
            project = open_project(Path(written) / definition.name, values=kit.values, again=True)
            built = build_kit(project, project.game(kit.game), replace(kit.view.options(), choices=False))
        except PnpError as error:
            message = f"the kit of {kit.since} cannot be built: {error.diagnostics[0].message}"
            raise PnpError(Diagnostic("no-commit", message, hint="name another commit")) from error
        unfinished = Path(written) / "kit.pdf"
        unfinished.write_bytes(built.pdf)
        shutil.move(unfinished, path)
    return path


def _write_files(folder: Path, commit: str, target: Path) -> None:
    """Write the files below a folder as they are in a commit. Links and repositories inside of it are left out."""
    prefix = os.fsdecode(_git(folder, "rev-parse", "--show-prefix")).strip("\n")
    listed = _git(folder, "ls-tree", "-r", "-z", "--long", "--full-tree", commit, "--", prefix or ".")
    entries = list(_entries(listed, prefix))
    if len(entries) > MOST_FILES or sum(size for _, _, size in entries) > _MOST_BYTES:
        message = f"the commit has more than {MOST_FILES:,} files or {_MOST_BYTES // 1_000_000} MB in this folder"
        raise PnpError(Diagnostic("too-large", message, hint="put the game into a folder of its own"))
    names = "".join(f"{name}\n" for _, name, _ in entries)
    data = memoryview(_git(folder, "cat-file", "--batch", sent=names.encode()))
    for path, _, size in entries:
        head_end = bytes(data[:200]).index(b"\n") + 1
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data[head_end : head_end + size])
        data = data[head_end + size + 1 :]


def _entries(listed: bytes, prefix: str) -> Iterator[tuple[PurePosixPath, str, int]]:
    """Yield the regular files of a listed tree: the path below the prefix, the name of the object, and its size."""
    for line in listed.split(b"\0"):
        head, _, name = line.partition(b"\t")
        fields = head.decode("ascii").split()
        path = PurePosixPath(os.fsdecode(name).removeprefix(prefix))
        if len(fields) == 4 and fields[0] in _REGULAR and not path.is_absolute() and ".." not in path.parts:
            yield path, fields[2], int(fields[3])


def _git(folder: Path, *arguments: str, sent: bytes | None = None) -> bytes:
    """Return what git prints about the repository around a folder. Raises PnpError."""
    environment = {**os.environ, "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    command: Sequence[str] = ("git", "-C", str(folder), *_SAFE, *arguments)
    try:
        ran = subprocess.run(command, input=sent, capture_output=True, env=environment, check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise PnpError(Diagnostic("not-installed", "--since needs git, which is not installed")) from error
    if ran.returncode:
        lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        hint = "name a commit, a branch or a tag of the repository that the definition lies in, such as HEAD~1"
        raise PnpError(Diagnostic("no-commit", f"git: {lines[-1] if lines else 'failed'}", hint=hint))
    return ran.stdout


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
    """Change of a piece since a kit was printed. ``status`` and ``reasons`` are those of ``--changed-since``, ``faces``
    the ids of the faces that look otherwise."""

    status: str
    component: str
    card: str
    reasons: tuple[str, ...]
    faces: tuple[str, ...] = ()


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
            change.faces,
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
