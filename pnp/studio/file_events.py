"""Wait for saves: events of the file system end the pause between two scans of the watched folders."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from watchfiles import watch

from pnp.diagnostics import PnpError
from pnp.project import watching
from pnp.project.watching import Stamps, WatchedPaths

_QUIET = 5
"""Milliseconds without an event after which a save is taken as a whole."""
_LONGEST_SAVE = 60
"""Milliseconds after which it is taken all the same."""
_BETWEEN_SCANS = 500
"""Milliseconds between two scans where no event comes: some file systems send none."""
_SETTLED = 0.01
"""Seconds for which files have to be unchanged after the events of a save."""
_AFTER_ERROR = 1.0


class FileEvents:
    """Events below folders. ``stop`` ends every wait."""

    def __init__(self, stop: Event) -> None:
        self._stop = stop
        self._folders: frozenset[tuple[str, int, int]] = frozenset()
        self._events: Iterator[Any] | None = None

    def wait(self, watched: WatchedPaths) -> None:
        """Wait for an event below the watched paths, for half a second at most."""
        folders = frozenset(_existing(watched))
        if folders != self._folders:
            self._folders = folders
            self._events = self._open(sorted(path for path, *_ in folders))
        try:
            if self._events is None or next(self._events, None) is None:
                self._stop.wait(_BETWEEN_SCANS / 1000)
        except OSError:  # a folder vanished between the look at it and the watch
            self._folders, self._events = frozenset(), None
            self._stop.wait(_BETWEEN_SCANS / 1000)

    def _open(self, paths: list[str]) -> Iterator[Any] | None:
        if not paths:
            return None
        return watch(
            *paths,
            watch_filter=None,
            debounce=_LONGEST_SAVE,
            step=_QUIET,
            stop_event=self._stop,
            rust_timeout=_BETWEEN_SCANS,
            yield_on_timeout=True,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )


def _existing(watched: WatchedPaths) -> Iterable[tuple[str, int, int]]:
    """Yield the watched folders that exist, and those of single files, with device and inode: a folder that was deleted
    and made again has another inode."""
    for folder in dict.fromkeys((*watched.folders, *(file.absolute().parent for file in watched.files))):
        try:
            entry = Path(folder).stat()
        except OSError:
            continue
        yield str(folder), entry.st_dev, entry.st_ino


class _InterruptedError(Exception):
    """The wait is over without a save: other paths are to be watched, or none."""


class SaveWatcher:
    """Watcher of a definition and of the files beside it. ``on_save`` is called after every save, ``on_error`` with an
    error that keeps files from being watched."""

    def __init__(
        self,
        games: Path | None,
        out: Path | None,
        stop: Event,
        on_save: Callable[[], None],
        on_error: Callable[[PnpError], None],
    ) -> None:
        """Take the stamps of all files, before they are read. Raises PnpError if they cannot be watched."""
        self._games, self._out, self._stop = games, out, stop
        self._on_save, self._on_error = on_save, on_error
        self._events = FileEvents(stop)
        self._outside = WatchedPaths(())
        """Watched paths outside the folder of the definition. They only grow, since errors hide needed files."""
        self._stamps: Stamps = watching.stamps(self._watched(self._outside))

    def is_newer(self, than: float) -> bool:
        """Tell whether a file was written or put in its place after a time in seconds since 1970."""
        return any(max(written, changed) > than * 1e9 for _, _, written, changed in self._stamps.values())

    def is_outdated(self) -> bool:
        """Tell whether a file has changed since the last save: the next save has begun."""
        try:
            current = watching.stamps(self._watched(self._outside))
        except PnpError:  # the watch tells of it
            return False
        return any(current.get(path) != stamp for path, stamp in self._stamps.items())

    def watch_too(self, outside: WatchedPaths) -> None:
        """Watch further paths. Files that are there already count as unchanged."""
        self._outside = self._outside.joined(outside)

    def run(self) -> None:
        """Watch until the session stops."""
        while not self._stop.is_set():
            outside = self._outside
            watched = self._watched(outside)
            try:
                before = {**watching.stamps(outside), **self._stamps}
                wait = partial(self._wait, watched, outside)
                self._stamps = watching.wait_for_change(watched, before, wait, settled=_SETTLED)
            except _InterruptedError:
                continue
            except PnpError as error:
                self._on_error(error)
                self._stop.wait(_AFTER_ERROR)
                continue
            self._on_save()

    def _watched(self, outside: WatchedPaths) -> WatchedPaths:
        return watching.watched_paths(self._games, self._out).joined(outside)

    def _wait(self, watched: WatchedPaths, outside: WatchedPaths, seconds: float) -> None:
        if seconds <= _SETTLED:
            time.sleep(seconds)
            return
        self._events.wait(watched)
        if self._stop.is_set() or self._outside is not outside:
            raise _InterruptedError
