"""Watch files that a kit may depend on: compare their stamps again and again.

It is not asked which file a kit was made of: a file that is missing, or a picture that a mended template will ask for,
counts as well. So all files below the folder of the definition are looked at, but for what is written there.
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
from pnp.registry import home
from pnp.shipped import shipped

MOST_FILES = 20_000
"""More files are no project, but somebody's home."""
EVERY = 0.15
"""Seconds from one look to the next."""
SETTLED = 0.05
"""Seconds for which files have to be as they are: programs write several at once, and each in steps."""
_RESTLESS = 2.0
"""Seconds after which nobody waits for that any longer."""
_SHARE = 80
"""A look of so many milliseconds is followed by this many times as long a wait: it takes 1.3 % of a core at most."""
_PASSED_OVER = frozenset(("node_modules", "__pycache__"))
_OUTPUT = "output"
_CODE = ".py"
_PROGRAM = Path(__file__).resolve().parent.parent

Stamps: TypeAlias = Mapping[str, Stamp]
"""Stamps of files by path."""
Wait = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class WatchedPaths:
    """Folders that are looked at with all that lies in them, single ``files``, and folders that are ``left_out``."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    left_out: frozenset[str] = frozenset()

    def joined(self, other: WatchedPaths) -> WatchedPaths:
        """Both together."""
        return WatchedPaths(
            tuple(dict.fromkeys((*self.folders, *other.folders))),
            tuple(dict.fromkeys((*self.files, *other.files))),
            self.left_out | other.left_out,
        )


def around(games: Path | None, out: Path | None) -> WatchedPaths:
    """What is watched before anything was read: the folder of the definition ``games``, as ``open_project`` finds it,
    and not where files are written (``out``, None for the usual folder). Without a definition of the user's it is the
    place of one.

    Raises PnpError for an ``out`` that is to be watched itself.
    """
    games = own_definition(Path.cwd()) if games is None else games
    if games is None:
        return WatchedPaths((), (Path.cwd() / GAMES_FILE,))
    folder = games.resolve().parent
    left_out = {str(folder / _OUTPUT)}
    if out is not None:
        written = out.resolve()
        if written in (folder, folder / "templates", folder / "fonts"):
            message = "--watch looks at every file of this folder, and would see what it writes itself"
            hint = f"name another folder with --out, such as {out / _OUTPUT}"
            raise PnpError(Diagnostic("usage", message, Location(str(out)), hint))
        left_out.add(str(written))
    return WatchedPaths((folder,), (games,), frozenset(left_out))


def followed(project: Project, games: Iterable[Game]) -> WatchedPaths:
    """What ``games`` follow from beyond the folder of their definition: what it extends, and what the packages that
    bring their engines lend them, with their programs."""
    packages = {folder for game in games if (folder := home(game.engine).folder) is not None}
    brought = [] if project.file is not None else [project.installed.files.get(game.id) for game in games]
    files = (*project.files, *(file for file in brought if file is not None))
    return WatchedPaths((*sorted(packages), shipped("templates"), shipped("fonts")), files)


def stamps(watched: WatchedPaths) -> Stamps:
    """The stamps of all files that are watched and there. Hidden files and folders, and the copies that editors keep,
    are passed over.

    Raises PnpError where they are more than ``MOST_FILES``.
    """
    found: dict[str, Stamp] = {}
    for folder in watched.folders:
        for path, seen in _below(str(folder), watched.left_out):
            found[path] = seen
            if len(found) > MOST_FILES:
                message = f"more than {MOST_FILES:,} files lie in this folder: they cannot all be watched"
                hint = f"put {GAMES_FILE} and what belongs to it into a folder of its own"
                raise PnpError(Diagnostic("too-many-files", message, Location(str(folder)), hint))
    for file in watched.files:
        with suppress(OSError):
            found[str(file)] = stamp(os.stat(file))  # noqa: PTH116 - a result of the same kind as that of scandir
    return found


def changed(
    watched: WatchedPaths, before: Stamps, wait: Wait = time.sleep, idle: Callable[[], None] | None = None
) -> Stamps:
    """Wait until files are others than ``before``, and for as long as they go on changing; their stamps then. ``idle``
    is called once, when nothing has changed for a second. Raises PnpError, as ``stamps`` does."""
    quiet = 0.0
    while True:
        began = time.perf_counter()
        now = stamps(watched)
        pause = max(EVERY, _SHARE * (time.perf_counter() - began))
        if now != before:
            now = _at_rest(watched, now, wait)
            if now != before:
                return now
        if idle is not None and quiet >= 1.0:
            idle()
            idle = None
        wait(pause)
        quiet += pause


def programs(found: Stamps, folders: Iterable[Path]) -> Stamps:
    """Those of them that are code of this program, or of the packages in ``folders``: a process goes on with what it
    was when it began."""
    ours = tuple(f"{folder}{os.sep}" for folder in (_PROGRAM, *folders))
    return {path: stamp for path, stamp in found.items() if path.endswith(_CODE) and path.startswith(ours)}


def _at_rest(watched: WatchedPaths, now: Stamps, wait: Wait) -> Stamps:
    """The stamps of files that have settled, or that do not settle."""
    since = time.monotonic()
    while time.monotonic() - since < _RESTLESS:
        wait(SETTLED)
        before, now = now, stamps(watched)
        if now == before:
            break
    return now


def _below(folder: str, left_out: frozenset[str]) -> Iterator[tuple[str, Stamp]]:
    """The files in ``folder`` and below it, by path. Links to folders are not followed: what lies outside the project
    is not read, and the rest is found where it is."""
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    name = entry.name
                    if name[0] in ".#" or name[-1] == "~" or name in _PASSED_OVER:
                        continue
                    with suppress(OSError):  # it is gone, or a link that leads nowhere
                        if entry.is_dir(follow_symlinks=False):
                            if entry.path not in left_out:
                                folders.append(entry.path)
                        elif entry.is_file():
                            yield entry.path, stamp(entry.stat())
        except OSError:
            continue  # it is gone, or may not be read: whoever needs it says so
