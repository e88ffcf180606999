"""Checks of what examples say: on the printed ones, on many positions that lessons propose, and on false ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pnp.examples.claims import ARITHMETIC, claim_faults
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, Row, Tableau
from pnp.model.text import Phrase
from pnp.project.claims import order_faults
from pnp.testing.amount import amount
from pnp.testing.subject import Proposal, Subject, proposals

_TRIES = amount(80, 200)
"""Positions that a lesson proposes for the claims of the plain definition."""
_TRIES_OF_A_TWEAK = amount(20, 60)
_MOST_REPORTED = 2
"""Reported faults per lesson."""
_FALSIFIED = amount(6, 20)
"""Examples of a lesson whose statements are falsified."""
_ENOUGH = 3
"""Falsified statements of one kind that have to be accepted before their claim is reported."""


def statement_faults(subject: Subject) -> Iterator[str]:
    """Yield what examples of a definition say that is not true, claims that notice nothing, and exchanged values."""
    claims = subject.engine.claims
    if not subject.engine.kinds:
        return
    if claims is None:
        yield (
            "nothing holds the sentences of the examples to the truth: write teaching/claims.py, as "
            "`pnp new game` does, and give it to the ENGINE of the game (claims=CLAIMS)"
        )
        return
    falsified = _Falsified(subject)
    reported: Counter[str] = Counter()
    for example in explained(subject, _TRIES if subject.plain else _TRIES_OF_A_TWEAK):
        if reported[example.lesson] < _MOST_REPORTED:
            tableau = subject.engine.explain(subject.settings, example)
            faults = claim_faults(subject.engine, subject.settings, example, tableau)[:_MOST_REPORTED]
            reported[example.lesson] += len(faults)
            yield from (f"lesson {example.lesson!r} explains {dict(example.position)}\n  {fault}" for fault in faults)
            if subject.plain and not faults:
                falsified.try_on(example, tableau)
    yield from falsified.unnoticed()
    yield from (exchanged.render() for exchanged in order_faults(claims, subject.resources, subject.engine_id))


class _Falsified:
    """Count of false statements that the claims of a game accept, by what was changed."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._examples: Counter[str] = Counter()
        self._accepted: Counter[str] = Counter()
        self._refused: set[str] = set()

    def try_on(self, example: Example, tableau: Tableau) -> None:
        """Falsify a true tableau in every way, and see which false ones are refused."""
        self._examples[example.lesson] += 1
        if self._examples[example.lesson] > _FALSIFIED:
            return
        for change, false_tableau in false_tableaux(tableau):
            if change not in self._refused:
                if claim_faults(self._subject.engine, self._subject.settings, example, false_tableau):
                    self._refused.add(change)
                else:
                    self._accepted[change] += 1

    def unnoticed(self) -> Iterator[str]:
        """Yield the changes that were made several times and never refused."""
        for change, count in self._accepted.items():
            if change not in self._refused and count >= _ENOUGH:
                yield f"the claims notice nothing when {change}; claim it more exactly in teaching/claims.py"


def explained(subject: Subject, tries: int) -> Iterator[Example]:
    """Yield the printed examples of a definition, and one of each proposal that meets a floor of its lesson, out of
    ``tries`` for each lesson."""
    yield from subject.examples.examples
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


# False statements, made of true ones: each with what was changed


def false_tableaux(tableau: Tableau) -> Iterator[tuple[str, Tableau]]:
    """Yield changes of a tableau, in words, with the tableau that each of them makes.

    A number is one more, two values of a phrase are exchanged, a list loses its last item, a mark is another, a card is
    counted that was not.
    """
    for change, phrase in _false_phrases(tableau.heading):
        yield change, replace(tableau, heading=phrase)
    for change, phrase in _false_phrases(tableau.verdict):
        yield change, replace(tableau, verdict=phrase)
    yield f"the mark is another than {tableau.mark!r}", replace(tableau, mark=_other_mark(tableau.mark))
    for number, row in enumerate(tableau.rows):
        for change, false_row in _false_rows(row):
            rows = (*tableau.rows[:number], false_row, *tableau.rows[number + 1 :])
            yield change, replace(tableau, rows=rows)


def _other_mark(mark: Mark | None) -> Mark:
    return "allowed" if mark != "allowed" else "not-allowed"


def _false_rows(row: Row) -> Iterator[tuple[str, Row]]:
    for change, phrase in () if row.label is None else _false_phrases(row.label):
        yield change, replace(row, label=phrase)
    for change, phrase in () if row.note is None else _false_phrases(row.note):
        yield change, replace(row, note=phrase)
    owner = row.role if row.label is None else row.label.key
    if row.mark is not None:
        yield f"the row {owner!r} loses its mark", replace(row, mark=None)
    for place, card in enumerate(row.cards):
        if card.state != "plain":
            changed = replace(card, state="dimmed" if card.state == "counted" else "counted")
            cards = (*row.cards[:place], changed, *row.cards[place + 1 :])
            yield f"a card of the row {owner!r} is {changed.state} and not {card.state}", replace(row, cards=cards)


def _false_phrases(phrase: Phrase) -> Iterator[tuple[str, Phrase]]:
    """Yield changes of a phrase and of the phrases inside it."""
    values = dict(phrase.values)
    for name, value in values.items():
        for change, false_value in _false_values(f"{{{name}}} of {phrase.key!r}", value):
            yield change, Phrase(phrase.key, {**values, name: false_value})
    if phrase.key in ARITHMETIC:
        return
    names = list(values)
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            if type(values[first]) is type(values[second]) and values[first] != values[second]:
                exchanged = {**values, first: values[second], second: values[first]}
                yield f"{{{first}}} and {{{second}}} of {phrase.key!r} are exchanged", Phrase(phrase.key, exchanged)


def _false_values(label: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, int):
        yield f"{label} is one more", value + 1
    elif isinstance(value, Phrase):
        yield from _false_phrases(value)
    elif isinstance(value, tuple) and value:
        yield f"{label} lacks its last item", value[:-1]
        for change, first in _false_values(f"the first item of {label}", value[0]):
            yield change, (first, *value[1:])
