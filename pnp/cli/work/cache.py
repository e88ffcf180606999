"""Shows and clears what is kept from one run to the next."""

from __future__ import annotations

from pathlib import Path

from pnp.cache.disk import FOLDER, ROOMS, CacheUsage, DiskCache, kept_folder, why_not_signed, why_not_trusted
from pnp.cli.output import note
from pnp.diagnostics import Diagnostic, PnpError, WriteError


def show() -> None:
    """Say where the cache is, and how much of what it holds. Raises PnpError."""
    folder = _folder_in_use()
    if folder is None:
        return
    reason = why_not_signed()
    if reason is not None:
        note(f"nothing is kept, for nothing can be signed: {reason}")
        return
    try:
        sizes = [(room.what, DiskCache(room, folder).size()) for room in ROOMS]
    except OSError as error:
        raise PnpError(Diagnostic("cannot-read", _refused(error, "read"))) from error
    note(f"kept in {folder}:")
    for what, size in sizes:
        note(f"  {what}: {_in_words(size)}")


def clear() -> None:
    """Clear the cache, and say how much was removed. Raises PnpError."""
    folder = _folder_in_use()
    if folder is None:
        return
    try:
        cleared = [(room.what, DiskCache(room, folder).clear()) for room in ROOMS]
    except OSError as error:
        raise WriteError(Diagnostic("cannot-write", _refused(error, "removed"))) from error
    for what, size in cleared:
        note(f"{what}: {_in_words(size)} removed")


def _folder_in_use() -> Path | None:
    """Find the folder of the cache; None where none is used, with a note that says why."""
    folder = kept_folder()
    reason = f"{FOLDER} is empty" if folder is None else why_not_trusted(folder)
    if reason is not None:
        note(f"nothing is kept: {reason}")
        return None
    return folder


def _refused(error: OSError, participle: str) -> str:
    return f"{error.filename}: this cannot be {participle}: {error.strerror or error}"


def _in_words(size: CacheUsage) -> str:
    """Write ``6 files, 57 kB``."""
    amount = f"{size.bytes} bytes" if size.bytes < 1000 else f"{size.bytes / 1000:,.0f} kB"
    return f"{size.files} file{'' if size.files == 1 else 's'}, {amount}"
