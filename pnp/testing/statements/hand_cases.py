"""Cases by hand, explained: what an example of each of them says is judged too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from pnp.examples.claims import claim_faults
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.testing.cases import HandCase, own_cases
from pnp.testing.subject import Subject, answered


def hand_case_faults(subject: Subject, file: Path, definitions: Collection[str]) -> Iterator[str]:
    """Yield the cases by this definition of which ``explain`` fails or says what is not true.

    A person wrote them where the rules are at their edge, and lessons seldom go there. A manifest from a stranger may.
    ``explain`` raises PositionError for a position that it cannot lay out. Positions that no game reaches are left out.
    """
    for case in own_cases(subject, file, definitions):
        if not case.impossible:
            for example in _examples(subject, case):
                fault = _fault(subject, example)
                if fault is not None:
                    yield f"case {case.index + 1} ({case.why}), explained as {example.form!r}: {fault}"


def _examples(subject: Subject, case: HandCase) -> Iterator[Example]:
    """Yield an example of the case for each form that lessons of its kind have."""
    out = answered(subject.engine, subject.settings, subject.rules, case.kind, case.position)
    forms = set()
    for lesson in subject.engine.lessons(subject.settings):
        if lesson.kind == case.kind and lesson.form not in forms and not isinstance(out, PositionError):
            forms.add(lesson.form)
            cost = lesson.cost(case.position)
            yield Example(lesson.id, lesson.id, lesson.form, case.kind, case.position, out, (), cost, 0)


def _fault(subject: Subject, example: Example) -> str | None:
    try:
        tableau = subject.engine.explain(subject.settings, example)
    except PositionError:
        return None
    except Exception as error:
        # Any other error would reach a person as a crash.
        return f"explain() raises {type(error).__name__} ({error}), and not PositionError"
    faults = claim_faults(subject.engine, subject.settings, example, tableau)
    return str(faults[0]) if faults else None
