"""Positions that the lessons of a game propose: the ones that examples are made of, and many more of the kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from pnp.games.core.answer import Position
from pnp.games.core.lesson import Lesson
from pnp.testing.subject import Subject


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that a lesson proposed, or made out of another's, with the number of the try."""

    lesson: Lesson
    position: Position
    number: int

    def __str__(self) -> str:
        return f"lesson {self.lesson.id!r}, kind {self.lesson.kind!r}, proposal {self.number}: {self.position}"


def proposals(subject: Subject, each: int) -> Iterator[Proposal]:
    """``each`` positions for every lesson. A look-alike varies what the lesson proposes that it is a twin of."""
    lessons: Mapping[str, Lesson] = {lesson.id: lesson for lesson in subject.engine.lessons(subject.settings)}
    for lesson in lessons.values():
        random = Random(f"prove:{lesson.id}")  # noqa: S311 - nothing secret
        first = lesson if lesson.twin is None else lessons.get(lesson.twin.of, lesson)
        for number in range(each):
            try:
                position = first.propose(random)
                if lesson.twin is not None:
                    position = lesson.twin.vary(random, position)
            except Exception as error:
                error.add_note(f"while lesson {lesson.id!r} of {subject.name!r} proposed its position {number}")
                raise
            yield Proposal(lesson, position, number)
