"""Checks of what examples say: on the printed ones, on many positions that lessons propose, and on false ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from pnp.examples.claims import ARITHMETIC, ClaimTrace, PhraseUse, claim_faults, is_true_of
from pnp.examples.json_form import question_json
from pnp.games.core.answer import Position, PositionError
from pnp.games.core.claims import Claim, Claims
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Mark, Row, Tableau
from pnp.model.text import Phrase
from pnp.project.claims import order_faults
from pnp.testing.amount import amount
from pnp.testing.cases import own_cases
from pnp.testing.subject import Proposal, Subject, answered, proposals
from pnp.testing.whole_games import questions_asked

_TRIES = amount(60, 150)
"""Positions that a lesson proposes for the claims of the plain definition."""
_TRIES_OF_A_TWEAK = amount(12, 40)
_MOST_REPORTED = 2
"""Reported faults of each lesson, and positions of each kind of question."""


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


# Alternatives: where a phrase stands, the condition of every other one has to fail.

_MOST_USES = 40
"""Uses of a phrase in a place that are tried with other phrases."""


def alternative_faults(claims: Claims, uses: Sequence[PhraseUse]) -> Iterator[str]:
    """Yield the phrases that could stand where another one does, by their claims, and are not among ``also_true``.

    Only those are tried that stand in the same place of some example. Each pair is told once.
    """
    keys_by_place: defaultdict[str, dict[str, Claim | None]] = defaultdict(dict)
    for use in uses:
        if use.key not in keys_by_place[use.place]:
            keys_by_place[use.place][use.key] = claims.claim_of(use.key, use.names)
    told: set[tuple[str, str]] = set()
    tries: Counter[tuple[str, str]] = Counter()
    for use in uses:
        tries[use.place, use.key] += 1
        if tries[use.place, use.key] > _MOST_USES:
            continue
        for key, claim in keys_by_place[use.place].items():
            pair = (use.key, key)
            if key == use.key or claim is None or pair in told or (use.keys and key not in use.keys):
                continue
            if is_true_of(claim, use.scene) and not claims.may_be_said_too(use.key, key):
                told.add(pair)
                yield _alternative_fault(use, key, claim)


def _alternative_fault(use: PhraseUse, key: str, claim: Claim) -> str:
    place = "/".join(PurePath(claim.place).parts[-3:]) if claim.place else "write a claim for it"
    question = question_json(use.scene.kind, use.scene.position)
    return (
        f"{key!r} would be true as well where {use.key!r} stands ({use.place}): limit its condition "
        f"({place}), or name it in Claims(also_true={{{use.key!r}: ({key!r},)}})\n  {question}"
    )


# Answers that are recorded wrongly.

_VERDICT = "verdict"


def misrecorded_faults(subject: Subject, examples: Iterable[Example]) -> Iterator[str]:
    """Yield rule checks that carry the verdict of another check, and at which ``explain`` fails.

    Manifests come from strangers, and hold answers. ``explain`` raises PositionError, or goes by the rules alone.
    """
    checks = [example for example in examples if _VERDICT in example.out]
    for example in checks:
        others = (
            check for check in checks if check.kind == example.kind and check.out[_VERDICT] != example.out[_VERDICT]
        )
        other = next(others, None)
        fault = None if other is None else _misrecorded_fault(subject, replace(example, out=other.out))
        if fault is not None:
            yield f"lesson {example.lesson!r}, recorded as {other and other.out[_VERDICT]!r}: {fault}"


def _misrecorded_fault(subject: Subject, example: Example) -> str | None:
    try:
        subject.engine.explain(subject.settings, example)
    except PositionError:
        return None
    except Exception as error:
        # Any other error would reach a person as a crash.
        return f"explain() raises {type(error).__name__} ({error}), and not PositionError"
    return None


# Positions that no lesson proposed: those of cases by hand, and those that games come to.

_EACH = amount(20, 80)
"""Positions of games of the plain definition, of each kind of question."""
_EACH_OF_A_TWEAK = amount(4, 20)


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


# False statements, made of true ones: the claims of a game have to refuse each of them.

_CHANGES = amount(2, 4)
"""Examples of a lesson in which a statement is changed in one way."""
_CHANGES_OF_A_TWEAK = 1
_INSIDE = ", inside "


class Falsifier:
    """Falsifier of the statements of examples. It remembers the first false statement of each sort that the claims of
    the game accept."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._each = _CHANGES if subject.plain else _CHANGES_OF_A_TWEAK
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
