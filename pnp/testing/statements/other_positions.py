"""Positions that no lesson proposed: those of cases by hand, and those that games come to. They are explained too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.examples.claims import ClaimTrace, claim_faults
from pnp.examples.json_form import question_json
from pnp.games.core.answer import Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.testing.amount import amount
from pnp.testing.cases import own_cases
from pnp.testing.subject import Subject, answered
from pnp.testing.whole_games import questions_asked

_EACH = amount(20, 80)
"""Positions of games of the plain definition, of each kind of question."""
_EACH_OF_A_TWEAK = amount(4, 20)
_MOST_REPORTED = 2
"""Reported positions of each kind."""


class OtherPosition(NamedTuple):
    """Position that no lesson proposed, and where it comes from, in words."""

    origin: str
    kind: str
    position: Position


def other_positions(subject: Subject, file: Path | None, definitions: Collection[str]) -> Iterator[OtherPosition]:
    """Yield the positions of the cases by hand in ``file`` that games can come to, then some that games came to."""
    for case in [] if file is None else own_cases(subject, file, definitions):
        if not case.impossible:
            yield OtherPosition(f"case {case.index + 1} ({case.why})", case.kind, case.position)
    each = _EACH if subject.plain else _EACH_OF_A_TWEAK
    questions = questions_asked(subject)
    for kind in dict.fromkeys(lesson.kind for lesson in subject.engine.lessons(subject.settings)):
        asked = [position for of_kind, position in questions if of_kind == kind]
        for position in asked[:: max(1, len(asked) // each)][:each]:
            yield OtherPosition("a position that a game came to", kind, position)


class OtherExamples:
    """Examples of other positions, explained and judged. It remembers what was found, and adds uses of phrases to a
    trace."""

    def __init__(self, subject: Subject, trace: ClaimTrace) -> None:
        self._subject = subject
        self._trace = trace
        self._reported: Counter[str] = Counter()
        self.faults: list[str] = []

    def explained(self, positions: Iterator[OtherPosition]) -> Iterator[tuple[Example, Tableau]]:
        """Yield the examples that say what is true; ``faults`` gets the others.

        ``explain`` raises PositionError for a position that it cannot lay out. Manifests come from strangers, and hold
        positions: any other error would reach a person as a crash.
        """
        for other in positions:
            for example in self._examples(other):
                try:
                    tableau = self._subject.engine.explain(self._subject.settings, example)
                except PositionError:
                    continue
                except Exception as error:
                    fault = f"explain() raises {type(error).__name__} ({error}), and not PositionError"
                    self._report(other, example, fault)
                    continue
                faults = claim_faults(self._subject.engine, self._subject.settings, example, tableau, trace=self._trace)
                if faults:
                    self._report(other, example, str(faults[0]))
                else:
                    yield example, tableau

    def _examples(self, other: OtherPosition) -> Iterator[Example]:
        """Yield an example of a position for each form that lessons of its kind have."""
        engine, settings = self._subject.engine, self._subject.settings
        out = answered(engine, settings, self._subject.rules, other.kind, other.position)
        forms = set()
        for lesson in engine.lessons(settings):
            if lesson.kind == other.kind and lesson.form not in forms and not isinstance(out, PositionError):
                forms.add(lesson.form)
                cost = lesson.cost(other.position)
                yield Example(lesson.id, lesson.id, lesson.form, other.kind, other.position, out, (), cost, 0)

    def _report(self, other: OtherPosition, example: Example, fault: str) -> None:
        self._reported[other.kind] += 1
        if self._reported[other.kind] <= _MOST_REPORTED:
            question = question_json(other.kind, other.position)
            self.faults.append(f"{other.origin}, explained as {example.form!r}: {fault}\n  {question}")
