"""Verification: the engine and the oracle agree on an example, and it still teaches and kills what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pnp.diagnostics import Diagnostic, VerificationError
from pnp.examples.candidates import Jury
from pnp.examples.json_form import as_line, spelled
from pnp.games.core.answer import PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson


def verify(jury: Jury, examples: Iterable[Example]) -> None:
    """Raise VerificationError, naming the examples, unless engine and oracle both give every recorded answer."""
    found = [(example, problem) for example in examples for problem in _answers(jury, example)]
    if found:
        raise VerificationError(
            [Diagnostic("example-not-verified", f"example {one.id}: {problem}", hint=_HINT) for one, problem in found]
        )


def rechecker(engine: AnyEngine, settings: Any) -> Callable[[Example], list[str]]:
    """Says what no longer holds of examples printed long ago, one sentence each; none when one is as good as new.

    Looked at are the engine's answer, the oracle's, the lesson and its floor, and the misreadings killed.
    """
    jury = Jury(engine, settings)
    lessons = {lesson.id: lesson for lesson in engine.lessons(settings)}
    return lambda example: _answers(jury, example) or _lesson(jury, lessons.get(example.lesson), example)


def recheck(engine: AnyEngine, settings: Any, example: Example) -> list[str]:
    """What no longer holds of one example; ``rechecker`` is for many."""
    return rechecker(engine, settings)(example)


_HINT = "the engine or the oracle is wrong; do not print before they agree"


def _answers(jury: Jury, example: Example) -> list[str]:
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


def _lesson(jury: Jury, lesson: Lesson | None, example: Example) -> list[str]:
    if lesson is None:
        return [f"there is no lesson {example.lesson!r} any more"]
    problems = []
    if example.floor >= len(lesson.floors) or not lesson.floors[example.floor](example.position, example.out):
        problems.append(f"it no longer shows the lesson {lesson.id!r}")
    if (lesson.form, lesson.kind) != (example.form, example.kind):
        problems.append(f"the lesson {lesson.id!r} is now of the form {lesson.form!r} and the kind {lesson.kind!r}")
        return problems
    killed = jury.kills(lesson, example.position, example.out)
    known = {item.id for item in jury.misreadings}
    for name in example.kills:
        if name not in known:
            problems.append(f"there is no misreading {name!r} any more")
        elif name not in killed:
            problems.append(f"it no longer kills the misreading {name!r}")
    return problems
