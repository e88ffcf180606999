"""Evaluate positions: the engine's answer under the true rules, and under every misreading."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples.json_form import json_line, question_json
from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Floor, Lesson, Misreading, unmet_preferences
from pnp.records import dataclass

# Evaluated positions: their answer, the misreadings they kill, the floor they meet


@dataclass(frozen=True, slots=True)
class Candidate:
    """Position that meets floor number ``floor`` of its lesson, with the misreadings it kills, the tags it shows and
    the preferences it does not meet."""

    lesson: Lesson
    position: Position
    out: Answer
    floor: int
    kills: tuple[str, ...]
    tags: tuple[str, ...]
    cost: int
    unmet: tuple[str, ...] = ()

    @property
    def covers(self) -> frozenset[str]:
        """Misreadings killed and tags shown."""
        return frozenset((*self.kills, *self.tags))


@dataclass(frozen=True, slots=True)
class AdmittedPosition:
    """Position with its answer, the number of the floor that it meets, and the preferences that it does not meet."""

    lesson: Lesson
    position: Position
    out: Answer
    floor: int
    unmet: tuple[str, ...]
    answers: Callable[[Any], Answer] = field(compare=False)
    """Function from a record of rules to its answer: the position is read once for all of them."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Candidates that are chosen together: one of a lesson, and one of each of its look-alikes."""

    candidates: tuple[Candidate, ...]

    @property
    def lesson(self) -> Lesson:
        """Lesson of the bundle."""
        return self.candidates[0].lesson

    @property
    def covers(self) -> frozenset[str]:
        """Misreadings killed and tags shown."""
        return frozenset().union(*(candidate.covers for candidate in self.candidates))

    @property
    def cost(self) -> int:
        """Number of cards drawn."""
        return sum(candidate.cost for candidate in self.candidates)

    @property
    def unmet(self) -> int:
        """Number of preferences that are not met."""
        return sum(len(candidate.unmet) for candidate in self.candidates)


class Evaluator:
    """Evaluator of positions under the true rules and every misreading. Rules are built once per misreading."""

    def __init__(self, engine: AnyEngine, settings: Any) -> None:
        self.engine = engine
        self.settings = settings
        self.misreadings: tuple[Misreading[Any], ...] = engine.misreadings(settings)
        self.preferences = engine.preferences(settings)
        self._true = engine.rules(settings)
        self._misread = [(misreading.id, misreading.patch(self._true)) for misreading in self.misreadings]

    def answer(self, kind: str, position: Position) -> Answer:
        """Return the answer under the true rules. Raises PositionError."""
        return self.engine.answer(self.settings, self._true, kind, position)

    def headlines(
        self, lesson: Lesson, position: Position, answers: Callable[[Any], Answer] | None = None
    ) -> dict[str, Hashable]:
        """Return the headline under each misreading, by its id. Raises VerificationError if one has no answer."""
        answer = answers or self.engine.answer.under(self.settings, lesson.kind, position)
        headlines: dict[str, Hashable] = {}
        for name, rules in self._misread:
            try:
                out = answer(rules)
            except PositionError as error:
                subject = f"under the misreading {name!r} a position of the lesson {lesson.id!r}"
                raise _impossible(
                    subject, lesson, position, error, "let it answer each position that the true rules answer"
                ) from error
            headlines[name] = lesson.headline(out)
        return headlines

    def kills(self, lesson: Lesson, position: Position, out: Answer) -> tuple[str, ...]:
        """Return the misreadings whose headline differs from the true one and is not left open. All are tested."""
        return killed_misreadings(lesson, out, self.headlines(lesson, position))

    def admit(self, lesson: Lesson, position: Position, lowest: int = 0) -> AdmittedPosition | None:
        """Return ``position`` with its answer and the first floor it meets; None if it meets none up to ``lowest``.

        It is also None if no game reaches the position, as may be where a definition has few cards.

        The oracle is asked about every position that a search looks at, and not about the chosen ones alone. Raises
        VerificationError if it answers otherwise, and for a position that has no answer: a lesson has to propose ones
        that have.
        """
        answers = self.engine.answer.under(self.settings, lesson.kind, position)
        try:
            out = answers(self._true)
            oracle_out = self.engine.oracle(self.settings, lesson.kind, position)
        except PositionError as error:
            subject = f"what the lesson {lesson.id!r} proposes"
            raise _impossible(subject, lesson, position, error, "propose another position instead") from error
        if out != oracle_out:
            problem = disagreement(lesson.kind, position, out, oracle_out)
            raise VerificationError(Diagnostic(NOT_VERIFIED, f"lesson {lesson.id}: {problem}", hint=DISAGREE_HINT))
        impossible = self.engine.impossible
        if impossible is not None and impossible(self.settings, lesson.kind, position) is not None:
            return None
        floor = _floor(lesson.floors[: lowest + 1], position, out)
        if floor is None:
            return None
        unmet = unmet_preferences(self.preferences, lesson.id, lesson.kind, position, out)
        return AdmittedPosition(lesson, position, out, floor, unmet, answers)

    def judge(self, admitted: AdmittedPosition) -> Candidate:
        """Return the candidate that an admitted position makes."""
        headlines = self.headlines(admitted.lesson, admitted.position, admitted.answers)
        return make_candidate(admitted, killed_misreadings(admitted.lesson, admitted.out, headlines))


NOT_VERIFIED = "example-not-verified"
DISAGREE_HINT = "the engine or the oracle is wrong; do not print before they agree"


def disagreement(kind: str, position: Position, engine_out: Answer, oracle_out: Answer) -> str:
    """Describe two different answers to a question, in a sentence."""
    question = question_json(kind, position)
    return f"of {question} the engine says {json_line(engine_out)}, and the oracle says {json_line(oracle_out)}"


def killed_misreadings(lesson: Lesson, out: Answer, headlines: Mapping[str, Hashable]) -> tuple[str, ...]:
    """Return the misreadings whose headline differs from the true answer's and is not left open."""
    truth = lesson.headline(out)
    return tuple(name for name, headline in headlines.items() if headline is not None and headline != truth)


def make_candidate(admitted: AdmittedPosition, kills: tuple[str, ...]) -> Candidate:
    """Return the candidate that an admitted position makes, which rules out ``kills``."""
    lesson, position, out = admitted.lesson, admitted.position, admitted.out
    tags, cost = lesson.tags(position, out), lesson.cost(position)
    return Candidate(lesson, position, out, admitted.floor, kills, tags, cost, admitted.unmet)


def _impossible(subject: str, lesson: Lesson, position: Position, error: PositionError, hint: str) -> VerificationError:
    message = f"{subject} is not possible: {error}; it is {question_json(lesson.kind, position)}"
    return VerificationError(Diagnostic("impossible-position", message, hint=hint))


def _floor(floors: tuple[Floor, ...], position: Position, out: Answer) -> int | None:
    for number, floor in enumerate(floors):
        if floor(position, out):
            return number
    return None
