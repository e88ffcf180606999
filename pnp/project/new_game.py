"""``pnp new game``: a small complete game under another name, to change into one's own.

What is copied is the package in ``examples/new-game``, which is tested as it stands. Its name occurs in a few
spellings, and nothing else in it is spelled so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from pnp.definition.keys.common import check_name
from pnp.diagnostics import Diagnostic, PnpError
from pnp.project.definitions import GAMES_FILE
from pnp.registry import homes
from pnp.shipped import shipped

Files: TypeAlias = Mapping[PurePosixPath, bytes]
"""Files by their paths below a folder, in order."""

_SOURCE = "examples/new-game"
_PACKAGE = "pnp_new_game"
_COPIED = frozenset({".py", ".toml", ".j2", ".svg", ".md"})
_TITLES = ("New Game", "はじめてのゲーム")
_IMPORTS = re.compile(r"(?:^from \S+ import .*\n)+", re.MULTILINE)
_INTERFACE = re.compile(r'^INTERFACE = .*\n""".*"""\n\n', re.MULTILINE)


def new_package(name: str, title: str | None = None) -> Files:
    """The files of a package that brings the game ``name``.

    ``title`` is what the game is called in every language; without it the name is. Raises PnpError for a name that
    cannot be one, or is taken.
    """
    _check(name)
    words = _spellings(name, title)
    return {PurePosixPath(_respelled(str(path), words)): _encoded(_respelled(text, words)) for path, text in _source()}


def new_shipped_game(name: str, checkout: Path, title: str | None = None) -> Files:
    """The files of the game ``name`` as one of this program, in a checkout of it: the game's folder, its templates, its
    tests, and ``games.toml`` with a further table.

    Raises PnpError as above, and for a folder that is no checkout.
    """
    _check(name)
    if not name.isidentifier():
        hint = f"write {name.replace('-', '_')}" if name.replace("-", "_").isidentifier() else "begin with a letter"
        raise PnpError(Diagnostic("bad-name", f"{name!r} cannot be the name of a folder of Python", hint=hint))
    if not (checkout / "pnp" / "games" / "core").is_dir():
        raise PnpError(
            Diagnostic("no-checkout", f"{checkout} is no checkout of this program", hint="go to its top folder")
        )
    words = {**_spellings(name, title), f"pnp_{name}": f"pnp.games.{name}"}
    found: dict[PurePosixPath, bytes] = {}
    for path, text in _source():
        place = _place_in_checkout(path, name)
        if place is None:
            continue
        told = _INTERFACE.sub("", _respelled(text, words))
        if place.name == GAMES_FILE:
            table = told[told.index("\n[") :]
            told = (checkout / GAMES_FILE).read_text(encoding="utf-8").rstrip("\n") + "\n" + table
        found[place] = _encoded(_IMPORTS.sub(_sorted_lines, told) if place.suffix == ".py" else told)
    return found


def _place_in_checkout(path: PurePosixPath, name: str) -> PurePosixPath | None:
    """Where a file of the package belongs in a checkout; None for what only a package has."""
    match path.parts:
        case ("tests", *_):
            return PurePosixPath("tests", "games", name, f"test_{name}.py")
        case (package, "games.toml") if package == _PACKAGE:
            return PurePosixPath(GAMES_FILE)
        case (package, "templates", _, *rest) if package == _PACKAGE:
            return PurePosixPath("templates", name, *rest)
        case (package, *rest) if package == _PACKAGE:
            return PurePosixPath("pnp", "games", name, *rest)
        case _:
            return None


def _source() -> Iterator[tuple[PurePosixPath, str]]:
    root = shipped(_SOURCE)
    for path in sorted(root.rglob("*")):
        if path.suffix in _COPIED and path.is_file():
            yield PurePosixPath(path.relative_to(root).as_posix()), path.read_text(encoding="utf-8")


def _check(name: str) -> None:
    try:
        check_name(name)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-name", str(error))) from error
    if name in homes():
        message = f"there is a game {name!r} already: {homes()[name]} brings it"
        raise PnpError(Diagnostic("name-taken", message, hint="choose another name"))


def _spellings(name: str, title: str | None) -> Mapping[str, str]:
    parts = re.split("[-_]", name)
    spoken = title or " ".join(part.capitalize() for part in parts)
    return {
        "new-game": name,
        "new_game": name.replace("-", "_"),
        "NewGame": "".join(part.capitalize() for part in parts),
        **dict.fromkeys(_TITLES, spoken.replace("\\", "\\\\").replace('"', '\\"')),
    }


def _respelled(text: str, words: Mapping[str, str]) -> str:
    for word, other in words.items():
        text = text.replace(word, other)
    return text


def _sorted_lines(block: re.Match[str]) -> str:
    """Imports in their order under the new name."""
    return "".join(sorted(block[0].splitlines(keepends=True), key=lambda line: line.split()[1]))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8")
