"""Check of kinds of questions: engine and oracle are compared on each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from pnp.testing.cases import own_cases
from pnp.testing.subject import Subject
from pnp.testing.whole_games import questions_asked


def kind_faults(subject: Subject, file: Path | None, definitions: Collection[str]) -> Iterator[str]:
    """Yield the kinds that no lesson, no case by hand in ``file`` and no whole game asks about."""
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
