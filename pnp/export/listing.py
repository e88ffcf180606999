"""Names of the files of an export, their list, and the zip that holds them."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from pathlib import Path

from pnp.files import check_file_name
from pnp.records import dataclass

LIST = "files.csv"
PATTERN = "{component}-{card}-{side}-x{copies}"
"""File names for shops without a pattern of their own. A back that cards share has no card."""
PLACES = ("number", "component", "card", "side", "copies")
_PLACE = re.compile(r"\{([a-z]*)\}")
_ALLOWED = re.compile(r"[A-Za-z0-9._ -]*")
_LONGEST_PATTERN = 100
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9]) *(\.|$)", re.IGNORECASE)
"""Names that Windows takes for devices, with any ending after a dot."""


@dataclass(frozen=True, slots=True)
class ListedFace:
    """Row of the list of an export: a face with its file.

    ``page`` is its page in a PDF. The size is in mm with its bleed, and in pixels for pictures. ``sha256`` is the
    digest of the file in hex.
    """

    file: str
    page: int | None
    component: str
    card: str
    side: str
    copies: int
    width_mm: float
    height_mm: float
    width_px: int | None
    height_px: int | None
    sha256: str


def check_pattern(pattern: str) -> None:
    """Raise ValueError, worded for people, for a pattern that cannot name files."""
    names = _PLACE.findall(pattern)
    unknown = [name for name in names if name not in PLACES]
    if unknown or not _ALLOWED.fullmatch(_PLACE.sub("", pattern)):
        shown = f"{{{unknown[0]}}}" if unknown else pattern
        raise ValueError(f"{shown!r} cannot be in a file name: write letters, digits and {{{'}, {'.join(PLACES)}}}")
    if pattern.startswith((".", " ")) or len(pattern) > _LONGEST_PATTERN or _DEVICE.match(pattern):
        shown = pattern[:_LONGEST_PATTERN]
        raise ValueError(f"{shown!r} cannot be a file name: begin with a letter or a place, such as {PATTERN!r}")
    if not {"number", "card"} & set(names):
        raise ValueError(f"{pattern!r} gives every card the same name: write {{number}} or {{card}}")


def file_name(pattern: str, number: int, component: str, card: str, side: str, copies: int) -> str:
    """Return the name of a face's file, without the extension. An empty part leaves no hyphen.

    >>> file_name(PATTERN, 1, "cards", "red-1", "front", 2), file_name(PATTERN, 2, "cards", "", "back", 49)
    ('cards-red-1-front-x2', 'cards-back-x49')
    """
    values = {"number": f"{number:03}", "component": component, "card": card, "side": side, "copies": str(copies)}
    filled = _PLACE.sub(lambda place: values[place[1]], pattern)
    return re.sub(r"-{2,}", "-", filled).strip("-") if not card else filled


def make_unique(names: Sequence[str]) -> list[str]:
    """Return the names, with a number after repeated ones. Case is ignored, as some file systems do.

    >>> make_unique(["a-b", "A-b", "c"])
    ['a-b', 'A-b_2', 'c']
    """
    taken: set[str] = set()
    unique_names = []
    for name in names:
        unique, number = name, 1
        while unique.casefold() in taken:
            number += 1
            unique = f"{name}_{number}"
        taken.add(unique.casefold())
        unique_names.append(unique)
    return unique_names


def as_csv(rows: Iterable[ListedFace]) -> bytes:
    """Return the list as a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(ListedFace))
    for row in rows:
        writer.writerow("" if value is None else value for value in astuple(row))
    return text.getvalue().encode("utf-8")


def first_foreign_file(folder: Path) -> str | None:
    """Return the first file in ``folder`` that is not as an export left it, None if every file is.

    Such a file is not in the list of files, or was changed since. Raises OSError if the folder cannot be read.
    """
    digests = _read_digests(folder / LIST)
    for path in sorted(folder.iterdir()):
        if path.name == LIST and digests is not None:
            continue
        if path.is_symlink() or not path.is_file() or digests is None or path.name not in digests:
            return path.name
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digests[path.name]:
                return path.name
    return None


def _read_digests(path: Path) -> dict[str, str] | None:
    """Return the digest of each file by the list at ``path``; None if there is no list, or another program wrote it."""
    if path.is_symlink() or not path.is_file():
        return None
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (UnicodeDecodeError, csv.Error):
        return None
    header = [field.name for field in fields(ListedFace)]
    if not rows or rows[0] != header or any(len(row) != len(header) for row in rows):
        return None
    return {row[0]: row[-1] for row in rows[1:]}


# Zip: the same files give the same bytes.

_MARK = b"written by pnp export"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the earliest that a zip can hold."""
_UNIX = 3
_READABLE = 0o644 << 16


def make_zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of files by name, in their order. Pictures are compressed already, so files are only stored.

    Raises WriteError for a name that leads out of the folder in which the zip is unpacked.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files:
            check_file_name(name)
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, content, zipfile.ZIP_STORED)
        archive.comment = _MARK
    return buffer.getvalue()


def is_export_zip(path: Path) -> bool:
    """Return True if the file at ``path`` is a zip that an export wrote. Raises OSError if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.comment == _MARK and LIST in archive.namelist()
    except zipfile.BadZipFile:
        return False
