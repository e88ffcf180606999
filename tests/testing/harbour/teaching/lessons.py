"""Lessons of harbour, and its misreadings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from harbour.rules.record import Rules
from harbour.settings import HarbourSettings
from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Lesson, Misreading, worked_example
from pnp.model.text import phrase


def two(settings: HarbourSettings) -> Callable[[Random], Position]:
    """Two ships."""
    return lambda random: {"ships": [random.choice(settings.numbers) for _ in range(2)]}


def _someone(position: Position, out: Answer) -> bool:
    return out["winner"] is not None


def _refused(position: Position, out: Answer) -> bool:
    return out["verdict"] == "not-allowed"


def lessons(settings: HarbourSettings) -> tuple[Lesson, ...]:
    """The race, and a ship that stays."""
    race = worked_example(
        "race",
        "race",
        1,
        two(settings),
        (_someone,),
        lambda out: out["winner"],
        lambda position: 2,
        needs=("smaller-first",),
    )
    stays = Lesson(
        id="stays",
        form="check",
        kind="may-leave",
        subject=phrase("lesson-stays"),
        propose=two(settings),
        shows=_refused,
        headline=lambda out: out["verdict"],
        cost=lambda position: 2,
        needs=("equal-leaves",),
        rank=2,
    )
    return (race, stays)


def misreadings(settings: HarbourSettings) -> tuple[Misreading[Rules], ...]:
    """Two of them."""
    return (
        Misreading(
            "smaller-first",
            phrase("misreading-smaller-first"),
            lambda rules: replace(rules, stronger=lambda a, b: a < b),
        ),
        Misreading(
            "equal-leaves",
            phrase("misreading-equal-leaves"),
            lambda rules: replace(rules, may_leave=lambda last, ship: ship >= last),
        ),
    )
