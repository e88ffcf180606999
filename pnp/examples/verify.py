"""Verification of examples: engine and oracle agree on the answer, and the lesson and the kills still hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples.evaluator import DISAGREE_HINT, NOT_VERIFIED, Evaluator, disagreement
from pnp.examples.json_form import json_line, question_json
from pnp.games.core.answer import PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass


def verify(evaluator: Evaluator, examples: Iterable[Example]) -> None:
    """Verify that engine and oracle both give every recorded answer. Raises VerificationError, naming the examples."""
    problems = [(example, problem) for example in examples for problem in _check_answers(evaluator, example)]
    if problems:
        raise VerificationError(
            [
                Diagnostic(NOT_VERIFIED, f"example {example.id}: {problem}", hint=DISAGREE_HINT)
                for example, problem in problems
            ]
        )


@dataclass(frozen=True, slots=True)
class Rechecked:
    """Findings about an example that was printed before, in sentences. ``problems`` are empty if it holds; ``notes``
    are about lessons and misreadings that no longer exist."""

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def rechecker(engine: AnyEngine, settings: Any) -> Callable[[Example], Rechecked]:
    """Return a function that checks examples printed before.

    It checks the engine's answer, the oracle's, the lesson and its floor, and the misreadings killed. A lesson or
    misreading that no longer exists is noted, and makes no demands.
    """
    evaluator = Evaluator(engine, settings)
    lessons = {lesson.id: lesson for lesson in engine.lessons(settings)}

    def recheck_example(example: Example) -> Rechecked:
        problems = _check_answers(evaluator, example)
        return (
            Rechecked(tuple(problems)) if problems else _check_lesson(evaluator, lessons.get(example.lesson), example)
        )

    return recheck_example


def recheck(engine: AnyEngine, settings: Any, example: Example) -> list[str]:
    """Return the problems of one example; ``rechecker`` is for many."""
    return list(rechecker(engine, settings)(example).problems)


def _check_answers(evaluator: Evaluator, example: Example) -> list[str]:
    try:
        engine_out = evaluator.answer(example.kind, example.position)
        oracle_out = evaluator.engine.oracle(evaluator.settings, example.kind, example.position)
    except PositionError as error:
        return [f"its position is not possible: {error}"]
    if engine_out != oracle_out:
        return [disagreement(example.kind, example.position, engine_out, oracle_out)]
    question = question_json(example.kind, example.position)
    if engine_out != example.out:
        return [f"of {question} it says {json_line(example.out)}, and engine and oracle say {json_line(engine_out)}"]
    return []


def _check_lesson(evaluator: Evaluator, lesson: Lesson | None, example: Example) -> Rechecked:
    if lesson is None:
        return Rechecked(notes=(f"there is no lesson {example.lesson!r} any more: its answer alone is checked",))
    if (lesson.form, lesson.kind) != (example.form, example.kind):
        problem = f"the lesson {lesson.id!r} is now of the form {lesson.form!r} and the kind {lesson.kind!r}"
        return Rechecked((problem,))
    problems, notes = [], []
    floors_shown = [
        floor for floor, floor_test in enumerate(lesson.floors) if floor_test(example.position, example.out)
    ]
    if not floors_shown or example.floor >= len(lesson.floors):
        problems.append(f"it no longer shows the lesson {lesson.id!r}")
    elif example.floor not in floors_shown:
        notes.append(f"the lesson {lesson.id!r} has other floors now")
    kills = evaluator.kills(lesson, example.position, example.out)
    misreading_ids = {misreading.id for misreading in evaluator.misreadings}
    for name in example.kills:
        if name not in misreading_ids:
            notes.append(f"there is no misreading {name!r} any more")
        elif name not in kills:
            problems.append(f"it no longer kills the misreading {name!r}")
    return Rechecked(tuple(problems), tuple(notes))
