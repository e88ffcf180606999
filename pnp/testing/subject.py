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
from pnp.examples.json_form import question_json
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Lesson
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.definitions import GAMES_FILE, SHIPPED, load
from pnp.project.project import Project, ResourceFolders
from pnp.registry import engine, game_package, installed_packages, libraries
from pnp.rendering.text.words import Words
from pnp.shipped import shipped
from pnp.testing.amount import amount

# Examples, searched once per process for the same engine, settings and seed

_cached_examples: list[tuple[AnyEngine, Any, int, ExampleSet]] = []


def examples_of(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """Return the examples of ``find_examples``. All tests in a process share one search.

    Raises VerificationError if engine and oracle disagree.
    """
    # Settings need not be hashable, so they are compared; there are a few dozen in a process.
    for cached_engine, cached_settings, cached_seed, cached in _cached_examples:
        if cached_engine is engine and cached_seed == seed and cached_settings == settings:
            return cached
    examples = find_examples(engine, settings, seed)
    _cached_examples.append((engine, settings, seed, examples))
    return examples


# Positions that the lessons of a game propose: those of the examples, and many more like them

EACH = amount(12, 100)
"""Positions per lesson of the plain definition."""
EACH_OF_A_TWEAK = amount(4, 25)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Position that a lesson proposed, or made out of another's, with the engine's answer or the reason for none.

    ``number`` is that of the try. ``before`` is a copy of the position from before it was answered.
    """

    lesson: Lesson
    position: Position
    before: Position
    number: int
    out: Answer | PositionError

    def __str__(self) -> str:
        return f"lesson {self.lesson.id!r}, proposal {self.number}: {question_json(self.lesson.kind, self.position)}"


def proposals(engine: AnyEngine, settings: Any, rules: Any, each: int) -> Iterator[Proposal]:
    """Yield ``each`` positions for every lesson, answered. A look-alike varies the proposals of its lesson."""
    lessons: Mapping[str, Lesson] = {lesson.id: lesson for lesson in engine.lessons(settings)}
    for lesson in lessons.values():
        random = Random(f"prove:{lesson.id}")  # noqa: S311 - nothing secret
        proposing_lesson = lesson if lesson.twin is None else lessons.get(lesson.twin.of, lesson)
        for number in range(each):
            try:
                position = proposing_lesson.propose(random)
                if lesson.twin is not None:
                    position = lesson.twin.vary(random, position)
            except Exception as error:
                error.add_note(f"while lesson {lesson.id!r} proposed its position {number}")
                raise
            before = deepcopy(position)
            yield Proposal(lesson, position, before, number, answered(engine, settings, rules, lesson.kind, position))


def answered(engine: AnyEngine, settings: Any, rules: Any, kind: str, position: Position) -> Answer | PositionError:
    """Return the engine's answer, or the error that says why it has none."""
    try:
        return engine.answer(settings, rules, kind, position)
    except PositionError as error:
        return error


def oracle_answered(engine: AnyEngine, settings: Any, kind: str, position: Position) -> Answer | PositionError:
    """Return the oracle's answer, or the error that says why it has none."""
    try:
        return engine.oracle(settings, kind, position)
    except PositionError as error:
        return error


_CALLER_LIBRARY = "definition"
"""The name in ``extends`` of a definition file that the caller gives."""


@dataclass(frozen=True)
class Subject:
    """Game by the definition ``name``. ``table`` is None if a tweak gives settings rather than a definition."""

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
    """The folder of the game's own templates, which may be missing."""

    @property
    def plain(self) -> bool:
        """True if this is the definition as it is published."""
        return self.name == self.game

    @cached_property
    def rules(self) -> Any:
        """True rules under the definition."""
        return self.engine.rules(self.settings)

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """Positions that the lessons propose, answered by the engine."""
        return tuple(proposals(self.engine, self.settings, self.rules, EACH if self.plain else EACH_OF_A_TWEAK))

    @property
    def examples(self) -> ExampleSet:
        """Printed examples. Raises VerificationError if engine and oracle disagree on one."""
        return examples_of(self.engine, self.settings)

    def words(self, language: Language) -> Words:
        """Return the wording of the game and the wording that all games share. Raises TemplateError."""
        return self.resources.words(self.engine_id, language)

    def shared_words(self, language: Language) -> Words:
        """Return the wording that all games share, which a game may override."""
        return self.resources.words(None, language)


Check: TypeAlias = Callable[[Subject], Iterable[str]]
"""A check of a subject. It yields a sentence or paragraph for each fault, and nothing if the subject passes."""


class Definitions:
    """Plain definition of a game, and its tweaks by name. Each is read when it is first needed."""

    def __init__(self, game: str, definition: Path | None, tweaks: Mapping[str, Any]) -> None:
        if game in tweaks:
            raise ValueError(f"the tweak {game!r} has the name of the game itself: call it by what it changes")
        self.game = game
        self.names = (game, *tweaks)
        self._caller_file = definition
        self._tweaks = dict(tweaks)
        self._subjects: dict[str, Subject] = {}

    def subject(self, name: str, folder: Path) -> Subject:
        """Return the subject ``name``. The text of a tweak is written into ``folder``, to which messages point.

        Raises PnpError for a definition that cannot be read, and LookupError for a game that no definition has.
        """
        if name not in self._subjects:
            self._subjects[name] = self._plain_subject() if name == self.game else self._tweaked_subject(name, folder)
        return self._subjects[name]

    @cached_property
    def _library(self) -> tuple[str, Path]:
        """Library that has the game's table: its name in ``extends``, and its file."""
        if self._caller_file is not None:
            return _CALLER_LIBRARY, self._caller_file
        available = {SHIPPED: shipped(GAMES_FILE), **libraries()}
        for name, file in available.items():
            if isinstance(tomllib.loads(file.read_text(encoding="utf-8-sig")).get(self.game), dict):
                return name, file
        if self.game in installed_packages():
            engine(self.game)  # raises an error that says why a package cannot be used
        raise LookupError(
            f"no games.toml has a table [{self.game}]; there are those of {', '.join(available)}. Install the package "
            f"that brings the game (pip install -e .), or name its file: prove({self.game!r}, definition=Path(...))"
        )

    def _plain_subject(self) -> Subject:
        name, file = self._library
        folder = Path.cwd() if name == SHIPPED else file.parent
        project = self._open(file, folder, None if name == SHIPPED else file)
        game = project.game(self.game)
        return _make_subject(self.game, self.game, project, game, game.settings)

    def _tweaked_subject(self, name: str, folder: Path) -> Subject:
        tweak, plain = self._tweaks[name], self.subject(self.game, folder)
        if not isinstance(tweak, str):
            assert plain.table is not None
            return _make_subject(self.game, name, plain.project, plain.table, tweak)
        library, _ = self._library
        file = folder / f"{self.game}-{name}.toml"
        file.write_text(f'[{self.game}]\nextends = "{library}:{self.game}"\n{tweak}\n', encoding="utf-8")
        project = self._open(file, plain.project.folder if library == _CALLER_LIBRARY else folder, file)
        game = project.game(self.game)
        return _make_subject(self.game, name, project, game, game.settings)

    def _open(self, file: Path, folder: Path, shown: Path | None) -> Project:
        loaded = load(file, dict([self._library]))
        return Project(folder, shown, loaded.games, loaded.set_aside)


def subject_of(game: str, definition: Path | None = None) -> Subject:
    """Return a game as its published table has it, for tests of its own: with ``engine``, ``settings``, ``rules`` and
    ``examples``.

    ``definition`` is a file with its table, if no package brings it. Raises PnpError and LookupError as ``prove`` does.
    """
    return Definitions(game, definition, {}).subject(game, Path())


def _make_subject(game: str, name: str, project: Project, table: Game, settings: Any) -> Subject:
    package = game_package(table.engine)
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
        code=_package_folder(package.package),
        templates=(shipped("templates") if package.folder is None else package.folder / "templates") / table.engine,
    )


def _package_folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(f"{package!r} is no package with files in it")
    return Path(next(iter(spec.submodule_search_locations)))
