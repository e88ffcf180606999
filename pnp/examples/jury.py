"""Evaluate positions: the engine's answer under the true rules, and under every misreading."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples.json_form import spelled
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Floor, Lesson, Misreading
from pnp.records import dataclass

# Positions proposed for a lesson, once they are judged: their answer, what they kill, which floor they meet.


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
class AdmittedPosition:
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


class Evaluator:
    """Answers positions under the true rules and under every misreading. Rules are built once per misreading."""

    def __init__(self, engine: AnyEngine, settings: Any) -> None:
        self.engine = engine
        self.settings = settings
        self.misreadings: tuple[Misreading[Any], ...] = engine.misreadings(settings)
        self._true = engine.rules(settings)
        self._misread = [(item.id, item.patch(self._true)) for item in self.misreadings]

    def answer(self, kind: str, position: Position) -> Answer:
        """The answer under the true rules. Raises PositionError."""
        return self.engine.answer(self.settings, self._true, kind, position)

    def headlines(self, lesson: Lesson, position: Position) -> dict[str, Hashable]:
        """The headline under each misreading, by its id. Raises VerificationError where one has no answer."""
        return self._headlines(lesson, position, self._question(lesson, position), self._misread)

    def kills(self, lesson: Lesson, position: Position, out: Answer) -> tuple[str, ...]:
        """The misreadings under which the headline is another one, and not left open. Every one of them is asked."""
        return killed(lesson, out, self.headlines(lesson, position))

    def _question(self, lesson: Lesson, position: Position) -> Callable[[Any], Answer]:
        """The answer under one record of rules after another."""
        return self.engine.answer.under(self.settings, lesson.kind, position)

    def _headlines(
        self,
        lesson: Lesson,
        position: Position,
        answer: Callable[[Any], Answer],
        misread: Iterable[tuple[str, Any]],
    ) -> dict[str, Hashable]:
        found: dict[str, Hashable] = {}
        for name, rules in misread:
            try:
                out = answer(rules)
            except PositionError as error:
                asked = f"under the misreading {name!r} a position of the lesson {lesson.id!r}"
                raise _impossible(asked, lesson, position, error, "answer whatever the true rules answer") from error
            found[name] = lesson.headline(out)
        return found

    def admit(self, lesson: Lesson, position: Position, lowest: int = 0) -> AdmittedPosition | None:
        """``position`` with its answer and the first floor it meets, or None when it meets none up to ``lowest``.

        Raises VerificationError where the position is impossible: a lesson proposes only what can lie on the table.
        """
        try:
            out = self.answer(lesson.kind, position)
        except PositionError as error:
            asked = f"what the lesson {lesson.id!r} proposes"
            raise _impossible(asked, lesson, position, error, "propose another position instead") from error
        floor = _floor(lesson.floors[: lowest + 1], position, out)
        return None if floor is None else AdmittedPosition(lesson, position, out, floor)

    def judge(self, one: AdmittedPosition) -> Candidate:
        """The candidate that an admitted position makes."""
        return candidate(one, self.kills(one.lesson, one.position, one.out))


def killed(lesson: Lesson, out: Answer, headlines: Mapping[str, Hashable]) -> tuple[str, ...]:
    """The misreadings of these ``headlines`` that say another thing than the true answer, and do not leave it open."""
    truth = lesson.headline(out)
    return tuple(name for name, headline in headlines.items() if headline is not None and headline != truth)


def candidate(one: AdmittedPosition, kills: tuple[str, ...]) -> Candidate:
    """The candidate that an admitted position makes, which rules out ``kills``."""
    tags, cost = one.lesson.tags(one.position, one.out), one.lesson.cost(one.position)
    return Candidate(one.lesson, one.position, one.out, one.floor, kills, tags, cost)


def _impossible(asked: str, lesson: Lesson, position: Position, error: PositionError, hint: str) -> VerificationError:
    message = f"{asked} is not possible: {error}; it is {spelled(lesson.kind, position)}"
    return VerificationError(Diagnostic("impossible-position", message, hint=hint))


def _floor(floors: tuple[Floor, ...], position: Position, out: Answer) -> int | None:
    for number, floor in enumerate(floors):
        if floor(position, out):
            return number
    return None
