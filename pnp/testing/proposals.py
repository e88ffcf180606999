"""Positions that the lessons of a game propose: the ones that examples are made of, and many more of the kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from pnp.examples.json_form import spelled
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Lesson
from pnp.testing.amount import amount

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
