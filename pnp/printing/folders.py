"""A folder of files is replaced whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pnp.printing.files import check_file_name, led_out, new_mode, sync_folder, write_error


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
