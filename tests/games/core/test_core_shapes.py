"""A value has the shape of a type, or not: all the way down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.playing.turn_game import has_shape


class Card(NamedTuple):
    suit: str
    number: int | None


@dataclass(frozen=True)
class Move:
    do: Literal["lay", "pass"]
    cards: tuple[Card, ...] = ()
    pair: tuple[int, str] = (0, "")


GOOD, BAD = Card("sun", 3), Card("sun", "3")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (3, int),
        ("x", str),
        (None, None),
        (GOOD, Card),
        (Card("sun", None), Card),
        (Move("lay", (GOOD, GOOD), (1, "x")), Move),
        ((), tuple[int, ...]),
        (3, Annotated[int, "of cards"]),
        (object(), Any),
        (frozenset({1}), frozenset[int]),
    ],
)
def test_a_value_of_the_shape(value: Any, shape: Any) -> None:
    assert has_shape(value, shape)


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (True, int),
        (None, int),
        (3, str),
        (BAD, Card),
        (("sun", 3), Card),
        (Card(None, 3), Card),  # type: ignore[arg-type]
        (Move("trade"), Move),  # type: ignore[arg-type]
        (Move("lay", (GOOD, None)), Move),  # type: ignore[arg-type]
        (Move("lay", [GOOD]), Move),  # type: ignore[arg-type]
        (Move("lay", (GOOD,), (1, 2)), Move),  # type: ignore[arg-type]
        (Move("lay", (GOOD,), (1,)), Move),  # type: ignore[arg-type]
        (None, Move),
        ({1}, frozenset[int]),
        (True, Literal[1]),
    ],
)
def test_a_value_of_another_shape(value: Any, shape: Any) -> None:
    assert not has_shape(value, shape)
