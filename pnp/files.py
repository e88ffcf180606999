"""Write files and folders whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

from pnp.diagnostics import Diagnostic, Location, WriteError
from pnp.inside import lies_in

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
"""Most bytes in a file name on most file systems."""
_ABANDONED = 600.0
"""Seconds after which a file that was begun is taken for abandoned."""
_MASK = Lock()
"""Lock held while the process has a temporary umask."""


def replace_file(path: Path, data: bytes, within: Path | None = None) -> None:
    """Write ``data`` to ``path`` atomically, and make its folder if it is missing.

    The file is replaced whole or not at all, even if the program is killed or the disk is full. A link is followed, and
    permissions are kept. A link that leads out of the folder ``within`` is not followed: it may be a stranger's. A path
    that is no regular file, such as /dev/null or a named pipe, stays. Raises WriteError; nothing is left behind then.
    """
    temporary: Path | None = None
    try:
        target = _replaceable(path, within)
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(target)
        handle, name = tempfile.mkstemp(prefix=_prefix(target), suffix=".tmp", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(target))
        os.replace(temporary, target)  # noqa: PTH105 - the call that is atomic on every system
        temporary = None
        sync_folder(target.parent)
    except OSError as error:
        raise write_error(path, error) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _prefix(target: Path) -> str:
    """Return the beginning of the names of files and folders that are to take the place of ``target``."""
    return f".{target.name[:40]}."


def _remove_abandoned(target: Path) -> None:
    """Remove what programs that were killed have left beside ``target``. What is younger may still be in work."""
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            name, oldest = entry.name, time.time() - _ABANDONED
            if not (name.startswith(_prefix(target)) and name.endswith((".tmp", ".old"))):
                continue
            with contextlib.suppress(OSError):
                if entry.stat(follow_symlinks=False).st_mtime > oldest:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    Path(entry.path).unlink()


def write_all(files: Mapping[Path, bytes], within: Path | None = None) -> None:
    """Write all ``files`` or none: after a failure the earlier ones are restored.

    Raises WriteError, as ``replace_file`` does.
    """
    for path in files:
        check_place(path, within)
    originals: dict[Path, bytes | None] = {}
    new_folders = [folder for path in files for folder in reversed((path, *path.parents)[1:]) if not folder.exists()]
    try:
        for path, data in files.items():
            originals[path] = path.read_bytes() if path.is_file() else None
            replace_file(path, data, within)
    except (WriteError, OSError) as error:
        for path, original in originals.items():
            with contextlib.suppress(WriteError, OSError):
                path.unlink(missing_ok=True) if original is None else replace_file(path, original, within)
        for folder in reversed(list(dict.fromkeys(new_folders))):
            with contextlib.suppress(OSError):
                folder.rmdir()
        if isinstance(error, OSError):
            raise write_error(Path(error.filename or ""), error) from error
        raise


def check_place(path: Path, within: Path | None = None) -> None:
    """Check that a file may be written to ``path``, as ``replace_file`` does it. Writes nothing. Raises WriteError."""
    try:
        _replaceable(path, within)
    except OSError as error:
        raise write_error(path, error) from error


def _replaceable(path: Path, within: Path | None) -> Path:
    """Return the file that is written for ``path``, links resolved. Raises WriteError or OSError if it may not be."""
    check_replaceable(path)
    if within is not None and not lies_in(path, within):
        raise outside_error(path, within)
    return path.resolve()


def check_replaceable(path: Path) -> None:
    """Check that a file at ``path`` may be replaced.

    Raises WriteError or OSError if something lies there that is no regular file: it would be lost.
    """
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
    """Check that ``name`` names a file in a folder, on every system.

    Raises WriteError for a separator, a drive, a control character or an overlong name. Callers that read names from
    files check them first and report their location.
    """
    invalid = (
        name in ("", ".", "..") or not name.isprintable() or set(name) & set("/\\:") or len(name.encode()) > _LONGEST
    )
    if invalid:
        message = f"{name[:_LONGEST]!r} cannot be the name of a file: nothing is written"
        hint = "use letters, digits and single hyphens"
        raise WriteError(Diagnostic("bad-name", message, hint=hint))


def outside_error(path: Path, within: Path) -> WriteError:
    """Return the error for a path that a link leads out of the folder ``within``."""
    message = f"a link on the way leads out of {within}: nothing is written there"
    hint = "put a folder in the place of the link, or name the folder that you mean with --out"
    return WriteError(Diagnostic("outside-project", message, Location(str(path)), hint))


def _mode(target: Path) -> int:
    """Return the permissions of the file to replace, or those of a new file if it is missing."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return new_mode(0o666)


def new_mode(mode: int) -> int:
    """Return the permissions that a new file of ``mode`` gets under the umask."""
    with _MASK:
        # The mask can only be read by setting it. Files that another thread makes meanwhile are closed to others.
        mask = os.umask(0o077)
        os.umask(mask)
    return mode & ~mask


def sync_folder(folder: Path) -> None:
    """Make a new name in ``folder`` durable.

    Does nothing on Windows, where opening a folder is refused.
    """
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_error(path: Path, error: OSError) -> WriteError:
    """Return the error for a path that could not be written, with a hint."""
    reason = (error.strerror or str(error)).lower()
    hint = _HINTS.get(error.errno or 0, "choose another folder with --out")
    return WriteError(Diagnostic("cannot-write", f"the file cannot be written: {reason}", Location(str(path)), hint))


def check_folder(folder: Path, within: Path) -> None:
    """Check that a folder may be replaced, as ``replace_folder`` does it. Raises WriteError."""
    if not lies_in(folder.parent, within) or folder.is_symlink():
        raise outside_error(folder, within)
    if folder.exists() and not folder.is_dir():
        raise write_error(folder, NotADirectoryError(errno.ENOTDIR, "it is no folder"))


def replace_folder(folder: Path, files: Iterable[tuple[str, bytes]], within: Path) -> None:
    """Replace the content of ``folder`` by ``files``, pairs of name and bytes.

    The files are written into a new folder beside it. The two folders change places when all files are there. The
    caller makes sure that the old content may go.

    Raises WriteError; the folder is then unchanged, and nothing is left beside it. A link that leads out of the folder
    ``within`` is not followed.
    """
    new_folder: Path | None = None
    try:
        check_folder(folder, within)
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(folder)
        new_folder = Path(tempfile.mkdtemp(prefix=_prefix(folder), suffix=".tmp", dir=folder.parent))
        new_folder.chmod(new_mode(0o777))
        for name, data in files:
            check_file_name(name)
            with (new_folder / name).open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        sync_folder(new_folder)
        _swap_folders(new_folder, folder)
        new_folder = None
        sync_folder(folder.parent)
    except OSError as error:
        raise write_error(folder, error) from error
    finally:
        if new_folder is not None:
            shutil.rmtree(new_folder, ignore_errors=True)


def _swap_folders(new_folder: Path, folder: Path) -> None:
    """Move ``new_folder`` to ``folder`` and delete the old content."""
    if not folder.exists():
        new_folder.rename(folder)
        return
    old = new_folder.with_suffix(".old")
    folder.rename(old)
    try:
        new_folder.rename(folder)
    except OSError:
        with contextlib.suppress(OSError):
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)
