"""Check which users can change a file at a path.

A program that runs its cached files may read only files that its user or root put there. As ssh does for its keys,
every folder on the way is checked, links included: the owner of a folder may rename its entries.
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

from platformdirs import user_config_path

_POSIX = os.name == "posix"
"""False on systems whose files have no owners and modes that Python can read."""
_MOST_LINKS = 40
"""Most links that Linux follows."""


class UntrustedPathError(Exception):
    """Path whose content may be another person's."""


class _Folder(NamedTuple):
    """Folder on the way, with its device and inode."""

    path: str
    identity: tuple[int, int]


def trusted_path(path: Path, projects: Collection[Path] = ()) -> Path:
    """Resolve ``path`` to its real path. Missing folders at its end are kept as given.

    Raises UntrustedPathError if a folder or link on the way belongs to neither this user nor root, if others can write
    to a folder (unless it is sticky, as /tmp is), or if the way leads into one of ``projects``. Raises OSError if a
    folder cannot be read.
    """
    project_folders = [(project, _identity(project.stat())) for project in projects if project.is_dir()]
    if not _POSIX:
        return _resolved_outside(Path(os.path.realpath(path)), project_folders)
    root = _Folder("/", _identity(_checked_status("/")))
    folders, links = [root], 0
    # As text: a Path would drop "..", which leads elsewhere behind a link.
    parts = [*reversed(os.path.join("" if path.is_absolute() else os.getcwd(), path).split("/"))]  # noqa: PTH109, PTH118
    while parts:
        part = parts.pop()
        if part in ("", "."):
            continue
        if part == "..":
            folders = folders[:-1] or [root]
            continue
        current = f"{folders[-1].path.rstrip('/')}/{part}"
        try:
            status = _checked_status(current)
        except FileNotFoundError:
            parts.append(part)
            break
        if stat.S_ISLNK(status.st_mode):
            _check_outside_projects(path, folders, project_folders)
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), current)
            target = os.readlink(current)  # noqa: PTH115 - as text, too
            folders = [root] if target.startswith("/") else folders
            parts += reversed(target.split("/"))
        elif stat.S_ISDIR(status.st_mode):
            folders.append(_Folder(current, _identity(status)))
        else:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), current)
    _check_outside_projects(path, folders, project_folders)
    return Path(folders[-1].path, *reversed(parts))


def read_own_file(path: Path, most: int, private: bool = False) -> tuple[bytes, os.stat_result]:
    """Read a file in a trusted folder, and its status. A ``private`` file must be closed to all others.

    Raises UntrustedPathError for anything but a regular file of this user or root, for a file that others can write to,
    and for one of more than ``most`` bytes. Raises OSError if it cannot be read.
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
    """Make a folder and its missing parents, for this user alone. Raises OSError."""
    missing = []
    while not path.is_dir():
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)


def is_own_folder(path: Path) -> bool:
    """Return True if ``path`` is a folder, no link, and closed to writes of other users. Raises OSError."""
    status = path.lstat()
    return stat.S_ISDIR(status.st_mode) and (
        not _POSIX or (_has_trusted_owner(status) and not _is_writable_by_others(status))
    )


def _checked_status(path: str) -> os.stat_result:
    """Return the status of a folder or link on the way, after checking it."""
    status = os.lstat(path)
    _check(path, status)
    return status


def _check(path: str, status: os.stat_result) -> None:
    if not _POSIX:
        return
    if not _has_trusted_owner(status):
        raise UntrustedPathError(f"{path} belongs to another user")
    sticky_folder = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    if not stat.S_ISLNK(status.st_mode) and _is_writable_by_others(status) and not sticky_folder:
        raise UntrustedPathError(f"{path} can be written to by other users")


def _has_trusted_owner(status: os.stat_result) -> bool:
    return status.st_uid in (0, os.getuid())


def _is_writable_by_others(status: os.stat_result) -> bool:
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_private_group(status.st_gid)


def _is_private_group(group: int) -> bool:
    """Return True for the user's own group, of the same name and without other members.

    Many systems give every user such a group and let it write to all files of the user.
    """
    import grp  # noqa: PLC0415 - missing on Windows, and few folders are writable by their group
    import pwd  # noqa: PLC0415

    try:
        user, details = pwd.getpwuid(os.getuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return group == user.pw_gid and details.gr_name == user.pw_name and set(details.gr_mem) <= {user.pw_name}


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _check_outside_projects(path: Path, folders: list[_Folder], projects: list[tuple[Path, tuple[int, int]]]) -> None:
    """Raise UntrustedPathError if one of ``projects`` is among ``folders``.

    Folders are compared by identity: the same folder may have several names.
    """
    for project, identity in projects:
        if any(folder.identity == identity for folder in folders):
            raise UntrustedPathError(f"{path} lies inside the project {project}")


def _resolved_outside(path: Path, projects: list[tuple[Path, tuple[int, int]]]) -> Path:
    folders = [_Folder(str(folder), _identity(folder.stat())) for folder in (path, *path.parents) if folder.exists()]
    _check_outside_projects(path, folders, projects)
    return path


# Secret that signs cache files
#
# It lies in the user's configuration folder, is made when content is first cached, and never leaves this machine. The
# key depends on the inode of the file and on the time of its last change. A copy has others. So a project that comes
# with a secret and a cache signed by it is not trusted.

_LENGTH = 32
_FOLDER = "cache-secret"
"""Folder with one file. No folder can replace a non-empty one: if two secrets are made at once, the first stays."""


def secret_file() -> Path:
    """Return the path of this user's secret."""
    return user_config_path("pnp", appauthor=False) / _FOLDER / "secret"


def read_key(projects: Collection[Path]) -> bytes:
    """Return the key by which this user signs.

    Raises FileNotFoundError if no secret was made yet, UntrustedPathError if it may be another person's or lies inside
    one of ``projects``, and OSError if it cannot be read.
    """
    file = secret_file()
    folder = trusted_path(file.parent, projects)
    if not is_own_folder(folder):
        raise UntrustedPathError(f"{folder} can be written to by other users")
    secret, status = read_own_file(folder / file.name, _LENGTH, private=True)
    if len(secret) != _LENGTH:
        raise UntrustedPathError(f"{file} is damaged")
    return hmac.digest(secret, f"{status.st_ino} {status.st_ctime_ns}".encode(), "sha256")


def can_make_secret(projects: Collection[Path]) -> bool:
    """Return True if a secret can be made, without making it."""
    try:
        folder = trusted_path(secret_file().parent, projects)
    except (UntrustedPathError, OSError):
        return False
    existing = next(parent for parent in folder.parents if parent.exists())
    return os.access(existing, os.W_OK | os.X_OK)


def make_secret(projects: Collection[Path]) -> None:
    """Make the secret, whole or not at all. An existing one stays, even if another process made it just now.

    Raises UntrustedPathError and OSError as ``read_key`` does.
    """
    folder = trusted_path(secret_file().parent, projects)
    make_folder(folder.parent)
    temporary = tempfile.mkdtemp(prefix=f".{_FOLDER}-", dir=folder.parent)
    try:
        with os.fdopen(
            os.open(Path(temporary) / secret_file().name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as file:
            file.write(secrets.token_bytes(_LENGTH))
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).rename(folder)
    except OSError:
        shutil.rmtree(temporary, ignore_errors=True)
        if not folder.is_dir():
            raise
