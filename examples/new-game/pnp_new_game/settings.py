"""The keys of the game's table in games.toml: figures, and what is shown and read on paper."""

from dataclasses import dataclass
from typing import Annotated

from pnp.model.constraints import DISTINCT, STRICT, Art, Ge, Ink, Le, MinLen, Players


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGameSettings:
    """Every figure of the game stands in its table once; limits of single values stand here."""

    __pydantic_config__ = STRICT

    players: Players = (2, 4)
    """The fewest and the most who can play."""
    numbers: Annotated[tuple[Annotated[int, Ge(1), Le(99)], ...], MinLen(2), DISTINCT]
    """The numbers on the cards."""
    copies: Annotated[int, Ge(1), Le(9)] = 2
    """How many there are of each card."""
    hand: Annotated[int, Ge(1), Le(20)] = 4
    """How many cards are dealt to each player."""
    cost: Annotated[int, Ge(1), Le(99)] = 1
    """What each card costs that one had to take."""
    inks: Annotated[tuple[Ink, ...], MinLen(1)]
    """The grounds of the cards, from the lowest number to the highest."""
    mark: Art
    """The drawing on the cards: art/<mark>.svg beside the templates."""
