"""Open a project: the definition in use, and what goes with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from pnp.cache.disk import keep_outside
from pnp.definition import locate_own_value, locate_value
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError, TemplateError
from pnp.fonts import FontBook
from pnp.games.core.engine import AnyEngine
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import Language
from pnp.project.build_cache import BuildCache
from pnp.project.definitions import GAMES_FILE, InstalledGames, installed_games, load, source_of
from pnp.records import dataclass
from pnp.registry import GamePackage, engine, home, installed_homes, libraries
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.words import Words, load_words
from pnp.shipped import shipped
from pnp.textfile import label_of

# What a game is drawn with: folders of templates, fonts and pictures, the one that wins first.


@dataclass(frozen=True)
class ResourceFolders:
    """The user's folder, that of the package which brings the game, and the shipped files."""

    templates: TemplateFolders
    font_folders: tuple[Path, ...]
    picture_folders: tuple[Path, ...]
    """Where faces may take PNG and JPEG pictures from: the project's folder, and the folders of templates."""
    open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook
    """How the fonts of folders are opened."""

    @classmethod
    def of(
        cls,
        project: Path | None,
        package: Path | None = None,
        open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook,
    ) -> ResourceFolders:
        """The resources of a game: ``project`` is the user's folder, if there is one; ``package`` the folder of the
        installed package that brings the game, None for a shipped one."""
        above = [folder for folder in (project, package) if folder is not None]
        templates = TemplateFolders((*_there(above, "templates"), shipped("templates")))
        own = () if project is None else (project,)
        return cls(templates, (*_there(above, "fonts"), shipped("fonts")), (*own, *templates.folders), open_fonts)

    @cached_property
    def fonts(self) -> FontBook:
        """The fonts of all font folders."""
        return self.open_fonts(self.font_folders)

    def words(self, engine: str | None, language: Language) -> Words:
        """The words of ``engine`` over those that all games share; the shared ones alone without an engine."""
        files = [f"{SHARED}/words.toml"] if engine is None else [f"{SHARED}/words.toml", f"{engine}/words.toml"]
        return load_words(self.templates.every(*files), language, f"templates/{files[-1]}", borrow=engine is None)


def _there(folders: list[Path], name: str) -> list[Path]:
    """The folders of this name inside others. Raises TemplateError for one that is a link to somewhere else."""
    found = [folder / name for folder in folders if (folder / name).is_dir()]
    for path in found:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise TemplateError(
                Diagnostic(
                    "outside-project",
                    f"the folder {name} is a link out of the project",
                    Location(str(path)),
                    "put a copy of the folder in its place",
                )
            )
    return found


@dataclass(frozen=True)
class Project:
    """A definition and the folder it lies in.

    ``folder`` is where output goes and where the user's ``templates`` and ``fonts`` lie; ``file`` is None when the
    shipped definition is in use. Then the games of installed packages can be asked for as well.
    """

    folder: Path
    file: Path | None
    games: Mapping[str, Game]
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Games of the definition that cannot be used here, and why."""
    notes: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Warnings about the files of cards of each game."""
    sheets: Mapping[str, SheetTemplate] = field(default_factory=dict)
    """Sheets that the definition describes, by name."""
    language: Language = "en"
    """What ``[project]`` says of it."""
    files: tuple[Path, ...] = ()
    """What was read: the definition, those that it extends, and files of cards."""
    workshop: BuildCache = field(default_factory=lambda: BuildCache(keeps=False), compare=False, repr=False)
    """What was searched and drawn before: one search serves every language and paper of a command."""

    @cached_property
    def installed(self) -> InstalledGames:
        """The games of installed packages; none where a definition of the user's is in use, which extends them."""
        return installed_games(self.games) if self.file is None else InstalledGames()

    def resources(self, game: Game) -> ResourceFolders:
        """The templates, fonts and pictures of ``game``: the user's, those of the package that brings its engine, and
        the shipped ones."""
        package = home(game.engine).folder
        if package not in self._resources:
            own = None if self.file is None else self.folder
            self._resources[package] = ResourceFolders.of(own, package, self.workshop.fonts)
        return self._resources[package]

    @cached_property
    def _resources(self) -> dict[Path | None, ResourceFolders]:
        return {}

    def find(self, name: str) -> Game | None:
        """The game called ``name``, or None. Raises DefinitionError with why it was set aside."""
        if name in self.games:
            return self.games[name]
        if name in self.set_aside:
            raise DefinitionError(self.set_aside[name])
        if name in self.installed.set_aside:
            raise DefinitionError(self.installed.set_aside[name])
        return self.installed.games.get(name)

    def game(self, name: str) -> Game:
        """The game called ``name``. Raises PnpError: with the nearest name, or with why it was set aside."""
        found = self.find(name)
        if found is not None:
            return found
        hint = self._elsewhere(name) or self._nearest(name)
        raise PnpError(Diagnostic("unknown-game", f"there is no game {name!r} in {self.label}", hint=hint))

    def _elsewhere(self, name: str) -> str | None:
        """How to get at a game that the definition in use hides: a shipped one, or one of an installed package."""
        if self.file is None:
            return None
        shipped = load(None).games
        if name in shipped:
            library = "shipped"
        else:
            others = installed_games(tuple(shipped))
            file = others.files.get(name)
            if file is None:
                return None
            library = next(distribution for distribution, one in libraries().items() if one == file)
        return f'write [{name}] and under it extends = "{library}:{name}", or build where no {GAMES_FILE} lies'

    def _nearest(self, name: str) -> str:

        known = (*self.games, *self.set_aside, *self.installed.games, *self.installed.set_aside)
        near = get_close_matches(name, known, 1)
        return f"did you mean {near[0]!r}?" if near else f"the definition has: {', '.join(known)}"

    def every_game(self) -> tuple[Game, ...]:
        """All games of the definition, in file order. Raises DefinitionError with why each of those set aside cannot
        be used."""
        self.require_all()
        return tuple(self.games.values())

    def require_all(self) -> None:
        """Raises DefinitionError if games were set aside, with every reason once."""
        reasons = dict.fromkeys(reason for reasons in self.set_aside.values() for reason in reasons)
        if reasons:
            raise DefinitionError(reasons)

    def locate(self, name: str, path: tuple[str | int, ...]) -> Location:
        """Where the value at ``path`` of the game ``name`` stands in the definition, for messages."""
        file = self.file if name in self.games else self.installed.files[name]
        return locate_value(source_of(file), name, path)

    def locate_own(self, name: str, path: tuple[str | int, ...]) -> Location | None:
        """Where the user's own definition says the value at ``path`` of the game ``name``; None where it does not."""
        return None if self.file is None else locate_own_value(source_of(self.file), name, path)

    def origin(self, game: Game) -> str:
        """Where the table of ``game`` comes from: the user's file, or the package that brings it, with its version."""
        if game.id in self.games:
            return str(GamePackage(game.id, game.engine)) if self.file is None else self.label
        brought_by = next(name for name, file in libraries().items() if file == self.installed.files[game.id])
        return str(next(one for one in installed_homes().values() if one.distribution == brought_by))

    @property
    def label(self) -> str:
        """What messages call the definition."""
        return label_of(self.file) if self.file is not None else "the shipped definition"


def engine_of(game: Game) -> AnyEngine:
    """The engine that ``game`` is played by."""
    return engine(game.engine)


def decks_of(game: Game) -> Mapping[str, Sequence[Item]]:
    """Every deck of a game: those spelled out in its definition and those its engine derives."""
    derived = {name: make(game.settings) for name, make in engine_of(game).decks.items()}
    return {**derived, **game.decks}


def open_project(
    games: Path | None = None,
    folder: Path | None = None,
    values: Mapping[str, str] | None = None,
    workshop: BuildCache | None = None,
    again: bool = False,
) -> Project:
    """The definition ``games``, else ``games.toml`` in ``folder`` (the working directory), else the shipped one.
    ``values`` are free values to be others than it says; ``workshop`` is that of the projects before, if the same
    definition is opened again and again, and ``again`` says that it is for as long as files change: then no deck can
    come from standard input.

    Raises DefinitionError with every problem found.
    """
    folder = Path.cwd() if folder is None else folder
    if games is None and (own := own_definition(folder)) is not None:
        games = own
        _check_inside(games)
    definition = load(games, values=values, again=again)
    beside = folder if games is None else games.resolve().parent
    if games is not None:
        keep_outside(beside)
    return Project(
        beside,
        games,
        definition.games,
        definition.set_aside,
        definition.notes,
        definition.sheets,
        definition.project.language,
        definition.files,
        BuildCache(keeps=False) if workshop is None else workshop,
    )


def own_definition(folder: Path) -> Path | None:
    """The definition that lies in ``folder``; None where there is none, and the shipped one is in use."""
    return folder / GAMES_FILE if os.path.lexists(folder / GAMES_FILE) else None


def _check_inside(file: Path) -> None:
    """Raises DefinitionError for a definition that nobody named and that is a link out of its folder: its lines, which
    messages show, may be those of any file."""
    target = file.resolve()
    if target.exists() and not target.is_relative_to(file.parent.resolve()):
        message = f"{GAMES_FILE} is a link out of this folder"
        hint = "put a copy of the file in its place, or name the file that you mean with --games"
        raise DefinitionError(Diagnostic("outside-project", message, Location(GAMES_FILE), hint))


def open_shipped() -> Project:
    """The shipped definition, whatever lies in the working directory."""
    definition = load(None)
    return Project(Path.cwd(), None, definition.games, definition.set_aside)
