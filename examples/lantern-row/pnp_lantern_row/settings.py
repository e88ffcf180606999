"""The keys of the game's table in games.toml: figures, and what is shown and read on paper."""

from dataclasses import dataclass
from typing import Annotated

from pnp.model.constraints import DISTINCT, STRICT, Ge, Le, MinLen, Players
from pnp.model.suits import MarkedSuit


@dataclass(frozen=True, slots=True, kw_only=True)
class LanternRowSettings:
    """Every figure of the game stands in its table once; limits of single values stand here."""

    __pydantic_config__ = STRICT

    players: Players = (2, 4)
    colours: Annotated[tuple[MarkedSuit, ...], MinLen(2)]
    numbers: Annotated[tuple[Annotated[int, Ge(1), Le(99)], ...], MinLen(2), DISTINCT]
    """The numbers of the lanterns. There is one lantern of each colour and number."""
    hand: Annotated[int, Ge(1), Le(20)] = 3
    least: Annotated[int, Ge(2), Le(20)] = 2
    """The least number of lanterns in a line that scores."""
