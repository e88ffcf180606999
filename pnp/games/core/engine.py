"""What a game hands to the rest of the program: one record per game, listed in the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Engine:
    """A reference engine.

    ``settings`` is a frozen standard-library dataclass; its fields are the keys of the game's table in the
    definition file. ``rules`` builds the record of decisions from settings. ``answer(settings, rules, kind,
    position)`` is the one door; ``oracle(settings, kind, position)`` is a second, plain reading of the same rules
    that shares no code with it. Both raise PositionError. ``figures`` is the part of the settings that the rules
    rest on, as JSON data: names, inks and marks left out. ``decks`` derives card sets from settings, by name.
    """

    id: str
    settings: type[Any]
    problems: Callable[[Any], Iterable[SettingsProblem]]
    figures: Callable[[Any], Mapping[str, Any]]
    rules: Callable[[Any], Any]
    kinds: tuple[str, ...]
    answer: Callable[[Any, Any, str, Position], Answer]
    oracle: Callable[[Any, str, Position], Answer]
    play: Play[Any, Any, Any, Any] | None
    lessons: Callable[[Any], tuple[Lesson, ...]]
    misreadings: Callable[[Any], tuple[Misreading, ...]]
    explain: Callable[[Any, Example], Tableau]
    decks: Mapping[str, Callable[[Any], tuple[Item, ...]]] = field(default_factory=dict)
