"""Engine and oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.examples.json_form import as_line
from pnp.games.core.answer import Answer, PositionError
from pnp.testing.proposals import Proposal
from pnp.testing.subject import Subject

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
