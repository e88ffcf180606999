"""Engine: the one record that a game hands to the program, ``ENGINE`` of its package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Generic, TypeAlias

from pnp.games.core.answer import Answer, Door, Position, RulesT, SettingsT
from pnp.games.core.claims import Claims
from pnp.games.core.lesson import Example, Lesson, Misreading, Preference, no_preferences
from pnp.games.core.playing.play import Play
from pnp.games.core.playing.whole_game import WholeGame
from pnp.games.core.tableau import Tableau
from pnp.model.component import Item
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """Problem with settings that are well-formed one by one. ``path`` leads to the key to change."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None = None


INTERFACE = 2
"""The version of the interface between this package and a game. A package of games names in its ``INTERFACE`` the
version that it was written for. The number rises when such a package would have to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Generic[SettingsT, RulesT]):
    """Reference engine of a game, called by the name of its package.

    ``settings`` is a frozen standard-library dataclass; its fields are the keys of the game's table in the definition
    file. ``rules`` builds the record of decisions from settings. ``answer(settings, rules, kind, position)`` is the one
    entrance, with a function per kind. ``oracle(settings, kind, position)`` is a second, plain reading of the same
    rules that shares no code with it. Both raise PositionError. ``figures`` is the part of the settings that the rules
    rest on, as JSON data, without names, inks and marks. ``decks`` derives card sets from settings, by name.

    ``preferences`` say what a teacher wants in every example of a kind of question, beside the floors of its lesson.
    ``claims`` say what every sentence and row of an example must be, ``asks`` are the questions that a whole game
    raises. ``impossible(settings, kind, position)`` says in a sentence why no game reaches a position that can be
    answered, or returns None; no example is of such a position. A game that has examples or is played must have all
    three to be proved.
    """

    settings: type[SettingsT]
    problems: Callable[[SettingsT], Iterable[SettingsProblem]]
    figures: Callable[[SettingsT], Mapping[str, Any]]
    rules: Callable[[SettingsT], RulesT]
    answer: Door[SettingsT, RulesT]
    oracle: Callable[[SettingsT, str, Position], Answer]
    play: Play[RulesT, Any, Any, Any] | None
    lessons: Callable[[SettingsT], tuple[Lesson, ...]]
    misreadings: Callable[[SettingsT], tuple[Misreading[RulesT], ...]]
    explain: Callable[[SettingsT, Example], Tableau]
    decks: Mapping[str, Callable[[SettingsT], tuple[Item, ...]]] = field(default_factory=dict)
    preferences: Callable[[SettingsT], tuple[Preference, ...]] = no_preferences
    claims: Claims | None = None
    asks: WholeGame[RulesT, Any, Any] | None = None
    impossible: Callable[[SettingsT, str, Position], str | None] | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of questions that the game answers; none for a game without rules."""
        return self.answer.kinds


AnyEngine: TypeAlias = Engine[Any, Any]
"""An engine as code that serves every game knows it."""
