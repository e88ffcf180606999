"""The rules as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pnp.games.core.schema import CARD

Do: TypeAlias = Literal["lay", "take"]
Card: TypeAlias = Annotated[int, CARD]
"""A card by its number; equal copies are equal cards."""
Cards: TypeAlias = tuple[Card, ...]


class Action(NamedTuple):
    """What a seat does: lay a card on the stairs, or take the stairs and begin new ones with a card."""

    do: Do
    card: Card


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions. Seats count from 0, clockwise."""

    deck: Mapping[int, int]
    """How many there are of each card."""
    players: tuple[int, int]
    hand: int
    cost: int

    fits: Callable[[int, int], bool]
    """Whether a card may be laid: of the card, and the top card of the stairs."""
    may_take: Callable[[bool], bool]
    """Whether the stairs may be taken: of whether some card of the hand fits."""
    price: Callable[[int, Cards], int]
    """What taken cards cost: of the cost of each, and the cards."""
    winners: Callable[[Sequence[int]], tuple[int, ...]]
    """The seats that win: of what each has to pay."""
