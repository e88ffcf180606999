"""Positions proposed for a lesson, once they are judged: their answer, what they kill, which floor they meet."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Lesson
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that meets floor number ``floor`` of its lesson, and what it kills and shows."""

    lesson: Lesson
    position: Position
    out: Answer
    floor: int
    kills: tuple[str, ...]
    tags: tuple[str, ...]
    cost: int

    @property
    def covers(self) -> frozenset[str]:
        """The misreadings killed and the tags shown."""
        return frozenset((*self.kills, *self.tags))


@dataclass(frozen=True, slots=True)
class Admitted:
    """A position with its answer, that meets floor number ``floor`` of its lesson."""

    lesson: Lesson
    position: Position
    out: Answer
    floor: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """Candidates that are chosen together: one of a lesson, and one of each of its look-alikes."""

    candidates: tuple[Candidate, ...]

    @property
    def lesson(self) -> Lesson:
        """The lesson that the bundle is for."""
        return self.candidates[0].lesson

    @property
    def covers(self) -> frozenset[str]:
        """The misreadings killed and the tags shown."""
        return frozenset().union(*(one.covers for one in self.candidates))

    @property
    def cost(self) -> int:
        """Cards drawn."""
        return sum(one.cost for one in self.candidates)
