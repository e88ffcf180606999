"""Checks of what examples say: on the printed ones, on many positions that lessons propose, and on false ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from pnp.examples.claims import ClaimTrace, claim_faults
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.project.claims import order_faults
from pnp.testing.amount import amount
from pnp.testing.statements.alternatives import alternative_faults
from pnp.testing.statements.falsify import Falsifier
from pnp.testing.statements.misrecorded import misrecorded_faults
from pnp.testing.statements.other_positions import OtherExamples, other_positions
from pnp.testing.subject import Proposal, Subject, proposals

_TRIES = amount(60, 150)
"""Positions that a lesson proposes for the claims of the plain definition."""
_TRIES_OF_A_TWEAK = amount(12, 40)
_MOST_REPORTED = 2
"""Reported faults per lesson."""


def statement_faults(subject: Subject, *, file: Path | None = None, definitions: Collection[str] = ()) -> Iterator[str]:
    """Yield what examples of a definition say that is not true, claims that notice nothing, and exchanged values.

    Cases by hand in ``file`` are explained and judged too, and positions that games come to.
    """
    claims = subject.engine.claims
    if not subject.engine.kinds:
        return
    if claims is None:
        yield (
            "nothing holds the sentences of the examples to the truth: write teaching/claims.py, as "
            "`pnp new game` does, and give it to the ENGINE of the game (claims=CLAIMS)"
        )
        return
    falsifier, trace = Falsifier(subject), ClaimTrace()
    reported: Counter[str] = Counter()
    for example in explained(subject, _TRIES if subject.plain else _TRIES_OF_A_TWEAK):
        if reported[example.lesson] < _MOST_REPORTED:
            tableau = subject.engine.explain(subject.settings, example)
            faults = claim_faults(subject.engine, subject.settings, example, tableau, trace=trace)[:_MOST_REPORTED]
            reported[example.lesson] += len(faults)
            yield from (f"lesson {example.lesson!r} explains {dict(example.position)}\n  {fault}" for fault in faults)
            if not faults:
                falsifier.try_on(example, tableau)
    others = OtherExamples(subject, trace)
    for example, tableau in others.explained(other_positions(subject, file, definitions)):
        falsifier.try_on(example, tableau)
    yield from others.faults
    yield from falsifier.accepted()
    yield from misrecorded_faults(subject, subject.examples.examples)
    if not reported.total() and not others.faults:
        yield from alternative_faults(claims, trace.uses)
    said = {use.key: use.names for use in trace.uses}
    yield from (exchanged.render() for exchanged in order_faults(claims, subject.resources, subject.engine_id, said))


def explained(subject: Subject, tries: int) -> Iterator[Example]:
    """Yield the printed examples of a definition, and one of each proposal that meets a floor of its lesson, out of
    ``tries`` for each lesson."""
    yield from subject.examples.examples
    for proposal in proposals(subject.engine, subject.settings, subject.rules, tries):
        example = example_of(proposal)
        if example is not None:
            yield example


def example_of(proposal: Proposal) -> Example | None:
    """Return the example that a proposal makes; None if it has no answer or meets no floor of its lesson."""
    lesson, position, out = proposal.lesson, proposal.position, proposal.out
    if isinstance(out, PositionError):
        return None
    floor = next((number for number, shows in enumerate(lesson.floors) if shows(position, out)), None)
    if floor is None:
        return None
    return Example(lesson.id, lesson.id, lesson.form, lesson.kind, position, out, (), lesson.cost(position), floor)
