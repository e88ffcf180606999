"""False statements, made of true ones: the claims of a game have to refuse each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pnp.examples.claims import ARITHMETIC, ClaimTrace, claim_faults
from pnp.examples.json_form import question_json
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, Row, Tableau
from pnp.model.text import Phrase
from pnp.testing.amount import amount
from pnp.testing.subject import Subject

_EACH = amount(2, 4)
"""Examples of a lesson in which a statement is changed in one way."""
_EACH_OF_A_TWEAK = 1
_INSIDE = ", inside "


class Falsifier:
    """Falsifier of the statements of examples. It remembers the first false statement of each sort that the claims of
    the game accept."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._each = _EACH if subject.plain else _EACH_OF_A_TWEAK
        self._tries: Counter[tuple[str, str]] = Counter()
        self._accepted: dict[str, Example] = {}

    def try_on(self, example: Example, tableau: Tableau) -> None:
        """Falsify a true tableau in every way that was not tried often enough with examples of its lesson."""
        engine, settings = self._subject.engine, self._subject.settings
        for place, false_tableau in false_tableaux(tableau):
            change = place.partition(_INSIDE)[0]
            tries = self._tries[example.lesson, change]
            if tries < self._each and change not in self._accepted:
                self._tries[example.lesson, change] += 1
                trace = ClaimTrace()
                faults = claim_faults(engine, settings, example, false_tableau, trace=trace)
                # Where several values are right, the changed one may be another of them.
                if not faults and not any(choice in place for choice in trace.choices):
                    self._accepted[change] = example

    def accepted(self) -> Iterator[str]:
        """Yield the changes that the claims do not notice."""
        for change, example in self._accepted.items():
            yield (
                f"the claims notice nothing when {change}; claim it more exactly in teaching/claims.py\n"
                f"  lesson {example.lesson!r}: {question_json(example.kind, example.position)}"
            )


def false_tableaux(tableau: Tableau) -> Iterator[tuple[str, Tableau]]:
    """Yield changes of a tableau, in words, with the tableau that each of them makes.

    A change inside a phrase names the phrases around it after ``_INSIDE``.

    A number is one more, two values of a phrase are exchanged, a list loses its last item, a mark changes, a card is
    counted that was not, a card is missing or shown twice.
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
    else:
        yield f"the row {owner!r} is marked as the winner", replace(row, mark="winner")
    if row.cards:
        yield f"the row {owner!r} lacks its last card", replace(row, cards=row.cards[:-1])
        printed = [card.strings for card in row.cards]
        other = next((card for card in row.cards if card.strings != printed[0]), None)
        if other is not None:
            changed = replace(row.cards[0], fields=other.fields, strings=other.strings)
            yield f"the first card of the row {owner!r} is another", replace(row, cards=(changed, *row.cards[1:]))
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
        yield from ((f"{change}{_INSIDE}{label}", false_phrase) for change, false_phrase in _false_phrases(value))
    elif isinstance(value, tuple) and value:
        yield f"{label} lacks its last item", value[:-1]
        for change, first in _false_values(f"the first item of {label}", value[0]):
            yield change, (first, *value[1:])
