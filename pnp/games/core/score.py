"""Itemised scores and reasons. A printed explanation is made from the items, so it cannot disagree with the total."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from pnp.model.text import Phrase, PhraseValue
from pnp.records import dataclass

CardT = TypeVar("CardT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ScoreItem(Generic[CardT]):
    """One line of a score: the rule that gives the points, why, the cards it rests on, and the points."""

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
        """The sum of the items; there is no other total."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is not allowed: a stable code, and the reason as a phrase."""

    code: str
    reason: Phrase


def verdict_on(found: Violation | None) -> dict[str, str | None]:
    """A verdict as answers give it: ``verdict``, and the code of the ``violation`` or None."""
    return {"verdict": "not-allowed" if found else "allowed", "violation": found.code if found else None}


def refused(code: str, /, **values: PhraseValue) -> Violation:
    """The violation ``code``, worded by the phrase ``violation-<code>`` with these values."""
    return Violation(code, Phrase(f"violation-{code}", values))
