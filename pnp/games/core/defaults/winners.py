"""Winners by points: the question ``winners`` of games in which the most or the least points win, and how to teach it.

A game has a decision ``winners`` in its rules, ``seats_with_most`` or ``seats_with_least``, and this question among its
kinds. Its oracle has ``winners=most_points_win`` or ``winners=least_points_win``, and its play ``points``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Any, Protocol

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import won_by_seats
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.lesson import Lesson, misread
from pnp.games.core.schema import BY_SEAT
from pnp.games.core.score import seats_with_least, seats_with_most

_TRIES = 20
"""Proposals in which seats may happen to have equal points, before they are made equal."""


class WinnersRules(Protocol):
    """Rules with the decision which seats win."""

    @property
    def winners(self) -> Callable[[Sequence[int]], Sequence[int]]:
        """Seats that win. Argument: the points of each seat."""


def winners(rules: WinnersRules, points: Annotated[tuple[int, ...], BY_SEAT]) -> Answer:
    """Return the seats that win with these points."""
    return {"winners": list(rules.winners(points))}


def winner_lessons(
    draw: Draws, rank: int, points: range | Callable[[Random, Position], list[int]], *, shared: bool = True
) -> tuple[Lesson, ...]:
    """Return the lessons ``winner``, and ``shared-win`` if a win can be ``shared``: one seat wins, several win.

    ``points`` are those of a seat, as a range, or a function that proposes those of all seats. The ranks of the lessons
    are ``rank`` and the next one.
    """
    rules: Any = draw.rules
    seats = rules.players[1]

    def proposed(random: Random, position: Position) -> list[int]:
        return [random.choice(points) for _ in range(seats)] if isinstance(points, range) else points(random, position)

    def equal(random: Random, position: Position) -> list[int]:
        of_seats = proposed(random, position)
        for _ in range(_TRIES):
            if len(rules.winners(of_seats)) > 1:
                return of_seats
            of_seats = proposed(random, position)
        first = rules.winners(of_seats)[0]
        of_seats[random.choice([seat for seat in range(seats) if seat != first])] = of_seats[first]
        return of_seats

    alone = draw("winners", points=proposed).example("winner", rank, won_by_seats(1), *_other_win(rules.winners))
    several = (won_by_seats(2), won_by_seats(2, seats))
    together = draw("winners", points=equal).example("shared-win", rank + 1, several, "no-shared-win")
    return (alone, together) if shared else (alone,)


def misread_winners(
    right: Callable[[Sequence[int]], tuple[int, ...]], *, shared: bool = True
) -> tuple[tuple[str, bool, Callable[[Any], Any]], ...]:
    """Return the misreadings of ``winners`` for ``with_room``: ``least-wins`` or ``most-wins``, and ``no-shared-win``
    if a win can be ``shared``. ``right`` is the decision of the rules."""
    (name,) = _other_win(right)
    wrong = seats_with_least if name == "least-wins" else seats_with_most
    return (
        misread(name, winners=wrong),
        misread("no-shared-win", shared, winners=lambda points: right(points)[:1]),
    )


def _other_win(right: Callable[[Sequence[int]], Any]) -> tuple[str]:
    """Return the name of the misreading that takes the other end of the points."""
    return ("most-wins",) if right is seats_with_least else ("least-wins",)
