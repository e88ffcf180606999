"""Pictures of a project: data URIs, and PNG or JPEG files below one folder."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from urllib.parse import unquote

from pnp.cardsvg.nodes import ImageResolver, Picture
from pnp.inside import lies_in
from pnp.steps import begin_step

MAX_IMAGE_BYTES = 30_000_000
"""The largest image file there may be."""
_NEAR = 0.8
"""Least likeness of the names of two files, from 0 to 1."""
FOLDER = ", and the folder"
"""Beginning of a remark on the folder of a missing picture, which a template may name wrongly."""
_DATA = re.compile(r"data:image/(png|jpe?g);base64,(.*)", re.DOTALL)
_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_OTHERS: Mapping[str, re.Pattern[bytes]] = {
    "WebP": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    "GIF": re.compile(rb"GIF8"),
    "BMP": re.compile(rb"BM"),
    "TIFF": re.compile(rb"II\*\0|MM\0\*"),
    "AVIF or HEIC": re.compile(rb".{4}ftyp(?:avif|avis|hei|mif1)", re.DOTALL),
    "PDF": re.compile(rb"%PDF-"),
    "Photoshop": re.compile(rb"8BPS"),
}
"""How the files of other programs begin."""

Opened: TypeAlias = Callable[[Path, Callable[[], Picture]], Picture]
"""Gives the picture of a file: by reading it, or one that was read before."""


def _read_now(path: Path, read: Callable[[], Picture]) -> Picture:
    del path
    return read()


def project_images(folders: Path | Iterable[Path], opened: Opened = _read_now) -> ImageResolver:
    """Return a resolver for data URIs and for files below ``folders``, the first that has the file wins.

    It raises ValueError for a path that leads out of its folder (links included), a missing or too large file, and
    anything that is neither PNG nor JPEG. Each file is read once.
    """
    roots = (folders,) if isinstance(folders, Path) else tuple(folders)
    known: dict[str, Picture] = {}

    def resolve(href: str) -> Picture:
        if href not in known:
            if href.startswith("data:"):
                known[href] = _picture("data:…", _from_uri(href))
            else:
                path = _found(roots, href)
                begin_step("reading this picture", href)
                known[href] = opened(path, lambda: _picture(href, path.read_bytes()))
        return known[href]

    return resolve


def _from_uri(href: str) -> bytes:
    match = _DATA.fullmatch(href)
    if match is None:
        raise ValueError("a data URI must start with data:image/png;base64, or data:image/jpeg;base64,")
    try:
        return base64.b64decode(re.sub(r"\s+", "", match[2]), validate=True)
    except binascii.Error as error:
        raise ValueError(f"its base64 is broken: {error}") from error


def _picture(name: str, data: bytes) -> Picture:
    if not data:
        raise ValueError("the file is empty")
    if not data.startswith(_STARTS):
        kind = next((kind for kind, start in _OTHERS.items() if start.match(data)), None)
        called = f" under the name {PurePosixPath(name).suffix}" if PurePosixPath(name).suffix else ""
        raise ValueError("it is neither PNG nor JPEG" + (f", but {kind}{called}: save it as PNG" if kind else ""))
    return Picture(name, data)


def _found(roots: tuple[Path, ...], href: str) -> Path:
    """Return the file that ``href`` names. Raises ValueError for one that may not be read, and where there is none."""
    plain = unquote(href)
    parts = PurePosixPath(plain).parts
    if "\\" in plain or any(char < " " for char in plain):
        raise ValueError("a path has / where Windows has \\, as in pictures/coin.png")
    if not parts or PurePosixPath(plain).is_absolute() or ".." in parts or ":" in plain:
        raise ValueError("the path leads out of the project folder")
    for root in roots:
        path = root.joinpath(*parts)
        if not path.is_file():
            continue
        if not lies_in(path, root):
            raise ValueError("the file is a link out of the project folder")
        if path.stat().st_size > MAX_IMAGE_BYTES:
            raise ValueError(f"the file is larger than {MAX_IMAGE_BYTES // 1_000_000} MB")
        return path
    if plain.lower().endswith(".svg"):
        raise ValueError("an SVG file is art, drawn by its name without .svg")
    if plain.endswith("/"):
        raise ValueError("this is a folder, and the name behind it is ''")
    raise ValueError(f"there is no such file{_twice(parts) or _renamed(roots, parts) or _meant(roots, Path(*parts))}")


def _twice(parts: tuple[str, ...]) -> str:
    """Return a remark on a folder that a path names twice; nothing if it names none twice."""
    return f", and {parts[0]}/ stands there twice" if len(parts) > 2 and parts[0] == parts[1] else ""


def _renamed(roots: Iterable[Path], parts: tuple[str, ...]) -> str:
    """Return a remark on the folder of a missing picture: it has other capitals, or is not named. Nothing if there is
    no such folder."""
    for folder in (path for root in roots for path in sorted(root.iterdir()) if path.is_dir()):
        if len(parts) > 1 and folder.name != parts[0] and folder.name.casefold() == parts[0].casefold():
            return f"{FOLDER} is called {folder.name!r}"
        if len(parts) == 1 and (folder / parts[0]).is_file():
            return f"{FOLDER} {folder.name!r} has one"
    return ""


def _meant(roots: Iterable[Path], wanted: Path) -> str:
    """Return a question for a picture in the folder of a missing one that has nearly its name; nothing if none has."""
    folders = [folder for root in roots if lies_in(folder := root / wanted.parent, root) and folder.is_dir()]
    names = {path.stem.casefold(): path.name for folder in folders for path in folder.iterdir() if _is_picture(path)}
    near = get_close_matches(wanted.stem.casefold(), names, 1, _NEAR)
    return f"; did you mean {wanted.with_name(names[near[0]]).as_posix()!r}?" if near else ""


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in (".png", ".jpg", ".jpeg")
