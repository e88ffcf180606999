"""Engine and oracle are two readings of the rules, and must agree wherever they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from pnp.games.core.answer import Answer, PositionError
from pnp.testing.amount import amount
from pnp.testing.proposals import Proposal, proposals
from pnp.testing.subject import Subject

_EACH = amount(12, 200)
"""Positions per lesson."""
_TOLD = 3
"""Disagreements of a lesson that are told."""


def agreement_faults(subject: Subject) -> Iterator[str]:
    """Positions on which engine and oracle disagree, with both answers; and those that no one can answer."""
    told: Counter[str] = Counter()
    for proposal in proposals(subject, _EACH):
        if told[proposal.lesson.id] < _TOLD:
            fault = _compared(subject, proposal)
            if fault is not None:
                told[proposal.lesson.id] += 1
                yield fault


def _compared(subject: Subject, proposal: Proposal) -> str | None:
    kind, position = proposal.lesson.kind, proposal.position
    before = deepcopy(position)
    ours = _asked(lambda: subject.engine.answer(subject.settings, subject.rules, kind, position))
    theirs = _asked(lambda: subject.engine.oracle(subject.settings, kind, position))
    if position != before:
        return f"{proposal}\n  answering it changed the position; it was {before}"
    if isinstance(ours, PositionError) and isinstance(theirs, PositionError):
        return None
    if isinstance(ours, PositionError) or isinstance(theirs, PositionError) or ours != theirs:
        return f"engine and oracle disagree: {proposal}\n  engine: {_told(ours)}\n  oracle: {_told(theirs)}"
    return None


def _asked(ask: Any) -> Answer | PositionError:
    try:
        found: Answer = ask()
    except PositionError as error:
        return error
    return found


def _told(answer: Answer | PositionError) -> str:
    return f"not possible: {answer}" if isinstance(answer, PositionError) else repr(answer)


def unanswered(subject: Subject) -> Iterator[str]:
    """Proposals that the engine cannot answer, the first of each lesson."""
    told: set[str] = set()
    for proposal in proposals(subject, _EACH):
        if proposal.lesson.id in told:
            continue
        try:
            subject.engine.answer(subject.settings, subject.rules, proposal.lesson.kind, proposal.position)
        except PositionError as error:
            told.add(proposal.lesson.id)
            yield f"a lesson proposes what is not possible: {error}\n  {proposal}"
