"""Projects: the definition in use, with the fonts, pictures, words and templates of its games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.cache.disk import exclude_project
from pnp.definition.load import VALUES, added_entries, locate_own_value, locate_value
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError, TemplateError
from pnp.fonts import FontBook
from pnp.games.core.engine import AnyEngine
from pnp.inside import lies_in
from pnp.model.component import Item
from pnp.model.game import Game
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import LANGUAGES, Language
from pnp.project.build_cache import BuildCache
from pnp.project.definitions import GAMES_FILE, InstalledGames, installed_games, load, source_of
from pnp.records import dataclass
from pnp.registry import GamePackage, engine, game_package, installed_packages, libraries
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.words import Words, load_words
from pnp.shipped import shipped
from pnp.textfile import label_of

if TYPE_CHECKING:
    from pnp.definition.decks.broken_rows import BrokenRows

# Folders of templates, fonts and pictures, in the order of precedence

_SHEET_KEYS = (
    "page-",
    "fold-",
    "stock-",
    "print-",
    "front-caption",
    "back-caption",
    "tile-",
    "cut-",
    "list-",
    "sentences",
)
"""Beginnings of the keys of words that sheets print around their pieces."""
_SHARED_WORDS = f"{SHARED}/words.toml"
_Files: TypeAlias = tuple[tuple[str, str], ...]
"""Texts of files with their names."""


@dataclass(frozen=True)
class ResourceFolders:
    """Folders of a game's resources: the user's, those of the game's package, and the shipped ones."""

    templates: TemplateFolders
    font_folders: tuple[Path, ...]
    picture_folders: tuple[Path, ...]
    """Folders of PNG and JPEG pictures: the project's folder, and the folders of templates."""
    open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook
    """Function that opens the fonts of folders."""

    @classmethod
    def of(
        cls,
        project: Path | None,
        package: Path | None = None,
        open_fonts: Callable[[tuple[Path, ...]], FontBook] = FontBook,
    ) -> ResourceFolders:
        """Find the resource folders of a game. ``project`` is the user's folder, None without one; ``package`` is the
        folder of the installed package that brings the game, None for a shipped game."""
        folders = [folder for folder in (project, package) if folder is not None]
        templates = TemplateFolders((*_subfolders(folders, "templates"), shipped("templates")))
        project_folders = () if project is None else (project,)
        return cls(
            templates,
            (*_subfolders(folders, "fonts"), shipped("fonts")),
            (*project_folders, *templates.folders),
            open_fonts,
        )

    @cached_property
    def fonts(self) -> FontBook:
        """Fonts of all font folders."""
        return self.open_fonts(self.font_folders)

    def words(self, engine: str | None, language: Language) -> Words:
        """Return the words of ``engine`` over those that all games share; the shared ones alone without an engine."""
        files = [_SHARED_WORDS] if engine is None else [_SHARED_WORDS, f"{engine}/words.toml"]
        return load_words(self.templates.every(*files), language, f"templates/{files[-1]}", borrow=engine is None)

    def sheet_words(self, engine: str, language: Language) -> Words:
        """Return the words that sheets print around their pieces. A game may override them. ``english`` has those that
        the language lacks; they are printed in English."""
        own = f"{engine}/words.toml"
        shared, files = (self.templates.every(*names) for names in ([_SHARED_WORDS], [_SHARED_WORDS, own]))
        return _sheet_words(tuple(shared.items()), tuple(files.items()), language, f"templates/{own}")


@lru_cache(maxsize=8)
def _sheet_words(shared: _Files, files: _Files, language: Language, own: str) -> Words:
    """Return the sheet words of a game from its words files. A build asks for them several times."""
    words = load_words(dict(files), language, own, beginnings=_SHEET_KEYS)
    if language in LANGUAGES:
        return words
    english = load_words(dict(files), "en", own, beginnings=_SHEET_KEYS).wording
    keys = load_words(dict(shared), "en", own, beginnings=_SHEET_KEYS).wording
    lacking = {key: english[key] for key in keys if key not in words.wording}
    return replace(words, wording={**lacking, **words.wording}, english=lacking)


def _subfolders(folders: list[Path], name: str) -> list[Path]:
    """Return the existing subfolders of this name. Raises TemplateError for one that is a link out of its parent."""
    paths = [folder / name for folder in folders if (folder / name).is_dir()]
    for path in paths:
        if not lies_in(path, path.parent):
            raise TemplateError(
                Diagnostic(
                    "outside-project",
                    f"the folder {name} is a link out of the project",
                    Location(str(path)),
                    "put a copy of the folder in its place",
                )
            )
    return paths


@dataclass(frozen=True)
class Project:
    """Definition with its folder. ``folder`` receives output, and holds the user's ``templates`` and ``fonts``.
    ``file`` is None for the shipped definition; then the games of installed packages are available too."""

    folder: Path
    file: Path | None
    games: Mapping[str, Game]
    set_aside: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Games of the definition that cannot be used here, with the reasons."""
    notes: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    """Warnings about the files of cards of each game."""
    sheets: Mapping[str, SheetTemplate] = field(default_factory=dict)
    """Sheet templates of the definition, by name."""
    language: Language = "en"
    """Language of ``[project]``."""
    files: tuple[Path, ...] = ()
    """Files that were read: the definition, those that it extends, and files of cards."""
    build_cache: BuildCache = field(default_factory=lambda: BuildCache(keeps=False), compare=False, repr=False)
    """Cache of searches and drawings: one search serves every language and paper of a command."""
    broken: Mapping[str, BrokenRows] = field(default_factory=dict)
    """Rows of card files that were passed over, by game."""

    @cached_property
    def installed(self) -> InstalledGames:
        """Games of installed packages; none if the user's definition is in use, which extends them instead."""
        return installed_games(self.games) if self.file is None else InstalledGames()

    def resources(self, game: Game) -> ResourceFolders:
        """Return the templates, fonts and pictures of ``game``: the user's, those of its engine's package, and the
        shipped ones."""
        package = game_package(game.engine).folder
        if package not in self._resources:
            project_folder = None if self.file is None else self.folder
            self._resources[package] = ResourceFolders.of(project_folder, package, self.build_cache.fonts)
        return self._resources[package]

    @cached_property
    def _resources(self) -> dict[Path | None, ResourceFolders]:
        return {}

    def find(self, name: str) -> Game | None:
        """Return the game called ``name``, or None. Raises DefinitionError with the reasons for a game set aside."""
        if name in self.games:
            return self.games[name]
        if name in self.set_aside:
            raise DefinitionError(self.set_aside[name])
        if name in self.installed.set_aside:
            raise DefinitionError(self.installed.set_aside[name])
        return self.installed.games.get(name)

    def game(self, name: str) -> Game:
        """Return the game called ``name``. Raises PnpError with the nearest name, or with the reasons for a game set
        aside."""
        game = self.find(name)
        if game is not None:
            return game
        hint = self._hint_at_hidden(name) or self._nearest(name)
        raise PnpError(Diagnostic("unknown-game", f"there is no game {name!r} in {self.label}", hint=hint))

    def _hint_at_hidden(self, name: str) -> str | None:
        """Explain how to use a game that the definition in use hides, shipped or of an installed package; else return
        None."""
        if self.file is None:
            return None
        shipped_games = load(None).games
        if name in shipped_games:
            library = "shipped"
        else:
            installed = installed_games(tuple(shipped_games))
            file = installed.files.get(name)
            if file is None:
                return None
            library = next(distribution for distribution, path in libraries().items() if path == file)
        return f'write [{name}] and under it extends = "{library}:{name}", or build where no {GAMES_FILE} lies'

    def _nearest(self, name: str) -> str:

        known = (*self.games, *self.set_aside, *self.installed.games, *self.installed.set_aside)
        near = get_close_matches(name, known, 1)
        return f"did you mean {near[0]!r}?" if near else f"the definition has: {', '.join(known)}"

    def every_game(self) -> tuple[Game, ...]:
        """Return all games of the definition, in file order. Raises DefinitionError if games were set aside."""
        self.require_all()
        return tuple(self.games.values())

    def require_all(self) -> None:
        """Raise DefinitionError with every reason once, if games were set aside."""
        reasons = dict.fromkeys(reason for reasons in self.set_aside.values() for reason in reasons)
        if reasons:
            raise DefinitionError(reasons)

    def locate(self, name: str, path: tuple[str | int, ...]) -> Location:
        """Return the location in the definition of the value at ``path`` of the game ``name``, for messages."""
        file = self.file if name in self.games else self.installed.files[name]
        return locate_value(source_of(file), name, path)

    def locate_own(self, name: str, path: tuple[str | int, ...]) -> Location | None:
        """Return the location of that value in the user's own definition; None if it does not set it."""
        return None if self.file is None else locate_own_value(source_of(self.file), name, path)

    def added_values(self, name: str) -> tuple[dict[str, Location], frozenset[str]]:
        """Return the free values of a game that those which it extends lack, each with its location, and the names of
        theirs."""
        return ({}, frozenset()) if self.file is None else added_entries(source_of(self.file), name, VALUES)

    def origin(self, game: Game) -> str:
        """Return the origin of the table of ``game``: the user's file, or a package with its version."""
        if game.id in self.games:
            return str(GamePackage(game.id, game.engine)) if self.file is None else self.label
        distribution = next(name for name, file in libraries().items() if file == self.installed.files[game.id])
        return str(next(package for package in installed_packages().values() if package.distribution == distribution))

    @property
    def label(self) -> str:
        """Name of the definition in messages."""
        return label_of(self.file) if self.file is not None else "the shipped definition"


def engine_of(game: Game) -> AnyEngine:
    """Return the engine of ``game``."""
    return engine(game.engine)


def decks_of(game: Game) -> Mapping[str, Sequence[Item]]:
    """Return every deck of a game: those spelled out in its definition and those its engine derives."""
    derived = {name: make(game.settings) for name, make in engine_of(game).decks.items()}
    return {**derived, **game.decks}


def open_project(
    games: Path | None = None,
    folder: Path | None = None,
    values: Mapping[str, str] | None = None,
    build_cache: BuildCache | None = None,
    again: bool = False,
    earlier: Mapping[str, Game] | None = None,
) -> Project:
    """Open the definition ``games``, or ``games.toml`` in ``folder`` (the working directory), or the shipped one.

    ``values`` override its free values. ``build_cache`` is that of earlier projects, if the same definition is opened
    repeatedly. ``again`` forbids decks from standard input, which cannot be read twice. With its ``earlier`` games,
    rows of card files with errors are passed over: ``broken`` has them. Raises DefinitionError with every problem.
    """
    folder = Path.cwd() if folder is None else folder
    if games is None and (own_file := own_definition(folder)) is not None:
        games = own_file
        _check_inside(games)
    definition = load(games, values=values, again=again, earlier=earlier)
    project_folder = folder if games is None else games.resolve().parent
    if games is not None:
        exclude_project(project_folder)
    return Project(
        project_folder,
        games,
        definition.games,
        definition.set_aside,
        definition.notes,
        definition.sheets,
        definition.project.language,
        definition.files,
        BuildCache(keeps=False) if build_cache is None else build_cache,
        definition.broken,
    )


def own_definition(folder: Path) -> Path | None:
    """Return the definition in ``folder``; None if there is none, and the shipped one is in use."""
    return folder / GAMES_FILE if os.path.lexists(folder / GAMES_FILE) else None


def _check_inside(file: Path) -> None:
    """Raise DefinitionError if the default definition is a link out of its folder. Messages show lines of a definition,
    which could then be those of any file."""
    if file.exists() and not lies_in(file, file.parent):
        message = f"{GAMES_FILE} is a link out of this folder"
        hint = "put a copy of the file in its place, or name the file that you mean with --games"
        raise DefinitionError(Diagnostic("outside-project", message, Location(GAMES_FILE), hint))


def open_shipped() -> Project:
    """Open the shipped definition, and ignore the working directory."""
    definition = load(None)
    return Project(Path.cwd(), None, definition.games, definition.set_aside)
