"""The fonts of a project: families and weights found in its folders."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts.face import FontFace, open_font, read_font
from pnp.fonts.sfnt import font_error
from pnp.fonts.stack import Stack

INDEX = "fonts.toml"
"""The file that tells what a folder holds, so that no font is opened before it is used."""


class FontBook:
    """The fonts in one or more folders; where two hold the same family and weight, the earlier folder wins.

    A folder with a ``fonts.toml`` (tables ``[[font]]`` with file, family, weight) is taken at its word; in any other
    folder the name tables of its ``.ttf`` files are read. A folder that does not exist holds no fonts.
    Raises TemplateError for an index or a font that cannot be read.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._faces: dict[str, dict[int, FontFace]] = {}
        self._names: dict[str, str] = {}
        self._stacks: dict[tuple[tuple[str, ...], int], Stack] = {}
        for folder in folders:
            for face in _faces_in(Path(folder)):
                key = face.family.casefold()
                self._names.setdefault(key, face.family)
                self._faces.setdefault(key, {}).setdefault(face.weight, face)

    @property
    def families(self) -> tuple[str, ...]:
        """The names of all families, sorted."""
        return tuple(sorted(self._names.values()))

    def face(self, family: str, weight: int) -> FontFace:
        """The face of ``family`` whose weight is nearest to ``weight``: above it on a tie from 500 up, else below.

        Family names are compared without regard to case. Raises TemplateError where there is no such family.
        """
        faces = self._faces.get(family.casefold())
        if not faces:
            near = difflib.get_close_matches(family, self.families, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(self.families) or 'none'}"
            raise TemplateError(Diagnostic("unknown-font", f"there is no font family {family!r}", hint=hint))
        lean = -1 if weight >= 500 else 1
        return faces[min(faces, key=lambda have: (abs(have - weight), lean * have))]

    def stack(self, families: tuple[str, ...], weight: int) -> Stack:
        """The declared stack: one face per family, in that order. Raises TemplateError as ``face`` does."""
        key = (families, weight)
        if key not in self._stacks:
            if not families:
                raise TemplateError(
                    Diagnostic(
                        "unknown-font",
                        "a font stack needs at least one family",
                        hint=f"there are: {', '.join(self.families) or 'none'}",
                    )
                )
            self._stacks[key] = Stack(tuple(self.face(family, weight) for family in families))
        return self._stacks[key]


def _faces_in(folder: Path) -> list[FontFace]:
    index = folder / INDEX
    if index.is_file():
        return _indexed(folder, index)
    faces = []
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() == ".ttf":
                faces.append(_named(path))
            elif path.suffix.lower() in {".otf", ".ttc", ".woff", ".woff2"}:
                raise font_error(path, f"{path.suffix} fonts cannot be embedded", "use the .ttf file of this font")
    return faces


def _indexed(folder: Path, index: Path) -> list[FontFace]:
    place = Location(f"{folder.name}/{INDEX}")
    try:
        table = tomllib.loads(index.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise TemplateError(Diagnostic("syntax", f"the index of the fonts cannot be read: {error}", place)) from error
    faces = []
    for entry in table.get("font", ()):
        match entry:
            case {"file": str(file), "family": str(family), "weight": int(weight)} if Path(file).name == file:
                faces.append(FontFace(folder / file, family, weight))
            case _:
                raise TemplateError(
                    Diagnostic(
                        "wrong-type",
                        f"this is not a font: {entry!r}",
                        place,
                        'write file = "Name.ttf" (beside the index), family = "Name", weight = 400',
                    )
                )
    return faces


def _named(path: Path) -> FontFace:
    font = open_font(path, read_font(path))
    names = font["name"]
    family = names.getDebugName(16) or names.getDebugName(1)
    if not family:
        raise font_error(path, "this font names no family", "use another font file")
    weight = int(font["OS/2"].usWeightClass)
    font.close()
    return FontFace(path, str(family), weight)
