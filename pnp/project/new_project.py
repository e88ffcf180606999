"""Files of ``pnp init`` and ``pnp new``, by their paths below the new folder."""

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
from pnp.rendering.templates.run import errors_at_lines
from pnp.rendering.templates.sandbox import make_environment
from pnp.rendering.templates.sources import SHARED, TemplateFolders, TemplateSource, places_of
from pnp.shipped import shipped

if TYPE_CHECKING:
    from pnp.rendering.templates.sandbox import Sandbox


Files: TypeAlias = Mapping[PurePosixPath, bytes]
"""Files by their paths below a folder, in order."""

DEFAULT_GAME = "red"
"""Game that is written if none is named."""

DEFAULT_DECK = "night-garden"
"""Name of a new deck without a name of its own, as in ``examples/new-deck``."""

_PROJECT = "project"
_DECK = "examples/new-deck"
_DECK_TITLE = re.compile(r"^title = .*", re.MULTILINE)
_GAME_ENDINGS = (".svg.j2", ".svg", "theme.toml", "words.toml")
"""Ends of the names of a game's template files that a maker changes."""
_DECK_ENDINGS = (".toml", ".csv", ".svg.j2", ".svg")
_OUTPUT = "output"
"""Folder that builds write to, also in a checkout."""
_EXAMPLE_NAMES = frozenset({"examples", "checks"})
"""Names that a template reads if it shows examples, which ``mini`` draws."""
_TEMPLATES = PurePosixPath("templates")


@dataclass(frozen=True)
class CopyPlan:
    """Templates to be copied: ``asked`` are those of the components, ``behind`` those that they import."""

    asked: Files
    behind: Files = field(default_factory=dict)


def starting_definition(games: Sequence[str]) -> Files:
    """Return a ``games.toml`` with these games, or with all shipped ones. Each extends the game of the same name in the
    shipped definition or that of an installed package. Raises PnpError for an unknown game."""
    project = open_shipped()
    libraries = {name: _library(project, name) for name in games or project.games}
    return {PurePosixPath(GAMES_FILE): starter(libraries).encode("utf-8")}


def _library(project: Project, name: str) -> str:
    game = project.game(name)
    return SHIPPED if name in project.games else project.origin(game).split(" ")[0]


def whole_definition(games: Sequence[str]) -> Files:
    """Return the shipped definition with all its figures, or these games of it and those that they extend. Raises
    PnpError for a game that the shipped definition lacks."""
    data = shipped(GAMES_FILE).read_bytes()
    if games:
        tables = tomllib.loads(data.decode("utf-8"))
        wanted: list[str] = []
        for name in games:
            _check_shipped(name, tables)
            wanted += _extended_tables(name, tables)
        data = tables_of(data.decode("utf-8"), wanted).encode("utf-8")
    return {PurePosixPath(GAMES_FILE): data}


def _check_shipped(name: str, tables: Collection[str]) -> None:
    project = open_shipped()
    game = project.game(name)
    if name not in tables:
        hint = f"write the table that extends it: pnp init {name}"
        raise PnpError(
            Diagnostic(
                "not-shipped", f"--full writes out shipped games; {project.origin(game)} brings {name!r}", hint=hint
            )
        )


def _extended_tables(name: str, tables: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    """Yield the name of a table, and of those that it extends in the same file."""
    parent: object = name
    while isinstance(parent, str):
        yield parent
        parent = tables[parent].get("extends")


def deck_files(name: str = DEFAULT_DECK) -> Files:
    """Return the files of a starting deck, with cards, faces and pictures, under the name ``name``. A named deck has a
    title made from its name. Raises PnpError for an invalid name."""
    try:
        check_name(name)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-name", str(error))) from error
    if name == _PROJECT:
        message = f"{name!r} is the table of what holds for all games"
        raise PnpError(Diagnostic("bad-name", message, hint="choose another name, such as my-game"))
    root = shipped(_DECK)
    files = {}
    for path in sorted(root.rglob("*")):
        relative = PurePosixPath(path.relative_to(root).as_posix())
        if not path.name.endswith(_DECK_ENDINGS) or _OUTPUT in relative.parts:
            continue
        data = path.read_bytes()
        if path.name == GAMES_FILE and name != DEFAULT_DECK:
            title = " ".join(part.capitalize() for part in re.split("[-_]", name))
            text = _DECK_TITLE.sub(f'title = "{title}"', data.decode("utf-8"), count=1)
            data = text.replace(DEFAULT_DECK, name).encode("utf-8")
        files[relative] = data
    return files


def template_files(folder: Path, game: str, components: Sequence[str]) -> CopyPlan:
    """Return the templates to copy in order to change the faces of ``game``.

    They are all templates of the game, or those of ``components`` with their imports. Templates that all games share
    serve as they are. ``folder`` is the folder of the user's definition; without one, the shipped definition is used.
    Raises PnpError for an unknown game or component.
    """
    project = open_project(folder=folder)
    definition = project.game(game)
    folders = project.resources(definition).templates
    other_folders = TemplateFolders(
        tuple(path for path in folders.folders if path.parent.resolve() != folder.resolve())
    )
    if not components:
        return CopyPlan(dict(_all_files(other_folders, definition)))
    asked = [name for component in components for name in _templates_of(_component(definition, component))]
    missing = [name for name in asked if _find(folders, definition, name) is None]
    if missing:
        message, hint = f"there is no template {missing[0]!r} to copy", f"add templates/{_path(definition, missing[0])}"
        raise PnpError(Diagnostic("missing-template", message, hint=hint))
    imported = _find_imported(folders, definition, asked)
    return CopyPlan(
        _read_templates(other_folders, definition, asked),
        _read_templates(other_folders, definition, [name for name in imported if name not in asked]),
    )


def _component(game: Game, name: str) -> Component:
    for component in game.components:
        if component.id == name:
            return component
    hint = f"it has: {', '.join(component.id for component in game.components)}"
    raise PnpError(Diagnostic("unknown-component", f"{game.id} has no component {name!r}", hint=hint))


def _templates_of(component: Component) -> Iterator[str]:
    """Yield the names of a component's own templates."""
    if component.kind == "summary":
        yield from (f"{component.template}-front", f"{component.template}-back")
        return
    yield component.template
    if component.back is not None and component.back != component.template:
        yield component.back


def _find_imported(folders: TemplateFolders, game: Game, names: Sequence[str]) -> list[str]:
    """Return the names of the game's own templates that these import, directly or not, and that draw their examples."""

    environment = make_environment(folders, game.engine, {})
    with errors_at_lines(environment, names[0], "to be copied", game.engine):
        return _own_templates_read(environment, folders, game, names)


def _own_templates_read(environment: Sandbox, folders: TemplateFolders, game: Game, names: Sequence[str]) -> list[str]:
    files = list(environment.closure([f"{name}.svg.j2" for name in names]))
    if any(environment.reads[file].names & _EXAMPLE_NAMES for file in files) and folders.find(_path(game, "mini")):
        files = list(environment.closure([*files, "mini.svg.j2"]))
    prefix = f"{game.engine}/"
    own_files = [file.removeprefix(prefix) for file in files if not file.startswith(f"{SHARED}/")]
    return list(dict.fromkeys(file.removesuffix(".svg.j2") for file in own_files))


def _path(game: Game, name: str) -> str:
    return f"{game.engine}/{name}.svg.j2"


def _find(folders: TemplateFolders, game: Game, name: str) -> TemplateSource | None:
    return folders.find(*places_of(f"{name}.svg.j2", game.engine))


def _read_templates(folders: TemplateFolders, game: Game, names: Sequence[str]) -> dict[PurePosixPath, bytes]:
    """Read those of these templates that the user's folder lacks."""
    contents = {}
    for name in names:
        file = _find(folders, game, name)
        if file is not None:
            contents[_TEMPLATES / _path(game, name)] = file.text.encode("utf-8")
    return contents


def _all_files(folders: TemplateFolders, game: Game) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield every template, art, words and theme file of a game that the user's folder lacks."""
    seen: set[PurePosixPath] = set()
    for root in folders.folders:
        home = root / game.engine
        for path in sorted(home.rglob("*")):
            relative = _TEMPLATES / path.relative_to(root).as_posix()
            if path.is_file() and path.name.endswith(_GAME_ENDINGS) and relative not in seen:
                seen.add(relative)
                yield relative, path.read_bytes()


def how_to_add(game: str) -> str:
    """Explain how to add a game to an existing definition."""
    project = open_shipped()
    library = _library(project, game)
    return f'add it there: a line [{game}], and below it extends = "{library}:{game}"'
