"""Files of ``pnp new game``: a small complete game under another name, to be changed.

A package in ``examples`` is copied, which has tests of its own. Its name occurs in a few spellings, and nothing else in
it is spelled like that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

from pnp.definition.keys.common import check_name
from pnp.diagnostics import Diagnostic, PnpError
from pnp.project.definitions import GAMES_FILE
from pnp.project.new_project import Files
from pnp.records import dataclass
from pnp.registry import game_packages
from pnp.shipped import shipped


@dataclass(frozen=True, slots=True)
class Starter:
    """Game that a new one begins as: its name, and its titles in the languages of its table."""

    name: str
    titles: tuple[str, ...]

    @property
    def package(self) -> str:
        """Name of its import package."""
        return f"pnp_{self.name.replace('-', '_')}"


Genre: TypeAlias = Literal["tricks", "melds", "subset"]
"""Sort of a game: of tricks, of groups of cards in a hand, or of the best subset of a row."""

STARTERS: Mapping[Genre | None, Starter] = {
    None: Starter("new-game", ("New Game", "はじめてのゲーム")),
    "tricks": Starter("new-tricks", ("New Tricks", "はじめてのトリック")),
    "melds": Starter("new-melds", ("New Melds", "はじめてのメルド")),
    "subset": Starter("new-subset", ("New Subset", "はじめてのセット")),
}
"""Starters by the sort of game; None is the one that says most by itself."""

_COPIED = frozenset({".py", ".toml", ".j2", ".svg", ".md"})
_IMPORT = re.compile(r"^from \S+ import (?:\([^)]*\)|.*)\n", re.MULTILINE)
_IMPORTS = re.compile(rf"(?:{_IMPORT.pattern})+", re.MULTILINE)
_INTERFACE = re.compile(r'^INTERFACE = .*\n""".*"""\n\n', re.MULTILINE)


def new_package(name: str, title: str | None = None, like: Genre | None = None) -> Files:
    """Return the files of a package with the game ``name``, which begins as a game of the sort ``like``.

    ``title`` is its title in every language, made from the name by default. Raises PnpError for an invalid or taken
    name.
    """
    _check_free(name)
    starter = STARTERS[like]
    words = _spellings(starter, name, title)
    return {
        PurePosixPath(_respelled(str(path), words)): _encoded(_respelled(_linted(path, text, starter), words))
        for path, text in _source(starter)
    }


def new_shipped_game(name: str, checkout: Path, title: str | None = None, like: Genre | None = None) -> Files:
    """Return the files of the game ``name`` as a part of this program, for a checkout.

    They are the game's folder, its templates, its tests, and ``games.toml`` with a further table. Raises PnpError for
    an invalid or taken name, and for a folder that is no checkout.
    """
    _check_free(name)
    if not name.isidentifier():
        hint = f"write {name.replace('-', '_')}" if name.replace("-", "_").isidentifier() else "begin with a letter"
        raise PnpError(Diagnostic("bad-name", f"{name!r} cannot be the name of a folder of Python", hint=hint))
    if not (checkout / "pnp" / "games" / "core").is_dir():
        raise PnpError(
            Diagnostic("no-checkout", f"{checkout} is no checkout of this program", hint="go to its top folder")
        )
    starter = STARTERS[like]
    words = {**_spellings(starter, name, title), f"pnp_{name}": f"pnp.games.{name}"}
    files: dict[PurePosixPath, bytes] = {}
    for path, text in _source(starter):
        target = _path_in_checkout(starter, path, name)
        if target is None:
            continue
        new_text = _INTERFACE.sub("", _respelled(text, words))
        if target.name == GAMES_FILE:
            table = new_text[new_text.index("\n[") :]
            new_text = (checkout / GAMES_FILE).read_text(encoding="utf-8").rstrip("\n") + "\n" + table
        files[target] = _encoded(_IMPORTS.sub(_sorted_imports, new_text) if target.suffix == ".py" else new_text)
    return files


def _path_in_checkout(starter: Starter, path: PurePosixPath, name: str) -> PurePosixPath | None:
    """Return the path of a package's file in a checkout; None for files that only a package has."""
    match path.parts:
        case ("tests", file):
            return PurePosixPath("tests", "games", name, file.replace(starter.name.replace("-", "_"), name))
        case (package, "games.toml") if package == starter.package:
            return PurePosixPath(GAMES_FILE)
        case (package, "templates", _, *rest) if package == starter.package:
            return PurePosixPath("templates", name, *rest)
        case (package, *rest) if package == starter.package:
            return PurePosixPath("pnp", "games", name, *rest)
        case _:
            return None


def _source(starter: Starter) -> Iterator[tuple[PurePosixPath, str]]:
    root = shipped(f"examples/{starter.name}")
    for path in sorted(root.rglob("*")):
        if path.suffix in _COPIED and path.is_file():
            yield PurePosixPath(path.relative_to(root).as_posix()), path.read_text(encoding="utf-8")


def _check_free(name: str) -> None:
    try:
        check_name(name)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-name", str(error))) from error
    if name in game_packages():
        message = f"there is a game {name!r} already: {game_packages()[name]} brings it"
        raise PnpError(Diagnostic("name-taken", message, hint="choose another name"))


def _spellings(starter: Starter, name: str, title: str | None) -> Mapping[str, str]:
    parts = re.split("[-_]", name)
    spoken = title or " ".join(part.capitalize() for part in parts)
    if not spoken.isprintable():
        message = f"the title {spoken!r} has a character that cannot be printed"
        raise PnpError(Diagnostic("bad-title", message, hint="write it on one line"))
    return {
        starter.name: name,
        starter.name.replace("-", "_"): name.replace("-", "_"),
        starter.name.replace("-", " ").title().replace(" ", ""): "".join(part.capitalize() for part in parts),
        **dict.fromkeys(starter.titles, spoken.replace("\\", "\\\\").replace('"', '\\"')),
    }


def _respelled(text: str, words: Mapping[str, str]) -> str:
    for word, other in words.items():
        text = text.replace(word, other)
    return text


def _linted(path: PurePosixPath, text: str, starter: Starter) -> str:
    """Return a file as ruff wants it outside of this checkout.

    There the imports of the package's own modules are parted from those of the program, and its settings say how long a
    line may be.
    """
    if path.name == "pyproject.toml":
        return f"{text}\n[tool.ruff]\nline-length = 120\n"
    return re.sub(rf"(?<=\n)(from pnp\.[^\n]*\n)(from {starter.package})", r"\1\n\2", text, count=1)


def _sorted_imports(block: re.Match[str]) -> str:
    """Sort imports by their new names."""
    return "".join(sorted(_IMPORT.findall(block[0]), key=lambda line: line.split()[1]))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8")
