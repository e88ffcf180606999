"""Disk cache: files in the user's cache folder that serve later runs, each whole or ignored.

There is one folder, with a room in it for each kind of what is kept. A file is named for the digest of all that its
content follows from, so nothing that is there is ever out of date, and whoever wants what is not there makes it. A
file is put in its place in one step, so that programs at work at the same time share a folder without waiting.

Compiled templates that are read are run. So before the content of a file stands a message authentication code, made
with a secret of the user's (``cache_secret``): a file that is cut, written over, renamed or forged is passed over, and
written anew. Files are taken only out of a folder that no other user can change (``trusted_paths``), and never out of
a project, which may be a stranger's. Where nothing can be kept, everything is made in every run: that costs time and
nothing else, so only ``pnp cache`` tells why (``why_not_trusted``).
"""

from __future__ import annotations

import hmac
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from pnp.cache.trust import (
    UntrustedPathError,
    can_make_secret,
    is_own_folder,
    make_folder,
    make_secret,
    read_key,
    read_own_file,
    secret_file,
    trusted_path,
)
from pnp.records import dataclass

FOLDER = "PNP_CACHE"
"""The variable of the environment that names another folder; empty, and nothing is kept."""
_DEFINITION = "games.toml"
"""What makes the working directory a project."""
_CODE = 32
"""Bytes of the code before the content."""
_BEGUN = ".begun-"
"""How a file is called until it is whole."""
_OURS = re.compile(rf"[0-9a-f]{{64}}|{re.escape(_BEGUN)}\w+")
"""The names of files of this program; what else lies in a room is somebody's, and is left alone."""
_NOTHING_KEPT: ContextVar[bool] = ContextVar("nothing_kept", default=False)
_PROJECT: ContextVar[Path | None] = ContextVar("project", default=None)
"""The folder of the definition in use."""


@dataclass(frozen=True, slots=True)
class CacheSection:
    """One kind of what is kept: the name of its folder, what it is in words, and its bounds: files, bytes of all of
    them, and bytes of one. What no longer fits pushes the oldest out."""

    name: str
    what: str
    most_files: int
    most_bytes: int
    largest: int


TEMPLATES = CacheSection("templates", "compiled templates", 1_000, 64_000_000, 8_000_000)
EXAMPLES = CacheSection("examples", "sets of examples", 400, 16_000_000, 1_000_000)
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


def keep_outside(project: Path) -> None:
    """Keep nothing inside the folder ``project`` from now on, and take nothing out of it: its files may be a
    stranger's."""
    _PROJECT.set(project)


def why_not_trusted(folder: Path) -> str | None:
    """Say why nothing is read from the cache in ``folder``, nor removed; None where nothing is in the way."""
    try:
        for room in ROOMS:
            _real_folder(folder / room.name)
    except (UntrustedPathError, OSError) as error:
        return _reason(error, folder)
    return None


def why_not_signed() -> str | None:
    """Say why this user has no secret to sign files with; None where there is one, or one can be made."""
    file, projects = secret_file(), _projects()
    try:
        read_key(projects)
    except FileNotFoundError:
        return None if can_make_secret(projects) else f"{file} cannot be made"
    except (UntrustedPathError, OSError) as error:
        return _reason(error, file)
    return None


def _reason(error: Exception, path: Path) -> str:
    return f"{path}: {error.strerror or error}" if isinstance(error, OSError) else str(error)


def _projects() -> tuple[Path, ...]:
    """The folders in which nothing is kept: that of the definition in use, and the working directory if it has one."""
    asked = _PROJECT.get()
    found = () if asked is None else (asked,)
    try:
        here = Path.cwd()
    except OSError:  # it is gone
        return found
    return (*found, here) if os.path.lexists(here / _DEFINITION) else found


def _real_folder(room: Path) -> Path:
    """The place of the folder ``room``. Raises UntrustedPathError where others can change what lies in it, or where it
    lies in a project; raises OSError."""
    place = trusted_path(room.parent, _projects()) / room.name
    if os.path.lexists(place) and not is_own_folder(place):
        raise UntrustedPathError(f"{place} is not a folder of this user alone")
    return place


class CacheUsage(NamedTuple):
    """How much is kept: files, and their bytes."""

    files: int
    bytes: int


class DiskCache:
    """The files of a room, by digests of what they follow from, in hex. ``folder`` None keeps nothing."""

    def __init__(self, room: CacheSection, folder: Path | None) -> None:
        self._room = room
        self._folder = None if folder is None else folder / room.name

    @property
    def keeps(self) -> bool:
        """Whether anything is to be kept."""
        return self._folder is not None

    def find(self, key: str) -> bytes | None:
        """What was kept under ``key``; None if nothing was, or nothing whole, or by another user."""
        if self._folder is None:
            return None
        try:
            data, _ = read_own_file(_real_folder(self._folder) / key, self._room.largest)
            secret = read_key(_projects())
        except (UntrustedPathError, OSError):
            return None
        content = data[_CODE:]
        return content if hmac.compare_digest(self._code(secret, key, content), data[:_CODE]) else None

    def keep(self, key: str, content: bytes) -> None:
        """Keep ``content`` under ``key``, whole or not at all."""
        if self._folder is None or _CODE + len(content) > self._room.largest:
            return
        try:
            folder = _real_folder(self._folder)
            data = self._code(_key_of_user(), key, content) + content
            make_folder(folder)
            self._make_room(len(data))
            self._write(folder / key, data)
        except (UntrustedPathError, OSError):
            # A full disk, a home that cannot be written to, a folder of others: the next run makes it again.
            return

    def _code(self, secret: bytes, key: str, content: bytes) -> bytes:
        """What begins a file: it holds for this content under this key, in this room, of this user alone."""
        return hmac.digest(secret, f"{self._room.name}/{key}\n".encode() + content, "sha256")

    def size(self) -> CacheUsage:
        """How much is kept. Raises OSError where that cannot be looked at."""
        return _size_of(self._files())

    def clear(self) -> CacheUsage:
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
        """The files of the room that are ours, none where there is no such folder, or one that others can change. Files
        may come and go meanwhile."""
        if self._folder is None:
            return []
        try:
            with os.scandir(_real_folder(self._folder)) as entries:
                return [(Path(one.path), found) for one in entries if (found := _stat_of(one)) is not None]
        except (FileNotFoundError, NotADirectoryError, UntrustedPathError):
            return []


def _key_of_user() -> bytes:
    """The key by which this user signs, made where there is none yet. Raises UntrustedPathError and OSError."""
    projects = _projects()
    try:
        return read_key(projects)
    except FileNotFoundError:
        make_secret(projects)
        return read_key(projects)


def _stat_of(entry: os.DirEntry[str]) -> os.stat_result | None:
    """The size and age of a file of ours; None of anything else, and of what is gone by now."""
    if _OURS.fullmatch(entry.name) is None:
        return None
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _size_of(files: list[tuple[Path, os.stat_result]]) -> CacheUsage:
    return CacheUsage(len(files), sum(found.st_size for _, found in files))
