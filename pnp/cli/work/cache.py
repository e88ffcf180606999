"""Show and clear the cache on disk."""

from __future__ import annotations

from pathlib import Path

from pnp.cache.disk import FOLDER, SECTIONS, CacheUsage, DiskCache, cache_folder, explain_distrust, explain_missing_key
from pnp.cli.output import note
from pnp.diagnostics import Diagnostic, PnpError, WriteError


def show() -> None:
    """Print the folder of the cache, and the size of each of its parts. Raises PnpError."""
    folder = _folder_in_use()
    if folder is None:
        return
    reason = explain_missing_key()
    if reason is not None:
        note(f"nothing is kept, for nothing can be signed: {reason}")
        return
    try:
        sizes = [(section.title, DiskCache(section, folder).size()) for section in SECTIONS]
    except OSError as error:
        raise PnpError(Diagnostic("cannot-read", _error_message(error, "read"))) from error
    note(f"kept in {folder}:")
    for label, size in sizes:
        note(f"  {label}: {_format_size(size)}")


def clear() -> None:
    """Clear the cache, and print how much was removed. Raises PnpError."""
    folder = _folder_in_use()
    if folder is None:
        return
    try:
        cleared = [(section.title, DiskCache(section, folder).clear()) for section in SECTIONS]
    except OSError as error:
        raise WriteError(Diagnostic("cannot-write", _error_message(error, "removed"))) from error
    for label, size in cleared:
        note(f"{label}: {_format_size(size)} removed")


def _folder_in_use() -> Path | None:
    """Return the folder of the cache; None if no cache is used, with a note that says why."""
    folder = cache_folder()
    reason = f"{FOLDER} is empty" if folder is None else explain_distrust(folder)
    if reason is not None:
        note(f"nothing is kept: {reason}")
        return None
    return folder


def _error_message(error: OSError, participle: str) -> str:
    return f"{error.filename}: this cannot be {participle}: {error.strerror or error}"


def _format_size(size: CacheUsage) -> str:
    """Format a size as ``6 files, 57 kB``."""
    amount = f"{size.bytes} bytes" if size.bytes < 1000 else f"{size.bytes / 1000:,.0f} kB"
    return f"{size.files} file{'' if size.files == 1 else 's'}, {amount}"
