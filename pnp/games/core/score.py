"""Itemised scores, reasons, and the seats that win.

Printed explanations are made from the items, so they cannot disagree with the total.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pnp.games.core.answer import Answer, Explained
from pnp.games.core.wording import equation
from pnp.model.text import Phrase, PhraseValue, phrase
from pnp.records import dataclass

CardT = TypeVar("CardT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ScoreItem(Generic[CardT]):
    """Line of a score: the rule that gives the points, the reason, the cards it rests on, and the points."""

    rule: str
    reason: Phrase
    cards: tuple[CardT, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Score(Generic[CardT]):
    """Itemised points of one seat."""

    items: tuple[ScoreItem[CardT], ...] = ()

    @property
    def total(self) -> int:
        """Sum of the items; there is no other total."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Violation:
    """Reason why an action is not allowed: a stable code, and a phrase."""

    code: str
    reason: Phrase


def verdict_on(
    violation: Violation | None,
    because: Phrase | None = None,
    counted: Mapping[str, Iterable[Any]] | None = None,
) -> Answer:
    """Return a verdict as answers give it: ``verdict``, and the code of the ``violation`` or None.

    The reason that an example prints is that of the violation, or ``because`` if the action is allowed. ``counted`` are
    the cards that count, as in ``Explained``.
    """
    if violation is None:
        return Explained({"verdict": "allowed", "violation": None}, reason=because, counted=counted)
    out = {"verdict": "not-allowed", "violation": violation.code}
    return Explained(out, reason=violation.reason, counted=counted)


def violation_in(answer: Answer) -> Violation | None:
    """Return the violation that a verdict names, with its reason if the answer explains it; None if it allows."""
    code = answer["violation"]
    if code is None:
        return None
    reason = answer.reason if isinstance(answer, Explained) else None
    return Violation(code, reason or phrase(f"violation-{code}"))


def itemised(key: str, /, **items: int) -> Answer:
    """Return the points that each rule gives, by its name, and their sum as ``points``.

    The phrase ``key`` explains them with ``{terms}``, the calculation of those that are not 0, in their order, with
    ``{points}``, or with each of them by its name. It need not print all: a plural may follow from one.
    """
    total = sum(items.values())
    calculation = equation([points for points in items.values() if points])
    return Explained({**items, "points": total}, Phrase(key, {**items, "terms": calculation, "points": total}))


def refused(code: str, /, **values: PhraseValue) -> Violation:
    """Return the violation ``code``, worded by the phrase ``violation-<code>`` with these values."""
    return Violation(code, Phrase(f"violation-{code}", values))


# Winners: those with the most or the least, together if they are equal


def seats_with_most(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest of ``numbers``.

    >>> seats_with_most([3, 5, 5])
    (1, 2)
    """
    most = max(numbers)
    return tuple(seat for seat, number in enumerate(numbers) if number == most)


def seats_with_least(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest of ``numbers``."""
    least = min(numbers)
    return tuple(seat for seat, number in enumerate(numbers) if number == least)
