"""Name the files of an export, list them, and pack them into a zip."""

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
"""File names where a shop wants no others. A back that cards share has no card."""
PLACES = ("number", "component", "card", "side", "copies")
_PLACE = re.compile(r"\{([a-z]*)\}")
_ALLOWED = re.compile(r"[A-Za-z0-9._ -]*")
_LONGEST_PATTERN = 100
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9]) *(\.|$)", re.IGNORECASE)
"""Names that Windows takes for devices, with any ending behind a dot."""


@dataclass(frozen=True, slots=True)
class ListedFace:
    """A face in an export: its file, the page of it in a PDF, what it shows, how many of it are to be printed, its size
    with its bleed, and the digest of the file (SHA-256 in hex)."""

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
    """Raises ValueError, worded for people, for a pattern that cannot name files."""
    names = _PLACE.findall(pattern)
    unknown = [name for name in names if name not in PLACES]
    if unknown or not _ALLOWED.fullmatch(_PLACE.sub("", pattern)):
        what = f"{{{unknown[0]}}}" if unknown else pattern
        raise ValueError(f"{what!r} cannot be in a file name: write letters, digits and {{{'}, {'.join(PLACES)}}}")
    if pattern.startswith((".", " ")) or len(pattern) > _LONGEST_PATTERN or _DEVICE.match(pattern):
        shown = pattern[:_LONGEST_PATTERN]
        raise ValueError(f"{shown!r} cannot be a file name: begin with a letter or a place, such as {PATTERN!r}")
    if not {"number", "card"} & set(names):
        raise ValueError(f"{pattern!r} gives every card the same name: write {{number}} or {{card}}")


def file_name(pattern: str, number: int, component: str, card: str, side: str, copies: int) -> str:
    """The name of a face's file, without what says its format. What is empty leaves no hyphen behind.

    >>> file_name(PATTERN, 1, "cards", "red-1", "front", 2), file_name(PATTERN, 2, "cards", "", "back", 49)
    ('cards-red-1-front-x2', 'cards-back-x49')
    """
    values = {"number": f"{number:03}", "component": component, "card": card, "side": side, "copies": str(copies)}
    filled = _PLACE.sub(lambda found: values[found[1]], pattern)
    return re.sub(r"-{2,}", "-", filled).strip("-") if not card else filled


def each_its_own(names: Sequence[str]) -> list[str]:
    """The names, with a number behind those that another one has, as file systems without capitals see it.

    >>> each_its_own(["a-b", "A-b", "c"])
    ['a-b', 'A-b_2', 'c']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        own, number = name, 1
        while own.casefold() in taken:
            number += 1
            own = f"{name}_{number}"
        taken.add(own.casefold())
        found.append(own)
    return found


def as_csv(rows: Iterable[ListedFace]) -> bytes:
    """The list as a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(ListedFace))
    for row in rows:
        writer.writerow("" if value is None else value for value in astuple(row))
    return text.getvalue().encode("utf-8")


def stranger(folder: Path) -> str | None:
    """The first file in ``folder`` that is not as an export left it, None where everything is: what is not in the list
    of files, or was changed since. Raises OSError where the folder cannot be read."""
    listed = _digests(folder / LIST)
    for path in sorted(folder.iterdir()):
        if path.name == LIST and listed is not None:
            continue
        if path.is_symlink() or not path.is_file() or listed is None or path.name not in listed:
            return path.name
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != listed[path.name]:
                return path.name
    return None


def _digests(path: Path) -> dict[str, str] | None:
    """The digest of each file by a list; None where there is none, or where it is none of ours."""
    if path.is_symlink() or not path.is_file():
        return None
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (UnicodeDecodeError, csv.Error):
        return None
    head = [field.name for field in fields(ListedFace)]
    if not rows or rows[0] != head or any(len(row) != len(head) for row in rows):
        return None
    return {row[0]: row[-1] for row in rows[1:]}


# The files of an export in one zip: the same files give the same bytes.

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
