"""Itemised scores and reasons. Printed explanations are made from the items, so they cannot disagree with the total."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from pnp.model.text import Phrase, PhraseValue
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


def verdict_on(violation: Violation | None) -> dict[str, str | None]:
    """Return a verdict as answers give it: ``verdict``, and the code of the ``violation`` or None."""
    return {"verdict": "not-allowed" if violation else "allowed", "violation": violation.code if violation else None}


def refused(code: str, /, **values: PhraseValue) -> Violation:
    """Return the violation ``code``, worded by the phrase ``violation-<code>`` with these values."""
    return Violation(code, Phrase(f"violation-{code}", values))
