"""Checks of what examples say: on the printed ones, and on many positions that lessons propose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.examples.claims import claim_faults
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.model.text import LANGUAGES
from pnp.project.claims import order_faults
from pnp.testing.amount import amount
from pnp.testing.subject import Proposal, Subject, proposals

_TRIES = amount(80, 400)
"""Positions that a lesson proposes for the claims of the plain definition."""
_TRIES_OF_A_TWEAK = amount(20, 120)
_MOST_REPORTED = 2
"""Reported faults per lesson."""


def statement_faults(subject: Subject) -> Iterator[str]:
    """Yield what examples of a definition say that is not true, and words that exchange values."""
    claims = subject.engine.claims
    if not subject.engine.kinds:
        return
    if claims is None:
        yield (
            "nothing holds the sentences of the examples to the truth: write teaching/claims.py, as "
            "`pnp new game` does, and give it to the ENGINE of the game (claims=CLAIMS)"
        )
        return
    reported: Counter[str] = Counter()
    for example in _explained(subject):
        if reported[example.lesson] >= _MOST_REPORTED:
            continue
        tableau = subject.engine.explain(subject.settings, example)
        for fault in claim_faults(subject.engine, subject.settings, example, tableau)[:_MOST_REPORTED]:
            reported[example.lesson] += 1
            yield f"lesson {example.lesson!r} explains {dict(example.position)}\n  {fault}"
    for language in LANGUAGES:
        for exchanged in order_faults(claims, subject.words(language)):
            yield exchanged.render()


def _explained(subject: Subject) -> Iterator[Example]:
    """Yield the printed examples, and one of each proposal that meets a floor of its lesson."""
    yield from subject.examples.examples
    tries = _TRIES if subject.plain else _TRIES_OF_A_TWEAK
    for proposal in proposals(subject.engine, subject.settings, subject.rules, tries):
        example = _example(proposal)
        if example is not None:
            yield example


def _example(proposal: Proposal) -> Example | None:
    lesson, position, out = proposal.lesson, proposal.position, proposal.out
    if isinstance(out, PositionError):
        return None
    floor = next((number for number, shows in enumerate(lesson.floors) if shows(position, out)), None)
    if floor is None:
        return None
    return Example(lesson.id, lesson.id, lesson.form, lesson.kind, position, out, (), lesson.cost(position), floor)
