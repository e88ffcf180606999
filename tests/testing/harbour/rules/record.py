"""The decisions of harbour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from harbour.settings import HarbourSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Figures, and decisions as functions."""

    numbers: tuple[int, ...]
    hand: int
    may_leave: Callable[[int, int], bool]
    stronger: Callable[[int, int], bool]


def later(last: int, ship: int) -> bool:
    """A ship leaves after smaller ones."""
    return ship > last


def larger(ship: int, other: int) -> bool:
    """The larger of two ships."""
    return ship > other


def rules_of(settings: HarbourSettings) -> Rules:
    """The rules under a definition."""
    return Rules(numbers=settings.numbers, hand=settings.hand, may_leave=later, stronger=larger)


def figures(settings: HarbourSettings) -> Mapping[str, Any]:
    """Return the part of the settings that the rules rest on."""
    return {"numbers": list(settings.numbers), "hand": settings.hand}
