"""Judge what an example says: its phrases, its rows and its calculations, against the claims of its game.

The claims rest on the oracle's answer, and share no code with the rules of the engine or with ``explain``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import PurePath
from typing import Any, Literal

from pnp.examples.json_form import question_json
from pnp.games.core.answer import PositionError
from pnp.games.core.claims import (
    Added,
    AnyOrder,
    CardClaim,
    Claim,
    Claims,
    Counted,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    Terms,
)
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import Phrase, Translated
from pnp.records import dataclass

_EQUALS = "equals"


@dataclass(frozen=True, slots=True)
class ClaimFault:
    """False statement of an example: what it says, what it should say, and the claim that says so.

    ``place`` is the file of the claim and its line. A message names the last three parts of it. ``kind`` tells rows
    and marks from phrases, and from phrases or values without a claim.
    """

    message: str
    place: str
    kind: Literal["layout", "phrase", "unclaimed"] = "phrase"

    def __str__(self) -> str:
        file = "/".join(PurePath(self.place).parts[-3:])
        return f"{self.message} (claimed in {file})" if self.place else self.message


@dataclass(frozen=True, slots=True)
class PhraseUse:
    """Use of a phrase in an example: where it stands, its key, and what it is about.

    ``place`` is ``heading``, ``verdict``, ``label``, ``note``, or the value of the phrase around it. ``names`` are its
    values, in order. Only ``keys`` may stand there, if there are any.
    """

    place: str
    key: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    scene: Scene[Any]


@dataclass(frozen=True, slots=True)
class ClaimTrace:
    """What was judged: the uses of phrases, and the values that could have been others, as ``{card} of 'verdict'``."""

    uses: list[PhraseUse] = field(default_factory=list)
    choices: set[str] = field(default_factory=set)


def claim_faults(
    engine: AnyEngine,
    settings: Any,
    example: Example,
    tableau: Tableau,
    *,
    look: bool = True,
    trace: ClaimTrace | None = None,
) -> list[ClaimFault]:
    """Return the false statements of ``tableau``, which lays out ``example``. A game without claims has none.

    A tableau that was read from a manifest has no ``look``: no marks, no states and no fields of cards. What was
    judged is added to ``trace``.
    """
    if engine.claims is None:
        return []
    try:
        return list(_Judge(engine, settings, example, look, trace or ClaimTrace()).faults(tableau))
    except PositionError as error:
        return [ClaimFault(f"the oracle cannot answer {question_json(example.kind, example.position)}: {error}", "")]


def is_true_of(claim: Claim, scene: Scene[Any]) -> bool:
    """Tell whether a phrase could be said of ``scene``: its condition holds, and each of its values has one to be."""
    if not _evaluate(claim.when, scene)[0]:
        return False
    values = [_evaluate(says, scene) for says in claim.values.values() if callable(says)]
    return not any(error or value == OneOf(()) for value, error in values)


class _Judge:
    """Judge of one example."""

    def __init__(self, engine: AnyEngine, settings: Any, example: Example, look: bool, trace: ClaimTrace) -> None:
        assert engine.claims is not None
        self._look = look
        self._trace = trace
        self._claims: Claims = engine.claims
        out = engine.oracle(settings, example.kind, example.position)
        self._scene: Scene[Any] = Scene(
            settings, example.kind, example.position, out, example.lesson, example.form, engine.oracle
        )

    def faults(self, tableau: Tableau) -> Iterator[ClaimFault]:
        layout = self._claims.layout(self._scene.kind)
        if layout is None:
            message = f"teaching/claims.py has no layout for the kind {self._scene.kind!r}; add one"
            yield ClaimFault(message, "", "unclaimed")
            return
        expected, error = _evaluate(layout, self._scene)
        options = [expected] if isinstance(expected, TableauClaim) else list(expected or ())
        place = _code_place(layout)
        if not options:
            why = f"cannot be worked out: {error}" if error else "is none at all: it may not be laid out"
            message = f"the claimed layout of {self._scene.kind!r} {why}"
            yield ClaimFault(message, place, "layout")
            return
        shown = [_with_shown_rows(option, len(tableau.rows)) for option in options]
        faults, expected = min(
            ((list(self._layout_faults(tableau, option)), option) for option in shown), key=lambda tried: len(tried[0])
        )
        yield from (ClaimFault(message, place, "layout") for message in faults)
        scene = self._scene.about(**expected.subject)
        yield from self._slot_faults("heading", tableau.heading, scene)
        yield from self._slot_faults("verdict", tableau.verdict, scene)
        for row, row_claim in zip(tableau.rows, expected.rows, strict=False):
            counted = {"counted": _counted(row)} if self._look else {}
            row_scene = self._scene.about(**counted, **row_claim.subject)
            yield from self._slot_faults("label", row.label, row_scene)
            yield from self._slot_faults("note", row.note, row_scene)

    # Rows

    def _layout_faults(self, tableau: Tableau, expected: TableauClaim) -> Iterator[str]:
        if len(tableau.rows) != len(expected.rows):
            yield f"{len(tableau.rows)} rows are laid out where {len(expected.rows)} are expected"
        if self._look and tableau.mark != expected.mark:
            yield f"its mark is {tableau.mark!r} where {expected.mark!r} is expected"
        if (tableau.badge is None) != (expected.badge is None):
            yield f"its badge is {'missing' if tableau.badge is None else 'not expected'}"
        elif tableau.badge is not None and expected.badge is not None:
            yield from self._card_faults("its badge", tableau.badge, expected.badge)
        for number, (row, claim) in enumerate(zip(tableau.rows, expected.rows, strict=False), 1):
            yield from self._row_faults(f"row {number}", row, claim)
        if self._look and expected.counted is not None and len(tableau.rows) == len(expected.rows):
            yield from self._counted_faults(tableau, expected.counted)

    def _counted_faults(self, tableau: Tableau, condition: Counted) -> Iterator[str]:
        counted = [_counted(row) for row in tableau.rows]
        holds, error = _evaluate(condition, counted)
        if not holds:
            rows = zip(tableau.rows, counted, strict=True)
            cards = [_printed(row.cards[place]) for row, places in rows for place in places]
            why = f": {error}" if error else ""
            yield f"the counted cards {', '.join(cards) or '(none)'} are not those that count{why}"

    def _row_faults(self, name: str, row: Row, claim: RowClaim) -> Iterator[str]:
        if self._look and row.mark != claim.mark:
            yield f"{name} has the mark {row.mark!r} where {claim.mark!r} is expected"
        if self._look and claim.role is not None and row.role != claim.role:
            yield f"{name} has the role {row.role!r} where {claim.role!r} is expected"
        if claim.holds is not None:
            holds, error = _evaluate(claim.holds, row.cards)
            if not holds:
                shown = " ".join(map(_printed, row.cards))
                yield f"{name} shows {shown}, which is not what it has to show" + (f": {error}" if error else "")
            return
        if len(row.cards) != len(claim.cards):
            yield f"{name} shows {len(row.cards)} cards where {len(claim.cards)} are expected"
            return
        pairs = list(zip(row.cards, claim.cards if claim.ordered else self._in_order_of(row, claim), strict=True))
        for card, card_claim in pairs:
            yield from self._card_faults(f"in {name} the card {_printed(card)}", card, card_claim)

    def _in_order_of(self, row: Row, claim: RowClaim) -> list[CardClaim]:
        """Return the claims of a row in the order of the cards that they fit; the others fill the gaps."""
        left, ordered = list(claim.cards), []
        for card in row.cards:
            ordered.append(
                next((candidate for candidate in left if not any(self._card_faults("", card, candidate))), None)
            )
            if ordered[-1] is not None:
                left.remove(ordered[-1])
        return [left.pop(0) if candidate is None else candidate for candidate in ordered]

    def _card_faults(self, name: str, card: MiniCard, claim: CardClaim) -> Iterator[str]:
        if claim.holds is not None:
            holds, error = _evaluate(claim.holds, card)
            if not holds:
                yield f"{name} is not the expected one" + (f": {error}" if error else "")
                return
        elif list(map(_wordings, card.strings)) != list(map(_wordings, claim.strings)):
            yield f"{name} stands where {_printed(claim)} is expected"
            return
        if not self._look:
            return
        if card.state not in (("counted", "dimmed") if claim.state is None else (claim.state,)):
            yield f"{name} is {card.state} where it has to be {claim.state or 'counted or dimmed'}"
        drawn = {key: value for key, value in card.fields.items() if key not in self._claims.looks}
        if claim.holds is None and drawn != dict(claim.fields):
            yield (
                f"{name} is drawn from {drawn!r} where {dict(claim.fields)!r} is expected; name a field that only "
                "decorates in Claims(looks=…)"
            )

    # Phrases

    def _slot_faults(self, slot: str, phrase: Phrase | None, scene: Scene[Any]) -> Iterator[ClaimFault]:
        if phrase is None:
            return
        if not self._claims.may_stand(slot, phrase.key):
            message = f"the phrase {phrase.key!r} stands as a {slot}; allow it with Claims(slots=…)"
            yield ClaimFault(message, "")
        yield from self._phrase_faults(phrase, PhraseUse(slot, phrase.key, tuple(phrase.values), (), scene))

    def _phrase_faults(self, phrase: Phrase, use: PhraseUse) -> Iterator[ClaimFault]:
        """Yield the false statements of a phrase about the subject of its scene, and of the phrases inside it."""
        scene = use.scene
        self._trace.uses.append(use)
        claim = self._claims.claim_of(phrase.key, phrase.values)
        if phrase.key == _EQUALS:
            yield from self._equation_faults(phrase)
        if claim is None:
            if phrase.key not in ARITHMETIC:
                message = f"the phrase {phrase.key!r} has no claim; write one in teaching/claims.py"
                yield ClaimFault(message, "", "unclaimed")
            return
        place = claim.place
        applies, error = _evaluate(claim.when, scene)
        if not applies:
            why = f": {error}" if error else ""
            yield ClaimFault(f"the phrase {phrase.key!r} is used where it does not apply{why}", place)
        for name in phrase.values.keys() - claim.values.keys():
            yield ClaimFault(f"the value {{{name}}} of {phrase.key!r} has no claim", place, "unclaimed")
        for name, says in claim.values.items():
            label = f"{{{name}}} of {phrase.key!r}"
            expected, error = _evaluate(says, scene) if callable(says) else (says, "")
            if name not in phrase.values:
                yield ClaimFault(f"{phrase.key!r} has no value {{{name}}}, which is claimed", place, "unclaimed")
            elif error:
                yield ClaimFault(f"what {label} has to be cannot be worked out: {error}", place)
            else:
                yield from self._value_faults(label, phrase.values[name], expected, scene, place)

    def _value_faults(
        self, label: str, value: Any, expected: Any, scene: Scene[Any], place: str
    ) -> Iterator[ClaimFault]:
        match expected:
            case Part(keys=keys, subject=subject):
                if not isinstance(value, Phrase):
                    yield ClaimFault(f"{label} is {_plain(value)} where a phrase is expected", place)
                elif keys and value.key not in keys:
                    yield ClaimFault(f"{label} is {value.key!r} where {' or '.join(keys)} is expected", place)
                else:
                    yield from self._phrase_faults(
                        value, PhraseUse(label, value.key, tuple(value.values), keys, scene.about(**subject))
                    )
            case Added(terms=terms, ordered=ordered):
                yield from self._list_faults(label, _terms(value), terms, scene, place, ordered=ordered)
            case Terms(numbers=numbers):
                yield from self._term_faults(label, value, numbers, place)
            case OneOf(values=values):
                yield from self._best_of(label, value, values, scene, place)
            case AnyOrder(values=values):
                yield from self._list_faults(label, value, values, scene, place, ordered=False)
            case tuple() | list():
                yield from self._list_faults(label, value, expected, scene, place, ordered=True)
            case _:
                if not _is_equal(value, expected):
                    is_value, must_be = _plain(value), _plain(expected)
                    if is_value == must_be:
                        is_value, must_be = (f"the {_sort(one)} {_plain(one)}" for one in (value, expected))
                    yield ClaimFault(f"{label} is {is_value}, and by the oracle it is {must_be}", place)

    def _best_of(
        self, label: str, value: Any, values: Sequence[Any], scene: Scene[Any], place: str
    ) -> Iterator[ClaimFault]:
        tries = [self._tried_faults(label, value, expected, scene, place) for expected in values]
        if not tries:
            yield ClaimFault(f"{label} is {_plain(value)}, and by the oracle there is nothing to name", place)
        elif all(tries):
            yield from min(tries, key=len)
        if len(tries) > 1:
            self._trace.choices.add(label)

    def _list_faults(
        self, label: str, value: Any, expected: Sequence[Any], scene: Scene[Any], place: str, *, ordered: bool
    ) -> Iterator[ClaimFault]:
        if not isinstance(value, tuple | list) or len(value) != len(expected):
            yield ClaimFault(f"{label} is {_plain(value)} where a list of {len(expected)} is expected", place)
            return
        if ordered:
            for number, (item, expected_item) in enumerate(zip(value, expected, strict=True), 1):
                yield from self._value_faults(f"item {number} of {label}", item, expected_item, scene, place)
            return
        left = list(expected)
        for number, item in enumerate(value, 1):
            fitting = next(
                (candidate for candidate in left if not self._tried_faults(label, item, candidate, scene, place)), None
            )
            if fitting is None:
                yield ClaimFault(f"item {number} of {label}, {_plain(item)}, is not among those expected", place)
            else:
                left.remove(fitting)

    def _tried_faults(self, label: str, value: Any, expected: Any, scene: Scene[Any], place: str) -> list[ClaimFault]:
        """Return the faults of a value that may be the expected one. The phrases of another are not used."""
        count = len(self._trace.uses)
        faults = list(self._value_faults(label, value, expected, scene, place))
        if faults:
            del self._trace.uses[count:]
        return faults

    # Calculations

    def _term_faults(self, label: str, value: Any, numbers: Sequence[int], place: str) -> Iterator[ClaimFault]:
        shown = self.terms_of(value)
        if shown is None:
            yield ClaimFault(f"{label} is {_plain(value)}, which is no calculation", place)
        elif sorted(shown) != sorted(numbers):
            message = f"{label} adds {_numbers(shown)}, and by the oracle it has to add {_numbers(numbers)}"
            yield ClaimFault(message, place)
        elif isinstance(value, Phrase) and value.key == _EQUALS:
            yield from self._equation_faults(value)

    def _equation_faults(self, phrase: Phrase) -> Iterator[ClaimFault]:
        left, right = (self.amount_of(phrase.values.get(side)) for side in ("left", "right"))
        if left is None or right is None:
            message = "a calculation holds a phrase whose number is unknown; name it: claim(…, amount='count')"
            yield ClaimFault(f"{message} in {_plain(phrase)}", "")
        elif left != right:
            yield ClaimFault(f"the calculation {left} = {right} is wrong", "")

    def amount_of(self, value: Any) -> int | None:
        """Return the number that a value of a phrase stands for; None for a text."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, tuple | list):
            amounts = [self.amount_of(item) for item in value]
            return None if None in amounts else sum(amount for amount in amounts if amount is not None)
        if not isinstance(value, Phrase):
            return None
        rule, claim = ARITHMETIC.get(value.key), self._claims.phrases.get(value.key)
        if rule is not None and set(rule[1]) <= value.values.keys():
            amounts = [self.amount_of(value.values[name]) for name in rule[1]]
            return None if None in amounts else rule[0](*(amount for amount in amounts if amount is not None))
        return None if claim is None or claim.amount is None else self.amount_of(value.values.get(claim.amount))

    def terms_of(self, value: Any) -> list[int] | None:
        """Return the signed terms of a calculation; a number alone is its only term. None for a text."""
        if isinstance(value, Phrase) and value.key == _EQUALS:
            return self.terms_of(value.values.get("left"))
        if isinstance(value, Phrase) and value.key in ("plus", "minus"):
            left, right = self.terms_of(value.values.get("left")), self.amount_of(value.values.get("right"))
            if left is None or right is None:
                return None
            return [*left, right if value.key == "plus" else -right]
        amount = self.amount_of(value)
        return None if amount is None else [amount]


ARITHMETIC: Mapping[str, tuple[Callable[..., int], tuple[str, ...]]] = {
    "number": (lambda number: number, ("number",)),
    "plus": (lambda left, right: left + right, ("left", "right")),
    "minus": (lambda left, right: left - right, ("left", "right")),
    "times": (lambda terms, count: terms * count, ("terms", "count")),
    _EQUALS: (lambda left, right: right, ("left", "right")),
}
"""Phrases of calculations that all games share: the number that each stands for, from its values."""


def _with_shown_rows(claim: TableauClaim, count: int) -> TableauClaim:
    """Return a claim without its optional rows, if fewer rows are shown than it has."""
    if count >= len(claim.rows):
        return claim
    return replace(claim, rows=tuple(row for row in claim.rows if not row.optional))


def _terms(value: Any) -> tuple[Any, ...]:
    """Return the terms of a calculation as they stand; any other value is its only term."""
    if isinstance(value, Phrase) and value.key == "plus":
        return (*_terms(value.values.get("left")), value.values.get("right"))
    if isinstance(value, Phrase) and value.key == "minus":
        right = value.values.get("right")
        return (*_terms(value.values.get("left")), -right if isinstance(right, int) else right)
    return (value,)


def _counted(row: Row) -> tuple[int, ...]:
    """Return the places of the counted cards of a row."""
    return tuple(place for place, card in enumerate(row.cards) if card.state == "counted")


def _evaluate(function: Callable[[Any], Any], argument: Any) -> tuple[Any, str]:
    """Return the value of a claim and an empty text, or None and the reason why there is none.

    A claim that fits other positions than this one fails in any way that Python code can.
    """
    try:
        return function(argument), ""
    except PositionError as error:
        return None, f"the oracle refuses its question: {error}"
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration) as error:
        return None, f"{type(error).__name__}: {error}"


def _code_place(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno}"


def _numbers(numbers: Sequence[int]) -> str:
    return "nothing" if not numbers else " + ".join(map(str, sorted(numbers, reverse=True)))


def _printed(card: MiniCard | CardClaim) -> str:
    return repr(" ".join(text.en if isinstance(text, Translated) else text for text in card.strings))


def _wordings(text: Any) -> Any:
    """Return a text by language. Readings over words and the sort of a space are not part of what it says."""
    if isinstance(text, Translated):
        wordings = {language: _wordings(wording) for language, wording in text.wordings.items()}
        return next(iter(wordings.values())) if len(set(wordings.values())) == 1 else wordings
    return text.replace("\N{NO-BREAK SPACE}", " ") if isinstance(text, str) else text


def _is_equal(value: Any, expected: Any) -> bool:
    return bool(_wordings(value) == _wordings(expected)) and isinstance(value, bool) == isinstance(expected, bool)


def _sort(value: Any) -> str:
    """Return what a value is, where it reads like another that it is not equal to."""
    return "text of the definition" if isinstance(value, Translated) else type(value).__name__


def _plain(value: Any) -> str:
    """Return a value of a phrase for a message."""
    if isinstance(value, Phrase):
        inner = ", ".join(f"{name}={_plain(item)}" for name, item in value.values.items())
        return f"{value.key}({inner})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_plain, value))}]"
    return repr(value.en or value.ja) if isinstance(value, Translated) else repr(value)
