"""Verification: the engine and the oracle agree on an example, and it still teaches and kills what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples.json_form import as_line, spelled
from pnp.examples.jury import Evaluator
from pnp.games.core.answer import PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass


def verify(jury: Evaluator, examples: Iterable[Example]) -> None:
    """Raise VerificationError, naming the examples, unless engine and oracle both give every recorded answer."""
    found = [(example, problem) for example in examples for problem in _answers(jury, example)]
    if found:
        raise VerificationError(
            [Diagnostic("example-not-verified", f"example {one.id}: {problem}", hint=_HINT) for one, problem in found]
        )


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What is to be said of an example printed long ago, in sentences: ``problems``, none when it holds, and ``notes``
    on what has another name or place by now."""

    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def rechecker(engine: AnyEngine, settings: Any) -> Callable[[Example], Rechecked]:
    """Says what no longer holds of examples printed long ago.

    Looked at are the engine's answer, the oracle's, the lesson and its floor, and the misreadings killed. A lesson or
    misreading that has retired (``Engine.past``) is noted, and what it asked for is not looked at.
    """
    jury = Evaluator(engine, settings)
    lessons = {lesson.id: lesson for lesson in engine.lessons(settings)}

    def recheck_one(example: Example) -> Rechecked:
        wrong = _answers(jury, example)
        return Rechecked(tuple(wrong)) if wrong else _lesson(jury, lessons.get(example.lesson), example)

    return recheck_one


def recheck(engine: AnyEngine, settings: Any, example: Example) -> list[str]:
    """What no longer holds of one example; ``rechecker`` is for many."""
    return list(rechecker(engine, settings)(example).problems)


_HINT = "the engine or the oracle is wrong; do not print before they agree"


def _answers(jury: Evaluator, example: Example) -> list[str]:
    try:
        engine_out = jury.answer(example.kind, example.position)
        oracle_out = jury.engine.oracle(jury.settings, example.kind, example.position)
    except PositionError as error:
        return [f"its position is not possible: {error}"]
    asked = spelled(example.kind, example.position)
    if engine_out != oracle_out:
        return [f"of {asked} the engine says {as_line(engine_out)}, and the oracle says {as_line(oracle_out)}"]
    if engine_out != example.out:
        return [f"of {asked} it says {as_line(example.out)}, and engine and oracle say {as_line(engine_out)}"]
    return []


def _lesson(jury: Evaluator, lesson: Lesson | None, example: Example) -> Rechecked:
    past = jury.engine.past
    if lesson is None:
        why = past.lessons.get(example.lesson)
        if why is None:
            return Rechecked((f"there is no lesson {example.lesson!r} any more",))
        return Rechecked(notes=(f"the lesson {example.lesson!r} has retired: {why}",))
    if (lesson.form, lesson.kind) != (example.form, example.kind):
        now = f"the lesson {lesson.id!r} is now of the form {lesson.form!r} and the kind {lesson.kind!r}"
        return Rechecked((now,))
    problems, notes = [], []
    shown = [floor for floor, shows in enumerate(lesson.floors) if shows(example.position, example.out)]
    if not shown or example.floor >= len(lesson.floors):
        problems.append(f"it no longer shows the lesson {lesson.id!r}")
    elif example.floor not in shown:
        notes.append(f"the lesson {lesson.id!r} has other floors now")
    killed = jury.kills(lesson, example.position, example.out)
    known = {item.id for item in jury.misreadings}
    for name in example.kills:
        if name in past.misreadings and name not in known:
            notes.append(f"the misreading {name!r} has retired: {past.misreadings[name]}")
        elif name not in known:
            problems.append(f"there is no misreading {name!r} any more")
        elif name not in killed:
            problems.append(f"it no longer kills the misreading {name!r}")
    return Rechecked(tuple(problems), tuple(notes))
