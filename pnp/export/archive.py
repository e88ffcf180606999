"""The files of an export in one zip: the same files give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pnp.export.listing import LIST
from pnp.files import check_file_name

_MARK = b"written by pnp export"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the first that a zip can say."""
_UNIX = 3
_READABLE = 0o644 << 16


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of files by name, in their order. Pictures are packed already, and only stored. Raises WriteError for a
    name that leads out of the folder in which the zip is unpacked."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            check_file_name(name)
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, data, zipfile.ZIP_STORED)
        archive.comment = _MARK
    return buffer.getvalue()


def is_ours(path: Path) -> bool:
    """Whether the file at ``path`` is a zip that an export wrote. Raises OSError where it cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.comment == _MARK and LIST in archive.namelist()
    except zipfile.BadZipFile:
        return False
