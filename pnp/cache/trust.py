"""Find out who can change what lies at a path.

A program that runs what it kept may read only what nobody but its user, and root, could have put there. As ssh does for
its keys, every folder on the way is looked at, links too: the owner of a folder may rename what lies in it.
"""

from __future__ import annotations

import errno
import hmac
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

_POSIX = os.name == "posix"
"""Elsewhere files have no owners and modes that Python can read."""
_MOST_LINKS = 40
"""As Linux follows at most."""


class UntrustedPathError(Exception):
    """What lies at a path may be another person's."""


class _Folder(NamedTuple):
    """A folder on the way, with its device and inode."""

    path: str
    identity: tuple[int, int]


def trusted_path(path: Path, projects: Collection[Path] = ()) -> Path:
    """Follow ``path`` to its real place. What is missing at its end is left as it is.

    Raises UntrustedPathError where a folder or a link on the way belongs to neither this user nor root, where others
    can write to a folder (unless it is sticky, as /tmp is), and where the way leads into one of ``projects``. Raises
    OSError where a folder cannot be looked at.
    """
    found = [(project, _identity(project.stat())) for project in projects if project.is_dir()]
    if not _POSIX:
        return _outside(Path(os.path.realpath(path)), found)
    start = _Folder("/", _identity(_own("/")))
    way, links = [start], 0
    # As text: a Path would drop "..", which leads elsewhere behind a link.
    parts = [*reversed(os.path.join("" if path.is_absolute() else os.getcwd(), path).split("/"))]  # noqa: PTH109, PTH118
    while parts:
        part = parts.pop()
        if part in ("", "."):
            continue
        if part == "..":
            way = way[:-1] or [start]
            continue
        place = f"{way[-1].path.rstrip('/')}/{part}"
        try:
            status = _own(place)
        except FileNotFoundError:
            parts.append(part)
            break
        if stat.S_ISLNK(status.st_mode):
            _not_in_project(path, way, found)
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), place)
            target = os.readlink(place)  # noqa: PTH115 - as text, too
            way = [start] if target.startswith("/") else way
            parts += reversed(target.split("/"))
        elif stat.S_ISDIR(status.st_mode):
            way.append(_Folder(place, _identity(status)))
        else:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), place)
    _not_in_project(path, way, found)
    return Path(way[-1].path, *reversed(parts))


def read_own_file(path: Path, most: int, private: bool = False) -> tuple[bytes, os.stat_result]:
    """Read a file in a folder that is trusted, with its status. ``private`` files nobody else may even read.

    Raises UntrustedPathError for what is no regular file of this user or root, for what others can write to, and for
    more than ``most`` bytes; OSError for what cannot be read.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UntrustedPathError(f"{path} is not a regular file")
        _check(str(path), status)
        if _POSIX and private and status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise UntrustedPathError(f"{path} is open to other users")
        if status.st_size > most:
            raise UntrustedPathError(f"{path} is longer than {most} bytes")
        return file.read(most + 1)[: status.st_size], status


def make_folder(path: Path) -> None:
    """Make a folder and those above it that are missing, for this user alone. Raises OSError."""
    missing = []
    while not path.is_dir():
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)


def is_own_folder(path: Path) -> bool:
    """Decide whether ``path`` is itself a folder, no link to one, to which no other user can write. Raises OSError."""
    status = path.lstat()
    return stat.S_ISDIR(status.st_mode) and (not _POSIX or (_is_owned(status) and not _is_open(status)))


def _own(path: str) -> os.stat_result:
    """The status of a folder or link on the way, which is checked."""
    status = os.lstat(path)
    _check(path, status)
    return status


def _check(path: str, status: os.stat_result) -> None:
    if not _POSIX:
        return
    if not _is_owned(status):
        raise UntrustedPathError(f"{path} belongs to another user")
    sticky_folder = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    if not stat.S_ISLNK(status.st_mode) and _is_open(status) and not sticky_folder:
        raise UntrustedPathError(f"{path} can be written to by other users")


def _is_owned(status: os.stat_result) -> bool:
    return status.st_uid in (0, os.getuid())


def _is_open(status: os.stat_result) -> bool:
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_private_group(status.st_gid)


def _is_private_group(group: int) -> bool:
    """Decide whether a group is the user's own, of the same name and without other members: many systems give every
    user one, and let it write to all files of the user."""
    import grp  # noqa: PLC0415 - there is none on Windows, and few folders let their group write
    import pwd  # noqa: PLC0415

    try:
        user, found = pwd.getpwuid(os.getuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return group == user.pw_gid and found.gr_name == user.pw_name and set(found.gr_mem) <= {user.pw_name}


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _not_in_project(path: Path, way: list[_Folder], projects: list[tuple[Path, tuple[int, int]]]) -> None:
    """Raises UntrustedPathError where one of ``projects`` is on the way. Folders are compared by what they are: the
    same one may have several names."""
    for project, identity in projects:
        if any(folder.identity == identity for folder in way):
            raise UntrustedPathError(f"{path} lies inside the project {project}")


def _outside(path: Path, projects: list[tuple[Path, tuple[int, int]]]) -> Path:
    way = [_Folder(str(folder), _identity(folder.stat())) for folder in (path, *path.parents) if folder.exists()]
    _not_in_project(path, way, projects)
    return path


# The secret by which files of the cache are known to be this user's.
#
# It lies in the user's configuration folder, is made when something is first kept, and never leaves this machine. The
# key depends on the inode of the file and on the time when it last changed. A copy has others. So a project that
# comes with a secret and a cache signed by it is not believed.

_LENGTH = 32
_FOLDER = "cache-secret"
"""A folder with one file. No folder replaces one that holds a file: of two secrets made at once the first stays."""


def secret_file() -> Path:
    """Where the secret of this user lies."""
    # Imported here: a command that keeps nothing does without.
    from platformdirs import user_config_path  # noqa: PLC0415 - as said above

    return user_config_path("pnp", appauthor=False) / _FOLDER / "secret"


def read_key(projects: Collection[Path]) -> bytes:
    """The key by which this user signs. Raises FileNotFoundError where no secret was made yet, UntrustedPathError where
    it may be another person's or lies inside one of ``projects``, and OSError where it cannot be read."""
    file = secret_file()
    folder = trusted_path(file.parent, projects)
    if not is_own_folder(folder):
        raise UntrustedPathError(f"{folder} can be written to by other users")
    secret, status = read_own_file(folder / file.name, _LENGTH, private=True)
    if len(secret) != _LENGTH:
        raise UntrustedPathError(f"{file} is damaged")
    return hmac.digest(secret, f"{status.st_ino} {status.st_ctime_ns}".encode(), "sha256")


def can_make_secret(projects: Collection[Path]) -> bool:
    """Decide whether a secret can be made, without making one."""
    try:
        folder = trusted_path(secret_file().parent, projects)
    except (UntrustedPathError, OSError):
        return False
    nearest = next(place for place in folder.parents if place.exists())
    return os.access(nearest, os.W_OK | os.X_OK)


def make_secret(projects: Collection[Path]) -> None:
    """Make the secret, whole or not at all; one that is there stays, also if another process made it just now.

    Raises UntrustedPathError and OSError as ``read_key`` does.
    """
    folder = trusted_path(secret_file().parent, projects)
    make_folder(folder.parent)
    made = tempfile.mkdtemp(prefix=f".{_FOLDER}-", dir=folder.parent)
    try:
        with os.fdopen(
            os.open(Path(made) / secret_file().name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as file:
            file.write(secrets.token_bytes(_LENGTH))
            file.flush()
            os.fsync(file.fileno())
        Path(made).rename(folder)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        if not folder.is_dir():
            raise
