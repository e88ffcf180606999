"""Sources of templates, words, themes and art: the user's ``templates`` folder first, then the shipped one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate, chain
from os.path import islink, join, realpath
from pathlib import Path, PurePosixPath

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.inside import lies_in
from pnp.records import dataclass

SHARED = "shared"
MAX_BYTES = 2_000_000
"""Most bytes of a template, art file or words file; a larger one is a mistake or an attack."""

_LONGEST_LABEL = 300


_DECKS = "deck"
"""Engine of decks without rules, which draw all their faces."""


def places_of(name: str, engine: str) -> tuple[str, ...]:
    """Return the paths at which the template ``name`` of an engine may lie, the first ones first.

    A game with rules that has no card, back, small card, back of a summary or tuck box gets the one in
    ``shared/default``. It comes before the macros of ``shared``, where a file may have the same name.
    """
    defaults = () if engine == _DECKS else (f"{SHARED}/default/{name}",)
    return (f"{engine}/{name}", *defaults, f"{SHARED}/{name}")


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """Text file with its name in messages."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class TemplateFolders:
    """Folders that may hold templates, the strongest first. A user's folder overrides file by file."""

    folders: tuple[Path, ...]

    def find(self, *choices: str) -> TemplateSource | None:
        """Return the first existing file of ``choices``, or None.

        ``choices`` are paths below the folders, with '/' as separator. Raises TemplateError for a path that leads out
        of its folder, links included, and for unreadable files.
        """
        for folder in self.folders:
            for choice in choices:
                path = self._inside(folder, choice)
                if path is not None and path.is_file():
                    return TemplateSource(f"{folder.name}/{choice}", _read(path, f"{folder.name}/{choice}"))
        return None

    def every(self, *choices: str) -> Mapping[str, str]:
        """Return the texts of all existing files by name, the weakest first: later ones override earlier ones.

        A folder that is there twice, such as that of a project in a checkout of the program, is read once.
        """
        texts: dict[str, str] = {}
        for folder in reversed(self._different_folders()):
            for choice in choices:
                path = self._inside(folder, choice)
                if path is not None and path.is_file():
                    label = f"{folder.name}/{choice}"
                    texts[label if label not in texts else f"{path}"] = _read(path, label)
        return texts

    def names(self, folder: str, suffix: str) -> frozenset[str]:
        """Return the names, without ``suffix``, of the files directly in a folder below the folders."""
        paths = (path for parent in self.folders for path in (parent / folder).glob(f"*{suffix}"))
        return frozenset(path.name.removesuffix(suffix) for path in paths)

    def astray(self, folder: str, file: str) -> str | None:
        """Return the file that a missing one may be, by its name in messages: one in the same folder with other
        capitals or called a copy, or one of the same name in a folder above. None if there is none."""
        stem, _, suffix = file.partition(".")
        near = re.compile(rf"{re.escape(stem)} ?(?:-?copy|\(\d+\))? ?\.{re.escape(suffix)}", re.IGNORECASE)
        path = PurePosixPath(folder)
        for parent in self._different_folders():
            beside = (entry for entry in sorted((parent / folder).glob("*")) if entry.is_file())
            alike = (entry for entry in beside if near.fullmatch(entry.name))
            above = (parent / place / file for place in (path.parent, path.name, "."))
            found = next(chain(alike, filter(Path.is_file, above)), None)
            if found is not None:
                return f"{parent.name}/{found.relative_to(parent).as_posix()}"
        return None

    def _different_folders(self) -> tuple[Path, ...]:
        different: dict[str, Path] = {}
        for folder in self.folders:
            different.setdefault(realpath(folder), folder)
        return tuple(different.values())

    def _inside(self, folder: Path, choice: str) -> Path | None:
        parts = PurePosixPath(choice).parts
        if (
            not parts
            or PurePosixPath(choice).is_absolute()
            or ".." in parts
            or any("\\" in p or ":" in p for p in parts)
        ):
            raise TemplateError(
                Diagnostic(
                    "outside-project",
                    f"the path {choice!r} leads out of the templates folder",
                    hint="name a file below templates/",
                )
            )
        path = folder.joinpath(*parts)
        try:
            if not path.exists():
                return None
        except OSError as error:  # the name is too long, or the folder is not readable
            raise _unreadable(f"{folder.name}/{choice}", error) from error
        # Without a link below the folder the path cannot leave it; checking for links is faster than resolving.
        linked = any(map(islink, accumulate(parts, join, initial=str(folder))))
        if linked and not lies_in(path, folder):
            raise TemplateError(
                Diagnostic(
                    "outside-project",
                    f"{folder.name}/{choice} is a link out of the templates folder",
                    Location(str(path)),
                    "put a copy of the file in its place",
                )
            )
        return path


_PICTURES = (b"\x89PNG", b"\xff\xd8\xff")
"""Beginnings of PNG and JPEG files."""


def _read(path: Path, label: str) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TemplateError(
                Diagnostic("too-large", f"the file is larger than {MAX_BYTES // 1_000_000} MB", Location(label))
            )
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        if path.suffix == ".svg" and path.read_bytes().startswith(_PICTURES):
            name, hint = f"{path.stem}.png", "a picture lies beside games.toml: call it"
            hint = f'{hint} {name} (or .jpg) there, and write image("{name}", x, y, width, height)'
            message = "this is a PNG or JPEG picture, and no SVG"
            raise TemplateError(Diagnostic("not-svg", message, Location(label), hint)) from error
        raise TemplateError(
            Diagnostic("not-utf-8", "the file is not UTF-8 text", Location(label), "save it as UTF-8 in your editor")
        ) from error
    except OSError as error:
        raise _unreadable(label, error) from error


def _unreadable(label: str, error: OSError) -> TemplateError:
    shown = label if len(label) <= _LONGEST_LABEL else f"{label[:_LONGEST_LABEL]}…"
    return TemplateError(Diagnostic("unreadable", f"the file cannot be read: {error.strerror}", Location(shown)))
