"""What a game hands to the rest of the program: one record per game, ``ENGINE`` of its package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example, Lesson, Misreading
from pnp.games.core.play import Play
from pnp.games.core.tableau import Tableau
from pnp.model.component import Item


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """What is wrong with settings that are well-formed one by one. ``path`` leads to the key to mend."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None = None


INTERFACE = 1
"""The version of what this package expects of a game. A package of games says in its ``INTERFACE`` which one it was
written for; this number rises when such a package would have to change."""

SettingsT = TypeVar("SettingsT")
RulesT = TypeVar("RulesT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Generic[SettingsT, RulesT]):
    """A reference engine, called by the name of its package.

    ``settings`` is a frozen standard-library dataclass; its fields are the keys of the game's table in the
    definition file. ``rules`` builds the record of decisions from settings. ``answer(settings, rules, kind,
    position)`` is the one door; ``oracle(settings, kind, position)`` is a second, plain reading of the same rules
    that shares no code with it. Both raise PositionError. ``figures`` is the part of the settings that the rules
    rest on, as JSON data: names, inks and marks left out. ``decks`` derives card sets from settings, by name.
    """

    settings: type[SettingsT]
    problems: Callable[[SettingsT], Iterable[SettingsProblem]]
    figures: Callable[[SettingsT], Mapping[str, Any]]
    rules: Callable[[SettingsT], RulesT]
    kinds: tuple[str, ...]
    answer: Callable[[SettingsT, RulesT, str, Position], Answer]
    oracle: Callable[[SettingsT, str, Position], Answer]
    play: Play[RulesT, Any, Any, Any] | None
    lessons: Callable[[SettingsT], tuple[Lesson, ...]]
    misreadings: Callable[[SettingsT], tuple[Misreading[RulesT], ...]]
    explain: Callable[[SettingsT, Example], Tableau]
    decks: Mapping[str, Callable[[SettingsT], tuple[Item, ...]]] = field(default_factory=dict)


AnyEngine: TypeAlias = Engine[Any, Any]
"""An engine as it is known to what serves every game alike."""
