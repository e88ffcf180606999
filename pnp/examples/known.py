"""Examples that an earlier run found, as JSON data: written down, and held to the rules of today when they are read.

Whoever keeps them saves the search and nothing else. Every one of them is answered again by the engine and by the
oracle, under the true rules and under every misreading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.diagnostics import VerificationError
from pnp.examples.example_set import ExampleSet, rank, set_of
from pnp.examples.json_form import example_from_json, example_json
from pnp.examples.jury import Candidate, Evaluator
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson


def known_json(found: ExampleSet) -> bytes | None:
    """What was found, as JSON text; None where what would be read back is not the same, such as a position with tuples
    in it, of which JSON makes lists."""
    try:
        text = json.dumps(
            {
                "examples": [example_json(example) for example in found.examples],
                "unkilled": found.unkilled,
                "unshown": found.unshown,
            },
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
        return text.encode("utf-8") if _examples_in(json.loads(text)) == found.examples else None
    except (TypeError, ValueError, VerificationError):
        return None


def known_examples(engine: AnyEngine, settings: Any, text: bytes) -> ExampleSet | None:
    """The examples that ``known_json`` wrote, answered anew; None unless each of them is what the game says today: its
    answer and that of the oracle, its lesson, its floor, and what it kills."""
    try:
        return _judged(engine, settings, json.loads(text))
    except Exception:
        # Whatever is in a file that somebody has changed, or fails over it, the search does without. What is wrong with
        # an engine is not hidden: the search asks it the same questions.
        return None


def _judged(engine: AnyEngine, settings: Any, kept: Mapping[str, Any]) -> ExampleSet | None:
    lessons, jury = engine.lessons(settings), Evaluator(engine, settings)
    by_id = {lesson.id: lesson for lesson in lessons}
    examples: list[Example] = []
    tags: set[str] = set()
    for example in _examples_in(kept):
        one = _candidate(jury, by_id[example.lesson], example)
        if one is None or engine.oracle(settings, example.kind, example.position) != one.out:
            return None
        engine.explain(settings, example)  # fails over what no search proposes
        examples.append(replace(example, out=one.out, floor=one.floor, kills=one.kills, cost=one.cost))
        tags.update(one.tags)
    found = set_of(tuple(examples), tags, lessons, jury.misreadings)
    whole = [list(found.unkilled), list(found.unshown)] == [kept["unkilled"], kept["unshown"]]
    return found if whole and _in_order(examples, by_id) else None


def _examples_in(kept: Mapping[str, Any]) -> tuple[Example, ...]:
    return tuple(example_from_json(entry) for entry in kept["examples"])


def _candidate(jury: Evaluator, lesson: Lesson, example: Example) -> Candidate | None:
    """What the position of ``example`` makes today; None where that is another example, or none."""
    admitted = jury.admit(lesson, example.position, len(lesson.lower))
    one = None if admitted is None else jury.judge(admitted)
    if one is None or (lesson.form, lesson.kind) != (example.form, example.kind):
        return None
    now = (one.out, one.floor, one.kills, one.cost)
    return one if now == (example.out, example.floor, example.kills, example.cost) else None


def _in_order(examples: Sequence[Example], lessons: Mapping[str, Lesson]) -> bool:
    """Whether the examples are called and ranked as those of a search."""
    for name in lessons:
        called = {example.id for example in examples if example.lesson == name}
        count = sum(example.lesson == name for example in examples)
        if called != {name if number == 1 else f"{name}-{number}" for number in range(1, count + 1)}:
            return False
    return rank(examples, lessons) == tuple(examples)
