"""Files are replaced whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

from pnp.diagnostics import Diagnostic, Location, WriteError

_HINTS = {
    errno.ENOSPC: "free some space on this disk, or choose another folder with --out",
    errno.EDQUOT: "your quota is used up: delete something, or choose another folder with --out",
    errno.EROFS: "this disk cannot be written to: choose another folder with --out",
    errno.EACCES: "close it if it is open in a viewer; if you may not write here, choose another folder with --out",
    errno.EPERM: "you may not write here: choose another folder with --out",
    errno.EISDIR: "a folder of this name is in the way: rename it, or choose another name with --out",
    errno.ENOTDIR: "a file is in the way where a folder must be: rename it, or choose another folder with --out",
    errno.EEXIST: "a file is in the way where a folder must be: rename it, or choose another folder with --out",
    errno.ENAMETOOLONG: "choose a shorter name with --out",
}
_LONGEST = 255
"""Bytes of the name of a file, as most file systems have it."""
_MASK = Lock()
"""Held while the process has another mask of permissions than it should."""


def replace_file(path: Path, data: bytes, within: Path | None = None) -> None:
    """Write ``data`` to ``path``, making its folder where there is none. The file is replaced whole or not at all,
    also when the program is killed or the disk is full; a link is followed, and permissions are kept.

    A link that leads out of the folder ``within`` is not followed: it may be a stranger's. What is no file, such as
    /dev/null or a named pipe, stays. Raises WriteError; nothing is left behind then.
    """
    temporary: Path | None = None
    try:
        check_replaceable(path)
        target = path.resolve()
        if within is not None and not target.is_relative_to(within.resolve()):
            raise led_out(path, within)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
        os.replace(temporary, target)  # noqa: PTH105 - the one call that is atomic everywhere, said by its own name
        temporary = None
        sync_folder(target.parent)
    except OSError as error:
        raise write_error(path, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_all(files: Mapping[Path, bytes], within: Path | None = None) -> None:
    """Write all ``files``, or none: where one cannot be written, those before it are as they were. Raises WriteError,
    as ``replace_file`` does."""
    for path in files:
        try:
            check_replaceable(path)
        except OSError as error:
            raise write_error(path, error) from error
    before: dict[Path, bytes | None] = {}
    made = [folder for path in files for folder in reversed((path, *path.parents)[1:]) if not folder.exists()]
    try:
        for path, data in files.items():
            before[path] = path.read_bytes() if path.is_file() else None
            replace_file(path, data, within)
    except (WriteError, OSError) as error:
        for path, old in before.items():
            with contextlib.suppress(WriteError, OSError):
                path.unlink(missing_ok=True) if old is None else replace_file(path, old, within)
        for folder in reversed(list(dict.fromkeys(made))):
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise write_error(Path(error.filename or ""), error) from error
        raise


def check_replaceable(path: Path) -> None:
    """Raises WriteError, or OSError, where something lies at ``path`` that is no regular file: it would be gone."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        kind = "a named pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        message = f"the file cannot be written: it is {kind}, no file"
        raise WriteError(Diagnostic("cannot-write", message, Location(str(path)), "name a file with --out"))


def check_file_name(name: str) -> None:
    """Raises WriteError for a name that does not name a file in a folder, here or on another system: with a separator,
    a drive or a control character, or too long. Whoever reads names checks them first, and says where they stand."""
    bad = name in ("", ".", "..") or not name.isprintable() or set(name) & set("/\\:") or len(name.encode()) > _LONGEST
    if bad:
        message = f"{name[:_LONGEST]!r} cannot be the name of a file: nothing is written"
        hint = "use letters, digits and single hyphens"
        raise WriteError(Diagnostic("bad-name", message, hint=hint))


def led_out(path: Path, within: Path) -> WriteError:
    """What is wrong with a path that a link leads out of the folder ``within``."""
    message = f"a link on the way leads out of {within}: nothing is written there"
    hint = "put a folder in the place of the link, or name the folder that you mean with --out"
    return WriteError(Diagnostic("outside-project", message, Location(str(path)), hint))


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced; those of a new file where there is none."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return new_mode(0o666)


def new_mode(mode: int) -> int:
    """The permissions that something new has of ``mode``."""
    with _MASK:
        # It can only be read by setting it. Whatever another thread makes meanwhile is shut to others, never open.
        mask = os.umask(0o077)
        os.umask(mask)
    return mode & ~mask


def sync_folder(folder: Path) -> None:
    """Make the new name durable where folders can be synced (not on Windows, where opening one is refused)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_error(path: Path, error: OSError) -> WriteError:
    """What is wrong with a path that could not be written, and what helps."""
    reason = (error.strerror or str(error)).lower()
    hint = _HINTS.get(error.errno or 0, "choose another folder with --out")
    return WriteError(Diagnostic("cannot-write", f"the file cannot be written: {reason}", Location(str(path)), hint))


# A folder of files is replaced whole or not at all.


def replace_folder(folder: Path, files: Iterable[tuple[str, bytes]], within: Path) -> None:
    """Put ``files``, by name, into ``folder``, and nothing else: they are written beside it, and the folders change
    places when all is there. Whoever calls has made sure that what is in the folder may go.

    Raises WriteError; the folder is as it was then, and nothing is left beside it. A link that leads out of the folder
    ``within`` is not followed.
    """
    made: Path | None = None
    try:
        if not folder.parent.resolve().is_relative_to(within.resolve()) or folder.is_symlink():
            raise led_out(folder, within)
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "it is no folder")
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name[:40]}.", suffix=".tmp", dir=folder.parent))
        made.chmod(new_mode(0o777))
        for name, data in files:
            check_file_name(name)
            with (made / name).open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        sync_folder(made)
        _change_places(made, folder)
        made = None
        sync_folder(folder.parent)
    except OSError as error:
        raise write_error(folder, error) from error
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)


def _change_places(made: Path, folder: Path) -> None:
    """Put ``made`` where ``folder`` is, and what was there away."""
    if not folder.exists():
        made.rename(folder)
        return
    old = made.with_suffix(".old")
    folder.rename(old)
    try:
        made.rename(folder)
    except OSError:
        with contextlib.suppress(OSError):
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
