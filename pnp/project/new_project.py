"""``pnp init``: the files that a folder of one's own starts with, by their paths below it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from pnp.definition import starter, tables_of
from pnp.definition.keys.common import check_name
from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.project.definitions import GAMES_FILE, SHIPPED
from pnp.project.project import Project, open_project, open_shipped
from pnp.records import dataclass
from pnp.registry import homes
from pnp.rendering.templates.running import errors_at_lines
from pnp.rendering.templates.sandbox import make_environment
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.shipped import shipped

if TYPE_CHECKING:
    from pnp.rendering.templates.sandbox import Sandbox


Files: TypeAlias = Mapping[PurePosixPath, bytes]
"""Files by their paths below a folder, in order."""

DEFAULT_GAME = "red"
"""The game that is written where none is named."""

DEFAULT_DECK = "night-garden"
"""What a new deck is called where it is not named; ``examples/new-deck`` calls it so."""

_PROJECT = "project"
_DECK = "examples/new-deck"
_DECK_TITLE = re.compile(r"^title = .*", re.MULTILINE)
_OF_A_GAME = (".svg.j2", ".svg", "theme.toml", "words.toml")
"""How the files of a game's templates end that a maker changes."""
_OF_A_DECK = (".toml", ".csv", ".svg.j2", ".svg")
_OUTPUT = "output"
"""The folder that building makes, also in a checkout."""
_WITH_EXAMPLES = frozenset({"examples", "checks"})
"""What a template reads that shows examples, which ``mini`` draws."""
_TEMPLATES = PurePosixPath("templates")


@dataclass(frozen=True)
class CopyPlan:
    """Templates to be copied. ``asked`` are those of the components, ``behind`` what these import."""

    asked: Files
    behind: Files = field(default_factory=dict)


def starting_definition(games: Sequence[str]) -> Files:
    """A ``games.toml`` with these games, or all shipped ones where there are none: each extends what it is called
    after, in the shipped definition or that of an installed package. Raises PnpError for a game that there is not."""
    known = open_shipped()
    libraries = {name: _library(known, name) for name in games or known.games}
    return {PurePosixPath(GAMES_FILE): starter(libraries).encode("utf-8")}


def _library(known: Project, name: str) -> str:
    game = known.game(name)
    return SHIPPED if name in known.games else known.origin(game).split(" ")[0]


def whole_definition(games: Sequence[str]) -> Files:
    """The shipped definition with all its figures, or of it these games and those that they extend.

    Raises PnpError for a game that the shipped definition has not.
    """
    data = shipped(GAMES_FILE).read_bytes()
    if games:
        tables = tomllib.loads(data.decode("utf-8"))
        wanted: list[str] = []
        for name in games:
            _check_shipped(name, tables)
            wanted += _line_of(name, tables)
        data = tables_of(data.decode("utf-8"), wanted).encode("utf-8")
    return {PurePosixPath(GAMES_FILE): data}


def _check_shipped(name: str, tables: Collection[str]) -> None:
    known = open_shipped()
    game = known.game(name)
    if name not in tables:
        hint = f"write the table that extends it: pnp init {name}"
        raise PnpError(
            Diagnostic(
                "not-shipped", f"--full writes out shipped games; {known.origin(game)} brings {name!r}", hint=hint
            )
        )


def _line_of(name: str, tables: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """A table and those that it extends in the same file."""
    wanted: object = name
    while isinstance(wanted, str):
        yield wanted
        wanted = tables[wanted].get("extends")


def deck_files(name: str = DEFAULT_DECK) -> Files:
    """A deck to start from, with its cards, faces and pictures, under the name ``name``; it has a title of its own
    unless it is named. Raises PnpError for a name that cannot be one."""
    try:
        check_name(name)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-name", str(error))) from error
    if name == _PROJECT:
        message = f"{name!r} is the table of what holds for all games"
        raise PnpError(Diagnostic("bad-name", message, hint="choose another name, such as my-game"))
    root = shipped(_DECK)
    found = {}
    for path in sorted(root.rglob("*")):
        place = PurePosixPath(path.relative_to(root).as_posix())
        if not path.name.endswith(_OF_A_DECK) or _OUTPUT in place.parts:
            continue
        data = path.read_bytes()
        if path.name == GAMES_FILE and name != DEFAULT_DECK:
            title = " ".join(part.capitalize() for part in re.split("[-_]", name))
            text = _DECK_TITLE.sub(f'title = "{title}"', data.decode("utf-8"), count=1)
            data = text.replace(DEFAULT_DECK, name).encode("utf-8")
        found[place] = data
    return found


def template_files(folder: Path, game: str, components: Sequence[str]) -> CopyPlan:
    """The templates to copy in order to change the faces of ``game``: all of its own, or those of ``components`` with
    what they import. What all games share is not among them: it serves as it is.

    ``folder`` is that of the definition, if there is one; the shipped one tells of the game otherwise. Raises PnpError
    for a game or component that there is not.
    """
    project = open_project(folder=folder)
    found = project.game(game)
    folders = project.resources(found).templates
    below = TemplateFolders(tuple(one for one in folders.folders if one.parent.resolve() != folder.resolve()))
    if not components:
        return CopyPlan(dict(_whole_game(below, found)))
    asked = [name for one in components for name in _templates_of(_component(found, one))]
    missing = [name for name in asked if folders.find(_path(found, name)) is None]
    if missing:
        message, hint = f"there is no template {missing[0]!r} to copy", f"add templates/{_path(found, missing[0])}"
        raise PnpError(Diagnostic("missing-template", message, hint=hint))
    imported = _imported(folders, found, asked)
    return CopyPlan(_read(below, found, asked), _read(below, found, [name for name in imported if name not in asked]))


def _component(game: Game, name: str) -> Component:
    for one in game.components:
        if one.id == name:
            return one
    hint = f"it has: {', '.join(one.id for one in game.components)}"
    raise PnpError(Diagnostic("unknown-component", f"{game.id} has no component {name!r}", hint=hint))


def _templates_of(component: Component) -> Iterator[str]:
    """The names of a component's own templates."""
    if component.kind == "summary":
        yield from (f"{component.template}-front", f"{component.template}-back")
        return
    yield component.template
    if component.back is not None and component.back != component.template:
        yield component.back


def _imported(folders: TemplateFolders, game: Game, names: Sequence[str]) -> list[str]:
    """The names of the game's own templates that these import, directly or by others, and that draw their examples."""

    environment = make_environment(folders, game.engine, {})
    with errors_at_lines(environment, names[0], "to be copied", game.engine):
        return _behind(environment, folders, game, names)


def _behind(environment: Sandbox, folders: TemplateFolders, game: Game, names: Sequence[str]) -> list[str]:
    found = list(environment.closure([f"{name}.svg.j2" for name in names]))
    if any(environment.reads[one].names & _WITH_EXAMPLES for one in found) and folders.find(_path(game, "mini")):
        found = list(environment.closure([*found, "mini.svg.j2"]))
    prefix = f"{game.engine}/"
    own_files = [one.removeprefix(prefix) for one in found if not one.startswith(f"{SHARED}/")]
    return list(dict.fromkeys(one.removesuffix(".svg.j2") for one in own_files))


def _path(game: Game, name: str) -> str:
    return f"{game.engine}/{name}.svg.j2"


def _read(folders: TemplateFolders, game: Game, names: Sequence[str]) -> dict[PurePosixPath, bytes]:
    """The files of these templates that are not the user's already."""
    found = {}
    for name in names:
        file = folders.find(_path(game, name))
        if file is not None:
            found[_TEMPLATES / _path(game, name)] = file.text.encode("utf-8")
    return found


def _whole_game(folders: TemplateFolders, game: Game) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Every template, art, words and theme of a game, as the folders that are not the user's have them."""
    seen: set[PurePosixPath] = set()
    for root in folders.folders:
        home = root / game.engine
        for path in sorted(home.rglob("*")):
            place = _TEMPLATES / path.relative_to(root).as_posix()
            if path.is_file() and path.name.endswith(_OF_A_GAME) and place not in seen:
                seen.add(place)
                yield place, path.read_bytes()


def adding(game: str) -> str:
    """How a game gets into a definition that is there already."""
    known = open_shipped()
    library = _library(known, game)
    return f'add it there: a line [{game}], and below it extends = "{library}:{game}"'


# ``pnp new game``: a small complete game under another name, to change into one's own.
#
# What is copied is the package in ``examples/new-game``, which is tested as it stands. Its name occurs in a few
# spellings, and nothing else in it is spelled so.

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
