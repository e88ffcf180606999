"""Lessons: what they propose can be answered, each is shown, and every example can be explained in every language."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import TemplateError
from pnp.examples import STYLES, rechecker, strings
from pnp.games.core.lesson import Example
from pnp.model.text import LANGUAGES
from pnp.testing.agreement import unanswered
from pnp.testing.amount import FULL
from pnp.testing.subject import Subject
from pnp.testing.words import unworded


def lesson_faults(subject: Subject) -> Iterator[str]:
    """What is wrong with the lessons of a definition and with their examples."""
    yield from _records(subject)
    impossible = list(unanswered(subject))
    yield from impossible
    if impossible:
        return  # the search for examples meets the same positions
    found = subject.examples
    if subject.plain:
        for name in found.unshown:
            yield (
                f"no position was found that shows {name!r}: let the lesson propose what its floor asks for, "
                "or give it a lower floor"
            )
    still = rechecker(subject.engine, subject.settings)
    for example in found.examples:
        yield from _explained(subject, example)
        if subject.plain or FULL:
            yield from (f"example {example.id!r}: {problem}" for problem in still(example).problems)


def _records(subject: Subject) -> Iterator[str]:
    lessons = subject.engine.lessons(subject.settings)
    ids = [lesson.id for lesson in lessons]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"there are two lessons {name!r}"
    for key, place in unworded(subject):
        yield f"{place} has no words: {key}"
    for lesson in lessons:
        if lesson.kind not in subject.engine.kinds:
            yield f"lesson {lesson.id!r} is of the kind {lesson.kind!r}, which is not among the kinds of the engine"
        if lesson.twin is not None and lesson.twin.of not in ids:
            yield f"lesson {lesson.id!r} is a look-alike of {lesson.twin.of!r}, and there is no such lesson"


def _explained(subject: Subject, example: Example) -> Iterator[str]:
    try:
        tableau = subject.engine.explain(subject.settings, example)
    except Exception as error:
        error.add_note(f"while explaining the example {example.id!r} of {subject.name!r}: {example.position}")
        raise
    for language in LANGUAGES:
        words = subject.words(language)
        for style in STYLES:
            try:
                said = strings(tableau, words.word, language, style)
            except TemplateError as error:
                yield f"example {example.id!r} in {language!r}: {error}"
                break
            if not all(said):
                yield f"example {example.id!r} prints an empty text in {language!r} ({style}): {said}"
