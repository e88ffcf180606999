"""Table of a printed kit: the answer of each example, under the true rules and every misreading."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from pnp.examples.evaluator import Evaluator
from pnp.examples.example_set import ExampleSet
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """Lesson, example of it, its headline, and its headline under each misreading, by id."""

    lesson: Lesson
    example: Example
    headline: Hashable
    misread: Mapping[str, Hashable]

    def kills(self, misreading: str) -> bool:
        """Tell whether the example kills ``misreading``: its headline differs and is not left open."""
        headline = self.misread[misreading]
        return headline is not None and headline != self.headline


def table(example_set: ExampleSet, engine: AnyEngine, settings: Any) -> tuple[TableRow, ...]:
    """Return one row per example, in the order of the set."""
    evaluator = Evaluator(engine, settings)
    lessons = {lesson.id: lesson for lesson in example_set.lessons}
    return tuple(
        TableRow(
            lesson := lessons[example.lesson],
            example,
            lesson.headline(example.out),
            evaluator.headlines(lesson, example.position),
        )
        for example in example_set.examples
    )
