"""Rule checks: a position, a move and a verdict; and their look-alikes, which differ by a card or a moment.

A game makes its checks with a ``partial`` of ``rule_check`` that fixes the headline of its answers and the cost of its
cards. It makes look-alikes of these with ``look_alike``, which takes both from the check it resembles.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Floors, Lesson, Twin, anything, card_count, worked_example
from pnp.games.core.schema import Named, PositionField
from pnp.records import dataclass

Propose: TypeAlias = Callable[[Random], Position]
Vary: TypeAlias = Callable[[Random, Position], Position]

_TRIES = 12


def verdict(out: Answer) -> Hashable:
    """Return the headline of most checks: whether the move is allowed."""
    return str(out["verdict"])


def rule_check(
    name: str,
    kind: str,
    rank: int,
    propose: Propose,
    floors: Floors,
    needs: tuple[str, ...] = (),
    *,
    cost: Callable[[Position], int] = card_count,
    headline: Callable[[Answer], Hashable] = verdict,
    twin: Twin | None = None,
    essential: bool = False,
) -> Lesson:
    """Return a lesson that is shown by a rule check. The phrase ``lesson-<name>`` words it."""
    lesson = worked_example(name, kind, rank, propose, floors, headline, cost, needs=needs, essential=essential)
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
    """Return a check that differs from the check ``of`` by what ``vary`` changes. Both are chosen together."""
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


@dataclass(frozen=True, slots=True)
class NamedFloor:
    """Floor that tests values by their names, beside another floor."""

    named: Named
    floor: Floor

    def __call__(self, position: Position, out: Answer) -> bool:
        """Tell whether a position with its answer meets both."""
        return self.floor(position, out) and self.named.holds(position, out)


def where(test: Callable[..., bool], floor: Floor = anything) -> Floor:
    """Return the floor of examples whose values pass a test, and that meet ``floor``. The parameters of the test are
    names of values: parts of the act, fields of the position, parts of the answer, all as JSON has them::

        where(lambda card, top: card < top, refused_by("not-higher"))
    """
    return NamedFloor(Named(test), floor)


def floor_with_fields(floor: Floor, fields: tuple[PositionField, ...]) -> Floor:
    """Return a floor that finds the parts of an act by the ``fields`` of positions, if it tests values by name."""
    if not isinstance(floor, NamedFloor):
        return floor
    return NamedFloor(replace(floor.named, fields=fields), floor_with_fields(floor.floor, fields))


def refused_by(code: str, test: Callable[..., bool] | None = None) -> Floor:
    """Return the floor of a check whose move is not allowed, for the violation ``code``; a ``test`` is that of
    ``where``."""

    def shows(position: Position, out: Answer) -> bool:
        return bool(out["violation"] == code)

    return shows if test is None else where(test, shows)


def gives(**parts: Any) -> Floor:
    """Return the floor of an example whose answer has these parts: ``gives(result="kept")``."""
    return lambda position, out: all(out[name] == part for name, part in parts.items())


def allowed(position: Position, out: Answer) -> bool:
    """Floor of a check whose move is allowed."""
    return out["violation"] is None


def allowed_to(do: str, test: Callable[..., bool] | None = None) -> Floor:
    """Return the floor of a check whose act is ``do``, and is allowed; a ``test`` is that of ``where``:
    ``allowed_to("lay", lambda card: card > 5)``."""

    def shows(position: Position, out: Answer) -> bool:
        return allowed(position, out) and bool(position["act"][0] == do)

    return shows if test is None else where(test, shows)


def won_by_seats(fewest: int, most: int | None = None) -> Floor:
    """Return the floor of an example that ``fewest`` to ``most`` seats win: ``won_by_seats(1)``."""
    return lambda position, out: fewest <= len(out["winners"]) <= (fewest if most is None else most)


def until(propose: Propose, good: Callable[[Position], bool]) -> Propose:
    """Return proposals that are ``good``, if a few tries give one, else the last one tried."""

    def search(random: Random) -> Position:
        position = propose(random)
        for _ in range(_TRIES):
            if good(position):
                break
            position = propose(random)
        return position

    return search
