"""What is kept from one run to the next: files in the user's cache folder, each whole or as good as none.

There is one folder, with a room in it for each kind of what is kept. A file is named for the digest of all that its
content follows from, so nothing that is there is ever out of date, and whoever wants what is not there makes it. In a
file a digest stands before the content: one that is cut, emptied, written over or renamed is passed over, and written
anew. A file is put in its place in one step, so that programs at work at the same time share a folder without waiting.

Compiled templates that are read are run, so files are taken only out of a folder that nobody but its user can write to.
Where nothing can be kept, everything is made in every run: that costs time and nothing else, so nobody is told.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from pnp.records import dataclass

FOLDER = "PNP_CACHE"
"""The variable of the environment that names another folder; empty, and nothing is kept."""
_DIGEST = hashlib.sha256().digest_size
_BEGUN = ".begun-"
"""How a file is called until it is whole."""
_OURS = re.compile(rf"[0-9a-f]{{64}}|{re.escape(_BEGUN)}\w+")
"""The names of files of this program; what else lies in a room is somebody's, and is left alone."""
_NOTHING_KEPT: ContextVar[bool] = ContextVar("nothing_kept", default=False)


@dataclass(frozen=True, slots=True)
class Room:
    """One kind of what is kept: the name of its folder, what it is in words, and its bounds: files, bytes of all of
    them, and bytes of one. What no longer fits pushes the oldest out."""

    name: str
    what: str
    most_files: int
    most_bytes: int
    largest: int


TEMPLATES = Room("templates", "compiled templates", 1_000, 64_000_000, 8_000_000)
EXAMPLES = Room("examples", "sets of examples", 400, 16_000_000, 1_000_000)
ROOMS = (TEMPLATES, EXAMPLES)
"""Every kind of what is kept. One project has some sixty templates, and a set of examples per game and seed."""


def kept_folder() -> Path | None:
    """The folder with all rooms of this user; None where nothing is to be kept."""
    if _NOTHING_KEPT.get():
        return None
    asked = os.environ.get(FOLDER)
    if asked is not None:
        return Path(asked) if asked else None
    # Imported here: only who keeps something asks.
    from platformdirs import user_cache_path  # noqa: PLC0415

    return user_cache_path("pnp", appauthor=False)


@contextmanager
def nothing_kept() -> Iterator[None]:
    """While this lasts, nothing that was kept is used, and nothing is kept."""
    before = _NOTHING_KEPT.set(True)
    try:
        yield
    finally:
        _NOTHING_KEPT.reset(before)


class Size(NamedTuple):
    """How much is kept: files, and their bytes."""

    files: int
    bytes: int


class KeptFiles:
    """The files of a room, by digests of what they follow from, in hex. ``folder`` None keeps nothing."""

    def __init__(self, room: Room, folder: Path | None) -> None:
        self._room = room
        self._folder = None if folder is None else folder / room.name
        self._trusted = False

    @property
    def keeps(self) -> bool:
        """Whether anything is to be kept."""
        return self._folder is not None

    def find(self, key: str) -> bytes | None:
        """What was kept under ``key``; None if nothing was, or nothing whole."""
        if self._folder is None or not self._is_trusted():
            return None
        file = self._folder / key
        try:
            found = file.stat()
            if not stat.S_ISREG(found.st_mode) or found.st_size > self._room.largest:
                return None
            data = file.read_bytes()
        except OSError:
            return None
        content = data[_DIGEST:]
        return content if _digest(key, content) == data[:_DIGEST] else None

    def keep(self, key: str, content: bytes) -> None:
        """Keep ``content`` under ``key``, whole or not at all."""
        data = _digest(key, content) + content
        if self._folder is None or len(data) > self._room.largest:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._is_trusted():
                self._make_room(len(data))
                self._write(self._folder / key, data)
        except OSError:
            # A full disk or a home that cannot be written to: the next run makes it again.
            return

    def size(self) -> Size:
        """How much is kept. Raises OSError where that cannot be looked at."""
        return _size_of(self._files())

    def clear(self) -> Size:
        """Forget everything; how much that was. Raises OSError where a file cannot be removed."""
        files = self._files()
        for file, _ in files:
            file.unlink(missing_ok=True)
        return _size_of(files)

    def _write(self, place: Path, data: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=_BEGUN)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(place)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _make_room(self, further: int) -> None:
        """Drop the oldest files, half of what may be kept, where one of ``further`` bytes more would be too much."""
        files = self._files()
        room, size = self._room, _size_of(files)
        if size.files < room.most_files and size.bytes + further <= room.most_bytes:
            return
        count, total = size
        for file, found in sorted(files, key=lambda one: one[1].st_mtime_ns):
            if count <= room.most_files // 2 and total + further <= room.most_bytes // 2:
                break
            file.unlink(missing_ok=True)
            count, total = count - 1, total - found.st_size

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        """The files of the room that are ours, none where there is no such folder. Others may come and go meanwhile."""
        if self._folder is None:
            return []
        try:
            with os.scandir(self._folder) as entries:
                return [(Path(one.path), found) for one in entries if (found := _stat_of(one)) is not None]
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _is_trusted(self) -> bool:
        """Whether the folder is the user's own, and nobody else may write to it."""
        if not self._trusted:
            assert self._folder is not None
            try:
                found = self._folder.stat()
            except OSError:
                return False
            owned = os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
            self._trusted = stat.S_ISDIR(found.st_mode) and owned
        return self._trusted


def _digest(key: str, content: bytes) -> bytes:
    """What begins a file: it holds for this content under this key alone."""
    return hashlib.sha256(key.encode() + content).digest()


def _stat_of(entry: os.DirEntry[str]) -> os.stat_result | None:
    """The size and age of a file of ours; None of anything else, and of what is gone by now."""
    if _OURS.fullmatch(entry.name) is None:
        return None
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _size_of(files: list[tuple[Path, os.stat_result]]) -> Size:
    return Size(len(files), sum(found.st_size for _, found in files))
