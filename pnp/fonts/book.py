"""Font book: the families, weights, styles and widths in the font folders of a project."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts.face import FontFace
from pnp.fonts.files import SUFFIXES, UPRIGHT, FontStyle, describe, font_error, stretch_of, style_of
from pnp.fonts.shaping import ShapedStack
from pnp.fonts.stack import FontStack
from pnp.inside import lies_in
from pnp.textfile import read_text
from pnp.toml.document import locate_key, parse_toml

INDEX = "fonts.toml"
"""Index of a folder: with it no font is opened before it is used."""


class FontBook:
    """Fonts of one or more folders. If two folders hold the same family, weight, style and width, the earlier one wins.

    A folder may have an index ``fonts.toml``: tables ``[[font]]`` with file, family and weight, and optionally style,
    stretch and names. Fonts of a folder without an index are described by their own tables. A folder that does not
    exist holds no fonts. Raises TemplateError for an index or a font that cannot be read.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._faces: dict[str, dict[tuple[int, FontStyle, float], tuple[FontFace, ...]]] = {}
        self._names: dict[str, str] = {}
        self._stacks: dict[tuple[tuple[str, ...], int, FontStyle, float, tuple[str, ...]], FontStack] = {}
        self._folders = tuple(map(Path, folders))
        for folder in self._folders:
            self._add(_faces_in(folder))

    def _add(self, faces: Iterable[FontFace]) -> None:
        """Add the faces of one folder under every name of their families."""
        families: dict[str, dict[tuple[int, FontStyle, float], tuple[FontFace, ...]]] = {}
        for face in faces:
            self._names.setdefault(face.family.casefold(), face.family)
            for name in dict.fromkeys(name.casefold() for name in (face.family, *face.names)):
                alike = families.setdefault(name, {})
                key = (face.weight, face.style, face.stretch)
                alike[key] = (*alike.get(key, ()), face)
        for name, kinds in families.items():
            self._faces[name] = {**kinds, **self._faces.get(name, {})}

    @property
    def families(self) -> tuple[str, ...]:
        """Names of all families, sorted."""
        return tuple(sorted(self._names.values()))

    def face(self, family: str, weight: int, style: FontStyle = UPRIGHT, stretch: float = 100) -> FontFace:
        """Return the face of ``family`` in ``style`` that is nearest in width, then in weight.

        ``stretch`` is per cent of the normal width: on a tie the narrower wins up to 100, the wider beyond. On a tie
        of weights the heavier wins from 500 up, the lighter below. Names are compared without regard to case; a family
        goes by each name that its files give it, in any language. Raises TemplateError if there is no such family, no
        such style of it, or more than one file that fits.
        """
        kinds = self._faces.get(family.casefold())
        if not kinds:
            raise TemplateError(
                Diagnostic("unknown-font", f"there is no font family {family!r}", hint=self._hint_for(family))
            )
        styled = [key for key in kinds if key[1] == style]
        if not styled:
            raise _no_such_style(family, style)
        narrow = 1 if stretch <= 100 else -1
        width = min((key[2] for key in styled), key=lambda have: (abs(have - stretch), narrow * have))
        lean = -1 if weight >= 500 else 1
        weights = [key for key in styled if key[2] == width]
        fitting = kinds[min(weights, key=lambda key: (abs(key[0] - weight), lean * key[0]))]
        if len(fitting) > 1:
            raise _ambiguous(family, fitting)
        return fitting[0]

    def stack(
        self,
        families: tuple[str, ...],
        weight: int,
        style: FontStyle = UPRIGHT,
        stretch: float = 100,
        features: tuple[str, ...] = (),
    ) -> FontStack:
        """Return a stack of one face per family, in that order. ``features``, sorted, are on for its text.

        A family without ``style`` stands upright beside families that have it: few scripts have an italic. Raises
        TemplateError as ``face`` does, and if no family of the stack has the style.
        """
        key = (families, weight, style, stretch, features)
        if key not in self._stacks:
            if not families:
                raise TemplateError(
                    Diagnostic(
                        "unknown-font",
                        "a font stack needs at least one family",
                        hint=f"there are: {', '.join(self.families) or 'none'}",
                    )
                )
            styles = [style if self._has(family, style) else UPRIGHT for family in families]
            if style not in styles:
                raise _no_such_style(families[0], style)
            faces = tuple(
                self.face(family, weight, given, stretch) for family, given in zip(families, styles, strict=True)
            )
            self._stacks[key] = ShapedStack(faces, features) if features else FontStack(faces)
        return self._stacks[key]

    def _hint_for(self, family: str) -> str:
        """Return a hint for an unknown family: a font that an index leaves out, a similar name, or all names."""
        for folder in self._folders:
            unlisted = _unlisted(folder, family)
            if unlisted is not None:
                index = f"{folder.name}/{INDEX}"
                return f"{index} does not list {unlisted}, and hides all files that it does not list: list it there"
        near = difflib.get_close_matches(family, self.families, 1, 0.5)
        return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(self.families) or 'none'}"

    def _has(self, family: str, style: FontStyle) -> bool:
        return any(key[1] == style for key in self._faces.get(family.casefold(), ()))


def _no_such_style(family: str, style: FontStyle) -> TemplateError:
    is_upright = style == UPRIGHT
    return TemplateError(
        Diagnostic(
            "unknown-font",
            f"the font family {family!r} has no {'upright' if is_upright else 'italic'} face",
            hint='ask for style = "italic"' if is_upright else "add its italic font, or use a family that has one",
        )
    )


def _ambiguous(family: str, faces: Sequence[FontFace]) -> TemplateError:
    first = faces[0]
    name = f"{family} {first.weight}" + ("" if first.style == UPRIGHT else f" {first.style}")
    files = " and ".join(face.path.name for face in faces)
    return TemplateError(
        Diagnostic(
            "ambiguous-font",
            f"{name} is {files}: nothing tells them apart",
            Location(f"{first.path.parent.name}/{first.path.name}"),
            f"keep one of them, or list the files in {INDEX} beside them with a family name for each; parts of one "
            f'font, such as latin and latin-ext, go into one stack: families = ["{family}", "{family} Ext"]',
        )
    )


def _unlisted(folder: Path, family: str) -> str | None:
    """Return the name of a font file, named after a family, that the index of a folder does not list."""
    index = folder / INDEX
    if not index.is_file():
        return None
    listed = {face.path.name for face in _indexed(folder, index)}
    wanted = "".join(filter(str.isalnum, family.casefold()))
    for path in sorted(folder.iterdir()):
        stem = "".join(filter(str.isalnum, path.stem.casefold()))
        if path.suffix.lower() in SUFFIXES and path.name not in listed and wanted and wanted in stem:
            return path.name
    return None


def _faces_in(folder: Path) -> list[FontFace]:
    index = folder / INDEX
    if index.is_file():
        _refuse_link(index, folder)
        return _indexed(folder, index)
    faces = []
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            suffix = path.suffix.lower()
            if suffix in SUFFIXES:
                _refuse_link(path, folder)
                named = describe(path)
                faces.append(FontFace(path, named.names[0], named.weight, named.style, named.stretch, named.names[1:]))
            elif suffix in {".ttc", ".otc", ".pfb", ".dfont"}:
                hint = f"use one of {', '.join(SUFFIXES)}, with one font in it"
                raise font_error(path, f"{suffix} files cannot be embedded", hint)
    return faces


def _refuse_link(path: Path, folder: Path) -> None:
    if not lies_in(path, folder):
        raise font_error(path, "this is a link out of the folder of fonts", "put a copy of the file in its place")


def _indexed(folder: Path, index: Path) -> list[FontFace]:
    label = f"{folder.name}/{INDEX}"
    text = read_text(index, label, bom=False)
    entries = parse_toml(text, label).get("font", ())
    if not isinstance(entries, list):
        place = locate_key(text, label, ("font",))
        raise TemplateError(Diagnostic("wrong-type", "'font' is no list", place, "write a table [[font]] for each"))
    return [_entry(folder, entry, text, number) for number, entry in enumerate(entries)]


def _entry(folder: Path, entry: object, text: str, number: int) -> FontFace:
    match entry:
        case {"file": str(file), "family": str(family), "weight": int(weight), **rest} if Path(file).name == file:
            style, stretch = style_of(rest.pop("style", UPRIGHT)), stretch_of(rest.pop("stretch", 100))
            more = rest.pop("names", [])
            names = tuple(str(name) for name in more) if isinstance(more, list) else None
            if not rest and style is not None and stretch is not None and names is not None:
                path = folder / file
                _refuse_link(path, folder)
                if not path.exists():
                    raise _missing_file(path, locate_key(text, f"{folder.name}/{INDEX}", ("font", number, "file")))
                return FontFace(path, family, weight, style, stretch, names)
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"this is not a font: {entry!r}",
            locate_key(text, f"{folder.name}/{INDEX}", ("font", number)),
            'write file = "Name.ttf" (beside the index), family = "Name", weight = 400, and where it needs them '
            'style = "italic", stretch = 75, names = ["another name"]',
        )
    )


def _missing_file(path: Path, place: Location) -> TemplateError:
    """Return the error for a file that the index of its folder lists, and that is not there."""
    files = sorted(file.name for file in path.parent.iterdir() if file.suffix.lower() in SUFFIXES)
    near = difflib.get_close_matches(path.name, files, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"put it beside {INDEX}, or delete its table [[font]]"
    return TemplateError(Diagnostic("font", f"there is no font file {path.name!r}", place, hint))
