"""Checks of lessons: every proposal has an answer, every lesson an example, every example an explanation.

Engine and oracle are compared on each proposal, and on every kind of question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pnp.diagnostics import TemplateError
from pnp.examples import STYLES, rechecker, strings
from pnp.examples.json_form import json_line
from pnp.games.core.answer import Answer, PositionError
from pnp.games.core.lesson import Example, Misreading, unmet_preferences
from pnp.model.text import LANGUAGES
from pnp.testing.amount import FULL
from pnp.testing.cases import own_cases
from pnp.testing.subject import Proposal, Subject, answered, oracle_answered
from pnp.testing.whole_games import questions_asked
from pnp.testing.words import unworded

# Agreement: engine and oracle are two readings of the rules, and must agree on every position.

_MOST_REPORTED = 3
"""Reported disagreements per lesson."""


def agreement_faults(subject: Subject) -> Iterator[str]:
    """Yield positions on which engine and oracle disagree, with both answers. Both may refuse a position."""
    reported: Counter[str] = Counter()
    for proposal in subject.proposals:
        if reported[proposal.lesson.id] < _MOST_REPORTED:
            fault = _disagreement(subject, proposal)
            if fault is not None:
                reported[proposal.lesson.id] += 1
                yield fault


def _disagreement(subject: Subject, proposal: Proposal) -> str | None:
    engine = proposal.out
    oracle = oracle_answered(subject.engine, subject.settings, proposal.lesson.kind, proposal.position)
    if proposal.position != proposal.before:
        return f"{proposal}\n  answering it changed the position; it was {proposal.before}"
    if isinstance(engine, PositionError) and isinstance(oracle, PositionError):
        return None
    if isinstance(engine, PositionError) or isinstance(oracle, PositionError) or engine != oracle:
        answers = f"engine: {_format_answer(engine)}\n  oracle: {_format_answer(oracle)}"
        return f"engine and oracle disagree: {proposal}\n  {answers}"
    return None


def _format_answer(answer: Answer | PositionError) -> str:
    return f"not possible: {answer}" if isinstance(answer, PositionError) else json_line(answer)


def kind_faults(subject: Subject, file: Path | None, definitions: Collection[str]) -> Iterator[str]:
    """Yield the kinds that no lesson, no case by hand in ``file`` and no whole game asks about."""
    if file is None and subject.engine.asks is not None and subject.engine.asks.replays:
        yield "nothing says how the game moves: write steps by hand, and name their file, prove(..., cases=...)"
    asked = {proposal.lesson.kind for proposal in subject.proposals}
    if file is not None:
        asked |= {case.kind for case in own_cases(subject, file, definitions)}
    if not asked.issuperset(subject.engine.kinds):
        asked |= {kind for kind, _ in questions_asked(subject)}
    for kind in subject.engine.kinds:
        if kind not in asked:
            yield (
                f"engine and oracle are never compared on the kind {kind!r}: write a case by hand that asks it "
                "(docs/your-own-game.md#cases-by-hand), let a lesson ask it, or play/asks.py"
            )


def unanswered(subject: Subject) -> Iterator[str]:
    """Yield proposals that the engine cannot answer, the first of each lesson."""
    reported: set[str] = set()
    for proposal in subject.proposals:
        if isinstance(proposal.out, PositionError) and proposal.lesson.id not in reported:
            reported.add(proposal.lesson.id)
            yield f"a lesson proposes what is not possible: {proposal.out}\n  {proposal}"


def lesson_faults(subject: Subject) -> Iterator[str]:
    """Yield the faults of the lessons of a definition and of their examples."""
    yield from _record_faults(subject)
    impossible = list(unanswered(subject))
    yield from impossible
    if impossible:
        return  # the search for examples meets the same positions
    examples = subject.examples
    if subject.plain:
        for name in examples.unshown:
            yield (
                f"no position was found that shows {name!r}: let the lesson propose what its floor asks for, "
                "or give it a lower floor"
            )
    recheck = rechecker(subject.engine, subject.settings)
    preferences = subject.engine.preferences(subject.settings)
    for example in examples.examples:
        yield from _explanation_faults(subject, example)
        unmet = unmet_preferences(preferences, example.lesson, example.kind, example.position, example.out)
        if subject.plain and unmet:
            yield (
                f"example {example.id!r} does not meet the preference {unmet[0]!r}: let the lesson "
                f"{example.lesson!r} propose what does, or name it among the 'excepted'"
            )
        if subject.plain or FULL:
            yield from (f"example {example.id!r}: {problem}" for problem in recheck(example).problems)


def _record_faults(subject: Subject) -> Iterator[str]:
    lessons = subject.engine.lessons(subject.settings)
    ids = [lesson.id for lesson in lessons]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"there are two lessons {name!r}"
    for key, place in unworded(subject):
        yield f"{place} has no words: {key}"
    # A misreading without room under these settings has words all the same.
    known = {misreading.id for misreading in subject.engine.misreadings(subject.settings)}
    worded = subject.words("en").wording
    for lesson in lessons:
        for name in lesson.needs:
            if name not in known and f"misreading-{name}" not in worded:
                yield f"lesson {lesson.id!r} needs {name!r}, which the game does not have: misreading-{name}"
        if lesson.kind not in subject.engine.kinds:
            yield f"lesson {lesson.id!r} is of the kind {lesson.kind!r}, which is not among the kinds of the engine"
        if lesson.twin is not None and lesson.twin.of not in ids:
            yield f"lesson {lesson.id!r} is a look-alike of {lesson.twin.of!r}, and there is no such lesson"


def _explanation_faults(subject: Subject, example: Example) -> Iterator[str]:
    try:
        tableau = subject.engine.explain(subject.settings, example)
    except Exception as error:
        error.add_note(f"while explaining the example {example.id!r} of {subject.name!r}: {example.position}")
        raise
    if tableau.badge is None and not any(row.cards or row.label for row in tableau.rows):
        yield (
            f"example {example.id!r} prints nothing of its position: lay out its cards, or words in a row without "
            'cards: Row((), phrase("row-…"))'
        )
    for language in LANGUAGES:
        words = subject.words(language)
        for style in STYLES:
            try:
                printed = strings(tableau, words.word, language, style)
            except TemplateError as error:
                yield f"example {example.id!r} in {language!r}: {error}"
                break
            if not all(printed):
                yield f"example {example.id!r} prints an empty text in {language!r} ({style}): {printed}"


# Misreadings: each replaces one decision, changes an answer, and is ruled out by a printed example.


def misreading_faults(subject: Subject, unkilled: Collection[str] = ()) -> Iterator[str]:
    """Yield the faults of the misreadings of a definition. ``unkilled`` are those that it has no room to rule out."""
    misreadings = subject.engine.misreadings(subject.settings)
    known = [misreading.id for misreading in misreadings]
    for name in sorted({name for name in known if known.count(name) > 1}):
        yield f"there are two misreadings {name!r}"
    for misreading in misreadings:
        yield from _patch_faults(subject, misreading)
    surviving = subject.examples.unkilled
    for misreading in misreadings:
        if misreading.id in surviving and misreading.id not in unkilled:
            yield _survivor_fault(subject, misreading)
    for name in unkilled:
        if name not in known:
            yield f"{name!r} is listed as unkilled, and there is no such misreading here: take it off the list"
        elif name not in surviving:
            killer = next(example.id for example in subject.examples.examples if name in example.kills)
            yield f"{name!r} is listed as unkilled, and the example {killer!r} kills it: take it off the list"


def _patch_faults(subject: Subject, misreading: Misreading[Any]) -> Iterator[str]:
    rules = subject.rules
    if not is_dataclass(rules):
        yield f"rules() gives a {type(rules).__name__}; misreadings replace fields of a frozen dataclass"
        return
    patched = misreading.patch(rules)
    if type(patched) is not type(rules):
        yield f"misreading {misreading.id!r} makes a {type(patched).__name__} of {type(rules).__name__}"
        return
    decisions = [field.name for field in fields(rules) if field.init]  # other fields follow from these, or are caches
    pairs = [(name, getattr(rules, name), getattr(patched, name)) for name in decisions]
    changed = [name for name, correct, misread in pairs if correct is not misread and correct != misread]
    if len(changed) != 1:
        fault = f"replaces {len(changed)} fields of the rules ({', '.join(changed)})" if changed else "replaces nothing"
        yield f"misreading {misreading.id!r} {fault}; it must replace exactly one"


def _survivor_fault(subject: Subject, misreading: Misreading[Any]) -> str:
    """Return the reason why a misreading is not killed: it changes nothing, or nothing that is printed."""
    patched = misreading.patch(subject.rules)
    for proposal in subject.proposals:
        if isinstance(proposal.out, PositionError):
            continue
        misread_answer = answered(subject.engine, subject.settings, patched, proposal.lesson.kind, proposal.position)
        if misread_answer != proposal.out:
            return (
                f"no printed example rules out the misreading {misreading.id!r}: name it in the `needs` of a lesson "
                f"that shows it, or list it in unkilled={{{subject.name!r}: [...]}}. It matters here:\n  {proposal}\n"
                f"  rightly read: {proposal.out}\n  misread:      {misread_answer}"
            )
    return (
        f"the misreading {misreading.id!r} changes no answer in {len(subject.proposals)} positions: leave it out of "
        "misreadings() under such settings, or let a lesson propose positions in which it matters"
    )
