"""The table of a printed kit: what each example answers, truly and under every misreading."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from pnp.examples.example_set import ExampleSet
from pnp.examples.jury import Evaluator
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A lesson, an example of it, its headline, and its headline under each misreading, by id."""

    lesson: Lesson
    example: Example
    headline: Hashable
    misread: Mapping[str, Hashable]

    def kills(self, misreading: str) -> bool:
        """Whether the example kills ``misreading``: the headline is another one, and not left open."""
        headline = self.misread[misreading]
        return headline is not None and headline != self.headline


def table(example_set: ExampleSet, engine: AnyEngine, settings: Any) -> tuple[TableRow, ...]:
    """One row per example, in the order of the set."""
    jury = Evaluator(engine, settings)
    lessons = {lesson.id: lesson for lesson in example_set.lessons}
    return tuple(
        TableRow(
            lesson := lessons[example.lesson],
            example,
            lesson.headline(example.out),
            jury.headlines(lesson, example.position),
        )
        for example in example_set.examples
    )
