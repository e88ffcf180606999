"""Cached examples as JSON data, checked against today's rules when they are read.

The cache saves the search alone. Engine and oracle answer every example again, under the true rules and every
misreading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.diagnostics import VerificationError
from pnp.examples.evaluator import Candidate, Evaluator
from pnp.examples.example_set import ExampleSet, make_example_set, rank
from pnp.examples.json_form import example_from_json, example_json
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.games.core.tableau import Tableau


def examples_to_json(examples: ExampleSet) -> bytes | None:
    """Return examples as JSON text. Return None if reading would give other examples: JSON makes lists of the tuples of
    a position."""
    try:
        text = json.dumps(
            {
                "examples": [example_json(example) for example in examples.examples],
                "unkilled": examples.unkilled,
                "unshown": examples.unshown,
                "tried": dict(examples.tried),
            },
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
        return text.encode("utf-8") if _examples_in(json.loads(text)) == examples.examples else None
    except (TypeError, ValueError, VerificationError):
        return None


def examples_from_json(engine: AnyEngine, settings: Any, text: bytes) -> ExampleSet | None:
    """Return the examples that ``examples_to_json`` wrote, answered again. Return None unless each has today's answer
    of engine and oracle, lesson, floor and killed misreadings."""
    try:
        return _check_examples(engine, settings, json.loads(text))
    except Exception:
        # A file that was changed, or fails here, is ignored. Errors of an engine are not hidden: the search asks the
        # same questions.
        return None


def _check_examples(engine: AnyEngine, settings: Any, cached: Mapping[str, Any]) -> ExampleSet | None:
    lessons, evaluator = engine.lessons(settings), Evaluator(engine, settings)
    by_id = {lesson.id: lesson for lesson in lessons}
    examples: list[Example] = []
    tableaux: dict[str, Tableau] = {}
    tags: set[str] = set()
    for example in _examples_in(cached):
        candidate = _candidate(evaluator, by_id[example.lesson], example)
        if candidate is None:
            return None
        examples.append(
            replace(example, out=candidate.out, floor=candidate.floor, kills=candidate.kills, cost=candidate.cost)
        )
        tableaux[example.id] = engine.explain(settings, examples[-1])  # fails over what no search proposes
        tags.update(candidate.tags)
    example_set = make_example_set(tuple(examples), tags, lessons, evaluator.misreadings, cached["tried"])
    is_complete = [list(example_set.unkilled), list(example_set.unshown)] == [cached["unkilled"], cached["unshown"]]
    return replace(example_set, tableaux=tableaux) if is_complete and _is_in_order(examples, by_id) else None


def _examples_in(cached: Mapping[str, Any]) -> tuple[Example, ...]:
    return tuple(example_from_json(entry) for entry in cached["examples"])


def _candidate(evaluator: Evaluator, lesson: Lesson, example: Example) -> Candidate | None:
    """Return today's candidate of the position of ``example``; None if it makes another example, or none."""
    admitted = evaluator.admit(lesson, example.position, len(lesson.lower))
    candidate = None if admitted is None else evaluator.judge(admitted)
    if candidate is None or (lesson.form, lesson.kind) != (example.form, example.kind):
        return None
    current = (candidate.out, candidate.floor, candidate.kills, candidate.cost)
    return candidate if current == (example.out, example.floor, example.kills, example.cost) else None


def _is_in_order(examples: Sequence[Example], lessons: Mapping[str, Lesson]) -> bool:
    """Tell whether the examples are named and ranked as by a search."""
    for name in lessons:
        ids = {example.id for example in examples if example.lesson == name}
        count = sum(example.lesson == name for example in examples)
        if ids != {name if number == 1 else f"{name}-{number}" for number in range(1, count + 1)}:
            return False
    return rank(examples, lessons) == tuple(examples)
