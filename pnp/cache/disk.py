"""Disk cache: files in the user's cache folder that serve later runs, each whole or ignored.

The folder has a subfolder for each section, one kind of cached content. A file is named for the digest of all inputs of
its content, so no file is ever out of date, and a missing one is made again. A file is moved into place in one step, so
that programs running at the same time share a folder without waiting.

Cached templates are executed. So a message authentication code precedes the content of a file, keyed with a secret of
the user (``pnp.cache.trust``): a file that is cut, overwritten, renamed or forged is ignored and written anew. Files
are read only from a folder that no other user can change (``trusted_path``), and never from a project, which may be a
stranger's. Without a usable cache each run makes everything again. That costs only time, so only ``pnp cache`` reports
the reason (``explain_distrust``).
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

from platformdirs import user_cache_path

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
"""Environment variable that names another cache folder. If it is empty, nothing is cached."""
_DEFINITION = "games.toml"
"""File that makes the working directory a project."""
_CODE_LENGTH = 32
"""Length of the authentication code before the content, in bytes."""
_PARTIAL = ".begun-"
"""Name prefix of a file that is not complete yet."""
_CACHE_FILE = re.compile(rf"[0-9a-f]{{64}}|{re.escape(_PARTIAL)}\w+")
"""Names of cache files. Other files in the folder are not ours and stay."""
_DISABLED: ContextVar[bool] = ContextVar("nothing_kept", default=False)
_PROJECT: ContextVar[Path | None] = ContextVar("project", default=None)
"""Folder of the definition in use."""


@dataclass(frozen=True, slots=True)
class CacheSection:
    """One kind of cached content, in a folder called ``name``.

    ``title`` describes it in words. The bounds are the number of files, their total bytes, and the bytes of one file.
    New files push the oldest out.
    """

    name: str
    title: str
    most_files: int
    most_bytes: int
    largest: int


TEMPLATES = CacheSection("templates", "compiled templates", 1_000, 64_000_000, 8_000_000)
EXAMPLES = CacheSection("examples", "sets of examples", 400, 16_000_000, 1_000_000)
INKS = CacheSection("inks", "tones that save ink", 1_000, 64_000_000, 4_000_000)
REPORTS = CacheSection("reports", "reports on faces", 2_000, 32_000_000, 4_000_000)
SECTIONS = (TEMPLATES, EXAMPLES, INKS, REPORTS)
"""All cache sections.

A project has some sixty templates, a set of examples per game and seed, some twenty groups of faces per kit that is
printed with less ink, and some fifty groups per kit that is checked.
"""


def cache_folder() -> Path | None:
    """Return this user's cache folder, or None if nothing is to be cached."""
    if _DISABLED.get():
        return None
    configured = os.environ.get(FOLDER)
    if configured is not None:
        return Path(configured) if configured else None
    return user_cache_path("pnp", appauthor=False)


@contextmanager
def disable_cache() -> Iterator[None]:
    """Disable the disk cache inside the ``with`` block."""
    token = _DISABLED.set(True)
    try:
        yield
    finally:
        _DISABLED.reset(token)


def exclude_project(project: Path) -> None:
    """Neither read nor write cache files inside the folder ``project``: they may be a stranger's."""
    _PROJECT.set(project)


def explain_distrust(folder: Path) -> str | None:
    """Explain why the cache in ``folder`` is neither read nor cleared. Return None if it is usable."""
    try:
        for section in SECTIONS:
            _real_folder(folder / section.name)
    except (UntrustedPathError, OSError) as error:
        return _reason(error, folder)
    return None


def explain_missing_key() -> str | None:
    """Explain why this user has no secret to sign files with. Return None if one exists or can be made."""
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
    """Return the folders in which nothing is cached.

    They are the folder of the definition in use, and the working directory if it holds a definition.
    """
    project = _PROJECT.get()
    folders = () if project is None else (project,)
    try:
        working_directory = Path.cwd()
    except OSError:  # the folder was deleted
        return folders
    return (*folders, working_directory) if os.path.lexists(working_directory / _DEFINITION) else folders


def _real_folder(folder: Path) -> Path:
    """Return the real path of the section folder ``folder``.

    Raises UntrustedPathError if others can change its content or if it lies in a project; raises OSError.
    """
    real = trusted_path(folder.parent, _projects()) / folder.name
    if os.path.lexists(real) and not is_own_folder(real):
        raise UntrustedPathError(f"{real} is not a folder of this user alone")
    return real


class CacheUsage(NamedTuple):
    """Number of cached files, and their total bytes."""

    files: int
    bytes: int


class DiskCache:
    """Files of a cache section, by hex digests of their inputs. With ``folder`` None nothing is cached."""

    def __init__(self, section: CacheSection, folder: Path | None) -> None:
        self._section = section
        self._folder = None if folder is None else folder / section.name

    @property
    def keeps(self) -> bool:
        """True if content is cached at all."""
        return self._folder is not None

    def find(self, key: str) -> bytes | None:
        """Return the content cached under ``key``.

        Returns None if there is no such file, or if it is damaged or another user's.
        """
        if self._folder is None:
            return None
        try:
            signed, _ = read_own_file(_real_folder(self._folder) / key, self._section.largest)
            secret = read_key(_projects())
        except (UntrustedPathError, OSError):
            return None
        content = signed[_CODE_LENGTH:]
        return content if hmac.compare_digest(self._sign(secret, key, content), signed[:_CODE_LENGTH]) else None

    def keep(self, key: str, content: bytes) -> None:
        """Cache ``content`` under ``key``, whole or not at all."""
        if self._folder is None or _CODE_LENGTH + len(content) > self._section.largest:
            return
        try:
            folder = _real_folder(self._folder)
            signed = self._sign(_user_key(), key, content) + content
            make_folder(folder)
            self._make_room(len(signed))
            self._write(folder / key, signed)
        except (UntrustedPathError, OSError):
            # A full disk, a read-only home or a folder of another user: the next run makes the content again.
            return

    def _sign(self, secret: bytes, key: str, content: bytes) -> bytes:
        """Return the authentication code of a file: it binds content, key, section and user."""
        return hmac.digest(secret, f"{self._section.name}/{key}\n".encode() + content, "sha256")

    def size(self) -> CacheUsage:
        """Return the size of the section. Raises OSError if it cannot be read."""
        return _size_of(self._files())

    def clear(self) -> CacheUsage:
        """Delete all files and return their former size. Raises OSError if one cannot be removed."""
        files = self._files()
        for file, _ in files:
            file.unlink(missing_ok=True)
        return _size_of(files)

    def _write(self, path: Path, data: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=_PARTIAL)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _make_room(self, further: int) -> None:
        """Delete the oldest files, down to half of each bound, if ``further`` more bytes would exceed one."""
        files = self._files()
        section, size = self._section, _size_of(files)
        if size.files < section.most_files and size.bytes + further <= section.most_bytes:
            return
        count, total = size
        for file, status in sorted(files, key=lambda entry: entry[1].st_mtime_ns):
            if count <= section.most_files // 2 and total + further <= section.most_bytes // 2:
                break
            file.unlink(missing_ok=True)
            count, total = count - 1, total - status.st_size

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        """Return the cache files of the section with their status.

        The list is empty if the folder is missing, or if others can change it. Files may come and go meanwhile.
        """
        if self._folder is None:
            return []
        try:
            with os.scandir(_real_folder(self._folder)) as entries:
                return [(Path(entry.path), status) for entry in entries if (status := _stat_of(entry)) is not None]
        except (FileNotFoundError, NotADirectoryError, UntrustedPathError):
            return []


def _user_key() -> bytes:
    """Return the key by which this user signs, and make it if it is missing.

    Raises UntrustedPathError and OSError.
    """
    projects = _projects()
    try:
        return read_key(projects)
    except FileNotFoundError:
        make_secret(projects)
        return read_key(projects)


def _stat_of(entry: os.DirEntry[str]) -> os.stat_result | None:
    """Return the status of a cache file. Return None for other files, and for one that has vanished."""
    if _CACHE_FILE.fullmatch(entry.name) is None:
        return None
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _size_of(files: list[tuple[Path, os.stat_result]]) -> CacheUsage:
    return CacheUsage(len(files), sum(status.st_size for _, status in files))
