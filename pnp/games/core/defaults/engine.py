"""``engine_of``: the record of a game, from the modules that hold its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from inspect import signature
from types import ModuleType
from typing import Any

from pnp.games.core.answer import Answer, Door, Position
from pnp.games.core.checks import floor_with_fields
from pnp.games.core.claims import Claims
from pnp.games.core.defaults.claims import with_schema
from pnp.games.core.defaults.layouts import MINI, Style, explain_by_schema
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.engine import AnyEngine, Engine
from pnp.games.core.figures import figures_of
from pnp.games.core.lesson import Lesson, no_preferences
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.replay import replayed
from pnp.games.core.playing.whole_game import WholeGame
from pnp.games.core.problems import common_problems
from pnp.games.core.schema import SchemaQuestion
from pnp.model.component import Item

_NOTHING = object()


def engine_of(*modules: ModuleType) -> AnyEngine:
    """Return the engine of a game, from the modules that hold its parts. The parts have these names:

    - a class whose name ends in ``Settings``, and ``problems(settings)``;
    - ``cards(settings)``: what is printed of each card; ``Rules``, a record that extends ``RulesOf``, or
      ``rules_of(settings)``, which makes it; ``answer``, the Door; ``impossible(settings, kind, position)``;
    - ``oracle``;
    - ``PLAY``, of a game that is played, and ``ASKS`` if the steps of the game are written a second time: without it
      the ``PLAY`` takes them itself with the oracle's answers (``replayed``);
    - ``lessons(settings)`` or ``lessons(settings, draw)`` with the ``Draws`` of the game, ``misreadings(settings)``,
      ``preferences(settings)``;
    - ``MINI``, the fields of a card that its miniature prints (number and letter without it); ``TITLED``, the fields of
      positions whose rows have their label over the cards (all without it); ``LAYOUTS``, by kind a function from the
      settings, an example and its layout to another layout;
    - ``CLAIMS``, for what does not follow from the schema.

    ``problems``, ``impossible``, ``preferences``, ``MINI``, ``TITLED``, ``LAYOUTS`` and ``CLAIMS`` may be missing. What
    the types of settings and positions tell is added to ``problems`` and ``impossible``. Positions are read by their
    schema before the oracle is asked. Raises TypeError for a part that is missing, or that two modules have.
    """
    parts = _Parts(modules)
    answer: Door[Any, Any] = parts.find("answer")
    cards: Callable[[Any], Mapping[Any, Item]] = parts.find("cards")
    rules_of = _kept(parts.find("rules_of", None) or _rules_of(parts.find("Rules"), cards))
    play = parts.find("PLAY", None)
    asks: WholeGame[Any, Any, Any] | None = parts.find("ASKS", None)
    impossible = _impossible(parts.find("impossible", _always_possible), answer, rules_of)
    style = Style(parts.find("MINI", MINI), parts.find("TITLED", None), parts.find("LAYOUTS", {}))
    return Engine(
        settings=parts.settings(),
        problems=_with_common_problems(parts.find("problems", _no_problems)),
        figures=parts.find("figures", figures_of),
        rules=rules_of,
        answer=answer,
        oracle=_of_possible_positions(parts.find("oracle"), answer, rules_of),
        play=play,
        lessons=_lessons(parts.find("lessons"), answer, rules_of, impossible),
        misreadings=parts.find("misreadings"),
        preferences=parts.find("preferences", no_preferences),
        explain=explain_by_schema(answer, rules_of, style),
        claims=with_schema(parts.find("CLAIMS", Claims()), answer.questions, cards, style.mini),
        decks={"deck": lambda settings: tuple(cards(settings).values())},
        asks=replayed(play) if asks is None and isinstance(play, CardGame) else asks,
        impossible=impossible,
    )


class _Parts:
    """Names that the modules of a game define."""

    def __init__(self, modules: tuple[ModuleType, ...]) -> None:
        self._modules = modules

    def find(self, name: str, default: Any = _NOTHING) -> Any:
        """Return the part of this name. One module may import it from another."""
        values = (vars(module).get(name, _NOTHING) for module in self._modules)
        found = {id(value): value for value in values if value is not _NOTHING and not isinstance(value, ModuleType)}
        if len(found) > 1:
            raise TypeError(f"two parts of the game are called {name!r}: {self._where}")
        if not found and default is _NOTHING:
            raise TypeError(f"the game has no {name!r}: {self._where}")
        return next(iter(found.values()), default)

    def settings(self) -> type[Any]:
        """Return the class of the settings."""
        names = {name: value for module in self._modules for name, value in vars(module).items()}
        classes = [value for name, value in names.items() if name.endswith("Settings") and isinstance(value, type)]
        if len(classes) != 1:
            raise TypeError(f"a game has one class whose name ends in Settings, not {len(classes)}: {self._where}")
        return classes[0]

    @property
    def _where(self) -> str:
        return ", ".join(module.__name__ for module in self._modules)


def _rules_of(
    record: type[RulesOf[Any, Any]], cards: Callable[[Any], Mapping[Any, Item]]
) -> Callable[[Any], RulesOf[Any, Any]]:
    """Return a function that makes the record of the rules, with the decisions that are its defaults."""

    return lambda settings: record.of(settings, cards(settings))


def _kept(rules_of: Callable[[Any], RulesOf[Any, Any]]) -> Callable[[Any], RulesOf[Any, Any]]:
    """Return ``rules_of``, which keeps the record of the settings asked about last."""
    last: list[tuple[Any, RulesOf[Any, Any]]] = []

    def kept(settings: Any) -> RulesOf[Any, Any]:
        # Other threads may do the same meanwhile: what is returned is not read from the list again.
        found = next((rules for known, rules in last if known is settings), None)
        rules = rules_of(settings) if found is None else found
        last[:] = [(settings, rules)]
        return rules

    return kept


def _with_common_problems(problems: Callable[[Any], Iterable[Any]]) -> Callable[[Any], Iterable[Any]]:
    """Return the problems that the types of settings tell, then those of the game, each once."""

    def all_problems(settings: Any) -> list[Any]:
        known = {(problem.path, problem.code): problem for problem in problems(settings)}
        common = {(problem.path, problem.code): problem for problem in common_problems(settings)}
        return list((common | known).values())

    return all_problems


def _impossible(
    own: Callable[[Any, str, Position], str | None], answer: Door[Any, Any], rules_of: Callable[[Any], Any]
) -> Callable[[Any, str, Position], str | None]:
    """Return why no game comes to a position, by the types of its fields, or by what the game says itself."""

    def impossible(settings: Any, kind: str, position: Position) -> str | None:
        question = answer.questions.get(kind)
        by_types = None
        if isinstance(question, SchemaQuestion):
            by_types = question.schema.impossible(rules_of(settings), position)
        return own(settings, kind, position) if by_types is None else by_types

    return impossible


def _lessons(
    lessons: Callable[..., tuple[Lesson, ...]],
    answer: Door[Any, Any],
    rules_of: Callable[[Any], Any],
    impossible: Callable[[Any, str, Position], str | None],
) -> Callable[[Any], tuple[Lesson, ...]]:
    """Return the lessons of a game by its settings. A function of two parameters also gets the ``Draws``."""
    wants_draws = len(signature(lessons).parameters) > 1

    def lessons_of(settings: Any) -> tuple[Lesson, ...]:
        draws = [Draws(answer, rules_of(settings), partial(impossible, settings))] if wants_draws else []
        return tuple(_with_names(lesson, answer) for lesson in lessons(settings, *draws))

    return lessons_of


def _with_names(lesson: Lesson, answer: Door[Any, Any]) -> Lesson:
    """Return a lesson whose floors know the names of the parts of an act, for the tests of ``where``."""
    question = answer.questions.get(lesson.kind)
    if not isinstance(question, SchemaQuestion):
        return lesson
    shows, *lower = (floor_with_fields(floor, question.schema.fields) for floor in lesson.floors)
    return replace(lesson, shows=shows, lower=tuple(lower))


def _of_possible_positions(
    oracle: Callable[[Any, str, Position], Answer], answer: Door[Any, Any], rules_of: Callable[[Any], Any]
) -> Callable[[Any, str, Position], Answer]:
    """Return an oracle that is asked only about positions that their schema lets through."""

    def ask(settings: Any, kind: str, position: Position) -> Answer:
        question = answer.questions.get(kind)
        if isinstance(question, SchemaQuestion):
            question.read(rules_of(settings), position)
        return oracle(settings, kind, position)

    return ask


def _no_problems(_settings: Any) -> Iterable[Any]:
    return ()


def _always_possible(_settings: Any, _kind: str, _position: Position) -> None:
    return None
