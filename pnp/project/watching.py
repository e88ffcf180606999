"""Watch files that a kit may depend on: compare their stamps again and again.

Files that a kit was made of are not enough: a missing file, or a picture that a mended template will use, counts too.
So all files below the folder of the definition are watched, except for the output.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from pnp.cache.stamps import Stamp, stamp
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.game import Game
from pnp.project.definitions import GAMES_FILE
from pnp.project.project import Project, own_definition
from pnp.records import dataclass
from pnp.registry import game_package
from pnp.shipped import shipped

MOST_FILES = 20_000
"""Limit of the watched files: more are a home folder, and no project."""
EVERY = 0.15
"""Seconds between two scans."""
SETTLED = 0.05
"""Seconds for which files have to be unchanged: programs write several at once, and each in steps."""
_MAX_SETTLING = 2.0
"""Seconds after which files are taken as they are, settled or not."""
_PAUSE_FACTOR = 80
"""Factor of the pause after a scan to the time of the scan: scans take 1.3 % of a core at most."""
_IGNORED_FOLDERS = frozenset(("node_modules", "__pycache__"))
_OUTPUT = "output"
_CODE = ".py"
_PROGRAM = Path(__file__).resolve().parent.parent

Stamps: TypeAlias = Mapping[str, Stamp]
"""Stamps of files by path."""
Wait = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class WatchedPaths:
    """Folders that are watched with all files below them, single ``files``, and folders that are ``left_out``."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    left_out: frozenset[str] = frozenset()

    def joined(self, other: WatchedPaths) -> WatchedPaths:
        """Return both together."""
        return WatchedPaths(
            tuple(dict.fromkeys((*self.folders, *other.folders))),
            tuple(dict.fromkeys((*self.files, *other.files))),
            self.left_out | other.left_out,
        )


def watched_paths(games: Path | None, out: Path | None) -> WatchedPaths:
    """Return the paths to watch before anything is read.

    They are the folder of the definition ``games``, as ``open_project`` finds it, without ``out``, the folder of the
    output (None for the usual one). Without a definition of the user's, they are the path of a future one. Raises
    PnpError for an ``out`` that is to be watched itself.
    """
    games = own_definition(Path.cwd()) if games is None else games
    if games is None:
        return WatchedPaths((), (Path.cwd() / GAMES_FILE,))
    folder = games.resolve().parent
    left_out = {str(folder / _OUTPUT)}
    if out is not None:
        output = out.resolve()
        if output in (folder, folder / "templates", folder / "fonts"):
            message = "--watch looks at every file of this folder, and would see what it writes itself"
            hint = f"name another folder with --out, such as {out / _OUTPUT}"
            raise PnpError(Diagnostic("usage", message, Location(str(out)), hint))
        left_out.add(str(output))
    return WatchedPaths((folder,), (games,), frozenset(left_out))


def dependency_paths(project: Project, games: Iterable[Game]) -> WatchedPaths:
    """Return the paths that ``games`` depend on outside the folder of their definition. They are definitions that it
    extends, and the files and programs of the packages of their engines."""
    packages = {folder for game in games if (folder := game_package(game.engine).folder) is not None}
    package_files = [] if project.file is not None else [project.installed.files.get(game.id) for game in games]
    files = (*project.files, *(file for file in package_files if file is not None))
    return WatchedPaths((*sorted(packages), shipped("templates"), shipped("fonts")), files)


def stamps(watched: WatchedPaths) -> Stamps:
    """Return the stamps of all watched files that exist. Hidden files and folders, and backup copies of editors, are
    ignored. Raises PnpError for more than ``MOST_FILES``."""
    stamps_by_path: dict[str, Stamp] = {}
    for folder in watched.folders:
        for path, file_stamp in _walk(str(folder), watched.left_out):
            stamps_by_path[path] = file_stamp
            if len(stamps_by_path) > MOST_FILES:
                message = f"more than {MOST_FILES:,} files lie in this folder: they cannot all be watched"
                hint = f"put {GAMES_FILE} and what belongs to it into a folder of its own"
                raise PnpError(Diagnostic("too-many-files", message, Location(str(folder)), hint))
    for file in watched.files:
        with suppress(OSError):
            stamps_by_path[str(file)] = stamp(os.stat(file))  # noqa: PTH116 - a result of the same kind as that of scandir
    return stamps_by_path


def wait_for_change(
    watched: WatchedPaths,
    before: Stamps,
    wait: Wait = time.sleep,
    idle: Callable[[], None] | None = None,
    settled: float = SETTLED,
) -> Stamps:
    """Wait until files differ from ``before`` and stay unchanged for ``settled`` seconds, and return their stamps.
    ``wait`` pauses between two scans. ``idle`` is called once, when nothing has changed for a second. Raises PnpError,
    as ``stamps`` does."""
    quiet_time = 0.0
    while True:
        start = time.perf_counter()
        current = stamps(watched)
        pause = max(EVERY, _PAUSE_FACTOR * (time.perf_counter() - start))
        if current != before:
            current = _wait_until_settled(watched, current, wait, settled)
            if current != before:
                return current
        if idle is not None and quiet_time >= 1.0:
            idle()
            idle = None
        wait(pause)
        quiet_time += pause


def program_stamps(files: Stamps, folders: Iterable[Path]) -> Stamps:
    """Return those of the files that are code of this program, or of the packages in ``folders``. A process does not
    load them again."""
    prefixes = tuple(f"{folder}{os.sep}" for folder in (_PROGRAM, *folders))
    return {
        path: file_stamp for path, file_stamp in files.items() if path.endswith(_CODE) and path.startswith(prefixes)
    }


def _wait_until_settled(watched: WatchedPaths, current: Stamps, wait: Wait, settled: float) -> Stamps:
    """Wait until files have settled, or for the limit, and return their stamps."""
    start = time.monotonic()
    while time.monotonic() - start < _MAX_SETTLING:
        wait(settled)
        before, current = current, stamps(watched)
        if current == before:
            break
    return current


def _walk(folder: str, left_out: frozenset[str]) -> Iterator[tuple[str, Stamp]]:
    """Yield the files in ``folder`` and below it, by path. Links to folders are not followed: files outside the project
    are not read, and others are found at their own place."""
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    name = entry.name
                    if name[0] in ".#" or name[-1] == "~" or name in _IGNORED_FOLDERS:
                        continue
                    with suppress(OSError):  # the file is gone, or a broken link
                        if entry.is_dir(follow_symlinks=False):
                            if entry.path not in left_out:
                                folders.append(entry.path)
                        elif entry.is_file():
                            yield entry.path, stamp(entry.stat())
        except OSError:
            continue  # the folder is gone or unreadable: an error of the step that needs it
