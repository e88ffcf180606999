"""Lessons: what they propose can be answered, each is shown, and every example can be explained in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from pnp.diagnostics import TemplateError
from pnp.examples import STYLES, rechecker, strings
from pnp.examples.json_form import as_line
from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.lesson import Example, Misreading
from pnp.model.text import LANGUAGES
from pnp.testing.amount import FULL
from pnp.testing.subject import Proposal, Subject, answered
from pnp.testing.words import unworded

# Engine and oracle are two readings of the rules, and must agree wherever they are asked.

_TOLD = 3
"""Disagreements of a lesson that are told."""


def agreement_faults(subject: Subject) -> Iterator[str]:
    """Positions on which engine and oracle disagree, with both answers. What neither can answer is none."""
    told: Counter[str] = Counter()
    for proposal in subject.proposals:
        if told[proposal.lesson.id] < _TOLD:
            fault = _compared(subject, proposal)
            if fault is not None:
                told[proposal.lesson.id] += 1
                yield fault


def _compared(subject: Subject, proposal: Proposal) -> str | None:
    ours, theirs = proposal.out, _read(subject, proposal)
    if proposal.position != proposal.before:
        return f"{proposal}\n  answering it changed the position; it was {proposal.before}"
    if isinstance(ours, PositionError) and isinstance(theirs, PositionError):
        return None
    if isinstance(ours, PositionError) or isinstance(theirs, PositionError) or ours != theirs:
        return f"engine and oracle disagree: {proposal}\n  engine: {_told(ours)}\n  oracle: {_told(theirs)}"
    return None


def _read(subject: Subject, proposal: Proposal) -> Answer | PositionError:
    try:
        return subject.engine.oracle(subject.settings, proposal.lesson.kind, proposal.position)
    except PositionError as error:
        return error


def _told(answer: Answer | PositionError) -> str:
    return f"not possible: {answer}" if isinstance(answer, PositionError) else as_line(answer)


def unanswered(subject: Subject) -> Iterator[str]:
    """Proposals that the engine cannot answer, the first of each lesson."""
    told: set[str] = set()
    for proposal in subject.proposals:
        if isinstance(proposal.out, PositionError) and proposal.lesson.id not in told:
            told.add(proposal.lesson.id)
            yield f"a lesson proposes what is not possible: {proposal.out}\n  {proposal}"


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


# Misreadings: each is one replaced decision, changes an answer somewhere, and is ruled out by a printed example.


def misreading_faults(subject: Subject, unkilled: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with the misreadings of a definition; ``unkilled`` are those that it has no room to rule out."""
    misreadings = subject.engine.misreadings(subject.settings)
    known = [misreading.id for misreading in misreadings]
    for name in sorted({name for name in known if known.count(name) > 1}):
        yield f"there are two misreadings {name!r}"
    for misreading in misreadings:
        yield from _replaced(subject, misreading)
    left = subject.examples.unkilled
    for misreading in misreadings:
        if misreading.id in left and misreading.id not in unkilled:
            yield _survivor(subject, misreading)
    for name in unkilled:
        if name not in known:
            yield f"{name!r} is listed as unkilled, and there is no such misreading here: take it off the list"
        elif name not in left:
            killer = next(one.id for one in subject.examples.examples if name in one.kills)
            yield f"{name!r} is listed as unkilled, and the example {killer!r} kills it: take it off the list"


def _replaced(subject: Subject, misreading: Misreading[Any]) -> Iterator[str]:
    rules = subject.rules
    if not is_dataclass(rules):
        yield f"rules() gives a {type(rules).__name__}; misreadings replace fields of a frozen dataclass"
        return
    wrong = misreading.patch(rules)
    if type(wrong) is not type(rules):
        yield f"misreading {misreading.id!r} makes a {type(wrong).__name__} of {type(rules).__name__}"
        return
    decisions = [field.name for field in fields(rules) if field.init]  # other fields follow from these, or are caches
    pairs = [(name, getattr(rules, name), getattr(wrong, name)) for name in decisions]
    changed = [name for name, right, other in pairs if right is not other and right != other]
    if len(changed) != 1:
        told = f"replaces {len(changed)} fields of the rules ({', '.join(changed)})" if changed else "replaces nothing"
        yield f"misreading {misreading.id!r} {told}; it must replace exactly one"


def _survivor(subject: Subject, misreading: Misreading[Any]) -> str:
    """Why a misreading is not killed: it changes nothing, or nothing that is printed."""
    wrong = misreading.patch(subject.rules)
    for proposal in subject.proposals:
        if isinstance(proposal.out, PositionError):
            continue
        out = answered(subject.engine, subject.settings, wrong, proposal.lesson.kind, proposal.position)
        if out != proposal.out:
            return (
                f"no printed example rules out the misreading {misreading.id!r}: name it in the `needs` of a lesson "
                f"that shows it, or list it in unkilled={{{subject.name!r}: [...]}}. It matters here:\n  {proposal}\n"
                f"  rightly read: {proposal.out}\n  misread:      {out}"
            )
    return (
        f"the misreading {misreading.id!r} changes no answer in {len(subject.proposals)} positions: leave it out of "
        "misreadings() under such settings, or let a lesson propose positions in which it matters"
    )
