"""The keys of the game's table in games.toml: figures, and what is shown and read on paper."""

from dataclasses import dataclass
from typing import Annotated

from pnp.model.constraints import DISTINCT, STRICT, Art, Ge, Le, MinLen, Players
from pnp.model.suits import MarkedSuit


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMeldsSettings:
    """Every figure of the game stands in its table once; limits of single values stand here."""

    __pydantic_config__ = STRICT

    players: Players = (2, 4)
    """The fewest and the most who can play."""
    suits: Annotated[tuple[MarkedSuit, ...], MinLen(2)]
    """The suits. There is one card of each suit and number."""
    numbers: Annotated[tuple[Annotated[int, Ge(1), Le(99)], ...], MinLen(2), DISTINCT]
    """The numbers on the cards."""
    hand: Annotated[int, Ge(2), Le(12)] = 6
    """How many cards are dealt to each player."""
    least: Annotated[int, Ge(2), Le(6)] = 3
    """How many cards a group has at least."""
    mark: Art
    """The drawing on backs and rule sheet: art/<mark>.svg beside the templates."""
