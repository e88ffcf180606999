"""Errors of many templates with one cause in a file that they share: they are told once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from pnp.diagnostics import Diagnostic, Location
from pnp.model.game import Game
from pnp.project.project import Project
from pnp.textfile import label_of

_CODES_BY_FILE: Mapping[str, frozenset[str]] = {
    "words.toml": frozenset({"missing-words"}),
    "theme.toml": frozenset({"unknown-look", "unknown-font"}),
}
"""Errors about names that a file lacks."""
_KEY = re.compile(r"no words for '([^']+)'")
_GLYPH = re.compile(r"no font of the stack \(([^,)]+)\) has '(.)'")
_FEWEST_LETTERS = 5
"""Fewest letters that one font of a theme lacks before it is blamed, and no text."""
_MOST_KEYS = 30
_FEWEST_WORDS = 3
"""Fewest missing words that may be those of a missing file."""
_NEAR = 0.7
"""Least likeness of a misspelt file name to the right one, from 0 to 1."""


def told_once(project: Project, game: Game, errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return errors of faces. Those about a name that the theme lacks are one for each name; those that follow from a
    file with a wrong name or in a wrong folder are one, at that file."""
    errors_left = list(errors)
    for name, codes in _CODES_BY_FILE.items():
        stray = _stray_file(project, game, name) if any(error.code in codes for error in errors_left) else None
        if stray is not None:
            place, hint = Location(stray.as_posix()), f"move it to templates/{game.engine}/{name}"
            others = [error for error in errors_left if error.code not in codes]
            errors_left = [Diagnostic("unread-file", "nothing reads this file", place, hint), *others]
    return _merged(_without_characters(project, game, _without_words_file(project, game, errors_left)))


def _without_characters(project: Project, game: Game, errors: list[Diagnostic]) -> list[Diagnostic]:
    """Return errors, those about letters that a font of the theme lacks as one for each font, if it lacks many: it is
    none for that language, and no text is to blame."""
    lacking: dict[str, dict[str, Diagnostic]] = {}
    for error in errors:
        match = _GLYPH.match(error.message) if error.code == "missing-glyph" else None
        if match is not None and match[2].isalpha():
            lacking.setdefault(match[1], {}).setdefault(match[2], error)
    fonts = {font: letters for font, letters in lacking.items() if len(letters) >= _FEWEST_LETTERS}
    merged = [
        Diagnostic(
            "missing-glyph",
            f"the font {font} has none of {' '.join(letters)}",
            _line_of_family(project, game, font.rpartition(" ")[0]),
            "name a family that has them, here or behind this one",
        )
        for font, letters in fonts.items()
    ]
    others = [error for error in errors if not (match := _GLYPH.match(error.message)) or match[1] not in fonts]
    if merged and all(error.code == "more-errors" for error in others):
        others = []
    return [*merged, *others]


def _line_of_family(project: Project, game: Game, family: str) -> Location | None:
    """Return the last line of the theme that names a family of fonts: those of single languages come last."""
    themes = project.resources(game).templates.every("shared/theme.toml", f"{game.engine}/theme.toml")
    places = (
        Location(label_of(Path(name)), number, line.index(f'"{family}"') + 1)
        for name, text in themes.items()
        for number, line in enumerate(text.splitlines(), 1)
        if f'"{family}"' in line
    )
    return next(reversed(list(places)), None)


def _without_words_file(project: Project, game: Game, errors: list[Diagnostic]) -> list[Diagnostic]:
    """Return errors, those about words as one if the game has no file of words."""
    lacking = [error for error in errors if error.code in _CODES_BY_FILE["words.toml"]]
    if len(lacking) < _FEWEST_WORDS or project.resources(game).templates.every(f"{game.engine}/words.toml"):
        return errors
    place = Location(f"templates/{game.engine}/words.toml")
    keys = [match[1] for error in lacking if (match := _KEY.search(error.message)) is not None]
    message = f"there is no such file, and templates ask for {len(lacking)} words: {', '.join(keys[:_MOST_KEYS])}"
    hint = 'write the file: a header such as [en], and below it a line for each: key = "…"'
    return [
        Diagnostic("missing-words", message, place, hint),
        *(error for error in errors if error not in lacking),
    ]


def _stray_file(project: Project, game: Game, name: str) -> Path | None:
    """Return the file, from the folder of the project, that is meant to be the words or the theme of a game and has
    another name or lies in another folder; None if there is none, or if the game has such a file."""
    folder = project.folder / "templates" / game.engine
    if project.file is None or (folder / name).is_file():
        return None
    beside = {path.name.casefold(): path for path in folder.glob("*") if path.is_file()}
    near = get_close_matches(name, [file for file in beside if file not in _CODES_BY_FILE], 1, _NEAR)
    elsewhere = (project.folder / name, folder.parent / name, folder.parent / game.id / name)
    found = next((path for path in (*(beside[file] for file in near), *elsewhere) if path.is_file()), None)
    return None if found is None else found.relative_to(project.folder)


def _merged(errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return errors, those about the same name of a theme as one, at the first line that reads it; so those about art
    that a line of a template names, and those that say the same of one cell."""
    by_template = {_fault(error) for error in errors if error.code == "missing-art" and _is_of_template(error)}
    groups: dict[object, list[Diagnostic]] = {}
    for error in dict.fromkeys(errors):
        of_file = error.code in _CODES_BY_FILE["theme.toml"] or _fault(error) in by_template
        place = None if of_file or _is_of_template(error) else error.location
        groups.setdefault((_fault(error), place) if of_file or place else error, []).append(error)
    return [
        first if not others else replace(first, message=f"{first.message}, and {_lines(len(others))}")
        for first, *others in (sorted(group, key=_is_of_template, reverse=True) for group in groups.values())
    ]


def _fault(error: Diagnostic) -> tuple[str, str]:
    """Return what an error says, without the faces and places that it says it of."""
    return error.code, re.split(r" \(|, at ", error.message, maxsplit=1)[0]


def _is_of_template(error: Diagnostic) -> bool:
    return error.location is not None and error.location.file.endswith(".j2")


def _lines(count: int) -> str:
    return f"{count} more line{'s read' if count > 1 else ' reads'} it"
