"""Rule checks: a position, a move and a verdict; and their look-alikes, the same but for a card or a moment.

A game makes its checks with a ``partial`` of ``rule_check`` that says what its answers are judged by and what its cards
cost, and look-alikes of these with ``look_alike``, which takes both from the check it resembles.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Floors, Lesson, Twin, worked_example

Propose: TypeAlias = Callable[[Random], Position]
Vary: TypeAlias = Callable[[Random, Position], Position]

_TRIES = 12


def verdict(out: Answer) -> Hashable:
    """The headline of most checks: whether the move is allowed."""
    return str(out["verdict"])


def rule_check(
    name: str,
    kind: str,
    rank: int,
    propose: Propose,
    floors: Floors,
    needs: tuple[str, ...] = (),
    *,
    cost: Callable[[Position], int],
    headline: Callable[[Answer], Hashable] = verdict,
    twin: Twin | None = None,
    essential: bool = False,
) -> Lesson:
    """A lesson that is shown by a rule check; it is worded by the phrase ``lesson-<name>``."""
    lesson = worked_example(name, kind, rank, propose, floors, headline, cost, needs, essential)
    return replace(lesson, form="check", twin=twin)


def look_alike(
    name: str,
    of: Lesson,
    rank: int,
    vary: Vary,
    floors: Floors,
    needs: tuple[str, ...] = (),
    *,
    headline: Callable[[Answer], Hashable] | None = None,
    essential: bool = False,
) -> Lesson:
    """A check that differs from the check ``of`` by what ``vary`` changes, chosen together with it."""
    return rule_check(
        name,
        of.kind,
        rank,
        lambda random: vary(random, of.propose(random)),
        floors,
        needs,
        cost=of.cost,
        headline=headline or of.headline,
        twin=Twin(of.id, vary),
        essential=essential,
    )


def refused_by(code: str) -> Floor:
    """The floor of a check: the move is not allowed, for that violation."""
    return lambda position, out: bool(out["violation"] == code)


def allowed(position: Position, out: Answer) -> bool:
    """The floor of a check: the move is allowed."""
    return out["violation"] is None


def until(propose: Propose, good: Callable[[Position], bool]) -> Propose:
    """Proposals that are ``good``, if one is found soon; else the last one tried."""

    def search(random: Random) -> Position:
        position = propose(random)
        for _ in range(_TRIES):
            if good(position):
                break
            position = propose(random)
        return position

    return search
