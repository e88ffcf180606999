"""Misshapen actions: different from those they are made of, hashable, and the same every time."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from pnp.testing.walk import mutants


class Move(NamedTuple):
    do: str
    cards: tuple[int, ...] = ()
    to: int | None = None


MOVES = (Move("lay", (1, 2)), Move("give", (3,), 1), Move("pass"))


def test_fields_are_crossed_emptied_and_put_out_of_range() -> None:
    actions = set(mutants(MOVES, Random(0), 500))
    assert not actions & set(MOVES)
    assert {
        Move("pass", (1, 2)),  # the field of another action
        Move("give", (3,), None),
        Move("lay", ()),
        Move("lay", (1, 2, 1)),
        Move("lay", (2,)),
        Move("lay", (None, 2)),
        Move("lay", (0, 2)),
        Move("give", (3,), 0),
        Move("give", (3,), 10**6),
        Move("", (3,), 1),
        Move("lay", None, (1, 2)),  # two fields for each other
    } <= actions


def test_what_has_no_fields_is_mutated_as_a_whole() -> None:
    assert set(mutants((3, "x"), Random(0), 99)) == {None, 2, 4, -4, 10**6, "", "x?"}


def test_the_same_chance_gives_the_same_and_no_more_than_asked_for() -> None:
    assert mutants(MOVES, Random(1), 5) == mutants(MOVES, Random(1), 5)
    assert len(mutants(MOVES, Random(1), 5)) == 5
    assert mutants((), Random(1), 5) == []
