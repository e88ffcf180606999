"""Subject of a test: a game by one definition of it, the plain one or a tweak."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from pnp.examples import ExampleSet, find_examples
from pnp.examples.json_form import spelled
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Lesson
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.definitions import GAMES_FILE, SHIPPED, load
from pnp.project.project import Project, ResourceFolders
from pnp.registry import engine, home, installed_homes, libraries
from pnp.rendering.text.words import Words
from pnp.shipped import shipped
from pnp.testing.amount import amount

# Examples, searched once per process for the same engine, settings and seed.

_found: list[tuple[AnyEngine, Any, int, ExampleSet]] = []


def examples_of(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """What ``find_examples`` finds. Tests that look at the same examples share one search, whatever file they are in.

    Raises VerificationError where engine and oracle disagree.
    """
    # Settings need not be hashable, so they are compared; there are a few dozen in a process.
    for known, of, at, found in _found:
        if known is engine and at == seed and of == settings:
            return found
    found = find_examples(engine, settings, seed)
    _found.append((engine, settings, seed, found))
    return found


# Positions that the lessons of a game propose: the ones that examples are made of, and many more of the kind.

EACH = amount(12, 200)
"""Positions per lesson of the plain definition."""
EACH_OF_A_TWEAK = amount(4, 50)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that a lesson proposed, or made out of another's, with the number of the try and the engine's answer,
    or why it has none. ``before`` is the position as it was before it was answered."""

    lesson: Lesson
    position: Position
    before: Position
    number: int
    out: Answer | PositionError

    def __str__(self) -> str:
        return f"lesson {self.lesson.id!r}, proposal {self.number}: {spelled(self.lesson.kind, self.position)}"


def proposals(engine: AnyEngine, settings: Any, rules: Any, each: int) -> Iterator[Proposal]:
    """``each`` positions for every lesson, answered. A look-alike varies what its lesson proposes."""
    lessons: Mapping[str, Lesson] = {lesson.id: lesson for lesson in engine.lessons(settings)}
    for lesson in lessons.values():
        random = Random(f"prove:{lesson.id}")  # noqa: S311 - nothing secret
        first = lesson if lesson.twin is None else lessons.get(lesson.twin.of, lesson)
        for number in range(each):
            try:
                position = first.propose(random)
                if lesson.twin is not None:
                    position = lesson.twin.vary(random, position)
            except Exception as error:
                error.add_note(f"while lesson {lesson.id!r} proposed its position {number}")
                raise
            before = deepcopy(position)
            yield Proposal(lesson, position, before, number, answered(engine, settings, rules, lesson.kind, position))


def answered(engine: AnyEngine, settings: Any, rules: Any, kind: str, position: Position) -> Answer | PositionError:
    """The engine's answer, or why it has none."""
    try:
        return engine.answer(settings, rules, kind, position)
    except PositionError as error:
        return error


_GIVEN = "definition"
"""What ``extends`` calls a definition file that the caller names."""


@dataclass(frozen=True)
class Subject:
    """A game by the definition ``name``. ``table`` is None where a tweak gives settings rather than a definition."""

    game: str
    name: str
    engine_id: str
    engine: AnyEngine
    settings: Any
    project: Project
    table: Game | None
    resources: ResourceFolders
    code: Path
    """The folder of the engine's package."""
    templates: Path
    """The folder of the game's own templates, which need not be there."""

    @property
    def plain(self) -> bool:
        """Whether this is the definition as it is published."""
        return self.name == self.game

    @cached_property
    def rules(self) -> Any:
        """The true rules under the definition."""
        return self.engine.rules(self.settings)

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """Positions that the lessons propose, answered by the engine."""
        return tuple(proposals(self.engine, self.settings, self.rules, EACH if self.plain else EACH_OF_A_TWEAK))

    @property
    def examples(self) -> ExampleSet:
        """The printed examples. Raises VerificationError where engine and oracle disagree on one."""
        return examples_of(self.engine, self.settings)

    def words(self, language: Language) -> Words:
        """The wording of the game and of what all games share. Raises TemplateError."""
        return self.resources.words(self.engine_id, language)

    def shared_words(self, language: Language) -> Words:
        """The wording that all games share, which a game may override."""
        return self.resources.words(None, language)


Check: TypeAlias = Callable[[Subject], Iterable[str]]
"""Says what is wrong with a subject, one sentence or paragraph each; nothing where it holds."""


class Definitions:
    """The plain definition of a game, and its tweaks by name; each is read when it is first asked for."""

    def __init__(self, game: str, definition: Path | None, tweaks: Mapping[str, Any]) -> None:
        if game in tweaks:
            raise ValueError(f"the tweak {game!r} has the name of the game itself: call it by what it changes")
        self.game = game
        self.names = (game, *tweaks)
        self._given = definition
        self._tweaks = dict(tweaks)
        self._read: dict[str, Subject] = {}

    def subject(self, name: str, folder: Path) -> Subject:
        """The subject ``name``; the text of a tweak is written into ``folder``, where messages point.

        Raises PnpError for a definition that cannot be read, and LookupError for a game that no definition has.
        """
        if name not in self._read:
            self._read[name] = self._plain() if name == self.game else self._tweaked(name, folder)
        return self._read[name]

    @cached_property
    def _library(self) -> tuple[str, Path]:
        """The library that has the game's table, by the name that ``extends`` calls it, and its file."""
        if self._given is not None:
            return _GIVEN, self._given
        shelves = {SHIPPED: shipped(GAMES_FILE), **libraries()}
        for name, file in shelves.items():
            if isinstance(tomllib.loads(file.read_text(encoding="utf-8-sig")).get(self.game), dict):
                return name, file
        if self.game in installed_homes():
            engine(self.game)  # tells why a package cannot be used
        raise LookupError(
            f"no games.toml has a table [{self.game}]; there are those of {', '.join(shelves)}. Install the package "
            f"that brings the game (pip install -e .), or name its file: prove({self.game!r}, definition=Path(...))"
        )

    def _plain(self) -> Subject:
        name, file = self._library
        folder = Path.cwd() if name == SHIPPED else file.parent
        project = self._open(file, folder, None if name == SHIPPED else file)
        game = project.game(self.game)
        return _subject(self.game, self.game, project, game, game.settings)

    def _tweaked(self, name: str, folder: Path) -> Subject:
        tweak, plain = self._tweaks[name], self.subject(self.game, folder)
        if not isinstance(tweak, str):
            assert plain.table is not None
            return _subject(self.game, name, plain.project, plain.table, tweak)
        library, _ = self._library
        file = folder / f"{self.game}-{name}.toml"
        file.write_text(f'[{self.game}]\nextends = "{library}:{self.game}"\n{tweak}\n', encoding="utf-8")
        project = self._open(file, plain.project.folder if library == _GIVEN else folder, file)
        game = project.game(self.game)
        return _subject(self.game, name, project, game, game.settings)

    def _open(self, file: Path, folder: Path, shown: Path | None) -> Project:
        found = load(file, dict([self._library]))
        return Project(folder, shown, found.games, found.set_aside)


def _subject(game: str, name: str, project: Project, table: Game, settings: Any) -> Subject:
    package = home(table.engine)
    resources = project.resources(table)
    return Subject(
        game=game,
        name=name,
        engine_id=table.engine,
        engine=engine(table.engine),
        settings=settings,
        project=project,
        table=table if settings is table.settings else None,
        resources=resources,
        code=_folder(package.package),
        templates=(shipped("templates") if package.folder is None else package.folder / "templates") / table.engine,
    )


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(f"{package!r} is no package with files in it")
    return Path(next(iter(spec.submodule_search_locations)))
