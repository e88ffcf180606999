"""Why a seat is winning, in phrases that name cards and counts: how a selection is called, and what decides.

A reason has a key per case, so that every sentence is true of its figures: one card or several, equally many or not,
another palette with nothing that fits. ``whose`` words it for the seat that acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pnp.games.core.wording import equals
from pnp.games.red.rules.record import Best
from pnp.games.red.teaching.comparison import Comparison
from pnp.games.red.teaching.layout import Layout
from pnp.model.text import Phrase, PhraseValue, phrase

Whose: TypeAlias = Literal["yours", "rivals"]
"""Who is ahead, as seen by the seat that acts."""

_GROUPS = ("same-number", "same-colour", "run")


def pick(layout: Layout, rule: str, found: Best) -> Phrase:
    """What a selection under the colour ``rule`` is called: how many cards of what, and which."""
    if found.size == 1:
        return phrase("pick-one", card=layout.name(found.high))
    criterion = layout.rules.criteria[rule]
    numbers = [card.number for card in layout.lying(found.cards)]
    values: dict[str, PhraseValue]
    match criterion.is_:
        case "same-number":
            values = {"number": found.high.number}
        case "same-colour":
            values = {"colour": layout.rules.names[found.high.colour]}
        case "different-colours":
            values = {"cards": layout.names(found.cards)}
        case "sum":
            values = {"sum": arithmetic(sorted(numbers, reverse=True))}
        case "run":
            values = {"row": _row(sorted(numbers))}
        case "below" | "above":
            values = {"of": criterion.of or 0, "numbers": tuple(numbers)}
        case _:
            values = {"numbers": tuple(numbers)}
    return phrase(f"pick-{criterion.is_}", count=found.size, **values)


def arithmetic(numbers: Sequence[int]) -> Phrase:
    """``4+2+1=7``, the total taken from the numbers."""
    return equals(numbers, sum(numbers))


def reason(layout: Layout, rule: str, found: Comparison, loser: int | None, whose: Whose | None = None) -> Phrase:
    """What decides between the seat that is winning under the colour ``rule`` and ``loser``."""
    ahead = found.winner
    if ahead is None or loser is None:
        return nobody(layout, rule, found, whose) if ahead is None else phrase("reason-alone")
    suffix = f"-{whose}" if whose else ""
    won, lost, top, other = found.best[ahead], found.best[loser], found.tops[ahead], found.tops[loser]
    if won is None or top is None:
        return phrase(f"reason-strongest-card{suffix}", card="" if top is None else layout.name(top))
    if lost is None or other is None:
        return phrase(f"reason-only{suffix}", pick=pick(layout, rule, won), none=_none(layout, rule))
    if won.size > lost.size:
        return phrase(f"reason-count{suffix}", more=pick(layout, rule, won), fewer=pick(layout, rule, lost))
    return _equally_many(layout, rule, won, lost, suffix)


def _equally_many(layout: Layout, rule: str, won: Best, lost: Best, suffix: str) -> Phrase:
    """What decides between selections of one size: the number of their strongest cards, or its colour."""
    by = "number" if won.high.number != lost.high.number else "colour"
    high, low = layout.name(won.high), layout.name(lost.high)
    if layout.rules.criteria[rule].is_ == "highest":
        return phrase(f"reason-{by}-highest{suffix}", high=high, low=low)
    decides = phrase(f"reason-{by}{suffix}", count=won.size, high=high, low=low)
    # One card each where a group is asked for: why the others of a palette are none.
    if won.size == 1 and (criterion := layout.rules.criteria[rule].is_) in _GROUPS:
        return phrase("reason-lone", reason=decides, lone=phrase(f"lone-{criterion}"))
    return decides


def nobody(layout: Layout, rule: str, found: Comparison, whose: Whose | None = None) -> Phrase:
    """Why nobody is winning under the colour ``rule``; said of a turn, that nobody is."""
    so = "so-" if whose else ""
    return phrase(f"reason-{so}none", none=_none(layout, rule)) if found.by == "nobody" else phrase(f"reason-{so}tie")


def _none(layout: Layout, rule: str) -> Phrase:
    """What a palette lacks in which nothing fits."""
    criterion = layout.rules.criteria[rule]
    return phrase("none-sum", of=criterion.of or 0) if criterion.is_ == "sum" else phrase("none-fits")


def _row(numbers: Sequence[int]) -> Phrase | int:
    """``5-6-7``."""
    row: Phrase | int = numbers[0]
    for number in numbers[1:]:
        row = phrase("row-on", left=row, right=number)
    return row
